"""General readers: any QR code, known or not, for enrolment, foreign tags and a second opinion.

They report the symbol's corners; the sighting is given as if the symbol stood in one of our labels, so that the places
and sizes of all readers can be compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np
import zxingcpp
from numpy.typing import NDArray
from pyzbar import pyzbar

from vision.images import require_luma
from vision.labels import FRAME_MODULES, SYMBOL_MODULES
from vision.sightings import TagSighting, as_corners

_GROWTH = FRAME_MODULES / SYMBOL_MODULES
_VOUCHED_FOR = 1.0
"""Score and margin of a text that passed the symbol's own error correction."""


class GeneralReader(Protocol):
    """Reads whatever QR codes it can in a luma picture, uint8, shape (height, width); ValueError for other arrays."""

    def read(self, image: NDArray[np.uint8]) -> tuple[TagSighting, ...]: ...


class Zxing:
    """zxing-cpp: quick, and the best general reader there is for many codes in one picture (3.1 and later)."""

    def __init__(self, thorough: bool = False) -> None:
        self._thorough = thorough

    def read(self, image: NDArray[np.uint8]) -> tuple[TagSighting, ...]:
        require_luma(image)
        formats = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode])
        found = zxingcpp.read_barcodes(
            np.ascontiguousarray(image), formats=formats, try_downscale=self._thorough, try_invert=self._thorough
        )
        return tuple(_sighting(code.text, _zxing_corners(code.position)) for code in found if code.valid)


class Pyzbar:
    """ZBar by pyzbar: an independent opinion on single labels; gives up on pictures with many."""

    def read(self, image: NDArray[np.uint8]) -> tuple[TagSighting, ...]:
        require_luma(image)
        found = pyzbar.decode(np.ascontiguousarray(image), symbols=[pyzbar.ZBarSymbol.QRCODE])
        return tuple(_sighting(code.data.decode("utf-8", "replace"), _zbar_corners(code)) for code in found)


class SecondOpinion:
    """What one reader finds, and what another finds elsewhere."""

    def __init__(self, first: GeneralReader, second: GeneralReader) -> None:
        self._first, self._second = first, second

    def read(self, image: NDArray[np.uint8]) -> tuple[TagSighting, ...]:
        found = self._first.read(image)
        return (*found, *elsewhere(self._second.read(image), found))


def elsewhere(others: Iterable[TagSighting], found: Sequence[TagSighting]) -> list[TagSighting]:
    """Those of the others that are not at a place where something was found; the same tag at two places stays twice."""
    return [other for other in others if not any(_same_place(other, known) for known in found)]


def _same_place(one: TagSighting, other: TagSighting) -> bool:
    return math.hypot(one.x - other.x, one.y - other.y) < max(one.size_px, other.size_px) / 2


def _sighting(text: str, corners: Sequence[tuple[float, float]]) -> TagSighting:
    quad = np.array(corners, dtype=np.float64)
    middle = quad.mean(axis=0)
    return TagSighting.from_corners(text, as_corners(middle + (quad - middle) * _GROWTH), _VOUCHED_FOR, _VOUCHED_FOR)


def _zxing_corners(position: zxingcpp.Position) -> list[tuple[float, float]]:
    corners = (position.top_left, position.top_right, position.bottom_right, position.bottom_left)
    return [(corner.x, corner.y) for corner in corners]


def _zbar_corners(code: pyzbar.Decoded) -> list[tuple[float, float]]:
    """The polygon clockwise from the symbol's own upper left; ZBar lists corners by their place in the picture.

    `orientation` says which way the symbol's top points in the picture. Where the polygon has not four corners, the
    upright rectangle round it stands for it.
    """
    left, top, width, height = code.rect
    around = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
    points = np.array([(p.x, p.y) for p in code.polygon] if len(code.polygon) == 4 else around, dtype=np.float64)
    angle = np.arctan2(*(points - points.mean(axis=0)).T[::-1])
    clockwise = points[np.argsort(angle)]
    up = {"UP": (-1, -1), "RIGHT": (1, -1), "DOWN": (1, 1), "LEFT": (-1, 1)}.get(code.orientation or "UP", (-1, -1))
    first = int(((clockwise - points.mean(axis=0)) @ np.array(up)).argmax())
    return [(float(x), float(y)) for x, y in np.roll(clockwise, -first, axis=0)]
