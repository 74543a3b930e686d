"""Cards drawn flat, before any camera: paper, art, text, and the label in its exact modules.

A drawing has TEXELS samples per module, so that every half module of the label is a whole number of samples.
Values are reflectance, 0 to 1.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import segno
from numpy.typing import NDArray

from benchmarks.vision import art
from vision.labels import MODULES, half_modules

TEXELS = 4
INK, PAPER = 0.05, 0.88
Floats = NDArray[np.float32]

_WORDS = (
    "New",
    "order",
    "of",
    "the",
    "iron",
    "sky",
    "rules",
    "market",
    "pick",
    "two",
    "cards",
    "and",
    "pay",
    "three",
    "power",
    "7",
    "secret",
    "group",
    "attack",
)


def card(rng: np.random.Generator, width: int, height: int) -> Floats:
    """A card of `width` x `height` modules with art and text, shape (height * TEXELS, width * TEXELS)."""
    rows, columns = height * TEXELS, width * TEXELS
    face = _clouds(rng, rows, columns) * rng.uniform(0.1, 0.6) + rng.uniform(0.05, 0.5)
    for _ in range(rng.integers(2, 6)):
        _blot(rng, face)
    _text(rng, face)
    border = int(TEXELS * rng.uniform(0.5, 1.5))
    edge = float(rng.choice([0.06, 0.5, PAPER]))
    cv2.rectangle(face, (0, 0), (columns - 1, rows - 1), edge, 2 * border)
    return np.asarray(np.clip(face, 0.03, 0.9), dtype=np.float32)


def decorated_card(rng: np.random.Generator, width: int, height: int) -> Floats:
    """A card full of ornaments, of the same size as a plain one."""
    drawing = card(rng, width, height)
    art.decorate(rng, drawing, int(rng.integers(6, 16)))
    return drawing


Sticker = Callable[[str], Floats]
"""What is stuck on a card for a payload: square, in texels, at most as large as one of our labels."""


def our_label(payload: str) -> Floats:
    """The label that we print."""
    light = np.where(half_modules(payload), INK, PAPER).repeat(TEXELS // 2, axis=0).repeat(TEXELS // 2, axis=1)
    return np.asarray(light, dtype=np.float32)


def with_label(drawing: Floats, sticker: Floats, left: int, top: int) -> Floats:
    """The card with a label stuck on; `left`, `top` modules from the card's corner is that of a label's room."""
    result = drawing.copy()
    inset = (MODULES * TEXELS - len(sticker)) // 2
    y, x = top * TEXELS + inset, left * TEXELS + inset
    result[y : y + len(sticker), x : x + len(sticker)] = sticker
    return result


def nuisance(rng: np.random.Generator, width: int, height: int) -> Floats:
    """Something that is no label of ours: foreign QR codes, framed squares, chequerboards, dense text."""
    drawing = np.full((height * TEXELS, width * TEXELS), PAPER, dtype=np.float32)
    kind = rng.integers(5)
    edge = min(drawing.shape) * 3 // 4
    if kind == 0:
        _paste(drawing, _foreign_code(rng, edge))
    elif kind == 1:
        _paste(drawing, _chequers(rng, edge))
    elif kind == 2:
        _paste(drawing, _framed(_foreign_code(rng, 21 * TEXELS)))
    elif kind == 3:
        _paste(drawing, _framed((rng.random((21, 21)) < 0.5).repeat(TEXELS, 0).repeat(TEXELS, 1)))
    else:
        for _ in range(12):
            _text(rng, drawing)
    return drawing


def table(rng: np.random.Generator, height: int, width: int) -> Floats:
    """Wood or felt, shape (height, width)."""
    if rng.random() < 0.5:
        grain = _clouds(rng, height // 40 + 2, width) * 0.2 + 0.25
        return np.asarray(cv2.resize(grain, (width, height)), dtype=np.float32)
    return (0.12 + 0.02 * rng.standard_normal((height, width))).clip(0.02, 0.5).astype(np.float32)


def _foreign_code(rng: np.random.Generator, edge: int) -> NDArray[np.bool_]:
    text = "".join(rng.choice(list("ABCDEFGHJKLMNPQRSTUVWXYZ0123456789"), 10))
    code = segno.make_qr(text, version=int(rng.choice([1, 1, 2, 3])), error="h" if rng.random() < 0.5 else "m")
    matrix = np.array([[bool(cell) for cell in row] for row in code.matrix])
    scale = max(1, edge // len(matrix))
    return matrix.repeat(scale, axis=0).repeat(scale, axis=1)


def _framed(dark: NDArray[np.bool_]) -> NDArray[np.bool_]:
    ring = int(1.5 * TEXELS)
    return np.pad(np.pad(dark, 2 * TEXELS, constant_values=False), ring, constant_values=True)


def _chequers(rng: np.random.Generator, edge: int) -> NDArray[np.bool_]:
    cells = int(rng.integers(4, 22))
    board = np.add.outer(np.arange(cells), np.arange(cells)) % 2 == 0
    scale = max(1, edge // cells)
    return np.asarray(board.repeat(scale, axis=0).repeat(scale, axis=1))


def _paste(drawing: Floats, dark: NDArray[np.bool_]) -> None:
    rows, columns = (min(a, b) for a, b in zip(dark.shape, drawing.shape, strict=True))
    y, x = (drawing.shape[0] - rows) // 2, (drawing.shape[1] - columns) // 2
    drawing[y : y + rows, x : x + columns] = np.where(dark[:rows, :columns], INK, PAPER)


def _clouds(rng: np.random.Generator, rows: int, columns: int) -> Floats:
    coarse = rng.random((max(2, rows // 24), max(2, columns // 24))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (columns, rows), interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def _blot(rng: np.random.Generator, face: Floats) -> None:
    rows, columns = face.shape
    x, y = int(rng.integers(columns)), int(rng.integers(rows))
    if rng.random() < 0.5:
        cv2.circle(face, (x, y), int(rng.integers(4, max(5, columns // 4))), float(rng.uniform(0.05, 0.8)), -1)
    else:
        corner = (x + int(rng.integers(5, columns // 2)), y + int(rng.integers(5, rows // 2)))
        cv2.rectangle(face, (x, y), corner, float(rng.uniform(0.05, 0.8)), int(rng.choice([-1, 3, 6])))


def _text(rng: np.random.Generator, face: Floats) -> None:
    ink = float(rng.choice([0.05, 0.85]))
    line = " ".join(rng.choice(_WORDS, 6))
    size = float(rng.uniform(0.35, 0.7))
    cv2.putText(
        face, line, (int(rng.integers(2, 20)), int(rng.integers(12, face.shape[0]))), 0, size, ink, 1, cv2.LINE_AA
    )
