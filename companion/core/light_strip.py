"""A strip of lights round the mat: which of them lie beside a place of the table, and what the screen has them say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import fmean, linear_regression

from companion.core.screen import NoticeKind, Screen, SeatView
from companion.core.table import Box, TableLayout, Zone

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

Picture = tuple[Colour, ...]
"""The colour of each light, from the strip's start."""

DARK, RED, GREEN, WHITE, AMBER = (0, 0, 0), (255, 0, 0), (0, 255, 0), (110, 110, 110), (255, 130, 0)

CORNERS = ("upper left", "upper right", "lower right", "lower left")
"""Where a strip may begin, as the camera shows the table."""

MOST_LIGHTS = 400
"""So many colours go to the strip in one piece."""

HALF_SPOT_MM = 40.0

SQUARE = (1000.0, 1000.0)
"""The mat for lights of which each side has as many, such as those round a display."""

LEAST_SEEN = 4
"""Fewer lights do not tell how the others lie."""

FAULTS = {NoticeKind.ILLEGAL, NoticeKind.DISAGREE}


@dataclass(frozen=True, slots=True)
class StripPlace:
    """So many lights once round the mat, evenly: at which corner the first is, and which way they go on."""

    count: int
    start: int = 0
    clockwise: bool = True

    @classmethod
    def read(cls, words: str) -> StripPlace | None:
        """As `str` has written it; None for anything else."""
        count, _, rest = words.partition(" ")
        start, _, way = rest.partition(" ")
        if not (count.isdecimal() and start in tuple("0123") and way in {"clockwise", "anticlockwise"}):
            return None
        return cls(min(int(count), MOST_LIGHTS), int(start), way == "clockwise")

    def __str__(self) -> str:
        return f"{self.count} {self.start} {'clockwise' if self.clockwise else 'anticlockwise'}"

    def beside(self, point: tuple[float, float], size: tuple[float, float]) -> Iterator[int]:
        """The lights nearest to a point of a mat of this (width, height), millimetres."""
        length = 2 * sum(size)
        middle = self._way_to(point, size) / length * self.count
        reach = ceil(HALF_SPOT_MM / length * self.count)
        for light in range(int(middle) - reach, int(middle) + reach + 1) if self.count else ():
            yield light % self.count

    def _way_to(self, point: tuple[float, float], size: tuple[float, float]) -> float:
        """Millimetres along the strip from its start to the edge that is nearest to the point."""
        way, corner = round_the_mat(point, size), round_the_mat(corner_points(size)[self.start], size)
        return (way - corner if self.clockwise else corner - way) % (2 * sum(size))


NO_LIGHTS = StripPlace(0)


def corner_points(size: tuple[float, float]) -> Sequence[tuple[float, float]]:
    """In the order of `CORNERS`."""
    width, height = size
    return (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)


def round_the_mat(point: tuple[float, float], size: tuple[float, float]) -> float:
    """Millimetres clockwise from the upper left corner to the point of the edge that is nearest to this one."""
    (x, y), (width, height) = point, size
    x, y = min(max(x, 0.0), width), min(max(y, 0.0), height)
    ways = {"top": (y, x), "right": (width - x, width + y)}
    ways |= {"bottom": (height - y, 2 * width + height - x), "left": (x, 2 * (width + height) - y)}
    return min(ways.values())[1]


@dataclass(frozen=True, slots=True)
class Lights:
    """What the strip shows; where it is `slow`, in turn with that."""

    steady: Picture
    slow: Picture | None = None


def lights(
    screen: Screen | None, layout: TableLayout, place: StripPlace, size: tuple[float, float] | None = None
) -> Lights:
    """Red beside the fault, green where it goes, white at the edge of who is on turn, slowly amber for a question.

    `size` is that of what the lights go round, if not the mat itself.
    """
    boxes, (wide, high) = layout.zones, size or (layout.width, layout.height)
    across, down = wide / layout.width, high / layout.height
    shown: dict[int, Colour] = {}

    def shine(points: Iterable[tuple[float, float]], colour: Colour) -> None:
        for x, y in points:
            shown.update(dict.fromkeys(place.beside((x * across, y * down), (wide, high)), colour))

    if screen is None:
        return Lights((DARK,) * place.count)
    notice = screen.notice
    shine((edge for seat in screen.seats if seat.on_turn for edge in _edge_of(seat, boxes)), WHITE)
    usual = dict(shown)
    if notice is not None and notice.kind in FAULTS:
        wrong = {source for source, _ in screen.astray} or set(screen.attention)
        shine(_middles(wrong, boxes), RED)
    if notice is not None and notice.kind is NoticeKind.QUESTION:
        on_turn = (edge for seat in screen.seats if seat.on_turn for edge in _edge_of(seat, boxes))
        shine(_middles(screen.attention, boxes) or on_turn, AMBER)
        return Lights(_picture(shown, place), _picture({} if shown.keys() == usual.keys() else usual, place))
    shine(_middles({target for _, target in screen.astray}, boxes), GREEN)
    return Lights(_picture(shown, place))


def _picture(shown: Mapping[int, Colour], place: StripPlace) -> Picture:
    return tuple(shown.get(light, DARK) for light in range(place.count))


def _middles(zones: Iterable[Zone], boxes: Mapping[Zone, Box]) -> Sequence[tuple[float, float]]:
    return [boxes[zone].centre for zone in sorted(zones) if zone in boxes]


def _edge_of(seat: SeatView, boxes: Mapping[Zone, Box]) -> Iterator[tuple[float, float]]:
    """The middle of what lies before a player, nearest to which he sits."""
    middles = _middles({cell.zone for cell in seat.board.cells if cell.zone is not None}, boxes)
    if middles:
        xs, ys = zip(*middles, strict=True)
        yield fmean(xs), fmean(ys)


def place_of(seen: Sequence[tuple[int, float]], size: tuple[float, float]) -> StripPlace | None:
    """How a strip lies of which these lights were seen, each so many millimetres clockwise round the mat.

    The straight line through them (least squares) says how many go once round; None where they lie on none.
    """
    length = 2 * sum(size)
    if len(seen) < LEAST_SEEN:
        return None
    numbers, ways = [float(number) for number, _ in seen], [seen[0][1]]
    for _, way in seen[1:]:
        ways.append(ways[-1] + (way - ways[-1] + length / 2) % length - length / 2)
    slope, first = linear_regression(numbers, ways)
    count = round(length / abs(slope)) if slope else 0
    # Of several lights that shine beside each other any may have been the brightest.
    off = max(abs(first + slope * number - way) for number, way in zip(numbers, ways, strict=True))
    if not LEAST_SEEN <= count <= MOST_LIGHTS or off > HALF_SPOT_MM + 2 * abs(slope):
        return None
    corners = [round_the_mat(point, size) for point in corner_points(size)]
    away = [abs((corner - first + length / 2) % length - length / 2) for corner in corners]
    return StripPlace(count, away.index(min(away)), slope > 0)
