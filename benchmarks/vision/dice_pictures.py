"""Dice on the table as the simulated camera sees them: cubes with rounded corners, pips and a shadow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulation.renderer.camera_model import CameraProjection, GrayImage, PixelBox, Points, Position
from companion.simulation.renderer.scene import Rectangle
from ui.screens.dice import PIPS

DENSITY = 12.0
"""Pixels of the drawing of the table along a millimetre."""

TEXTURE = 128
"""Pixels along the edge of a drawn face."""

SAMPLES = 3
"""Samples along the edge of a pixel of the picture."""

RIM = 2
"""So many pixels round a face its edge still shades."""

_AROUND = {1: (2, 3, 5, 4), 2: (1, 4, 6, 3), 3: (1, 2, 6, 5), 4: (1, 5, 6, 2), 5: (1, 3, 6, 4), 6: (2, 4, 5, 3)}
"""The faces round an upper one; opposite ones come to seven."""


@dataclass(frozen=True, slots=True)
class Die:
    """Where a die stands, in millimetres of the mat and degrees, what it shows, and what it is like.

    `body` and `pips` are how much light they reflect, 0 to 1; `rounded` and `pip` are the radii of its corners and of a
    pip, and `pitch` how far pips are from the middle, of its edge. `glare` is how much a lamp shines back from its top.
    """

    x: float
    y: float
    face: int
    rotation: float = 0.0
    edge: float = 16.0
    body: float = 0.85
    pips: float = 0.08
    rounded: float = 0.14
    pip: float = 0.1
    pitch: float = 0.25
    glare: float = 0.0
    glare_at: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class DiceLight:
    """The lamp: its direction over the table, how dark the side away from it and the shadow are, and the camera's blur.

    `motion` is by how many millimetres dice that still roll are smeared.
    """

    direction: float = 220.0
    shade: float = 0.62
    shadow: float = 0.8
    level: float = 235.0
    blur: float = 0.7
    noise: float = 3.0
    motion: tuple[float, float] = (0.0, 0.0)


def dice_picture(  # noqa: PLR0913, PLR0917
    dice: Sequence[Die],
    box: Rectangle,
    ground: float,
    camera: tuple[CameraProjection, Position],
    light: DiceLight,
    random: np.random.Generator,
) -> tuple[GrayImage, PixelBox]:
    """The part of the camera's picture in which `box` of the mat lies, and where that part is in it.

    `ground` is how much light the printed place reflects; round it is white paper.
    """
    table = _table(box, ground, random)
    for die in sorted(dice, key=lambda die: -np.hypot(die.x - camera[1][0], die.y - camera[1][1])):
        _draw(table, box, die, camera[1], light)
    if any(light.motion):
        table = _smeared(table, light.motion)
    return _seen(table, box, camera[0], light, random)


def _table(box: Rectangle, ground: float, random: np.random.Generator) -> NDArray[np.float32]:
    width, height = (round((high - low) * DENSITY) for low, high in ((box[0], box[2]), (box[1], box[3])))
    grain = random.normal(0.0, 0.012, (height // 8 + 1, width // 8 + 1)).astype(np.float32)
    grain = cv2.resize(grain, (width, height), interpolation=cv2.INTER_LINEAR)
    table: NDArray[np.float32] = np.full((height, width), ground, np.float32) + grain
    return table


def _draw(table: NDArray[np.float32], box: Rectangle, die: Die, camera: Position, light: DiceLight) -> None:
    """Its shadow, the sides that the camera sees, then its upper face."""
    turn = np.radians(die.rotation)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) @ spin * die.edge / 2
    base = square + (die.x, die.y)
    away = np.array([np.cos(np.radians(light.direction)), np.sin(np.radians(light.direction))])
    shadow = cv2.convexHull(np.concatenate([base, base - away * die.edge * 0.35]).astype(np.float32))[:, 0]
    dark = np.ones_like(table)
    cv2.fillConvexPoly(dark, _fixed(shadow, box), light.shadow, shift=4)
    table *= cv2.GaussianBlur(dark, (0, 0), 1.2 * DENSITY)
    upper = _over(base, die.edge, camera)
    seen_from = np.array(camera[:2]) - (die.x, die.y)
    for number, value in enumerate(_AROUND[die.face]):
        low, high = number, (number + 1) % 4
        normal = square[low] + square[high]
        if normal @ seen_from > die.edge * np.linalg.norm(normal) / 2:
            lit = light.shade + (1 - light.shade) * max(0.0, float(normal @ away) / float(np.linalg.norm(normal)))
            side = np.array([upper[low], upper[high], base[high], base[low]])
            _lay(table, box, _face(die, value) * lit, side)
    top = _face(die, die.face)
    if die.glare:
        top = _glared(top, die)
    _lay(table, box, top, upper)


def _over(points: Points, height: float, camera: Position) -> Points:
    eye = np.array(camera[:2])
    seen: Points = eye + (points - eye) * camera[2] / (camera[2] - height)
    return seen


def _face(die: Die, value: int) -> NDArray[np.float32]:
    """A face with its pips; outside its rounded corners it is NaN."""
    face = np.full((TEXTURE, TEXTURE), np.nan, np.float32)
    radius, middle = die.rounded * TEXTURE, (TEXTURE - 1) / 2
    down, across = np.mgrid[0:TEXTURE, 0:TEXTURE]
    beyond_x, beyond_y = (np.maximum(np.abs(axis - middle) - (middle - radius), 0) for axis in (across, down))
    face[np.hypot(beyond_x, beyond_y) <= radius] = die.body
    for u, v in PIPS[value]:
        at = middle + u * die.pitch * TEXTURE, middle + v * die.pitch * TEXTURE
        face[np.hypot(across - at[0], down - at[1]) <= die.pip * TEXTURE] = die.pips
    return face


def _glared(face: NDArray[np.float32], die: Die) -> NDArray[np.float32]:
    down, across = np.mgrid[0:TEXTURE, 0:TEXTURE] / (TEXTURE - 1) * 2 - 1
    away = (across - die.glare_at[0]) ** 2 + (down - die.glare_at[1]) ** 2
    glared: NDArray[np.float32] = face + np.float32(die.glare) * np.exp(-away / 0.18).astype(np.float32)
    return glared


def _lay(table: NDArray[np.float32], box: Rectangle, face: NDArray[np.float32], corners: Points) -> None:
    target = (corners - (box[0], box[1])) * DENSITY
    left, top = np.maximum(np.floor(target.min(axis=0)).astype(int) - RIM, 0)
    right, bottom = np.maximum(np.ceil(target.max(axis=0)).astype(int) + RIM, 0)
    part = table[top:bottom, left:right]
    if not part.size:
        return
    edge = TEXTURE - 1
    source = np.array([(0, 0), (edge, 0), (edge, edge), (0, edge)], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (target - (left, top)).astype(np.float32))
    size = part.shape[::-1]
    mask = cv2.warpPerspective((~np.isnan(face)).astype(np.float32), matrix, size)
    light = cv2.warpPerspective(np.nan_to_num(face), matrix, size)
    inside = mask > 0.02
    share = np.minimum(mask[inside], 1.0)
    part[inside] = part[inside] * (1 - share) + light[inside]


def _fixed(points: Points, box: Rectangle) -> NDArray[np.int32]:
    at: NDArray[np.int32] = np.round((points - (box[0], box[1])) * DENSITY * 16).astype(np.int32)
    return at


def _smeared(table: NDArray[np.float32], motion: tuple[float, float]) -> NDArray[np.float32]:
    steps = 16
    height, width = table.shape
    total = np.zeros_like(table)
    for share in np.linspace(-0.5, 0.5, steps):
        dx, dy = motion[0] * share * DENSITY, motion[1] * share * DENSITY
        total += cv2.warpAffine(
            table, np.array([[1, 0, dx], [0, 1, dy]]), (width, height), borderMode=cv2.BORDER_REPLICATE
        )
    return (total / steps).astype(np.float32)


def _seen(
    table: NDArray[np.float32], box: Rectangle, camera: CameraProjection, light: DiceLight, random: np.random.Generator
) -> tuple[GrayImage, PixelBox]:
    rim = 4.0
    inside = np.array([(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])])
    pixels = camera.to_px(inside)
    low, high = np.floor(pixels.min(axis=0) - rim).astype(int), np.ceil(pixels.max(axis=0) + rim).astype(int)
    width, height = (high - low) * SAMPLES
    across, down = np.meshgrid((np.arange(width) + 0.5) / SAMPLES - 0.5, (np.arange(height) + 0.5) / SAMPLES - 0.5)
    millimetres = camera.to_mm(np.stack([across + low[0], down + low[1]], axis=-1))
    at = ((millimetres - (box[0], box[1])) * DENSITY - 0.5).astype(np.float32)
    fine = cv2.remap(table, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0.9)
    seen = cv2.resize(fine, tuple(int(side) for side in high - low), interpolation=cv2.INTER_AREA)
    seen = cv2.GaussianBlur(seen, (0, 0), light.blur) * light.level
    seen += random.normal(0.0, light.noise, seen.shape)
    picture: GrayImage = np.clip(np.round(seen), 0, 255).astype(np.uint8)
    return picture, (int(low[0]), int(low[1]), int(high[0]), int(high[1]))
