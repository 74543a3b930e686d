"""Evenings as the journal gives them back, and the people who played them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from itertools import pairwise
from operator import attrgetter
from typing import Any

from companion.core.action import SEATS
from companion.core.clock import COUNTING, Clocks, Mode, PlayerClock, TimeControl
from companion.core.game import Options, Seat
from companion.core.journal_entries import Amended, Corrected, Decided, Did, Edited, Entry, Event, Learnt, Undid
from companion.errors import JournalError


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


# --- the journal's values as its file holds them: JSON in columns of text ---


def read_options(stored: str) -> Options:
    options = json.loads(stored)
    return Options(tuple(options["names"]), options["settings"])


def read_beside_options(options: str) -> tuple[str, str, str]:
    """The game's version, the location and what lay there already stand with the options, where they are known."""
    stored = json.loads(options)
    return str(stored.get("version", "")), str(stored.get("location", "")), str(stored.get("position", ""))


def written_options(saved: SavedGame) -> str:
    stored = {"names": saved.options.names, "settings": dict(saved.options.settings)}
    beside = {"version": saved.version, "location": saved.location, "position": saved.position}
    return written(stored | {key: value for key, value in beside.items() if value})


def written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


_stand: Callable[[PlayerClock], tuple[float, ...]] = attrgetter(*(field.name for field in fields(PlayerClock)))
"""What `astuple` finds, without the copies that it makes: clocks are written every second."""


def written_clocks(clocks: Iterable[tuple[Seat, PlayerClock]]) -> str:
    """To the millisecond."""
    return written([(seat, [round(value, 3) for value in _stand(clock)]) for seat, clock in clocks])


def read_clocks(stored: Iterable[tuple[Seat, Any]]) -> Iterator[tuple[Seat, PlayerClock]]:
    """Clocks as they are stored; before there were modes, the seconds alone were."""
    for seat, values in stored:
        yield seat, PlayerClock(*values) if isinstance(values, list) else PlayerClock(float(values))


def read_running_clocks(stored: str, newer: Sequence[Entry] = ()) -> dict[Seat, PlayerClock]:
    """None where they cannot be read, or where one of the `newer` entries began or ended a turn: then these tell."""
    turns = [entry for entry in newer if isinstance(entry.event, Did | Undid)]
    if turns:
        return dict(turns[-1].clocks) if isinstance(turns[-1].event, Undid) else {}
    try:
        values = json.loads(stored)
        return dict(read_clocks(values.items() if isinstance(values, dict) else values))
    except (ValueError, TypeError):
        return {}


def read_colours(stored: str) -> tuple[int, ...]:
    return tuple(json.loads(stored))


def written_time(time: TimeControl) -> str:
    return written({**asdict(time), "mode": time.mode.value})


def read_time(stored: str) -> TimeControl:
    if not stored:
        return COUNTING
    values = json.loads(stored)
    own = tuple((seat, float(total)) for seat, total in values.pop("own"))
    return TimeControl(**{**values, "mode": Mode(values["mode"]), "own": own})


def written_ending(ending: Ending) -> str:
    unknown = {
        key for key, value in (("goal", ending.goal or None), ("still_open", ending.still_open)) if value is None
    }
    return written({key: value for key, value in asdict(ending).items() if key not in unknown})


def read_ending(stored: str, names: Sequence[str]) -> Ending | None:
    """None also where a failing disk has changed it: the entries tell how an evening ended."""
    try:
        values = json.loads(stored.rpartition("=e")[0])
        points = tuple((scored_by(who, names), int(points)) for who, points in values["points"])
        spent = tuple((seat, float(seconds)) for seat, seconds in values.get("spent", ()))
        seconds = float(values.get("seconds", 0.0))
        goal = str(values.get("goal", ""))
        still_open = None if values.get("still_open") is None else int(values["still_open"])
        return Ending(tuple(values["winners"]), points, bool(values["abandoned"]), seconds, spent, goal, still_open)
    except (ValueError, KeyError, TypeError):
        return None


