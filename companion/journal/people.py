"""People in the evenings of a journal: two that are one, and one who wishes to be forgotten.

Nothing of what happened is touched: entries name seats. What an evening began with is sealed anew with the other name,
and so is all that follows; what stood there before is overwritten on the disk.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace

from companion.core.action import SEATS
from companion.errors import JournalError
from companion.journal.database_tables import end_evening, ending_of, evening_in, insert_entries, insert_head
from companion.journal.saved_games import KnownPerson, read_ending, read_options, written, written_ending
from companion.journal.seals import FoundEntries


def people(db: sqlite3.Connection) -> list[KnownPerson]:
    """Everybody who plays in this house, by name."""
    rows = db.execute("SELECT name, colour, languages, left_handed FROM person ORDER BY name").fetchall()
    return [
        KnownPerson(name, colour, tuple(languages.split()), None if hand is None else bool(hand))
        for name, colour, languages, hand in rows
    ]


def remember(db: sqlite3.Connection, person: KnownPerson) -> None:
    row = person.name, person.colour, " ".join(person.languages), person.left_handed
    db.execute("INSERT OR REPLACE INTO person (name, colour, languages, left_handed) VALUES (?, ?, ?, ?)", row)


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


def merge(db: sqlite3.Connection, name: str, other: str) -> int:
    """Gives somebody's evenings, and what is known of him, to that other one; returns how many evenings these are.

    Raises JournalError where an evening is damaged: nothing has happened then.
    """
    evenings = list(evenings_with(db, name))
    db.execute("PRAGMA secure_delete = on")
    for number, _ in evenings:
        _rename_in(db, number, name, other)
    known = {each.name: each for each in people(db)}
    if name in known and other in known:
        remember(db, _one_of(known[other], known[name]))
    _leave(db, name)
    return len(evenings)


def _one_of(person: KnownPerson, also: KnownPerson) -> KnownPerson:
    hand = also.left_handed if person.left_handed is None else person.left_handed
    languages = tuple(dict.fromkeys((*person.languages, *also.languages)))
    return replace(person, languages=languages, left_handed=hand)


def forget(db: sqlite3.Connection, name: str) -> int:
    """Leaves his seat's letter in all his evenings, and nothing that was said of him; returns how many these are.

    Raises JournalError where an evening is damaged: nothing has happened then.
    """
    evenings = list(evenings_with(db, name))
    db.execute("PRAGMA secure_delete = on")
    for number, names in evenings:
        seat = names.index(name)
        id = _rename_in(db, number, name, seat_letter(names, seat))
        db.execute("DELETE FROM refusal WHERE evening = ? AND seat = ?", (id, SEATS[seat]))
    _leave(db, name)
    return len(evenings)


def _leave(db: sqlite3.Connection, name: str) -> None:
    db.execute("DELETE FROM person WHERE name = ?", (name,))


def _rename_in(db: sqlite3.Connection, number: int, name: str, new: str) -> str:
    """Returns the evening's identity, which stays."""
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
        how = read_ending(ending.text, read_options(found.began_with["options"]).names)
        end_evening(db, id, ending.ended, ending.how if how is None else written_ending(how))
    return id


def _seal_anew(db: sqlite3.Connection, number: int, evening: FoundEntries) -> None:
    db.execute("DELETE FROM head WHERE game = ?", (number,))
    db.execute("DELETE FROM entry WHERE game = ?", (number,))
    insert_head(db, number, evening.head)
    insert_entries(db, number, evening.entries)
