"""Pictures of tables for people: where they come from, and how they are shown on a screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2

from companion.core.camera_view import Shares
from companion.core.table import Crop
from companion.picture_score.told_by_pictures import Pixel, TakenPicture
from hardware.image_files import is_picture

WIDEST = 1280
"""Pixels: no display shows more of it."""

DEEPEST, MOST_FILES = 4, 200
"""So far into the folders of a stick, and so many pictures of it, are looked at: telephones hold thousands."""


def shown(picture: TakenPicture) -> Crop:
    """The picture as large as a display shows it."""
    height, width = picture.luma.shape
    shrunk = min(1.0, WIDEST / width)
    size = max(1, round(width * shrunk)), max(1, round(height * shrunk))
    small = cv2.resize(picture.luma, size, interpolation=cv2.INTER_AREA)
    return Crop(size[0], size[1], small.tobytes())


def in_shares(picture: TakenPicture, pixels: Iterable[Pixel]) -> tuple[Shares, ...]:
    """Places in pixels as shares of the picture's sides, none outside of it."""
    height, width = picture.luma.shape
    return tuple((min(1.0, max(0.0, x / width)), min(1.0, max(0.0, y / height))) for x, y in pixels)


def pictures_on(folders: Sequence[Path]) -> list[Path]:
    """The newest picture files in these folders and those in them, the newest first."""
    found = [path for folder in folders for path in _within(folder, DEEPEST)]
    return sorted(found, key=_taken, reverse=True)[:MOST_FILES]


def _within(folder: Path, deep: int) -> Iterable[Path]:
    try:
        inside = sorted(folder.iterdir())
    except OSError:
        return
    for path in inside:
        if path.name.startswith("."):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from _within(path, deep - 1) if deep else ()
        elif is_picture(path):
            yield path


def _taken(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
