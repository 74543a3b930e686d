"""Picture files: which ones a folder holds, in what order, and their light: eight bits, upright."""

from __future__ import annotations

import re
from pathlib import Path
from stat import S_ISREG
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.errors import ImageError
from hardware.camera import LONGEST_EDGE

PICTURES = frozenset({".bmp", ".jpeg", ".jpg", ".pgm", ".png", ".ppm", ".tif", ".tiff", ".webp"})

LARGEST_FILE = 256 * 2**20
LARGEST_PICTURE = 200_000_000
SMALLEST_EDGE = 29
"""A label has 29 modules; a smaller picture cannot hold one at a pixel each."""

_WHITE = {np.dtype(np.uint16): 65535.0, np.dtype(np.float32): 1.0}
_MAY_BE_TRANSPARENT = (b"\x89PNG", b"RIFF", b"II*\x00", b"MM\x00*")


def natural_order(path: Path) -> tuple[list[tuple[bool, int, str]], str]:
    """Sorts frame2 before frame10, digits before letters; the name itself decides between frame1 and frame01."""
    parts = re.findall(r"\d+|\D+", path.name.casefold())
    return [(False, int(part), "") if part.isdecimal() else (True, 0, part) for part in parts], path.name


def is_picture(path: Path) -> bool:
    return path.suffix.lower() in PICTURES and not path.name.startswith(".")


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder in natural order; hidden files and everything else are left out."""
    return sorted(filter(is_picture, folder.iterdir()), key=natural_order)


def luma(picture: Any) -> NDArray[np.uint8]:
    """The light of a frame as OpenCV delivers it: uint8, shape (height, width) or (height, width, 3) in BGR."""
    import cv2

    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(grey, dtype=np.uint8)


def read_luma(path: Path) -> NDArray[np.uint8]:
    """The light of a picture file, uint8, shape (height, width), turned upright as its EXIF data say.

    Colour becomes luma (ITU-R BT.601, as OpenCV does it), transparency is laid over white, 16 bits become 8. Raises
    ImageError when the file is missing, empty, too large, no picture, or too small to hold a label.
    """
    light = _light(_decoded(path, _content(path)))
    height, width = light.shape
    if min(light.shape) < SMALLEST_EDGE:
        raise ImageError(
            f"{path}: a picture of {width} x {height} pixels is too small to hold a label;"
            f" it needs at least {SMALLEST_EDGE} each way."
        )
    return light


def _content(path: Path) -> NDArray[np.uint8]:
    try:
        about = path.stat()
        # A pipe or a device may never end.
        if not S_ISREG(about.st_mode):
            raise ImageError(f"{path}: this is no file; name a picture.")
        if about.st_size > LARGEST_FILE:
            raise ImageError(f"{path}: the file is larger than {LARGEST_FILE // 2**20} MB; save the picture smaller.")
        data = path.read_bytes()
    except OSError as error:
        raise ImageError(f"{path}: the picture cannot be opened ({error.strerror}); check the name.") from error
    if not data:
        raise ImageError(f"{path}: the file is empty; take or copy the picture again.")
    return np.frombuffer(data, dtype=np.uint8)


def _decoded(path: Path, data: NDArray[np.uint8]) -> NDArray[Any]:
    import cv2

    # ANYCOLOR without UNCHANGED makes OpenCV obey the EXIF rotation; only pictures with transparency need UNCHANGED.
    try:
        upright = cv2.imdecode(data, cv2.IMREAD_ANYDEPTH | cv2.IMREAD_ANYCOLOR)
        may_be_transparent = upright is not None and data[:4].tobytes() in _MAY_BE_TRANSPARENT
        raw = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if may_be_transparent else None
    except cv2.error as error:
        raise ImageError(f"{path}: the picture cannot be read; it is damaged or far too large.") from error
    if upright is None:
        raise ImageError(f"{path}: this is no picture that can be read; use JPEG, PNG, WebP, BMP or TIFF.")
    if upright.shape[0] * upright.shape[1] > LARGEST_PICTURE or max(upright.shape) > LONGEST_EDGE:
        raise ImageError(f"{path}: {upright.shape[1]} x {upright.shape[0]} pixels are too many; make it smaller.")
    has_alpha = raw is not None and raw.ndim == 3 and raw.shape[2] == 4 and raw.shape[:2] == upright.shape[:2]
    return raw if has_alpha and raw is not None else upright


def _light(pixels: NDArray[Any]) -> NDArray[np.uint8]:
    """Colour first, then depth, then transparency: each step on as little as there is, for pictures may be huge."""
    import cv2

    if pixels.dtype not in (np.uint8, np.uint16):
        pixels = np.nan_to_num(pixels.astype(np.float32))
    if pixels.ndim == 2:
        return _eight_bits(pixels)
    if pixels.shape[2] == 3:
        return _eight_bits(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY))
    darkness = 255 - _eight_bits(cv2.cvtColor(pixels, cv2.COLOR_BGRA2GRAY))
    opaque = _eight_bits(np.ascontiguousarray(pixels[..., 3]))
    return np.asarray(255 - cv2.multiply(darkness, opaque, scale=1 / 255), dtype=np.uint8)


def _eight_bits(light: NDArray[Any]) -> NDArray[np.uint8]:
    import cv2

    white = _WHITE.get(light.dtype)
    if white is None:
        return light
    return np.asarray(cv2.convertScaleAbs(np.clip(light, 0, white), alpha=255 / white), dtype=np.uint8)
