"""Makes a picture, mark by mark: fills, lines, words that are never cut, icons, the players' shapes, targets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin

from companion.core.screen import Forbidden, Touched
from companion.core.text import Text
from companion.typefaces import ICONS, icon_signs
from ui.picture import (
    PIECE,
    Fill,
    GreyPicture,
    Mark,
    Moving,
    Nearest,
    Outline,
    Photo,
    PicturePlace,
    PictureWords,
    Point,
    Polygon,
    Region,
    Scroll,
    Slide,
    Stroke,
    Target,
    Veil,
    WindowPicture,
)
from ui.rect import Rect
from ui.tokens import GAP, INK, PLAYER_COLOURS, PLAYER_SHAPES, TOUCH, Palette, Space
from ui.typography import FittedText, Measure, Style, Weight, fit, fit_broken, lines_at, printable

Saying = Text | str
"""Words for people: a sentence to be translated, or words that are nobody's to translate, such as a name."""

LEFT, CENTRE, RIGHT = 0.0, 0.5, 1.0
SHORTEST_DASH = 1e-6
TOP, MIDDLE, BOTTOM = 0.0, 0.5, 1.0


@dataclass(frozen=True, slots=True)
class DrawingSettings:
    """How pictures are drawn in this window: colours, its size, how wide words are, in which language they stand."""

    palette: Palette
    space: Space
    measure: Measure
    translate: Callable[[Text], str]

    def words(self, saying: Saying) -> str:
        return printable(saying if isinstance(saying, str) else self.translate(saying))


