"""Where the journal is written: on the disk, and in memory while the disk takes nothing.

In memory stands all that is on the disk, too: it may be gone at the next word, and no move is refused because of that.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

from companion.core.text import Text, say
from companion.errors import JournalError
from companion.journal.clock_file import ClockFile, RunningClocks
from companion.journal.database_tables import count_entries, is_evening_whole, number_of, transaction
from companion.journal.disk import files_at, in_memory, mend, open_journal, read_journal, require_journal, snapshot
from companion.journal.join import copy_evening, join, part_ways
from companion.journal.repair import Loss, LossKind, bytes_of, is_unwritable, write_losses

# --- one companion writes to a journal, and a second one says so at its start ---


class JournalLock:
    """Held until it is let go of, or until the program ends, in whatever way: the kernel sees to that.

    The lock is on a file beside the journal that nobody else opens: whoever closes a file loses all locks on it.
    Children of the program do not inherit it.
    """

    def __init__(self, journal: Path) -> None:
        """Raises JournalError where another program holds it, and OSError."""
        self._file: int | None = os.open(
            journal.with_name(f"{journal.name}-lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644
        )
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            self.let_go()
            raise JournalError(
                f"Another companion is running with the journal {journal}; close that one first, or give this one"
                " another file with --journal."
            ) from None
        except OSError:
            self.let_go()
            raise

    def let_go(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


# --- the connection ---


T = TypeVar("T")

Change = Callable[[sqlite3.Connection], T]

_NOT_THE_DISK = sqlite3.IntegrityError, sqlite3.ProgrammingError
"""Another program has written to the journal, or it was closed."""


class JournalConnection:
    """The journal at `path`, or in memory alone for ":memory:"; `stamp` says what time it is.

    With `or_memory` it goes on in memory while the disk takes nothing, which `unsaved` then says. One that is opened
    `to_read` leaves the disk as it is.
    """

    def __init__(self, path: Path | str, stamp: Callable[[], str], *, or_memory: bool, to_read: bool) -> None:
        self._path, self._stamp, self.or_memory, self._to_read = path, stamp, or_memory, to_read
        self.unsaved: Text | None = None
        self.clocks = ClockFile(path if isinstance(path, Path) else None)
        self.disk: sqlite3.Connection | None = None
        self._memory = in_memory()
        self._lock: JournalLock | None = None
        self._files: tuple[int, ...] = ()
        self._only_here: list[Change[object]] = []
        self._renamed: dict[str, str] = {}
        if not isinstance(path, Path):
            return
        try:
            with self._trouble("opened"):
                (self._take_from if to_read else self._open_on_disk)(path)
        except JournalError as error:
            if not self._goes_on_without_disk(error):
                self.close()
                raise
            with suppress(JournalError, sqlite3.Error, OSError):
                self._take_from(path)

    def _open_on_disk(self, path: Path) -> None:
        """Has the journal on the disk, with all that was in memory alone. Raises what SQLite and the disk raise."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            require_journal(path, snapshot(path))  # Nothing is put beside a file of another program.
        self._let_go_of_lock()
        self._lock = JournalLock(path)
        clocks = ClockFile(path)
        disk = open_journal(path, clocks, self._stamp(), self._memory)
        try:
            self._join(disk)
            self._files = files_at(path)
        except BaseException:
            disk.close()
            raise
        self.disk, self.unsaved, self._only_here = disk, None, []
        if (running := self.clocks.latest) is not None and running.evening in self._renamed:
            self.clocks.latest = replace(running, evening=self.known_as(running.evening))
        clocks.go_on(self.clocks)
        self.clocks = clocks

    def _join(self, disk: sqlite3.Connection) -> None:
        """Writes down what is in memory alone; then as much stands in memory as on the disk."""
        if not self.or_memory:
            return
        renamed = part_ways(self._memory, disk)
        self._renamed |= renamed
        self._only_here += [self._tell_parted] * len(renamed)
        with transaction(disk):
            join(self._memory, disk)
            for change in self._only_here:
                change(disk)
        memory = in_memory(disk)
        self._memory.close()
        self._memory = memory

    def _take_from(self, path: Path) -> None:
        """What can be read of a journal that is not written stands in memory. Raises what `read_journal` does."""
        read = read_journal(path, self.clocks, self._stamp())
        self._memory.close()
        self._memory = read

    def _tell_parted(self, db: sqlite3.Connection) -> None:
        write_losses(db, [Loss(LossKind.PARTED)], self._stamp())

    def _let_go_of_lock(self) -> None:
        if self._lock is not None:
            self._lock.let_go()
            self._lock = None

    @property
    def current(self) -> sqlite3.Connection:
        return self._memory if self.disk is None else self.disk

    def read(self, ask: Change[T]) -> T:
        try:
            with self._trouble("read"):
                return ask(self.current)
        except JournalError as error:
            if not self._goes_on_without_disk(error):
                raise
        return ask(self._memory)

    def write(self, change: Change[T], *, again: bool = False, here: bool = False) -> T:
        """Makes all of a change or nothing: on disk when this returns, or in memory while the disk takes nothing.

        What concerns no new entry is made `again` when the disk is back. `here`: nobody looks first whether it is.
        """
        if self._to_read:
            raise JournalError(f"The journal {self._path} is opened to be read; nothing is written into it.")
        if not here:
            self.return_to_disk()
        if self.disk is not None:
            try:
                with self._trouble("written"), transaction(self.disk):
                    self._require_same_files()
                    result = change(self.disk)
            except JournalError as error:
                if not self._goes_on_without_disk(error):
                    raise
            else:
                self._follow_disk(change)
                return result
        with self._trouble("written"), transaction(self._memory):
            result = change(self._memory)
        if self.unsaved is not None and again:
            self._only_here.append(change)
        return result

    def _require_same_files(self) -> None:
        """What is written to a file that was taken away is lost with the program. Raises OSError."""
        if isinstance(self._path, Path) and files_at(self._path) != self._files:
            raise OSError("its file has been taken away")

    def _follow_disk(self, change: Change[object]) -> None:
        """In memory stands what is on the disk: it may be gone at the next word."""
        if not self.or_memory or self.disk is None:
            return
        try:
            with transaction(self._memory):
                change(self._memory)
        except sqlite3.Error:  # Another program has written something else there.
            with suppress(sqlite3.Error):
                memory = in_memory(self.disk)
                self._memory.close()
                self._memory = memory

    def _goes_on_without_disk(self, error: JournalError) -> bool:
        """Whether the evening goes on in memory; then the disk is let go of."""
        cause = error.__cause__
        refused = self.disk is not None and isinstance(cause, sqlite3.DatabaseError | OSError)
        if not self.or_memory or not (refused or is_unwritable(cause)) or isinstance(cause, _NOT_THE_DISK):
            return False
        self._let_go(cause or error)
        return True

    def _let_go(self, error: BaseException) -> None:
        """From now on the journal is in memory alone."""
        if self.disk is not None:
            self.disk.close()
            self.disk = None
        self._say_unsaved(error)

    def _say_unsaved(self, error: BaseException) -> None:
        reason = error.strerror or str(error) if isinstance(error, OSError) else str(error)
        self.unsaved = say(
            "The journal cannot be written ({reason}). The game goes on, but a power cut would lose it: make room on"
            " the disk, or make it writable.",
            reason=reason,
        )

    def return_to_disk(self) -> None:
        """Writes down what is in memory alone, if that can be done by now."""
        if self.unsaved is None or not isinstance(self._path, Path):
            return
        try:
            self._open_on_disk(self._path)
        except (JournalError, sqlite3.Error, OSError) as error:
            self._say_unsaved(error)

    def known_as(self, id: str) -> str:
        """An evening that went on elsewhere as well has got another identity here."""
        while id in self._renamed:
            id = self._renamed[id]
        return id

    def go_on_apart(self, id: str, entries: int) -> None:
        """Another program has written to this evening: what was played here goes on from so many entries."""
        self._let_go(JournalError("another program has written to it"))
        self.return_to_disk()
        evening, own = self.known_as(id), uuid4().hex
        if self.read(lambda db: count_entries(db, number_of(db, evening) or 0)) != entries:
            self.write(lambda db: copy_evening(db, evening, entries, own), here=True)
            self._renamed[evening] = own
            self.write(self._tell_parted, here=True, again=True)

    def mend_evening(self, id: str) -> None:
        """Where this evening does not stand as it was sealed, all is taken up that is found again."""
        if self.disk is None or not isinstance(self._path, Path) or self.read(lambda db: _is_whole(db, id)):
            return
        self.disk.close()
        self.disk = None
        try:
            with self._trouble("read"):
                disk, loss = mend(self._path, bytes_of(self._path), self._stamp())
                with transaction(disk):
                    write_losses(disk, [loss], self._stamp())
                self._join(disk)
                self.disk, self._files = disk, files_at(self._path)
        except JournalError as error:
            if not self._goes_on_without_disk(error):
                raise

    def save_clocks(self, running: RunningClocks, *, aside: bool = False) -> None:
        """On the disk when this returns, or soon if `aside`."""
        if self.unsaved is not None:
            self.clocks.latest = running
            return
        try:
            with self._trouble("written"):
                (self.clocks.save_aside if aside else self.clocks.save)(running)
        except JournalError as error:
            if not self._goes_on_without_disk(error):
                raise

    def fold_log(self) -> None:
        """What the log of the journal had stands in its file alone: the log keeps nothing that was overwritten."""
        if self.disk is not None:
            with self._trouble("written"):
                self.disk.execute("PRAGMA wal_checkpoint(truncate)")

    def copy_to(self, path: Path) -> None:
        """All of the journal in a new file, also what is in memory alone."""
        with self._trouble("copied"), closing(sqlite3.connect(path)) as copy:
            self.current.backup(copy)

    def close(self) -> None:
        self.return_to_disk()
        if self.unsaved is None and not self._to_read:
            with suppress(OSError):  # The next second would have said it.
                self.clocks.finish()
        if self.disk is not None:
            self.disk.close()
        self._memory.close()
        self._let_go_of_lock()

    @contextmanager
    def _trouble(self, verb: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.IntegrityError as error:
            raise JournalError(
                f"The journal {self._path} has another writer; close the other companion. ({error})"
            ) from error
        except (sqlite3.Error, OSError) as error:
            raise JournalError(
                f"The journal {self._path} could not be {verb} ({error}); make room on the disk or check its rights."
                " Nothing recorded is lost."
            ) from error


def _is_whole(db: sqlite3.Connection, id: str) -> bool:
    number = number_of(db, id)
    return number is not None and is_evening_whole(db, number)
