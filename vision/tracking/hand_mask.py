"""Segmentation of hands: the cells of the picture in which the table cannot be judged."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.arrays import CellMask, Doubles
from vision.cell_grid import connected_parts, dilated, touches_edge
from vision.tracking.motion import sharply_changed
from vision.tracking.tracked_frame import StreamState, TrackedFrame

PATIENCE = 20.0
"""Seconds after which a still thing at the picture's edge that hides no label is part of the furniture."""

MOSTLY_SEEN = 0.5
"""Share of the labels that are verified in a frame whose moving cells are hands."""


def mask_hands(tracked: TrackedFrame) -> TrackedFrame:
    """Fills in the blocked cells, and follows which labels the hands may hold."""
    tracked = _learn_new_cells(tracked)
    table = tracked.table
    moved_at = np.where(tracked.motion.moving, tracked.at, table.moved_at)
    blocked = _hand_mask(tracked, moved_at)
    hands = table.hands.followed(blocked, table.tracks.table, tracked.verified)
    tracked = replace(tracked, blocked=blocked, table=replace(table, hands=hands, moved_at=moved_at))
    # In the frame of a push everything moves, and few labels are where they were: that is no hand.
    if not tracked.is_quiet or tracked.verified.mean() <= MOSTLY_SEEN:
        return tracked
    return replace(tracked, stream=replace(tracked.stream, hand_cells=blocked))


def _learn_new_cells(tracked: TrackedFrame) -> TrackedFrame:
    """What a push has brought into the picture under a hand is remembered as it looks when the hand has gone."""
    new, motion = tracked.stream.new_cells, tracked.motion
    if new is None or not tracked.is_quiet:
        return tracked
    beyond = motion.moving | ~dilated(new)
    hands = [part for part in connected_parts(motion.moving | motion.changed, reach=2) if (part & beyond).any()]
    waiting = np.zeros_like(new)
    for strip in connected_parts(new):
        if any((strip & hand).any() for hand in hands):
            waiting |= strip
    learnt = new & ~waiting
    stream = replace(tracked.stream.with_reference(learnt), new_cells=waiting if waiting.any() else None)
    return replace(tracked, stream=stream, motion=replace(motion, changed=motion.changed & ~learnt))


def _hand_mask(tracked: TrackedFrame, moved_at: Doubles) -> CellMask:
    """All that hangs together with something moving or with the picture's edge."""
    motion = tracked.motion
    blocked = np.zeros_like(motion.moving)
    if not (motion.moving.any() or motion.changed.any()):
        return blocked
    # Where a label is seen nothing lies over it: such a place has changed because the light has.
    # Where the table looks as it did before something lay there for long, that has gone.
    busy = motion.moving | (motion.strange & ~tracked.table.tracks.table.cells_of(tracked.verified))
    for part in connected_parts(busy, reach=2):
        if (part & motion.moving).any():
            blocked |= part
        elif touches_edge(part) and not _is_shadow(tracked.stream, part):
            stood_still = tracked.at - float(moved_at[part].max()) > PATIENCE
            blocked |= _lost_labels_in(tracked, part) if stood_still else part
    return dilated(blocked)


def _is_shadow(stream: StreamState, part: CellMask) -> bool:
    """Whether nothing ends where the still thing meets the picture's edge: an arm has two sides there."""
    return stream.motion is not None and not touches_edge(sharply_changed(stream.motion) & dilated(part))


def _lost_labels_in(tracked: TrackedFrame, part: CellMask) -> CellMask:
    """The cells of a still thing at the picture's edge that may hide labels: those that were there."""
    tracks = tracked.table.tracks.table
    return part & tracks.cells_of(tracks.touching(part) & ~tracked.verified)
