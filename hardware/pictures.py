"""Picture files: which ones a folder holds, in what order, and their light."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.errors import HardwareError

PICTURES = frozenset({".bmp", ".jpeg", ".jpg", ".pgm", ".png", ".ppm", ".tif", ".tiff", ".webp"})


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
    """The light of a picture as OpenCV delivers it: uint8, shape (height, width) or (height, width, 3) in BGR."""
    import cv2

    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(grey, dtype=np.uint8)


def read_luma(path: Path) -> NDArray[np.uint8]:
    """The light of a picture file: uint8, shape (height, width). Raises HardwareError saying what is wrong with it."""
    import cv2

    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise HardwareError(f"Picture {path} cannot be opened ({error.strerror}): check the file.") from error
    if not data.size:
        raise HardwareError(f"Picture {path} is empty: take it again or delete it.")
    try:
        picture = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)
    except cv2.error as error:
        raise HardwareError(f"Picture {path} cannot be decoded ({error.err}): make it smaller or delete it.") from error
    if picture is None:
        raise HardwareError(f"Picture {path} is damaged or not a picture: copy it again or delete it.")
    return luma(picture)
