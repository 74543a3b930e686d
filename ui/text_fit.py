"""Fits text into a rectangle: lines broken between words, the largest type that fits, an ellipsis as last resort."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

ELLIPSIS = "…"

Measure = Callable[[str, float], tuple[float, float]]
"""The width and height in pixels of one line of words in a type of this size."""


@dataclass(frozen=True, slots=True)
class FittedText:
    """Lines to draw, and the size of the type; `whole` unless something had to be left out."""

    lines: tuple[str, ...]
    size: float
    whole: bool = True


@dataclass(frozen=True, slots=True)
class TextBounds:
    """The room for words: pixels, the sizes of type allowed and the step between them, the most lines.

    `never_cut` is for figures, which are shown whole or not at all.
    """

    width: float
    height: float
    max_font_size: float
    min_font_size: float
    max_lines: int = 1
    uncut: bool = False
    font_step: float = 1.0


def printable(words: str) -> str:
    """Words on one line without control characters, which a player's name may hold and a font cannot draw."""
    return " ".join("".join(character if character.isprintable() else " " for character in words).split())


def fit_text(words: str, bounds: TextBounds, measure: Measure) -> FittedText:
    """The words in the largest type in which all of them fit, or shortened in the smallest."""
    words = printable(words)
    size = bounds.max_font_size
    while size > bounds.min_font_size:
        fitted = _at(words, bounds, size, measure)
        if fitted.whole:
            return fitted
        size -= bounds.font_step
    fitted = _at(words, bounds, bounds.min_font_size, measure)
    return fitted if fitted.whole or not bounds.uncut else FittedText((), bounds.min_font_size, whole=False)


def _at(words: str, bounds: TextBounds, size: float, measure: Measure) -> FittedText:
    count = min(bounds.max_lines, int(bounds.height // measure("Äg", size)[1]))
    if count < 1 or not words:
        return FittedText((), size, whole=not words)
    lines, whole = wrap(words, bounds.width, count, lambda line: measure(line, size)[0])
    return FittedText(lines, size, whole)


def wrap(words: str, width: float, count: int, measure: Callable[[str], float]) -> tuple[tuple[str, ...], bool]:
    """At most `count` lines no wider than `width`, and whether they hold all the words unbroken."""
    lines: list[str] = []
    rest = words.split()
    whole = True
    while rest and len(lines) < count:
        taken = _as_many_as_fit(rest, width, measure)
        last = len(lines) == count - 1 and taken < len(rest)
        line = " ".join(rest if last else rest[:taken])
        if last or measure(line) > width:
            line, whole = truncate(line, width, measure), False
        lines.append(line)
        rest = rest[taken:]
    return tuple(line for line in lines if line), whole


def _as_many_as_fit(words: list[str], width: float, measure: Callable[[str], float]) -> int:
    taken = 1
    while taken < len(words) and measure(" ".join(words[: taken + 1])) <= width:
        taken += 1
    return taken


def truncate(line: str, width: float, measure: Callable[[str], float]) -> str:
    """The longest beginning of the line that fits with an ellipsis; empty if that is not even two letters."""
    fits, too_long = 0, len(line)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if measure(line[:middle].rstrip() + ELLIPSIS) <= width:
            fits = middle
        else:
            too_long = middle
    # One letter and an ellipsis tell nobody anything.
    return line[:fits].rstrip() + ELLIPSIS if fits > 1 else ""
