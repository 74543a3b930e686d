"""An ideal eye: every label that shows is read, what a hand or a book hides is blind, and nothing else is known.

It keeps the reader's own promises and limits: a label under the body of a piece that came to lie over it is known to
lie there; one that was moved while it was hidden, or that has another label right on it, is simply not seen any more.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from benchmarks.clumsy.tabletop import LABEL_MM, Tabletop, Thing
from companion.core.table import UNREADABLE, Box, LabelPlace, Observation, Pose, Tag
from vision.tracking.temporal_filter import TemporalFilter

BURIED_MM = LABEL_MM

Boxes = tuple[Box, ...]


@dataclass(slots=True)
class IdealEye:
    """Looks at a table. `foreign` are labels that are no pieces of this table, or copies of some that are."""

    table: Tabletop
    foreign: list[LabelPlace] = field(default_factory=list)
    _seen: dict[Tag, LabelPlace] = field(default_factory=dict)
    _places: dict[tuple[Tag, Pose], LabelPlace] = field(default_factory=dict)
    _looked: tuple[object, Observation] | None = None
    _filter: TemporalFilter = field(default_factory=TemporalFilter)

    def watch(self, at: float, hands: Boxes, covers: Boxes, hidden: bool) -> Observation | None:
        """One more frame: what has become certain, or None where nothing has."""
        self._filter, said = self._filter.after(self.look(hands, covers), not hidden, at)
        return said

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
        labels += [place for place in self.foreign if not _inside(place.pose, blind)]
        tags = [place.tag for place in labels if place.tag != UNREADABLE]
        twice = tuple(sorted({tag for tag in tags if tags.count(tag) > 1})) if len(set(tags)) < len(tags) else ()
        return Observation(tuple(labels), blind, twice)

    def _look_at(self, thing: Thing, blind: Boxes) -> LabelPlace | None:
        if thing.shows == "nothing" or _inside(thing.label, blind):
            return None
        hider = self.table.hider_of(thing)
        if hider is not None:
            known = self._seen.get(thing.tag)
            if known is None or known.pose != thing.label or _apart(hider.label, thing.label) < BURIED_MM:
                return None
            return known
        tag = thing.tag if thing.shows == "label" else UNREADABLE
        return self._places.setdefault((tag, thing.label), LabelPlace(tag, thing.label))


def _inside(pose: Pose, boxes: Boxes) -> bool:
    return any(box.contains(pose.x, pose.y) for box in boxes)


def _apart(one: Pose, other: Pose) -> float:
    return max(abs(one.x - other.x), abs(one.y - other.y))
