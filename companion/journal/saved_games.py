"""Evenings as the journal gives them back, and the people who played them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.clock import COUNTING, Clocks, TimeControl
from companion.core.game import Options, Seat
from companion.core.journal_entries import Entry


@dataclass(frozen=True, slots=True)
class Ending:
    """How an evening ended: the winners' seats and everybody's points; `abandoned` before the game was over.

    `points` are by seat or, where sides are scored, by what the side is called. `seconds` is how long the evening
    took, `spent` how long each seat was on turn; both are 0 in endings that were written before this was kept. `goal`
    is by what it was won, as the game calls it in English; empty where nobody wrote it down. `still_open` counts
    what people left open when it was compared with the table as it lay; None where it was not.
    """

    winners: tuple[Seat, ...] = ()
    points: tuple[tuple[str, int], ...] = ()
    abandoned: bool = False
    seconds: float = 0.0
    spent: tuple[tuple[Seat, float], ...] = ()
    goal: str = ""
    still_open: int | None = None


PLAYED_OUT = Ending()


@dataclass(frozen=True, slots=True)
class SavedEvening:
    """One line of the list of evenings. Times are ISO 8601 in UTC; `latest` is when something was last written.

    `location` is where it was played, empty where nobody told; so is `version`, the game's when it began.
    """

    id: str
    game: str
    names: tuple[str, ...]
    colours: tuple[int, ...]
    begun: str
    latest: str
    ended: str | None
    ending: Ending | None
    location: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody who plays in this house; `colour` is the number of the colour that he likes, from 0.

    `languages` are the codes of those that he speaks, the one that he likes best first. `left_handed` is None where
    nobody told.
    """

    name: str
    colour: int
    languages: tuple[str, ...] = ()
    left_handed: bool | None = None


@dataclass(frozen=True, slots=True)
class RefusedMove:
    """A move that somebody tried in an evening, and the id of the rule against it."""

    evening: str
    seat: Seat
    rule: str


@dataclass(frozen=True, slots=True)
class SavedGame:
    """One game as the journal has it. `profile` is the owner's copy it is played with, as it was when it began.

    `colours` are the numbers of the players' colours, from 0, in the order of the seats; empty where nobody chose.
    `begun` and `ended` are ISO 8601 in UTC; `ended` is None while it can be gone on with. `version` is the game's when
    it began, empty where nobody wrote it down; so is `location`, where it is played. `position` is the game's own
    notation of what lay on the table already when the companion began to follow it; empty where it began with set-up.
    """

    id: str
    game: str
    options: Options
    profile: str
    entries: tuple[Entry, ...]
    clocks: Clocks
    time: TimeControl = COUNTING
    colours: tuple[int, ...] = ()
    begun: str = ""
    ended: str | None = None
    ending: Ending | None = None
    version: str = ""
    location: str = ""
    position: str = ""
