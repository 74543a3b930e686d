"""What lies where, as a value: the part of a state that is the table."""

from __future__ import annotations

from bisect import insort
from collections.abc import Collection, Iterable, Iterator, Mapping

from companion.core.table import Piece, Zone


class Placement(Mapping[Zone, tuple[Piece, ...]]):
    """The pieces in each zone; nothing where nothing was said. Equal where the same lies in each.

    `Placement({"a1": ("white",), "c3": ("black",)})` is one. In `piles` they lie as they came, the topmost last;
    elsewhere in which order they came makes no difference. A change gives another placement:
    `placement.moved("white", "a1", "a4")`.
    """

    __slots__ = ("_hash", "_zones", "piles")

    def __init__(
        self, zones: Mapping[Zone, Iterable[Piece]] | None = None, piles: Collection[Zone] = frozenset()
    ) -> None:
        self.piles = piles
        self._zones = {
            zone: lying
            for zone, pieces in (zones or {}).items()
            if (lying := tuple(pieces if zone in piles else sorted(pieces)))
        }
        self._hash: int | None = None

    def __getitem__(self, zone: Zone) -> tuple[Piece, ...]:
        return self._zones.get(zone, ())

    def __iter__(self) -> Iterator[Zone]:
        return iter(self._zones)

    def __len__(self) -> int:
        return len(self._zones)

    def __contains__(self, zone: object) -> bool:
        """Whether anything lies there."""
        return zone in self._zones

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Placement) and self._zones == other._zones

    def __hash__(self) -> int:
        if self._hash is None:  # States are hashed by the hundred for one look at the table.
            self._hash = hash(frozenset(self._zones.items()))
        return self._hash

    def __repr__(self) -> str:
        return f"Placement({self._zones})"

    def put(self, piece: Piece, zone: Zone) -> Placement:
        """With one more piece there."""
        lying = [*self[zone]]
        if zone in self.piles:
            lying.append(piece)
        else:
            insort(lying, piece)
        return self._with(zone, tuple(lying))

    def taken(self, piece: Piece, zone: Zone) -> Placement:
        """Without the piece, the latest of its kind, if one lies there."""
        return self._with(zone, _without(self[zone], piece))

    def moved(self, piece: Piece, source: Zone, target: Zone) -> Placement:
        """With the piece elsewhere; it comes to lie there wherever it was."""
        return self.taken(piece, source).put(piece, target)

    def zones_of(self, piece: Piece) -> tuple[Zone, ...]:
        """Where such pieces lie."""
        return tuple(zone for zone, pieces in self._zones.items() if piece in pieces)

    def count(self, piece: Piece) -> int:
        """How many of the kind lie anywhere."""
        return sum(pieces.count(piece) for pieces in self._zones.values())

    def _with(self, zone: Zone, pieces: tuple[Piece, ...]) -> Placement:
        changed = Placement(None, self.piles)
        changed._zones = {**self._zones, zone: pieces}
        if not pieces:
            del changed._zones[zone]
        return changed


def _without(pieces: tuple[Piece, ...], piece: Piece) -> tuple[Piece, ...]:
    if piece not in pieces:
        return pieces
    last = len(pieces) - 1 - pieces[::-1].index(piece)
    return pieces[:last] + pieces[last + 1 :]
