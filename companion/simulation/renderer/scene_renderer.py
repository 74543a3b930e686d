"""Renders the still table as the lens shows it, and again only where a scene differs from the one before."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulation.renderer.camera_model import (
    CameraProjection,
    GrayImage,
    PixelBox,
    corners,
    position,
    projection,
)
from companion.simulation.renderer.scene import Bump, Item, Scene, SceneSetup
from companion.simulation.renderer.sensor_noise import illumination, noise_deviation
from companion.simulation.renderer.sprites import Labels, Sprite, composite, item_sprite
from companion.simulation.renderer.table_texture import table_texture
from companion.simulation.renderer.texel_grid import TexelGrid

SAMPLING = 2
"""Samples along each edge of a pixel."""

DENSITY = 2.3
"""Table pixels along one camera pixel where the camera looks closest."""

TABLE_PIXELS = 48e6
"""Never more table pixels than this: the largest camera sees them a little softer, and memory stays moderate."""

MAP_STEP = 16
"""The mapping is computed every so many pixels; in between it is as good as straight."""


class SceneRenderer:
    """Keeps the picture of the still table and renders again only what changed."""

    def __init__(self, labels: Labels, setup: SceneSetup) -> None:
        self._labels = labels
        self._setup = setup
        self.camera = projection(setup.mat, setup.optics, Bump())
        self._position = position(setup.mat, setup.optics)
        self._grid = _grid_under(self.camera, setup)
        self._bare = table_texture(self._grid, setup.mat, labels)
        self._table = self._bare.copy()
        self._sprites: dict[Item, Sprite] = {}
        self._scene: Scene | None = None
        shape = (setup.optics.height, setup.optics.width)
        self._picture, self._deviation = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
        self._lamp = np.ones(shape, np.float32)

    def picture(self, scene: Scene) -> tuple[GrayImage, GrayImage]:
        """The table without hands and noise, and the noise's deviation. Both stay the renderer's own."""
        before = self._scene
        changed = self._repaint(before.items if before else (), scene.items)
        whole = before is None or before.bump != scene.bump or before.light != scene.light
        if whole:
            self.camera = projection(self._setup.mat, self._setup.optics, scene.bump)
            self._lamp = illumination(scene.light, self._picture.shape)
            self._develop((0, 0, self._picture.shape[1], self._picture.shape[0]))
        else:
            for box in changed:
                self._develop(self._in_picture(box))
        self._scene = scene
        return self._picture, self._deviation

    def _sprite(self, item: Item) -> Sprite:
        if item not in self._sprites:
            self._sprites[item] = item_sprite(item, self._grid, self._labels, self._position)
        return self._sprites[item]

    def _repaint(self, before: tuple[Item, ...], after: tuple[Item, ...]) -> list[PixelBox]:
        if before == after:
            return []
        boxes = [self._sprite(item).box for item in _differing(before, after)]
        sprites = [self._sprite(item) for item in after]
        height, width = self._table.shape
        for left, top, right, bottom in boxes:
            # A piece may lie wholly off the table; a negative end would count from the far side.
            window = np.s_[max(top, 0) : min(max(bottom, 0), height), max(left, 0) : min(max(right, 0), width)]
            self._table[window] = self._bare[window]
            for sprite in sprites:
                composite(self._table, sprite, (left, top, right, bottom))
        # A card that is carried has a new place in every frame; its old ones are not needed again.
        self._sprites = {item: self._sprites[item] for item in after}
        return boxes

    def _in_picture(self, box: PixelBox) -> PixelBox:
        grid = self._grid
        left, top, right, bottom = (value / grid.density for value in box)
        rectangle = (grid.left + left, grid.top + top, grid.left + right, grid.top + bottom)
        seen = self.camera.to_px(corners(rectangle))
        reach = 4 + 3 * self._setup.optics.blur
        low, high = np.floor(seen.min(axis=0) - reach), np.ceil(seen.max(axis=0) + reach)
        height, width = self._picture.shape
        return (
            int(np.clip(low[0], 0, width)),
            int(np.clip(low[1], 0, height)),
            int(np.clip(high[0], 0, width)),
            int(np.clip(high[1], 0, height)),
        )

    def _develop(self, box: PixelBox) -> None:
        """Renders one rectangle of the picture from the table: sampling by area, lens blur, light, noise level."""
        left, top, right, bottom = box
        if left >= right or top >= bottom:
            return
        rim = round(4 * self._setup.optics.blur) + 1
        seen = self._sampled((left - rim, top - rim, right + rim, bottom + rim))
        if self._setup.optics.blur:
            seen = cv2.GaussianBlur(seen, (0, 0), self._setup.optics.blur)
        window = np.s_[top:bottom, left:right]
        sharp = seen[rim:-rim, rim:-rim]
        lit = cv2.multiply(sharp, self._lamp[window], dtype=cv2.CV_32F)
        cv2.convertScaleAbs(lit, dst=self._picture[window])
        self._deviation[window] = noise_deviation(self._picture[window], self._setup.optics.noise)

    def _sampled(self, box: PixelBox) -> GrayImage:
        left, top, right, bottom = box
        picture = np.empty((bottom - top, right - left), np.uint8)
        strip = 256
        for start in range(top, bottom, strip):
            end = min(start + strip, bottom)
            across, down = self._table_coordinates((left, start, right, end))
            fine = cv2.remap(self._table, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            size = (right - left, end - start)
            picture[start - top : end - top] = cv2.resize(fine, size, interpolation=cv2.INTER_AREA)
        return picture

    def _table_coordinates(self, box: PixelBox) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """For each sample of the rectangle its place in the table's own pixels."""
        left, top, right, bottom = box
        # The nodes stand where they stand for the whole picture, so that a part comes out as it does in the whole.
        first_x, first_y = left // MAP_STEP, top // MAP_STEP
        columns, rows = -(-right // MAP_STEP) - first_x + 2, -(-bottom // MAP_STEP) - first_y + 2
        # cv2.resize puts source sample i at the middle of its block, and the outermost block cannot be interpolated.
        xs = (first_x - 0.5 + np.arange(columns)) * MAP_STEP - 0.5
        ys = (first_y - 0.5 + np.arange(rows)) * MAP_STEP - 0.5
        nodes = self.camera.to_mm(np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2))
        places = (nodes - (self._grid.left, self._grid.top)) * self._grid.density - 0.5
        block = MAP_STEP * SAMPLING
        coarse = places.reshape(rows, columns, 2).astype(np.float32)
        fine = cv2.resize(coarse, (columns * block, rows * block), interpolation=cv2.INTER_LINEAR)
        x, y = block + (left - first_x * MAP_STEP) * SAMPLING, block + (top - first_y * MAP_STEP) * SAMPLING
        inside = fine[y : y + (bottom - top) * SAMPLING, x : x + (right - left) * SAMPLING]
        return np.ascontiguousarray(inside[..., 0]), np.ascontiguousarray(inside[..., 1])


