"""One companion writes to a journal, and a second one says so at its start."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from companion.errors import JournalError


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
