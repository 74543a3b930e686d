"""The labels of a pile, the lowest first."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from companion.core.inference import Height
from companion.core.table import UNREADABLE, Reading, Tag, Zone


def readable(tags: tuple[Tag, ...]) -> frozenset[Tag]:
    return frozenset(tag for tag in tags if tag != UNREADABLE)


def up_to(known: tuple[Tag, ...], tops: Collection[Tag]) -> tuple[Tag, ...]:
    """What is left of a pile of which these are the topmost."""
    return known[: max((known.index(tag) for tag in tops if tag in known), default=-1) + 1]


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


def full_piles(told: Mapping[Zone, Height], heights: Mapping[Zone, int]) -> frozenset[Zone]:
    """The piles that are, by their labels, no higher than the game has them."""
    return frozenset(zone for zone, height in heights.items() if zone in told and told[zone].most <= height)
