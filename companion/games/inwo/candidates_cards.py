"""The plays of cards that hands could make: each card of a hand or in play, on each target, paid in each likely way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.inwo import actions as act
from companion.games.inwo.board import tokens_on
from companion.games.inwo.card_prices import power_needed, shares_alignment
from companion.games.inwo.card_targets import CardAction, is_order, may_cancel, suits_aim, target_owner
from companion.games.inwo.continuous import play_of
from companion.games.inwo.effects import Aim, Filter, Timing
from companion.games.inwo.effects_data import by_hand
from companion.games.inwo.events import Event
from companion.games.inwo.plays import Cost, Play
from companion.games.inwo.rules_common import EARLY
from companion.games.inwo.state import SEATS, Phase, Placed, Player, Resource, State
from companion.games.inwo.values import fitting, power


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


_TURNS = {Timing.OWN_TURN, Timing.OWN_MAIN, Timing.TURN_START, Timing.RIVALS_START, Timing.RIVALS_DRAW}


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
    asks_more = play.timing in _TURNS or play.after or play.cancels or any(cost.anybody for cost in play.cost)
    if asks_more or not (play.aim in {Aim.NOTHING, Aim.PLAYER} or _asks_what_lies_there(play)):
        return _Plays(bare.card, is_plot, anew=(play, bare))
    return _Plays(bare.card, is_plot, tuple(_ways(state, bare.player, play, bare)))


def _asks_what_lies_there(play: Play) -> bool:
    """Whether a play that is aimed at a Group asks nothing but what kind of Group it is."""
    asks_more = play.after or play.arrows or play.relieve or play.take_tokens or play.captured or play.give_tokens
    return play.aim is Aim.GROUP and not asks_more


@lru_cache(maxsize=512)
def plots_held(player: Player) -> tuple[Piece, ...]:
    """The Plots that a player may hold."""
    return tuple(dict.fromkeys((*player.exposed, *(player.unseen_plots if player.plots else ()))))


def hand_groups(state: State, seat: Seat) -> tuple[Piece, ...]:
    """The cards of the Group deck that a player may hold."""
    player = state.player(seat)
    tried = state.tried if seat == state.on_turn else ()
    theirs = [card for each in state.players for card in each.unseen_groups] if player.foreign_groups > 0 else []
    return tuple(dict.fromkeys((*((*player.unseen_groups, *theirs) if player.groups else ()), *tried)))


def _ways(state: State, seat: Seat, play: Play, bare: CardAction) -> Iterator[CardAction]:
    if not _is_near(state, seat, play):
        return
    if play.aim is not Aim.GROUP and not play.cancels and not to_aim_at(state, seat, play.aim):
        return
    costs = [cost for cost in play.cost if not cost.own or tokens_on(state, seat, bare.card)]
    if not costs:
        return
    same_for_all = None
    if not any(cost.resistance_of_target or cost.power_of_target for cost in costs):
        same_for_all = _all_payments(state, seat, play, costs, None)
        if not same_for_all:
            return
    for target in _targets(state, bare, play):
        ways = same_for_all if same_for_all is not None else _all_payments(state, seat, play, costs, target)
        for payers in ways:
            yield type(bare)(player=seat, card=bare.card, number=bare.number, target=target, payers=payers)


def _all_payments(
    state: State, seat: Seat, play: Play, costs: Iterable[Cost], target: str | None
) -> tuple[tuple[Piece, ...], ...]:
    return tuple(dict.fromkeys(some for cost in costs for some in payments(state, seat, play, cost, target)))


def _is_near(state: State, seat: Seat, play: Play) -> bool:
    """Whether its time may be now; the rules say the rest."""
    attack = state.attack
    if play.after and not state.latest:
        return False
    if play.when is not None and play.when.modes and (attack is None or attack.mode not in play.when.modes):
        return False
    match play.timing:
        case Timing.ANY_TIME | Timing.WITH_TOKEN:
            idle = play.timing is Timing.WITH_TOKEN and not play.in_defence
            return not (state.stack or idle or (play.not_in_attack and attack is not None))
        case Timing.ANSWER:
            answers = bool(state.stack) and may_cancel(state, seat, play, state.stack[-1])
            return answers or (not state.stack and attack is not None and "action" in play.cancels)
        case Timing.ATTACK | Timing.DECLARATION:
            return attack is not None and attack.roll is None
        case Timing.AFTER_ROLL:
            return attack is not None and attack.roll is not None
        case Timing.OWN_TURN | Timing.OWN_MAIN:
            return state.on_turn == seat and not state.stack
        case Timing.TURN_START:
            return state.on_turn == seat and state.phase is Phase.PLOTS and not state.stack
        case Timing.RIVALS_START | Timing.RIVALS_DRAW:
            return state.on_turn != seat and state.phase in EARLY and not state.stack


def _targets(state: State, bare: CardAction, play: Play) -> Iterable[str | None]:
    if (play.cancels and state.stack) or not _asks_what_lies_there(play):
        return targets(state, bare.player, play)
    return _groups_to_aim_at(state.lying, bare.player, bare.card, bare.number)


@lru_cache(maxsize=4096)
def _groups_to_aim_at(lying: State, seat: Seat, card: Piece, number: int) -> tuple[str | None, ...]:
    """The targets of a play that asks nothing but what kind of Group they are: the same as long as they lie there."""
    play = play_of(lying, card, number - 1)
    return () if play is None else tuple(targets(lying, seat, play))


def targets(state: State, seat: Seat, play: Play) -> Iterator[str | None]:
    found = _groups_that_fit(state.lying, play.target) if play.aim is Aim.GROUP else to_aim_at(state, seat, play.aim)
    if play.cancels and state.stack:
        found = (None,)
    elif play.own_target and play.aim is Aim.GROUP:
        found = tuple(target for target in found if target_owner(state, target, play) == seat)
    yield from (target for target in found if suits_aim(state, seat, play, target))


@lru_cache(maxsize=2048)
def _groups_that_fit(lying: State, wanted: Filter) -> tuple[str | None, ...]:
    """Many cards ask for the same kind of Group."""
    return tuple(dict.fromkeys(card for card in _groups(lying, SEATS[0]) if fitting(lying, wanted, card)))


@lru_cache(maxsize=256)
def to_aim_at(state: State, seat: Seat, aim: Aim) -> tuple[str | None, ...]:
    """What lies there to be aimed at: the same for all cards of a hand."""
    return tuple(dict.fromkeys(_AIMS[aim](state, seat)))


def _groups(state: State, _: Seat) -> Iterator[Piece]:
    yield from (placed.card for player in state.players for placed in player.structure)
    if state.attack is not None and state.attack.from_hand:
        yield state.attack.target


_AIMS: Mapping[Aim, Callable[[State, Seat], Iterable[str | None]]] = {
    Aim.NOTHING: lambda *_: (None,),
    Aim.PLAYER: lambda state, _: state.alive,
    Aim.GROUP: _groups,
    Aim.RESOURCE: lambda state, _: (each.card for player in state.players for each in player.resources),
    Aim.PLOT: lambda state, _: (card for player in state.players for card in player.exposed),
    Aim.ORDER: lambda state, _: (order.card for order in state.orders),
    Aim.HAND: lambda state, seat: plots_held(state.player(seat)),
    Aim.DISCARDED: lambda state, _: (card for _, card in state.just),
    Aim.SCRAPPED: lambda state, _: (each.card for each in state.latest if each.what is Event.SCRAPPED),
    Aim.LINKED: lambda state, _: (link.card for link in state.links),
    Aim.DESTROYED: lambda state, _: (gone.card for player in state.players for gone in player.destroyed),
    Aim.OWN_RESOURCE: hand_groups,
    Aim.OWN_ILLUMINATI: lambda state, seat: plots_held(state.player(seat)),
    Aim.RIVALS_GROUP: lambda state, seat: (
        card for other in state.alive if other != seat for card in hand_groups(state, other)
    ),
}


@lru_cache(maxsize=256)
def _charged(state: State, seats: tuple[Seat, ...], wanted: Filter) -> tuple[Piece, ...]:
    """The cards with tokens of these players that fit: most costs ask for any."""
    return tuple(
        card
        for seat in seats
        for card in dict.fromkeys(state.player(seat).cards_in_play)
        if tokens_on(state, seat, card) and fitting(state, wanted, card)
    )


def payments(state: State, seat: Seat, play: Play, cost: Cost, target: str | None) -> Iterator[tuple[Piece, ...]]:
    """Nothing, or the cards with tokens that could pay: as few as do."""
    helper = play.attack.helper if play.attack is not None else None
    if helper is None and not cost.asks_groups:
        yield ()
        return
    charged = _charged(state, state.alive if cost.anybody else (seat,), cost.by if helper is None else helper)
    if helper is not None:
        if play.attack is not None and not play.attack.needs_helper:
            yield ()
        yield from ((card,) for card in charged)
        return
    needed = power_needed(state, seat, cost, target)
    if not needed:
        yield from combinations(charged, max(1, cost.groups))
        return
    able = sum(power(state, card) for card in charged) >= needed
    shares = not cost.one_shares or any(shares_alignment(state, card, target) for card in charged)
    for size in range(max(1, cost.groups), len(charged) + 1) if able and shares else ():
        found = [
            some
            for some in combinations(charged, size)
            if sum(power(state, card) for card in some) >= needed
            and not (cost.one_shares and not any(shares_alignment(state, card, target) for card in some))
        ]
        if found:
            yield from found
            return
