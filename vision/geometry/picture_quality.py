"""How light and how sharp a picture is where nothing could be read in it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Luma

WHITE_FROM = 254
WINDOW = 15
"""Pixels across which an edge's two sides are compared: blur beyond a third of it is only told as that."""

EDGES = 0.002
"""Share of the pixels, those of most contrast, whose edges are measured."""


@dataclass(frozen=True, slots=True)
class PictureQuality:
    """Median grey level, share of white pixels, and the sigma in pixels of the picture's clearest edges."""

    light: float
    white: float
    blur_px: float


def picture_quality(image: Luma) -> PictureQuality:
    """Of the whole picture.

    A step of height c that is blurred by sigma rises by at most c / (sigma sqrt(2 pi)) a pixel.
    """
    smooth = cv2.GaussianBlur(image, (3, 3), 0).astype(np.float32)
    kernel = np.ones((WINDOW, WINDOW), np.uint8)
    contrast = cv2.dilate(smooth, kernel) - cv2.erode(smooth, kernel)
    gradient = cv2.magnitude(_slope(smooth, 1, 0), _slope(smooth, 0, 1))
    slope = cv2.dilate(gradient, kernel)
    chosen = contrast >= np.quantile(contrast[::4, ::4], 1 - EDGES)
    ratio = contrast[chosen] / np.maximum(slope[chosen], 1e-3)
    blur = float(np.median(ratio)) / float(np.sqrt(2 * np.pi))
    return PictureQuality(float(np.median(image)), float((image >= WHITE_FROM).mean()), blur)


def _slope(picture: Floats, across: int, down: int) -> Floats:
    return np.asarray(cv2.Sobel(picture, cv2.CV_32F, across, down, scale=1 / 8), dtype=np.float32)


def shrunk(image: Luma, width: int) -> Luma:
    """The picture at most so many pixels wide, for a display."""
    if image.shape[1] <= width:
        return image
    height = max(1, round(image.shape[0] * width / image.shape[1]))
    return np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
