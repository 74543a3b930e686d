"""A simulated table as a camera: renders scenes of real label pictures as a camera over the table would see them.

Cards and tiles carry the very label pictures that are printed, seen through a tilted pinhole with a slightly curved
lens, uneven light, lens blur, shot noise, reflections, and hands that come and go. The same seed gives the same frames.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import Frame
from hardware.closing import Closing
from hardware.scene import Bump, Item, Light, Scene, Setup
from hardware.scene_camera import Projection, corners, projection
from hardware.scene_hands import draw_hand
from hardware.scene_paint import Grid, Labels, Patch, bare_table, item_patch, lay

Gray = NDArray[np.uint8]
PixelBox = tuple[int, int, int, int]
Stage = Iterable[Scene] | Callable[[], Scene | None]
"""Scenes in turn, or a question that is asked for each frame; None ends the pictures."""

SAMPLING = 2
"""Samples along each edge of a pixel."""

DENSITY = 2.3
"""Table pixels along one camera pixel where the camera looks closest."""

TABLE_PIXELS = 48e6
"""Never more table pixels than this: the largest camera sees them a little softer, and memory stays moderate."""

MAP_STEP = 16
"""The mapping is computed every so many pixels; in between it is as good as straight."""

NOISE_UNIT = 24.0
SPARE = 64
"""The bank of noise is this much larger than the picture, so that no two frames share their noise."""


class SimulatedTable(Closing):
    """A FrameSource that photographs the scenes of a stage."""

    def __init__(self, stage: Stage, labels: Labels, setup: Setup) -> None:
        self._scenes = _questions(stage)
        self._setup = setup
        self._render = _Renderer(lru_cache(maxsize=1024)(labels), setup)
        self._noise = _NoiseBank(setup.optics.width, setup.optics.height, setup.optics.seed)
        self._taken = 0
        self._closed = False

    def close(self) -> None:
        """No more frames. Closing twice is harmless."""
        self._closed = True

    def read(self) -> Frame | None:
        """The next frame; None when the stage is empty or the table is closed."""
        scene = None if self._closed else next(self._scenes, None)
        if scene is None:
            return None
        image = self._photograph(scene)
        divisor = max(round(image.shape[1] / self._setup.optics.small_width), 1)
        small_size = (image.shape[1] // divisor, image.shape[0] // divisor)
        small = cv2.resize(image, small_size, interpolation=cv2.INTER_AREA)
        taken_at = self._taken / self._setup.optics.frames_per_second
        self._taken += 1
        return Frame(image, taken_at, small)

    def camera(self, scene: Scene | None = None) -> Projection:
        """The true geometry behind the frames, for comparing what was measured with what was."""
        return projection(self._setup.mat, self._setup.optics, scene.bump if scene else Bump())

    def _photograph(self, scene: Scene) -> Gray:
        still, deviation = self._render.picture(scene)
        picture = still.copy()
        camera = self._render.camera
        for hand in scene.hands:
            draw_hand(picture, hand, camera)
        return self._noise.over(picture, deviation) if self._setup.optics.noise else picture


class _NoiseBank:
    """Gaussian noise, drawn once and laid over each frame at another offset."""

    def __init__(self, width: int, height: int, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        bank = self._random.standard_normal((height + SPARE, width + SPARE), dtype=np.float32)
        bank *= NOISE_UNIT
        np.clip(bank, -127, 127, out=bank)
        self._bank = bank.astype(np.int8)

    def over(self, picture: Gray, deviation: Gray) -> Gray:
        """`deviation` is 16 times the standard deviation at each pixel, in grey levels."""
        x, y = (int(value) for value in self._random.integers(0, SPARE, 2))
        height, width = picture.shape
        piece = self._bank[y : y + height, x : x + width]
        if self._random.random() < 0.5:
            piece = piece[::-1]
        noise = cv2.multiply(piece, deviation, scale=1 / (16 * NOISE_UNIT), dtype=cv2.CV_8S)
        return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), dtype=np.uint8)


class _Renderer:
    """Keeps the picture of the still table and renders again only what changed."""

    def __init__(self, labels: Labels, setup: Setup) -> None:
        self._labels = labels
        self._setup = setup
        self.camera = projection(setup.mat, setup.optics, Bump())
        self._grid = _grid_under(self.camera, setup)
        self._bare = bare_table(self._grid, setup.mat, labels)
        self._table = self._bare.copy()
        self._patches: dict[Item, Patch] = {}
        self._scene: Scene | None = None
        shape = (setup.optics.height, setup.optics.width)
        self._picture, self._deviation = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
        self._lamp = np.ones(shape, np.float32)

    def picture(self, scene: Scene) -> tuple[Gray, Gray]:
        """The table without hands and noise, and the noise's deviation. Both stay the renderer's own."""
        before = self._scene
        changed = self._repaint(before.items if before else (), scene.items)
        whole = before is None or before.bump != scene.bump or before.light != scene.light
        if whole:
            self.camera = projection(self._setup.mat, self._setup.optics, scene.bump)
            self._lamp = _lamp(scene.light, self._picture.shape)
            self._develop((0, 0, self._picture.shape[1], self._picture.shape[0]))
        else:
            for box in changed:
                self._develop(self._in_picture(box))
        self._scene = scene
        return self._picture, self._deviation

    def _patch(self, item: Item) -> Patch:
        if item not in self._patches:
            self._patches[item] = item_patch(item, self._grid, self._labels)
        return self._patches[item]

    def _repaint(self, before: tuple[Item, ...], after: tuple[Item, ...]) -> list[PixelBox]:
        if before == after:
            return []
        boxes = [self._patch(item).box for item in _differing(before, after)]
        patches = [self._patch(item) for item in after]
        height, width = self._table.shape
        for left, top, right, bottom in boxes:
            # A piece may lie wholly off the table; a negative end would count from the far side.
            window = np.s_[max(top, 0) : min(max(bottom, 0), height), max(left, 0) : min(max(right, 0), width)]
            self._table[window] = self._bare[window]
            for patch in patches:
                lay(self._table, patch, (left, top, right, bottom))
        # A card that is carried has a new place in every frame; its old ones are not needed again.
        self._patches = {item: self._patches[item] for item in after}
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
        self._deviation[window] = _deviation(self._picture[window], self._setup.optics.noise)

    def _sampled(self, box: PixelBox) -> Gray:
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


def _questions(stage: Stage) -> Iterator[Scene]:
    if not callable(stage):
        return iter(stage)
    return _asked(stage)


def _asked(ask: Callable[[], Scene | None]) -> Iterator[Scene]:
    while (scene := ask()) is not None:
        yield scene


def _grid_under(camera: Projection, setup: Setup) -> Grid:
    """Table pixels for all that the camera sees, with room for a push."""
    optics = setup.optics
    seen = camera.to_mm(corners((0.0, 0.0, optics.width - 1.0, optics.height - 1.0)))
    low, high = seen.min(axis=0) - 60.0, seen.max(axis=0) + 60.0
    spread = np.linalg.norm(camera.to_px(seen + np.array([1.0, 0.0])) - camera.to_px(seen), axis=1).max()
    density = min(float(spread) * DENSITY, float(np.sqrt(TABLE_PIXELS / np.prod(high - low))))
    return Grid.covering((float(low[0]), float(low[1]), float(high[0]), float(high[1])), density)


def _differing(before: tuple[Item, ...], after: tuple[Item, ...]) -> list[Item]:
    """The items to look at again: those that came, went or changed their order."""
    came_or_went = set(before) ^ set(after)
    stayed_before = [item for item in before if item not in came_or_went]
    stayed_after = [item for item in after if item not in came_or_went]
    pairs = zip(stayed_before, stayed_after, strict=False)
    reordered = {item for pair in pairs if pair[0] != pair[1] for item in pair}
    return sorted(came_or_went | reordered, key=lambda item: (item.x, item.y, item.tag or ""))


def _lamp(light: Light, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """How much light falls on each pixel: most on the lamp's side, and a little less in the corners of the lens."""
    height, width = shape
    angle = np.radians(light.angle)
    x, y = np.meshgrid(np.linspace(-1, 1, 64, dtype=np.float32), np.linspace(-1, 1, 36, dtype=np.float32))
    towards = (x * np.cos(angle) + y * np.sin(angle)) / (abs(np.cos(angle)) + abs(np.sin(angle)))
    falloff = light.unevenness ** ((towards - 1) / 2)
    corner = 1 - 0.10 * (x**2 + y**2) / 2
    field: NDArray[np.float32] = (light.level * falloff * corner).astype(np.float32)
    return np.asarray(cv2.resize(field, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.float32)


def _deviation(picture: Gray, noise: float) -> Gray:
    """16 times the standard deviation: half of a mid-grey pixel's variance is the sensor's, half the light's own."""
    levels = np.arange(256)
    table = np.clip(16 * noise * np.sqrt(0.5 + 0.5 * levels / 128), 0, 255)
    return np.asarray(cv2.LUT(picture, table.round().astype(np.uint8)), dtype=np.uint8)
