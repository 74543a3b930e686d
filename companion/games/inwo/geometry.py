"""Where the cards of a structure lie: rectangles, arrows in the middle of edges, quarter turns (INWO-84 to INWO-91).

Lengths are millimetres from the middle of the Illuminati, x to the right, y down; a quarter is a turn of 90 degrees
clockwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from companion.core.facts import Provenance
from companion.core.rules import Refusal
from companion.core.table import Piece, Pose
from companion.core.text import Text, comma_list, say
from companion.games.inwo.catalog import Card, Catalog, Kind, Side
from companion.games.inwo.names import SIDE
from companion.games.inwo.state import Placed, State

LONG, SHORT = 88.0, 63.0
"""A card's edges, millimetres. Groups lie upright, Illuminati across."""

SIDES = (Side.TOP, Side.RIGHT, Side.BOTTOM, Side.LEFT)
TOUCHING = 0.5
"""Cards whose edges meet do not overlap; millimetres."""


class Spot(NamedTuple):
    """Where a card lies: its middle, and how many quarter turns it is turned."""

    x: float
    y: float
    quarters: int

    @property
    def pose(self) -> Pose:
        return Pose(self.x, self.y, self.quarters * 90.0)


ROOT = Spot(0.0, 0.0, 0)


def size(card: Card) -> tuple[float, float]:
    """Width and height of the card as it is read."""
    return (LONG, SHORT) if card.kind is Kind.ILLUMINATI else (SHORT, LONG)


def outward(card: Card, side: Side, quarters: int = 0) -> tuple[float, float]:
    """From the middle of the card to the middle of one of its edges, when it is turned.

    Arrows sit in the middle of edges (INWO-89).
    """
    width, height = size(card)
    x, y = {
        Side.TOP: (0.0, -height / 2),
        Side.RIGHT: (width / 2, 0.0),
        Side.BOTTOM: (0.0, height / 2),
        Side.LEFT: (-width / 2, 0.0),
    }[side]
    for _ in range(quarters % 4):
        x, y = -y, x
    return x, y


def puppet_spot(master: Card, at: Spot, side: Side, puppet: Card) -> Spot:
    """Where a puppet lies at an arrow of its master: its incoming edge against the master's, middle to middle.

    INWO-85, INWO-90.
    """
    assert puppet.incoming is not None
    facing = (SIDES.index(side) + at.quarters + 2) % 4
    quarters = (facing - SIDES.index(puppet.incoming)) % 4
    edge_x, edge_y = outward(master, side, at.quarters)
    own_x, own_y = outward(puppet, puppet.incoming, quarters)
    return Spot(at.x + edge_x - own_x, at.y + edge_y - own_y, quarters)


def half_extent(card: Card, spot: Spot) -> tuple[float, float]:
    width, height = size(card)
    return (height / 2, width / 2) if spot.quarters % 2 else (width / 2, height / 2)


def overlap(one: Card, at: Spot, other: Card, there: Spot) -> bool:
    """Whether two cards share more than an edge (INWO-86). Cards are rectangles (INWO-91)."""
    width, height = half_extent(one, at)
    other_width, other_height = half_extent(other, there)
    return (
        abs(at.x - there.x) < width + other_width - TOUCHING and abs(at.y - there.y) < height + other_height - TOUCHING
    )


@lru_cache(maxsize=4096)
def spots(catalog: Catalog, shape: tuple[tuple[Piece, Piece | None, Side | None], ...]) -> dict[Piece, Spot]:
    """Where each card of a structure lies."""
    found: dict[Piece, Spot] = {}
    for card, master, side in shape:
        if master is None or side is None:
            found[card] = ROOT
        elif master in found:
            found[card] = puppet_spot(catalog[master], found[master], side, catalog[card])
    return found


def shape_of(structure: Iterable[Placed]) -> tuple[tuple[Piece, Piece | None, Side | None], ...]:
    """What of a structure decides where its cards lie."""
    return tuple((each.card, each.master, each.side) for each in structure)


def places(catalog: Catalog, structure: Iterable[Placed]) -> dict[Piece, Spot]:
    return spots(catalog, shape_of(structure))


