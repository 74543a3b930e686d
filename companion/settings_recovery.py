"""Settings from a file that something is wrong with: all that can be read of it, and what cannot be.

A touchscreen over a table has no editor: it starts with the usual value of whatever is broken, and says so.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.config import Settings, structure_settings
from companion.core.text import Text, say_plural
from companion.errors import ConfigError

_LINE = re.compile(r"at line (\d+)")
MOST_CHARACTERS = 100_000
MOST_FAULTS, MOST_SAID = 20, 3
NEAR = 40
"""Lines around the one in which something was noticed, one of which may be the broken one."""


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """Where the settings were read from, and what is wrong in them, in one sentence."""

    path: Path
    wrong: Text | None = None


def recover_settings(path: Path, games: Collection[str]) -> tuple[Settings, Text | None]:
    """The settings in a file, with the defaults of what cannot be read; and what that is, in one sentence."""
    faults: list[str] = []
    entries = dict(_whole_entries(path, faults))
    for section in ("copies", "labels"):
        named = entries.get(section, {})
        for game in [game for game in named if game not in games]:
            faults.append(f"{section}: there is no game {game!r}")
            del named[game]
    found = _settings(path, entries, faults)
    return found, _said(path, faults) if faults else None


def _settings(path: Path, entries: dict[str, Any], faults: list[str]) -> Settings:
    """Of sections that go together; one by one, what cannot be with those before it is left out."""
    together: dict[str, Any] = {}
    found = Settings()
    for section, inside in entries.items():
        try:
            found = structure_settings({**together, section: inside}, path)
        except ConfigError as error:
            faults.append(_without_name(error, path))
        else:
            together[section] = inside
    return found


def _whole_entries(path: Path, faults: list[str]) -> Iterator[tuple[str, Any]]:
    """Every section with those of its entries that can be what they say."""
    for section, inside in _parsed(_lines(path, faults), faults).items():
        if not isinstance(inside, dict):
            if _is_whole({section: inside}, path, faults):
                yield section, inside
            continue
        yield section, {key: value for key, value in inside.items() if _is_whole({section: {key: value}}, path, faults)}


def _is_whole(entries: dict[str, Any], path: Path, faults: list[str]) -> bool:
    try:
        structure_settings(entries, path)
    except ConfigError as error:
        faults.append(_without_name(error, path))
        return False
    return True


def _lines(path: Path, faults: list[str]) -> list[str]:
    """Those of the file that are text; empty ones for the others."""
    try:
        raw = path.read_bytes()[:MOST_CHARACTERS] if path.exists() else b""
    except OSError as error:
        faults.append(str(error.strerror))
        return []
    lines = []
    raw = raw.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    for number, line in enumerate(raw.split(b"\n"), 1):
        try:
            lines.append(line.decode())
        except UnicodeDecodeError:
            lines.append(_broken(line.decode(errors="replace")))
            faults.append(_line_said(number))
    return lines


def _parsed(lines: list[str], faults: list[str]) -> dict[str, Any]:
    """What is left when as little as possible is left out: a line, and with a heading all that stands under it."""
    for _ in range(MOST_FAULTS):
        entries = _entries(lines)
        if isinstance(entries, dict):
            return entries
        near = range(max(entries - NEAR, 0), min(entries + NEAR, len(lines)))
        # An open bracket is often noticed some lines after the one that lacks the other.
        tried = sorted(near, key=lambda number: (number > entries, abs(number - entries)))
        at = next((number for number in tried if isinstance(_entries(_without(number, lines)), dict)), entries)
        faults.append(_line_said(at + 1))
        lines = _without(at, lines)
    faults.append("nothing else can be read")
    return {}


def _entries(lines: list[str]) -> dict[str, Any] | int:
    """What stands in these lines, or the line in which it cannot be read, counted from 0."""
    try:
        return tomllib.loads("\n".join(lines))
    # Numbers of thousands of digits, and nesting of thousands of levels, are no TOMLDecodeError.
    except (ValueError, RecursionError) as error:
        place = _LINE.search(str(error))
        return int(place[1]) - 1 if place else max(number for number, line in enumerate(lines) if line)


def _without(at: int, lines: list[str]) -> list[str]:
    left = list(lines)
    was_heading, left[at] = left[at].lstrip().startswith("["), ""
    while was_heading and at + 1 < len(left) and not left[at + 1].lstrip().startswith("["):
        at += 1
        left[at] = ""
    return left


def _broken(line: str) -> str:
    """What stands for a line that is no text: a heading is one still, so that what is under it is left out too."""
    return "[" if line.lstrip().startswith("[") else ""


def _line_said(number: int) -> str:
    return f"line {number} cannot be read"


def _without_name(error: ConfigError, path: Path) -> str:
    return str(error).removeprefix(f"{path}: ").removesuffix(".")


def _said(path: Path, faults: list[str]) -> Text:
    return say_plural(
        "Something is wrong in the settings {file}, and has its usual value: {faults}.",
        "{count} things are wrong in the settings {file}, and have their usual values: {faults}.",
        len(faults),
        file=path.name,
        faults="; ".join(faults[:MOST_SAID]) + ("; …" if len(faults) > MOST_SAID else ""),
    )
