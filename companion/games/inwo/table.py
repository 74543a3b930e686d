"""What the camera should see of a state: structures by their arrows, and what lies open beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from companion.core.game import Seat
from companion.core.table import UNREADABLE, Piece, PieceShape, TableSnapshot, Zone
from companion.games.inwo.catalog import Kind, Side, Trait
from companion.games.inwo.continuous_effects import links_beside
from companion.games.inwo.decks import DeckEvening
from companion.games.inwo.geometry import LONG, SHORT, outgoing, untold_edges
from companion.games.inwo.state import Player, State

LABEL_FROM_EDGE = 12.0
"""The label's centre lies so far below a card's upper edge, in its middle; millimetres."""
_TINTS: Mapping[Kind, str] = {Kind.PLOT: "#2f5d9e", Kind.RESOURCE: "#6a3d9a", Kind.ILLUMINATI: "#202020"}
_GROUP_TINT = "#b03030"


def arrow_zone(seat: Seat, master: Piece, side: Side) -> Zone:
    return f"{seat}.{master}.{side}"


@lru_cache(maxsize=256)
def table(state: State) -> TableSnapshot:
    """Hands, decks and tokens are left out: nobody shows them to a camera."""
    zones: dict[Zone, tuple[Piece, ...]] = {
        "orders": tuple(sorted(order.card for order in state.orders)),
        "played": tuple(sorted(_being_played(state))),
    }
    for seat, player in state.each():
        zones.update(_seat(state.evening, seat, player))
        zones[f"{seat}.links"] = tuple(sorted(link.card for link in links_beside(state, seat)))
    return TableSnapshot(zones)


def _being_played(state: State) -> Iterator[Piece]:
    """What lies in the middle for a while: Plots that wait to take effect or are carried out by hand.

    In an attack also what was played with it, agents, and a target out of the hand.
    """
    waiting = (*state.stack, *((state.by_hand,) if state.by_hand is not None else ()))
    for played in waiting:
        if state.card(played.card).kind is Kind.PLOT:
            yield played.card
    attack = state.attack
    if attack is not None:
        yield from (card for _, card in attack.played)
        if state.attacking_plot is not None:
            yield state.attacking_plot
        if attack.agents is not None:
            yield attack.target
        if attack.from_hand:
            yield attack.target


@lru_cache(maxsize=4096)
def _seat(evening: DeckEvening, seat: Seat, player: Player) -> dict[Zone, tuple[Piece, ...]]:
    zones: dict[Zone, tuple[Piece, ...]] = {
        f"{seat}.illuminati": tuple(placed.card for placed in player.structure if placed.master is None),
        f"{seat}.resources": tuple(sorted((*(each.card for each in player.resources), *player.agents))),
        f"{seat}.exposed": player.exposed,
        f"{seat}.discard": player.discard[-1:],
        f"{seat}.destroyed": tuple(gone.card for gone in player.destroyed[-1:]),
    }
    for placed in player.structure:
        for side in (*outgoing(evening.catalog, placed), *untold_edges(evening.catalog, placed)):
            zones[arrow_zone(seat, placed.card, side)] = ()
    for placed in player.structure:
        if placed.master is not None and placed.side is not None:
            zones[arrow_zone(seat, placed.master, placed.side)] = (placed.card,)
    return zones


def may_show(state: State, seen: TableSnapshot) -> bool:
    """Whether each card lies where its kind does."""
    return all(may_lie(state, zone, piece) for zone, pieces in seen.zones.items() for piece in pieces)


def may_lie(state: State, zone: Zone, piece: Piece) -> bool:
    """Whether any action, legal or not, could ever bring the card into the zone."""
    return piece == UNREADABLE or _may_lie(state.evening, zone, piece)


@lru_cache(maxsize=8192)
def _may_lie(evening: DeckEvening, zone: Zone, piece: Piece) -> bool:
    card = evening[piece]
    match zone.split("."):
        case ["played"] | [_, "discard"]:
            return True
        case [_, "illuminati"]:
            return card.kind is Kind.ILLUMINATI
        case ["orders"] | [_, "links" | "exposed"]:
            return not card.in_group_deck
        case [_, "resources"]:
            return card.kind is not Kind.PLOT
        case _:
            return card.is_group


def pile_heights(state: State) -> Mapping[Zone, int]:
    """Of the piles of which only the topmost card shows."""
    heights: dict[Zone, int] = {}
    for seat, player in state.each():
        heights[f"{seat}.discard"] = len(player.discard)
        heights[f"{seat}.destroyed"] = len(player.destroyed)
    return heights


def shape(evening: DeckEvening, piece: Piece) -> PieceShape:
    """Size, label and colour of a card; Illuminati lie across."""
    card = evening[piece]
    width, height = (LONG, SHORT) if card.kind is Kind.ILLUMINATI else (SHORT, LONG)
    tint: Trait = _TINTS.get(card.kind, _GROUP_TINT)
    return PieceShape(width, height, 0.0, LABEL_FROM_EDGE - height / 2, card.name, (tint,))
