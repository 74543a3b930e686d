"""From what lies to a position: pieces are put into an empty one, in whatever order the game takes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.editor import EditRefused
from companion.core.found_table import FoundTable
from companion.core.table import UNREADABLE, Piece, TableSnapshot, Zone

Put = tuple[Zone, Piece]


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A position with what could be laid, before what follows by itself; and what the game does not take there."""

    state: Any
    refused: tuple[Put, ...] = ()


def lay(found: FoundTable[Any], state: Any, puts: Iterable[Put]) -> Laid:
    """The position with these pieces, each as soon as others make room for it."""
    left = list(puts)
    while left:
        refused: list[Put] = []
        for zone, piece in left:
            try:
                state = found.put(state, zone, piece)
            except (EditRefused, LookupError):
                refused.append((zone, piece))
        if len(refused) == len(left):
            break
        left = refused
    return Laid(state, tuple(left))


def snapshot(puts: Sequence[Put]) -> TableSnapshot:
    """The pieces by zone, those whose labels cannot be read among them."""
    zones: dict[Zone, list[Piece]] = {}
    for zone, piece in puts:
        zones.setdefault(zone, []).append(piece)
    return TableSnapshot.of(zones)


def readable(puts: Iterable[Put]) -> list[Put]:
    return [put for put in puts if put[1] != UNREADABLE]
