"""What is found wrong, each with the evening, the step and a picture of the window."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from benchmarks.window_evenings.lots import Lot


class Kind(Enum):
    """What a fault is, in the words of the table of figures."""

    WRONG = "another action booked than was meant"
    PHANTOM = "an action that nobody touched"
    STOP = "a stop without a reason or a way on"
    WORDS = "words that are cut, or a button without any"
    DEAD = "a control that does nothing"
    LOST = "something legal to which no touch leads"
    END = "an evening that cannot be ended with its result"
    FAILED = "a mistake of the companion"


@dataclass(frozen=True, slots=True)
class Fault:
    kind: Kind
    lot: Lot
    step: int
    what: str
    picture: Path | None = None

    def __str__(self) -> str:
        shown = f"  {self.picture}" if self.picture is not None else ""
        return f"{self.kind.value}: {self.what}\n    {self.lot}, step {self.step}{shown}"


SLOW = 150.0
"""Milliseconds in which a finger sees that it was felt."""


@dataclass(slots=True)
class Findings:
    """What was found in one evening. The same is told once. `take_picture` saves what the window shows."""

    lot: Lot
    take_picture: Callable[[Path], None]
    folder: Path | None = None
    faults: list[Fault] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    """Milliseconds from a finger that comes down to the first change of the picture."""
    step: int = 0

    def fault(self, kind: Kind, what: str, picture: Path | None = None) -> None:
        """Something is wrong; what the window shows now, where no other `picture` tells."""
        if any((each.kind, each.what) == (kind, what) for each in self.faults):
            return
        self.faults.append(Fault(kind, self.lot, self.step, what, picture or self.picture(kind.name.lower())))

    def picture(self, name: str) -> Path | None:
        """Saves what the window shows, where pictures are wanted."""
        if self.folder is None:
            return None
        lot = self.lot
        path = self.folder / f"{lot.game}-{lot.mode}-{lot.seed}-{self.step:03}-{name}.png"
        self.take_picture(path)
        return path

    @property
    def slow(self) -> int:
        return sum(wait > SLOW for wait in self.waits)


class LoggedErrors(logging.Handler):
    """What the companion survives and writes into its log is a mistake of its own as well."""

    def __init__(self, findings: Findings) -> None:
        super().__init__(logging.ERROR)
        self._findings = findings

    def emit(self, record: logging.LogRecord) -> None:
        raised = record.exc_info[1] if record.exc_info else None
        self._findings.fault(Kind.FAILED, record.getMessage() if raised is None else f"{raised!r}")
