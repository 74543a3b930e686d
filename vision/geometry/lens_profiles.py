"""The calibrated lens of each camera, in a TOML file: OpenCV's camera matrix and distortion coefficients."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import tomli_w

from companion.errors import ConfigError
from vision.geometry.lens import LensModel


def read_profiles(path: Path) -> dict[str, LensModel]:
    """The lenses by camera; none where there is no such file. Raises ConfigError."""
    return {camera: _lens(path, camera, entry) for camera, entry in _read(path).items()}


def write_profile(path: Path, camera: str, lens: LensModel) -> None:
    """Adds or replaces one camera's lens. Raises ConfigError."""
    lenses = {**read_profiles(path), camera: lens}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(tomli_w.dumps({name: _entry(lenses[name]) for name in sorted(lenses)}), encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{path} cannot be written ({error.strerror}): choose another file.") from error


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(
            f"{path} is no file of lens profiles ({error}): remove it, or measure the lens anew."
        ) from error


def _entry(lens: LensModel) -> dict[str, Any]:
    return {
        "size": list(lens.size),
        "camera_matrix": lens.camera_matrix.tolist(),
        "distortion": list(lens.distortion),
    }


def _lens(path: Path, camera: str, entry: object) -> LensModel:
    match entry:
        case {
            "size": [int(width), int(height)],
            "camera_matrix": [[fx, 0, cx], [0, fy, cy], [0, 0, 1]],
            "distortion": [k1, k2, p1, p2, k3],
        } if all(isinstance(number, int | float) for number in (fx, cx, fy, cy, k1, k2, p1, p2, k3)):
            if min(width, height, fx, fy) > 0:
                return LensModel((width, height), (fx, fy), (cx, cy), k1, k2, p1, p2, k3)
    raise ConfigError(
        f"{path}: [{camera}] needs size (width, height), OpenCV's 3 x 3 camera_matrix and distortion (k1, k2, p1, p2, "
        "k3); measure the lens anew."
    )
