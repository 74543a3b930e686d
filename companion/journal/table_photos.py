"""A picture of the table as it was left, for each evening that a camera saw end, in a folder beside the journal.

It is called by the evening's identity, and goes with it: nothing else refers to it.
"""

from __future__ import annotations

from pathlib import Path

from companion.config import replace_file
from companion.errors import JournalError

FOLDER = "tables"


def photo_of(folder: Path | None, id: str) -> str:
    """The picture file; empty where there is none."""
    path = None if folder is None else folder / FOLDER / f"{id}.jpg"
    return str(path) if path is not None and path.is_file() else ""


def keep_photo(folder: Path | None, id: str, jpeg: bytes) -> None:
    """Instead of an earlier one of this evening; a journal in memory keeps none. Raises JournalError."""
    if folder is None:
        return
    try:
        (folder / FOLDER).mkdir(exist_ok=True)
        replace_file(folder / FOLDER / f"{id}.jpg", jpeg)
    except OSError as error:
        raise JournalError(f"The picture of the table cannot be kept ({error.strerror}); make room there.") from error
