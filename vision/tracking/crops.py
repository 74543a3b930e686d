"""What the camera saw of each label, cut out of the frame for people who are asked what it is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.core.table import Crop, LabelPlace, Observation, TablePicture
from vision.arrays import Luma
from vision.geometry.calibration import points_of_labels
from vision.geometry.homography import Homography

AROUND = 1.9
"""Edges of the cut as a share of the label's: some of the piece around it tells people which one it is."""

LONGEST = 128
"""Pixels along an edge at most: of what is larger every second or third pixel is taken."""

WIDEST = 1200
"""The same for the whole picture."""


def with_crops(observation: Observation, image: Luma, homography: Homography, label_mm: float) -> Observation:
    """The observation with this picture, in which it was seen, and a cut of it for each label."""
    poses, (height, width) = [place.pose for place in observation.labels], image.shape
    outlines = homography.to_px(points_of_labels(poses, label_mm * AROUND)[:, 1:])
    first = np.clip(np.floor(outlines.min(axis=1)), 0, (width, height)).astype(int).tolist()
    last = np.clip(np.ceil(outlines.max(axis=1)), 0, (width, height)).astype(int).tolist()
    labels = (
        LabelPlace(place.tag, place.pose, place.score, _crop(image, *upper_left, *lower_right))
        for place, upper_left, lower_right in zip(observation.labels, first, last, strict=True)
    )
    step = _step(max(width, height), WIDEST)
    picture = TablePicture(_pixels(image[::step, ::step]), step, homography)
    return replace(observation, labels=tuple(labels), pictures=(picture,))


def _step(longest: int, most: int) -> int:
    return max(1, -(-longest // most))


def _crop(image: Luma, left: int, top: int, right: int, bottom: int) -> Crop | None:
    """None for a label outside the picture, which another camera has seen."""
    step = _step(max(right - left, bottom - top), LONGEST)
    cut = image[top:bottom:step, left:right:step]
    return _pixels(cut) if cut.size else None


def _pixels(cut: Luma) -> Crop:
    return Crop(cut.shape[1], cut.shape[0], cut.tobytes())
