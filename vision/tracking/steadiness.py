"""Whether the camera stands still, and how far it is from where it was calibrated while it does not."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.arrays import Luma
from vision.tracking.global_motion import STILL, GlobalMotion, MotionTemplate
from vision.tracking.motion import Motion, MotionModel, detect_unsteady_motion
from vision.tracking.temporal_filter import WINDOW

STEADY_PX = 0.15
"""A motion of less, anywhere in the full picture, is none: two pictures of a camera at rest seem 0.03 px apart."""

MOST_SHARE = 0.25
"""A camera that was pushed by more of the picture's height sees another table: its anchors are looked for anew."""

CALMS_AFTER = 2 * WINDOW
"""Frames without motion after which the camera counts as steady again: it swings about its place."""


@dataclass(frozen=True, slots=True, eq=False)
class Steadiness:
    """The camera's motion in the last frame, and in how many frames more it counts as unsteady.

    `step` is by how many pixels that has changed since the frame before; for `rested` frames it has not.
    `template` is how `reference` looked, the reference image of the last steady frame.
    """

    motion: GlobalMotion = STILL
    step: float = 0.0
    rested: int = 0
    unsteady: int = 0
    template: MotionTemplate | None = None
    reference: Luma | None = None

    @property
    def has_moved(self) -> bool:
        """Whether the camera has come to rest somewhere else, to be asked of every frame; said once a second or so."""
        return bool(self.motion) and self.rested > 0 and self.rested % CALMS_AFTER == 0

    @property
    def is_steady(self) -> bool:
        """Whether the camera stands where it was calibrated, and has for a while."""
        return not (self.motion or self.unsteady)

    def after(
        self, before: MotionModel, seen: tuple[MotionModel, Motion], small: Luma, ratio: float
    ) -> tuple[Steadiness, MotionModel, Motion]:
        """After one more frame, in which a camera at rest would have `seen` this since the model of `before`.

        A pixel of the small picture is `ratio` pixels of the full one.
        """
        model, motion = seen
        if motion.is_still and not self.unsteady:
            return self, model, motion
        following = self._looking_for(before, ratio)
        assert following.template is not None, "it has just been made"
        moved = following.template.motion_of(small, self.motion)
        if moved is None or moved.largest > MOST_SHARE * min(small.shape) * ratio:
            return replace(following, motion=STILL, unsteady=0), model, motion
        if moved.largest < STEADY_PX:
            moved = STILL
        unsteady = CALMS_AFTER if moved else max(self.unsteady - 1, 0)
        step = moved.apart_from(self.motion, (small.shape[1] * ratio, small.shape[0] * ratio))
        rested = self.rested + 1 if step < STEADY_PX else 0
        following = replace(following, motion=moved, step=step, rested=rested, unsteady=unsteady)
        if not (unsteady or self.unsteady):
            return following, model, motion
        model, motion = detect_unsteady_motion(before, moved.aligned(small, ratio), moved.largest / ratio)
        if not unsteady:
            # Fine detail was not compared while the camera shook.
            model = model.with_reference(~(motion.changed | motion.moving))
        return following, model, motion

    def _looking_for(self, model: MotionModel, ratio: float) -> Steadiness:
        if self.template is not None and (self.unsteady or self.reference is model.reference):
            return self
        return replace(self, template=MotionTemplate.of(model.reference, ratio), reference=model.reference)
