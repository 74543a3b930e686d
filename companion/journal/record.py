"""One evening as a text file that outlives us, as `docs/record.md` specifies it: written and read back without loss."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from hashlib import sha256
from itertools import chain
from typing import Any

from companion.core.action import SEATS
from companion.core.clock import Mode, TimeControl
from companion.core.game import Options
from companion.core.journal_entries import (
    Amended,
    Corrected,
    Decided,
    Did,
    Edited,
    Entry,
    Event,
    Learnt,
    Undid,
    standing_entries,
)
from companion.errors import JournalError
from companion.journal.saved_games import Ending, SavedGame, read_clocks, scored_by, written, written_clocks

FORMAT = "table-companion evening"
VERSION = 1
SUFFIX = ".evening"

_ID = re.compile(r"[0-9a-f]{32}")
_STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d")
_SOURCE = re.compile(r"[a-z][a-z ]{0,30}")
_UNSEEN = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
"""What is no sign, ends lines for some programs, or turns the direction of writing: always written as an escape."""


@dataclass(frozen=True, slots=True)
class EveningRecord:
    """An evening as it is handed on. `together` are the numbers of the entries written down at once with the next."""

    saved: SavedGame
    together: frozenset[int] = frozenset()


def write_record(record: EveningRecord) -> str:
    """The record's text, always the same for the same evening."""
    parts = _header(record.saved), _entries(record), _result(record.saved)
    body = "\n".join("".join(f"{line}\n" for line in part) for part in parts)
    return body + _checksum(body)


def read_records(stored: bytes, name: str) -> list[EveningRecord]:
    """Every evening of a file, which messages call `name`. Raises JournalError that says what is wrong, and where."""
    try:
        text = stored.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise JournalError(f"{name} is no record of an evening: it is no text in UTF-8. {_TAKE}") from error
    first, *others = re.split(r"^(?=\[Record )", text, flags=re.MULTILINE)
    if first.strip() or not others:
        raise JournalError(f"{name} is no record of an evening: it does not begin with [Record]. {_TAKE}")
    return [_read_one(each.rstrip("\n") + "\n", f"{name}, evening {place}") for place, each in enumerate(others, 1)]


_TAKE = "Choose a file that `companion journal --export` has written."


def _header(saved: SavedGame) -> Iterator[str]:
    yield _tag("Record", FORMAT, VERSION)
    yield _tag("Evening", saved.id)
    yield _tag("Game", saved.game)
    yield _tag("GameVersion", saved.version)
    yield _tag("Begun", saved.begun)
    for seat, name in zip(SEATS, saved.options.names, strict=False):
        yield _tag("Seat", seat, name)
    yield _tag("Colours", *saved.colours)
    for setting, choice in saved.options.settings.items():
        yield _tag("Setting", setting, choice)
    time = saved.time
    yield _tag("Time", time.mode.value, time.total, time.extra, time.periods)
    for seat, total in time.own:
        yield _tag("TimeOf", seat, total)
    for line in saved.profile.split("\n") if saved.profile else ():
        yield _tag("Profile", line)
    for line in saved.position.split("\n") if saved.position else ():
        yield _tag("Position", line)


def _entries(record: EveningRecord) -> Iterator[str]:
    for entry in record.saved.entries:
        number = f"{entry.number}+" if entry.number in record.together else str(entry.number)
        told = map(_field, (entry.at, entry.source, *_event_fields(entry.event)))
        yield "\t".join((number, *told, written_clocks(entry.clocks)))


def _result(saved: SavedGame) -> Iterator[str]:
    if saved.ended is None:
        yield _tag("Clocks", json.loads(written_clocks(saved.clocks.items())))
        return
    yield _tag("Ended", saved.ended)
    if (ending := saved.ending) is not None:
        yield _tag("Winners", *ending.winners)
        yield from (_tag("Points", who, points) for who, points in ending.points)
        yield _tag("Abandoned", ending.abandoned)
        yield _tag("Seconds", ending.seconds)
        yield from (_tag("Spent", seat, seconds) for seat, seconds in ending.spent)


def _checksum(body: str) -> str:
    return _tag("Checksum", f"sha256:{sha256(body.encode()).hexdigest()}") + "\n"


def _tag(name: str, *values: object) -> str:
    return f"[{name}{''.join(f' {_json(value)}' for value in values)}]"


def _json(value: object) -> str:
    return _UNSEEN.sub(lambda sign: f"\\u{ord(sign[0]):04x}", written(value))


def _field(value: str) -> str:
    """A string of JSON without its quotation marks: neither a tabulator nor the end of a line is in it."""
    return _json(value)[1:-1]


def _event_fields(event: Event) -> tuple[str, ...]:
    match event:
        case Did(action, None):
            return "action", action
        case Did(action, rule):
            return "overruled", action, str(rule)
        case Edited(edits):
            return "edit", *edits
        case Undid(count):
            return "undo", str(count)
        case Corrected(zone, tag, piece):
            return "correction", zone, tag, piece
        case Amended(index, action):
            return "amendment", str(index), action
        case Decided(setting, choice):
            return "decision", setting, choice
        case Learnt(told):
            return "learnt", *chain.from_iterable(told)


# --- reading ---


