"""Why a frame tells nothing of the table: the light, the camera, the mat, or what moves over it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.arrays import Luma, TrackMask
from vision.tracking.camera_relocation import FAR_PX
from vision.tracking.motion import MOST_MOVING
from vision.tracking.silence import Silence, WhySilent
from vision.tracking.tracked_frame import TrackedFrame

MOST_UNTOLD, MOST_UNTOLD_IN_BAD_LIGHT = 1 / 3, 0.1
"""Share of the mat in sight of which a frame need not tell: of less it is said where on the mat it is. Bad light comes
back elsewhere."""

DARK_LEVEL, DARK_SHARE = 30, 0.98
"""Grey levels that so much of a dark picture does not reach: where white paper has 25, one label in three is read."""

BLACK_LEVEL, BLACK_SHARE = 24, 0.995
"""The same of a picture that is black, which is said of the camera itself (`hardware.live_camera`), and not here."""

WHITE_LEVEL, WHITE_SHARE = 250, 0.5
"""The sensor is dazzled where so much of the picture has nearly all the light that it can tell."""

STILL_THERE, SEEN_MOVING, LEAST_SEEN = 0.5, 0.25, 3
"""Where this share of the labels in moving cells are seen at their places, and as many of all labels, nothing moves
there but the light. A hand moves beside one or two."""


def note_silence(tracked: TrackedFrame) -> TrackedFrame:
    """Keeps the time for the cells that cannot be looked at, and why most of the mat cannot."""
    in_sight = ~tracked.blocked if tracked.is_quiet else np.zeros_like(tracked.blocked)
    silence = Silence.until(tracked.at, in_sight.shape, tracked.stream.silence).looked(in_sight)
    return replace(tracked, stream=replace(tracked.stream, silence=silence.judged(_cause(tracked, silence))))


def without_mat(before: Silence | None, at: float, cells: tuple[int, ...], small: Luma) -> Silence:
    """After a frame in which no mat was found."""
    return Silence.until(at, cells, before).judged(_of_the_light(small) or WhySilent.NO_MAT)


def without_result(before: Silence | None, at: float) -> Silence:
    """After a frame that could not be processed."""
    return Silence.until(at, (1, 1) if before is None else before.looks.shape, before).judged(WhySilent.FAILING)


def _cause(tracked: TrackedFrame, silence: Silence) -> WhySilent | None:
    """What keeps this frame from telling; None where enough can be told."""
    light = _of_the_light(tracked.small, tracked.motion.is_dark)
    if light is not None and not _sees_pieces(tracked):
        return light
    untold = tracked.table.view.visibility.share_in_picture(silence.untold)
    if untold <= MOST_UNTOLD_IN_BAD_LIGHT:
        return None
    if light is None and _is_lit_unsteadily(tracked):
        light = WhySilent.UNSTEADY_LIGHT
    return light or (_other_cause(tracked) if untold > MOST_UNTOLD else None)


def _sees_pieces(tracked: TrackedFrame) -> bool:
    return bool((tracked.verified & ~_are_anchors(tracked)).any())


def _are_anchors(tracked: TrackedFrame) -> TrackMask:
    anchors = tracked.table.view.model.anchors.places
    return np.array([track.detection.tag in anchors for track in tracked.tracks], np.bool_)


def _is_lit_unsteadily(tracked: TrackedFrame) -> bool:
    """Whether labels are seen at their places where something seems to move, or all moves under a camera at rest."""
    if tracked.motion.moving.mean() > MOST_MOVING and tracked.displacement.largest <= FAR_PX:
        return True
    moving = tracked.table.tracks.table.touching(tracked.motion.moving)
    seen = int((moving & tracked.verified).sum())
    return seen >= max(STILL_THERE * int(moving.sum()), SEEN_MOVING * len(moving), LEAST_SEEN)


def _other_cause(tracked: TrackedFrame) -> WhySilent:
    if tracked.displacement.largest > FAR_PX:
        return WhySilent.UNSTEADY_CAMERA
    if tracked.stream.shift.is_lost or not tracked.verified[_are_anchors(tracked)].any():
        return WhySilent.NO_MAT
    return WhySilent.IN_MOTION


def _of_the_light(small: Luma, is_dark: bool = False) -> WhySilent | None:
    sample = small[::4, ::4]
    if np.count_nonzero(sample <= BLACK_LEVEL) > BLACK_SHARE * sample.size:
        return None
    if is_dark or np.count_nonzero(sample < DARK_LEVEL) >= DARK_SHARE * sample.size:
        return WhySilent.DARK
    if np.count_nonzero(sample >= WHITE_LEVEL) >= WHITE_SHARE * sample.size:
        return WhySilent.DAZZLED
    return None
