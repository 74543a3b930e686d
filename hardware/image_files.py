"""Picture files: which ones a folder holds, in what order, and their light: eight bits, upright."""

from __future__ import annotations

import re
import warnings
from io import BytesIO
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from companion.errors import ImageError
from hardware.camera import LONGEST_EDGE

if TYPE_CHECKING:
    from PIL.Image import Image

PICTURES = frozenset({".bmp", ".heic", ".heif", ".jpeg", ".jpg", ".pgm", ".png", ".ppm", ".tif", ".tiff", ".webp"})

LARGEST_FILE = 256 * 2**20
LARGEST_PICTURE = 110_000_000
"""Pixels: what the largest sensors of telephones give. Its light takes as many bytes, its colours three times those."""

SMALLEST_EDGE = 29
"""A label has 29 modules; a smaller picture cannot hold one at a pixel each."""

_WHITE = {"I": 65535.0, "I;16": 65535.0, "I;16B": 65535.0, "I;16L": 65535.0, "F": 1.0}
"""What white is in the modes, as Pillow names them, that have more than eight bits."""

_HEIF_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1"})

_FORMATS = ("BMP", "JPEG", "PNG", "PPM", "TIFF", "WEBP")


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

    Colour becomes luma (ITU-R BT.601), transparency is laid over white, 16 bits become 8. Raises ImageError when the
    file is missing, empty, cut short, too large, no picture, or too small to hold a label; how many pixels it has is
    asked before any is decoded.
    """
    content = _content(path)
    with warnings.catch_warnings():
        # Pillow warns of many pixels and of damaged EXIF data; what is to be said is said here, once.
        warnings.simplefilter("ignore")
        picture = _opened(path, content)
        _check_size(path, *picture.size)
        try:
            return _light(picture)
        # Pillow's decoders raise whatever they stumble over in a damaged file.
        except Exception as error:
            what = "cut short" if "truncated" in str(error).casefold() else "damaged"
            raise ImageError(f"{path}: the picture is {what}; take or copy it again.") from error


def as_jpeg(image: NDArray[np.uint8]) -> bytes:
    """A picture as a JPEG file."""
    import cv2

    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])
    return bytes(data)


def _check_size(path: Path, width: int, height: int) -> None:
    if width * height > LARGEST_PICTURE or max(width, height) > LONGEST_EDGE:
        raise ImageError(f"{path}: {width} x {height} pixels are too many; make the picture smaller.")
    if min(width, height) < SMALLEST_EDGE:
        raise ImageError(
            f"{path}: a picture of {width} x {height} pixels is too small to hold a label;"
            f" it needs at least {SMALLEST_EDGE} each way."
        )


def _content(path: Path) -> bytes:
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
    return data


def _opened(path: Path, data: bytes) -> Image:
    """The picture's header; its pixels are decoded when they are first asked for."""
    from PIL import Image

    formats: tuple[str, ...] = _FORMATS
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS:
        _register_heif(path)
        formats = ("HEIF",)
    try:
        return Image.open(BytesIO(data), formats=formats)
    except Image.DecompressionBombError as error:
        raise ImageError(f"{path}: the picture has too many pixels; make it smaller.") from error
    except Exception as error:
        raise ImageError(f"{path}: this is no picture that can be read; use JPEG, PNG, WebP, BMP or TIFF.") from error


def _register_heif(path: Path) -> None:
    """Raises ImageError where the part that reads what telephones call HEIC is not installed."""
    try:
        from pillow_heif import register_heif_opener
    except ModuleNotFoundError as error:
        raise ImageError(
            f"{path}: this is a HEIC picture, and pillow-heif, which reads those, is not installed; save it as JPEG,"
            " or install it."
        ) from error
    register_heif_opener()


def _light(picture: Image) -> NDArray[np.uint8]:
    from PIL import Image, ImageOps

    # A JPEG holds its luma as a plane of its own: nothing else of it need be decoded.
    picture.draft("L", picture.size)
    upright = ImageOps.exif_transpose(picture)
    if upright.mode in _WHITE:
        white = _WHITE[upright.mode]
        light = np.clip(np.nan_to_num(np.asarray(upright, dtype=np.float32)), 0, white)
        return np.rint(light * np.float32(255 / white)).astype(np.uint8)
    if upright.has_transparency_data:
        colours = upright.convert("RGBA")
        upright = Image.alpha_composite(Image.new("RGBA", colours.size, "white"), colours)
    return np.array(upright.convert("L"))
