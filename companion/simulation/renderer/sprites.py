"""Cards, tiles and anchor labels, painted from straight above as sprites that can be laid on the table's picture.

Grey levels are what a white sheet in full light would show as WHITE. All sizes are millimetres times `density`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from zlib import crc32

import cv2
import numpy as np

from companion.simulation.renderer.camera_model import GrayImage, PixelBox, Position, corners
from companion.simulation.renderer.raised import RaisedStrip, is_raised, strips
from companion.simulation.renderer.scene import Anchor, Item, RenderedMat
from companion.simulation.renderer.texel_grid import TexelGrid

Labels = Callable[[str], GrayImage]
"""The picture of a tag's whole label, square, or of the face with that name, at any number of pixels."""

WHITE = 232
FONT = cv2.FONT_HERSHEY_SIMPLEX
OVERSAMPLING = 2
SHADOW_MM, SHADOW = 1.2, 0.3
CORNER_MM = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A painted thing on the table's pixel grid: what it adds, and how much of what lies below shows through."""

    left: int
    top: int
    light: GrayImage
    through: GrayImage

    @property
    def box(self) -> PixelBox:
        height, width = self.light.shape
        return self.left, self.top, self.left + width, self.top + height


@lru_cache(maxsize=4)
def cached(labels: Labels) -> Labels:
    """The same labels, each drawn once for all cameras that are given them."""
    return lru_cache(maxsize=1024)(labels)


def composite(picture: GrayImage, sprite: Sprite, within: PixelBox | None = None) -> None:
    """Lays a sprite on the table, in place, no further than `within` (left, top, right, bottom)."""
    height, width = picture.shape
    left, top, right, bottom = sprite.box if within is None else _common(sprite.box, within)
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
    if left >= right or top >= bottom:
        return
    part = np.s_[top - sprite.top : bottom - sprite.top, left - sprite.left : right - sprite.left]
    below = picture[top:bottom, left:right]
    cv2.add(cv2.multiply(below, sprite.through[part], scale=1 / 255), sprite.light[part], dst=below)


@lru_cache(maxsize=64)
def item_sprite(item: Item, grid: TexelGrid, labels: Labels, camera: Position) -> Sprite:
    """A card or tile with its border, art, caption, label and shadow, turned and placed, as a camera there sees it."""
    scale = grid.density * OVERSAMPLING
    face = _card(item, scale) if item.face is None else _printed_face(item, scale, labels(item.face))
    if item.tag is not None:
        _stick_label(face, item, scale, labels(item.tag))
    outline = _rounded(face.shape, min(CORNER_MM * scale, min(face.shape) / 5))
    face = cv2.multiply(face, outline, scale=1 / 255)
    if is_raised(item):
        return _raised(face, outline, list(strips(item, camera)), grid)
    return _placed(face, outline, (item.x, item.y, item.rotation), grid)


@lru_cache(maxsize=64)
def anchor_sprite(anchor: Anchor, mat: RenderedMat, grid: TexelGrid, labels: Labels) -> Sprite:
    """An anchor label, flat on the mat."""
    side = round(mat.anchor_mm * grid.density * OVERSAMPLING)
    face = _printed(labels(anchor.tag), side)
    solid = np.full_like(face, 255)
    return _placed(face, solid, (anchor.x, anchor.y, anchor.rotation), grid, shadow=0.0)


def _card(item: Item, scale: float) -> GrayImage:
    """The face without its label: a pale border, a tinted field, a picture of sorts, and the caption."""
    width, height = max(round(item.width * scale), 4), max(round(item.height * scale), 4)
    face = np.full((height, width), round(WHITE * min(item.shade + 0.12, 1.0)), np.uint8)
    edge = round(min(2.2, item.width / 14) * scale) if item.rim else 0
    field = face[edge : height - edge, edge : width - edge]
    field[:] = round(WHITE * item.shade * 0.86)
    _art(field, crc32((item.caption or item.tag or "back").encode()), round(WHITE * item.shade))
    _write_caption(face, item, scale)
    return face


def _printed_face(item: Item, scale: float, picture: GrayImage) -> GrayImage:
    """The picture that is printed on the piece, from edge to edge."""
    size = max(round(item.width * scale), 4), max(round(item.height * scale), 4)
    printed = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return cv2.convertScaleAbs(printed, alpha=(WHITE - 26) / 255, beta=26)


