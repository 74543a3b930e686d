"""Labels that went out of sight while others lie in their zone: they may be under them, and count as lying there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.core.table import UNREADABLE, Piece, Reading, Tag, Zone
from companion.session.known_labels import KnownLabels


@dataclass(slots=True)
class BuriedPieces:
    """Where each label was seen last. One that is seen nowhere may lie under another label of its zone."""

    _ever: set[Tag] = field(default_factory=set)
    _last: dict[Tag, Zone] = field(default_factory=dict)
    _buried: frozenset[Tag] = frozenset()
    _resurfaced: frozenset[Tag] = frozenset()

    def look(self, reading: Reading) -> None:
        seen = {tag: zone for zone, tags in reading.zones.items() for tag in tags if tag != UNREADABLE}
        was_buried = {tag for tag in seen if tag in self._buried | self._resurfaced and self._last[tag] == seen[tag]}
        self._ever |= seen.keys()
        self._last |= seen
        for tag in [tag for tag, zone in self._last.items() if tag not in seen and reading.zones.get(zone) == ()]:
            del self._last[tag]
        self._resurfaced = frozenset(was_buried)
        self._buried = frozenset(self._last.keys() - seen.keys())

    def buried(self, labels: KnownLabels) -> Mapping[Zone, Sequence[Piece]]:
        """What may lie out of sight."""
        return self._by_zone(self._buried, labels)

    def resurfaced(self, labels: KnownLabels) -> Mapping[Zone, Sequence[Piece]]:
        """What came to light again where it lay."""
        return self._by_zone(self._resurfaced, labels)

    def has_seen(self, piece: Piece, labels: KnownLabels) -> bool:
        """Whether a label of such a piece has been in sight."""
        return any(labels.piece_of(tag) == piece for tag in self._ever)

    def _by_zone(self, tags: Iterable[Tag], labels: KnownLabels) -> Mapping[Zone, Sequence[Piece]]:
        zones: dict[Zone, list[Piece]] = {}
        for tag in sorted(tags):
            if (piece := labels.piece_of(tag)) is not None:
                zones.setdefault(self._last[tag], []).append(piece)
        return zones
