"""Labels that are seen twice: a copy lies on the table, or a picture of one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.core.plane import distance
from companion.core.table import Observation, Pose, Tag


@dataclass(slots=True)
class DoubledLabels:
    """Where each label was last seen alone."""

    _places: dict[Tag, Pose] = field(default_factory=dict)

    def without_copies(self, observation: Observation) -> Observation:
        """Of a label that is seen twice, only the one counts that lies where it was last seen alone."""
        twice = set(observation.duplicates)
        labels = tuple(
            place
            for place in observation.labels
            if place.tag not in twice or place.pose == self._nearest(place.tag, observation)
        )
        self._places |= {place.tag: place.pose for place in labels}
        return replace(observation, labels=labels)

    def _nearest(self, tag: Tag, observation: Observation) -> Pose:
        """The pose of that label that lies nearest to where it was."""
        poses = [place.pose for place in observation.labels if place.tag == tag]
        last = self._places.get(tag, poses[0])
        return min(poses, key=lambda pose: distance(pose, last))