class Drawing:
    """A picture in the making. `opened` is what a finger has opened on the screen itself."""

    def __init__(self, look: DrawingSettings, opened: str = "") -> None:
        self.opened = opened
        self.look, self.palette, self.space = look, look.palette, look.space
        self.marks: list[Mark] = []
        self.targets: list[Target] = []
        self.dropped: list[str] = []
        self.zones: dict[str, Rect] = {}
        self._places: list[PicturePlace] = []
        self._sketched: list[PicturePlace] = []
        self._slides: list[Slide] = []
        self._nearest: list[Nearest] = []
        self.sketches = False
        """Whether what is drawn just now is a small picture of something."""
        self._pieces: Counter[str] = Counter()

    def picture(self) -> WindowPicture:
        return WindowPicture(
            self.space.width,
            self.space.height,
            self.palette.ground,
            tuple(self.marks),
            tuple(self.targets),
            tuple(self.dropped),
            tuple(self._places),
            tuple(self._slides),
            tuple(self._nearest),
        )

    # --- shapes ---

    def fill(self, rect: Rect, colour: str, radius: float = 0.0, alpha: float = 1.0, fades: str = "") -> None:
        self.marks.append(Fill(rect, colour, radius, alpha, fades))

    def veil(self, rect: Rect, colour: str, order: int) -> None:
        """What lies here so far grows into sight from the left when it is first shown."""
        self.marks.append(Veil(rect, colour, order))

    def outline(self, rect: Rect, colour: str, radius: float = 0.0, width: float = 1.5) -> None:
        self.marks.append(Outline(rect, colour, radius, width))

    def dashed(self, rect: Rect, colour: str, radius: float = 0.0, width: float = 1.5) -> None:
        """The outline of what is not there yet, or cannot be used."""
        self.marks.append(Stroke(_round_corners(rect.inset(width / 2), radius), colour, width, (4, 3), closed=True))

    def stroke(
        self, points: tuple[Point, ...], colour: str, width: float = 2.0, dash: tuple[float, float] | None = None
    ) -> None:
        self.marks.append(Stroke(points, colour, width, dash))

    def polygon(self, points: tuple[Point, ...], colour: str) -> None:
        self.marks.append(Polygon(points, colour))

    def region(self, points: tuple[Point, ...], colour: str) -> None:
        """A coast with bays, where a polygon would spill over them."""
        self.marks.append(Region(points, colour))

    def photo(self, path: str, rect: Rect, radius: float = 0.0) -> None:
        self.marks.append(Photo(path, rect, radius))

    def light(self, size: tuple[int, int], pixels: bytes, rect: Rect) -> Rect:
        """A camera's picture, `size` pixels wide and high, as large as the box allows unstretched. Returns its box."""
        scale = min(rect.width / size[0], rect.height / size[1])
        wide, high = size[0] * scale, size[1] * scale
        box = Rect(rect.centre[0] - wide / 2, rect.centre[1] - high / 2, wide, high)
        self.marks.append(GreyPicture(box, *size, pixels))
        return box

    def shape(self, player: int, middle: Point, side: float, colour: str = INK) -> None:
        """The sign of a player by his number, about `side` wide."""
        x, y = middle
        name, half = PLAYER_SHAPES[player % len(PLAYER_SHAPES)], side / 2
        if name == "disc":
            self.fill(Rect(x - half * 0.8, y - half * 0.8, side * 0.8, side * 0.8), colour, half * 0.8)
        elif name == "square":
            self.fill(Rect(x - half * 0.7, y - half * 0.7, side * 0.7, side * 0.7), colour, side * 0.08)
        elif name == "cross":
            for across, down in ((0.28, 0.88), (0.88, 0.28)):
                self.fill(Rect(x - half * across, y - half * down, side * across, side * down), colour)
        else:
            self.polygon(tuple((x + half * a, y + half * b) for a, b in _SIGNS[name]), colour)

    def badge(self, player: int, rect: Rect) -> None:
        """A player's colour with his shape."""
        self.fill(rect, player_colour(player), rect.width * 0.28)
        if self.palette.name == "light":
            self.outline(rect, INK, rect.width * 0.28, 1.5)
        self.shape(player, rect.centre, rect.width * 0.62)

    # --- words and icons ---

    def words(
        self,
        saying: Saying,
        rect: Rect,
        style: Style,
        colour: str | None = None,
        across: float = LEFT,
        down: float = MIDDLE,
        *,
        optional: bool = False,
    ) -> Rect:
        """Words in a box, at its left or elsewhere; returns the box they take.

        What does not fit is broken and smaller; where it is `optional`, it is left out.
        """
        fitted = self.fitted(saying, rect, style)
        if not fitted.lines and not optional:
            fitted = self.broken(saying, rect, style)
        return self.lines(fitted, rect, colour, across, down)

    def fitted(self, saying: Saying, rect: Rect, style: Style) -> FittedText:
        """How these words stand in a box; without lines where they do not fit."""
        return fit(self.look.words(saying), rect.width, rect.height, self._scaled(style), self.look.measure)

    def broken(self, saying: Saying, rect: Rect, style: Style) -> FittedText:
        """How words stand in a box in which they do not fit whole; those without any room are noted."""
        words = self.look.words(saying)
        fitted = fit_broken(words, rect.width, rect.height, self._scaled(style), self.look.measure)
        self.dropped.extend([words] if words and not fitted.lines else [])
        return fitted

    def _scaled(self, style: Style) -> Style:
        """Large letters may become as small as others, rather than be left out."""
        return style if self.space.letters == 1.0 else replace(style, smallest=style.smallest / self.space.letters)

    def lines(
        self, fitted: FittedText, rect: Rect, colour: str | None = None, across: float = LEFT, down: float = MIDDLE
    ) -> Rect:
        """Words that have been fitted, in their box; returns the box they take."""
        line_height, size = fitted.leading * fitted.size, fitted.size
        top = rect.y + (rect.height - fitted.height) * down
        widest = 0.0
        for number, line in enumerate(fitted.lines):
            width = self.look.measure(line, fitted.face, size)
            widest = max(widest, width)
            middle = top + (number + 0.5) * line_height
            left = rect.x + (rect.width - width) * across
            self.marks.append(PictureWords(line, left, middle, width, fitted.face, size, colour or self.palette.text))
        return Rect(rect.x + (rect.width - widest) * across, top, widest, fitted.height)

    def width(self, saying: Saying, style: Style) -> float:
        """How wide these words are on one line in the style's first face."""
        return self.look.measure(self.look.words(saying), style.faces[0], style.size)

    def fits(self, saying: Saying, rect: Rect, style: Style) -> bool:
        return bool(self.fitted(saying, rect, style).lines)

    def legible(self, saying: Saying, rect: Rect, style: Style) -> bool:
        """Whether these words fit in letters that are not below the style's smallest, broken or not."""
        style = self._scaled(style)
        broken = fit_broken(self.look.words(saying), rect.width, rect.height, style, self.look.measure)
        return self.fits(saying, rect, style) or (bool(broken.lines) and broken.size >= style.smallest)

    def height(self, saying: Saying, width: float, style: Style) -> float:
        """How high these words stand in a column of this width, as many lines as they need."""
        return lines_at(self.look.words(saying), width, style, self.look.measure).height

    def icon(self, name: str, middle: Point, size: float, colour: str | None = None) -> None:
        x, y = middle
        # A game of others may name one that we have not: it is told when it is checked, and stops no evening.
        sign = icon_signs().get(name) or icon_signs()["question-mark"]
        self.marks.append(
            PictureWords(sign, x - size / 2, y, size, ICONS, size, colour or self.palette.text, icon=True)
        )

    # --- touch ---

    def touch(
        self,
        rect: Rect,
        intent: object | None,
        why_not: Text | Forbidden | None = None,
        radius: float = 0.0,
        key: str = "",
        *,
        repeats: bool = False,
    ) -> None:
        self.targets.append(Target(rect, intent, why_not, radius, key, repeats))

    def slide(self, rect: Rect, line: Rect, intent: Touched, last: int, at: int) -> None:
        """A finger in this box slides along the line, over steps from 0 to the last."""
        self._slides.append(Slide(rect, line.x, line.right, intent, last, at))

    def nearest(self, rect: Rect, things: Iterable[tuple[Rect, Touched]]) -> None:
        """A touch in this box means the nearest of these, though they are smaller than a finger."""
        self._nearest.append(Nearest(rect, tuple(things)))

    def place(self, rect: Rect, zone: str, pieces: tuple[str, ...] = (), name: str = "", *, stack: str = "") -> None:
        """A zone of the table lies here, which a drawing of it beside a notice is not."""
        self.zones.setdefault(zone, rect)
        place = PicturePlace(rect, zone, pieces, name, stack)
        (self._sketched if self.sketches else self._places).append(place)

    def where(self, zone: str, piece: str) -> Rect | None:
        """Where the piece lies in this zone of a drawing of the table, or would lie."""
        there = [place for place in self._sketched if place.zone == zone]
        among = [place.rect for place in there if piece in place.pieces]
        return next((rect for rect in (*among, *(place.rect for place in there))), None)

    def cover(self, rect: Rect) -> None:
        """What lies here so far cannot be seen any more, and not be touched; words are hidden whole."""
        hidden = rect.inset(-4)
        self.marks = [kept for mark in self.marks if (kept := _beside(mark, hidden)) is not None]
        self.fill(hidden, self.palette.ground)
        self._places = [place for place in self._places if not place.rect.overlaps(rect)]
        self.targets = [shown for target in self.targets if (shown := _above(target, rect)) is not None]

    # --- groups ---

    @contextmanager
    def sketching(self) -> Iterator[None]:
        """What is drawn inside is a small picture of something: it cannot be touched, and need not be read."""
        targets, dropped = len(self.targets), len(self.dropped)
        self.sketches = True
        yield
        self.sketches = False
        del self.targets[targets:], self.dropped[dropped:]

    @contextmanager
    def moving(self, name: str, rect: Rect) -> Iterator[None]:
        """What is drawn inside belongs to one thing, which glides when it lies elsewhere in the next picture."""
        marks, self.marks = self.marks, []
        yield
        marks.append(Moving(name, rect, tuple(self.marks)))
        self.marks = marks

    @contextmanager
    def piece(self, saying: Saying, rect: Rect) -> Iterator[str]:
        """What is drawn inside is a piece of this name: it glides from where it, or one like it, lay before.

        What is yielded tells it from others of its name.
        """
        name = self.look.words(saying)
        if not name or self.sketches:
            yield ""
            return
        self._pieces[name] += 1
        one = f"{name}{PIECE}{self._pieces[name]}"
        with self.moving(one, rect):
            yield one

    @contextmanager
    def scrolling(self, name: str, rect: Rect) -> Iterator[Callable[[float], None]]:
        """What is drawn inside can be moved by a finger; call what is yielded with its height."""
        marks, self.marks = self.marks, []
        targets, self.targets = self.targets, []
        places = list(self._places)
        heights: list[float] = []
        yield heights.append
        marks.append(Scroll(name, rect, max([rect.height, *heights]), tuple(self.marks), tuple(self.targets)))
        self.marks, self.targets, self._places = marks, targets, places


