"""Type: the faces, and how words are fitted into a box without ever being cut.

In this order: on one line; on more lines where there is room; in the condensed face; smaller, down to 14 dp. Where they
do not fit then, whoever asked leaves the whole element out, or has them broken: into as many lines as the box holds,
between syllables, between letters, and smaller still. What has to be said is never left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product
from sys import maxsize

from ui.tokens import SMALLEST_TYPE

LEAST, CLOSEST = 4.0, 1.0
"""Where letters end, and the closest that lines of them stand to each other."""

Measure = Callable[[str, str, float], float]
"""The width in dp of one line of words in a face at a size in dp."""


class Weight(Enum):
    """A weight of the type, as the names of its normal and its condensed face."""

    MEDIUM = ("IBMPlexSans-Medium", "IBMPlexSansCondensed-Medium")
    SEMI_BOLD = ("IBMPlexSans-SemiBold", "IBMPlexSansCondensed-SemiBold")
    BOLD = ("IBMPlexSans-Bold", "IBMPlexSansCondensed-Bold")


@dataclass(frozen=True, slots=True)
class Style:
    """How words are set: size and line height in dp, at most so many lines, not below `smallest`."""

    size: float
    weight: Weight = Weight.MEDIUM
    lines: int = 1
    smallest: float = SMALLEST_TYPE
    condensed: bool = False
    leading: float = 1.2

    @property
    def faces(self) -> tuple[str, ...]:
        return self.weight.value[1:] if self.condensed else self.weight.value


@dataclass(frozen=True, slots=True)
class FittedText:
    """Lines as they are set; none if the words do not fit."""

    lines: tuple[str, ...]
    face: str
    size: float
    leading: float

    @property
    def height(self) -> float:
        return len(self.lines) * self.leading * self.size


def fit(words: str, width: float, height: float, style: Style, measure: Measure) -> FittedText:
    """The words in the first way of setting them in which they fit into a box of dp."""
    words = printable(words)
    for size, face in product(_sizes(style), style.faces):
        room = min(style.lines, _room(height, size, style.leading))
        lines = wrap(words, width, lambda line, face=face, size=size: measure(line, face, size), room)  # type: ignore[misc]
        if lines is not None:
            return FittedText(lines, face, size, style.leading)
    return FittedText((), style.faces[-1], style.smallest, style.leading)


def fit_broken(words: str, width: float, height: float, style: Style, measure: Measure) -> FittedText:
    """The words as small as they may be, in as many lines as the box holds; what is too wide is broken, or smaller."""
    words, face, size = printable(words), style.faces[-1], style.smallest
    legible = min(size, SMALLEST_TYPE)
    while words and size >= LEAST and min(width, height) > 0:
        for parts_of in (_whole, syllables) if size > legible else (_whole, syllables, _letters):
            lines = _broken(words, width, lambda line, size=size: measure(line, face, size), parts_of)  # type: ignore[misc]
            for leading in (style.leading, CLOSEST):
                if lines is not None and len(lines) <= _room(height, size, leading):
                    return FittedText(lines, face, size, leading)
        size -= 1
    return FittedText((), face, style.smallest, style.leading)


def lines_at(words: str, width: float, style: Style, measure: Measure) -> FittedText:
    """The words in the style's own size, in as many lines as they need."""
    words = printable(words)
    for face in style.faces:
        lines = wrap(words, width, lambda line, face=face: measure(line, face, style.size))  # type: ignore[misc]
        if lines is not None:
            return FittedText(lines, face, style.size, style.leading)
    face = style.faces[-1]
    for parts_of in (syllables, _letters):
        lines = _broken(words, width, lambda line: measure(line, face, style.size), parts_of)
        if lines is not None:
            return FittedText(lines, face, style.size, style.leading)
    return FittedText((words,), face, style.size, style.leading)


