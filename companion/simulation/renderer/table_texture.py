"""The table with nothing on it, from straight above: wood, and the printed mat with its outlines and anchors.

All sizes are millimetres times `density`.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from companion.simulation.renderer.pixel_arrays import GrayImage
from companion.simulation.renderer.scene import Mat
from companion.simulation.renderer.sprites import FONT, WHITE, Labels, anchor_sprite, composite, without_accents
from companion.simulation.renderer.texel_grid import TexelGrid


def table_texture(grid: TexelGrid, mat: Mat, labels: Labels) -> GrayImage:
    """The table with nothing on it: wood, and the mat with its outlines and anchors."""
    picture = _without_anchors(grid, mat).copy()
    for anchor in mat.anchors:
        composite(picture, anchor_sprite(anchor, mat, grid, labels))
    return picture


@lru_cache(maxsize=2)
def _without_anchors(grid: TexelGrid, mat: Mat) -> GrayImage:
    """Kept apart from the anchors, since the next camera over the same mat may have drawn its labels anew."""
    noise = np.random.default_rng(7)
    picture = _wood(grid, noise)
    _print_mat(picture, grid, mat, noise)
    picture.flags.writeable = False
    return picture


def _wood(grid: TexelGrid, noise: np.random.Generator) -> GrayImage:
    grain = noise.normal(0, 1, (max(grid.height // 6, 2), max(grid.width // 90, 2))).astype(np.float32)
    fine = noise.normal(0, 1, (max(grid.height // 2, 2), max(grid.width // 24, 2))).astype(np.float32)
    size = (grid.width, grid.height)
    picture = cv2.resize(grain, size, interpolation=cv2.INTER_CUBIC)
    picture *= 7
    cv2.scaleAdd(cv2.resize(fine, size, interpolation=cv2.INTER_LINEAR), 2.5, picture, dst=picture)
    return cv2.convertScaleAbs(picture, alpha=1, beta=118)


def _print_mat(picture: GrayImage, grid: TexelGrid, mat: Mat, noise: np.random.Generator) -> None:
    left, top = grid.texel(0, 0)
    right, bottom = grid.texel(mat.width, mat.height)
    inside = picture[max(top, 0) : bottom, max(left, 0) : right]
    weave = noise.normal(0, 1, (inside.shape[0] // 2 + 1, inside.shape[1] // 2 + 1)).astype(np.float32)
    cloth = cv2.resize(weave, (inside.shape[1], inside.shape[0]), interpolation=cv2.INTER_LINEAR)
    cv2.convertScaleAbs(cloth, dst=inside, alpha=2.2, beta=mat.shade * WHITE)
    thick = max(round(0.6 * grid.density), 1)
    ink = round(min(mat.shade * WHITE * 1.45, 255))
    for name, (zone_left, zone_top, zone_right, zone_bottom) in mat.zones:
        upper, lower = grid.texel(zone_left, zone_top), grid.texel(zone_right, zone_bottom)
        cv2.rectangle(picture, upper, lower, ink, thick, cv2.LINE_AA)
        at = grid.texel(zone_left + 2, zone_top + 6)
        cv2.putText(picture, without_accents(name), at, FONT, 0.16 * grid.density, ink, thick, cv2.LINE_AA)
