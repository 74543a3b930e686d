"""Where everything lies on the mat, in millimetres.

Three columns side by side, America, Europe, Asia, with the Reich's sheet at the upper edge, the UWC's at the lower
one, and the board between: its meter on the left, the orbit above, seven territories of two slots below. A board that
is left out has no column: the mat is as wide as those in play. Command decks, battle decks, Reserves, banks, hands,
supplies and trophies lie beside the mat: nothing on them can be read from above, and the screen keeps their numbers.
Sizes are provisional until somebody has measured a copy; they stand here only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.core.game import Seat
from companion.core.table import Box, Piece, PieceShape, Pose, Zone
from companion.core.zones import Area, ZoneLayout, put_away_corner
from companion.games.iron_sky.catalog import METER_POSITIONS, TRACK, TRACKS, Profile, Side, question_about
from companion.games.iron_sky.map_graph import MapGraph
from companion.games.iron_sky.settings import BOARDS
from companion.games.iron_sky.state import State
from companion.games.iron_sky.tags import anchor_tags

Seated = tuple[tuple[Seat, Side, str], ...]

COLUMN, HEIGHT = 400.0, 800.0
CARD_WIDTH, CARD_HEIGHT = 57.0, 87.0
TILE = 40.0
SPECIAL_LABEL = 17.0
"""Special commands lie across, their label at the lower edge, so that it shows beside the army that stands on them."""
MARKER = 22.0

SHEET = 128.0
"""Depth of the Reich's strip; the UWC's has a second track."""
TRACK_DEPTH, TRACK_STEP, TRACK_LEFT = 28.0, 24.0, 40.0
CARDS_DEPTH, CARD_STEP, CARDS_LEFT = 96.0, 66.0, 4.0
MARKERS_WIDTH = 118.0

METER_LEFT, METER_WIDTH, METER_TOP, METER_STEP = 4.0, 29.0, 178.0, 46.0
BODY_LEFT = 66.0
ORBIT_TOP, ORBIT_DEPTH = 134.0, 90.0
GROUND_TOP, GROUND_WIDTH, GROUND_DEPTH = 228.0, 110.0, 134.0
SLOT_DEPTH = 90.0
BLOCKS = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2), (1, 2))
"""Column and row of the territories 1 to 7."""

ANCHOR_PLACES = {
    1: ((20, 20), (380, 20), (20, 780), (380, 780), (33, 155), (33, 600), (372, 580)),
    2: (
        *((20, 20), (780, 20), (20, 780), (780, 780), (384, 16), (384, 784)),
        *((33, 155), (33, 600), (433, 155), (433, 600), (780, 440), (744, 560)),
    ),
    3: (
        *((20, 20), (1180, 20), (20, 780), (1180, 780), (384, 16), (784, 16), (384, 784), (784, 784)),
        *((33, 600), (433, 155), (744, 560), (1180, 440)),
    ),
}
"""By boards in play, x and y; the corners first, whose labels are then the same for any number of players."""

TEAM_TINT = {"america": "#2f6fb5", "europe": "#d8b400", "asia": "#3d9a50"}
"""Tiles come in blue, yellow and green; which belongs to which board is not known (provisional)."""
SIDE_TINT = {Side.REICH: "#8c2f2f", Side.UWC: "#e8e8e8"}
TACTIC_TINT = {"green": "#3d9a50", "yellow": "#d8b400", "red": "#b03030"}


def _area(zone: Zone, left: float, top: float, width: float, depth: float) -> Area:
    """A zone for one piece, its label in the middle."""
    return Area(zone, Box(left, top, left + width, top + depth), Pose(left + width / 2, top + depth / 2))


@lru_cache(maxsize=32)
def mat(map_graph: MapGraph, seats: Seated) -> ZoneLayout:
    """The zones of the boards in play."""
    areas = [*_common_areas(), _corner(len(map_graph.boards))]
    left_of = {board: index * COLUMN for index, board in enumerate(map_graph.boards)}
    for board, left in left_of.items():
        areas += _meter_areas(board, left)
        areas += _orbit_areas(map_graph.profile, board, left)
        areas += _ground_areas(map_graph.profile, board, left)
    for seat, side, board in seats:
        chair = _Chair(left_of[board], side is Side.REICH)
        areas += _sheet_areas(seat, side, chair)
    places = ANCHOR_PLACES[len(map_graph.boards)]
    anchors = {tag: Pose(x, y) for tag, (x, y) in zip(anchor_tags(), places, strict=False)}
    return ZoneLayout(COLUMN * len(map_graph.boards), HEIGHT, anchors, {area.zone: area for area in areas})


def layout(state: State) -> ZoneLayout:
    """The mat of this game."""
    return mat(state.map, seated(state))


def seated(state: State) -> Seated:
    """By player the seat, the side and the board."""
    return tuple((player.seat, player.side, player.board) for player in state.players)


def _common_areas() -> Iterator[Area]:
    """The pool of loans, advice and neutral armies, and the open time token, beside the first board."""
    left = BODY_LEFT + 2 * GROUND_WIDTH
    top = GROUND_TOP + GROUND_DEPTH
    yield Area("pool", Box(left, top, left + GROUND_WIDTH, top + 130), Pose(left + 20, top + 20), 35, 35, 3)
    yield replace(_area("tokens", left, top + GROUND_DEPTH, 60, 60), pile=True)


def _corner(boards: int) -> Area:
    """For what leaves the mat: on the second board, where the first has its pool; else beside the time tokens."""
    if boards > 1:
        return put_away_corner(Box(688.0, 364.0, 764.0, 494.0))
    return put_away_corner(Box(348.0, 498.0, 396.0, 564.0))


def _meter_areas(board: str, left: float) -> Iterator[Area]:
    """Position 0 is the one nearest the orbit (ISK-24)."""
    for position in range(METER_POSITIONS):
        top = METER_TOP + position * METER_STEP
        yield _area(f"{board}.occupation.{position}", left + METER_LEFT, top, METER_WIDTH, METER_STEP)
        yield _area(f"{board}.devastation.{position}", left + METER_LEFT + METER_WIDTH, top, METER_WIDTH, METER_STEP)


def _orbit_areas(profile: Profile, board: str, left: float) -> Iterator[Area]:
    sectors = profile.boards[board].sectors
    width = 3 * GROUND_WIDTH / len(sectors)
    for index, sector in enumerate(sectors):
        x = left + BODY_LEFT + index * width
        box = Box(x, ORBIT_TOP, x + width, ORBIT_TOP + ORBIT_DEPTH)
        yield Area(f"{board}.o{sector.number}", box, Pose(x + 25, ORBIT_TOP + ORBIT_DEPTH / 2), 45, 0, 2)


def _ground_areas(profile: Profile, board: str, left: float) -> Iterator[Area]:
    for ground, (column, row) in zip(profile.boards[board].territories, BLOCKS, strict=True):
        x = left + BODY_LEFT + column * GROUND_WIDTH
        y = GROUND_TOP + row * GROUND_DEPTH
        half = GROUND_WIDTH / 2
        for name, start in (("cc", x), ("fl", x + half)):
            box = Box(start, y, start + half, y + SLOT_DEPTH)
            yield Area(f"{board}.{ground.number}.{name}", box, Pose(start + half / 2, y + 24), 0, 38)
        box = Box(x, y + SLOT_DEPTH, x + GROUND_WIDTH, y + GROUND_DEPTH)
        yield Area(f"{board}.{ground.number}.card", box, Pose(x + half, y + GROUND_DEPTH - 14))


@dataclass(frozen=True, slots=True)
class _Chair:
    """A player's strip: u to his right, v from the board towards him."""

    left: float
    upper: bool

    def pose(self, u: float, v: float) -> Pose:
        if self.upper:
            return Pose(self.left + COLUMN - u, SHEET - v, 180.0)
        return Pose(self.left + u, HEIGHT - SHEET - TRACK_DEPTH + v)

    def area(self, zone: Zone, u: float, v: float, width: float, depth: float, *spots: float) -> Area:
        """A zone of the strip; `spots` are first u and v inside, steps across and down, and pieces per row."""
        one, other = self.pose(u, v), self.pose(u + width, v + depth)
        box = Box(min(one.x, other.x), min(one.y, other.y), max(one.x, other.x), max(one.y, other.y))
        if not spots:
            return Area(zone, box, self.pose(u + width / 2, v + depth / 2))
        du, dv, across, down, per_row = spots
        return Area(zone, box, self.pose(u + du, v + dv), across, down, int(per_row))