def _grid_under(camera: CameraProjection, setup: SceneSetup) -> TexelGrid:
    """Table pixels for all that the camera sees, with room for a push."""
    optics = setup.optics
    seen = camera.to_mm(corners((0.0, 0.0, optics.width - 1.0, optics.height - 1.0)))
    low, high = seen.min(axis=0) - 60.0, seen.max(axis=0) + 60.0
    spread = np.linalg.norm(camera.to_px(seen + np.array([1.0, 0.0])) - camera.to_px(seen), axis=1).max()
    density = min(float(spread) * DENSITY, float(np.sqrt(TABLE_PIXELS / np.prod(high - low))))
    return TexelGrid.covering((float(low[0]), float(low[1]), float(high[0]), float(high[1])), density)


def _differing(before: tuple[Item, ...], after: tuple[Item, ...]) -> list[Item]:
    """The items to look at again: those that came, went or changed their order."""
    came_or_went = set(before) ^ set(after)
    stayed_before = [item for item in before if item not in came_or_went]
    stayed_after = [item for item in after if item not in came_or_went]
    pairs = zip(stayed_before, stayed_after, strict=False)
    reordered = {item for pair in pairs if pair[0] != pair[1] for item in pair}
    return sorted(came_or_went | reordered, key=lambda item: (item.x, item.y, item.tag or ""))
