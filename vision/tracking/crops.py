"""What the camera saw of each label, cut out of the frame for people who are asked what it is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.core.table import Crop, LabelPlace, Observation
from vision.arrays import Luma
from vision.geometry.calibration import label_points
from vision.geometry.homography import Homography

AROUND = 1.9
"""Edges of the cut as a share of the label's: some of the piece around it tells people which one it is."""

LONGEST = 128
"""Pixels along an edge at most: of what is larger every second or third pixel is taken."""


def with_crops(observation: Observation, image: Luma, homography: Homography, label_mm: float) -> Observation:
    """The observation with a cut of this picture, in which it was seen, for each label."""
    labels = tuple(replace(place, crop=_crop(place, image, homography, label_mm)) for place in observation.labels)
    return replace(observation, labels=labels)


def _crop(place: LabelPlace, image: Luma, homography: Homography, label_mm: float) -> Crop | None:
    """None for a label outside the picture, which another camera has seen."""
    outline = homography.to_px(label_points(place.pose, label_mm * AROUND)[1:])
    height, width = image.shape
    left, top = np.clip(np.floor(outline.min(axis=0)).astype(int), 0, (width, height))
    right, bottom = np.clip(np.ceil(outline.max(axis=0)).astype(int), 0, (width, height))
    step = max(1, -(-max(int(right - left), int(bottom - top)) // LONGEST))
    cut = image[top:bottom:step, left:right:step]
    return Crop(cut.shape[1], cut.shape[0], cut.tobytes()) if cut.size else None
