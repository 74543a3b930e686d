"""Draws hands over the finished picture: fingers, palm and sleeve, with the soft shadow they throw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulation.renderer.camera_model import CameraProjection, GrayImage
from companion.simulation.renderer.scene import SceneHand
from companion.simulation.renderer.sprites import WHITE

Place = Callable[[float, float], tuple[float, float]]

ARM_MM = 1600.0
SHADOW_MM = (9.0, 13.0)
SHADOW = 0.28
SUBPIXEL_BITS = 4

DARK_STRIPE = 0.45
"""How much light the darker stripes of a sleeve reflect, as a share of what the others do."""

_FINGERS = ((-0.36, 0.30), (-0.13, 0.05), (0.10, 0.0), (0.33, 0.14))
"""Sideways place and setback of each fingertip, in hand widths."""


@dataclass(frozen=True, slots=True)
class _HandAxes:
    """The hand's own axes on the table: `along` runs from the fingertips up the arm."""

    hand: SceneHand

    def place(self, sideways: float, along: float) -> tuple[float, float]:
        """Hand widths to millimetres of the mat."""
        angle = radians(self.hand.angle)
        across, back = sideways * self.hand.width, along * self.hand.width
        return (
            self.hand.x + back * cos(angle) - across * sin(angle),
            self.hand.y + back * sin(angle) + across * cos(angle),
        )


def draw_hand(picture: GrayImage, hand: SceneHand, camera: CameraProjection) -> None:
    """Draws one hand over `picture`, in place."""
    away = cos(radians(hand.angle)), sin(radians(hand.angle))
    arm = min(ARM_MM, camera.reach_mm((hand.x, hand.y), away))
    strips = [camera.to_px(np.array(strip)) for strip in _strips(hand, arm)]
    shadow = [strip + _offset(hand, camera, SHADOW_MM) for strip in strips]
    everything = np.concatenate([*strips, *shadow])
    height, width = picture.shape
    smear = _smear(_offset(hand, camera, hand.sweep))
    reach = 8 + smear.shape[0] // 2
    low = np.clip(np.floor(everything.min(axis=0)) - reach, 0, (width, height)).astype(int)
    high = np.clip(np.ceil(everything.max(axis=0)) + reach, 0, (width, height)).astype(int)
    if (low >= high).any():
        return
    part = picture[low[1] : high[1], low[0] : high[0]]
    dark = cv2.filter2D(cv2.blur(_mask(part.shape, shadow, low), (13, 13)), -1, smear)
    lit = cv2.multiply(part, cv2.convertScaleAbs(dark, alpha=-SHADOW, beta=255), scale=1 / 255)
    mask = cv2.blur(_mask(part.shape, strips, low), (3, 3))
    bands = [camera.to_px(np.array(band)) for band in _stripes(hand, arm)]
    covered = cv2.filter2D(cv2.multiply(_skin(part.shape, hand, (strips, bands), low), mask, scale=1 / 255), -1, smear)
    mask = cv2.filter2D(mask, -1, smear)
    cv2.add(cv2.multiply(lit, cv2.bitwise_not(mask), scale=1 / 255), covered, dst=part)


def _smear(way: NDArray[np.float64]) -> NDArray[np.float32]:
    """Over which pixels a point is spread that moves so far, (2,) pixels, while the picture is taken; odd, square."""
    reach = int(np.ceil(np.abs(way).max() / 2))
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    ends = [tuple(np.round((reach + side * way / 2) * (1 << SUBPIXEL_BITS)).astype(int).tolist()) for side in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], (1.0,), 1, cv2.LINE_8, SUBPIXEL_BITS)
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)


def _strips(hand: SceneHand, arm_mm: float) -> list[list[tuple[float, float]]]:
    """Fingers, thumb, palm and sleeve as polygons in millimetres."""
    place = _HandAxes(hand).place
    shapes = [_finger(place, side, tip, 0.11) for side, tip in _FINGERS]
    shapes.append([place(-0.5, 0.75), place(-0.72, 0.62), place(-0.62, 0.5), place(-0.3, 0.9), place(-0.3, 1.3)])
    palm = [place(-0.47, 0.75), place(-0.3, 0.66), place(0.3, 0.66), place(0.47, 0.8), place(0.42, 1.5)]
    shapes.append([*palm, place(-0.36, 1.6)])
    far = arm_mm / hand.width
    shapes.append([place(-0.36, 1.45), place(0.42, 1.4), place(0.6, 2.6), place(0.6, far), place(-0.6, far)])
    shapes[-1].append(place(-0.55, 2.6))
    return shapes


def _stripes(hand: SceneHand, arm_mm: float) -> list[list[tuple[float, float]]]:
    """The darker stripes across the sleeve as polygons in millimetres."""
    if not hand.stripes:
        return []
    place, wide = _HandAxes(hand).place, hand.stripes / hand.width
    starts = np.arange(1.6, arm_mm / hand.width - wide, 2 * wide)
    return [[place(-1, at), place(1, at), place(1, at + wide), place(-1, at + wide)] for at in map(float, starts)]


def _finger(at: Place, sideways: float, tip: float, half: float) -> list[tuple[float, float]]:
    turns = np.linspace(np.pi, 2 * np.pi, 7)
    round_tip = [at(sideways + half * cos(turn), tip + half + half * sin(turn)) for turn in turns]
    return [*round_tip, at(sideways + half * 1.1, 0.9), at(sideways - half * 1.1, 0.9)]


def _offset(hand: SceneHand, camera: CameraProjection, way: tuple[float, float]) -> NDArray[np.float64]:
    """So many millimetres from the hand on, in pixels."""
    here = np.array([(hand.x, hand.y), (hand.x + way[0], hand.y + way[1])])
    there = camera.to_px(here)
    return np.asarray(there[1] - there[0])


def _mask(shape: tuple[int, ...], strips: list[NDArray[np.float64]], low: NDArray[np.int64]) -> GrayImage:
    mask = np.zeros(shape, np.uint8)
    for strip in strips:
        points = np.round((strip - low) * (1 << SUBPIXEL_BITS)).astype(np.int32)
        cv2.fillPoly(mask, [points], (255,), cv2.LINE_AA, SUBPIXEL_BITS)
    return mask


def _skin(
    shape: tuple[int, ...],
    hand: SceneHand,
    shapes: tuple[list[NDArray[np.float64]], list[NDArray[np.float64]]],
    low: NDArray[np.int64],
) -> GrayImage:
    """Flat skin, with the lines between the fingers, and a sleeve with its stripes."""
    strips, stripes = shapes
    sleeve = (hand.shade * 0.45 if hand.sleeve is None else hand.sleeve) * WHITE
    skin = np.full(shape, round(hand.shade * WHITE), np.uint8)

    def points(strip: NDArray[np.float64]) -> NDArray[np.int32]:
        return np.round((strip - low) * (1 << SUBPIXEL_BITS)).astype(np.int32)

    for strip in strips[:-2]:
        cv2.polylines(skin, [points(strip)], True, (hand.shade * WHITE * 0.82,), 2, cv2.LINE_AA, SUBPIXEL_BITS)
    cv2.fillPoly(skin, [points(strips[-1])], (sleeve,), cv2.LINE_AA, SUBPIXEL_BITS)
    for stripe in stripes:
        cv2.fillPoly(skin, [points(stripe)], (sleeve * DARK_STRIPE,), cv2.LINE_AA, SUBPIXEL_BITS)
    return skin