def _art(field: GrayImage, seed: int, bright: int) -> None:
    """A few soft shapes, the same for the same card, so that two kinds look different."""
    choose = np.random.default_rng(seed)
    height, width = field.shape
    for _ in range(5):
        centre = (int(choose.integers(0, width)), int(choose.integers(height // 4, height)))
        axes = (int(width * choose.uniform(0.1, 0.4)), int(height * choose.uniform(0.06, 0.2)))
        ink = int(bright * choose.uniform(0.62, 1.0))
        cv2.ellipse(field, centre, axes, float(choose.uniform(0, 180)), 0, 360, ink, -1, cv2.LINE_AA)


def _write_caption(face: GrayImage, item: Item, scale: float) -> None:
    """Across the top, or across the bottom when the label sits at the top; nothing when there is no room."""
    text = without_accents(item.caption)
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


def _stick_label(face: GrayImage, item: Item, scale: float, label: GrayImage) -> None:
    side = round(item.label_mm * scale)
    printed = _printed(label, side)
    if item.unreadable_by is not None:
        _spoil(printed, item.unreadable_by)
    left = round((item.width / 2 + item.label_offset[0]) * scale - side / 2)
    top = round((item.height / 2 + item.label_offset[1]) * scale - side / 2)
    target = face[max(top, 0) : top + side, max(left, 0) : left + side]
    target[:] = printed[max(-top, 0) :, max(-left, 0) :][: target.shape[0], : target.shape[1]]


def _printed(label: GrayImage, side: int) -> GrayImage:
    """A label picture as ink on paper: black is not quite black, white is the paper's white."""
    shrunk = cv2.resize(label, (side, side), interpolation=cv2.INTER_AREA if label.shape[0] > side else cv2.INTER_CUBIC)
    return cv2.convertScaleAbs(shrunk, alpha=(WHITE - 26) / 255, beta=26)


def _spoil(label: GrayImage, by: str) -> None:
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


def _rounded(shape: tuple[int, ...], radius: float) -> GrayImage:
    """255 inside a rectangle with round corners."""
    height, width = shape
    r = max(round(radius), 1)
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for centre in ((r, r), (width - 1 - r, r), (r, height - 1 - r), (width - 1 - r, height - 1 - r)):
        cv2.circle(mask, centre, r, 255, -1)
    return mask


def _placed(
    face: GrayImage, outline: GrayImage, pose: tuple[float, float, float], grid: TexelGrid, shadow: float = SHADOW
) -> Sprite:
    """Turns an upright face about its centre and samples it on the table's grid by area."""
    x, y, rotation = pose
    height, width = face.shape
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
    return _over_its_shadow((left, top), light, solid, grid, shadow)


def _raised(face: GrayImage, outline: GrayImage, parts: Sequence[RaisedStrip], grid: TexelGrid) -> Sprite:
    """Lays an upright face strip by strip where the camera sees it."""
    seen = np.concatenate([part.outline for part in parts])
    seen = (seen - (grid.left, grid.top)) * grid.density
    rim = 2 * SHADOW_MM * grid.density
    left, top = (floor(value) for value in seen.min(axis=0) - rim)
    width, height = (ceil(value) for value in seen.max(axis=0) + rim - (left, top))
    fine = (width * OVERSAMPLING, height * OVERSAMPLING)
    drawn = [np.zeros((fine[1], fine[0]), np.uint8) for _ in range(2)]
    for part in parts:
        start, end = (round(share * face.shape[0]) for share in (part.start, part.end))
        there = ((part.outline - (grid.left, grid.top)) * grid.density - (left, top)) * OVERSAMPLING - 0.5
        here = corners((-0.5, -0.5, face.shape[1] - 0.5, end - start - 0.5))
        turn = cv2.getPerspectiveTransform(here.astype(np.float32), there.astype(np.float32))
        for whole, picture in zip(drawn, (face, outline), strict=True):
            # Neighbours share the pixels of their seam: together they are whole there.
            cv2.add(whole, cv2.warpPerspective(picture[start:end], turn, fine), dst=whole)
    light, solid = (cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA) for whole in drawn)
    return _over_its_shadow((left, top), light, solid, grid)


def _over_its_shadow(
    corner: tuple[int, int], light: GrayImage, solid: GrayImage, grid: TexelGrid, shadow: float = SHADOW
) -> Sprite:
    scale = grid.density * OVERSAMPLING
    through = cv2.bitwise_not(solid)
    if shadow:
        dark = cv2.blur(solid, (max(round(SHADOW_MM * scale / 2), 1),) * 2)
        dark = np.roll(dark, round(0.4 * grid.density), axis=(0, 1))
        through = cv2.multiply(through, cv2.convertScaleAbs(dark, alpha=-shadow, beta=255), scale=1 / 255)
    return _trimmed(Sprite(*corner, light, through))


def _trimmed(sprite: Sprite) -> Sprite:
    """Without the empty rim, so that fewer pixels are repainted when the piece moves."""
    used = cv2.boundingRect(cv2.bitwise_not(sprite.through))
    left, top, width, height = used
    part = np.s_[top : top + height, left : left + width]
    return Sprite(sprite.left + left, sprite.top + top, sprite.light[part].copy(), sprite.through[part].copy())


def without_accents(text: str) -> str:
    """Without accents: OpenCV's stroke font has none."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def _common(a: PixelBox, b: PixelBox) -> PixelBox:
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
