"""Where labels and pieces lie in the small picture: quadrilaterals (n, 4, 2) and masks of pixels (255 inside)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.core.plane import piece_outline
from vision.arrays import Luma, Quads
from vision.tracking.background_model import AROUND, quads_mask
from vision.tracking.table_view import TableView
from vision.tracking.track import TentativeTrack, Track

LABEL_RIM = 1.25
"""A label's place and a little around it, as a multiple of the frame."""


def label_quad(view: TableView, track: Track, shape: tuple[int, ...]) -> Quads:
    """The label's outline, (4, 2)."""
    return view.to_small(track.detection.corners, shape)


def piece_quad(view: TableView, track: Track, shape: tuple[int, ...]) -> Quads:
    """The piece's outline, or its label's where the shape is not known, (4, 2)."""
    piece = view.model.shapes.get(track.detection.tag)
    if piece is None:
        return label_quad(view, track, shape)
    return view.to_small(view.homography.to_px(piece_outline(track.place.pose, piece)), shape)


def occupied_mask(view: TableView, tracks: Sequence[Track], shape: tuple[int, ...]) -> Luma:
    """Where labels lie, and the pieces they are on as far as their shapes are known."""
    if not tracks:
        return np.zeros(shape, np.uint8)
    labels = _widened(np.array([track.detection.corners for track in tracks]), LABEL_RIM)
    pieces = [(track.place.pose, view.model.shapes.get(track.detection.tag)) for track in tracks]
    outlines = [piece_outline(pose, piece) for pose, piece in pieces if piece is not None]
    corners = view.homography.to_px(np.array(outlines)) if outlines else np.zeros((0, 4, 2))
    return quads_mask(shape, view.to_small(np.concatenate([labels, corners]), shape))


def beyond_mat_mask(view: TableView, shape: tuple[int, ...]) -> Luma:
    """All that is not the mat."""
    width, height = view.model.width, view.model.height
    corners = view.homography.to_px([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])
    return np.asarray(255 - quads_mask(shape, [view.to_small(corners, shape)]))


def surroundings_mask(view: TableView, tracks: Sequence[Track], shape: tuple[int, ...]) -> Luma:
    """The table around pieces that are not seen: not to be learnt anew, for it tells what has become of them."""
    labels = [np.array([track.detection.corners]) for track in tracks if track.detection.tag in view.model.shapes]
    return quads_mask(shape, [view.to_small(_widened(label, AROUND)[0], shape) for label in labels])


def unreadable_mask(view: TableView, tracks: Sequence[TentativeTrack], shape: tuple[int, ...]) -> Luma:
    """What lies around labels that cannot be read: pieces, of which nobody knows the shape."""
    labels = [_widened(np.array([track.detection.corners]), AROUND)[0] for track in tracks]
    return quads_mask(shape, [view.to_small(label, shape) for label in labels])


def _widened(corners: Quads, share: float) -> Quads:
    """Quadrilaterals (n, 4, 2) so many times larger about their middles."""
    middle = corners.mean(axis=1, keepdims=True)
    return np.asarray(middle + (corners - middle) * share)
