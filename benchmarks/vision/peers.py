"""All readers behind one call: a picture in, texts and centres out.

Every peer gets the same luma picture and its quickest setting that reads these labels: zxing-cpp for QR codes only,
without shrinking or inverting the picture; ZBar for QR codes only; OpenCV's two by `detectAndDecodeMulti`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.specs import SceneSpec
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector
from vision.detection.qr_readers import QrReader, ZbarReader, ZxingReader
from vision.detection.roi_detection import LARGEST, SMALLEST

OURS, ZXING, PYZBAR, OPENCV, ARUCO = "closed set", "zxing-cpp", "pyzbar", "OpenCV QR", "OpenCV Aruco"
SLOW = (OPENCV, ARUCO)
NAMES = (OURS, ZXING, PYZBAR, *SLOW)


@dataclass(frozen=True, slots=True)
class Reading:
    """One text at one place, pixels."""

    text: str
    x: float
    y: float


Reader = Callable[[NDArray[np.uint8]], Sequence[Reading]]


def module_range(spec: SceneSpec) -> tuple[float, float]:
    """What calibration would know: a flat card's size within 20 %, or the whole spread of a slanting view."""
    if spec.tilt.high > 45:
        return 0.45 * spec.ppm, 1.45 * spec.ppm
    if spec.tilt.high > 20:
        return 0.62 * spec.ppm, 1.2 * spec.ppm
    return 0.8 * spec.ppm, 1.12 * spec.ppm


def watched_range(spec: SceneSpec) -> tuple[float, float]:
    """What the watcher asks for over a whole mat that is a tenth nearer at one end, with stacks and leaning cards."""
    return 0.9 * SMALLEST * spec.ppm, 1.1 * LARGEST * spec.ppm


def closed_set(book: Codebook, spec: SceneSpec) -> Reader:
    return closed_set_of_sizes(book, module_range(spec))


def closed_set_of_sizes(book: Codebook, sizes: tuple[float, float] | None) -> Reader:
    detector = LabelDetector(book, sizes)
    return lambda image: [Reading(s.tag, s.x, s.y) for s in detector.detect(image).decoded]


def general(reader: QrReader) -> Reader:
    return lambda image: [Reading(s.tag, s.x, s.y) for s in reader.read(image)]


def opencv(detector: cv2.QRCodeDetector | cv2.QRCodeDetectorAruco) -> Reader:
    def read(image: NDArray[np.uint8]) -> list[Reading]:
        try:
            found, texts, corners, _ = detector.detectAndDecodeMulti(image)
        except (UnicodeDecodeError, cv2.error):
            # A text that is not UTF-8, or a mode that OpenCV does not know, costs the whole picture.
            return []
        if not found:
            return []
        return [
            Reading(text, *map(float, quad.mean(axis=0))) for text, quad in zip(texts, corners, strict=True) if text
        ]

    return read


def quick_peers() -> dict[str, Reader]:
    return {ZXING: general(ZxingReader()), PYZBAR: general(ZbarReader())}


def slow_peers() -> dict[str, Reader]:
    return {OPENCV: opencv(cv2.QRCodeDetector()), ARUCO: opencv(cv2.QRCodeDetectorAruco())}