def _read_one(text: str, name: str) -> EveningRecord:
    head, _, rest = text.partition("\n")
    if head != _tag("Record", FORMAT, VERSION):
        raise JournalError(f"{name} says {head[:80]}, and this companion reads version {VERSION}; update it.")
    body, mark, _ = text.rpartition("[Checksum ")
    if not mark or body + _checksum(body) != text:
        raise JournalError(f"{name} is damaged: its checksum is that of other words. Copy the file again.")
    try:
        record = _record(rest)
        standing_entries(record.saved.entries)
        written_anew = write_record(record)
    except (ValueError, TypeError, KeyError, IndexError, RecursionError, AttributeError) as error:
        raise JournalError(f"{name} cannot be read: {error}. The form is that of docs/record.md.") from error
    if written_anew != text:
        wrong = next(
            line for line, ours in zip(text.split("\n"), written_anew.split("\n"), strict=False) if line != ours
        )
        raise JournalError(
            f"{name} has a line that is not written so: {wrong[:80]}. The form is that of docs/record.md."
        )
    return record


class _Tags:
    """The tags of a record by their names: of each name the lists of its values."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._tags: dict[str, list[list[Any]]] = {}
        for line in lines:
            name, _, values = line[1:-1].partition(" ")
            self._tags.setdefault(name, []).append(list(_values(values)))

    def all(self, name: str) -> list[list[Any]]:
        return self._tags.get(name, [])

    def one(self, name: str) -> list[Any]:
        if len(self.all(name)) != 1:
            raise ValueError(f"it needs one tag [{name}]")
        return self._tags[name][0]

    def has(self, name: str) -> bool:
        return name in self._tags

    def word(self, name: str) -> str:
        return _text(*self.one(name))


def _values(text: str) -> Iterator[Any]:
    decoder, at = json.JSONDecoder(), 0
    while at < len(text):
        value, at = decoder.raw_decode(text, at)
        at += 1
        yield value


def _text(value: object) -> str:
    """Raises TypeError or ValueError for what no journal can hold."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is no text")
    value.encode()
    return value


def _matching(pattern: re.Pattern[str], value: object) -> str:
    if not pattern.fullmatch(text := _text(value)):
        raise ValueError(f"{text[:40]!r} has not the form that it needs")
    return text


def _record(text: str) -> EveningRecord:
    lines = [line for line in text.split("\n") if line]
    tags = _Tags([line for line in lines if line.startswith("[")])
    rows = [line.split("\t") for line in lines if not line.startswith("[")]
    seats = tags.all("Seat")
    names = tuple(_text(name) for _, name in seats)
    if not names or len(names) > len(SEATS):
        raise ValueError(f"a table has 1 to {len(SEATS)} seats, not {len(names)}")
    settings = {_text(setting): _text(choice) for setting, choice in tags.all("Setting")}
    mode, total, extra, periods = tags.one("Time")
    own = tuple((_text(seat), float(each)) for seat, each in tags.all("TimeOf"))
    saved = SavedGame(
        _matching(_ID, *tags.one("Evening")),
        tags.word("Game"),
        Options(names, settings),
        "\n".join(_text(line) for (line,) in tags.all("Profile")),
        tuple(_entry(number, row) for number, row in enumerate(rows)),
        {},
        TimeControl(Mode(mode), float(total), float(extra), int(periods), own),
        tuple(map(int, tags.one("Colours"))),
        _matching(_STAMP, *tags.one("Begun")),
        version=tags.word("GameVersion"),
        position="\n".join(_text(line) for (line,) in tags.all("Position")),
    )
    together = frozenset(number for number, row in enumerate(rows) if row[0].endswith("+"))
    return EveningRecord(_with_result(saved, tags), together)


def _with_result(saved: SavedGame, tags: _Tags) -> SavedGame:
    if not tags.has("Ended"):
        (clocks,) = tags.one("Clocks")
        return replace(saved, clocks=dict(read_clocks(clocks)))
    ended = _matching(_STAMP, *tags.one("Ended"))
    if not tags.has("Winners"):
        return replace(saved, ended=ended)
    points = tuple((scored_by(_text(who), saved.options.names), int(each)) for who, each in tags.all("Points"))
    spent = tuple((_text(seat), float(each)) for seat, each in tags.all("Spent"))
    (abandoned,), (seconds,) = tags.one("Abandoned"), tags.one("Seconds")
    winners = tuple(map(_text, tags.one("Winners")))
    if not set(winners) <= set(SEATS[: len(saved.options.names)]):
        raise ValueError(f"{', '.join(winners)[:40]} cannot have won: there are {len(saved.options.names)} seats")
    return replace(saved, ended=ended, ending=Ending(winners, points, bool(abandoned), float(seconds), spent))


def _entry(number: int, row: Sequence[str]) -> Entry:
    _, *told, clocks = row
    at, source, kind, *said = (_text(json.loads(f'"{each}"')) for each in told)
    stood = tuple((seat, clock) for seat, clock in read_clocks(json.loads(clocks)))
    for _, clock in stood:
        sum(astuple(clock))  # Every part of it is a number.
    return Entry(number, _event(kind, said), _matching(_SOURCE, source), stood, _matching(_STAMP, at))


def _event(kind: str, said: Sequence[str]) -> Event:
    match kind, said:
        case "action", [action]:
            return Did(action)
        case "overruled", [action, rule]:
            return Did(action, rule)
        case "edit", [*edits]:
            return Edited(tuple(edits))
        case "undo", [count] if int(count) > 0:
            return Undid(int(count))
        case "correction", [zone, tag, piece]:
            return Corrected(zone, tag, piece)
        case "amendment", [index, action] if int(index) >= 0:
            return Amended(int(index), action)
        case "decision", [setting, choice]:
            return Decided(setting, choice)
        case "learnt", [*told] if len(told) % 2 == 0:
            return Learnt(tuple(zip(told[::2], told[1::2], strict=True)))
        case _:
            raise ValueError(f"{kind[:40]!r} with {len(said)} fields is no entry")
