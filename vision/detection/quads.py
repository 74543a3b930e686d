"""Proposes quadrilaterals from contours: both edges of the black ring are squares, whatever is printed around it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Luma, Quads
from vision.detection.module_size import ModuleSizeRange
from vision.labels import FRAME_MODULES, MODULES, RING_MODULES

_INSIDE_MODULES = FRAME_MODULES - 2 * RING_MODULES
_GROWTH = FRAME_MODULES / _INSIDE_MODULES
_SMOOTHING_MODULES = 0.45
_WINDOW_MODULES = 5
_GATE_MODULES = 10
_GATE_CELL = 4


def contour_quads(image: Luma, sizes: ModuleSizeRange, known: Quads, *, median_filtered: bool = False) -> Floats:
    """Rough corners of the rings, shape (K, 4, 2), clockwise, leaving out the labels that are `known` already.

    `median_filtered` drops single pixels before contours are followed: most of the cost, nothing of a ring where each
    pixel is the mean of several. Elsewhere noise has gnawed at the rings, and they would be lost.
    """
    white = _adaptive_threshold(image, sizes.middle, known)
    if median_filtered:
        white = cv2.medianBlur(white, 3)
    contours, _ = cv2.findContours(white, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    return _square_contours(contours, sizes)


def _adaptive_threshold(image: Luma, module: float, known: Quads) -> Luma:
    """255 where the picture is lighter than its surroundings, in places with contrast; 0 elsewhere."""
    smooth = cv2.GaussianBlur(image, (0, 0), max(0.45, _SMOOTHING_MODULES * module))
    window = max(3, int(_WINDOW_MODULES * module) | 1)
    mean = cv2.blur(smooth, (window, window))
    above = cv2.subtract(smooth, mean)
    contrast = cv2.absdiff(smooth, mean)
    read = list(np.rint(known).astype(np.int32))
    for differences in (above, contrast):
        cv2.fillPoly(differences, read, (0,))
    gate, noise = _contrast_gate(contrast, mean, module)
    return np.asarray(cv2.bitwise_and(cv2.compare(above, 0.7 * noise, cv2.CMP_GT), gate))


def _contrast_gate(contrast: Luma, mean: Luma, module: float) -> tuple[Luma, float]:
    """255 where the contrast is more than twice the noise and 3 % of the light; and the noise.

    The noise is what the quietest seventh of the picture shows.
    """
    rows, columns = mean.shape
    down, across = max(1, rows // _GATE_CELL), max(1, columns // _GATE_CELL)
    reach = (max(3, int(_GATE_MODULES * module / _GATE_CELL) | 1),) * 2
    whole = contrast[: down * _GATE_CELL, : across * _GATE_CELL]
    around = cv2.blur(cv2.resize(whole, (across, down), interpolation=cv2.INTER_AREA).astype(np.float32), reach)
    light = cv2.resize(mean, (across, down), interpolation=cv2.INTER_NEAREST).astype(np.float32)
    noise = float(np.percentile(around[::4, ::4], 15))
    gate = (around > np.maximum(1.5 * noise, 0.03 * light)).astype(np.uint8) * np.uint8(255)
    # What is narrower than a ring with its halo is no label, only the art beside labels that have been read.
    least_width = (max(2, round(0.45 * MODULES * module / _GATE_CELL)),) * 2
    gate = cv2.morphologyEx(gate, cv2.MORPH_OPEN, np.ones(least_width, dtype=np.uint8))
    return np.asarray(cv2.resize(gate, (columns, rows), interpolation=cv2.INTER_NEAREST)), noise


def _square_contours(contours: Sequence[NDArray[np.int32]], sizes: ModuleSizeRange) -> Floats:
    """Quadrilaterals round the contours that are about as large and as full as a label, tilted up to 50 degrees."""
    least_points = 2.4 * _INSIDE_MODULES * sizes.least
    least, most = 0.9 * _INSIDE_MODULES * sizes.least, 1.55 * FRAME_MODULES * sizes.most
    quads = []
    for contour in [contour for contour in contours if len(contour) >= least_points]:
        _, _, width, height = cv2.boundingRect(contour)
        longest, shortest = max(width, height), min(width, height)
        if not (least <= longest <= most and shortest >= 0.5 * longest):
            continue
        area = cv2.contourArea(contour, oriented=True)
        if abs(area) >= 0.35 * width * height:
            # OpenCV runs round white areas with negative, round holes with positive sense: the quiet zone ends at
            # the ring's inside, a hole in the paper at its outside.
            quads.append(_corners(contour[:, 0].astype(np.float32), _GROWTH if area < 0 else 1.0))
    return np.array(quads, dtype=np.float32).reshape(-1, 4, 2)


def _corners(points: Floats, growth: float) -> Floats:
    """The points farthest out along the diagonals of the smallest rectangle, moved out from the middle."""
    _, _, angle = cv2.minAreaRect(points)
    diagonals = np.deg2rad(angle + np.array([225, 315, 45, 135]))
    corners = points[(points @ np.stack([np.cos(diagonals), np.sin(diagonals)]).astype(np.float32)).argmax(axis=0)]
    middle = corners.mean(axis=0)
    return np.asarray(middle + (corners - middle) * growth)
