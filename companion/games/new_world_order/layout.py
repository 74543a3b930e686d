"""Where everything lies on the mat, in millimetres, for two to five players (docs/tags.md shows the labels).

Seats along the upper edge face down, seats along the lower edge face up; clockwise as the camera shows it, A is the
first on the upper edge. Each seat has, from the middle outwards, a band (character, disc, triangles, tiles) and its
slots, in which piles are fanned towards the player so that every label shows. Card and tile sizes are provisional until
somebody has measured a copy; they are written here only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.core.game import Seat
from companion.core.table import Box, LabelPlace, Observation, Piece, Pose, Reading, Tag, Zone
from companion.core.tags import anchor_tags
from companion.core.zones import Area, ZoneLayout, is_blind
from companion.games.new_world_order.catalog import Ability
from companion.games.new_world_order.phases import reserve_target
from companion.games.new_world_order.piles import abilities
from companion.games.new_world_order.pyramid import INDEX, PLACES, UNDER, PyramidPlace, zone
from companion.games.new_world_order.state import SEATS, State

WIDTH, HEIGHT = 1200.0, 800.0
CARD_WIDTH, CARD_HEIGHT = 57.0, 87.0
TILE = 50.0
LABEL = 20.0

SIDE = 60.0
"""Free margin left and right, for anchors."""

CENTRE_TOP, CENTRE_BOTTOM = 297.0, 503.0
BAND = 88.0
FAN = 21.0
TILE_STEP = 36.5
MARKET_LEFT, MARKET_PITCH, MARKET_ROW, MARKET_COLUMNS = 270.0, 60.0, 59.0, 6
PYRAMID_LEFT, PYRAMID_TOP = 680.0, 300.0
RESERVE_LEFT = 900.0
CARD_LABEL_DY = LABEL / 2 + 1.5 - CARD_HEIGHT / 2
"""The label is glued at the middle of a card's upper edge, so that a fanned pile shows it."""

ROWS = {2: (1, 1), 3: (2, 1), 4: (2, 2), 5: (3, 2)}
ANCHOR_PLACES = (
    (20.0, 20.0),
    (1180.0, 20.0),
    (20.0, 780.0),
    (1180.0, 780.0),
    (20.0, 210.0),
    (1180.0, 210.0),
    (20.0, 400.0),
    (1180.0, 400.0),
    (20.0, 590.0),
    (1180.0, 590.0),
    (655.0, 330.0),
    (655.0, 470.0),
)


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
        width = (WIDTH - 2 * SIDE) / count
        place = index if above else count - 1 - (index - upper)
        seat_areas[seat] = _SeatArea(SIDE + place * width, width, above)
    return seat_areas


