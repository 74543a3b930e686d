"""A label drawn under a homography, with its true corners."""

import cv2
import numpy as np

from companion.core.tags import anchors
from vision.detection.codebook import Codebook
from vision.detection.warp import project
from vision.labels import FRAME_MODULES, MARGIN_MODULES, MODULES, label_image

CODEBOOK = Codebook(anchors().values())
RING = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) * FRAME_MODULES + MARGIN_MODULES


def drawn(tag, matrix, size=(200, 220), ppm=8):
    """The anchor's label under a homography from modules to pixels, by area."""
    label = np.pad(label_image(CODEBOOK.payloads[tag], ppm), ppm, constant_values=120)
    to_modules = np.array([[1 / ppm, 0, 0.5 / ppm - 1], [0, 1 / ppm, 0.5 / ppm - 1], [0, 0, 1]])
    finer = np.array([[4, 0, 1.5], [0, 4, 1.5], [0, 0, 1]])
    fine = cv2.warpPerspective(label, finer @ matrix @ to_modules, (size[1] * 4, size[0] * 4), borderValue=120)
    small = cv2.resize(fine, (size[1], size[0]), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(small, (0, 0), 0.7)


def slanted(ppm=2.5, angle=25.0):
    turn = np.deg2rad(angle)
    flat = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    to_middle = np.array([[1, 0, -MODULES / 2], [0, 1, -MODULES / 2], [0, 0, 1]])
    view = np.array([[ppm, 0, 110], [0, 0.9 * ppm, 100], [0, 0, 1]])
    slant = np.array([[1, 0, 0], [0, 1, 0], [0.001, -0.002, 1]])
    return view @ slant @ flat @ to_middle


MATRIX = slanted()
IMAGE = drawn(2, MATRIX)
TRUE = project(MATRIX[None], RING).astype(np.float32)


def corner_error(quad):
    return min(np.linalg.norm(np.roll(quad, turn, axis=0) - TRUE[0], axis=1).max() for turn in range(4))
