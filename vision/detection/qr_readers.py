"""Readers of any QR code, known or not, for enrolment, foreign tags and a second opinion.

They report the symbol's corners; the detection is given as if the symbol stood in one of our labels, so that the places
and sizes of all readers can be compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np
import zxingcpp
from pyzbar import pyzbar

from companion.errors import ImageError
from vision.arrays import Luma, Mask, require_luma
from vision.detection.template_matcher import ClosedSet, TemplateMatcher
from vision.detection.warp import homographies, project
from vision.detections import Detection, as_corners
from vision.labels import FRAME_MODULES, MODULES, SYMBOL_MODULES
from vision.symbols import Symbol

_GROWTH = FRAME_MODULES / SYMBOL_MODULES
_VOUCHED_FOR = 1.0
"""Score and margin of a text that passed the symbol's own error correction."""

_FRONT_VIEW_PX = 8.0
"""Pixels of a module in a front view at most: more tell no more."""

LOOKS_LIKE = 0.3
"""Correlation with its tag, above which a text counts: what lies a module off scarcely has it (docs/reading.md)."""


class QrReader(Protocol):
    """Reads whatever QR codes it can in a luma picture, uint8, shape (height, width); ValueError for other arrays.

    Raises ImageError for a picture that the library behind it cannot cope with.
    """

    def read(self, image: Luma) -> tuple[Detection, ...]: ...


class ZxingReader:
    """zxing-cpp: quick, and the best general reader there is for many codes in one picture (3.1 and later)."""

    def __init__(self, thorough: bool = False) -> None:
        self._thorough = thorough

    def read(self, image: Luma) -> tuple[Detection, ...]:
        require_luma(image)
        formats = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode])
        with _library("zxing-cpp"):
            found = zxingcpp.read_barcodes(
                np.ascontiguousarray(image), formats=formats, try_downscale=self._thorough, try_invert=self._thorough
            )
        return tuple(_detection(code.text, _zxing_corners(code.position)) for code in found if code.valid)


class ZbarReader:
    """ZBar by pyzbar: an independent opinion on single labels; gives up on pictures with many."""

    def read(self, image: Luma) -> tuple[Detection, ...]:
        require_luma(image)
        # pyzbar 0.1.9 raises ValueError for a code whose orientation ZBar cannot tell.
        with _library("pyzbar"):
            found = pyzbar.decode(np.ascontiguousarray(image), symbols=[pyzbar.ZBarSymbol.QRCODE])
        return tuple(_detection(code.data.decode("utf-8", "replace"), _zbar_corners(code)) for code in found)


@dataclass(frozen=True, eq=False)
class ReadCode:
    """A code that was read: its text, its modules as they are printed, and where it lies as a label would."""

    text: str
    symbol: Symbol
    place: Detection


def read_codes(image: Luma) -> tuple[ReadCode, ...]:
    """All codes in a picture, with their modules: for enrolment.

    Raises ImageError as readers do, and for a code that is too large or drawn in a way of its own. Modules that are the
    same in all symbols of a size are set right where the picture showed them wrongly.
    """
    require_luma(image)
    formats = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode])
    with _library("zxing-cpp"):
        found = [code for code in zxingcpp.read_barcodes(np.ascontiguousarray(image), formats=formats) if code.valid]
        seen = [np.asarray(code.to_image(add_quiet_zones=False)) < 128 for code in found]
    return tuple(_read_code(code, modules) for code, modules in zip(found, seen, strict=True))


def _read_code(code: zxingcpp.Barcode, modules: Mask) -> ReadCode:
    try:
        symbol = Symbol.corrected(modules)
    except ValueError as error:
        raise ImageError(f"This code cannot be used: {error}") from error
    return ReadCode(code.text, symbol, _detection(code.text, _zxing_corners(code.position)))


def front_view(image: Luma, code: ReadCode) -> tuple[Luma, float]:
    """A code as it is seen from straight above, with the margin of a label; and the pixels of a 29th of its edge."""
    unit = min(code.place.size_px / FRAME_MODULES, _FRONT_VIEW_PX * code.symbol.structure.size / SYMBOL_MODULES)
    edge = round(MODULES * unit)
    at = (np.arange(edge) + 0.5) * (MODULES / edge)
    places = np.stack(np.meshgrid(at, at), -1).reshape(-1, 2)
    x, y = project(homographies(np.array([code.place.corners])), places)[0].T.astype(np.float32).reshape(2, edge, edge)
    seen = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.uint8), edge / MODULES


class SecondOpinions:
    """What general readers say of the tags of a closed set, each where none before it found anything.

    `tag_of_text` tells what the texts of symbols that others printed stand for; of our labels the text is the tag.

    Only what also looks like the tag that it is said to be counts. A general reader reads a mirrored picture too, and
    now and then a text that is on no label; neither looks like the tag.
    """

    def __init__(
        self, codebook: ClosedSet, readers: Iterable[QrReader], tag_of_text: Mapping[str, str] | None = None
    ) -> None:
        self._codebook, self._readers, self._tags = codebook, tuple(readers), tag_of_text or {}

    def read(
        self, image: Luma, found: Sequence[Detection] = ()
    ) -> tuple[tuple[Detection, ...], tuple[ImageError, ...]]:
        """The detections beside those already `found`, and why readers that failed did: that costs only theirs."""
        more: list[Detection] = []
        failures = []
        for reader in self._readers:
            try:
                read = [replace(other, tag=self._tags.get(other.tag, other.tag)) for other in reader.read(image)]
            except ImageError as error:
                failures.append(error)
                continue
            seen = [other for other in read if other.tag in self._codebook]
            like = TemplateMatcher(self._codebook, seen).scores(image) >= LOOKS_LIKE
            more += elsewhere([other for other, alike in zip(seen, like, strict=True) if alike], [*found, *more])
        return tuple(more), tuple(failures)


@contextmanager
def _library(name: str) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        raise ImageError(f"{name} gave up on this picture; what the other readers saw in it stands.") from error


def elsewhere(others: Iterable[Detection], found: Sequence[Detection]) -> list[Detection]:
    """Those of the others that are not at a place where something was found; the same tag at two places stays twice."""
    return [other for other in others if not any(_same_place(other, known) for known in found)]


def _same_place(one: Detection, other: Detection) -> bool:
    return math.hypot(one.x - other.x, one.y - other.y) < max(one.size_px, other.size_px) / 2


def _detection(text: str, corners: Sequence[tuple[float, float]]) -> Detection:
    quad = np.array(corners, dtype=np.float64)
    middle = quad.mean(axis=0)
    return Detection.from_corners(text, as_corners(middle + (quad - middle) * _GROWTH), _VOUCHED_FOR, _VOUCHED_FOR)


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
