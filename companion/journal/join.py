"""Brings what was played in memory, while the disk took nothing, to the journal on the disk.

Evenings are joined by their identities. Nothing that stands on the disk is changed: an evening that went on here is
continued there, and one that went on in two places becomes two.
"""

from __future__ import annotations

import sqlite3
from uuid import uuid4

from companion.journal.database_tables import (
    count_entries,
    end_evening,
    ending_of,
    evening_in,
    insert_beginning,
    insert_entries,
    insert_head,
    latest_checksum,
    number_of,
    reopen_evening,
)
from companion.journal.seals import FoundEntries


def part_ways(memory: sqlite3.Connection, disk: sqlite3.Connection) -> dict[str, str]:
    """Gives evenings that went on here otherwise than on the disk identities of their own: the new ones by the old.

    This is done in memory, before anything is written: whoever has to try again finds them under the same names.
    """
    renamed = {}
    for id, number in _evenings(memory):
        there = number_of(disk, id)
        if there is None or _stands_alike(memory, number, disk, there):
            continue
        ours, theirs = evening_in(memory, number), evening_in(disk, there)
        if ours is not None and (theirs is None or not _is_one_way(ours, theirs)):
            renamed[id] = _rename(memory, number, ours)
    return renamed


def copy_evening(db: sqlite3.Connection, id: str, entries: int, own: str) -> None:
    """A new evening with an identity of its `own` that begins with so many entries of this one."""
    number = number_of(db, id)
    found = None if number is None else evening_in(db, number)
    if found is None:
        raise sqlite3.DatabaseError(f"there is no evening {id} to go on from")
    _insert(db, FoundEntries(found.head, found.entries[:entries]).known_as(own))


def join(memory: sqlite3.Connection, disk: sqlite3.Connection) -> None:
    """Everything that is in memory and not on the disk, for a transaction of the disk's."""
    for id, number in _evenings(memory):
        there = number_of(disk, id)
        if there is not None and _stands_alike(memory, number, disk, there):
            continue
        ours = evening_in(memory, number)
        if ours is None:
            continue  # It came from the disk, damaged as it is there.
        if there is None:
            there = _insert(disk, ours)
        elif (written := count_entries(disk, there)) < len(ours.entries):
            insert_entries(disk, there, ours.entries[written:])
        else:
            continue
        if (ending := ending_of(memory, number)) is None:
            reopen_evening(disk, id)
        else:
            end_evening(disk, id, ending.ended, ending.how)
    for table, columns in (("person", 4), ("preference", 2), ("refusal", 4)):
        disk.executemany(
            f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * columns)})",  # noqa: S608 - our own names
            memory.execute(f"SELECT * FROM {table}").fetchall(),  # noqa: S608
        )


def _evenings(db: sqlite3.Connection) -> list[tuple[str, int]]:
    return db.execute("SELECT id, number FROM game ORDER BY number").fetchall()


def _stands_alike(one: sqlite3.Connection, number: int, other: sqlite3.Connection, there: int) -> bool:
    """Each entry is sealed with all before it: the latest one tells of all."""
    return latest_checksum(one, number) == latest_checksum(other, there)


def _is_one_way(one: FoundEntries, other: FoundEntries) -> bool:
    """Whether one of them is what the other was earlier."""
    both = min(len(one.entries), len(other.entries))
    return one.head[-1].checksum == other.head[-1].checksum and one.entries[:both] == other.entries[:both]


def _insert(db: sqlite3.Connection, evening: FoundEntries) -> int:
    number = insert_beginning(db, evening.head[0].game, evening.began_with)
    insert_entries(db, number, evening.entries)
    return number


def _rename(db: sqlite3.Connection, number: int, evening: FoundEntries) -> str:
    own, ending = evening.known_as(uuid4().hex), ending_of(db, number)
    db.execute("UPDATE game SET id = ? WHERE number = ?", (own.head[0].game, number))
    db.execute("DELETE FROM head WHERE game = ?", (number,))
    db.execute("DELETE FROM entry WHERE game = ?", (number,))
    insert_head(db, number, own.head)
    insert_entries(db, number, own.entries)
    if ending is not None:
        end_evening(db, own.head[0].game, ending.ended, ending.how)
    return own.head[0].game
