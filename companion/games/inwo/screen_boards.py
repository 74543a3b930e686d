"""Structures as they lie on the table, and the middle with the New World Orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.core.game import Seat
from companion.core.screen import Board, Cell, Intent, Tone
from companion.core.table import Piece
from companion.core.text import Text, say
from companion.games.inwo.catalog import Kind
from companion.games.inwo.geometry import half_extent, places
from companion.games.inwo.state import Placed, Player, State
from companion.games.inwo.table import arrow_zone
from companion.games.inwo.values import alignments, global_power, is_devastated, power, resistance

UNIT = 100.0
"""Millimetres of the table for one unit of the board."""
LEAST_WIDTH, LEAST_HEIGHT = 3.0, 3.0
_TINT = {
    "Government": "#3b6ea5",
    "Corporate": "#7a7a7a",
    "Liberal": "#4aa564",
    "Conservative": "#b04545",
    "Peaceful": "#8fc1e3",
    "Violent": "#c0392b",
    "Straight": "#c9b458",
    "Weird": "#8e44ad",
    "Criminal": "#5d4037",
    "Fanatic": "#e67e22",
}

Touch = Callable[[Piece], Intent | None]


def structure_board(state: State, seat: Seat, player: Player, touch: Touch | None) -> Board:
    """A structure from above, moved so that it begins at the board's corner; beside it what lies open."""
    lying = places(state.evening.catalog, player.structure)
    extents = {card: half_extent(state.card(card), spot) for card, spot in lying.items()}
    left = min((spot.x - extents[card][0] for card, spot in lying.items()), default=0.0)
    top = min((spot.y - extents[card][1] for card, spot in lying.items()), default=0.0)
    right = max((spot.x + extents[card][0] for card, spot in lying.items()), default=0.0)
    bottom = max((spot.y + extents[card][1] for card, spot in lying.items()), default=0.0)
    beside = tuple(_beside(state, player, max((right - left) / UNIT, 0.0) + 0.1, seat))
    width = max((right - left) / UNIT + (1.1 if beside else 0.0), LEAST_WIDTH)
    height = max((bottom - top) / UNIT, LEAST_HEIGHT, 0.35 * len(beside))
    cells = tuple(
        Cell(
            title=state.card(placed.card).title,
            x=(lying[placed.card].x - extents[placed.card][0] - left) / UNIT,
            y=(lying[placed.card].y - extents[placed.card][1] - top) / UNIT,
            width=2 * extents[placed.card][0] / UNIT,
            height=2 * extents[placed.card][1] / UNIT,
            value=str(placed.tokens) if placed.tokens else "",
            detail=_detail(state, placed),
            tints=tuple(_TINT[each] for each in sorted(alignments(state, placed.card)))[:3],
            tone=_tone(state, seat, placed),
            zone=_zone(seat, placed),
            intent=touch(placed.card) if touch is not None else None,
        )
        for placed in player.structure
    )
    return Board(f"structure {seat}", say("structure"), width, height, (*cells, *beside))


def _detail(state: State, placed: Placed) -> Text:
    """What the card is worth now, in the figures that are printed on it."""
    strength = power(state, placed.card)
    if state.card(placed.card).kind is Kind.ILLUMINATI:
        return say("Power {power}", power=strength)
    both = f"{strength}/{worldwide}" if (worldwide := global_power(state, placed.card)) else str(strength)
    return say("Power {power}, Resistance {resistance}", power=both, resistance=resistance(state, placed.card))


def _tone(state: State, seat: Seat, placed: Placed) -> Tone:
    if is_devastated(state, seat, placed.card):
        return Tone.BAD
    attack = state.attack
    return Tone.ATTENTION if attack is not None and attack.target == placed.card else Tone.NORMAL


def _zone(seat: Seat, placed: Placed) -> str:
    if placed.master is None or placed.side is None:
        return f"{seat}.illuminati"
    return arrow_zone(seat, placed.master, placed.side)


def _beside(state: State, player: Player, x: float, seat: Seat) -> Iterator[Cell]:
    """Resources, linked Plots, exposed Plots."""
    mine = {placed.card for placed in player.structure}
    links = [(link.card, link.to) for link in state.links if link.to in mine]
    lines = [(each.card, each.to, str(each.tokens or ""), f"{seat}.resources") for each in player.resources]
    lines += [(card, to, "", f"{seat}.links") for card, to in links]
    lines += [(card, None, "", f"{seat}.exposed") for card in player.exposed]
    for number, (card, to, value, zone) in enumerate(lines):
        detail = say("linked to {card}", card=state.card(to).title) if to is not None else None
        yield Cell(state.card(card).title, x, number * 0.35, 1.0, 0.33, value, detail, zone=zone)


def middle_board(state: State) -> Board:
    cells = tuple(
        Cell(state.card(order.card).title, number * 1.1, 0.0, 1.0, 0.6, zone="orders")
        for number, order in enumerate(state.orders)
    )
    return Board("middle", say("New World Orders"), 3.3, 0.6, cells, 0.3)
