"""What lies in the corner for what is put away, and from which place each label came there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from companion.core.table import Change, Reading, Tag, Zone
from companion.core.zones import PUT_AWAY
from companion.session.known_labels import KnownLabels


class PutAway:
    def __init__(self) -> None:
        self._seen: dict[Tag, Zone] = {}
        """Where each label was read last, but for the corner."""
        self._came_from: dict[Tag, Zone] = {}

    def look(self, reading: Reading, lacking: Collection[Zone]) -> None:
        """What came into the corner since the look before; what no place lacks any more is done with."""
        for zone, tags in reading.zones.items():
            if zone != PUT_AWAY:
                self._seen.update(dict.fromkeys(tags, zone))
                for tag in tags:
                    self._came_from.pop(tag, None)
        whole = reading.zones.keys() - {*lacking}
        self._came_from = {tag: zone for tag, zone in self._came_from.items() if zone not in whole}
        for tag in reading.zones.get(PUT_AWAY, ()):
            if tag in self._seen:
                self._came_from[tag] = self._seen.pop(tag)

    def has(self, held: Collection[Change], labels: KnownLabels) -> bool:
        """Whether all that is out of its place lies in the corner."""
        there = Counter((zone, labels.piece_of(tag)) for tag, zone in self._came_from.items())
        return bool(held) and all(there[change.zone, change.piece] >= -change.delta for change in held)
