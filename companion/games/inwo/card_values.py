"""What cards are worth now: traits, Power, Global Power and Resistance as changed (INWO-9 to INWO-17)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.inwo.catalog import ALIGNMENTS, OPPOSITE, Kind, Trait
from companion.games.inwo.continuous_effects import (
    InForce,
    asks_for_an_attack,
    in_force,
    is_attacked,
    reaches,
    reaches_here,
    traits,
)
from companion.games.inwo.effects import EVERY, Change, Continuous, Filter, Mode, Role
from companion.games.inwo.immunity import has_no_effect_on
from companion.games.inwo.state import State

# --- traits ---


def alignments(state: State, card: Piece) -> frozenset[Trait]:
    """Illuminati have none, so nothing is added for them (INWO-136)."""
    return frozenset(trait for trait in traits(state, card) if trait in ALIGNMENTS)


def shared_traits(one: frozenset[Trait], other: frozenset[Trait]) -> list[Trait]:
    """The alignments that two Groups share; Fanatic never is (INWO-150)."""
    return [trait for trait in ALIGNMENTS if trait in one and trait in other and trait != "Fanatic"]


def opposed_traits(one: frozenset[Trait], other: frozenset[Trait]) -> list[Trait]:
    """The alignments of the other that are opposite to the one's; two Fanatics are (INWO-8)."""
    return [trait for trait in ALIGNMENTS if trait in other and OPPOSITE.get(trait) in one]


def shared(one: frozenset[Trait], other: frozenset[Trait]) -> int:
    return len(shared_traits(one, other))


def opposed(one: frozenset[Trait], other: frozenset[Trait]) -> int:
    return len(opposed_traits(one, other))


def fitting(state: State, filter: Filter, card: Piece) -> bool:
    """Whether a Group (or another card) is one that a filter asks for."""
    if filter == EVERY:
        return True
    return filter.fits(traits(state, card), power(state, card) if filter.asks_power else 0)


