"""What a journal has lost, as it is written down in it and said until somebody has seen it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum

from companion.core.text import Text, say, say_plural


class LossKind(StrEnum):
    """What may have happened to a journal."""

    DAMAGED = "damaged"
    SHORTER = "shorter"
    GONE = "gone"
    PARTED = "parted"


@dataclass(frozen=True, slots=True)
class Loss:
    """`count` entries were found again of what was damaged, or are missing; `file` is where the damaged one is kept."""

    kind: LossKind
    count: int = 0
    file: str = ""

    @property
    def text(self) -> Text:
        match self.kind:
            case LossKind.DAMAGED:
                found = say_plural("{count} entry was found again", "{count} entries were found again", self.count)
                if not self.file:
                    return say("The journal is damaged; {found}.", found=found)
                return say(
                    "The journal was damaged; {found}. The damaged file is kept as {file}.", found=found, file=self.file
                )
            case LossKind.SHORTER:
                return say_plural(
                    "The end of the journal is missing: {count} entry.",
                    "The end of the journal is missing: {count} entries.",
                    self.count,
                )
            case LossKind.GONE if self.count:
                return say_plural(
                    "An evening is missing from the journal, with {count} entry: its file or its log was taken away.",
                    "An evening is missing from the journal, with {count} entries: its file or its log was taken away.",
                    self.count,
                )
            case LossKind.GONE:
                return say(
                    "An evening that had just begun is missing from the journal: its file or its log was taken away."
                )
            case LossKind.PARTED:
                return say(
                    "Another program has gone on with the same evening: both are kept, and this one goes on by itself."
                )


def write_losses(db: sqlite3.Connection, losses: Iterable[Loss], now: str) -> None:
    rows = [(now, json.dumps(asdict(loss))) for loss in losses]
    db.executemany("INSERT INTO loss (at, what) VALUES (?, ?)", rows)


def unseen_losses(db: sqlite3.Connection) -> list[Loss]:
    """Those that nobody has seen yet, the oldest first."""
    rows = db.execute("SELECT what FROM loss WHERE NOT seen ORDER BY number").fetchall()
    found = [json.loads(what) for (what,) in rows]
    return [Loss(LossKind(each["kind"]), each["count"], each["file"]) for each in found]


def losses_seen(db: sqlite3.Connection) -> None:
    db.execute("UPDATE loss SET seen = 1")


def together(losses: Iterable[Loss]) -> Text | None:
    """All of it in one text; None for nothing."""
    said: Text | None = None
    for loss in losses:
        said = loss.text if said is None else say("{sentence} {next_sentence}", sentence=said, next_sentence=loss.text)
    return said