def overlapping(catalog: Catalog, structure: Iterable[Placed]) -> Iterator[tuple[Piece, Piece]]:
    """Each two Groups that overlap.

    Only Groups count (INWO-88), and each structure lies on a plane of its own (INWO-86-R).
    """
    lying = list(places(catalog, structure).items())
    for index, (card, spot) in enumerate(lying):
        for other, there in lying[:index]:
            if overlap(catalog[card], spot, catalog[other], there):
                yield other, card


def outgoing(catalog: Catalog, placed: Placed) -> tuple[Side, ...]:
    """The edges with control arrows: printed ones, and those that a Plot gave it or the table has used."""
    return tuple(dict.fromkeys((*catalog[placed.card].outgoing, *placed.extra)))


def arrows(catalog: Catalog, structure: Iterable[Placed]) -> Iterator[tuple[Piece, Side]]:
    """Every outgoing arrow of a structure at which no puppet lies."""
    structure = tuple(structure)
    taken = {(each.master, each.side) for each in structure}
    for each in structure:
        for side in outgoing(catalog, each):
            if (each.card, side) not in taken:
                yield each.card, side


def fits(catalog: Catalog, structure: tuple[Placed, ...], arrivals: tuple[Placed, ...]) -> bool:
    """Whether Groups that arrive (their first at an arrow) overlap nothing that is there, nor each other."""
    lying = places(catalog, (*structure, *arrivals))
    names = [each.card for each in (*structure, *arrivals)]
    return not any(
        overlap(catalog[each.card], lying[each.card], catalog[other], lying[other])
        for index, each in enumerate(arrivals, start=len(structure))
        for other in names[:index]
    )


def arranged(
    catalog: Catalog, structure: tuple[Placed, ...], arrivals: tuple[Placed, ...]
) -> tuple[tuple[Placed, ...], tuple[Piece, ...]]:
    """INWO-95: the structure with the arrivals, each where it is or at another arrow of its master; and what is lost.

    The first arrival has been laid by its player. Those that overlap nothing keep their places before others look for
    new ones. Whatever hangs below a lost Group is lost with it.
    """
    laid, displaced, lost = [*structure, arrivals[0]], list[Placed](), set[Piece]()
    for each in arrivals[1:]:
        stays = not any(each.master == other.card for other in displaced) and fits(catalog, tuple(laid), (each,))
        (laid if stays else displaced).append(each)
    for each in displaced:
        if each.master in lost:
            lost.add(each.card)
            continue
        place = _place_for(catalog, tuple(laid), each)
        if place is None:
            lost.add(each.card)
        else:
            laid.append(place)
    return tuple(laid), tuple(each.card for each in arrivals if each.card in lost)


def _place_for(catalog: Catalog, structure: tuple[Placed, ...], arrival: Placed) -> Placed | None:
    assert arrival.master is not None
    taken = {each.side for each in structure if each.master == arrival.master}
    master = next(each for each in structure if each.card == arrival.master)
    for side in (arrival.side, *outgoing(catalog, master)):
        moved = replace(arrival, side=side)
        if side not in taken and fits(catalog, structure, (moved,)):
            return moved
    return None


def ordered(structure: Iterable[Placed]) -> tuple[Placed, ...]:
    """Masters before their puppets, else by card, so that equal structures are equal values."""
    left = sorted(structure, key=lambda each: each.card)
    found: list[Placed] = []
    known: set[Piece | None] = {None}
    while left:
        ready = [each for each in left if each.master in known]
        if not ready:
            return (*found, *left)
        found += ready
        known |= {each.card for each in ready}
        left = [each for each in left if each not in ready]
    return tuple(found)


# --- arrows that nobody has told ---
#
# Control arrows that nobody has told: what is assumed of them, what use has shown, what a refusal says (INWO-83).


def are_assumed(card: Card) -> bool:
    """Whether nobody who has the card has told where its arrows are."""
    return card.is_group and card.arrows is Provenance.PROVISIONAL


def untold_edges(catalog: Catalog, placed: Placed) -> tuple[Side, ...]:
    """Where a Group may have a control arrow, for all that anybody has told, though none is assumed there."""
    card = catalog[placed.card]
    known = {card.incoming, *outgoing(catalog, placed)}
    return tuple(side for side in SIDES if side not in known) if are_assumed(card) else ()


