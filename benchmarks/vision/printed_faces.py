"""Card faces of one series, drawn by a generator: frame, title, picture, small print, as cards that are sold have them.

All cards of a kind share their layout, so that they are as alike as those of a real series; only title, picture and
text differ. Pictures are shapes on noise with the spectrum of photographs (the amplitude falls about as one
over frequency), or pieces of photographs where some are given. The typefaces are those of the product.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import as_file, files
from typing import NamedTuple

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.arrays import Floats, Luma

TEXELS = 6
"""Samples a millimetre of a drawing."""

SHORT, LONG = 63, 88
_SYLLABLES = "ba co der fi gan hol is kra lo men nu or pi quo ra sta tri um wy xe zor".split()  # noqa: SIM905


class _Layout(NamedTuple):
    """A kind of card: the light of border, panel and ink; left, top, right, bottom of picture and text, millimetres."""

    border: int
    panel: int
    ink: int
    art: tuple[int, int, int, int]
    text: tuple[int, int, int, int]


_LAYOUTS = (
    _Layout(20, 205, 15, (6, 15, 57, 55), (6, 58, 57, 82)),
    _Layout(235, 60, 235, (5, 14, 58, 60), (7, 63, 56, 83)),
    _Layout(25, 120, 245, (4, 12, 59, 50), (5, 53, 58, 84)),
)

HELD_OUT = 10_000
"""From this number on the cards are of another series, with other layouts."""

_HELD_OUT_LAYOUTS = (
    _Layout(245, 240, 25, (8, 14, 55, 36), (6, 40, 57, 82)),
    _Layout(60, 60, 230, (3, 3, 60, 85), (8, 64, 55, 84)),
    _Layout(140, 90, 10, (10, 16, 53, 70), (5, 73, 58, 84)),
)


def card_face(number: int, photographs: Sequence[Luma] = ()) -> Luma:
    """The card with that number, light from 0 to 255, shape (88 * TEXELS, 63 * TEXELS); the same whenever asked."""
    random = np.random.default_rng((381, number))
    layouts = _LAYOUTS if number < HELD_OUT else _HELD_OUT_LAYOUTS
    layout = layouts[int(random.choice(len(layouts), p=(0.6, 0.25, 0.15)))]
    face = np.full((LONG * TEXELS, SHORT * TEXELS), layout.border, np.uint8)
    inset = 3 * TEXELS
    face[inset:-inset, inset:-inset] = layout.panel
    left, top, right, bottom = (edge * TEXELS for edge in layout.art)
    face[top:bottom, left:right] = _picture(random, (bottom - top, right - left), photographs)
    cv2.rectangle(face, (left, top), (right, bottom), layout.ink, 2)
    drawing = Image.fromarray(face)
    draw = ImageDraw.Draw(drawing)
    _write(draw, (SHORT * TEXELS / 2, 9 * TEXELS), _words(random, 2), (5, True, "mm", layout.ink))
    left, top, right, bottom = (edge * TEXELS for edge in layout.text)
    for line in range(int(random.integers(2, 6))):
        _write(draw, (left, top + line * 4 * TEXELS), _words(random, 5)[:32], (3, False, "la", layout.ink))
    for figure, x in enumerate(random.choice(10, 2)):
        _write(draw, ((8 + 43 * figure) * TEXELS, 76 * TEXELS), str(x), (8, True, "la", layout.ink))
    return np.asarray(drawing)


def card_back() -> Luma:
    """The back that all cards of the series have."""
    face = np.full((LONG * TEXELS, SHORT * TEXELS), 30, np.uint8)
    middle = (SHORT * TEXELS // 2, LONG * TEXELS // 2)
    for ring in range(9):
        cv2.ellipse(face, middle, (170 - 18 * ring, 240 - 26 * ring), 0, 0, 360, 60 + 90 * (ring % 2), -1, cv2.LINE_AA)
    return face


def _picture(random: np.random.Generator, shape: tuple[int, int], photographs: Sequence[Luma]) -> Luma:
    ground = _photograph(random, shape, photographs) if photographs else _noise(random, shape)
    rows, columns = shape
    for _ in range(int(random.integers(2, 9))):
        light = float(random.uniform(10, 245))
        if random.random() < 0.5:
            middle = (int(random.integers(columns)), int(random.integers(rows)))
            axes = (int(random.integers(8, columns // 3)), int(random.integers(8, rows // 3)))
            cv2.ellipse(ground, middle, axes, float(random.uniform(0, 180)), 0, 360, light, -1, cv2.LINE_AA)
        else:
            points = random.uniform(0, 1, (int(random.integers(3, 6)), 2)) * (columns, rows)
            cv2.fillPoly(ground, [points.astype(np.int32)], light, cv2.LINE_AA)
    return np.asarray(ground.clip(0, 255), np.uint8)


def _noise(random: np.random.Generator, shape: tuple[int, int]) -> Floats:
    """Light as photographs have it: about one over frequency."""
    down, across = np.meshgrid(np.fft.fftfreq(shape[0]), np.fft.rfftfreq(shape[1]), indexing="ij")
    frequency = np.maximum(np.hypot(down, across), 1 / max(shape))
    spectrum = np.fft.rfft2(random.standard_normal(shape)) / frequency**1.2
    spectrum[0, 0] = 0
    light = np.fft.irfft2(spectrum, shape)
    return np.asarray(random.uniform(70, 180) + random.uniform(30, 60) * light / light.std(), np.float32)


def _photograph(random: np.random.Generator, shape: tuple[int, int], photographs: Sequence[Luma]) -> Floats:
    """A piece of one of the photographs, of any size."""
    photograph = photographs[int(random.integers(len(photographs)))]
    share = float(random.uniform(0.3, 1.0)) * min(photograph.shape[0] / shape[0], photograph.shape[1] / shape[1])
    rows, columns = (max(int(share * edge), 8) for edge in shape)
    top, left = (int(random.integers(0, max(a - b, 1))) for a, b in zip(photograph.shape, (rows, columns), strict=True))
    piece = photograph[top : top + rows, left : left + columns]
    return np.asarray(cv2.resize(piece, (shape[1], shape[0]), interpolation=cv2.INTER_AREA), np.float32)


def _words(random: np.random.Generator, count: int) -> str:
    words = ("".join(random.choice(_SYLLABLES, int(random.integers(1, 4)))) for _ in range(count))
    return " ".join(words).capitalize()


def _write(draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, look: tuple[int, bool, str, int]) -> None:
    """`look` is the height in millimetres, whether bold, PIL's anchor, and the ink."""
    height, bold, anchor, ink = look
    name = "IBMPlexSansCondensed-Bold.ttf" if bold else "IBMPlexSans-Medium.ttf"
    with as_file(files("companion.typefaces") / name) as path:
        draw.text(at, text, font=ImageFont.truetype(str(path), height * TEXELS), fill=ink, anchor=anchor)
