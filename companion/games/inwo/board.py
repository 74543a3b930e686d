"""What hands do at the table: tokens, capture, destruction, devastation, elimination. Checks nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.inwo.catalog import ALIGNMENTS, Side
from companion.games.inwo.continuous_effects import traits
from companion.games.inwo.effects import Event
from companion.games.inwo.geometry import arranged, ordered, with_learnt_arrows
from companion.games.inwo.goals import is_eliminated
from companion.games.inwo.hands import discarded, into_hand, without
from companion.games.inwo.state import Destroyed, LinkedPlot, Phase, Placed, State, evolve, happened, with_group

# --- tokens ---


def tokens_on(state: State, seat: Seat, card: Piece) -> int:
    """On a Group or a Resource of a player."""
    player = state.player(seat)
    there = player.placed(card) or player.resource(card)
    return 0 if there is None else there.tokens


def with_resource(state: State, seat: Seat, card: Piece, **changes: object) -> State:
    """The state with other values of one Resource; of equal ones the first."""
    resources = list(state.player(seat).resources)
    for index, each in enumerate(resources):
        if each.card == card:
            resources[index] = replace(each, **changes)
            break
    return evolve(state, seat, resources=tuple(resources))


def with_tokens(state: State, seat: Seat, card: Piece, count: int) -> State:
    if state.player(seat).placed(card) is not None:
        return with_group(state, seat, card, tokens=max(0, count))
    return with_resource(state, seat, card, tokens=max(0, count), used=True)


def spend(state: State, seat: Seat, cards: Iterable[Piece]) -> State:
    """One token off each card, as often as it is named (INWO-72)."""
    for card in cards:
        owner = payer_seat(state, seat, card)
        state = with_tokens(state, owner, card, tokens_on(state, owner, card) - 1)
    return state


def payer_seat(state: State, seat: Seat, card: Piece) -> Seat:
    """Whose token pays: the player's own card, else another's."""
    player = state.player(seat)
    if player.placed(card) is not None or player.resource(card) is not None:
        return seat
    return state.controller(card) or state.holder(card) or seat


# --- structures ---


def with_structure(state: State, seat: Seat, structure: Iterable[Placed]) -> State:
    return evolve(state, seat, structure=ordered(with_learnt_arrows(state.evening.catalog, tuple(structure))))


def bring_in(state: State, seat: Seat, card: Piece, master: Piece, side: Side) -> State:
    """A Group comes to an arrow of a player's structure, devastated if it left play so (INWO-215).

    What was linked to it wakes up (INWO-119).
    """
    extra = tuple(dict.fromkeys(side for link in state.links if link.to == card for side in link.arrows))
    placed = Placed(card, master, side, devastated=card in state.devastated, extra=extra)
    state = links_wake(replace(state, devastated=without(state.devastated, card)), card)
    return _too_many_of_a_plot(with_structure(state, seat, (*state.player(seat).structure, placed)), seat, {card})


def _remembered(state: State, gone: Iterable[Placed]) -> State:
    """What leaves play devastated, and was not destroyed, will return so (INWO-215, INWO-330)."""
    marked = tuple(each.card for each in gone if each.devastated)
    return replace(state, devastated=tuple(sorted((*state.devastated, *marked)))) if marked else state


class Destination(NamedTuple):
    """An arrow of a player's structure."""

    seat: Seat
    master: Piece
    side: Side


def taken_over(state: State, origin: Seat, card: Piece, destination: Destination, *, captured: bool) -> State:
    """A Group with all below it goes to an arrow of a structure (INWO-94, INWO-95, INWO-119).

    What finds no place is discarded where it was captured, and returns to its player's hand otherwise. INWO-243.
    """
    to, master, side = destination
    moved = state.player(origin).subtree(card)
    kept = tuple(each for each in state.player(origin).structure if each not in moved)
    if captured:
        moved = tuple(replace(each, tokens=0, captured=True) for each in moved)
    arrivals = (replace(moved[0], master=master, side=side), *moved[1:])
    state = with_structure(state, origin, kept)
    structure, lost = arranged(state.evening.catalog, state.player(to).structure, arrivals)
    state = with_structure(state, to, structure)
    if origin != to:
        state = _resources_follow(state, origin, to, {each.card for each in moved})
        state = _too_many_of_a_plot(state, to, {each.card for each in moved})
    state = _remembered(state, (each for each in arrivals if each.card in lost))
    for each in arrivals:
        if each.card in lost:
            state = (discarded if captured else into_hand)(state, origin, each.card)
            state = _links_sleep(state, origin, each)
    return state


