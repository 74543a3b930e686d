"""Which piece each label is on: what was printed, and what the players have corrected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.core.journal_entries import Corrected
from companion.core.table import UNREADABLE, Piece, Reading, TableSnapshot, Tag, Zone


class KnownLabels:
    """Labels by tag; an unreadable label that was named is known by its zone, while one lies there unread."""

    def __init__(self, printed: Mapping[Tag, Piece]) -> None:
        self._pieces = {**printed, UNREADABLE: UNREADABLE}
        self._unread: dict[Zone, Piece] = {}

    def correct(self, corrected: Corrected) -> None:
        if corrected.tag == UNREADABLE:
            self._unread[corrected.zone] = corrected.piece
        else:
            self._pieces[corrected.tag] = corrected.piece

    def forget_read(self, reading: Reading) -> None:
        """Forgets what an unreadable label was said to be where none lies any more."""
        for zone, tags in reading.zones.items():
            if UNREADABLE not in tags:
                self._unread.pop(zone, None)

    def identify(self, reading: Reading) -> TableSnapshot:
        """The reading by pieces."""
        zones = dict(reading.identify(self._pieces).zones)
        for zone, piece in self._unread.items():
            if UNREADABLE in zones.get(zone, ()):
                rest = list(zones[zone])
                rest.remove(UNREADABLE)
                zones[zone] = tuple(sorted((*rest, piece)))
        return TableSnapshot(zones)

    def pieces(self, tags: Iterable[Tag]) -> tuple[Piece, ...]:
        """What these labels are on, in their order; labels of no piece of this game are left out."""
        return tuple(self._pieces[tag] for tag in tags if tag in self._pieces)

    def of_piece(self, piece: Piece) -> frozenset[Tag]:
        """The labels that are on such a piece."""
        return frozenset(tag for tag, on in self._pieces.items() if on == piece and tag != UNREADABLE)

    def piece_of(self, tag: Tag) -> Piece | None:
        """None for a label of no piece of this game."""
        return self._pieces.get(tag)

    def tag_of(self, piece: Piece, reading: Reading, zone: Zone) -> Tag | None:
        """A label in the zone that is believed to be on this piece."""
        return next((tag for tag in reading.zones.get(zone, ()) if self._pieces.get(tag) == piece), None)
