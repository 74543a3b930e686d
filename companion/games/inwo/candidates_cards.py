"""The plays of cards that hands could make: each card of a hand or in play, on each target, paid in each likely way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.inwo import actions as act
from companion.games.inwo.card_targets import CardAction, is_order
from companion.games.inwo.catalog import Kind
from companion.games.inwo.effects import Aim, Timing
from companion.games.inwo.effects_data import by_hand
from companion.games.inwo.plays import Play
from companion.games.inwo.state import Player, State
from companion.games.inwo.values import fitting, power, resistance


def card_plays(state: State) -> Iterator[act.Action]:
    for seat in state.alive:
        player = state.player(seat)
        for card in plots_held(player):
            play = state.effects(card).play
            if play is not None:
                yield from _ways(state, seat, play, act.PlayCard(seat, card))
            elif is_order(state, card):
                yield act.PlayCard(seat, card)
            elif card in by_hand() and not state.stack:
                yield act.ByHand(seat, card)
        for there in dict.fromkeys(player.cards_in_play):
            for number, use in enumerate(state.effects(there).uses, start=1):
                yield from _ways(state, seat, use, act.UseAbility(seat, there, number))
            if there in by_hand() and not state.stack:
                yield act.ByHand(seat, there)


def plots_held(player: Player) -> tuple[Piece, ...]:
    """The Plots that a player may hold."""
    return tuple(dict.fromkeys((*player.exposed, *(player.unseen_plots if player.plots else ()))))


def _ways(state: State, seat: Seat, play: Play, bare: CardAction) -> Iterator[CardAction]:
    if not _is_near(state, seat, play):
        return
    for target in targets(state, seat, play):
        for payers in payments(state, seat, play, target):
            if isinstance(bare, act.PlayCard):
                yield act.PlayCard(seat, bare.card, target, payers)
            else:
                yield act.UseAbility(seat, bare.card, bare.number, target, payers)


def _is_near(state: State, seat: Seat, play: Play) -> bool:
    """Whether its time may be now; the rules say the rest."""
    match play.timing:
        case Timing.ANSWER:
            return bool(state.stack) or state.attack is not None
        case Timing.ATTACK | Timing.AFTER_ROLL | Timing.DECLARATION:
            return state.attack is not None
        case Timing.OWN_TURN | Timing.OWN_MAIN:
            return state.on_turn == seat
        case Timing.ANY_TIME | Timing.WITH_TOKEN:
            return not state.stack


def targets(state: State, seat: Seat, play: Play) -> Iterator[str | None]:
    if play.cancels and state.stack:
        yield None
        return
    if play.revive is not None:
        piles = [card for player in state.players for card in player.discard]
        piles += [gone.card for player in state.players for gone in player.destroyed]
        yield from (card for card in dict.fromkeys(piles) if play.revive.fits(state.card(card).traits))
        return
    match play.aim:
        case Aim.NOTHING:
            yield None
        case Aim.PLAYER:
            yield from state.alive
        case Aim.GROUP:
            for owner, player in state.each():
                if play.own_target is None or (owner == seat) == play.own_target:
                    yield from (
                        placed.card
                        for placed in player.structure
                        if placed.master is not None or Kind.ILLUMINATI in play.target.any
                    )
        case Aim.RESOURCE:
            yield from dict.fromkeys(each.card for player in state.players for each in player.resources)


def payments(state: State, seat: Seat, play: Play, target: str | None) -> Iterator[tuple[Piece, ...]]:
    """Nothing, or the Groups with tokens that could pay: as few as do."""
    helper = play.attack.helper if play.attack is not None else None
    cost = play.cost
    wanted = helper if helper is not None else cost.by
    charged = [
        placed.card for placed in state.player(seat).structure if placed.tokens and fitting(state, wanted, placed.card)
    ]
    if helper is not None:
        if play.attack is not None and not play.attack.needs_helper:
            yield ()
        yield from ((card,) for card in charged)
        return
    needed = resistance(state, target) if cost.resistance_of_target and target is not None else cost.power
    if not (cost.groups or cost.power or cost.resistance_of_target):
        yield ()
        return
    if not needed:
        yield from combinations(charged, cost.groups)
        return
    for size in range(max(1, cost.groups), len(charged) + 1):
        found = [some for some in combinations(charged, size) if sum(power(state, card) for card in some) >= needed]
        if found:
            yield from found
            return
