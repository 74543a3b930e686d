"""Card faces as vectors: light at the cells of a grid, compared by the part of the card that is to be seen."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Doubles, Floats, Luma, Mask

FACE_PX = 2.0
"""Pixels a millimetre of the pictures that are kept of faces."""

_RIM_MM = 1.0
"""So much along a card's edges is not compared: corners are round, and edges a little off."""

_SHARED = 6
"""Most directions that are taken to be the series' layout, one for six faces: frame, panels, boxes of text."""


@dataclass(frozen=True, slots=True)
class FaceGrid:
    """`columns` x `rows` cells of an upright card, short side across; `blur_mm` is the sigma with which it is seen.

    They cover a `share` of its length, from its upper edge on.
    """

    columns: int
    rows: int
    blur_mm: float
    share: float = 1.0

    def places(self, short: float, long: float) -> Doubles:
        """The cells' middles in millimetres from the card's, (columns * rows, 2), row by row."""
        x = ((np.arange(self.columns) + 0.5) / self.columns - 0.5) * (short - 2 * _RIM_MM)
        y = ((np.arange(self.rows) + 0.5) / self.rows * self.share - 0.5) * (long - 2 * _RIM_MM)
        return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def upright(picture: Luma) -> Luma:
    """With its shorter side lying: what is read across is turned by a quarter, clockwise."""
    return np.asarray(cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE)) if picture.shape[1] > picture.shape[0] else picture


def at_cells(picture: Luma, places: Doubles, blur_mm: float) -> Floats:
    """The light of a face's picture at the places, (n, 2) to (n,)."""
    soft = cv2.GaussianBlur(picture, (0, 0), blur_mm * FACE_PX, borderType=cv2.BORDER_REPLICATE).astype(np.float32)
    middle = (np.array(picture.shape[::-1]) - 1) / 2
    pixels = (places * FACE_PX + middle).astype(np.float32)[None]
    return np.asarray(cv2.remap(soft, pixels, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))[0]


class FacePart:
    """The cells that a straight edge leaves of a card, and all faces by these cells alone.

    A face is what it has beside the layout of its series: the directions in which faces differ most are left out, as
    eigenfaces' first ones are (M. Turk and A. Pentland, "Eigenfaces for recognition", 1991).
    """

    def __init__(self, shown: Mask, lights: Floats, layout: Floats) -> None:
        self.shown = shown
        self.share = float(shown.mean())
        of_part = layout[:, shown] - layout[:, shown].mean(axis=1, keepdims=True)
        self._shared = np.linalg.qr(of_part.T)[0].T
        plain = _unit(lights[:, shown])
        self._faces = _length_one(plain - (plain @ self._shared.T) @ self._shared)

    def likeness(self, lights: Floats) -> Floats:
        """Correlation of light at all cells, (n, cells), with each face, (n, faces)."""
        seen, length = self._measured(lights)
        return np.asarray((seen @ self._faces.T) / length[:, None])

    def _measured(self, lights: Floats) -> tuple[Floats, Floats]:
        """The light of the part, (n, shown), and how much of its contrast is no layout, (n,).

        Faces have no mean and no layout in them, so that neither need be taken out of what they are multiplied with.
        """
        seen = lights[:, self.shown]
        mean = seen.mean(axis=1)
        contrast = np.einsum("kn,kn->k", seen, seen) - seen.shape[1] * mean * mean
        layout = seen @ self._shared.T
        return seen, np.sqrt(np.maximum(contrast - np.einsum("ks,ks->k", layout, layout), 1.0))


def shared_layout(lights: Floats) -> Floats:
    """What all faces, (n, cells), have in common: the directions in which they differ most, (few, cells)."""
    plain = _unit(lights)
    _, directions = np.linalg.eigh(plain @ plain.T)
    return np.asarray(directions.T[::-1][: min(_SHARED, len(plain) // 6)] @ plain, np.float32)


def _unit(values: Floats) -> Floats:
    return _length_one(values - values.mean(axis=1, keepdims=True))


def _length_one(values: Floats) -> Floats:
    return np.asarray(values / np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-3), np.float32)
