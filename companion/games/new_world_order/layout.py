"""Where everything lies on the mat, in millimetres, for two to five players (docs/tags.md shows the labels).

Seats along the upper edge face down, seats along the lower edge face up; clockwise as the camera shows it, A is the
first on the upper edge. The mat is as wide as so many players need. Each seat has, from the middle outwards, a band
(character, disc, triangles, tiles) and its slots, in which piles are fanned towards the player so that every label
shows. Card and tile sizes are provisional until somebody has measured a copy; they are written here only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import dist

from companion.core.game import Seat
from companion.core.table import Box, Observation, Piece, Pose, Reading, Tag, Zone
from companion.core.tags import anchor_tags
from companion.core.zones import Area, OnFixedZones, ZoneLayout, is_blind, put_away_corner
from companion.games.new_world_order.catalog import Ability
from companion.games.new_world_order.game_flow import reserve_target
from companion.games.new_world_order.piles import abilities
from companion.games.new_world_order.pyramid import INDEX, PLACES, UNDER, PyramidPlace, zone
from companion.games.new_world_order.state import SEATS, State

WIDTHS = {2: 736.0, 3: 1100.0, 4: 918.0, 5: 1184.0}
"""By players: room for the seats of the fuller edge and for the middle, rounded up to what whole pages of A4 hold."""

HEIGHT = 800.0
CARD_WIDTH, CARD_HEIGHT = 57.0, 87.0
TILE = 50.0
LABEL = 20.0

SIDE = 32.0
"""Free margin left and right, for anchors."""

CENTRE_TOP, CENTRE_BOTTOM = 297.0, 503.0
BAND = 88.0
FAN = 22.0
TILE_STEP = 36.5
CLOSEST_TILES = 35.4
"""Nearer to each other tiles would lie on each other's labels."""

MARKET_PITCH, MARKET_ROW, MARKET_COLUMNS = 60.0, 59.0, 6
MIDDLE_WIDTH = 672.0
"""From the market's left edge to the reserve's right one; the pyramid and the reserve as seen from the market."""

PYRAMID_DX, RESERVE_DX, ANCHOR_DX = 410.0, 612.0, 385.0
PYRAMID_TOP = 300.0
CARD_LABEL_DY = LABEL / 2 + 1.5 - CARD_HEIGHT / 2
"""The label is glued at the middle of a card's upper edge, so that a fanned pile shows it."""

CORNER = 100.0
"""So wide at most is the corner for what is put away."""

ROWS = {2: (1, 1), 3: (2, 1), 4: (2, 2), 5: (3, 2)}
ANCHOR_INSET = 20.0
SIDE_ANCHORS = (20.0, 780.0, 210.0, 400.0, 590.0)
"""The corners first: their labels are the same for any number of players."""

MIDDLE_ANCHORS = (330.0, 470.0)


def columns(players: int) -> int:
    """How many slots a seat has room for: the Banker's, or the Globalist's specials in the last column."""
    return 8 if players <= 3 else 6


@dataclass(frozen=True, slots=True)
class _SeatArea:
    """A seat's own frame: u to the player's right, v towards the player, from the inner left corner."""

    left: float
    width: float
    upper: bool

    def pose(self, u: float, v: float) -> Pose:
        if self.upper:
            return Pose(self.left + self.width - u, CENTRE_TOP - v, 180.0)
        return Pose(self.left + u, CENTRE_BOTTOM + v, 0.0)

    def box(self, u: tuple[float, float], v: tuple[float, float]) -> Box:
        one, other = self.pose(u[0], v[0]), self.pose(u[1], v[1])
        return Box(min(one.x, other.x), min(one.y, other.y), max(one.x, other.x), max(one.y, other.y))


def _seat_areas(players: int) -> dict[Seat, _SeatArea]:
    upper, lower = ROWS[players]
    seat_areas: dict[Seat, _SeatArea] = {}
    for index, seat in enumerate(SEATS[:players]):
        above = index < upper
        count = upper if above else lower
        width = (WIDTHS[players] - 2 * SIDE) / count
        place = index if above else count - 1 - (index - upper)
        seat_areas[seat] = _SeatArea(SIDE + place * width, width, above)
    return seat_areas


