"""What cards are worth now: traits, Power, Global Power and Resistance with all that changes them (INWO-9 to INWO-17).

Nothing is ever added to a card: `in_force` lists what is in effect, and every value is computed when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.inwo.catalog import ALIGNMENTS, OPPOSITE, Kind, Trait
from companion.games.inwo.effects import NOTHING, Aim, Change, Continuous, Filter, Mode, Role, Scope, Silence, Until
from companion.games.inwo.effects_data import effects_of
from companion.games.inwo.plays import Effects, Play
from companion.games.inwo.state import SEATS, Lasts, LinkedPlot, Order, State


@dataclass(frozen=True, slots=True)
class InForce:
    """An effect in force: by which card, for whom (None: all alike), on which Group it sits, and for how long."""

    card: Piece
    player: Seat | None
    carrier: Piece | None
    effect: Continuous
    until: Until = Until.ALWAYS
    printed_on: bool = False

    @property
    def temporary(self) -> bool:
        return self.until is not Until.ALWAYS


@lru_cache(maxsize=256)
def in_force(state: State) -> tuple[InForce, ...]:
    """All continuous effects in force, in the order in which they came: orders by their play (INWO-272).

    What leaves the table ends with it (INWO-110).
    """
    lying = tuple(
        (
            tuple(placed.card for placed in player.structure),
            tuple((each.card, each.to) for each in player.resources),
        )
        for player in state.players
    )
    return _in_force(lying, state.links, state.orders, state.lasting, state.corrected)


_Lying = tuple[tuple[tuple[Piece, ...], tuple[tuple[Piece, Piece | None], ...]], ...]
"""By seat the Groups, and the Resources with what they are linked to."""


@lru_cache(maxsize=1024)
def _in_force(
    lying: _Lying, links: tuple[LinkedPlot, ...], orders: tuple[Order, ...], lasting: tuple[Lasts, ...], errata: bool
) -> tuple[InForce, ...]:
    """The same for all states in which the same cards lie: most actions change none of them."""
    found: list[InForce] = []
    owner_of = {card: seat for seat, (groups, _) in zip(SEATS, lying, strict=False) for card in groups}
    for seat, (groups, resources) in zip(SEATS, lying, strict=False):
        found += [InForce(card, seat, card, effects_of(card, errata=errata).always, printed_on=True) for card in groups]
        found += [InForce(card, seat, to, effects_of(card, errata=errata).always) for card, to in resources]
    found += [
        InForce(link.card, owner_of[link.to], link.to, effects_of(link.card, errata=errata).always)
        for link in links
        if link.to in owner_of
    ]
    found += [InForce(order.card, None, None, effects_of(order.card, errata=errata).always) for order in orders]
    for lasts in lasting:
        found += _lasting(lasts, owner_of, errata=errata)
    return tuple(each for each in found if each.effect != NOTHING)


def _lasting(lasts: Lasts, owner_of: Mapping[Piece, Seat], *, errata: bool) -> Iterator[InForce]:
    play = _play(effects_of(lasts.card, errata=errata), lasts.use)
    if play is None:
        return
    carrier = lasts.target if play.aim is Aim.GROUP else None
    owner = owner_of.get(carrier or "", lasts.player)
    for each in play.in_defence if lasts.defence else play.lasting:
        if each.until is lasts.until:
            yield InForce(lasts.card, owner, carrier, each.effect, lasts.until)


def lowers_power(state: State) -> bool:
    """Whether anything in force takes Power away."""
    return any(
        "power" in change.of and (change.amount < 0 or not change.upward)
        for each in in_force(state)
        for change in each.effect.change
    )


def play_of(state: State, card: Piece, use: int | None) -> Play | None:
    """What a card does when it is played, or one of its abilities by number."""
    return _play(state.effects(card), use)


def _play(effects: Effects, use: int | None) -> Play | None:
    if use is None:
        return effects.play
    return effects.uses[use] if use < len(effects.uses) else None


def reaches(state: State, each: InForce, scope: Scope, seat: Seat | None, card: Piece) -> bool:
    """Whether an effect reaches a Group of this player. An effect of all alike has no own and no rivals.

    The owner is who controls the card now (INWO-325).
    """
    match scope:
        case Scope.SELF:
            return each.carrier == card and each.player == seat
        case Scope.OTHERS:
            return each.player == seat and each.carrier != card
        case Scope.OWN:
            return each.player == seat
        case Scope.RIVALS:
            return each.player is not None and each.player != seat
        case Scope.ALL:
            return True


# --- traits ---


@lru_cache(maxsize=4096)
def traits(state: State, card: Piece, *, for_goals: bool = False, permanent: bool = False) -> frozenset[Trait]:
    """Alignments, attributes, kind and id of a Group as they are now; printed ones where it is not in play.

    `for_goals` leaves out what does not count for goals, `permanent` what has an end.
    """
    seat = state.controller(card) or state.holder(card)
    found = set(state.card(card).traits)
    if seat is None or state.card(card).kind is Kind.ILLUMINATI:
        return frozenset(found)
    for each in in_force(state):
        if each.temporary and permanent:
            continue
        for change in each.effect.alignments:
            counts = (change.goals or not for_goals) and reaches(state, each, change.scope, seat, card)
            if counts and change.to.fits(found, _printed_power(state, card)):
                found = _changed(found, change.add, change.remove, change.reverse, change.keeps_opposite)
    return frozenset(found)


def _changed(
    found: set[Trait], add: tuple[Trait, ...], remove: tuple[Trait, ...], reverse: bool, keeps_opposite: bool
) -> set[Trait]:
    """INWO-9: a new alignment takes its opposite away."""
    if reverse:
        turned = {OPPOSITE[trait] for trait in found if trait in OPPOSITE and trait != "Fanatic"}
        found = {trait for trait in found if trait not in OPPOSITE or trait == "Fanatic"} | turned
    found = found - set(remove)
    for trait in add:
        if not keeps_opposite and trait != "Fanatic":
            found = found - {OPPOSITE.get(trait, "")}
        found = found | {trait}
    return found


def alignments(state: State, card: Piece) -> frozenset[Trait]:
    """Illuminati have none, so nothing is added for them (INWO-136)."""
    return frozenset(trait for trait in traits(state, card) if trait in ALIGNMENTS)


def shared(one: frozenset[Trait], other: frozenset[Trait]) -> int:
    """How many alignments two Groups share; Fanatic never is (INWO-150)."""
    return sum(trait in other for trait in one if trait in ALIGNMENTS and trait != "Fanatic")


def opposed(one: frozenset[Trait], other: frozenset[Trait]) -> int:
    """How many pairs of opposites two Groups have; two Fanatics are one (INWO-8)."""
    return sum(OPPOSITE.get(trait) in other for trait in one)


def fitting(state: State, filter: Filter, card: Piece) -> bool:
    """Whether a Group (or another card) is one that a filter asks for."""
    asks_power = filter.power_least is not None or filter.power_most is not None
    return filter.fits(traits(state, card), power(state, card) if asks_power else 0)


# --- numbers ---


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a value is asked for: a Group's role in an attack of some mode; `goal`: for a goal (INWO-302).

    `permanent` leaves out what is temporary (INWO-326).
    """

    role: Role | None = None
    mode: Mode | None = None
    goal: bool = False
    permanent: bool = False


