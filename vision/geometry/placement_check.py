"""How well a camera stands: per region of the mat the size of a module, the light, and how sharp the labels are.

What is to be set right by hand (nearer, brighter, in focus) is told in the units in which readers fail: docs/reading.md
measures them by pixels per module and by blur in modules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Doubles, Luma
from vision.detections import Detection
from vision.geometry.homography import Homography
from vision.labels import FRAME_MODULES, MODULES, label_image

ROWS, COLUMNS = 3, 3
"""Regions of the mat."""

SMALLEST_MODULE = 1.25
"""Pixels per module under which labels are missed in ordinary light."""

COMFORTABLE_MODULE = 1.4
"""Pixels per module from which on bad light costs next to nothing."""

SOFTEST = 0.8
"""Blur, in modules, beyond which labels are missed: the lens and the pixels together."""

DARKEST, BRIGHTEST = 20.0, 0.05
"""Median grey level under which noise hides the labels; share of white pixels that is too much."""

SAMPLES = 4
"""Samples along a module's edge where the softness of a label is measured."""

SIGMAS = np.arange(0.15, 1.5, 0.05)
"""Modules of blur that a label's drawing is given to see which of them looks most like its picture."""

LABELS_A_REGION = 4
"""Of so few labels the median is softness of the lens, not of one label that leans or shines."""


@dataclass(frozen=True, slots=True)
class RegionQuality:
    """One part of the mat. `blur` is the sigma of an edge in modules; None where no label was read."""

    pixels_per_module: float
    light: float
    white: float
    blur: float | None

    @property
    def faults(self) -> tuple[str, ...]:
        """What should be better here, in words."""
        told = (
            (self.pixels_per_module < SMALLEST_MODULE, "too small"),
            (self.light < DARKEST, "too dark"),
            (self.white > BRIGHTEST, "too bright"),
            (self.blur is not None and self.blur > SOFTEST, "not sharp"),
        )
        return tuple(words for holds, words in told if holds)


def image_quality(
    image: Luma, homography: Homography, size_mm: tuple[float, float], detections: Sequence[Detection], label_mm: float
) -> tuple[tuple[RegionQuality, ...], ...]:
    """The mat of (width, height) millimetres in ROWS x COLUMNS regions, as the picture shows them."""
    across, down = size_mm[0] / COLUMNS, size_mm[1] / ROWS
    blurs = _by_region(image, homography, size_mm, detections)

    def region(row: int, column: int) -> RegionQuality:
        x, y = (column + 0.5) * across, (row + 0.5) * down
        corners = [(column * across, row * down), ((column + 1) * across, row * down)]
        corners += [((column + 1) * across, (row + 1) * down), (column * across, (row + 1) * down)]
        pixels = _inside(image, homography.to_px(corners))
        seen = blurs.get((row, column), [])
        return RegionQuality(
            homography.pixels_per_mm(x, y) * label_mm / MODULES,
            float(np.median(pixels)) if pixels.size else 0.0,
            float((pixels >= 254).mean()) if pixels.size else 0.0,
            float(np.median(seen)) if seen else None,
        )

    return tuple(tuple(region(row, column) for column in range(COLUMNS)) for row in range(ROWS))


def blur(image: Luma, detection: Detection) -> float:
    """Sigma, in modules, of the blur that makes the tag's drawing look most like its picture, pixels and all."""
    outside = (MODULES - FRAME_MODULES) / 2 * SAMPLES - 0.5
    frame = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * FRAME_MODULES * SAMPLES + np.float32(outside)
    matrix = cv2.getPerspectiveTransform(frame, np.array(detection.corners, np.float32))
    edge = MODULES * SAMPLES
    seen = cv2.warpPerspective(image, matrix, (edge, edge), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    drawing = label_image(detection.tag, SAMPLES).astype(np.float32)
    inner = np.s_[SAMPLES:-SAMPLES, SAMPLES:-SAMPLES]
    correlation = [
        np.corrcoef(cv2.GaussianBlur(drawing, (0, 0), sigma * SAMPLES)[inner].ravel(), seen[inner].ravel())[0, 1]
        for sigma in SIGMAS
    ]
    return float(SIGMAS[int(np.argmax(correlation))])


def _by_region(
    image: Luma, homography: Homography, size_mm: tuple[float, float], detections: Iterable[Detection]
) -> dict[tuple[int, int], list[float]]:
    """The blur of some labels that were read on the mat, by row and column of their region."""
    found: dict[tuple[int, int], list[float]] = {}
    for detection in detections:
        x, y = homography.to_mm([(detection.x, detection.y)])[0]
        if 0 <= x < size_mm[0] and 0 <= y < size_mm[1]:
            place = int(y / size_mm[1] * ROWS), int(x / size_mm[0] * COLUMNS)
            blurs = found.setdefault(place, [])
            if len(blurs) < LABELS_A_REGION:
                blurs.append(blur(image, detection))
    return found


def _inside(image: Luma, quad: Doubles) -> Luma:
    mask = np.zeros(image.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), (255,))
    return image[mask > 0]
