"""Holds what the pipeline said against what really lay on the table."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.watching.play import MODULE_MM, label_pose
from companion.core.plane import covers, distance
from companion.core.table import UNREADABLE, Observation, PieceShape, Pose
from companion.simulation.renderer.scene import LABEL_MM, Item, Scene

SETTLED_AFTER = 8
"""Frames after which what lies still must be known, and what is gone must not be spoken of."""

AT_REST = 3
"""Frames of a table at rest after which everything must be known."""

A_MODULE = 1.2 * MODULE_MM
"""A card that went no further was moved by a module."""

NOTHING = Observation(())
LAID, MOVED, NUDGED = "laid", "moved", "moved by a module"


@dataclass(slots=True)
class Referee:
    """Holds what was said against what was shown in the last frames.

    `delays` are, for each card that was laid or moved, the frames without a hand until its place was told: the frame in
    which the hand has just left is the first of them. `looks` counts the labels in every frame from the third one on in
    which no hand is in the picture and nothing has been moved: each one that is believed to lie somewhere is right or
    wrong, each one in plain sight that is not believed is unspoken of (its place is said to be blind) or missing.
    """

    wrong: list[str] = field(default_factory=list)
    delays: dict[str, Counter[int]] = field(default_factory=lambda: {how: Counter() for how in (LAID, MOVED, NUDGED)})
    looks: Counter[str] = field(default_factory=Counter)
    said: int = 0
    _shown: deque[tuple[Scene, dict[str, Pose]]] = field(default_factory=lambda: deque(maxlen=SETTLED_AFTER + 1))
    _believed: Observation = NOTHING
    _known: dict[str, Pose] = field(default_factory=dict)
    _waiting: dict[str, tuple[str, int]] = field(default_factory=dict)

    def show(self, scene: Scene) -> None:
        """One more frame; what was believed after the one before is judged first."""
        self._shown.append((scene, {item.tag: label_pose(item) for item in scene.items if item.tag is not None}))
        self._count_delays(scene)

    def hear(self, said: Observation | None, frame: int) -> None:
        """What the pipeline said of the frame that was shown last; None where it had no news."""
        if said is not None:
            self.said += 1
            self._believed = said
            self._known = {place.tag: place.pose for place in said.labels}
            self.wrong += [f"frame {frame}: {phantom}" for phantom in self._phantoms(said)]
        self._count_looks()

    def _phantoms(self, said: Observation) -> list[str]:
        history = [poses for _, poses in self._shown]
        found = [
            f"{tag} is not at {pose.x:.1f}, {pose.y:.1f}"
            for tag, pose in self._known.items()
            if tag != UNREADABLE and not _is_blind(said, pose) and not _was_there(tag, pose, history)
        ]
        for tag, pose in history[-1].items():
            lay_still = len(history) > SETTLED_AFTER and all(_was_there(tag, pose, [poses]) for poses in history)
            if lay_still and tag not in self._known and not self._excused(tag, pose, said):
                found.append(f"{tag} at {pose.x:.1f}, {pose.y:.1f} was said to be gone")
        return found

    def _count_looks(self) -> None:
        last = [scene for scene, _ in self._shown][-AT_REST:]
        if len(last) < AT_REST or any(scene.hands or scene.items != last[0].items for scene in last):
            return
        lying = self._shown[-1][1]
        for tag, pose in self._known.items():
            if tag != UNREADABLE and not _is_blind(self._believed, pose):
                self.looks["right" if _was_there(tag, pose, [lying]) else "wrong"] += 1
        for tag, pose in lying.items():
            if tag not in self._known and not _is_hidden(tag, pose, last[-1]):
                self.looks["unspoken of" if self._excused(tag, pose, self._believed) else "missing"] += 1

    def _excused(self, tag: str, pose: Pose, said: Observation) -> bool:
        """Not spoken of, unreadable, or under something."""
        spoiled = any(place.tag == UNREADABLE and distance(place.pose, pose) < 10 for place in said.labels)
        return spoiled or _is_blind(said, pose) or _is_hidden(tag, pose, self._shown[-1][0])

    def _count_delays(self, scene: Scene) -> None:
        for tag, pose in self._shown[-1][1].items():
            known = self._known.get(tag)
            # What is waited for must be told to half a module; less than a module off is nothing to wait for.
            near = MODULE_MM * (0.5 if tag in self._waiting else 0.9)
            if known is not None and distance(known, pose) < near:
                if tag in self._waiting:
                    how, frames = self._waiting.pop(tag)
                    self.delays[how][frames] += 1
            elif _is_hidden(tag, pose, scene):
                self._waiting.pop(tag, None)
            else:
                frames = self._waiting.get(tag, ("", 0))[1]
                self._waiting[tag] = _how(known, pose), frames + (not scene.hands)


def _how(known: Pose | None, pose: Pose) -> str:
    if known is None:
        return LAID
    return NUDGED if distance(known, pose) < A_MODULE else MOVED


def _is_blind(said: Observation, pose: Pose) -> bool:
    return any(box.contains(pose.x, pose.y) for box in said.blind)


def _was_there(tag: str, pose: Pose, history: Sequence[dict[str, Pose]]) -> bool:
    return any(tag in poses and distance(poses[tag], pose) < MODULE_MM for poses in history)


def _pose(item: Item) -> Pose:
    return Pose(item.x, item.y, item.rotation)


def _is_hidden(tag: str, pose: Pose, scene: Scene) -> bool:
    """Whether the label cannot be read: something lies over it, or it shines."""
    above = False
    for item in scene.items:
        if item.tag == tag and item.unreadable_by is not None:
            return True
        if above and covers(_pose(item), PieceShape(item.width, item.height), pose, LABEL_MM / 4):
            return True
        above = above or item.tag == tag
    return False
