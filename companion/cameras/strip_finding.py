"""Where in a camera's picture a light has come on that was off before."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.core.camera_view import Shares
from companion.core.light_strip import corner_points
from companion.core.table import Crop

BRIGHTER = 14.0
"""Grey levels, of a spot of the mat's light and its glow; noise of single pixels is evened out before."""

SPOT_SHARE = 0.012
"""About how wide a spot is, of the picture's width."""


def light_found(dark: Crop, lit: Crop) -> Shares | None:
    """The middle of the spot that is much brighter than before; None where nothing is, or the picture is another."""
    if (dark.width, dark.height) != (lit.width, lit.height):
        return None
    before, after = (np.frombuffer(crop.pixels, np.uint8).reshape(crop.height, crop.width) for crop in (dark, lit))
    edge = max(3, round(SPOT_SHARE * lit.width)) | 1
    brighter = cv2.blur(after.astype(np.float32) - before.astype(np.float32), (edge, edge))
    brighter -= np.median(brighter)  # A cloud is no light.
    row, column = np.unravel_index(int(brighter.argmax()), brighter.shape)
    if brighter[row, column] < BRIGHTER:
        return None
    return (float(column) + 0.5) / lit.width, (float(row) + 0.5) / lit.height


def on_the_mat(place: Shares, mat: Sequence[Shares], size: tuple[float, float]) -> tuple[float, float]:
    """Millimetres of a mat of this (width, height), whose corners are at these places of the picture."""
    corners = np.array(corner_points(size), np.float32)
    to_mm = cv2.getPerspectiveTransform(np.array(mat, np.float32), corners)
    (found,) = cv2.perspectiveTransform(np.array([[place]], np.float32), to_mm)[0]
    return float(found[0]), float(found[1])
