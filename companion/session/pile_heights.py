"""How high piles are of which only the top shows, as the labels tell that were seen to come and to go.

A tile that goes from one pile of its kind to another leaves no change that the game could see: every top looks as
before. Its label was there and is here. How many went with it, under it, the label that comes to light tells, if it
was seen before it was covered.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from companion.core.inference import Height
from companion.core.table import UNREADABLE, Reading, Tag, Zone


@dataclass(slots=True)
class PileHeights:
    """Which labels lay where, the lowest first, and how high the piles were, when table and game last agreed."""

    _home: dict[Tag, Zone] = field(default_factory=dict)
    _tops: dict[Zone, frozenset[Tag]] = field(default_factory=dict)
    _known: dict[Zone, tuple[Tag, ...]] = field(default_factory=dict)
    _heights: Mapping[Zone, int] = field(default_factory=dict)
    _owed: frozenset[Zone] = frozenset()
    """Where hands have yet to do what the game knows already: these piles tell nothing."""
    lifted: frozenset[Tag] = frozenset()
    """Labels of which it was seen that they are no longer on top, and that nothing was laid over them."""

    odd: frozenset[Zone] = frozenset()
    """Piles that were otherwise than the game has them when nothing else on the table was."""

    def look(self, reading: Reading, heights: Mapping[Zone, int]) -> None:
        """What was to be done on a pile may have been done."""
        seen = {tag for tags in reading.zones.values() for tag in tags}
        self.lifted = (self.lifted | self._just_lifted(reading)) - seen
        if self._owed:
            self.expect(reading, heights, self._owed)

    def expect(self, reading: Reading, heights: Mapping[Zone, int], zones: Collection[Zone] | None = None) -> None:
        """The game went on, or what differs is left as it is: those piles that are not so high yet are set aside."""
        told = self._all_told(reading)
        known = heights if zones is None else zones
        self._owed = frozenset(zone for zone in known if zone not in told or heights.get(zone, 0) not in told[zone])

    def agree(self, reading: Reading, heights: Mapping[Zone, int], last_seen: Mapping[Tag, Zone]) -> None:
        """The game is as the table shows it: from here on labels come and go. `last_seen`: also those out of sight."""
        told = self.told(reading)
        doubtful = {
            zone
            for zone, height in self._heights.items()
            if (heights.get(zone, 0) not in told[zone] if zone in told else heights.get(zone) == height)
        }
        self.odd = frozenset(doubtful & told.keys())
        kept = self._owed | (doubtful & self._tops.keys())
        tops = {zone: _readable(tags) for zone, tags in reading.zones.items() if zone not in kept}
        for zone, tags in tops.items():
            if zone in heights:
                self._pile_up(zone, tags)
        self._tops |= tops
        settled = {tag: zone for tag, zone in last_seen.items() if zone not in kept}
        before = {tag: zone for tag, zone in self._home.items() if zone in kept or last_seen.get(tag) in kept}
        self._home = before | settled
        self._heights = {**heights, **{zone: height for zone, height in self._heights.items() if zone in kept}}

    def _pile_up(self, zone: Zone, tops: frozenset[Tag]) -> None:
        """What came lies on what is known to lie there, with what it took along from under it."""
        known = self._known.get(zone, ())
        came = [tag for tag in sorted(tops) if tag not in known]
        if not came:
            known = known[: max((known.index(tag) for tag in tops), default=-1) + 1]
        self._known[zone] = (*known, *came)

    def told(self, reading: Reading) -> Mapping[Zone, Height]:
        """The heights of the piles in sight of which it is known what came and what went."""
        return {zone: height for zone, height in self._all_told(reading).items() if zone not in self._owed}

    def arrived(self, reading: Reading) -> Mapping[Zone, tuple[Tag, ...]]:
        """The labels that lay in another zone when table and game last agreed, and new ones that cover others."""
        return {
            zone: came
            for zone, tags in reading.zones.items()
            if (came := tuple(tag for tag in tags if self._came(tag, zone, _readable(tags))))
        }

    def _came(self, tag: Tag, zone: Zone, tops: frozenset[Tag]) -> bool:
        if tag in self._home or tag == UNREADABLE:
            return self._home.get(tag, zone) != zone
        return zone in self._heights and bool(self._tops.get(zone, frozenset()) - tops)

    def _all_told(self, reading: Reading) -> Mapping[Zone, Height]:
        where = {tag: zone for zone, tags in reading.zones.items() for tag in tags}
        told = {}
        for zone, height in self._heights.items():
            if zone in reading.zones and zone in self._tops and UNREADABLE not in reading.zones[zone]:
                now = self._height(zone, height, _readable(reading.zones[zone]), where)
                if now is not None:
                    told[zone] = now
        return told

    def _height(self, zone: Zone, height: int, tops: frozenset[Tag], where: Mapping[Tag, Zone]) -> Height | None:
        """None where a label came or went that may be anywhere."""
        gone, new = self._tops[zone] - tops, tops - self._tops[zone]
        if not gone and not new:
            return Height(height, height)
        if gone & self.lifted:
            return None
        left = sum(1 for tag in gone if where.get(tag, zone) != zone)
        arrived = sum(1 for tag in new if self._is_from_elsewhere(tag, zone, height))
        if gone and left == len(gone) and not arrived:
            return Height(0, 0) if not tops else self._less(zone, height, tops, left)
        if arrived and not left and arrived == len(new):
            brings_others = any(self._home.get(tag) in self._heights for tag in new)
            return Height(height + arrived) if brings_others else Height(height + arrived, height + arrived)
        return None

    def _just_lifted(self, reading: Reading) -> frozenset[Tag]:
        """Where nothing shows but what lay below, what lay on top has been taken up."""
        lifted: set[Tag] = set()
        for zone, tops in self._tops.items():
            now = reading.zones.get(zone, (UNREADABLE,))
            is_known = zone in self._heights and UNREADABLE not in now
            if is_known and all(tag in tops or self._home.get(tag) == zone for tag in now):
                lifted |= tops - set(now)
        return frozenset(lifted)

    def _is_from_elsewhere(self, tag: Tag, zone: Zone, height: int) -> bool:
        """Where each label of a pile has been seen, a new one can only have come."""
        if tag in self._home:
            return self._home[tag] != zone
        return sum(1 for home in self._home.values() if home == zone) == height

    def _less(self, zone: Zone, height: int, tops: frozenset[Tag], left: int) -> Height:
        """What lay above a label that is known to have lain there is gone; above an unknown one, nobody knows."""
        known = self._known.get(zone, ())
        if not tops <= set(known):
            return Height(0, height - left)
        went = len(known) - 1 - max(known.index(tag) for tag in tops)
        return Height(height - max(went, left), height - max(went, left))


def _readable(tags: tuple[Tag, ...]) -> frozenset[Tag]:
    return frozenset(tag for tag in tags if tag != UNREADABLE)
