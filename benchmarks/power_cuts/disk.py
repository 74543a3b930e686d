"""What a program did to its disk: the log that `disk.c` writes, and the disks that a power cut may leave of it.

What was synced is there; of what was written since, any sector may be there or not, and files that appeared, went or
were renamed did so in this order up to some point. A disk that lies forgets some of its syncs as well.
"""

from __future__ import annotations

import ctypes
import json
import struct
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from companion.errors import ConfigError

SOURCE = Path(__file__).with_name("disk.c")
SECTOR, PAGE = 512, 4096
HEAD = struct.Struct("=QQQQ")


def build(folder: Path) -> Path:
    """The library for LD_PRELOAD. Raises ConfigError where there is no compiler."""
    library = folder / "disk.so"
    command = ["cc", "-D_LARGEFILE64_SOURCE", "-O1", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except FileNotFoundError:
        raise ConfigError("There is no C compiler: install the package gcc.") from None
    except subprocess.CalledProcessError as error:
        raise ConfigError(f"{SOURCE} cannot be compiled: {error.stderr}") from error
    return library


class Watch:
    """Within a program that runs with the library: what is done to this folder is written into this log, if any."""

    def __init__(self, folder: str, log: str, cut_at: int, torn: int) -> None:
        self._library = ctypes.CDLL(None)
        self._library.disk_tried.restype = ctypes.c_long
        self._library.disk_watch(folder.encode(), log.encode(), ctypes.c_long(cut_at), ctypes.c_long(torn))

    def note(self, **said: Any) -> None:
        """Leaves a note between the operations."""
        self._library.disk_note(json.dumps(said).encode())

    def fail(self, first: int, until: int, error: int) -> None:
        """From the so manieth operation on, counted from now and from 1, up to that one, the disk answers so."""
        self._library.disk_fail(ctypes.c_long(first), ctypes.c_long(until), ctypes.c_int(error))

    def tried(self) -> int:
        """How many operations there were since."""
        return int(self._library.disk_tried())


@dataclass(frozen=True, slots=True)
class Operation:
    """`kind` is one letter, see `disk.c`."""

    kind: str
    name: str
    offset: int
    data: bytes

    @property
    def note(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.data)
        return found


def operations(log: Path) -> list[Operation]:
    """What was done, in its order."""
    return list(_operations(log.read_bytes())) if log.exists() else []


def _operations(raw: bytes) -> Iterator[Operation]:
    at = 0
    while at + HEAD.size <= len(raw):
        kind, name_length, offset, length = HEAD.unpack_from(raw, at)
        name, data = at + HEAD.size, at + HEAD.size + name_length
        yield Operation(chr(kind), raw[name:data].decode(), offset, raw[data : data + length])
        at = data + length


def notes(done: Sequence[Operation]) -> list[dict[str, Any]]:
    return [each.note for each in done if each.kind == "N"]


@dataclass(slots=True)
class _File:
    content: bytearray = field(default_factory=bytearray)
    unsynced: list[Operation] = field(default_factory=list)

    def sync(self) -> None:
        for each in self.unsynced:
            _apply(each, self.content)
        self.unsynced = []


def left_by_a_cut(done: Sequence[Operation], random: Random, *, lies: bool = False) -> dict[str, bytes]:
    """A disk as it may be found again, when the power was cut after these operations: contents by path."""
    files: dict[str, _File] = {}
    safe: dict[str, _File] = {}
    unsafe: list[Operation] = []
    for each in done:
        if each.kind in "CUR":
            unsafe.append(each)
            _rename(each, files)
        elif each.kind == "S":
            # The file system's own journal brings all that was done to names before it to the disk.
            safe, unsafe = dict(files), []
            if each.name in files and not (lies and random.random() < 0.5):
                files[each.name].sync()
        elif each.kind in "WT":
            files.setdefault(each.name, _File()).unsynced.append(each)
    for each in unsafe[: random.randint(0, len(unsafe))]:
        _rename(each, safe)
    return {name: _torn(file, random) for name, file in safe.items()}


def _rename(each: Operation, files: dict[str, _File]) -> None:
    if each.kind == "C":
        files.setdefault(each.name, _File())
    elif (file := files.pop(each.name, None)) is not None and each.kind == "R":
        files[each.data.decode()] = file


def _torn(file: _File, random: Random) -> bytes:
    """What was synced, and any of the sectors that were not: all, none, or some."""
    content, share = bytearray(file.content), random.choice((0.0, 0.5, 0.9, 1.0))
    for each in file.unsynced:
        if each.kind == "T" and random.random() < share:
            _apply(each, content)
        for part in _sectors(each):
            if random.random() < share:
                _apply(part, content)
    return bytes(content)


def _sectors(each: Operation) -> Iterator[Operation]:
    """A write, cut where the disk's sectors begin."""
    start = 0
    while start < len(each.data):
        end = start + SECTOR - (each.offset + start) % SECTOR
        yield Operation("W", each.name, each.offset + start, each.data[start:end])
        start = end


def _apply(each: Operation, content: bytearray) -> None:
    if each.kind == "T":
        content[each.offset :] = bytes(max(0, each.offset - len(content)))
    else:
        content.extend(bytes(max(0, each.offset - len(content))))
        content[each.offset : each.offset + len(each.data)] = each.data


@dataclass(frozen=True, slots=True)
class Written:
    """Bytes that the program wrote, syncs, and bytes of the pages that these syncs bring to a card."""

    asked: int
    syncs: int
    pages: int


def written(done: Sequence[Operation]) -> Written:
    """Counts it. What the file system writes for itself is not in it."""
    dirty: dict[str, set[int]] = {}
    asked = syncs = pages = 0
    for each in done:
        if each.kind == "W":
            asked += len(each.data)
            last = each.offset + len(each.data) - 1
            dirty.setdefault(each.name, set()).update(range(each.offset // PAGE, last // PAGE + 1))
        elif each.kind == "S":
            syncs += 1
            pages += len(dirty.pop(each.name, ()))
    return Written(asked, syncs, (pages + sum(map(len, dirty.values()))) * PAGE)
