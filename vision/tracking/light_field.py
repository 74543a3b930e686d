"""The light field: how the light on the table has changed from place to place, and the picture as it was lit before.

One number for the lamp (`motion`) is not enough for the light that people have. A lamp on mains current lights the rows
of a rolling shutter unequally, in bands that roll through the picture; the sun goes round, clouds have edges, a second
lamp stands at one side. The logarithm of the ratio of two pictures is then a smooth surface and a profile over the
rows, which median polish finds (Tukey 1977): hands and pieces are outvoted.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Doubles, Floats, Luma

CELL_WIDTH, CELL_HEIGHT = 16, 4
"""Pixels of the small picture that are taken together: rows are told apart finely, since bands may be narrow."""

UNEVEN = 0.015
"""Logarithm of a ratio: light that differs by less from place to place is as good as even."""

LIGHT_LIKE = 0.06
"""What light leaves unexplained of a cell that shows the same thing: the camera's noise, and edges within the cell."""

LEAST_EXPLAINED = 0.6
"""Share of the picture, and of each row, that has to show the same thing in another light for it to be light."""

LEAST_GAIN = 0.7
"""The field has to leave so much less of the ratios' spread than even light does: a shaking camera's edges stay."""

DARK = 12
"""Grey levels below which a ratio is noise."""


def relit(picture: Luma, before: Luma) -> Luma:
    """The small picture as it would look if its light fell from place to place as it did `before`.

    How bright it is on the whole remains. It is the picture itself where the light is as even as it was, and where more
    has changed than light.
    """
    field = light_field(picture, before)
    if field is None:
        return picture
    fine = cv2.resize(np.exp(-field), (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(picture, fine, dtype=cv2.CV_8U), np.uint8)


def light_field(picture: Luma, before: Luma) -> Floats | None:
    """The logarithm of how many times brighter each cell is lit than before, its median 0, (rows, columns).

    None where it is the same all over, or does not explain most of the picture.
    """
    ratio = _log_ratio(picture, before)
    x, y = (np.linspace(-1, 1, length, dtype=np.float32) for length in ratio.shape[::-1])
    terms = np.stack(np.broadcast_arrays(x, x * x, x * y[:, None]), axis=-1).reshape(-1, 3)
    profile, surface = np.median(ratio, axis=1, keepdims=True), np.zeros_like(ratio)
    for _ in range(2):
        surface = _fitted(terms, ratio - profile, surface)
        profile = np.median(ratio - surface, axis=1, keepdims=True)
    field = profile + surface
    explained = np.abs(ratio - field) < LIGHT_LIKE
    rows = np.flatnonzero(explained.mean(axis=1) >= LEAST_EXPLAINED)
    if explained.mean() < LEAST_EXPLAINED or len(rows) < 2:
        return None
    # A row that an arm fills tells nothing of its light: its neighbours do.
    profile = np.interp(np.arange(len(ratio)), rows, profile[rows, 0])[:, None].astype(np.float32)
    field = profile + surface
    field -= np.median(field)
    is_uneven = np.ptp(field) >= UNEVEN and _spread(ratio - field) < LEAST_GAIN * _spread(ratio)
    return field if is_uneven else None


def _spread(values: Floats) -> float:
    """The median absolute deviation."""
    return float(np.median(np.abs(values - np.median(values))))


def _log_ratio(picture: Luma, before: Luma) -> Floats:
    size = (max(picture.shape[1] // CELL_WIDTH, 2), max(picture.shape[0] // CELL_HEIGHT, 2))
    now, then = (
        np.maximum(cv2.resize(image, size, interpolation=cv2.INTER_AREA), DARK).astype(np.float32)
        for image in (picture, before)
    )
    return np.asarray(np.log(now / then))


def _fitted(terms: Floats, values: Floats, before: Floats) -> Floats:
    """The surface of these terms, (cells, terms), through the values that are near to what it was before."""
    rest = np.abs(values - before)
    is_near = (rest <= max(2 * float(np.median(rest)), LIGHT_LIKE)).ravel()
    near = terms[is_near]
    weights: Doubles = np.linalg.lstsq(near.T @ near, near.T @ values.ravel()[is_near], rcond=None)[0]
    return np.asarray(terms @ weights, np.float32).reshape(values.shape)