@lru_cache(maxsize=64)
def _fixed(players: int, globalists: tuple[Seat, ...], reserve: bool) -> ZoneLayout:
    areas: list[Area] = []
    for seat, seat_area in _seat_areas(players).items():
        # Lowest first: an Illuminati's second character reaches under the first slot, whose pile is laid later.
        areas.extend(_band_areas(seat, seat_area))
        areas.extend(_slot_areas(seat, seat_area, columns(players), outside=seat in globalists))
    left = _market_left(players)
    areas.append(_cards("market", left, MARKET_COLUMNS))
    if reserve:
        areas.append(_cards("reserve", left + RESERVE_DX, 1))
    areas += _corner(players, left, reserve=reserve)
    return ZoneLayout(WIDTHS[players], HEIGHT, _anchors(players), {area.zone: area for area in areas})


def _corner(players: int, left: float, *, reserve: bool) -> list[Area]:
    """Right of the middle, or where the reserve would lie; on a mat for two that has a reserve there is no room."""
    beside = left + MIDDLE_WIDTH + 4.0, WIDTHS[players] - SIDE
    if beside[1] - beside[0] >= CARD_WIDTH:
        return [put_away_corner(Box(beside[0], CENTRE_TOP, min(beside[1], beside[0] + CORNER), CENTRE_BOTTOM))]
    over = left + RESERVE_DX, left + MIDDLE_WIDTH
    return [] if reserve else [put_away_corner(Box(over[0], CENTRE_TOP, over[1], CENTRE_BOTTOM))]


def _market_left(players: int) -> float:
    return (WIDTHS[players] - MIDDLE_WIDTH) / 2


def _cards(name: Zone, left: float, count: int) -> Area:
    """Cards in so many columns, in the middle of the mat."""
    first = Pose(left + MARKET_PITCH / 2, CENTRE_TOP + LABEL / 2 + 1.5)
    box = Box(left, CENTRE_TOP, left + MARKET_PITCH * count, CENTRE_BOTTOM)
    return Area(name, box, first, MARKET_PITCH, MARKET_ROW, count)


def _anchors(players: int) -> dict[Tag, Pose]:
    edges = (ANCHOR_INSET, WIDTHS[players] - ANCHOR_INSET)
    places = [Pose(x, y) for y in SIDE_ANCHORS for x in edges]
    places += [Pose(_market_left(players) + ANCHOR_DX, y) for y in MIDDLE_ANCHORS]
    return dict(zip(anchor_tags(), places, strict=True))


def _slot_areas(seat: Seat, seat_area: _SeatArea, count: int, *, outside: bool) -> list[Area]:
    pitch = min(CARD_WIDTH + 7, seat_area.width / count)
    areas = []
    for number in range(1, count + 1):
        name = f"{seat}.specials" if outside and number == count else f"{seat}.{number}"
        u = (number - 1) * pitch
        box = seat_area.box((u, u + pitch), (BAND, CENTRE_TOP))
        areas.append(Area(name, box, seat_area.pose(u + pitch / 2, BAND + LABEL / 2), down=FAN))
    return areas


