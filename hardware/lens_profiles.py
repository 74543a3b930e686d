"""How much each camera's lens bends straight lines, in a TOML file that players can read."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from companion.errors import ConfigError

Bend = tuple[float, float]
"""k1 and k2 of `vision.geometry.Lens`."""


def read_profiles(path: Path) -> dict[str, Bend]:
    """The profiles by camera; none where there is no such file. Raises ConfigError."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(
            f"{path} is no file of lens profiles ({error}): remove it, or measure the lens anew."
        ) from error
    return {camera: _bend(path, camera, entry) for camera, entry in data.items()}


def write_profile(path: Path, camera: str, bend: Bend) -> None:
    """Adds or replaces one camera's profile. Raises ConfigError."""
    profiles = {**read_profiles(path), camera: bend}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_as_toml(profiles), encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{path} cannot be written ({error.strerror}): choose another file.") from error


def _bend(path: Path, camera: str, entry: object) -> Bend:
    match entry:
        case {"k1": int() | float() as k1, "k2": int() | float() as k2}:
            return float(k1), float(k2)
        case _:
            raise ConfigError(f"{path}: [{camera}] needs the numbers k1 and k2; measure the lens anew.")


def _as_toml(profiles: Mapping[str, Bend]) -> str:
    quoted = {camera: camera.replace("\\", "\\\\").replace('"', '\\"') for camera in profiles}
    parts = [f'["{quoted[camera]}"]\nk1 = {k1:.6f}\nk2 = {k2:.6f}\n' for camera, (k1, k2) in sorted(profiles.items())]
    return "\n".join(parts)
