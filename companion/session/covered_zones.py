"""Zones that were out of sight for so long that more may have happened there than the next look tells."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.core.table import Box, Zone
from companion.core.zones import is_blind

LONG = 3.0
"""Seconds out of sight after which something lay over the zone: whoever lays one card down is gone before."""


LONG_AGO = float("-inf")


@dataclass(slots=True)
class CoveredZones:
    """Since when each zone was out of sight, in seconds, as long as it is, or until table and game agree there."""

    _hidden: dict[Zone, float] = field(default_factory=dict)
    _were: dict[Zone, float] = field(default_factory=dict)

    _at: float = 0.0

    def look(self, zones: Collection[Zone], in_sight: Collection[Zone], at: float) -> None:
        """Which of the zones can be seen now."""
        self._at = at
        for zone in zones:
            if zone not in in_sight:
                self._hidden.setdefault(zone, at)
            elif (since := self._hidden.pop(zone, at)) <= at - LONG:
                self._were[zone] = min(since, self._were.get(zone, since))

    def recall(self, zones: Collection[Zone]) -> None:
        """Nobody has looked at any of them since the table was known."""
        self._were.update(dict.fromkeys(zones, LONG_AGO))

    def agree(self, in_sight: Collection[Zone]) -> None:
        """Here nothing is in doubt any more."""
        for zone in in_sight:
            self._were.pop(zone, None)

    @property
    def were(self) -> Mapping[Zone, float]:
        """Those that are in sight again, and since when they were not, now and later on."""
        return self._were

    def meanwhile(self, made: Sequence[float]) -> Mapping[Zone, int]:
        """How many of the actions, made at these times, were made since each was covered; some are so still."""
        still = {zone: since for zone, since in self._hidden.items() if since <= self._at - LONG}
        return {zone: sum(at >= since for at in made) for zone, since in {**self._were, **still}.items()}


def in_full_sight(zones: Iterable[Zone], boxes: Mapping[Zone, Box], blind: Collection[Box]) -> Collection[Zone]:
    """Those of the zones over which nothing lies: of a label that was there it may be told though something does."""
    return [zone for zone in zones if zone not in boxes or not is_blind(boxes[zone], blind)]