def scored_by(who: str, names: Sequence[str]) -> str:
    """A seat or a side. Points once stood under the players' names, which are not forgotten there."""
    return who if who in SEATS or who not in names else SEATS[names.index(who)]


def written_event(event: Event) -> str:
    match event:
        case Did(action, None):
            return written({"did": action})
        case Did(action, rule):
            return written({"did": action, "overruled": rule})
        case Edited(edits):
            return written({"edited": edits})
        case Undid(count):
            return written({"undid": count})
        case Corrected(zone, tag, piece):
            return written({"corrected": [zone, tag, piece]})
        case Amended(index, action):
            return written({"amended": [index, action]})
        case Decided(setting, choice):
            return written({"decided": [setting, choice]})
        case Learnt(told):
            return written({"learnt": told})


def read_entry(number: int, event: str, source: str, clocks: str, at: str) -> Entry:
    stood = tuple(read_clocks(json.loads(clocks)))
    match json.loads(event):
        case {"did": str(action), "overruled": str(rule)}:
            return Entry(number, Did(action, rule), source, stood, at)
        case {"did": str(action)}:
            return Entry(number, Did(action), source, stood, at)
        case {"edited": [*edits]}:
            return Entry(number, Edited(tuple(map(str, edits))), source, stood, at)
        case {"undid": int(count)}:
            return Entry(number, Undid(count), source, stood, at)
        case {"corrected": [zone, tag, piece]}:
            return Entry(number, Corrected(zone, tag, piece), source, stood, at)
        case {"amended": [index, action]}:
            return Entry(number, Amended(index, action), source, stood, at)
        case {"decided": [setting, choice]}:
            return Entry(number, Decided(setting, choice), source, stood, at)
        case {"learnt": [*told]}:
            return Entry(
                number, Learnt(tuple((str(question), str(value)) for question, value in told)), source, stood, at
            )
        case _:
            raise JournalError(f"Entry {number} of the journal cannot be read: {event}")


def read_head(id: str, row: tuple[Any, ...]) -> SavedGame:
    """Of name, options, profile, time, colours, when it began, when it ended, how; without what was played."""
    name, options, profile, time, colours, begun, ended, ending = row
    head = SavedGame(id, name, read_options(options), profile, (), {}, read_time(time), read_colours(colours))
    version, location, position = read_beside_options(options)
    how = read_ending(ending, head.options.names)
    known = replace(head, begun=begun, version=version, location=location, position=position)
    return replace(known, ended=ended, ending=how)


def read_evening(row: tuple[Any, ...]) -> SavedEvening:
    """Of id, name, options, colours, when it began, when it ended, how, and when something was written last."""
    id, name, options, colours, begun, ended, ending, latest = row
    names, (version, location, _) = read_options(options).names, read_beside_options(options)
    how = read_ending(ending, names)
    return SavedEvening(id, name, names, read_colours(colours), begun, latest or begun, ended, how, location, version)


BREAK = 3600.0
"""Where nothing was written down for longer than these seconds, people were away."""


def time_played(stamps: Iterable[str]) -> float:
    """The seconds from the first of these moments (ISO 8601) to the last, without breaks, nor what no clock shows."""
    moments = list(_moments(stamps))
    between = ((later - sooner).total_seconds() for sooner, later in pairwise(moments))
    return sum(gap for gap in between if 0 < gap <= BREAK)


def in_utc(stamp: str, form: str) -> str:
    """A moment (ISO 8601) in UTC, written in the form of strftime; empty where a failing disk has changed it."""
    return next((moment.astimezone(UTC).strftime(form) for moment in _moments([stamp])), "")


def _moments(stamps: Iterable[str]) -> Iterator[datetime]:
    for stamp in stamps:
        with suppress(ValueError):  # A failing disk may have changed it.
            yield datetime.fromisoformat(stamp)
