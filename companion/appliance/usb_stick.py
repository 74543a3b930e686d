"""A USB stick that somebody has put in: where it is, files written to it, and how it is let go of."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from companion.errors import HardwareError

MOUNTS = Path("/proc/self/mounts")
STICKS = ("/media/", "/run/media/", "/mnt/")
"""Where systems put what is plugged in."""

OWN_FOLDER = "table-companion"
"""What belongs to us on a stick whose files have owners; `systemd/stick` makes it."""

OURS = "/media/table-companion/"
"""Where the appliance mounts sticks itself."""

REQUEST = Path("/run/table-companion/take-out")
"""A service may unmount nothing: this file asks for it (`systemd/companion-sticks-out.path`)."""

LET_GO_WITHIN, LOOK_EVERY = 5.0, 0.1
"""Seconds: everything is on the stick by then, so that unmounting takes no time."""


def sticks(mounts: Path = MOUNTS, under: Sequence[str] = STICKS) -> list[Path]:
    """The folders of the sticks that are in; none where the system does not tell."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    folders = (line.split(" ")[1].replace("\\040", " ") for line in lines if line.count(" ") >= 2)
    # Inside the service the folder of sticks is a mount of its own, also without any, and each stick is there twice.
    found = dict.fromkeys(Path(folder) for folder in folders if folder.startswith(tuple(under)))
    return [folder for folder in found if folder != Path(OURS)]


def write_to_stick(files: Mapping[str, str | bytes], mounts: Path = MOUNTS, under: Sequence[str] = STICKS) -> Path:
    """Writes these files by their names to the first stick, whole and on the stick itself; returns its folder.

    Raises HardwareError where there is none, or where it takes nothing.
    """
    found = sticks(mounts, under)
    if not found:
        raise HardwareError("There is no USB stick; put one in, wait a moment, and touch again.")
    folder = own_folder(found[0])
    try:
        for name, written in files.items():
            with (folder / name).open("wb") as file:
                file.write(written.encode() if isinstance(written, str) else written)
                file.flush()
                os.fsync(file.fileno())
    except OSError as error:
        raise HardwareError(f"The USB stick takes nothing ({error.strerror}); try another one.") from error
    return folder


def take_out_sticks(
    mounts: Path = MOUNTS,
    request: Path = REQUEST,
    under: Sequence[str] = (OURS,),
    wait: Callable[[float], None] = time.sleep,
) -> None:
    """Has every stick that the appliance has mounted unmounted; those of a desktop are the desktop's.

    Raises HardwareError where one is still in use.
    """
    if not sticks(mounts, under):
        return
    try:
        request.touch()
    except OSError as error:
        raise HardwareError(f"The USB stick cannot be let go of ({error.strerror}); shut down first.") from error
    for _ in range(round(LET_GO_WITHIN / LOOK_EVERY)):
        if not sticks(mounts, under):
            return
        wait(LOOK_EVERY)
    raise HardwareError("The USB stick is still in use; wait a moment and touch again.")


def own_folder(stick: Path) -> Path:
    """Where on this stick we may write."""
    own = stick / OWN_FOLDER
    return own if own.is_dir() and not os.access(stick, os.W_OK) else stick
