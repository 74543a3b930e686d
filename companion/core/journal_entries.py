"""What happened, append only. The state is a pure fold of it, so undo, replay and recovery are one mechanism."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.core.clock import PlayerClock
from companion.core.game import Seat
from companion.core.table import Piece, Tag, Zone


@dataclass(frozen=True, slots=True)
class Did:
    """An action in notation. `overruled` is the id of a rule that the players agreed to set aside for it."""

    action: str
    overruled: str | None = None


@dataclass(frozen=True, slots=True)
class Edited:
    """The players put the table right outside the rules: moves of pieces and figures, each in notation."""

    edits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Undid:
    """Takes back the latest `count` actions and corrections that still stand."""

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


@dataclass(frozen=True, slots=True)
class Decided:
    """The table decided an ambiguous point in the middle of the evening: from now on the setting has this choice."""

    setting: str
    choice: str


@dataclass(frozen=True, slots=True)
class Learnt:
    """The owner told what is printed on his copy while it was played with: questions and answers."""

    told: tuple[tuple[str, str], ...]


Decisions = Mapping[str, str]
"""The choices of the settings that were decided in the evening."""

Event = Did | Edited | Undid | Corrected | Amended | Decided | Learnt


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as it stands in the journal: what the clocks stood at, and when (ISO 8601, UTC) it was written down."""

    number: int
    event: Event
    source: str
    clocks: tuple[tuple[Seat, PlayerClock], ...] = ()
    at: str = field(default="", compare=False)


CAMERA = "camera"
"""The source of what nobody but the camera has seen; all others are people."""


WITH_IT = "with the touch before"
"""The source of what the same touch did as the action before: it is taken back with that."""


AT_RANDOM = "at random"
"""The source of what the companion dealt itself, for people who only try a game out."""


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


def effective(entries: Iterable[Entry]) -> list[Did | Edited]:
    """The actions and corrections that still stand, in order.

    Raises IndexError when more is undone or amended than was done.
    """
    return [stands.did for stands in standing_entries(entries)]


@dataclass(frozen=True, slots=True)
class StandingEntry:
    """An action or a correction that stands, the entry that wrote it down, and what the table had decided by then."""

    did: Did | Edited
    entry: Entry
    decided: Decisions


def standing_entries(entries: Iterable[Entry]) -> list[StandingEntry]:
    """The actions and corrections that still stand, in order.

    A decision outlives the actions before it: people who take one back have not changed their minds about a rule.
    """
    stands: list[StandingEntry] = []
    decided: dict[str, str] = {}
    for entry in entries:
        match entry.event:
            case Did() | Edited():
                stands.append(StandingEntry(entry.event, entry, dict(decided)))
            case Undid(count):
                for _ in range(count):
                    stands.pop()
            case Amended(index, action):
                amended = stands[index].did
                if isinstance(amended, Did):
                    stands[index] = replace(stands[index], did=replace(amended, action=action))
            case Decided(setting, choice):
                decided[setting] = choice
            case Corrected() | Learnt():
                pass
    return stands


def decisions(entries: Iterable[Entry]) -> Decisions:
    """What the table has decided by now: the choice of each such setting."""
    return {entry.event.setting: entry.event.choice for entry in entries if isinstance(entry.event, Decided)}


def learnt(entries: Iterable[Entry]) -> dict[str, str]:
    """What the owner has told during the evening of what is printed on his copy."""
    return {
        question: value for entry in entries if isinstance(entry.event, Learnt) for question, value in entry.event.told
    }