# --- what use shows ---


def with_learnt_arrows(catalog: Catalog, structure: tuple[Placed, ...]) -> Iterator[Placed]:
    """Where the table leaves a Group there is an arrow, if nobody who has the master has told where those are."""
    for each in structure:
        used = tuple(other.side for other in structure if other.master == each.card and other.side is not None)
        new = tuple(side for side in used if side not in outgoing(catalog, each))
        yield replace(each, extra=(*each.extra, *new)) if new and are_assumed(catalog[each.card]) else each


def shown_arrows(state: State, placed: Placed) -> frozenset[Side]:
    """The edges at which the table has left puppets, this evening or an earlier one, and no Plot made an arrow.

    None where somebody has told where the arrows are.
    """
    card, owner = state.card(placed.card), state.controller(placed.card)
    if not are_assumed(card):
        return frozenset()
    plots = (link.card for link in state.links if link.to == placed.card)
    made = {side for plot in plots for play in state.effects(plot).play for side in play.arrows}
    puppets = () if owner is None else state.player(owner).puppets(placed.card)
    used = {puppet.side for puppet in puppets if puppet.side is not None}
    return frozenset({*card.laid, *placed.extra, *used} - made - {card.incoming})


# --- what a refusal rests on ---


def as_it_lies(refusal: Refusal, state: State, lying: Collection[Placed]) -> Refusal:
    """The refusal, which rests on where these Groups lie: on the edges by which they hang from their masters."""
    cards = [state.card(each.card) for each in lying]
    untold = [card for card in cards if are_assumed(card) and card.hung is None]
    if len(untold) != 1 or untold[0].incoming is None:
        return as_assumed(refusal, state, [each for each in lying if state.card(each.card) in untold])
    words = {"card": untold[0].title, "edge": SIDE[untold[0].incoming]}
    assumption = say("Nobody has told where the arrow points into {card}. We assume it here: {edge}.", **words)
    telling = say("Or tell under Your copies where {card} has arrows.", card=untold[0].title)
    return Refusal(_followed_by(refusal.reason, assumption), _followed_by(refusal.repair, telling), provisional=True)


def at_no_arrow(refusal: Refusal, state: State, master: Placed | None, side: Side) -> Refusal:
    """The refusal, which rests on that this Group has no arrow there."""
    if master is None:
        return refusal
    return as_assumed(refusal, state, (master,), provisional=side in untold_edges(state.evening.catalog, master))


def as_assumed(refusal: Refusal, state: State, lying: Collection[Placed], *, provisional: bool = True) -> Refusal:
    """The refusal, which rests on where these Groups have arrows, with what is assumed of that and where to tell it.

    As it is where all of that has been told. `provisional`: hands may know better.
    """
    untold = [each for each in lying if are_assumed(state.card(each.card))]
    if not untold:
        return refusal
    if len(lying) == 1:
        assumption = _assumption(state, untold[0])
        telling = say("Or tell under Your copies where {card} has arrows.", card=state.card(untold[0].card).title)
    else:
        assumption = say("That is so if all arrows are where we assume.")
        telling = say("Or tell under Your copies where the cards have theirs.")
    return Refusal(_followed_by(refusal.reason, assumption), _followed_by(refusal.repair, telling), provisional)


def _followed_by(sentence: Text, other: Text) -> Text:
    return say("{sentence} {other}", sentence=sentence, other=other)


def _assumption(state: State, placed: Placed) -> Text:
    shown = [side for side in SIDES if side in shown_arrows(state, placed)]
    rest = [side for side in outgoing(state.evening.catalog, placed) if side not in shown]
    words = {
        "card": state.card(placed.card).title,
        "shown": comma_list(SIDE[side] for side in shown),
        "edges": comma_list(SIDE[side] for side in rest),
    }
    if shown and rest:
        return say("The table has shown arrows of {card} here: {shown}. We assume more here: {edges}.", **words)
    if shown:
        return say("The table has shown arrows of {card} here: {shown}. We assume that there are no others.", **words)
    if rest:
        return say("Nobody has told where {card} has arrows. We assume them here: {edges}.", **words)
    return say("Nobody has told whether {card} has arrows. A public list gives it none.", **words)
