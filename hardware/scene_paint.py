"""Paints the table from straight above: the wood, the mat, and each card as one sprite that can be laid down.

Grey levels are what a white sheet in full light would show as WHITE. All sizes are millimetres times `density`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.scene import Anchor, Item, Mat, Rectangle

Gray = NDArray[np.uint8]
Labels = Callable[[str], Gray]
"""The picture of a tag's whole label, square, at any number of pixels."""

WHITE = 232
FONT = cv2.FONT_HERSHEY_SIMPLEX
OVERSAMPLING = 2
SHADOW_MM = 1.2
CORNER_MM = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A painted thing on the table's pixel grid: what it adds, and how much of what lies below shows through."""

    left: int
    top: int
    light: Gray
    through: Gray

    @property
    def box(self) -> tuple[int, int, int, int]:
        height, width = self.light.shape
        return self.left, self.top, self.left + width, self.top + height


@dataclass(frozen=True, slots=True)
class Grid:
    """The table's own pixels: `density` of them per millimetre from `left`, `top` on."""

    left: float
    top: float
    width: int
    height: int
    density: float

    @classmethod
    def covering(cls, area: Rectangle, density: float) -> Grid:
        left, top, right, bottom = area
        return cls(left, top, ceil((right - left) * density), ceil((bottom - top) * density), density)


def bare_table(grid: Grid, mat: Mat, labels: Labels) -> Gray:
    """The table with nothing on it: wood, and the mat with its outlines and anchors."""
    noise = np.random.default_rng(7)
    picture = _wood(grid, noise)
    _print_mat(picture, grid, mat, noise)
    for anchor in mat.anchors:
        lay(picture, anchor_patch(anchor, mat, grid, labels))
    return picture


def lay(picture: Gray, patch: Patch, within: tuple[int, int, int, int] | None = None) -> None:
    """Lays a patch on the table, in place, no further than `within` (left, top, right, bottom)."""
    height, width = picture.shape
    left, top, right, bottom = patch.box if within is None else _common(patch.box, within)
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
    if left >= right or top >= bottom:
        return
    part = np.s_[top - patch.top : bottom - patch.top, left - patch.left : right - patch.left]
    below = picture[top:bottom, left:right]
    cv2.add(cv2.multiply(below, patch.through[part], scale=1 / 255), patch.light[part], dst=below)


def item_patch(item: Item, grid: Grid, labels: Labels) -> Patch:
    """A card or tile with its border, art, caption, label and shadow, turned and placed."""
    scale = grid.density * OVERSAMPLING
    face = _card(item, scale)
    if item.tag is not None:
        _stick_label(face, item, scale, labels(item.tag))
    outline = _rounded(face.shape, min(CORNER_MM * scale, min(face.shape) / 5))
    return _placed(cv2.multiply(face, outline, scale=1 / 255), outline, (item.x, item.y, item.rotation), grid)


def anchor_patch(anchor: Anchor, mat: Mat, grid: Grid, labels: Labels) -> Patch:
    """An anchor label, flat on the mat."""
    side = round(mat.anchor_mm * grid.density * OVERSAMPLING)
    face = _printed(labels(anchor.tag), side)
    solid = np.full_like(face, 255)
    return _placed(face, solid, (anchor.x, anchor.y, anchor.rotation), grid, shadow=0.0)


