"""What was read of a simulated table, label by label, against what really lies there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.core.plane import distance
from companion.core.table import UNREADABLE, LabelPlace, Observation, Tag
from companion.simulation.physical_table import PhysicalTable, PlacedPiece

IN_PLACE_MM = 3.0
"""A label read this far from where it lies was read in the wrong place."""


class ReadingCount:
    """Counts frames, and labels that were `read`, `missed` or `false`.

    A label is missed if it lay in sight for `due_after` frames without a hand, and what was told of the table last
    lacks it: the watcher needs so many to search the whole picture and to be sure of what it finds.
    """

    def __init__(self, table: PhysicalTable, due_after: int) -> None:
        self._table, self._due_after = table, due_after
        self._counters: Counter[str] = Counter()
        self._quiet = 0
        self._ever: dict[Tag, list[PlacedPiece]] = {}
        self._waited_for: dict[PlacedPiece, int] = {}

    @property
    def counters(self) -> Mapping[str, int]:
        return {name: self._counters[name] for name in ("frames", "read", "missed", "false")}

    def frame(self, observation: Observation | None, *, hands: bool = False) -> None:
        """One more frame, whether hands are over the table, and what has been told of it, if there was news."""
        self._counters["frames"] += 1
        if observation is not None:
            self._told(observation)
        if not hands:
            self._quiet += 1
            overdue = self._quiet - self._due_after
            self._counters["missed"] += sum(since == overdue for since in self._waited_for.values())

    def _told(self, observation: Observation) -> None:
        told = {place.tag: place for place in observation.labels if place.tag != UNREADABLE}
        lying = {piece.tag: piece for piece in self._table.lying()}
        for piece in lying.values():
            self._ever.setdefault(piece.tag, []).append(piece)
        right = {tag for tag, place in told.items() if tag in lying and _in_place(place, lying[tag])}
        # A piece that has just been taken away may be remembered for a moment: that is late, not false.
        late = {tag for tag in told if any(_in_place(told[tag], was) for was in self._ever.get(tag, ()))}
        self._counters.update({"read": len(right), "false": len(told.keys() - right - late)})
        self._waited_for = {
            piece: self._waited_for.get(piece, self._quiet)
            for piece in self._table.visible()
            if piece.tag not in right
            and not any(box.contains(piece.label.x, piece.label.y) for box in observation.blind)
        }


def _in_place(place: LabelPlace, piece: PlacedPiece) -> bool:
    return distance(place.pose, piece.label) <= IN_PLACE_MM
