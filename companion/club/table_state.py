"""How a table stands, as a message to its club: a value, its JSON, and back from whatever somebody has sent.

A message that comes in is untrusted: it is bounded, and what is no state of a table is refused whole. Nothing but what
stands here leaves a table: never a word of its conversation, never a picture.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

LONGEST_MESSAGE = 8192
"""Bytes; the longest state of six players with the longest names has some 1,500."""

LONGEST_WORDS, MOST_PLAYERS, MOST_COLOURS = 40, 8, 6
LATEST = 2.0**40
"""Seconds since 1970 beyond which no clock is believed."""

MOST_POINTS = 10**9


class NoMessage(ValueError):
    """What came in is no message of a table; nobody is told, it is passed over."""


@dataclass(frozen=True, slots=True)
class TablePlayer:
    """Somebody at a table: the name is empty where the table does not tell names.

    `seconds` is what his clock showed when the message was made, `rate` what it gains in a second: -1, 0 or 1.
    """

    name: str
    colour: int
    points: int | None
    seconds: float
    rate: int


@dataclass(frozen=True, slots=True)
class Call:
    """A referee is wanted: `number` tells this call from the table's others, `since` is in seconds since 1970."""

    number: int
    since: float


@dataclass(frozen=True, slots=True)
class ClubTableState:
    """A table at the moment `at`, in seconds since 1970. Without an evening `game`, `title` and `players` are empty.

    `game` is the companion's name of the game, `title` what it is called at that table; `name` is the table's.
    """

    name: str
    at: float
    game: str = ""
    title: str = ""
    players: tuple[TablePlayer, ...] = ()
    paused: bool = False
    over: bool = False
    call: Call | None = None

    @property
    def leaders(self) -> tuple[TablePlayer, ...]:
        """Those with the most points; nobody where nothing is counted, or where all have the same."""
        counted = [each for each in self.players if each.points is not None]
        most = max((each.points or 0 for each in counted), default=0)
        first = tuple(each for each in counted if each.points == most)
        return first if len(first) < len(self.players) else ()

    @property
    def running(self) -> TablePlayer | None:
        """Whose clock runs; the first of several."""
        return next((each for each in self.players if each.rate), None)

    def clock(self, player: TablePlayer, now: float) -> float:
        """What this player's clock shows at `now`."""
        return player.seconds + player.rate * max(0.0, now - self.at)

    def says_the_same_as(self, other: ClubTableState, within: float) -> bool:
        """Whether whoever has heard `other` knows all of this, with clocks that are right to so many seconds."""
        alike = len(self.players) == len(other.players) and _still(self) == _still(other)
        return alike and all(
            abs(mine.seconds - other.clock(known, self.at)) < within
            for mine, known in zip(self.players, other.players, strict=True)
        )


def to_payload(state: ClubTableState) -> bytes:
    """With the keys `leader`, `on_turn` and `points` besides, which spare other programs the reckoning."""
    running, leaders = state.running, state.leaders
    derived = {
        "leader": " & ".join(map(_called, leaders)),
        "best": leaders[0].points if leaders else None,
        "on_turn": "" if running is None else _called(running),
    }
    return _json({**asdict(state), **derived})


def from_payload(payload: bytes) -> ClubTableState:
    """Raises NoMessage for what is no state of a table."""
    found = message(payload)
    players = found.get("players", [])
    if not isinstance(players, list) or len(players) > MOST_PLAYERS:
        raise NoMessage("no list of players")
    call = found.get("call")
    return ClubTableState(
        words(found, "name"),
        number(found, "at", 0.0, LATEST),
        words(found, "game"),
        words(found, "title"),
        tuple(map(_player, players)),
        found.get("paused") is True,
        found.get("over") is True,
        None if call is None else _call(call),
    )


def message(payload: bytes) -> Mapping[str, Any]:
    """The entries of a message. Raises NoMessage for what is no object of JSON, or too long."""
    if len(payload) > LONGEST_MESSAGE:
        raise NoMessage("a message that is too long")
    try:
        found = json.loads(payload.decode())
    except (ValueError, RecursionError) as error:
        raise NoMessage("no JSON") from error
    if not isinstance(found, dict):
        raise NoMessage("no object")
    return found


def words(found: Mapping[str, Any], key: str) -> str:
    """One line that can be shown, cut where it is too long; empty where there is none."""
    said = found.get(key, "")
    if not isinstance(said, str):
        raise NoMessage(f"no words: {key}")
    return "".join(filter(str.isprintable, said)).strip()[:LONGEST_WORDS]


def number(found: Mapping[str, Any], key: str, least: float, most: float) -> float:
    value = found.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise NoMessage(f"no number: {key}")
    if not least <= value <= most:
        raise NoMessage(f"out of range: {key}")
    return float(value)


def whole(found: Mapping[str, Any], key: str, least: int, most: int) -> int:
    value = number(found, key, least, most)
    if value != int(value):
        raise NoMessage(f"no whole number: {key}")
    return int(value)


def _player(found: object) -> TablePlayer:
    if not isinstance(found, dict):
        raise NoMessage("no player")
    points = None if found.get("points") is None else whole(found, "points", -MOST_POINTS, MOST_POINTS)
    return TablePlayer(
        words(found, "name"),
        whole(found, "colour", 0, MOST_COLOURS - 1),
        points,
        number(found, "seconds", -LATEST, LATEST),
        whole(found, "rate", -1, 1),
    )


def _call(found: object) -> Call:
    if not isinstance(found, dict):
        raise NoMessage("no call")
    return Call(whole(found, "number", 1, 2**53), number(found, "since", 0.0, LATEST))


def _still(state: ClubTableState) -> object:
    """All but what changes by itself."""
    players = [(each.name, each.colour, each.points, each.rate) for each in state.players]
    return state.name, state.game, state.title, players, state.paused, state.over, state.call


def _called(player: TablePlayer) -> str:
    return player.name or f"#{player.colour + 1}"


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
