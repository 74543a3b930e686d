"""Pictures from files as the readers want them: luma, eight bits, upright."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import ImageError

LARGEST_FILE = 256 * 2**20
LARGEST_PICTURE = 200_000_000
SMALLEST_EDGE = 29
"""A label has 29 modules; a smaller picture cannot hold one at a pixel each."""

_DEPTHS = {
    np.dtype(np.uint8): 255.0,
    np.dtype(np.uint16): 65535.0,
    np.dtype(np.float32): 1.0,
    np.dtype(np.float64): 1.0,
}


def load_luma(path: str | Path) -> NDArray[np.uint8]:
    """The picture's light, shape (height, width), turned upright as its EXIF data say.

    Colour becomes luma (ITU-R BT.601, as OpenCV does it), transparency is laid over white, 16 bits become 8. Raises
    ImageError when the file is missing, empty, too large, no picture, or too small to hold a label.
    """
    data = _read(Path(path))
    pixels = _decoded(Path(path), data)
    luma = _luma(pixels)
    if min(luma.shape) < SMALLEST_EDGE:
        raise ImageError(
            f"{path}: a picture of {luma.shape[1]} x {luma.shape[0]} pixels is too small to hold a label;"
            f" it needs at least {SMALLEST_EDGE} each way."
        )
    return luma


def _read(path: Path) -> NDArray[np.uint8]:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ImageError(f"{path}: the file is larger than {LARGEST_FILE // 2**20} MB; save the picture smaller.")
        data = path.read_bytes()
    except OSError as error:
        raise ImageError(f"{path}: the picture cannot be opened ({error.strerror}); check the name.") from error
    if not data:
        raise ImageError(f"{path}: the file is empty; take or copy the picture again.")
    return np.frombuffer(data, dtype=np.uint8)


def _decoded(path: Path, data: NDArray[np.uint8]) -> NDArray[np.generic]:
    # ANYCOLOR without UNCHANGED makes OpenCV obey the EXIF rotation; only pictures with transparency need UNCHANGED.
    try:
        upright = cv2.imdecode(data, cv2.IMREAD_ANYDEPTH | cv2.IMREAD_ANYCOLOR)
        raw = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if upright is not None and _is_png(data) else None
    except cv2.error as error:
        raise ImageError(f"{path}: the picture cannot be read; it is damaged or far too large.") from error
    if upright is None:
        raise ImageError(f"{path}: this is no picture that can be read; use JPEG, PNG, WebP, BMP or TIFF.")
    if upright.shape[0] * upright.shape[1] > LARGEST_PICTURE:
        raise ImageError(f"{path}: {upright.shape[1]} x {upright.shape[0]} pixels are too many; make it smaller.")
    has_alpha = raw is not None and raw.ndim == 3 and raw.shape[2] == 4 and raw.shape[:2] == upright.shape[:2]
    return raw if has_alpha and raw is not None else upright


def _is_png(data: NDArray[np.uint8]) -> bool:
    return data[:4].tobytes() == b"\x89PNG"


def _luma(pixels: NDArray[np.generic]) -> NDArray[np.uint8]:
    full = _DEPTHS.get(pixels.dtype, 255.0)
    light = pixels.astype(np.float32) * np.float32(255.0 / full)
    if light.ndim == 3 and light.shape[2] == 4:
        opaque = light[..., 3:] / 255.0
        light = light[..., :3] * opaque + 255.0 * (1.0 - opaque)
    if light.ndim == 3:
        light = cv2.cvtColor(np.ascontiguousarray(light), cv2.COLOR_BGR2GRAY)
    return np.clip(np.rint(np.nan_to_num(light)), 0, 255).astype(np.uint8)


def require_luma(image: NDArray[np.generic]) -> None:
    """Raises ValueError unless the array is a luma picture: uint8, two axes, not empty."""
    if image.ndim != 2 or image.dtype != np.uint8 or not image.size:
        raise ValueError(f"A luma picture has two axes of uint8, not {image.dtype} of shape {image.shape}.")
