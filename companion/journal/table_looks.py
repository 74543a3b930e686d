"""How the labels lay when table and game agreed last, and where each was seen last, beside the journal.

What they tell outlives a power cut. It is a help and no record: one that is lost, damaged or older than the journal is
as none.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass
from itertools import starmap
from math import isfinite
from pathlib import Path

from companion.config import replace_file
from companion.core.table import LabelPlace, Pose
from companion.errors import JournalError
from companion.journal.clock_file import checksum

logger = logging.getLogger(__name__)

# --- a picture of the table as it was left, for each evening that a camera saw end, in a folder beside the journal ---
#
# It is called by the evening's identity, and goes with it: nothing else refers to it.


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


# --- the labels ---


SAME_TABLE = 3600.0
"""Seconds. Whoever goes on later may have laid the table anew, each piece with the label of another one of its kind."""


@dataclass(frozen=True, slots=True)
class TableLook:
    """The labels, in millimetres, at that time in seconds, when the evening's journal had so many entries.

    `elsewhere` is where others were seen last, and those that have been seen elsewhere since table and game agreed.
    """

    entries: int
    at: float
    labels: Sequence[LabelPlace]
    elsewhere: Sequence[LabelPlace] = ()

    @property
    def places(self) -> Sequence[LabelPlace]:
        """Where each label was seen last."""
        return tuple({place.tag: place for place in (*self.labels, *self.elsewhere)}.values())

    def is_of(self, entries: int, now: float) -> bool:
        """Whether nothing was written since, and the same table lies there still. Clocks may have been set back."""
        return entries == self.entries and abs(now - self.at) < SAME_TABLE


NOTHING = TableLook(0, 0.0, ())


class TableLooks:
    """The latest look of each evening, in a file each; without a folder in memory."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = None if folder is None else folder / FOLDER
        self._looks: dict[str, TableLook] = {}

    def keep(self, id: str, look: TableLook) -> None:
        """Instead of the one before. Nothing is synced, and a disk that takes nothing is told of by the journal."""
        self._looks[id] = look
        if self._folder is not None:
            with suppress(OSError):
                self._folder.mkdir(exist_ok=True)
                replace_file(self._folder / f"{id}.look", _written(look))

    def latest(self, id: str) -> TableLook | None:
        if id not in self._looks and self._folder is not None:
            path = self._folder / f"{id}.look"
            try:
                self._looks[id] = _read(path.read_bytes())
            except FileNotFoundError:
                pass
            except (OSError, ValueError) as error:
                logger.warning("Where the pieces lay is not known from before: %s (%s)", path, error)
                self._looks[id] = NOTHING
        return self._looks.get(id)


def _written(look: TableLook) -> bytes:
    labels, elsewhere = (
        [(each.tag, *(round(value, 1) for value in astuple(each.pose))) for each in places]
        for places in (look.labels, look.elsewhere)
    )
    body = json.dumps([look.entries, look.at, labels, elsewhere]).encode()
    return b"%s\n%s\n" % (checksum(body), body)


def _read(raw: bytes) -> TableLook:
    """Raises ValueError for what is not whole."""
    sealed, _, body = raw.partition(b"\n")
    body = body.rstrip(b"\n")
    if sealed != checksum(body):
        raise ValueError("the look is damaged")
    try:
        entries, at, *both = json.loads(body)
        labels, elsewhere = (tuple(starmap(_place, places)) for places in (*both, ())[:2])
        return TableLook(int(entries), float(at), labels, elsewhere)
    except (TypeError, OverflowError) as error:
        raise ValueError("the look is none of ours") from error


def _place(tag: str, *pose: float) -> LabelPlace:
    x, y, rotation = map(float, pose)
    if not all(map(isfinite, (x, y, rotation))):
        raise ValueError("the look has a label nowhere")
    return LabelPlace(str(tag), Pose(x, y, rotation))
