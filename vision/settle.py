"""The temporal vote: what several quiet looks at the table agree on, and nothing else, is taken to be so.

A label is there when 3 of the last 5 looks saw it, and gone when 3 looked at its place and did not see it. A look that
could not see the place (a hand, an unreadable label) is no vote: covered is not gone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import hypot

from companion.core.table import UNREADABLE, Box, LabelPlace, Observation, Tag
from vision.areas import cut_away, disjoint

LOOKS = 5
"""Quiet looks that are remembered."""

AGREEING = 3
"""Looks that have to agree."""

SAME_PLACE_MM = 0.5
"""A label that moved less has not moved; a module of a 20 mm label is 0.7 mm."""

SAME_TURN_DEGREES = 3.0

UNREADABLE_REACH_MM = 10.0
"""An unreadable label so near to a known one is that label, spoiled by a reflection or a token."""

FORGET_AFTER = 10.0
"""Seconds after which a look says nothing about now."""

EVERYWHERE = Box(-1e6, -1e6, 1e6, 1e6)


@dataclass(slots=True)
class Settler:
    """Turns observations of single frames into the few that say something new and certain."""

    looks: int = LOOKS
    agreeing: int = AGREEING
    _window: deque[tuple[float, Observation]] = field(default_factory=deque)
    _labels: tuple[LabelPlace, ...] = ()
    _duplicates: tuple[Tag, ...] = ()
    _unspoken: tuple[Box, ...] = (EVERYWHERE,)
    _repeated: int = 0

    def add(self, observation: Observation, quiet: bool, at: float) -> Observation | None:
        """One more look, at `at` seconds: what has just become certain, or None when nothing has.

        A look that is not `quiet` (the whole picture is in motion) is no vote. The result holds all that is certain,
        not only the news; its `blind` parts are those that were not visible throughout the agreeing looks.
        """
        if not quiet or self._says_nothing_new(observation, at):
            return None
        self._window.append((at, observation))
        while len(self._window) > self.looks or at - self._window[0][0] > FORGET_AFTER:
            self._window.popleft()
        if len(self._window) < self.agreeing:
            return None
        return self._news([look for _, look in self._window])

    def reconsider(self, observation: Observation, at: float) -> None:
        """Replaces the look of that time by what is now known of it, or adds it; the next `add` votes.

        A place that was in motion when it was looked at turns out, one frame later, to have been at rest already.
        """
        if self._window and self._window[-1][0] == at:
            self._window.pop()
        self._window.append((at, observation))
        self._repeated = 0

    def _says_nothing_new(self, observation: Observation, at: float) -> bool:
        """After a whole window of the same look the vote is over; this keeps a still table nearly free."""
        same = bool(self._window) and observation == self._window[-1][1]
        self._repeated = self._repeated + 1 if same else 0
        if self._repeated >= self.looks:
            self._window[-1] = (at, observation)
            return True
        return False

    def _news(self, looks: Sequence[Observation]) -> Observation | None:
        labels = _voted(self._labels, looks, self.agreeing)
        doubled = tuple(
            sorted({tag for look in looks for tag in look.duplicates if _count(tag, looks) >= self.agreeing})
        )
        blind = disjoint(box for look in looks[-self.agreeing :] for box in look.blind)
        changed = (labels, doubled) != (self._labels, self._duplicates)
        now_visible = cut_away(self._unspoken, blind)
        if not changed and not now_visible:
            return None
        self._labels, self._duplicates = labels, doubled
        self._unspoken = blind if changed else cut_away(self._unspoken, now_visible)
        return Observation(labels, blind, doubled)


def _count(tag: Tag, looks: Iterable[Observation]) -> int:
    return sum(tag in look.duplicates for look in looks)


def _voted(settled: Sequence[LabelPlace], looks: Sequence[Observation], agreeing: int) -> tuple[LabelPlace, ...]:
    """The labels that stay, then those that are new, in the order in which they were first seen."""
    open_tags = _in_question(settled, looks)
    if not open_tags:
        return tuple(settled)
    open_tags.add(UNREADABLE)
    seen = [_by_tag(place for place in look.labels if place.tag in open_tags) for look in looks]
    asked = [place for place in settled if place.tag in open_tags]
    fresh = [place for place in _candidates(seen, asked) if _seen_in(place, seen) >= agreeing]
    kept = [place for place in asked if not _is_gone(place, looks, seen, agreeing)]
    kept = [place for place in kept if not _is_elsewhere(place, [*kept, *fresh], seen)]
    staying = {id(place) for place in kept}
    voted = [place for place in settled if place.tag not in open_tags or id(place) in staying] + fresh
    known = [place for place in voted if place.tag != UNREADABLE]
    return tuple(place for place in voted if place.tag != UNREADABLE or not _spoils(place, known))


def _in_question(settled: Sequence[LabelPlace], looks: Sequence[Observation]) -> set[Tag]:
    """The tags whose labels are not all settled and in every look.

    A watcher gives a label that lies where it lay as the very same object, so most of a table is told by identity.
    """
    steady = {id(place) for place in settled}.intersection(*({id(place) for place in look.labels} for look in looks))
    return {
        place.tag
        for places in (settled, *(look.labels for look in looks))
        for place in places
        if id(place) not in steady
    }


def _by_tag(labels: Iterable[LabelPlace]) -> dict[Tag, list[LabelPlace]]:
    found: dict[Tag, list[LabelPlace]] = {}
    for place in labels:
        found.setdefault(place.tag, []).append(place)
    return found


def _candidates(seen: Sequence[dict[Tag, list[LabelPlace]]], settled: Sequence[LabelPlace]) -> list[LabelPlace]:
    """Every distinct place in the looks, as the newest look has it, that is not settled yet."""
    known = _by_tag(settled)
    fresh: dict[Tag, list[LabelPlace]] = {}
    for look in reversed(seen):
        for tag, places in look.items():
            for place in places:
                if not _holds(known, place) and not _holds(fresh, place):
                    fresh.setdefault(tag, []).append(place)
    return [place for places in fresh.values() for place in places]


def _seen_in(place: LabelPlace, seen: Iterable[dict[Tag, list[LabelPlace]]]) -> int:
    return sum(_holds(look, place) for look in seen)


def _holds(labels: dict[Tag, list[LabelPlace]], place: LabelPlace) -> bool:
    return any(_same_place(place, other) for other in labels.get(place.tag, ()))


def _same_place(one: LabelPlace, other: LabelPlace) -> bool:
    if one is other:
        return True
    turned = abs((one.pose.rotation - other.pose.rotation + 180.0) % 360.0 - 180.0)
    reach = SAME_PLACE_MM if one.tag != UNREADABLE else UNREADABLE_REACH_MM / 2
    return _apart(one, other) <= reach and (turned <= SAME_TURN_DEGREES or one.tag == UNREADABLE)


def _apart(one: LabelPlace, other: LabelPlace) -> float:
    return hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y)


def _is_gone(
    place: LabelPlace, looks: Sequence[Observation], seen: Sequence[dict[Tag, list[LabelPlace]]], agreeing: int
) -> bool:
    missing = (
        look
        for look, labels in zip(looks, seen, strict=True)
        if not _holds(labels, place) and _could_be_seen(place, look, labels)
    )
    return sum(1 for _ in missing) >= agreeing


def _could_be_seen(place: LabelPlace, look: Observation, labels: dict[Tag, list[LabelPlace]]) -> bool:
    if any(box.contains(place.pose.x, place.pose.y) for box in look.blind):
        return False
    return place.tag == UNREADABLE or not _spoils_any(place, labels.get(UNREADABLE, ()))


def _spoils_any(place: LabelPlace, unreadable: Iterable[LabelPlace]) -> bool:
    return any(_apart(place, other) <= UNREADABLE_REACH_MM for other in unreadable)


def _spoils(unreadable: LabelPlace, known: Iterable[LabelPlace]) -> bool:
    return any(_apart(unreadable, place) <= UNREADABLE_REACH_MM for place in known)


def _is_elsewhere(place: LabelPlace, labels: Iterable[LabelPlace], seen: Sequence[dict[Tag, list[LabelPlace]]]) -> bool:
    """Whether the tag is certain at another place and was not seen here as well: it was taken from under a hand."""
    if place.tag == UNREADABLE or any(_holds(look, place) for look in seen[-2:]):
        return False
    return any(other.tag == place.tag and not _same_place(place, other) and _seen_in(other, seen) for other in labels)
