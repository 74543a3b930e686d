"""Words of a notation: how one field of an action is read from a line, and written into it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.errors import NotationError

V = TypeVar("V")
H = TypeVar("H", bound=Hashable)

ANYTHING = r"\S.*?"
"""As little as possible, but something."""


MOST_SHOWN = 200
"""So much of what cannot be read is repeated."""


def shortened(words: str) -> str:
    return words if len(words) <= MOST_SHOWN else f"{words[:MOST_SHOWN]}..."


@dataclass(frozen=True)
class Word(Generic[V]):
    """One kind of word. `name` says in a message what is expected, `example` is one that can be read.

    `read` gets what `pattern` (a regular expression without groups) matched, and raises NotationError with a clause,
    such as "there is no tile 'Castle'". `write` is its inverse.
    """

    name: str
    read: Callable[[str], V]
    write: Callable[[V], str] = str
    pattern: str = ANYTHING
    example: str = ""


def seat(seats: Sequence[str], name: str = "seat") -> Word[str]:
    """A player's letter."""

    def read(words: str) -> str:
        if words.upper() not in seats:
            raise NotationError(f"there is no seat {words}; seats are {seats[0]} to {seats[-1]}")
        return words.upper()

    return Word(name, read, str, "[A-Za-z]", seats[0])


def number(name: str = "number", lowest: int = 0, highest: int = 9999, *, signed: bool = False) -> Word[int]:
    """A whole number within bounds; with its sign always written, where it is `signed`."""

    def read(words: str) -> int:
        if not lowest <= int(words) <= highest:
            raise NotationError(f"{words} is no {name}; expected {lowest} to {highest}")
        return int(words)

    pattern = r"[+-]\d{1,9}" if signed else r"\d{1,9}"
    return Word(name, read, lambda value: f"{value:+d}" if signed else str(value), pattern, "+1" if signed else "2")


def one_of(name: str, values: Mapping[str, V]) -> Word[V]:
    """One of a few fixed spellings; of several for one value the first is written."""
    by_spelling = {words.casefold(): value for words, value in values.items()}

    def read(words: str) -> V:
        if words.casefold() not in by_spelling:
            raise NotationError(f"'{shortened(words)}' is no {name}; expected {' or '.join(values)}")
        return by_spelling[words.casefold()]

    def write(value: V) -> str:
        return next(words for words, known in values.items() if known == value)

    return Word(name, read, write, ANYTHING, next(iter(values)))


def flag(words: str) -> Word[bool]:
    """A truth that is told by these words, and by leaving them out (where the field's default is False)."""
    return Word(words, lambda _: True, lambda _: words, re.escape(words), words)


def normal(words: str) -> str:
    """Words as names are compared: lower case, letters and digits only."""
    return re.sub(r"[\W_]+", "", words.casefold())


def named(name: str, spellings: Mapping[H, Iterable[str]]) -> Word[H]:
    """One of many things, by any of its names: capitals, blanks and punctuation do not matter.

    A thing is written by its first name that is not (also) an earlier thing's.
    """
    things: dict[str, H] = {}
    for thing, names in spellings.items():
        for words in names:
            things.setdefault(normal(words), thing)
    written: dict[H, str] = {}
    for thing, names in spellings.items():
        for words in names:
            if things[normal(words)] == thing:
                written.setdefault(thing, words)

    def read(words: str) -> H:
        try:
            return things[normal(words)]
        except KeyError:
            example = next(iter(written.values()))
            raise NotationError(
                f"there is no {name} '{shortened(words.strip())}'; expected one such as '{example}'"
            ) from None

    return Word(name, read, written.__getitem__, ANYTHING, next(iter(written.values()), ""))


def list_of(word: Word[V], separator: str = ", ") -> Word[tuple[V, ...]]:
    """Several words in their order."""
    between = _separated_by(separator)

    def read(words: str) -> tuple[V, ...]:
        return tuple(word.read(one.strip()) for one in between.split(words))

    def write(values: tuple[V, ...]) -> str:
        return separator.join(map(word.write, values))

    return Word(f"{word.name}{separator}...", read, write, ANYTHING, word.example)


def counted(word: Word[V], separator: str = ", ") -> Word[tuple[V, ...]]:
    """Several words, equal ones by their number: `3 Farm, Oil Magnate`. Read sorted, whatever the order in the line."""
    between = _separated_by(separator)

    def read(words: str) -> tuple[V, ...]:
        values: list[Any] = []
        for one in between.split(words):
            count, rest = _count(one)
            values += [word.read(rest)] * count
        return tuple(sorted(values))

    def write(values: tuple[V, ...]) -> str:
        counts: Mapping[Any, int] = Counter(values)
        return separator.join(
            f"{count} {word.write(value)}" if count > 1 else word.write(value) for value, count in counts.items()
        )

    return Word(f"{word.name}{separator}...", read, write, ANYTHING, f"2 {word.example}")


def _count(words: str) -> tuple[int, str]:
    """How many, and of what; a name that begins with a number and a fraction (`18 1/2-Minute Gap`) is one."""
    found = re.fullmatch(r"\s*([1-9]\d?)\s*[x×]?\s+(?=\D|\d+\s)(.*)", words)
    return (int(found[1]), found[2]) if found else (1, words.strip())


def _separated_by(separator: str) -> re.Pattern[str]:
    """Around a sign blanks do not matter; a separating word stands between blanks."""
    bare = separator.strip()
    blank = r"\s+" if bare.isalpha() else r"\s*"
    return re.compile(rf"{blank}{re.escape(bare)}{blank}", re.IGNORECASE)