ANY_PURPOSE = Purpose()
FOR_A_GOAL = Purpose(goal=True)
PERMANENT = Purpose(permanent=True)


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


@lru_cache(maxsize=8192)
def value(state: State, card: Piece, of: str, purpose: Purpose = ANY_PURPOSE, steps: int = 0) -> int:
    """A value of a Group: set, then multiplied by the largest multiplier, then added to (INWO-140).

    `steps` raises the multiplier: by one in self-defence (INWO-152).
    """
    printed = getattr(state.card(card), of) or 0
    found = list(changes(state, card, of, purpose))
    for change, _ in found:
        if change.value is not None:
            printed = max(printed, change.value) if change.upward else change.value
    multiplier = max((change.times for change, _ in found), default=1) + steps
    return max(0, printed * multiplier + sum(_amount(state, change, seat) for change, seat in found))


def multiplied(state: State, card: Piece, of: str, purpose: Purpose) -> int:
    """The multiplier that counts."""
    return max((change.times for change, _ in changes(state, card, of, purpose)), default=1)


def _amount(state: State, change: Change, seat: Seat | None) -> int:
    if change.per is None:
        return change.amount
    seats = state.alive if change.per_all or seat is None else (seat,)
    cards = [card for one in seats for card in state.player(one).cards_in_play]
    return change.amount * sum(change.per.fits(state.card(card).traits) for card in cards)


@lru_cache(maxsize=8192)
def changes(state: State, card: Piece, of: str, purpose: Purpose) -> tuple[tuple[Change, Seat | None], ...]:
    """What changes a value of a Group for this purpose, each with the player whom it serves."""
    seat = state.controller(card)
    if seat is None:
        return ()
    found = []
    for each in in_force(state):
        if not each.effect.change or (each.temporary and (purpose.goal or purpose.permanent)):
            continue
        for change in each.effect.change:
            counts = of in change.of and _for(change, purpose) and reaches(state, each, change.scope, seat, card)
            if counts and change.to.fits(traits(state, card), _printed_power(state, card)):
                found.append((change, each.player))
    return tuple(found)


def _for(change: Change, purpose: Purpose) -> bool:
    """What is limited to a purpose counts for that alone, and never for goals."""
    if change.roles and purpose.role not in change.roles:
        return False
    return not change.modes or purpose.mode in change.modes


def reduced_to_nothing(state: State, card: Piece) -> bool:
    """INWO-14: a Power that was printed and is gone."""
    return _printed_power(state, card) > 0 and power(state, card) == 0


# --- what else is in force ---


def silenced(state: State, card: Piece, *, tokens: bool = False) -> bool:
    """Whether a Group's abilities (or its tokens) are out of effect."""
    seat = state.controller(card)

    def concerns(silence: Silence) -> bool:
        return (silence.tokens if tokens else silence.abilities) and silence.to.fits(state.card(card).traits)

    return any(
        concerns(silence) and reaches(state, each, silence.scope, seat, card)
        for each in in_force(state)
        for silence in each.effect.silence
    )


def total(state: State, seat: Seat, name: str) -> int:
    """The sum of one number over all effects in force for a player, such as `plot_limit`."""
    return sum(getattr(each.effect, name) for each in in_force(state) if each.player == seat)


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
