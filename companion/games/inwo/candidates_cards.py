"""The plays of cards that hands could make: each card of a hand or in play, on each target, paid in each likely way."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.inwo import actions as act
from companion.games.inwo.aims import asks_what_lies_there, kept_targets, lies_there, may_cancel
from companion.games.inwo.answering import is_answer
from companion.games.inwo.card_effects import by_hand
from companion.games.inwo.card_plays import Play
from companion.games.inwo.card_prices import affordable, asks_others, depend_on_target, payments
from companion.games.inwo.card_targets import CardAction, is_order
from companion.games.inwo.continuous_effects import is_such_an_attack
from companion.games.inwo.hands import plots_held
from companion.games.inwo.state import Placed, Resource, State
from companion.games.inwo.timing import is_passing, is_time


@dataclass(frozen=True, slots=True)
class _Moment:
    """What most plays of one player depend on; of two states with equal moments either will do.

    The others ask whose turn it is, for tokens of others, or for what has just happened.
    """

    lying: State
    seat: Seat
    plots: tuple[Piece, ...]
    structure: tuple[Placed, ...]
    resources: tuple[Resource, ...]
    rolled: bool
    waits: bool
    state: State = field(compare=False)


class _Plays(NamedTuple):
    """The plays of one card: whether it is a Plot, and either what they are or what they have to be found with."""

    card: Piece
    is_plot: bool
    actions: tuple[act.Action, ...] = ()
    anew: tuple[Play, CardAction] | None = None


def card_plays(state: State, among: Collection[Piece] | None = None) -> Iterator[act.Action]:
    """Of the Plots only those `among` some, if any are named: most of what could be played comes from the hands."""
    rolled = state.attack is not None and state.attack.roll is not None
    for seat, player in state.each():
        if player.out:
            continue
        own = plots_held(player), player.structure, player.resources
        moment = _Moment(state.lying, seat, *own, rolled, bool(state.stack), state)
        for plays in _plays_at(moment):
            if among is not None and plays.is_plot and plays.card not in among:
                continue
            if plays.anew is None:
                yield from plays.actions
            else:
                yield from _ways(state, seat, *plays.anew)


@lru_cache(maxsize=512)
def _plays_at(moment: _Moment) -> tuple[_Plays, ...]:
    return tuple(plays for plays in _plays_of(moment, moment.state, moment.seat) if plays.actions or plays.anew)


def _plays_of(moment: _Moment, state: State, seat: Seat) -> Iterator[_Plays]:
    for card in moment.plots:
        ways = state.effects(card).play
        for number, play in enumerate(ways, start=1):
            yield _found(state, play, act.PlayCard(seat, card, number=number))
        if ways:
            continue
        if is_order(state, card):
            yield _Plays(card, True, (act.PlayCard(seat, card),))
        elif card in by_hand() and not state.stack:
            yield _Plays(card, True, (act.ByHand(seat, card),))
    in_play = (*(each.card for each in moment.structure), *(each.card for each in moment.resources))
    for card in dict.fromkeys(in_play):
        for number, use in enumerate(state.effects(card).uses, start=1):
            yield _found(state, use, act.UseAbility(seat, card, number))
        if card in by_hand() and not state.stack:
            yield _Plays(card, False, (act.ByHand(seat, card),))


def _found(state: State, play: Play, bare: CardAction) -> _Plays:
    is_plot = isinstance(bare, act.PlayCard)
    asks_more = is_passing(play) or is_answer(play) or play.is_cancelling or asks_others(play)
    if asks_more or not asks_what_lies_there(play):
        return _Plays(bare.card, is_plot, anew=(play, bare))
    return _Plays(bare.card, is_plot, tuple(_ways(state, bare.player, play, bare)))


def _ways(state: State, seat: Seat, play: Play, bare: CardAction) -> Iterator[CardAction]:
    if not _is_near(state, seat, play) or not lies_there(state, seat, play):
        return
    costs = affordable(state, seat, bare.card, play)
    if not costs:
        return
    same_for_all = None
    if not depend_on_target(costs):
        same_for_all = payments(state, seat, play, costs, None)
        if not same_for_all:
            return
    for target in kept_targets(state, seat, bare.card, bare.number, play):
        ways = same_for_all if same_for_all is not None else payments(state, seat, play, costs, target)
        for payers in ways:
            yield type(bare)(player=seat, card=bare.card, number=bare.number, target=target, payers=payers)


def _is_near(state: State, seat: Seat, play: Play) -> bool:
    """Whether its time may be now; the rules say the rest."""
    if (is_answer(play) and not state.latest) or not is_such_an_attack(state, play.when):
        return False
    return is_time(state, seat, play) and (not state.stack or may_cancel(state, seat, play, state.stack[-1]))
