"""Where in a camera's picture a light has come on that was off before."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.core.table import Crop

BRIGHTER = 14.0
"""Grey levels, of a spot of the mat's light and its glow; noise of single pixels is evened out before."""

SPOT_SHARE = 0.012
"""About how wide a spot is, of the picture's width."""

Place = tuple[float, float]


def light_found(dark: Crop, lit: Crop) -> Place | None:
    """The middle of the spot that is much brighter than before, in shares of the picture's width and height.

    None where nothing is, or the pictures have not the same size.
    """
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


def on_plane(place: Place, seen: Sequence[Place], corners: Sequence[Place]) -> Place:
    """Where a place of the picture is on a plane of which four corners are seen there."""
    to_plane = cv2.getPerspectiveTransform(np.array(seen, np.float32), np.array(corners, np.float32))
    (found,) = cv2.perspectiveTransform(np.array([[place]], np.float32), to_plane)[0]
    return float(found[0]), float(found[1])
