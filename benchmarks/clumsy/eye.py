"""An ideal eye: every label that shows is read, what a hand or a book hides is blind, and nothing else is known.

It keeps the reader's own promises and limits: a label under the body of a piece that came to lie over it is known to
lie there; one that was moved while it was hidden, or that has another label right on it, is simply not seen any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from benchmarks.clumsy.tabletop import LABEL_MM, Tabletop, Thing
from companion.core.table import UNREADABLE, Box, LabelPlace, Observation, Pose, Tag
from vision.tracking.blindness import LASTING
from vision.tracking.observation import LABEL_REACH
from vision.tracking.temporal_filter import TemporalFilter

BURIED_MM = LABEL_MM

LABEL_REACH_MM = LABEL_MM * LABEL_REACH

Boxes = tuple[Box, ...]


@dataclass(slots=True)
class IdealEye:
    """Looks at a table. `foreign` are labels that are no pieces of this table, or copies of some that are."""

    table: Tabletop
    foreign: list[LabelPlace] = field(default_factory=list)
    _seen: dict[Tag, LabelPlace] = field(default_factory=dict)
    _places: dict[tuple[Tag, Pose], LabelPlace] = field(default_factory=dict)
    _looked: tuple[object, Observation] | None = None
    _over: dict[Box, float] = field(default_factory=dict)
    """What lies over the table, and since when, in seconds."""
    _filter: TemporalFilter = field(default_factory=TemporalFilter)

    def watch(self, at: float, hands: Boxes, covers: Boxes, hidden: bool) -> Observation | None:
        """One more frame: what has become certain, or None where nothing has."""
        self._over = {box: self._over.get(box, at) for box in (*hands, *covers)}
        lasting = {box for box, since in self._over.items() if at - since >= LASTING}
        seen = self.look(hands, covers)
        if lasting:
            resting = tuple(box for box in hands if box in lasting)
            labels = tuple(_around(place.pose) for place in self._under([box for box in covers if box in lasting]))
            seen = replace(seen, hidden=(*resting, *labels))
        self._filter, said = self._filter.after(seen, not hidden, at)
        return said

    def _under(self, covers: Sequence[Box]) -> list[LabelPlace]:
        """The labels that were in sight before something was laid over them."""
        return [place for place in self._seen.values() if _inside(place.pose, covers)]

    def look(self, hands: Boxes = (), covers: Boxes = ()) -> Observation:
        asked = self.table.version, hands, covers, tuple(self.foreign)
        if self._looked is None or self._looked[0] != asked:
            self._looked = asked, self._look((*hands, *covers))
        return self._looked[1]

    def knows(self, thing: Thing) -> bool:
        """Whether its label was read where it lies."""
        known = self._seen.get(thing.tag)
        return known is not None and known.pose == thing.label

    def _look(self, blind: Boxes) -> Observation:
        labels: list[LabelPlace] = []
        for thing in self.table.things:
            place = self._look_at(thing, blind)
            if place is not None:
                labels.append(place)
                if place.tag != UNREADABLE:
                    self._seen[thing.tag] = place
        self._forget_what_left(blind)
        labels += [place for place in self.foreign if not _inside(place.pose, blind)]
        labels = list(self._told(labels))
        tags = [place.tag for place in labels if place.tag != UNREADABLE]
        twice = tuple(sorted({tag for tag in tags if tags.count(tag) > 1})) if len(set(tags)) < len(tags) else ()
        return Observation(tuple(labels), blind, twice)

    def _told(self, places: Sequence[LabelPlace]) -> Sequence[LabelPlace]:
        """Under which labels they are told."""
        return places

    def _forget_what_left(self, blind: Boxes) -> None:
        """What lies no more, in plain sight, where it was read."""
        lying = {thing.tag: thing.label for thing in self.table.things}
        self._seen = {
            tag: place
            for tag, place in self._seen.items()
            if lying.get(tag) == place.pose or _inside(place.pose, blind)
        }

    def _look_at(self, thing: Thing, blind: Boxes) -> LabelPlace | None:
        if thing.shows in ("nothing", "washed out") or _inside(thing.label, blind):
            return None
        hider = self.table.hider_of(thing)
        if hider is not None:
            known = self._seen.get(thing.tag)
            if known is None or known.pose != thing.label or _apart(hider.label, thing.label) < BURIED_MM:
                return None
            return known
        tag = thing.tag if thing.shows == "label" else UNREADABLE
        return self._places.setdefault((tag, thing.label), LabelPlace(tag, thing.label))


def _inside(pose: Pose, boxes: Sequence[Box]) -> bool:
    return any(box.contains(pose.x, pose.y) for box in boxes)


def _around(label: Pose) -> Box:
    reach = LABEL_REACH_MM
    return Box(label.x - reach, label.y - reach, label.x + reach, label.y + reach)


def _apart(one: Pose, other: Pose) -> float:
    return max(abs(one.x - other.x), abs(one.y - other.y))
