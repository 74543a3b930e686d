"""When and where the background model and the reference image learn how the table looks now."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Luma
from vision.tracking.background_model import AppearanceHistory, BackgroundModel
from vision.tracking.piece_masks import occupied_mask, piece_quad, surroundings_mask, unreadable_mask
from vision.tracking.track import Verdict
from vision.tracking.tracked_frame import Cached, TrackedFrame, TrackedState

LEARN_EVERY = 10
"""Frames between two updates."""

UNSEEN = (None, Verdict.HIDDEN, Verdict.SPOILED)
"""Of a label that is not seen for one of these reasons the piece may still lie there, under something unknown."""


def update_background(tracked: TrackedFrame) -> TrackedFrame:
    """Every now and then, and in new light, learns the table as it is: a setting sun is no change."""
    busy = tracked.motion.changed | tracked.blocked
    often = tracked.stream.counters.frames % LEARN_EVERY == 1
    if often or not tracked.motion.in_same_light:
        tracked = replace(tracked, stream=tracked.stream.with_reference(~busy))
    if not often:
        return tracked
    masks = _masks(tracked)
    occupied, hidden = masks.value
    if busy.any():
        size = (tracked.small.shape[1], tracked.small.shape[0])
        moving = cv2.resize(busy.view(np.uint8) * 255, size, interpolation=cv2.INTER_NEAREST)
        hidden = np.asarray(cv2.bitwise_or(hidden, moving))
    background = tracked.table.background or BackgroundModel.unknown(tracked.small.shape)
    table = replace(
        tracked.table,
        attempts=np.where(busy, tracked.table.attempts, 0),
        masks=masks,
        history=_history(tracked.table, background, tracked.small),
        background=background.updated(tracked.small, occupied, hidden),
    )
    return replace(tracked, table=table)


def _masks(tracked: TrackedFrame) -> Cached[tuple[Luma, Luma]]:
    """Masks of all that is not the bare table, and of the pieces that are not seen; the same until tracks change."""
    tracks, view, shape = tracked.table.tracks.table, tracked.table.view, tracked.small.shape
    tentative = tracked.table.tracks.tentative
    key = (tracks.version, tracked.verified.tobytes(), tentative)
    if tracked.table.masks is not None and tracked.table.masks.key == key:
        return tracked.table.masks
    # What lies over a label that is under a piece, or where one is gone, is what is to be remembered.
    missing = [track for track in tracks.chosen(~tracked.verified) if track.verdict in UNSEEN]
    occupied = occupied_mask(view, tracks.tracks, shape)
    surroundings = surroundings_mask(view, missing, shape) | unreadable_mask(view, tentative, shape)
    not_bare = np.asarray(cv2.bitwise_or(occupied, surroundings))
    return Cached(key, (not_bare, occupied_mask(view, missing, shape)))


def _history(table: TrackedState, background: BackgroundModel, small: Luma) -> AppearanceHistory:
    """For each label that has come since: how its place looked until then."""
    keys = {track.key: track for track in table.tracks.table.tracks}
    return {
        key: table.history[key]
        if key in table.history
        else background.appearance(piece_quad(table.view, track, small.shape))
        for key, track in keys.items()
    }
