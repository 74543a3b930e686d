"""Holds what the watcher said against what really lay on the table."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.watching.play import MODULE_MM, label_pose
from companion.core.table import UNREADABLE, Observation, PieceShape, Pose
from hardware.scene import LABEL_MM, Item, Scene
from vision.track import distance, lies_under

SETTLED_AFTER = 8
"""Frames after which what lies still must be known, and what is gone must not be spoken of."""


@dataclass(slots=True)
class Referee:
    """Holds what was said against what was shown in the last frames."""

    wrong: list[str] = field(default_factory=list)
    delays: list[int] = field(default_factory=list)
    said: int = 0
    _shown: deque[tuple[Scene, dict[str, Pose]]] = field(default_factory=lambda: deque(maxlen=SETTLED_AFTER + 1))
    _known: dict[str, Pose] = field(default_factory=dict)
    _waiting: dict[str, int] = field(default_factory=dict)

    def show(self, scene: Scene) -> None:
        self._shown.append((scene, {item.tag: label_pose(item) for item in scene.items if item.tag is not None}))
        self._count_delays(scene)

    def hear(self, said: Observation, frame: int) -> None:
        self.said += 1
        labels = {place.tag: place.pose for place in said.labels}
        self._known = labels
        history = [poses for _, poses in self._shown]
        for tag, pose in labels.items():
            if tag != UNREADABLE and not _is_blind(said, pose) and not _was_there(tag, pose, history):
                self.wrong.append(f"frame {frame}: {tag} is not at {pose.x:.1f}, {pose.y:.1f}")
        for tag, pose in history[-1].items():
            lay_still = len(history) > SETTLED_AFTER and all(_was_there(tag, pose, [poses]) for poses in history)
            if lay_still and tag not in labels and not self._excused(tag, pose, said):
                self.wrong.append(f"frame {frame}: {tag} at {pose.x:.1f}, {pose.y:.1f} was said to be gone")

    def _excused(self, tag: str, pose: Pose, said: Observation) -> bool:
        """Not spoken of, unreadable, or under another card's label."""
        spoiled = any(place.tag == UNREADABLE and distance(place.pose, pose) < 10 for place in said.labels)
        return spoiled or _is_blind(said, pose) or _is_under(tag, pose, self._shown[-1][0])

    def _count_delays(self, scene: Scene) -> None:
        """For each card that was laid down or moved: the frames without a hand until its place was told."""
        for tag, pose in self._shown[-1][1].items():
            if tag in self._known and distance(self._known[tag], pose) < MODULE_MM:
                if tag in self._waiting:
                    self.delays.append(self._waiting.pop(tag))
            elif _is_under(tag, pose, scene):
                self._waiting.pop(tag, None)
            else:
                self._waiting[tag] = self._waiting.get(tag, 0) + (not scene.hands)


def _is_blind(said: Observation, pose: Pose) -> bool:
    return any(box.contains(pose.x, pose.y) for box in said.blind)


def _was_there(tag: str, pose: Pose, history: Sequence[dict[str, Pose]]) -> bool:
    return any(tag in poses and distance(poses[tag], pose) < MODULE_MM for poses in history)


def _pose(item: Item) -> Pose:
    return Pose(item.x, item.y, item.rotation)


def _is_under(tag: str, pose: Pose, scene: Scene) -> bool:
    above = False
    for item in scene.items:
        whole = PieceShape(item.width, item.height)
        if above and item.tag is not None and lies_under(pose, LABEL_MM, _pose(item), whole):
            return True
        above = above or item.tag == tag
    return False