@lru_cache(maxsize=64)
def _areas(players: int, globalists: tuple[Seat, ...], reserve: bool) -> Mapping[Zone, Area]:
    areas: list[Area] = []
    for seat, seat_area in _seat_areas(players).items():
        areas.extend(_slot_areas(seat, seat_area, columns(players), outside=seat in globalists))
        areas.extend(_band_areas(seat, seat_area))
    first = Pose(MARKET_LEFT + MARKET_PITCH / 2, CENTRE_TOP + LABEL / 2 + 1.5)
    right = MARKET_LEFT + MARKET_PITCH * MARKET_COLUMNS
    market = Box(MARKET_LEFT, CENTRE_TOP, right, CENTRE_BOTTOM)
    areas.append(Area("market", market, first, MARKET_PITCH, MARKET_ROW, MARKET_COLUMNS))
    if reserve:
        box = Box(RESERVE_LEFT, CENTRE_TOP, RESERVE_LEFT + 2 * MARKET_PITCH, CENTRE_BOTTOM)
        corner = Pose(RESERVE_LEFT + MARKET_PITCH / 2, CENTRE_TOP + LABEL / 2 + 1.5)
        areas.append(Area("reserve", box, corner, MARKET_PITCH, MARKET_ROW, 2))
    return {area.zone: area for area in areas}


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
    tiles = int((seat_area.width - 126 - TILE) // TILE_STEP) + 1
    return [
        Area(f"{seat}.character", seat_area.box((0, 57), (0, BAND)), seat_area.pose(28.5, LABEL / 2 + 1.5), down=30.0),
        Area(f"{seat}.disc", seat_area.box((57, 100), (0, BAND)), seat_area.pose(78.5, 25)),
        Area(f"{seat}.triangles", seat_area.box((100, 125), (0, BAND)), seat_area.pose(112.5, 14), down=25.0),
        Area(
            f"{seat}.tiles",
            seat_area.box((125, seat_area.width), (0, BAND)),
            seat_area.pose(126 + TILE / 2, TILE / 2 + 1),
            TILE_STEP,
            TILE_STEP,
            tiles,
        ),
    ]


@dataclass(frozen=True, slots=True)
class MatLayout:
    """The `TableLayout` of one state: fixed zones, and the pyramid whose layers share one part of the mat.

    The places of the first and third layer share their centres, and so do those of the second and fourth: a label
    there belongs to the place where the state has its tile, else to the highest place that has something to lie on.
    """

    fixed: ZoneLayout
    pyramid: tuple[Piece | None, ...]
    piece_of: Mapping[Tag, Piece]

    @property
    def width(self) -> float:
        return self.fixed.width

    @property
    def height(self) -> float:
        return self.fixed.height

    @property
    def anchors(self) -> Mapping[Tag, Pose]:
        return self.fixed.anchors

    @property
    def zones(self) -> Mapping[Zone, Box]:
        """Lower layers of the pyramid come before higher ones."""
        return {**self.fixed.zones, **{name: _place_box(place) for name, place in _PLACE_OF_ZONE.items()}}

    @property
    def piles(self) -> frozenset[Zone]:
        return self.fixed.piles

    def read(self, observation: Observation) -> Reading:
        return Reading({**self.fixed.tags_by_zone(observation), **self._pyramid_zones(observation)})

    def spot(self, zone: Zone, index: int) -> Pose:
        if zone in _PLACE_OF_ZONE:
            return place_pose(_PLACE_OF_ZONE[zone])
        return self.fixed.spot(zone, index)

    def _pyramid_zones(self, observation: Observation) -> dict[Zone, tuple[Tag, ...]]:
        lying: dict[int, list[Tag]] = {}
        for label in observation.pieces:
            if _PYRAMID_BOX.contains(label.pose.x, label.pose.y):
                lying.setdefault(self._place(label), []).append(label.tag)
        hidden = _covered_by(lying)
        return {
            zone(index): tuple(lying.get(index, ()))
            for index, place in enumerate(PLACES)
            if index not in hidden and not is_blind(_label_box(place), observation.blind)
        }

    def _place(self, label: LabelPlace) -> int:
        sharing = _SHARING[min(_SHARING, key=lambda spot: _distance(spot, label.pose))]
        piece = self.piece_of.get(label.tag)
        for index in sharing:
            if piece is not None and self.pyramid[index] == piece:
                return index
        # Four tiles that carry the higher place hide the label of the lower one.
        borne = (index for index in sharing if all(self.pyramid[below] is not None for below in UNDER[index]))
        # Hands may build faster than the game follows, and may lay a tile over a gap.
        return next(borne, sharing[-1])


def place_pose(place: PyramidPlace) -> Pose:
    """Where the tile on this place, and its label, has its centre."""
    layer, row, column = place
    inset = (layer - 1) * TILE / 2
    return Pose(PYRAMID_LEFT + inset + (column + 0.5) * TILE, PYRAMID_TOP + inset + (row + 0.5) * TILE)


def _place_box(place: PyramidPlace) -> Box:
    return _square(place, TILE)


def _label_box(place: PyramidPlace) -> Box:
    """What has to be in sight to speak for the place: a neighbour's tile may hide behind a hand."""
    return _square(place, LABEL)


def _square(place: PyramidPlace, edge: float) -> Box:
    centre, half = place_pose(place), edge / 2
    return Box(centre.x - half, centre.y - half, centre.x + half, centre.y + half)


def _distance(spot: tuple[float, float], pose: Pose) -> float:
    return (spot[0] - pose.x) ** 2 + (spot[1] - pose.y) ** 2


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


_PYRAMID_BOX = Box(PYRAMID_LEFT, PYRAMID_TOP, PYRAMID_LEFT + 4 * TILE, PYRAMID_TOP + 4 * TILE)
_PLACE_OF_ZONE = {zone(index): place for index, place in enumerate(PLACES)}


def _shared_spots() -> dict[tuple[float, float], tuple[int, ...]]:
    spots: dict[tuple[float, float], tuple[int, ...]] = {}
    for place in reversed(PLACES):
        centre = place_pose(place)
        spots[centre.x, centre.y] = (*spots.get((centre.x, centre.y), ()), INDEX[place])
    return spots


_SHARING = _shared_spots()
"""The places that share a centre, the higher layer first."""


def layout(state: State, piece_of: Mapping[Tag, Piece]) -> MatLayout:
    """Where the zones lie for these players."""
    globalists = tuple(seat for seat in state.seats if Ability.OUTSIDE_SPECIALS in abilities(state, state.player(seat)))
    areas = _areas(len(state.players), globalists, reserve_target(state) > 0)
    anchors = {tag: Pose(x, y) for tag, (x, y) in zip(anchor_tags(), ANCHOR_PLACES, strict=True)}
    return MatLayout(ZoneLayout(WIDTH, HEIGHT, anchors, areas), state.pyramid, piece_of)
