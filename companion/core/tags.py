"""What is printed in a label: a game's letter, a piece's number, a check character and five filling characters.

A payload such as `N017K4Q2ZP` has ten characters of 0-9 and A-Z. The first five are for people: letter, three digits,
check character. The filling carries no meaning; `companion make-tags` chooses it once so that any two symbols look
different. Only the shipped tables say which filling belongs to which piece, so a payload is known by membership, never
by its form alone.

The check character is a weighted sum modulo 36. The weights have no factor in common with 36, so every wrong
character is noticed. Exchanging two neighbouring digits changes the sum by their difference times 2 or 10 (the
difference of the weights), exchanging the last digit with the check character by their difference times 2 (one and
the last weight); neither is ever a multiple of 36, so every exchange of neighbours is noticed too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

from companion.errors import CatalogError

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PAYLOAD_LENGTH = 10
READABLE_LENGTH = 5

_WEIGHTS = (17, 13, 11, 1)
_FORM = re.compile(r"([A-Z])([0-9]{3})([0-9A-Z])([0-9A-Z]{5})?")


@dataclass(frozen=True, slots=True, order=True)
class TagId:
    """A piece's place in its game's table: the game's letter and the piece's number."""

    letter: str
    number: int


def check_character(stem: str) -> str:
    """The fifth character for a letter and three digits, such as `N017`."""
    return ALPHABET[sum(weight * ALPHABET.index(c) for weight, c in zip(_WEIGHTS, stem, strict=True)) % 36]


def stem(tag_id: TagId) -> str:
    """Letter, three digits and check character: the part of the payload that people read."""
    bare = f"{tag_id.letter}{tag_id.number:03d}"
    return bare + check_character(bare)


def readable(payload: str) -> str:
    """The part of a payload that people read and type, such as `N017K`."""
    return payload[:READABLE_LENGTH]


def parse(text: str) -> TagId | None:
    """The piece that a whole payload, or its readable part, names; None for any other string."""
    form = _FORM.fullmatch(text)
    if form is None or check_character(text[:4]) != form[3]:
        return None
    return TagId(form[1], int(form[2]))


def read_table(text: str, source: str) -> dict[int, str]:
    """Payloads by piece number, from lines `number,payload`; a first line of headings is allowed.

    Raises CatalogError naming `source` and the line when a line is not a number and a payload that agree, or when a
    number comes twice.
    """
    table: dict[int, str] = {}
    for line_number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or (line_number == 1 and line.strip() == "number,payload"):
            continue
        number, _, payload = line.strip().partition(",")
        tag_id = parse(payload)
        if tag_id is None or len(payload) != PAYLOAD_LENGTH or number != str(tag_id.number) or tag_id.number in table:
            raise CatalogError(f"{source}, line {line_number}: '{line.strip()}' is no new number with its payload.")
        table[tag_id.number] = payload
    return table


class Label(NamedTuple):
    """A printed label of a game: its payload, the kind of piece it is on, and which of the kind's copies that is."""

    tag: str
    piece: str
    copy: int


@cache
def labels(package: str, letter: str) -> tuple[Label, ...]:
    """The labels of a game's shipped `tags.csv` (`number,payload,piece,copy`), by number; spare ones are left out.

    Raises CatalogError for a payload that is another game's or number's, or comes twice.
    """
    found: dict[str, Label] = {}
    text = files(package).joinpath("tags.csv").read_text(encoding="ascii")
    for line in text.splitlines()[1:]:
        number, payload, piece, copy = line.split(",")
        if parse(payload) != TagId(letter, int(number)) or payload in found:
            raise CatalogError(f"{package}, tags.csv: '{line}' is no new number with its payload.")
        found[payload] = Label(payload, piece, int(copy or 0))
    return tuple(label for label in found.values() if label.piece)


@cache
def tags_of(package: str) -> Mapping[str, str] | None:
    """The piece behind each label of the package's `tags.csv`, whose first row tells its letter; None without one."""
    file = files(package).joinpath("tags.csv")
    rows = file.read_text(encoding="ascii").splitlines()[1:] if file.is_file() else []
    return {label.tag: label.piece for label in labels(package, rows[0].split(",")[1][:1])} if rows else None


def default_tags(pieces: Iterable[str]) -> Mapping[str, str]:
    """A label for each of these pieces, in their order: for a game that has no table yet, to be tried and not printed.

    Nothing is known of how far apart they look; a table is made by choosing the filling (`scripts/make_tags.py`).
    """
    stems = [stem(TagId("X", number)) for number in range(1, 1000)]
    filled = (f"{start}{sha256(start.encode()).hexdigest()[:5].upper()}" for start in stems)
    return dict(zip(filled, pieces, strict=False))


@cache
def second_labels(package: str) -> Mapping[str, str]:
    """The payloads of a second copy's labels (`second_tags.csv`), by those of the same numbers in `tags.csv`."""
    first, second = (
        files(package).joinpath(name).read_text(encoding="ascii") for name in ("tags.csv", "second_tags.csv")
    )
    payloads = read_table(second, f"{package}, second_tags.csv")
    rows = (line.split(",") for line in first.splitlines()[1:])
    return {row[1]: payloads[int(row[0])] for row in rows}


@cache
def anchor_tags() -> tuple[str, ...]:
    """The payloads of the mat's own tags, by number."""
    return tuple(payload for _, payload in sorted(anchors().items()))


def anchors() -> dict[int, str]:
    """Payloads of the table mat's own tags by number, as shipped in `anchors.csv`."""
    return read_table(files("companion.core").joinpath("anchors.csv").read_text(encoding="ascii"), "anchors.csv")
