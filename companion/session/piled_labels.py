"""Labels of one pile, the lowest first: which of them are left, and how many pieces the pile may hold by that."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.core.heights import Height
from companion.core.table import UNREADABLE, Reading, Tag, Zone


def readable(tags: tuple[Tag, ...]) -> frozenset[Tag]:
    return frozenset(tag for tag in tags if tag != UNREADABLE)


def up_to(known: tuple[Tag, ...], tops: Collection[Tag]) -> tuple[Tag, ...]:
    """What is left of a pile of which these are the topmost."""
    return known[: max((known.index(tag) for tag in tops if tag in known), default=-1) + 1]


def left_lying(zone: Zone, known: tuple[Tag, ...], height: int, where: Mapping[Tag, Zone]) -> Height:
    """How many are left of a pile that was so high, of which some lie elsewhere; what lay above may have gone along."""
    elsewhere = [number for number, tag in enumerate(known) if where.get(tag, zone) != zone]
    return Height(height - len(known) + min(elsewhere, default=len(known)), height - len(elsewhere))


def is_due(before: Mapping[Zone, int], now: Mapping[Zone, int], zone: Zone, told: Height) -> bool:
    """Whether the pile is not as high yet, or as low, as it has to be now, and no more has come to it, or gone."""
    height = now.get(zone, 0)
    grows, shrinks = height > before.get(zone, height), height < before.get(zone, height)
    return height not in told and not (grows and told.least > height) and not (shrinks and told.most < height)


def without_slid(
    reading: Reading, tops: Mapping[Zone, frozenset[Tag]], known: Mapping[Zone, tuple[Tag, ...]]
) -> Reading:
    """The labels without those that are known to lie under others of their pile, where those lie there still."""
    zones = dict(reading.zones)
    for zone in tops.keys() & zones.keys():
        if tops[zone] and tops[zone] <= {*zones[zone]}:
            beneath = {*known.get(zone, ())} - tops[zone]
            zones[zone] = tuple(tag for tag in zones[zone] if tag not in beneath)
    return Reading(zones)


def with_covered(reading: Reading, came: Mapping[Zone, Sequence[Tag]]) -> Mapping[Zone, Sequence[Tag]]:
    """What is in sight, and what has come to a pile in sight and lies under what came there after it."""
    seen = {tag for tags in reading.zones.values() for tag in tags}
    return {
        zone: (*tags, *(tag for tag in came.get(zone, ()) if tag not in seen)) for zone, tags in reading.zones.items()
    }