def _wood(grid: Grid, noise: np.random.Generator) -> Gray:
    grain = noise.normal(0, 1, (max(grid.height // 6, 2), max(grid.width // 90, 2))).astype(np.float32)
    fine = noise.normal(0, 1, (max(grid.height // 2, 2), max(grid.width // 24, 2))).astype(np.float32)
    size = (grid.width, grid.height)
    picture = cv2.resize(grain, size, interpolation=cv2.INTER_CUBIC)
    picture *= 7
    cv2.scaleAdd(cv2.resize(fine, size, interpolation=cv2.INTER_LINEAR), 2.5, picture, dst=picture)
    return cv2.convertScaleAbs(picture, alpha=1, beta=118)


def _print_mat(picture: Gray, grid: Grid, mat: Mat, noise: np.random.Generator) -> None:
    left, top = _pixel(grid, 0, 0)
    right, bottom = _pixel(grid, mat.width, mat.height)
    inside = picture[max(top, 0) : bottom, max(left, 0) : right]
    weave = noise.normal(0, 1, (inside.shape[0] // 2 + 1, inside.shape[1] // 2 + 1)).astype(np.float32)
    cloth = cv2.resize(weave, (inside.shape[1], inside.shape[0]), interpolation=cv2.INTER_LINEAR)
    cv2.convertScaleAbs(cloth, dst=inside, alpha=2.2, beta=mat.shade * WHITE)
    thick = max(round(0.6 * grid.density), 1)
    ink = round(min(mat.shade * WHITE * 1.45, 255))
    for name, (zone_left, zone_top, zone_right, zone_bottom) in mat.zones:
        upper, lower = _pixel(grid, zone_left, zone_top), _pixel(grid, zone_right, zone_bottom)
        cv2.rectangle(picture, upper, lower, ink, thick, cv2.LINE_AA)
        at = _pixel(grid, zone_left + 2, zone_top + 6)
        cv2.putText(picture, _plain(name), at, FONT, 0.16 * grid.density, ink, thick, cv2.LINE_AA)


def _card(item: Item, scale: float) -> Gray:
    """The face without its label: a pale border, a tinted field, a picture of sorts, and the caption."""
    width, height = max(round(item.width * scale), 4), max(round(item.height * scale), 4)
    face = np.full((height, width), round(WHITE * min(item.shade + 0.12, 1.0)), np.uint8)
    edge = round(min(2.2, item.width / 14) * scale)
    field = face[edge : height - edge, edge : width - edge]
    field[:] = round(WHITE * item.shade * 0.86)
    _art(field, crc32((item.caption or item.tag or "back").encode()), round(WHITE * item.shade))
    _write_caption(face, item, scale)
    return face


def _art(field: Gray, seed: int, bright: int) -> None:
    """A few soft shapes, the same for the same card, so that two kinds look different."""
    choose = np.random.default_rng(seed)
    height, width = field.shape
    for _ in range(5):
        centre = (int(choose.integers(0, width)), int(choose.integers(height // 4, height)))
        axes = (int(width * choose.uniform(0.1, 0.4)), int(height * choose.uniform(0.06, 0.2)))
        ink = int(bright * choose.uniform(0.62, 1.0))
        cv2.ellipse(field, centre, axes, float(choose.uniform(0, 180)), 0, 360, ink, -1, cv2.LINE_AA)


def _write_caption(face: Gray, item: Item, scale: float) -> None:
    """Across the top, or across the bottom when the label sits at the top; nothing when there is no room."""
    text = _plain(item.caption)
    label_top = item.height / 2 + item.label_offset[1] - item.label_mm / 2
    label_bottom = item.height - label_top - item.label_mm
    room = max(label_top, label_bottom) if item.tag is not None else item.height
    if not text or room < 4.0:
        return
    band = min(room * 0.8, 8.0)
    wide, _ = cv2.getTextSize(text, FONT, 1.0, 1)[0]
    size = min(band * scale * 0.5 / 22, item.width * 0.84 * scale / max(wide, 1))
    top = 2.4 if label_top >= label_bottom else item.height - band - 2.4
    left, right = round(2.2 * scale), face.shape[1] - round(2.2 * scale)
    face[round(top * scale) : round((top + band) * scale), left:right] = round(WHITE * min(item.shade + 0.1, 1.0))
    start = (round(face.shape[1] / 2 - wide * size / 2), round((top + band / 2) * scale + 10 * size))
    cv2.putText(face, text, start, FONT, size, 30, max(round(size * 1.7), 1), cv2.LINE_AA)


def _stick_label(face: Gray, item: Item, scale: float, label: Gray) -> None:
    side = round(item.label_mm * scale)
    printed = _printed(label, side)
    if item.unreadable_by is not None:
        _spoil(printed, item.unreadable_by)
    left = round((item.width / 2 + item.label_offset[0]) * scale - side / 2)
    top = round((item.height / 2 + item.label_offset[1]) * scale - side / 2)
    target = face[max(top, 0) : top + side, max(left, 0) : left + side]
    target[:] = printed[max(-top, 0) :, max(-left, 0) :][: target.shape[0], : target.shape[1]]


def _printed(label: Gray, side: int) -> Gray:
    """A label picture as ink on paper: black is not quite black, white is the paper's white."""
    shrunk = cv2.resize(label, (side, side), interpolation=cv2.INTER_AREA if label.shape[0] > side else cv2.INTER_CUBIC)
    return cv2.convertScaleAbs(shrunk, alpha=(WHITE - 26) / 255, beta=26)


def _spoil(label: Gray, by: str) -> None:
    side = label.shape[0]
    middle = (side // 2, side // 2)
    if by == "cover":
        cv2.circle(label, middle, round(side * 0.36), 96, -1, cv2.LINE_AA)
        cv2.circle(label, middle, round(side * 0.30), 128, max(side // 40, 1), cv2.LINE_AA)
        return
    shine = np.zeros((side, side), np.float32)
    cv2.ellipse(shine, middle, (round(side * 0.42), round(side * 0.34)), 35.0, 0, 360, 1.0, -1)
    shine = cv2.GaussianBlur(shine, (0, 0), side / 40)
    np.copyto(label, (label + (255.0 - label) * shine).astype(np.uint8))


def _rounded(shape: tuple[int, ...], radius: float) -> Gray:
    """255 inside a rectangle with round corners."""
    height, width = shape
    r = max(round(radius), 1)
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for centre in ((r, r), (width - 1 - r, r), (r, height - 1 - r), (width - 1 - r, height - 1 - r)):
        cv2.circle(mask, centre, r, 255, -1)
    return mask


def _placed(face: Gray, outline: Gray, pose: tuple[float, float, float], grid: Grid, shadow: float = 0.3) -> Patch:
    """Turns an upright face about its centre and samples it on the table's grid by area."""
    x, y, rotation = pose
    height, width = face.shape
    scale = grid.density * OVERSAMPLING
    reach = np.hypot(width, height) / 2 / OVERSAMPLING + 2 * SHADOW_MM * grid.density
    middle = ((x - grid.left) * grid.density, (y - grid.top) * grid.density)
    left, top = floor(middle[0] - reach), floor(middle[1] - reach)
    side = ceil(2 * reach) + 1
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -rotation, 1.0)
    turn[0, 2] += (middle[0] - left) * OVERSAMPLING - 0.5 - (width - 1) / 2
    turn[1, 2] += (middle[1] - top) * OVERSAMPLING - 0.5 - (height - 1) / 2
    fine = (side * OVERSAMPLING, side * OVERSAMPLING)
    light = cv2.resize(cv2.warpAffine(face, turn, fine), (side, side), interpolation=cv2.INTER_AREA)
    solid = cv2.resize(cv2.warpAffine(outline, turn, fine), (side, side), interpolation=cv2.INTER_AREA)
    through = cv2.bitwise_not(solid)
    if shadow:
        dark = cv2.blur(solid, (max(round(SHADOW_MM * scale / 2), 1),) * 2)
        dark = np.roll(dark, round(0.4 * grid.density), axis=(0, 1))
        through = cv2.multiply(through, cv2.convertScaleAbs(dark, alpha=-shadow, beta=255), scale=1 / 255)
    return _trimmed(Patch(left, top, light, through))


def _trimmed(patch: Patch) -> Patch:
    """Without the empty rim, so that fewer pixels are repainted when the piece moves."""
    used = cv2.boundingRect(cv2.bitwise_not(patch.through))
    left, top, width, height = used
    part = np.s_[top : top + height, left : left + width]
    return Patch(patch.left + left, patch.top + top, patch.light[part].copy(), patch.through[part].copy())


def _pixel(grid: Grid, x: float, y: float) -> tuple[int, int]:
    return round((x - grid.left) * grid.density), round((y - grid.top) * grid.density)


def _plain(text: str) -> str:
    """Without accents: OpenCV's stroke font has none."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def _common(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
