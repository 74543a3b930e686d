"""People in the evenings of a journal: two that are one, and one who wishes to be forgotten.

Nothing of what happened is touched: entries name seats. What an evening began with is sealed anew with the other name,
and so is all that follows; what stood there before is overwritten on the disk.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator

from companion.core.action import SEATS
from companion.errors import JournalError
from companion.journal.seals import Found
from companion.journal.stored_values import read_options, written
from companion.journal.tables import end_evening, ending_of, evening_in, insert_entries, insert_head

NewName = Callable[[tuple[str, ...], int], str]
"""What somebody is called from now on, by the names of a table and his seat's number there."""


def seat_letter(names: tuple[str, ...], seat: int) -> str:
    """The name of somebody who has none: his seat's letter, with a mark where another is called so."""
    letter = SEATS[seat]
    while letter in names:
        letter += "·"
    return letter


def evenings_with(db: sqlite3.Connection, name: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The numbers of the evenings in which he played, and who played in each."""
    for number, options in db.execute("SELECT number, options FROM game ORDER BY number").fetchall():
        names = read_options(options).names
        if name in names:
            yield number, names


def rename(db: sqlite3.Connection, name: str, new_name: NewName) -> int:
    """Gives somebody another name in all his evenings, and none as a person; returns how many evenings these are.

    Raises JournalError where an evening is damaged: nothing has happened then.
    """
    evenings = list(evenings_with(db, name))
    db.execute("PRAGMA secure_delete = on")
    for number, names in evenings:
        _rename_in(db, number, name, new_name(names, names.index(name)))
    db.execute("DELETE FROM person WHERE name = ?", (name,))
    return len(evenings)


def _rename_in(db: sqlite3.Connection, number: int, name: str, new: str) -> None:
    found, ending = evening_in(db, number), ending_of(db, number)
    if found is None:
        raise JournalError(
            f"An evening with {name} is damaged; `companion journal --repair` takes up what is found, then try again."
        )
    id, began_with = found.head[0].game, dict(found.began_with)
    options = json.loads(began_with["options"])
    options["names"] = [new if each == name else each for each in options["names"]]
    began_with["options"] = written(options)
    began_with["profile"] = began_with["profile"].replace(json.dumps(name, ensure_ascii=False), json.dumps(new))
    renamed = found.known_as(id, began_with)
    db.execute(
        "UPDATE game SET options = ?, profile = ? WHERE number = ?",
        (began_with["options"], began_with["profile"], number),
    )
    _seal_anew(db, number, renamed)
    if ending is not None:
        end_evening(db, id, ending.ended, ending.how)


def _seal_anew(db: sqlite3.Connection, number: int, evening: Found) -> None:
    db.execute("DELETE FROM head WHERE game = ?", (number,))
    db.execute("DELETE FROM entry WHERE game = ?", (number,))
    insert_head(db, number, evening.head)
    insert_entries(db, number, evening.entries)
