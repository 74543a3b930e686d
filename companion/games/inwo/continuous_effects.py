"""What is in effect now: of which card, for whom, on what; and the traits that cards have by it (INWO-9, INWO-110).

Nothing is ever added to a card: `in_force` lists what is in effect, and every value is computed when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.inwo.card_effects import effects_of
from companion.games.inwo.card_plays import Effects, Play
from companion.games.inwo.catalog import OPPOSITE, Kind, Trait
from companion.games.inwo.effects import (
    EVERY,
    NOTHING,
    Alignments,
    Continuous,
    Filter,
    Role,
    Scope,
    Until,
    When,
)
from companion.games.inwo.state import SEATS, Lasts, LinkedPlot, Order, State
from companion.games.inwo.timing import goes_with_token


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


def in_force(state: State) -> tuple[InForce, ...]:
    """All continuous effects in force, in the order in which they came: orders by their play (INWO-272).

    What leaves the table ends with it (INWO-110). What a condition asks is judged by what holds without one.
    """
    return _in_force_there(state.lying)


@lru_cache(maxsize=256)
def _in_force_there(state: State) -> tuple[InForce, ...]:
    lying = tuple(
        (
            tuple(placed.card for placed in player.structure),
            tuple((each.card, each.to) for each in player.resources),
        )
        for player in state.players
    )
    found = _heard(state, _in_force(lying, state.links, state.orders, state.lasting, state.corrected))
    found = _legally_linked(state, found)
    if all(each.effect.when is None for each in found):
        return found
    always = tuple(each for each in found if each.effect.when is None)

    def fits(filter: Filter, card: Piece) -> bool:
        return filter.fits(traits_by(state, card, always))

    return tuple(each for each in found if each.effect.when is None or holds(state, each.effect.when, each, fits))


def _heard(state: State, found: tuple[InForce, ...]) -> tuple[InForce, ...]:
    """Without the abilities of Groups that have none now, but with what is an instruction (INWO-17)."""
    silent = [(by, rule) for by in found for rule in by.effect.silence]
    if not silent:
        return found

    def is_silent(each: InForce) -> bool:
        return (
            each.printed_on
            and not each.effect.instruction
            and any(
                rule.to.fits(state.card(each.card).traits) and reaches(state, by, rule.scope, each.player, each.card)
                for by, rule in silent
            )
        )

    return tuple(each for each in found if not is_silent(each))


def _legally_linked(state: State, found: tuple[InForce, ...]) -> tuple[InForce, ...]:
    """Without what is linked to a Group that it may not be linked to now: it does nothing, and stays (INWO-116).

    Nor does what is linked to a Group that is out of play (INWO-119). What holds under a condition decides nothing.
    """
    always = tuple(each for each in found if each.effect.when is None)
    pairs = {(card, to) for card, to in _linked(state) if not is_legal_link(state, card, to, always)}
    pairs |= {(link.card, link.to) for link in state.links if link.asleep is not None}
    for player in state.players:
        pairs |= {(held.card, held.to) for held in player.resources if held.to and not player.placed(held.to)}
    if not pairs:
        return found
    return tuple(each for each in found if each.printed_on or (each.card, each.carrier) not in pairs)


def _linked(state: State) -> Iterator[tuple[Piece, Piece]]:
    """Plots and Resources with the Groups that they are linked to, and Plots with those whose tokens they go with."""
    yield from ((link.card, link.to) for link in state.links)
    yield from ((plot.card, plot.target) for plot in _with_tokens(state) if plot.target is not None)
    for player in state.players:
        yield from ((held.card, held.to) for held in player.resources if held.to is not None)


def _with_tokens(state: State) -> Iterator[Lasts]:
    played = () if state.attack is None else state.attack.played
    return (each for each in state.lasting if each.until is Until.ATTACK and (each.player, each.card) in played)


def is_legal_link(state: State, card: Piece, to: Piece, found: tuple[InForce, ...], *, permanent: bool = False) -> bool:
    """Whether the Group is what the card asks for, whatever the card itself makes of it.

    Two that contradict each other are both legal: the later is reckoned after the earlier, which counts again when the
    later is gone (INWO-118).
    """
    asked = [play.target for play in state.effects(card).play if play.link or goes_with_token(play)]
    links_to = may_be_linked_to(state, card)
    wanted = [filter for filter in (*asked, links_to) if filter is not None and filter.asked]
    if not wanted:
        return True
    others = tuple(each for each in found if each.card != card or each.carrier != to)
    is_now = traits_by(state, to, others, permanent=permanent)
    return any(replace(filter, none=(), power_least=None, power_most=None).fits(is_now) for filter in wanted)


def may_be_linked_to(state: State, card: Piece) -> Filter | None:
    """Of a Resource that may be linked."""
    return state.effects(card).links_to


def illegal_for_good(state: State) -> tuple[LinkedPlot, ...]:
    """Plots whose Group will not become again what they ask for (INWO-117)."""
    if not state.links:
        return ()
    found = in_force(state)
    awake = (link for link in state.links if link.asleep is None)
    return tuple(link for link in awake if not is_legal_link(state, link.card, link.to, found, permanent=True))


def links_beside(state: State, seat: Seat) -> tuple[LinkedPlot, ...]:
    """Plots that are linked to a player's Groups, or were when those left play."""
    groups = {placed.card for placed in state.player(seat).structure}
    return tuple(link for link in state.links if (link.to in groups if link.asleep is None else link.asleep == seat))