def is_one_each(state: State, card: Piece) -> bool:
    """Whether a player has only one of it in play."""
    return state.effects(card).one_each


def _too_many_of_a_plot(state: State, seat: Seat, arrived: set[Piece]) -> State:
    """INWO-63: of what each player has one, the copy that came with a Group is too many."""
    for link in state.links:
        one_each = link.to in arrived and is_one_each(state, link.card)
        mine = {other.card for other in state.links if other.to not in arrived and state.controller(other.to) == seat}
        if one_each and link.card in mine:
            state = link_discarded(state, link)
    return state


def link_discarded(state: State, link: LinkedPlot) -> State:
    links = tuple(other for other in state.links if other is not link)
    return discarded(replace(state, links=links), link.player, link.card)


def _resources_follow(state: State, origin: Seat, to: Seat, cards: set[Piece]) -> State:
    """INWO-107: linked Resources go with their Group."""
    going = tuple(each for each in state.player(origin).resources if each.to in cards)
    staying = tuple(each for each in state.player(origin).resources if each.to not in cards)
    state = evolve(state, origin, resources=staying)
    arrived = tuple(replace(each, tokens=0) for each in going)
    return evolve(state, to, resources=(*state.player(to).resources, *arrived))


def _links_sleep(state: State, seat: Seat, gone: Placed) -> State:
    """INWO-119: what is linked to a Group that is discarded or returns to a hand waits for it."""

    def asleep(link: LinkedPlot) -> LinkedPlot:
        gives = any(play.arrows for play in state.effects(link.card).play)
        return replace(link, asleep=seat, arrows=gone.extra if gives else ())

    return replace(state, links=tuple(asleep(link) if link.to == gone.card else link for link in state.links))


def links_wake(state: State, card: Piece) -> State:
    """The Group is in play again (INWO-119)."""
    links = (replace(link, asleep=None, arrows=()) if link.to == card else link for link in state.links)
    return replace(state, links=tuple(links))


def _links_lost(state: State, seat: Seat, card: Piece) -> State:
    """What was linked to a destroyed Group: Plots are discarded, Resources are destroyed with it (INWO-107)."""
    lost = [link for link in state.links if link.to == card]
    state = replace(state, links=tuple(link for link in state.links if link not in lost))
    state = discarded(state, seat, *(link.card for link in lost)) if lost else state
    linked = tuple(each for each in state.player(seat).resources if each.to == card)
    state = evolve(state, seat, resources=tuple(each for each in state.player(seat).resources if each.to != card))
    for each in linked:
        state = happened(state, Event.SCRAPPED, None, each.card, seat)
    return replace(state, gone=(*state.gone, *(each.card for each in linked)))


def leaves_play(state: State, card: Piece, where: str, by: Seat | None = None, *, killed: bool = False) -> State:
    """A Group leaves play: to the pile of whoever destroyed it, to its player's discards or into his hand.

    Its puppets with all below them go to the hand of the player who controlled it (INWO-164).
    A destroyed Group lies with whoever destroyed it (INWO-163), with its alignments (INWO-303); one that is `uncounted`
    does so too, and counts for no goal.
    """
    seat = state.controller(card)
    if seat is None:
        return state
    fallen = state.player(seat).subtree(card)
    gone = _destroyed(state, card)
    structure = (each for each in state.player(seat).structure if each not in fallen)
    destroyed = where in {"destroyed", "uncounted"}
    state = _remembered(state, fallen[1:] if destroyed else fallen)
    state = _links_lost(state, seat, card) if destroyed else _links_sleep(state, seat, fallen[0])
    for each in fallen[1:]:
        state = _links_sleep(state, seat, each)
    state = with_structure(state, seat, structure)
    for each in fallen[1:]:
        state = into_hand(state, seat, each.card)
    match where:
        case "destroyed" | "uncounted":
            owner = by if by is not None else seat
            gone = replace(gone, killed=killed, uncounted=where == "uncounted")
            pile = (*state.player(owner).destroyed, gone)
            state = happened(evolve(state, owner, destroyed=pile), Event.DESTROYED, by, card, seat)
        case "hand":
            state = into_hand(state, seat, card)
        case _:
            state = discarded(state, seat, card)
    return state if by is None else removed(state, seat, by)


def removed(state: State, seat: Seat, by: Seat) -> State:
    """Who took the last Group of a rival has removed him (INWO-290), and has all Resources of his own faction.

    INWO-281.
    """
    rival, mine = state.player(seat), state.player(by)
    if seat == by or seat in mine.removed or not is_eliminated(state, rival):
        return state
    state = evolve(state, by, removed=tuple(sorted((*mine.removed, seat))))
    if rival.illuminati != mine.illuminati:
        return state
    won = (replace(each, to=None, tokens=0) for each in rival.resources)
    resources = tuple(sorted((*mine.resources, *won), key=lambda each: each.card))
    return evolve(evolve(state, seat, resources=()), by, resources=resources)


