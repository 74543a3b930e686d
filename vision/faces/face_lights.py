"""The light of all faces at the cells of one grid, and how it changes as a card moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from vision.arrays import Doubles, Floats, Indices, Luma, Mask
from vision.faces.face_parts import FaceGrid, FacePart, at_cells
from vision.faces.occlusion_masks import OcclusionMasks


@dataclass(frozen=True, slots=True, eq=False)
class FaceLights:
    """All faces at the cells of one grid.

    `places` are the cells in millimetres from a card's middle, (cells, 2); `masks` hold the light of each face there,
    and are all that are tried with one face. `parts` are the faces by what a few straight edges leave of them, the
    whole first, where faces are looked for by that.
    """

    blur_mm: float
    places: Doubles
    masks: OcclusionMasks
    parts: Sequence[FacePart]
    _steps: Floats

    @classmethod
    def of(
        cls,
        grid: FaceGrid,
        pictures: Sequence[Luma],
        places: Doubles,
        masks: Sequence[Mask],
        parts: Sequence[FacePart] = (),
    ) -> Self:
        """The faces of upright pictures at the grid's places on cards of one size."""
        values = lights_of(pictures, places, grid.blur_mm)
        square = values.reshape(-1, grid.rows, grid.columns)
        along = [np.ptp(places[:, axis]) / (count - 1) for axis, count in enumerate((grid.columns, grid.rows))]
        steps = [np.asarray(np.gradient(square, along[side], axis=2 - side), np.float32) for side in (0, 1)]
        flat = np.stack(steps, axis=1).reshape(len(values), 2, -1)
        return cls(grid.blur_mm, places, OcclusionMasks(masks, values), parts, flat)

    def slopes(self, face: Indices) -> Floats:
        """How the light of these faces changes as the card moves across, down, turns (radians) and grows.

        (n, 4, cells).
        """
        across, down = self._steps[face].swapaxes(0, 1)
        x, y = self.places.T.astype(np.float32)
        return np.stack([across, down, down * x - across * y, across * x + down * y], axis=1)


def lights_of(pictures: Sequence[Luma], places: Doubles, blur_mm: float) -> Floats:
    """The light of each picture at the places, (faces, cells)."""
    return np.stack([at_cells(picture, places, blur_mm) for picture in pictures])