def idle_plots(state: State) -> tuple[Lasts, ...]:
    """Plots that do not go any more with the Group whose token they were played with (INWO-256)."""
    found = in_force(state)
    return tuple(
        plot
        for plot in _with_tokens(state)
        if plot.target is not None and not is_legal_link(state, plot.card, plot.target, found)
    )


def holds(state: State, when: When, each: InForce, fits: Callable[[Filter, Piece], bool]) -> bool:
    """Whether a condition of an effect is met."""
    if when.in_play is not None:
        owners = [player for seat, player in state.each() if not when.own or seat == each.player]
        lying = [card for player in owners for card in player.cards_in_play]
        lying += [] if when.own else [order.card for order in state.orders]
        if not any(when.in_play.fits(state.card(card).traits) for card in lying):
            return False
    attack = state.attack
    if attack is None:
        return when == When(in_play=when.in_play, own=when.own)
    lead = attack.attacker or attack.card
    aiding = [help.card for help in attack.helps if help.role is Role.AID] if when.aided else []
    involved = [card for card in (lead, attack.target, attack.helper) if card is not None]
    involved += [help.card for help in attack.helps]
    involved += [card for _, card in attack.used]  # a Magic Plot makes a Magic attack (INWO-101)
    parts = {help.role for help in attack.helps if help.card == each.carrier}
    parts |= {Role.ATTACK} if each.carrier in {attack.attacker, attack.helper} else set()
    parts |= {Role.DEFENCE} if each.carrier == attack.target else set()
    owner = None if attack.from_hand else state.controller(attack.target)
    placed = None if owner is None else state.player(owner).placed(attack.target)
    master = None if placed is None else placed.master
    return (
        (not when.part or bool(parts & set(when.part)))
        and is_such_an_attack(state, when)
        and (when.attacker == EVERY or any(fits(when.attacker, card) for card in (lead, *aiding) if card is not None))
        and (when.target == EVERY or fits(when.target, attack.target))
        and (when.master is None or (master is not None and fits(when.master, master)))
        and (when.involved is None or any(fits(when.involved, card) for card in involved))
        and (when.own_target is None or (owner == each.player) == when.own_target)
        and (when.own_attack is None or (attack.player == each.player) == when.own_attack)
        and (when.privileged is None or (attack.privileged or attack.negated) == when.privileged)
    )


def asks_for_an_attack(effect: Continuous) -> bool:
    """Whether it holds within attacks alone."""
    return effect.when is not None and effect.when.in_play is None


def asks_to_lead(play: Play) -> bool:
    return play.when is not None and Role.ATTACK in play.when.part


def is_such_an_attack(state: State, when: When | None) -> bool:
    """Whether a condition that asks for some kind of attack is met so far."""
    return when is None or not when.modes or (state.attack is not None and state.attack.is_one_of(when.modes))


_Lying = tuple[tuple[tuple[Piece, ...], tuple[tuple[Piece, Piece | None], ...]], ...]
"""By seat the Groups, and the Resources with what they are linked to."""


