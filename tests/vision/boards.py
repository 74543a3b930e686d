"""Photographs of a chequerboard through the simulated camera, whose lens is known."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulation.renderer.camera_model import CameraProjection, projection
from companion.simulation.renderer.scene import Bump, Optics, RenderedMat

BOARD, SQUARE_MM = (9, 6), 30
WIDTH, HEIGHT = (BOARD[0] + 1) * SQUARE_MM, (BOARD[1] + 1) * SQUARE_MM
SIZE = (1024, 576)
POSES = ((5.0, 0.0, 0.0), (25.0, 20.0, 60.0), (20.0, -60.0, -50.0), (30.0, 100.0, 30.0))


def a_photographer(
    tilt: float = 0.0, turn: float = 0.0, aside: float = 0.0, distortion: float = 0.0
) -> tuple[CameraProjection, tuple[int, int]]:
    """A camera over the board, and its picture's size; `aside` millimetres the board lies off its middle."""
    view = (-60.0 + aside, -60.0 - aside / 2, WIDTH + 60.0 + aside, HEIGHT + 60.0 - aside / 2)
    optics = Optics(*SIZE, view=view, tilt=tilt, turn=turn, distortion=distortion)
    return projection(RenderedMat(WIDTH, HEIGHT), optics, Bump()), SIZE


def photographs(distortion: float) -> Iterator[NDArray[np.uint8]]:
    for tilt, turn, aside in POSES:
        camera, size = a_photographer(tilt, turn, aside, distortion)
        yield photograph(camera, size)


def photograph(camera: CameraProjection, size: tuple[int, int]) -> NDArray[np.uint8]:
    """The board on a light table; each pixel is the mean of four places in it, then a little lens blur."""
    width, height = size
    across = (np.arange(2 * width) + 0.5) / 2 - 0.5
    down = (np.arange(2 * height) + 0.5) / 2 - 0.5
    mm = camera.to_mm(np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2))
    column, row = np.floor(mm / SQUARE_MM).astype(int).T
    on_board = (column >= 0) & (column <= BOARD[0]) & (row >= 0) & (row <= BOARD[1])
    light = np.where(on_board & ((column + row) % 2 == 0), 30, 210).astype(np.uint8).reshape(2 * height, 2 * width)
    small = cv2.resize(light, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.6), dtype=np.uint8)
