"""What a finder pattern looks like from where: a template for each size, squeeze and rotation, and their correlations.

A frame is a label's two module vectors, right and down, as columns of a 2 x 2 matrix in pixels: it says how large, how
squeezed and how turned a label is where it lies (an affine view; a label is small beside its distance).
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import cv2
import numpy as np

from vision.arrays import Doubles, Floats, Indices, Luma

SIZE_STEP = 1.18
SIZES = 3
_SQUEEZES = (1.0, 1.4, 1.9)
_DIRECTIONS = ROTATIONS = 6
SHAPES = (1 + (len(_SQUEEZES) - 1) * _DIRECTIONS) * ROTATIONS
"""Templates of one size. Steps of 18 %, of 30 degrees and of 15 degrees lose less than a tenth of the correlation."""

_RADIUS = 6
_MIDDLE_PIXEL = (2 * _RADIUS + 1) ** 2 // 2
_FINE = 4
_BLUR_MODULES = 0.45
_FAINT = 20.0
"""Grey values: a patch with less than this of contrast, summed in squares, is held to be noise."""


def correlations(patches: Floats) -> Floats:
    """How much each patch looks like each template: shape (P, SIZES, SHAPES), 1 at most."""
    return (patches @ _templates()).reshape(-1, SIZES, SHAPES)


def quick_correlation(patches: Floats) -> Floats:
    """How much each patch looks like the best of the templates of one rotation: shape (P,)."""
    return (patches @ _upright_templates()).max(axis=1, initial=-1.0)


def normalised_patches(image: Luma, places: Floats) -> Floats:
    """What lies round each place, shape (P, 2), but for its mean of about unit length, folded: shape (P, 85).

    A finder pattern turned by half a turn is the same, and so are its templates: opposite pixels are added first.
    Templates have a pixel per module, or SIZE_STEP more or less, and so should the picture.
    """
    patches = _patches(image, places)
    count = patches.shape[1]
    mean = patches @ np.full(count, 1 / count, dtype=np.float32)
    square = np.einsum("kp,kp->k", patches, patches) - count * mean * mean
    # Templates have zero mean: that of a patch need not be taken off it.
    folded = np.empty((len(patches), _MIDDLE_PIXEL + 1), dtype=np.float32)
    np.add(patches[:, :_MIDDLE_PIXEL], patches[:, :_MIDDLE_PIXEL:-1], out=folded[:, :-1])
    folded[:, -1] = patches[:, _MIDDLE_PIXEL]
    folded *= (1.0 / (np.sqrt(np.maximum(square, 0.0)) + _FAINT))[:, None]
    return folded


def shape_index(frames: Floats) -> tuple[Doubles, Indices]:
    """Size in pixels per module and the number of the nearest shape for frames, shape (K, 2, 2): both (K,)."""
    a, b, c, d = frames[:, 0, 0], frames[:, 0, 1], frames[:, 1, 0], frames[:, 1, 1]
    # Polar decomposition: a rotation first, then a stretch along two axes at right angles.
    turn = np.arctan2(c - b, a + d)
    cos, sin = np.cos(turn), np.sin(turn)
    xx, xy, yy = a * cos - b * sin, a * sin + b * cos, c * sin + d * cos
    area, half = np.maximum(a * d - b * c, 1e-9), 0.5 * (xx + yy)
    apart = np.sqrt(np.maximum(half * half - area, 0.0))
    squeeze = (half + apart) / np.maximum(half - apart, 1e-3)
    level = np.digitize(squeeze, _BETWEEN_SQUEEZES)
    direction = np.rint(0.5 * np.arctan2(2 * xy, xx - yy) / (np.pi / _DIRECTIONS)).astype(np.intp) % _DIRECTIONS
    rotation = np.rint(turn / (np.pi / 2 / ROTATIONS)).astype(np.intp) % ROTATIONS
    shape = np.where(level == 0, 0, 1 + (level - 1) * _DIRECTIONS + direction)
    return np.sqrt(area), shape * ROTATIONS + rotation


_BETWEEN_SQUEEZES = [np.sqrt(a * b) for a, b in pairwise(_SQUEEZES)]


@cache
def shape_frames() -> Doubles:
    """The frames of all shapes at one pixel per module, shape (SHAPES, 2, 2)."""
    frames = []
    for squeeze in _SQUEEZES:
        for direction in np.arange(_DIRECTIONS if squeeze > 1 else 1) * np.pi / _DIRECTIONS:
            along = _turned(direction)
            stretch = along @ np.diag([squeeze**0.5, squeeze**-0.5]) @ along.T
            frames += [stretch @ _turned(turn * np.pi / 2 / ROTATIONS) for turn in range(ROTATIONS)]
    return np.array(frames)


def _turned(angle: float) -> Doubles:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


@cache
def _templates() -> Floats:
    """Zero mean, unit length, up to the middle pixel, where the other half begins: shape (85, SIZES * SHAPES)."""
    sizes = SIZE_STEP ** (np.arange(SIZES) - SIZES // 2)
    templates = [_template(size * frame) for size in sizes for frame in shape_frames()]
    return np.ascontiguousarray(np.array(templates, dtype=np.float32)[:, : _MIDDLE_PIXEL + 1].T)


@cache
def _upright_templates() -> Floats:
    return np.ascontiguousarray(_templates()[:, ::ROTATIONS])


def _template(frame: Doubles) -> Doubles:
    """The pattern, four modules and a half round its middle, softly cut out."""
    edge = 2 * _RADIUS + 1
    at = (np.arange(edge * _FINE) + 0.5) / _FINE - _RADIUS - 0.5
    places = np.stack(np.meshgrid(at, at), axis=-1) @ np.linalg.inv(frame).T
    ring = np.abs(places).max(axis=-1)
    drawing = np.select([ring < 1.5, ring < 2.5, ring < 3.5, ring < 4.5], [-1.0, 1.0, -1.0, 0.6], 0.0)
    soft = cv2.GaussianBlur(drawing, (0, 0), _BLUR_MODULES * _FINE * np.linalg.det(frame) ** 0.5)
    window = cv2.GaussianBlur((ring < 4.5).astype(np.float64), (0, 0), 0.3 * _FINE)
    soft, window = (part.reshape(edge, _FINE, edge, _FINE).mean(axis=(1, 3)) for part in (soft * window, window))
    centred = soft - window * soft.sum() / window.sum()
    centred -= centred.mean()
    return np.asarray((centred / np.linalg.norm(centred)).ravel())


def _patches(image: Luma, places: Floats) -> Floats:
    x, y = np.rint(places).astype(np.intp).T
    padded = cv2.copyMakeBorder(image, _RADIUS, _RADIUS, _RADIUS, _RADIUS, cv2.BORDER_REPLICATE)
    edge = 2 * _RADIUS + 1
    windows = np.lib.stride_tricks.sliding_window_view(padded, (edge, edge))
    return windows[y, x].reshape(len(places), edge**2).astype(np.float32)