def _beside(mark: Mark, cover: Rect) -> Mark | None:
    """A mark without the words that a cover would cut."""
    if isinstance(mark, PictureWords):
        return None if mark.rect.overlaps(cover) else mark
    if isinstance(mark, Moving) and mark.rect.overlaps(cover):
        kept = tuple(part for each in mark.marks if (part := _beside(each, cover)) is not None)
        return replace(mark, marks=kept)
    return mark


def _above(target: Target, cover: Rect) -> Target | None:
    """The part of a target above what lies over its foot, if a finger still finds it."""
    if not target.rect.inset(-GAP).overlaps(cover):
        return target
    height = cover.y - GAP - target.rect.y
    if height < TOUCH:
        return None
    return replace(target, rect=Rect(target.rect.x, target.rect.y, target.rect.width, height))


def player_colour(player: int) -> str:
    return PLAYER_COLOURS[player % len(PLAYER_COLOURS)]


def dashes(points: tuple[Point, ...], dash: tuple[float, float], closed: bool) -> Iterator[tuple[Point, Point]]:
    """The single dashes of a line: Kivy draws dashes only one pixel wide."""
    on, off = dash
    path = (*points, points[0]) if closed else points
    phase = 0.0
    for (x, y), (to_x, to_y) in pairwise(path):
        length = hypot(to_x - x, to_y - y)
        if not length:
            continue
        across, down = (to_x - x) / length, (to_y - y) / length
        at = -phase
        while at < length:
            start, end = max(at, 0.0), min(at + on, length)
            if end - start > SHORTEST_DASH:
                yield (x + across * start, y + down * start), (x + across * end, y + down * end)
            at += on + off
        phase = (phase + length) % (on + off)


