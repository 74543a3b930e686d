"""What happened, append only. The state is a pure fold of it, so undo, replay and recovery are one mechanism."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.core.game import Seat
from companion.core.table import Piece, Tag, Zone


@dataclass(frozen=True, slots=True)
class Did:
    """An action in notation. `overruled` is the id of a rule that the players agreed to set aside for it."""

    action: str
    overruled: str | None = None


@dataclass(frozen=True, slots=True)
class Undid:
    """Takes back the latest `count` actions that still stand."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Corrected:
    """The players said which piece a label is on. `tag` is UNREADABLE for the unreadable label of that zone."""

    zone: Zone
    tag: Tag
    piece: Piece


@dataclass(frozen=True, slots=True)
class Amended:
    """The standing action number `index` (from 0) was misread: it was this one. What followed still stands."""

    index: int
    action: str


Event = Did | Undid | Corrected | Amended


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as it stands in the journal. `clocks` are the seconds each seat had spent when it was written."""

    number: int
    event: Event
    source: str
    clocks: tuple[tuple[Seat, float], ...] = ()


CAMERA = "camera"
"""The source of what nobody but the camera has seen; all others are people."""


def unconfirmed(entries: Iterable[Entry]) -> int:
    """How many of the latest actions that stand only the camera saw: whoever touches the screen has seen the others."""
    count = 0
    for entry in entries:
        match entry.event:
            case Did() if entry.source == CAMERA:
                count += 1
            case Undid(undone) if entry.source == CAMERA:
                count = max(0, count - undone)
            case _:
                count = 0
    return count


def effective(entries: Iterable[Entry]) -> list[Did]:
    """The actions that still stand, in order. Raises IndexError when more is undone or amended than was done."""
    standing: list[Did] = []
    for entry in entries:
        match entry.event:
            case Did():
                standing.append(entry.event)
            case Undid(count):
                for _ in range(count):
                    standing.pop()
            case Amended(index, action):
                standing[index] = replace(standing[index], action=action)
            case Corrected():
                pass
    return standing
