"""What stands beside the journal of the evenings that have ended, so that a thousand are read at once.

How an evening ended stands behind the owner's copy in its row, and to reach it costs pages of the disk; what it began
with and when it ended do not. The index has the rest. It is sealed by nothing and trusted in nothing: a line belongs to
an evening that says the same of itself, what is not there or not of today is read from the journal again, and a file
that is damaged or not ours is made anew. No name stands in it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from companion.config import replace_file
from companion.journal.saved_games import SavedEvening, read_evening, written

HEAD = "table-companion index of evenings 1"

Line = tuple[str, str, str]
"""An evening's identity, colours and ending, as they are stored."""

_Known = dict[str, Line]


def index_of(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}-index")


def ended_evenings(db: sqlite3.Connection, index: Path | None) -> list[SavedEvening]:
    """Every evening that has ended, the newest first. Brings the index up to date where one is given."""
    asked = "SELECT number, name, options, begun, ended FROM game WHERE ended IS NOT NULL ORDER BY number DESC"
    rows = {_key(row): row for row in db.execute(asked).fetchall()}
    known = {} if index is None else _read(index)
    lines = {key: known.get(key) or _line(db, row[0]) for key, row in rows.items()}
    if index is not None and lines.keys() != known.keys():
        _write(index, lines, known)
    return [_evening(rows[key], line) for key, line in lines.items()]


def _key(row: tuple[int, str, str, str, str]) -> str:
    """Of all that an evening's row says of itself: an evening that was renamed or gone on with is another one."""
    return _digest(written(row))


def _line(db: sqlite3.Connection, number: int) -> Line:
    asked = "SELECT id, colours, ending FROM game WHERE number = ?"
    id, colours, ending = db.execute(asked, (number,)).fetchone()
    return id, colours, ending


def _evening(row: tuple[int, str, str, str, str], line: Line) -> SavedEvening:
    (_, name, options, begun, ended), (id, colours, ending) = row, line
    return read_evening((id, name, options, colours, begun, ended, ending, ended))


def _read(index: Path) -> _Known:
    """Nothing where it is not there, damaged in any line, or not ours."""
    try:
        head, *lines = index.read_text("utf-8").splitlines()
        return dict(map(_read_line, lines)) if head == HEAD else {}
    except (OSError, ValueError, TypeError):
        return {}


def _read_line(line: str) -> tuple[str, Line]:
    """Raises ValueError or TypeError for what was not written so."""
    seal, _, stored = line.partition(" ")
    if seal != _digest(stored):
        raise ValueError("a line of the index is damaged")
    key, id, colours, ending = json.loads(stored)
    return key, (id, colours, ending)


def _write(index: Path, lines: Mapping[str, Line], known: _Known) -> None:
    """New evenings are added; where others are gone, it is written anew. A disk that takes nothing has no index."""
    with suppress(OSError):
        if known and known.keys() <= lines.keys():
            with index.open("a", encoding="utf-8") as file:
                file.write(_text({key: line for key, line in lines.items() if key not in known}.items()))
            return
        replace_file(index, f"{HEAD}\n{_text(lines.items())}".encode())


def _text(lines: Iterable[tuple[str, Line]]) -> str:
    stored = (written((key, *line)) for key, line in lines)
    return "".join(f"{_digest(each)} {each}\n" for each in stored)


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()