def _room(height: float, size: float, leading: float) -> int:
    """So many lines stand in this height; one, if its letters do."""
    return int((height + 0.01) // (size * leading)) or int(height + 2 >= size)


def _broken(
    words: str, width: float, measure: Callable[[str], float], parts_of: Callable[[str], list[str]]
) -> tuple[str, ...] | None:
    """Lines of words of which each that is wider than the box is broken between its parts."""
    parts = [part for word in words.split(" ") for part in _parts(parts_of(word), width, measure)]
    return wrap(" ".join(parts), width, measure)


def _parts(pieces: Sequence[str], width: float, measure: Callable[[str], float]) -> list[str]:
    """A word of these pieces, or as few parts of it as fit, each but the last with a hyphen."""
    found, begun, left = [], "", list(pieces)
    while left and measure(begun + "".join(left)) > width:
        if begun and measure(f"{begun}{left[0]}-") > width:
            found.append(f"{begun}-")
            begun = ""
        begun += left.pop(0)
    return [*found, begun + "".join(left)]


VOWELS = frozenset("aeiouyõäöüåąęó")
INSEPARABLE = frozenset({"ch", "ck", "cz", "dz", "ph", "qu", "rz", "sh", "sz", "th"})
"""Two letters that stand for one sound."""


def _whole(word: str) -> list[str]:
    return [word]


def _letters(word: str) -> list[str]:
    """Where a word may be broken at the worst; a figure is not, since its halves would be others."""
    return [word] if any(map(str.isdigit, word)) else list(word)


def syllables(word: str) -> list[str]:
    """A word's parts: a consonant before a vowel begins one, as in Estonian and Finnish, and mostly in Polish.

    None has fewer than two letters.
    """
    letters, found, start = word.casefold(), [], 0
    for at in range(2, len(letters) - 1):
        onset = 2 if letters[at : at + 2] in INSEPARABLE else 1
        begins = letters[at].isalpha() and letters[at] not in VOWELS and letters[at + onset : at + onset + 1] in VOWELS
        whole = letters[at - 1 : at + 1] not in INSEPARABLE and len(letters) == len(word)
        if begins and whole and at - start >= 2:
            found.append(word[start:at])
            start = at
    return [*found, word[start:]]


def printable(words: str) -> str:
    """Words on one line without control characters, which a player's name may hold and a font cannot draw."""
    if words.isprintable() and "  " not in words:
        return words.strip(" ")
    kept = "".join(character if character.isprintable() or character == "\u00a0" else " " for character in words)
    return " ".join(part for part in kept.split(" ") if part)


def wrap(words: str, width: float, measure: Callable[[str], float], most: int = maxsize) -> tuple[str, ...] | None:
    """As few lines as hold the words unbroken, as even as they can be.

    None where a word is wider than the box, or that takes more lines than `most`.
    """
    if most > 0 and measure(words) <= width:
        return (words,) if words else ()
    lines = _greedy(words, width, measure, most) if most > 1 else None
    if lines is None or len(lines) > 3:
        return lines
    # The narrowest width that needs no more lines: two even lines read better than one and a single word.
    low, high = width / 2, width
    while high - low > 4:
        middle = (low + high) / 2
        evener = _greedy(words, middle, measure, len(lines))
        if evener is not None:
            high, lines = middle, evener
        else:
            low = middle
    return lines


def _greedy(words: str, width: float, measure: Callable[[str], float], most: int) -> tuple[str, ...] | None:
    lines: list[str] = []
    line = ""
    for word in words.split(" "):
        longer = f"{line} {word}" if line else word
        if measure(longer) <= width:
            line = longer
            continue
        if not line or len(lines) + 2 > most or measure(word) > width:
            return None
        lines.append(line)
        line = word
    return (*lines, line)


def _sizes(style: Style) -> Iterator[float]:
    """From the style's own size down by one each, to the smallest itself."""
    size = style.size
    while size > style.smallest:
        yield size
        size -= 1
    yield style.smallest