# --- numbers ---


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a value is asked for: a Group's role in an attack that counts as these modes; `goal`: for a goal (INWO-302).

    `permanent` leaves out what is temporary (INWO-326). `whose`: of two Illuminati of one kind that of this player.
    """

    role: Role | None = None
    modes: tuple[Mode, ...] = ()
    goal: bool = False
    permanent: bool = False
    whose: Seat | None = None


ANY_PURPOSE = Purpose()
FOR_RELIEF = Purpose(Role.RELIEF)


def changes_values(effect: Continuous) -> bool:
    return bool(effect.alignments or effect.change)


def _printed_power(state: State, card: Piece) -> int:
    return state.card(card).power or 0


def power(state: State, card: Piece, purpose: Purpose = ANY_PURPOSE) -> int:
    """INWO-13, INWO-14: never below 0."""
    return value(state, card, "power", purpose)


def resistance(state: State, card: Piece, purpose: Purpose = ANY_PURPOSE) -> int:
    return value(state, card, "resistance", purpose)


def global_power(state: State, card: Piece, purpose: Purpose = ANY_PURPOSE) -> int:
    """INWO-15: never more than Power, which sinks with it; changed only by what names it."""
    own = state.card(card)
    if own.kind is Kind.ILLUMINATI:
        return power(state, card, purpose)
    if any(change.equals_power for change, _ in changes(state, card, "global_power", purpose)):
        return power(state, card, purpose)
    return min(value(state, card, "global_power", purpose), power(state, card, purpose))


def value(state: State, card: Piece, of: str, purpose: Purpose = ANY_PURPOSE, steps: int = 0) -> int:
    """A value of a Group: set, then multiplied by the largest multiplier, then added to (INWO-140).

    `steps` raises the multiplier: by one in self-defence (INWO-152).
    """
    return _value(state.lying, card, of, purpose, steps)


@lru_cache(maxsize=8192)
def _value(state: State, card: Piece, of: str, purpose: Purpose, steps: int) -> int:
    printed = getattr(state.card(card), of) or 0
    found = list(changes(state, card, of, purpose))
    for change, _ in found:
        if change.value is not None:
            printed = max(printed, change.value) if change.upward else change.value
    multiplier = max((change.times for change, _ in found), default=1) + steps
    return max(0, printed * multiplier + sum(_amount(state, *each) for each in found))


def _amount(state: State, change: Change, each: InForce) -> int:
    if change.per is None:
        return change.amount
    cards = state.player(each.player).cards_in_play if each.player is not None else ()
    counted = [card for card in cards if not (change.per_other and card == each.carrier)]
    return change.amount * sum(change.per.fits(traits(state, card)) for card in counted)


def changes(state: State, card: Piece, of: str, purpose: Purpose) -> tuple[tuple[Change, InForce], ...]:
    """What changes a value of a Group for this purpose, each with the effect that it is part of."""
    return _changes(state.lying, card, of, purpose)


@lru_cache(maxsize=8192)
def _changes(state: State, card: Piece, of: str, purpose: Purpose) -> tuple[tuple[Change, InForce], ...]:
    seat = state.controller(card, purpose.whose)
    if seat is None and not is_attacked(state, card):
        return ()
    found = []
    for each in in_force(state):
        if not each.effect.change or (each.temporary and (purpose.goal or purpose.permanent)):
            continue
        if purpose.goal and asks_for_an_attack(each.effect):
            continue
        for change in each.effect.change:
            counts = of in change.of and _for(change, purpose) and reaches_here(state, each, change.scope, seat, card)
            if (
                counts
                and change.to.fits(traits(state, card), _printed_power(state, card))
                and not has_no_effect_on(state, each, card)
            ):
                found.append((change, each))
    return tuple(found)


def _for(change: Change, purpose: Purpose) -> bool:
    """What is limited to a purpose counts for that alone, and never for goals."""
    if change.roles and purpose.role not in change.roles:
        return False
    return not change.modes or any(mode in change.modes for mode in purpose.modes)


def reduced_to_nothing(state: State, card: Piece) -> bool:
    """INWO-14: a Power that was printed and is gone."""
    return _printed_power(state, card) > 0 and power(state, card) == 0


# --- what else is in force ---


def lowers_power(state: State) -> bool:
    """Whether anything in force takes Power away."""
    return _lowers_power(state.lying)


@lru_cache(maxsize=256)
def _lowers_power(state: State) -> bool:
    return any(
        "power" in change.of and (change.amount < 0 or not change.upward)
        for each in in_force(state)
        for change in each.effect.change
    )


def silenced(state: State, card: Piece) -> bool:
    """Whether a Group's abilities and its tokens are out of effect."""
    seat = state.controller(card)
    return any(
        silence.to.fits(state.card(card).traits) and reaches(state, each, silence.scope, seat, card)
        for each in in_force(state)
        for silence in each.effect.silence
    )


def total(state: State, seat: Seat, name: str) -> int:
    """The sum of one number over all effects in force for a player, such as `plot_limit`."""
    return sum(getattr(each.effect, name) for each in in_force(state) if each.player == seat)


def puppets_counted(state: State, seat: Seat) -> int:
    """How many Plots more a player may draw for puppets of his cards."""
    return sum(
        each.effect.plots_per_puppet.fits(traits(state, puppet.card))
        for each in in_force(state)
        if each.effect.plots_per_puppet is not None and each.player == seat and each.carrier is not None
        for puppet in state.player(seat).puppets(each.carrier)
    )


def is_devastated(state: State, seat: Seat, card: Piece) -> bool:
    """INWO-212: the Place itself, or one above it.

    Who moves away from below it is free, who moves below it is not (INWO-213).
    """
    placed = state.player(seat).placed(card)
    while placed is not None:
        if placed.devastated:
            return True
        placed = state.player(seat).placed(placed.master)
    return False
