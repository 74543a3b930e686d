"""What still has to reach the broker, on disk: small, bounded, in order.

Of a topic whose messages are retained only the latest is kept. The file also keeps what makes this table itself for
the club: its id, and how many events it has told of.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from uuid import uuid4

from companion.club.mqtt_messages import Outgoing

logger = logging.getLogger(__name__)

MOST_WAITING = 500
"""Events of a broker that stays away for weeks; beyond these the oldest go."""

NOTHING_OF_ITS_OWN: Mapping[str, str] = MappingProxyType({})

_TABLES = """
PRAGMA journal_mode = WAL;
CREATE TABLE IF NOT EXISTS waiting
    (number INTEGER PRIMARY KEY AUTOINCREMENT, topic TEXT NOT NULL, payload BLOB NOT NULL, retained INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS own (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


class Outbox:
    """Opened on one thread and used on another, by one at a time. `path` is None for one in memory."""

    def __init__(self, path: Path | None) -> None:
        try:
            self._disk = _opened(path)
        except sqlite3.Error as error:
            logger.warning("what waited for the club cannot be read (%s) and is begun anew", error)
            self._disk = _begun_anew(path)
        self.id = self.remembered("id") or uuid4().hex[:12]
        self.put(own={"id": self.id})

    def remembered(self, name: str) -> str:
        """A value of this table; empty where there is none."""
        row = self._disk.execute("SELECT value FROM own WHERE name = ?", (name,)).fetchone()
        return "" if row is None else str(row[0])

    def put(self, *messages: Outgoing, own: Mapping[str, str] = NOTHING_OF_ITS_OWN) -> None:
        """Messages in their order, and with them values of this table: all of it is kept, or nothing."""
        with self._disk:
            self._disk.executemany("INSERT OR REPLACE INTO own VALUES (?, ?)", own.items())
            for message in messages:
                if message.retained:
                    self._disk.execute("DELETE FROM waiting WHERE retained AND topic = ?", (message.topic,))
                self._disk.execute(
                    "INSERT INTO waiting (topic, payload, retained) VALUES (?, ?, ?)",
                    (message.topic, message.payload, message.retained),
                )
            self._disk.execute(
                "DELETE FROM waiting WHERE number IN "
                "(SELECT number FROM waiting WHERE NOT retained ORDER BY number DESC LIMIT -1 OFFSET ?)",
                (MOST_WAITING,),
            )

    def first(self) -> tuple[int, Outgoing] | None:
        """What has waited longest, with its number."""
        row = self._disk.execute("SELECT number, topic, payload, retained FROM waiting ORDER BY number").fetchone()
        return None if row is None else (row[0], Outgoing(row[1], row[2], bool(row[3])))

    def delivered(self, number: int) -> None:
        """The broker has it."""
        with self._disk:
            self._disk.execute("DELETE FROM waiting WHERE number = ?", (number,))

    def leave_disk(self, why: sqlite3.Error) -> None:
        """Goes on in memory with what can still be read, where the disk takes nothing any more."""
        logger.warning("what waits for the club is in memory alone from now on: %s", why)
        memory = _opened(None)
        with suppress(sqlite3.Error):
            for table in ("waiting", "own"):
                for row in self._disk.execute(f"SELECT * FROM {table}"):  # noqa: S608
                    memory.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608
        memory.commit()
        with suppress(sqlite3.Error):
            self._disk.close()
        self._disk = memory

    def close(self) -> None:
        self._disk.close()


def _opened(path: Path | None) -> sqlite3.Connection:
    disk = sqlite3.connect(":memory:" if path is None else path, check_same_thread=False)
    try:
        disk.executescript(_TABLES)
    except sqlite3.Error:
        disk.close()
        raise
    return disk


def _begun_anew(path: Path | None) -> sqlite3.Connection:
    """In memory where the disk takes nothing."""
    if path is not None:
        with suppress(OSError):
            path.unlink()
        with suppress(sqlite3.Error):
            return _opened(path)
    return _opened(None)