def _band_areas(seat: Seat, seat_area: _SeatArea) -> list[Area]:
    room = seat_area.width - 126 - TILE
    gaps = int(room // CLOSEST_TILES)
    return [
        Area(f"{seat}.character", seat_area.box((0, 57), (0, BAND)), seat_area.pose(28.5, LABEL / 2 + 1.5), down=30.0),
        Area(f"{seat}.disc", seat_area.box((57, 100), (0, BAND)), seat_area.pose(78.5, 25)),
        Area(f"{seat}.triangles", seat_area.box((100, 125), (0, BAND)), seat_area.pose(112.5, 14), down=25.0),
        Area(
            f"{seat}.tiles",
            seat_area.box((125, seat_area.width), (0, BAND)),
            seat_area.pose(126 + TILE / 2, TILE / 2 + 1),
            room / gaps,
            TILE_STEP,
            gaps + 1,
        ),
    ]


@dataclass(frozen=True, slots=True)
class MatLayout(OnFixedZones):
    """The `TableLayout` of one state: fixed zones, and the pyramid whose layers share one part of the mat.

    The places of the first and third layer share their centres, and so do those of the second and fourth: a label
    there belongs to the place where the state has its tile, else to the highest place that has something to lie on.
    """

    fixed: ZoneLayout
    pyramid: tuple[Piece | None, ...]
    pyramid_left: float
    piece_of: Mapping[Tag, Piece]

    @property
    def zones(self) -> Mapping[Zone, Box]:
        """Lower layers of the pyramid come before higher ones."""
        return {**self.fixed.zones, **_squares(self.pyramid_left, TILE)}

    def read(self, observation: Observation) -> Reading:
        return Reading({**self.fixed.tags_by_zone(observation), **self._pyramid_zones(observation)})

    def spot(self, zone: Zone, index: int) -> Pose:
        if zone in _PLACE_OF_ZONE:
            return _pose(self.pyramid_left, _PLACE_OF_ZONE[zone])
        return self.fixed.spot(zone, index)

    def _pyramid_zones(self, observation: Observation) -> dict[Zone, tuple[Tag, ...]]:
        lying: dict[int, list[Tag]] = {}
        for label in observation.pieces:
            x, y = label.pose.x - self.pyramid_left, label.pose.y - PYRAMID_TOP
            if _PYRAMID_BOX.contains(x, y):
                lying.setdefault(self._place(label.tag, (x, y)), []).append(label.tag)
        hidden = _covered_by(lying)
        return {
            name: tuple(lying.get(index, ()))
            for index, (name, box) in enumerate(_squares(self.pyramid_left, LABEL).items())
            if index not in hidden and not is_blind(box, observation.blind)
        }

    def _place(self, tag: Tag, at: tuple[float, float]) -> int:
        sharing = _SHARING[min(_SHARING, key=lambda spot: dist(spot, at))]
        piece = self.piece_of.get(tag)
        for index in sharing:
            if piece is not None and self.pyramid[index] == piece:
                return index
        # Four tiles that carry the higher place hide the label of the lower one.
        borne = (index for index in sharing if all(self.pyramid[below] is not None for below in UNDER[index]))
        # Hands may build faster than the game follows, and may lay a tile over a gap.
        return next(borne, sharing[-1])


@lru_cache(maxsize=32)
def _squares(pyramid_left: float, edge: float) -> Mapping[Zone, Box]:
    """The tiles; or their labels, which have to be in sight to speak for a place: a hand may hide a neighbour."""
    half, centres = edge / 2, {name: _pose(pyramid_left, place) for name, place in _PLACE_OF_ZONE.items()}
    return {name: Box(at.x - half, at.y - half, at.x + half, at.y + half) for name, at in centres.items()}


def _pose(pyramid_left: float, place: PyramidPlace) -> Pose:
    x, y = _centre(place)
    return Pose(pyramid_left + x, PYRAMID_TOP + y)


def _centre(place: PyramidPlace) -> tuple[float, float]:
    """Of the tile and of its label, from the pyramid's upper left corner."""
    layer, row, column = place
    inset = (layer - 1) * TILE / 2
    return inset + (column + 0.5) * TILE, inset + (row + 0.5) * TILE


def _covered_by(lying: Mapping[int, object]) -> set[int]:
    """The places that lie, wholly or by a corner, under a place where something was seen."""
    hidden: set[int] = set()
    todo = list(lying)
    while todo:
        for below in UNDER[todo.pop()]:
            if below not in hidden:
                hidden.add(below)
                todo.append(below)
    return hidden


_PYRAMID_BOX = Box(0.0, 0.0, 4 * TILE, 4 * TILE)
_PLACE_OF_ZONE = {zone(index): place for index, place in enumerate(PLACES)}


def _shared_spots() -> dict[tuple[float, float], tuple[int, ...]]:
    spots: dict[tuple[float, float], tuple[int, ...]] = {}
    for place in reversed(PLACES):
        spots[_centre(place)] = (*spots.get(_centre(place), ()), INDEX[place])
    return spots


_SHARING = _shared_spots()
"""The places that share a centre, the higher layer first."""


def layout(state: State, piece_of: Mapping[Tag, Piece]) -> MatLayout:
    """Where the zones lie for these players."""
    globalists = tuple(seat for seat in state.seats if Ability.OUTSIDE_SPECIALS in abilities(state, state.player(seat)))
    players = len(state.players)
    fixed = _fixed(players, globalists, reserve_target(state) > 0)
    return MatLayout(fixed, state.pyramid, _market_left(players) + PYRAMID_DX, piece_of)
