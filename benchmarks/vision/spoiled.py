"""Labels that have been spoiled on the table: faded, scribbled over, stained, worn, wiped out, torn."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial

import cv2
import numpy as np

from benchmarks.vision import cards
from benchmarks.vision.cards import INK, PAPER, TEXELS, Floats, Sticker
from vision.labels import MODULES, SYMBOL_MODULES, SYMBOL_OFFSET

Spoil = Callable[[np.random.Generator, Floats], None]
_LOW, _HIGH = int(SYMBOL_OFFSET * TEXELS), int((SYMBOL_OFFSET + SYMBOL_MODULES) * TEXELS)
_EDGE = MODULES * TEXELS


def sticker(spoil: Spoil) -> Sticker:
    """Our labels, each spoiled in its own way of that kind."""
    return spoiling(cards.our_label, spoil)


def spoiling(whole: Sticker, spoil: Spoil) -> Sticker:
    """Stickers of any kind, each spoiled in its own way."""
    return partial(_spoiled, whole, spoil)


def _spoiled(whole: Sticker, spoil: Spoil, payload: str) -> Floats:
    label = whole(payload).copy()
    spoil(np.random.default_rng(list(hashlib.sha256(payload.encode()).digest()[:8])), label)
    return label


def scribbled(rng: np.random.Generator, label: Floats) -> None:
    """A pen has gone over the symbol many times, over two of its finder patterns at most half."""
    for _ in range(14):
        a, b = rng.integers(_LOW + 5 * TEXELS, _HIGH - 2 * TEXELS, (2, 2))
        cv2.line(label, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), INK, 5, cv2.LINE_AA)


def stained(rng: np.random.Generator, label: Floats) -> None:
    """A dark stain over the symbol's middle and one corner of it."""
    middle = (_LOW + _HIGH) // 2
    shift = rng.integers(-2 * TEXELS, 2 * TEXELS, 2)
    radius = int(rng.uniform(7.0, 8.5) * TEXELS)
    stain = np.zeros_like(label)
    cv2.circle(stain, (middle + int(shift[0]), middle + int(shift[1])), radius, 1.0, -1, cv2.LINE_AA)
    label[:] = label * (1 - stain) + stain * (0.15 + 0.1 * label)


def worn(rng: np.random.Generator, label: Floats) -> None:
    """The print has come off in flecks all over the symbol."""
    flecks = cv2.resize(rng.random((14, 14), np.float32), (_HIGH - _LOW,) * 2, interpolation=cv2.INTER_CUBIC)
    symbol = label[_LOW:_HIGH, _LOW:_HIGH]
    symbol[flecks > 0.45] = PAPER


def washed_out(rng: np.random.Generator, label: Floats) -> None:
    """Water has taken the symbol and left a grey cloud; only the ring is still there."""
    symbol = label[_LOW:_HIGH, _LOW:_HIGH]
    cloud = cv2.GaussianBlur(symbol, (0, 0), 5 * TEXELS)
    symbol[:] = 0.75 * PAPER + 0.25 * cloud + rng.normal(0, 0.01, symbol.shape)


def in_glare(rng: np.random.Generator, label: Floats) -> None:
    """A lamp shines in the sleeve: its reflection covers most of the symbol, somewhere near its middle."""
    edge = len(label)
    middle = np.full(2, edge / 2) + rng.uniform(-0.08, 0.08, 2) * edge
    shine = np.zeros_like(label)
    axes = (round(0.42 * edge), round(0.34 * edge))
    cv2.ellipse(shine, (int(middle[0]), int(middle[1])), axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    shine = cv2.GaussianBlur(shine, (0, 0), edge / rng.uniform(14, 40))
    label[:] = label + (1.1 * PAPER - label) * shine


KINDS: dict[str, Spoil] = {
    "scribbled over": scribbled,
    "stained": stained,
    "worn": worn,
    "washed out, ring only": washed_out,
    "in a glare": in_glare,
}