@lru_cache(maxsize=1024)
def _in_force(
    lying: _Lying, links: tuple[LinkedPlot, ...], orders: tuple[Order, ...], lasting: tuple[Lasts, ...], errata: bool
) -> tuple[InForce, ...]:
    """The same for all states in which the same cards lie: most actions change none of them."""
    found: list[InForce] = []
    controllers: dict[Piece, list[Seat]] = {}
    for seat, (groups, _) in zip(SEATS, lying, strict=False):
        for card in groups:
            controllers.setdefault(card, []).append(seat)

    def owner_of(card: Piece | None, player: Seat) -> Seat | None:
        """Of two Illuminati of one kind that of who played the card."""
        seats = controllers.get(card or "", [None])
        return player if player in seats else seats[0]

    for seat, (groups, resources) in zip(SEATS, lying, strict=False):
        found += [
            InForce(card, seat, card, effect, printed_on=True)
            for card in groups
            for effect in effects_of(card, errata=errata).continuous
        ]
        for card, to in resources:
            found += [InForce(card, seat, to, effect) for effect in effects_of(card, errata=errata).continuous]
            if to is None and groups:
                found.append(InForce(card, seat, groups[0], effects_of(card, errata=errata).unlinked))
    found += [
        InForce(link.card, owner_of(link.to, link.player), link.to, effect)
        for link in links
        for effect in effects_of(link.card, errata=errata).continuous
    ]
    found += [
        InForce(order.card, None, None, effect)
        for order in orders
        for effect in effects_of(order.card, errata=errata).continuous
    ]
    for lasts in lasting:
        found += _lasting(lasts, owner_of(lasts.target, lasts.player) or lasts.player, errata=errata)
    return tuple(each for each in found if each.effect != NOTHING)


def _lasting(lasts: Lasts, owner: Seat, *, errata: bool) -> Iterator[InForce]:
    play = _play(effects_of(lasts.card, errata=errata), lasts.use)
    if play is None:
        return
    for each in play.in_defence if lasts.defence else play.lasting:
        if each.until is lasts.until:
            yield InForce(lasts.card, owner, lasts.target, each.effect, lasts.until)


def play_of(state: State, card: Piece, use: int | None) -> Play | None:
    """What a Plot does when it is played, or one of a card's abilities by number; None is the first."""
    return _play(state.effects(card), use)


def _play(effects: Effects, use: int | None) -> Play | None:
    ways = effects.play or effects.uses
    return ways[use or 0] if (use or 0) < len(ways) else None


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
        case Scope.MASTER | Scope.PUPPETS:
            if each.player is None or each.player != seat or each.carrier is None:
                return False
            below, above = (each.carrier, card) if scope is Scope.MASTER else (card, each.carrier)
            placed = state.player(seat).placed(below)
            return placed is not None and placed.master == above
        case Scope.TARGET:
            return state.attack is not None and state.attack.target == card


def traits(state: State, card: Piece, *, for_goals: bool = False, permanent: bool = False) -> frozenset[Trait]:
    """Alignments, attributes, kind and id of a Group as they are now; printed ones where it is not in play.

    A Plot that is linked to it is a trait by its id. `for_goals` leaves out what does not count for goals, `permanent`
    what has an end.
    """
    return _traits(state.lying, card, for_goals, permanent)


@lru_cache(maxsize=4096)
def _traits(state: State, card: Piece, for_goals: bool, permanent: bool) -> frozenset[Trait]:
    return traits_by(state, card, in_force(state), for_goals=for_goals, permanent=permanent)


def traits_by(
    state: State, card: Piece, effects: tuple[InForce, ...], *, for_goals: bool = False, permanent: bool = False
) -> frozenset[Trait]:
    seat = state.controller(card) or state.holder(card)
    found = set(state.card(card).traits) | {link.card for link in state.links if link.to == card and not link.asleep}
    if (seat is None and not is_attacked(state, card)) or state.card(card).kind is Kind.ILLUMINATI:
        return frozenset(found)
    for each in effects:
        if not each.effect.alignments or (each.temporary and permanent):
            continue
        for change in each.effect.alignments:
            counts = (change.goals or not for_goals) and reaches_here(state, each, change.scope, seat, card)
            if counts and change.to.fits(found, state.card(card).power or 0):
                found = changed(found, change)
    return frozenset(found)


def is_attacked(state: State, card: Piece) -> bool:
    return state.attack is not None and state.attack.target == card


def reaches_here(state: State, each: InForce, scope: Scope, seat: Seat | None, card: Piece) -> bool:
    """What is attacked out of a hand is changed by what is meant for it alone."""
    alone = each.carrier == card or scope is Scope.TARGET
    return (seat is not None or alone) and reaches(state, each, scope, seat, card)


def changed(found: set[Trait], rule: Alignments) -> set[Trait]:
    """INWO-9: a new alignment takes its opposite away."""
    found = found - set(rule.remove)
    for trait in rule.add:
        if not rule.keeps_opposite and trait != "Fanatic":
            found = found - {OPPOSITE.get(trait, "")}
        found = found | {trait}
    return found