def _sheet_areas(seat: str, side: Side, chair: _Chair) -> Iterator[Area]:
    """Open piles and markers nearest the board, tracks at the edge."""
    for index, name in enumerate(("discard", "battle", "used")):
        spot = chair.area(f"{seat}.{name}", CARDS_LEFT + index * CARD_STEP, 0, CARD_STEP, CARDS_DEPTH)
        yield replace(spot, pile=True)
    left = CARDS_LEFT + 3 * CARD_STEP
    yield chair.area(f"{seat}.markers", left, 0, MARKERS_WIDTH, CARDS_DEPTH, 18, 20, 40, 46, 3)
    yield chair.area(f"{seat}.operation", left + MARKERS_WIDTH, 0, CARD_STEP + 8, CARDS_DEPTH)
    for row, resource in enumerate(TRACKS[side]):
        for value in range(TRACK + 1):
            u = TRACK_LEFT + value * TRACK_STEP
            v = CARDS_DEPTH + 2 + row * TRACK_DEPTH
            yield chair.area(f"{seat}.{resource.value}.{value}", u, v, TRACK_STEP, TRACK_DEPTH)
    yield chair.area(f"{seat}.sheet", TRACK_LEFT + (TRACK + 1) * TRACK_STEP + 20, CARDS_DEPTH + 2, 60, TRACK_DEPTH)


# --- what the pieces look like ---


def shape(profile: Profile, piece: Piece) -> PieceShape:
    """Size and tints of a piece; its label sits in the middle, but for special commands."""
    kind, _, board = piece.partition("_")
    if piece in profile.battle_cards:
        if profile.is_untold(question_about(piece, "tactic")):
            return PieceShape(CARD_WIDTH, CARD_HEIGHT)
        return PieceShape(CARD_WIDTH, CARD_HEIGHT, tints=(TACTIC_TINT[profile.battle_cards[piece].tactic],))
    if piece in profile.specials:
        return PieceShape(CARD_HEIGHT, CARD_WIDTH, label_dy=SPECIAL_LABEL)
    if piece in profile.cards or piece in profile.operations:
        return PieceShape(CARD_WIDTH, CARD_HEIGHT)
    if kind in ("uwc", "reich", "elite") and board in BOARDS:
        side = Side.REICH if kind == "reich" else Side.UWC
        return PieceShape(TILE, TILE, tints=(TEAM_TINT[board], SIDE_TINT[side]))
    if kind == "sheet":
        return PieceShape(60.0, TRACK_DEPTH)
    return PieceShape(MARKER, MARKER, tints=(TEAM_TINT[board],) if board in BOARDS else ())
