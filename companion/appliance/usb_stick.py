"""A USB stick that somebody has put in: where it is, and files written to it so that it can be pulled out at once."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.errors import HardwareError

MOUNTS = Path("/proc/self/mounts")
STICKS = ("/media/", "/run/media/", "/mnt/")
"""Where systems put what is plugged in."""


def sticks(mounts: Path = MOUNTS, under: Sequence[str] = STICKS) -> list[Path]:
    """The folders of the sticks that are in; none where the system does not tell."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    folders = (line.split(" ")[1].replace("\\040", " ") for line in lines if line.count(" ") >= 2)
    return [Path(folder) for folder in folders if folder.startswith(tuple(under))]


def write_to_stick(files: Mapping[str, str], mounts: Path = MOUNTS, under: Sequence[str] = STICKS) -> Path:
    """Writes these texts by their file names to the first stick, whole and on the stick itself; returns its folder.

    Raises HardwareError where there is none, or where it takes nothing.
    """
    found = sticks(mounts, under)
    if not found:
        raise HardwareError("There is no USB stick; put one in, wait a moment, and touch again.")
    folder = found[0]
    try:
        for name, words in files.items():
            with (folder / name).open("w", encoding="utf-8") as file:
                file.write(words)
                file.flush()
                os.fsync(file.fileno())
    except OSError as error:
        raise HardwareError(f"The USB stick takes nothing ({error.strerror}); try another one.") from error
    return folder
