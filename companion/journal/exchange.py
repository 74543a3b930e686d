"""Evenings handed on in files: out of this house's journal, and into it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.core.text import Text, say, say_plural
from companion.errors import JournalError
from companion.journal.record import read_records, write_record
from companion.journal.store import JournalStore


def hand_on(store: JournalStore, ids: Sequence[str], path: Path) -> Text:
    """Writes the records of these evenings into a file, and says how many. Raises JournalError."""
    text = "\n".join(write_record(store.record(id)) for id in ids)
    try:
        path.write_bytes(text.encode())
    except OSError as error:
        raise JournalError(f"{path} cannot be written ({error.strerror}); name another file with --export.") from error
    return say_plural("{count} evening is in {path}.", "{count} evenings are in {path}.", len(ids), path=path)


def take_up(store: JournalStore, path: Path) -> Text:
    """Takes up the evenings of a file that are not in the journal yet, all or none. Raises JournalError."""
    try:
        stored = path.read_bytes()
    except OSError as error:
        raise JournalError(f"{path} cannot be read ({error.strerror}); name another file with --import.") from error
    records = read_records(stored, str(path))
    new = store.take_up(records)
    said = say_plural("{count} evening was taken up.", "{count} evenings were taken up.", len(new))
    if not (old := len(records) - len(new)):
        return said
    there = say_plural("{count} was in the journal already.", "{count} were in the journal already.", old)
    return say("{sentence} {other}", sentence=said, other=there)
