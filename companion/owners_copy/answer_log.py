"""What an owner has told, on disk before the next question: one line for each thing said, and only ever appended.

A line is a JSON list of `[question, value]`; an empty list takes back the line before it. A line that a power cut has
torn is not there, and what was damaged otherwise costs only its own line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.errors import JournalError

Said = tuple[tuple[str, str], ...]
"""Questions and answers that were told with one touch."""


class AnswerLog:
    """The log in a file, which is made when the first thing is said; in memory where there is no path.

    `damaged` says how many lines could not be read.
    """

    def __init__(self, path: Path | None) -> None:
        """Raises JournalError for a file that cannot be opened."""
        self._path, self.damaged = path, 0
        self._said: list[Said] = []
        for line in self._lines():
            said = _read(line)
            if said is None:
                self.damaged += 1
            elif said:
                self._said.append(said)
            elif self._said:
                self._said.pop()

    @property
    def said(self) -> tuple[Said, ...]:
        """What stands, the oldest first."""
        return tuple(self._said)

    @property
    def answers(self) -> dict[str, str]:
        """The latest answer to each question."""
        return {question: value for said in self._said for question, value in said}

    def append(self, said: Iterable[tuple[str, str]]) -> None:
        """On disk when this returns. Raises JournalError, and then nothing has been said."""
        new = tuple(said)
        if new:
            self._write(new)
            self._said.append(new)

    def take_back(self) -> Said:
        """Takes back the latest thing that was said, and returns it; nothing where nothing was."""
        if not self._said:
            return ()
        self._write(())
        return self._said.pop()

    def _lines(self) -> list[bytes]:
        if self._path is None or not self._path.exists():
            return []
        try:
            whole, newline, _torn = self._path.read_bytes().rpartition(b"\n")
        except OSError as error:
            raise JournalError(f"{self._path} cannot be read ({error.strerror}); check its rights.") from error
        return whole.split(b"\n") if newline else []

    def _write(self, said: Said) -> None:
        if self._path is None:
            return
        line = json.dumps(said, ensure_ascii=False).encode() + b"\n"
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh = not self._path.exists()
            with self._path.open("r+b" if not fresh else "x+b") as file:
                file.seek(_whole(file.read()))
                file.truncate()
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
            if fresh:
                sync_folder(self._path.parent)
        except OSError as error:
            raise JournalError(
                f"{self._path} could not be written ({error.strerror}); make room on the disk or check its rights. "
                "What was told before is kept."
            ) from error


def _whole(content: bytes) -> int:
    """Where the last whole line ends."""
    return content.rfind(b"\n") + 1


def _read(line: bytes) -> Said | None:
    try:
        entries = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return tuple(_pairs(entries)) if _is_said(entries) else None


def _is_said(entries: object) -> bool:
    return isinstance(entries, list) and all(
        isinstance(entry, list) and len(entry) == 2 and all(isinstance(part, str) for part in entry)
        for entry in entries
    )


def _pairs(entries: list[list[str]]) -> Iterator[tuple[str, str]]:
    return ((question, value) for question, value in entries)


def sync_folder(folder: Path) -> None:
    """The name of a new file survives a power cut only when its folder is on disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
