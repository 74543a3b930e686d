"""Fits a homography to each picture of a plane, and one lens to all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Doubles, Points
from vision.geometry.homography import apply_homography
from vision.geometry.lens import LensModel

LENS_DOUBT = 0.05
"""How far k1 and k2 may be from what was expected before the fit pays as much as one sample 1 mm off."""


@dataclass(frozen=True, slots=True, eq=False)
class PlaneView:
    """Points known on a plane in millimetres and where one picture shows them, both (n, 2), with their weights (n,)."""

    mm: Points
    px: Points
    weight: Doubles


def fit_planes(views: Sequence[PlaneView], lens: LensModel, *, fit_distortion: bool) -> tuple[list[Doubles], LensModel]:
    """For each view the homography, (3, 3), from undistorted pixels to millimetres, and the lens.

    The lens stays as it is, or k1 and k2 are fitted together with the homographies. What is minimised are weighted
    millimetres on the planes.
    """
    scalings = [_Scaling.of(view, lens) for view in views]
    starts = [
        scaling.parameters(cv2.findHomography(lens.undistort(view.px), view.mm, 0)[0])
        for scaling, view in zip(scalings, views, strict=True)
    ]

    def unpacked(at: Doubles) -> tuple[list[Doubles], LensModel]:
        eights = at[:-2].reshape(-1, 8)
        homographies = [scaling.homography(eight) for scaling, eight in zip(scalings, eights, strict=True)]
        return homographies, replace(lens, k1=lens.k1 + float(at[-2]), k2=lens.k2 + float(at[-1]))

    def residuals(at: Doubles) -> Doubles:
        homographies, fitted = unpacked(at)
        off = [
            (apply_homography(homography, fitted.undistort(view.px)) - view.mm) * view.weight[:, None]
            for homography, view in zip(homographies, views, strict=True)
        ]
        return np.concatenate([*(part.ravel() for part in off), at[-2:] / LENS_DOUBT])

    start = np.concatenate([*starts, [0.0, 0.0]])
    return unpacked(_gauss_newton(residuals, start, start.size if fit_distortion else start.size - 2))


def _gauss_newton(residuals: Callable[[Doubles], Doubles], start: Doubles, free: int) -> Doubles:
    """Least squares from `start`, shape (n,), by forward differences in the first `free` parameters."""
    at = start
    for _ in range(8):
        here = residuals(at)
        jacobian = np.stack([(residuals(at + step) - here) / 1e-6 for step in np.eye(free, start.size) * 1e-6])
        change, *_ = np.linalg.lstsq(jacobian.T, -here, rcond=None)
        at = at + np.pad(change, (0, start.size - free))
        if np.abs(change).max() < 1e-10:
            break
    return at


@dataclass(frozen=True, slots=True, eq=False)
class _Scaling:
    """Scales pixels and millimetres to about one, both (3, 3), so that one step size suits all eight parameters.

    Hartley, "In Defense of the Eight-Point Algorithm" (1997).
    """

    px: Doubles
    mm: Doubles

    @classmethod
    def of(cls, view: PlaneView, lens: LensModel) -> _Scaling:
        middle, reach = view.mm.mean(axis=0), max(float(np.ptp(view.mm, axis=0).max()), 1.0)
        mm = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, reach]]) / reach
        return cls(np.asarray(np.linalg.inv(lens.camera_matrix)), mm)

    def parameters(self, homography: Doubles) -> Doubles:
        scaled = self.mm @ homography @ np.linalg.inv(self.px)
        return np.asarray((scaled / scaled[2, 2]).ravel()[:8])

    def homography(self, parameters: Doubles) -> Doubles:
        return np.asarray(np.linalg.inv(self.mm) @ np.append(parameters, 1.0).reshape(3, 3) @ self.px)
