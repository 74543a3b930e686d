"""Settings: frozen values with their defaults in the class, filled from one TOML file.

An unknown key, a wrong type or a value out of range is a ConfigError with file, section and key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from companion.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Camera:
    """`source` as for `open_camera`, or auto or simulator; `more` are sources of further cameras over the same table.

    `size` in pixels; `lens` in dioptres, 0 focuses once; `lens_profiles` is the file that `companion camera --board`
    writes.
    """

    source: str = "auto"
    more: tuple[str, ...] = ()
    lens_profiles: str = ""
    size: tuple[int, int] = (4608, 2592)
    frames_per_second: float = 10.0
    lens: float = 0.0


@dataclass(frozen=True, slots=True)
class Display:
    """Window size in pixels; the real display's size where `fullscreen`."""

    size: tuple[int, int] = (1280, 720)
    fullscreen: bool = False


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds the table must rest: before a perhaps unfinished story is believed, before a doubt is said."""

    story: float = 2.0
    doubt: float = 1.0


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set. `buttons` and `lamps` give a GPIO number to each purpose; empty turns them off.

    `copies` name, by game, the file with what is printed on one's own copy.
    """

    camera: Camera = Camera()
    display: Display = Display()
    patience: Patience = Patience()
    buttons: Mapping[str, int] = field(default_factory=dict)
    lamps: Mapping[str, int] = field(default_factory=dict)
    copies: Mapping[str, Path] = field(default_factory=dict)

    def profile(self, game: str) -> str:
        """The text of the owner's profile for this game, empty where there is none. Raises ConfigError."""
        return read_text(self.copies[game]) if game in self.copies else ""


PURPOSES = {"buttons": ("pass", "undo", "confirm", "why"), "lamps": ("turn", "notice", "error")}
PINS = range(28)


def read_text(path: Path) -> str:
    """A text file that people wrote. Raises ConfigError."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{path} cannot be read ({error.strerror}); check its name and rights.") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is no UTF-8 text; save it as UTF-8.") from error


def read_settings(path: Path) -> Settings:
    """The settings in a file; the defaults where there is none. Raises ConfigError."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise ConfigError(f"{path} cannot be read ({error.strerror}); check its rights.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is no TOML file: {error}; mend that line or move the file away.") from error
    sections = {name: _section(path, name, data[name]) for name in data}
    return Settings(**sections)


def _section(path: Path, name: str, values: Any) -> Any:
    kinds: dict[str, Any] = {"camera": Camera, "display": Display, "patience": Patience}
    if not isinstance(values, dict) or name not in (*kinds, *PURPOSES, "copies"):
        raise ConfigError(f"{path} has no section [{name}]; there are {', '.join((*kinds, *PURPOSES, 'copies'))}.")
    if name == "copies":
        return _copies(path, values)
    if name in PURPOSES:
        return _pins(path, name, values)
    known = {item.name: item for item in fields(kinds[name])}
    for key in values:
        if key not in known:
            raise ConfigError(f"{path}: [{name}] has no entry {key!r}; there are {', '.join(known)}.")
    return kinds[name](**{key: _value(f"{path}: [{name}] {key}", known[key].default, values[key]) for key in values})


def _copies(path: Path, values: Mapping[str, Any]) -> dict[str, Path]:
    """Files by game; those that are not absolute lie beside the settings."""
    for game, file in values.items():
        if not isinstance(file, str):
            raise ConfigError(f"{path}: [copies] {game} cannot be {file!r}; write the path of a profile.")
    return {game: path.parent / file for game, file in values.items()}


def _value(where: str, default: Any, value: Any) -> Any:
    """The value, if it is of its default's kind and, where a number, not below zero."""
    match default:
        case bool():
            fits = isinstance(value, bool)
        case float():
            fits = isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
        case ():
            fits = isinstance(value, list) and all(isinstance(part, str) and part for part in value)
            value = tuple(value) if fits else value
        case tuple():
            fits = isinstance(value, list) and len(value) == len(default) and all(_is_count(part) for part in value)
            value = tuple(value) if fits else value
        case _:
            fits = isinstance(value, type(default))
    if not fits:
        raise ConfigError(f"{where} cannot be {value!r}; write a value such as {default!r}.")
    return value


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _pins(path: Path, name: str, values: Mapping[str, Any]) -> dict[str, int]:
    for purpose, pin in values.items():
        if purpose not in PURPOSES[name]:
            raise ConfigError(f"{path}: [{name}] has no {purpose!r}; there are {', '.join(PURPOSES[name])}.")
        if not isinstance(pin, int) or isinstance(pin, bool) or pin not in PINS:
            raise ConfigError(f"{path}: [{name}] {purpose} cannot be {pin!r}; write a GPIO number from 0 to 27.")
    doubled = [pin for pin in set(values.values()) if list(values.values()).count(pin) > 1]
    if doubled:
        raise ConfigError(f"{path}: [{name}] uses GPIO {doubled[0]} twice; give each its own.")
    return dict(values)