def _destroyed(state: State, card: Piece) -> Destroyed:
    """The Group as it is remembered: until the turn ends with the alignments it has now. INWO-10-R."""
    kept, now = (
        tuple(sorted(trait for trait in traits(state, card, permanent=permanent) if trait in ALIGNMENTS))
        for permanent in (True, False)
    )
    fades = state.rule("alignments_of_destroyed") == "until_turn_ends" and now != kept
    return Destroyed(card, now, later=kept) if fades else Destroyed(card, kept)


def resource_leaves(state: State, card: Piece, where: str) -> State:
    """A Resource leaves play: destroyed for good (INWO-102), discarded, or into its player's hand."""
    seat = state.holder(card)
    if seat is None:
        return state
    resources = list(state.player(seat).resources)
    resources.remove(next(each for each in resources if each.card == card))
    state = evolve(state, seat, resources=tuple(resources))
    match where:
        case "destroyed":
            return happened(replace(state, gone=(*state.gone, card)), Event.SCRAPPED, None, card, seat)
        case "hand":
            return into_hand(state, seat, card)
        case _:
            return happened(discarded(state, seat, card), Event.SCRAPPED, None, card, seat)


def devastated(state: State, card: Piece) -> State:
    """INWO-212: the Place is marked."""
    seat = state.controller(card)
    if seat is None:
        return state
    return happened(with_group(state, seat, card, devastated=True), Event.DEVASTATED, None, card, seat)


# --- who is out, who is next ---


def eliminated(state: State, seat: Seat) -> State:
    """INWO-290: hand, decks and Resources leave the game; if it was his turn, the next one begins.

    Or the Resources are discarded (INWO-290-R). What others linked to his Groups goes onto their own piles.
    """
    player = state.player(seat)
    cards = {each.card for each in player.structure}
    linked = tuple(link for link in state.links if link.to in cards or link.asleep == seat)
    state = replace(state, links=tuple(link for link in state.links if link not in linked))
    for link in linked:
        state = state if link.player == seat else discarded(state, link.player, link.card)
    resources = tuple(each.card for each in player.resources)
    discarding = state.rule("victims_resources") == "discarded"
    # What others got from him they still hold: nobody knows which of his cards these are.
    plots = () if player.foreign < 0 else player.unseen_plots
    groups = () if player.foreign_groups < 0 else player.unseen_groups
    tried = state.tried if seat == state.on_turn else ()
    away = (
        *(each.card for each in player.structure),
        *(() if discarding else resources),
        *(link.card for link in linked if link.player == seat),
        *(*player.exposed, *plots, *groups, *player.agents, *tried),
    )
    state = evolve(
        state,
        seat,
        out=True,
        structure=(),
        resources=(),
        agents=(),
        plots=0,
        exposed=(),
        groups=0,
        foreign=min(0, player.foreign),
        foreign_groups=min(0, player.foreign_groups),
        unseen_plots=() if plots else player.unseen_plots,
        unseen_groups=() if groups else player.unseen_groups,
        discard=(*player.discard, *resources) if discarding else player.discard,
    )
    return replace(
        state,
        put_away=tuple(sorted((*state.put_away, *away))),
        tried=() if tried else state.tried,
        claims=tuple(claim for claim in state.claims if claim.player != seat),
        phase=Phase.KNOCKED if seat == state.on_turn else state.phase,
    )


def next_seat(state: State) -> Seat:
    """Whose turn follows: that of whoever was interrupted, else of the next to the right (INWO-29)."""
    if state.interrupted is not None and not state.player(state.interrupted).out:
        return state.interrupted
    seats = _to_the_right(state, state.interrupted or state.on_turn)
    return next((seat for seat in seats if not state.player(seat).out), state.on_turn)


def _to_the_right(state: State, seat: Seat) -> tuple[Seat, ...]:
    """All seats in the order in which they follow this one, itself the last; they are lettered clockwise."""
    order = state.seats[::-1]
    start = order.index(seat) + 1
    return (*order[start:], *order[:start])


def begins_a_round(state: State, seat: Seat) -> bool:
    """Whether the turn of this player, who is next, is the first of a round.

    It comes to who began, or past his seat where he is out. A turn that was interrupted has been counted.
    """
    if state.interrupted == seat:
        return False
    passed = _to_the_right(state, state.interrupted or state.on_turn)
    return state.first in passed[: passed.index(seat) + 1]
