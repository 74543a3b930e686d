"""Levels of an image pyramid: pictures as small as the labels in them allow."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Luma


def downsample_by_halves(image: Luma, most: float) -> tuple[Luma, int]:
    """The picture halved, by area, as often as it goes into `most` times smaller; and how many times smaller it is."""
    factor = 1
    while 2 * factor <= most and min(image.shape) > 1:
        rows, columns = image.shape[0] // 2, image.shape[1] // 2
        # Exactly two to one: that is what OpenCV does ten times as fast as other ratios.
        whole = image[: 2 * rows, : 2 * columns]
        image = np.asarray(cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA), dtype=np.uint8)
        factor *= 2
    return image, factor


def downsample(image: Luma, most: float) -> Luma:
    """The picture `most` times smaller: halved first, the rest by linear steps shorter than two pixels."""
    image, factor = downsample_by_halves(image, 1.1 * most)
    share = min(1.0, factor / most)
    rows, columns = (max(1, round(side * share)) for side in image.shape)
    return np.asarray(cv2.resize(image, (columns, rows), interpolation=cv2.INTER_LINEAR), dtype=np.uint8)
