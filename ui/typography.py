"""Type: the faces, and how words are fitted into a box without ever being cut.

In this order: on one line; on more lines where there is room; in the condensed face; smaller, down to 14 dp. Where they
do not fit then, whoever asked leaves the whole element out, or has long words hyphenated: some compounds have no short
form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from ui.tokens import SMALLEST_TYPE

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
    for size, face, count in _ways(style):
        room = min(count, int((height + 0.01) // (size * style.leading)) or int(height + 2 >= size))
        lines = wrap(words, width, lambda line, face=face, size=size: measure(line, face, size))  # type: ignore[misc]
        if lines is not None and len(lines) <= room:
            return FittedText(lines, face, size, style.leading)
    return FittedText((), style.faces[-1], style.smallest, style.leading)


def fit_hyphenated(words: str, width: float, height: float, style: Style, measure: Measure) -> FittedText:
    """The words as small as they may be, with hyphens in words that are wider than the box."""
    size, face = style.smallest, style.faces[-1]
    room = min(max(2, style.lines), int((height + 0.01) // (size * style.leading)))
    parts = [part for word in printable(words).split(" ") for part in _parts(word, width, measure, face, size)]
    lines = wrap(" ".join(parts), width, lambda line: measure(line, face, size))
    kept = lines if lines is not None and len(lines) <= room else ()
    return FittedText(kept, face, size, style.leading)


def _parts(word: str, width: float, measure: Measure, face: str, size: float) -> list[str]:
    """A word, or as few parts of it as fit, each but the last with a hyphen."""
    found, begun, left = [], "", syllables(word)
    while left and measure(begun + "".join(left), face, size) > width:
        if begun and measure(f"{begun}{left[0]}-", face, size) > width:
            found.append(f"{begun}-")
            begun = ""
        begun += left.pop(0)
    return [*found, begun + "".join(left)]


VOWELS = frozenset("aeiouyõäöüåąęó")
INSEPARABLE = frozenset({"ch", "ck", "cz", "dz", "ph", "qu", "rz", "sh", "sz", "th"})
"""Two letters that stand for one sound."""


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


def wrap(words: str, width: float, measure: Callable[[str], float]) -> tuple[str, ...] | None:
    """As few lines as hold the words unbroken, as even as they can be; None where a word is wider than the box."""
    if measure(words) <= width:
        return (words,) if words else ()
    lines = _greedy(words, width, measure)
    if lines is None or len(lines) > 3:
        return lines
    # The narrowest width that needs no more lines: two even lines read better than one and a single word.
    low, high = width / 2, width
    while high - low > 4:
        middle = (low + high) / 2
        evener = _greedy(words, middle, measure)
        if evener is not None and len(evener) == len(lines):
            high, lines = middle, evener
        else:
            low = middle
    return lines


def _greedy(words: str, width: float, measure: Callable[[str], float]) -> tuple[str, ...] | None:
    lines: list[str] = []
    line = ""
    for word in words.split(" "):
        longer = f"{line} {word}" if line else word
        if measure(longer) <= width:
            line = longer
            continue
        if not line or measure(word) > width:
            return None
        lines.append(line)
        line = word
    return (*lines, line)


def _ways(style: Style) -> Iterator[tuple[float, str, int]]:
    size = style.size
    while size >= style.smallest:
        for face in style.faces:
            yield size, face, 1
            if style.lines > 1:
                yield size, face, style.lines
        size -= 1