def _round_corners(rect: Rect, radius: float) -> tuple[Point, ...]:
    radius = min(radius, rect.width / 2, rect.height / 2)
    left, right, top, bottom = rect.x + radius, rect.right - radius, rect.y + radius, rect.bottom - radius
    middles = (right, top), (right, bottom), (left, bottom), (left, top)
    arcs = zip(middles, _quarters(radius), strict=True)
    return tuple((x + across, y + down) for (x, y), quarter in arcs for across, down in quarter)


@lru_cache(maxsize=64)
def _quarters(radius: float) -> tuple[tuple[Point, ...], ...]:
    """A circle's four quarters as seen from its middle, clockwise from the top."""
    steps = 5 if radius else 1
    turns = [step * pi / 2 / max(1, steps - 1) for step in range(steps)]
    return tuple(
        tuple((radius * cos(begin + turn), radius * sin(begin + turn)) for turn in turns)
        for begin in (-pi / 2, 0.0, pi / 2, pi)
    )


def _star() -> tuple[Point, ...]:
    return tuple(
        (radius * sin(number * pi / 5), -radius * cos(number * pi / 5) + 0.06)
        for number, radius in enumerate((1.0, 0.45) * 5)
    )


_SIGNS: dict[str, tuple[Point, ...]] = {
    "triangle": ((0.0, -0.78), (0.86, 0.72), (-0.86, 0.72)),
    "diamond": ((0.0, -0.92), (0.86, 0.0), (0.0, 0.92), (-0.86, 0.0)),
    "star": _star(),
}

HEADING = Style(27, Weight.BOLD, lines=2, smallest=20)
SENTENCE = Style(18, Weight.MEDIUM, lines=3, smallest=16, leading=1.3)
BUTTON = Style(18, Weight.SEMI_BOLD, lines=2, smallest=14, leading=1.12)
CAPTION = Style(15, Weight.SEMI_BOLD)
SECOND = Style(16, Weight.MEDIUM, lines=2, smallest=14)
FIGURE = Style(24, Weight.BOLD, smallest=18)
SMALL = Style(14, Weight.SEMI_BOLD, condensed=True)
