"""Another program on the same journal, in a process of its own: it knows of no lock but SQLite's.

It takes its tasks as lines of JSON and answers each.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

from companion.core.clock import COUNTING
from companion.core.game import Options
from companion.core.journal_entries import Did
from companion.journal import disk as journal_disk
from companion.journal.clock_file import ClockFile
from companion.journal.database_tables import (
    BEGAN_WITH,
    append_entries,
    count_entries,
    end_evening,
    insert_beginning,
    number_of,
    transaction,
)
from companion.journal.disk import open_database, read_journal
from companion.journal.saved_games import read_entry, read_options, written, written_event, written_time

AT = "2026-11-24T20:00:00+00:00"


class OtherProgram:
    """Starts it, and asks it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.journal_faults.other_program"],
            env={name: value for name, value in os.environ.items() if name != "LD_PRELOAD"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def does(self, what: str, path: Path, **more: str) -> Any:
        """None where it was refused, as by a lock."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([what, str(path), more]) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate()


def main() -> None:
    journal_disk.BUSY = 0.0
    held: list[sqlite3.Connection] = []
    for line in sys.stdin:
        what, path, more = json.loads(line)
        print(json.dumps(_answer(what, Path(path), more, held)), flush=True)


def _answer(what: str, path: Path, more: dict[str, str], held: list[sqlite3.Connection]) -> Any:
    if what == "shows":
        return shown(path)
    if what == "lets go":
        while held:
            held.pop().close()
        return True
    try:
        db = open_database(path)
    except sqlite3.Error:
        return None
    if what == "holds":
        held.append(db)
        try:
            db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error:
            return None
        return True
    with closing(db):
        try:
            with transaction(db):
                return _TASKS[what](db, **more)
        except sqlite3.Error:
            return None


def _begin(db: sqlite3.Connection, who: str) -> str:
    options = written({"names": Options((who,)).names, "settings": {}})
    values = ("orchard", options, "", AT, written_time(COUNTING), "[]")
    id = uuid4().hex
    insert_beginning(db, id, dict(zip(BEGAN_WITH, values, strict=True)))
    return id


def _play(db: sqlite3.Connection, id: str, action: str) -> list[str] | None:
    """The actions that stand then; None where there is no such evening."""
    number = number_of(db, id)
    if number is None:
        return None
    append_entries(db, id, count_entries(db, number), [(AT, "touch", written_event(Did(action)), "[]")])
    return actions(db, number)


def _end(db: sqlite3.Connection, id: str, ending: str) -> bool:
    return end_evening(db, id, AT, ending)


def shown(path: Path) -> list[dict[str, Any]] | None:
    """All evenings that stand in the journal; None where it cannot be read."""
    try:
        db = read_journal(path, ClockFile(path), AT)
    except (sqlite3.Error, OSError):
        return None
    with closing(db):
        rows = db.execute("SELECT id, number, options, ended, ending FROM game ORDER BY number").fetchall()
        return [
            {
                "id": id,
                "who": read_options(options).names[0],
                "actions": actions(db, number),
                "ending": ending.rpartition("=e")[0] if ended is not None else None,
            }
            for id, number, options, ended, ending in rows
        ]


def actions(db: sqlite3.Connection, number: int) -> list[str]:
    rows = db.execute("SELECT number, event, source, clocks, at FROM entry WHERE game = ? ORDER BY number", (number,))
    entries = [read_entry(*row) for row in rows]
    return [entry.event.action for entry in entries if isinstance(entry.event, Did)]


_TASKS: dict[str, Callable[..., Any]] = {"begins": _begin, "plays": _play, "ends": _end}


if __name__ == "__main__":
    main()
