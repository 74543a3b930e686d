"""What reaches a card while clocks run: counted by the kernel, on an ext4 of its own, its own journal included."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from companion.core.clock import PlayerClock
from companion.core.game import Options
from companion.errors import ConfigError
from companion.journal.store import JournalStore

MEGABYTES = 256
SECTOR = 512
WRITTEN_SECTORS = 6
"""Which field of `/sys/block/*/stat` that is, from 0 (Linux, Documentation/block/stat.rst)."""


def bytes_of_a_second(seconds: int) -> float:
    """Waits for so many seconds in which one player's clock runs. Raises ConfigError where nothing may be mounted."""
    with _ext4() as (folder, device), JournalStore(folder / "journal.db") as store:
        evening = store.begin("a_game", Options(("Ann", "Ben"))).id
        store.save_clocks(evening, {"A": PlayerClock()})
        _run("sync", "-f", str(folder))
        before = _written(device)
        for second in range(1, seconds + 1):
            time.sleep(1)
            store.save_clocks(evening, {"A": PlayerClock(float(second)), "B": PlayerClock()}, aside=True)
        return (_written(device) - before) / seconds


@contextmanager
def _ext4() -> Iterator[tuple[Path, str]]:
    """Where it is mounted, as Raspberry Pi OS mounts it, and the name of its device."""
    with ExitStack() as undone:
        folder = Path(undone.enter_context(tempfile.TemporaryDirectory()))
        image, mounted = folder / "card.img", folder / "card"
        mounted.mkdir()
        with image.open("wb") as file:
            file.truncate(MEGABYTES * 2**20)
        _run("mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0", str(image))
        device = _run("losetup", "--find", "--show", str(image))
        undone.callback(_run, "losetup", "--detach", device)
        _run("mount", "-o", "noatime", device, str(mounted))
        undone.callback(_run, "umount", str(mounted))
        yield mounted, Path(device).name


def _written(device: str) -> int:
    return int(Path("/sys/block", device, "stat").read_text(encoding="ascii").split()[WRITTEN_SECTORS]) * SECTOR


def _run(*command: str) -> str:
    """Raises ConfigError."""
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    except FileNotFoundError:
        raise ConfigError(f"There is no {command[0]}: install the packages e2fsprogs and mount.") from None
    except subprocess.CalledProcessError as error:
        raise ConfigError(
            f"{command[0]} failed ({error.stderr.strip()}); to mount a card of its own it has to run as root."
        ) from error
