"""Evenings in the forms that other programs take: BG Stats, spreadsheets, calendars (docs/exports.md)."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from io import StringIO
from typing import Any
from urllib.parse import quote
from uuid import UUID, uuid5

from companion.core.action import Seat
from companion.journal.saved_games import in_utc

SOURCE = "table-companion"
LINK = "https://app.bgstatsapp.com/createPlay.html?data="
BG_STATS_DATE = "%Y-%m-%d %H:%M:%S"
_THINGS = UUID("3d6f2f8e-6d0b-5f4c-9a52-6b1d0c7e8a11")


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """What one player came to. `score` and `rank` are None where nothing is counted; a side's is that of each of it."""

    seat: Seat
    name: str
    winner: bool
    score: int | None = None
    rank: int | None = None
    role: str = ""
    starts: bool = False

    @property
    def id(self) -> str:
        """The same for the same name in every evening."""
        return blake2b(self.name.encode(), digest_size=4).hexdigest()


@dataclass(frozen=True, slots=True)
class Play:
    """One evening as other programs count it. `id` is the evening's identity, `begun` its stamp, in UTC.

    `bgg_id` is the game's number at boardgamegeek.com, `location` where it was played: None and empty if not known.
    """

    id: str
    game: str
    title: str
    begun: str
    seconds: float
    players: tuple[PlayerResult, ...]
    finished: bool = True
    board: str = ""
    comments: str = ""
    bgg_id: int | None = None
    location: str = ""

    @property
    def minutes(self) -> int:
        return round(self.seconds / 60)


# --- BG Stats ---


def bg_stats_link(play: Play, most: int) -> str | None:
    """The link that opens BG Stats with this play, in at most so many letters; None if the least is longer.

    What is not needed is left out, the least missed first; nothing is ever cut, since half a link opens nothing.
    """
    left_out: set[str] = set()
    for key in ("", *_OPTIONAL):
        left_out.add(key)
        link = LINK + quote(_compact(_linked(play, left_out)), safe=":,")
        if len(link) <= most:
            return link
    return None


_OPTIONAL = ("comments", "board", "location", "role", "durationMin", "rank", "score")
"""What a link may do without. `winner` and `startPlayer` it may not: the app for Android refuses plays without."""


def _linked(play: Play, left_out: set[str]) -> dict[str, Any]:
    unscored = all(each.score is None for each in play.players)
    game = {"name": play.title, "sourceGameId": play.game, "highestWins": True, "noPoints": unscored}
    data = {
        "sourceName": SOURCE,
        "sourcePlayId": play.id,
        "playDate": in_utc(play.begun, BG_STATS_DATE),
        "game": _without({**game, "bggId": play.bgg_id}, left_out),
        "players": [_without(_linked_player(each), left_out) for each in play.players],
        "durationMin": play.minutes,
        "location": play.location,
        "board": play.board,
        "comments": play.comments,
    }
    return _without(data, left_out)


def _linked_player(player: PlayerResult) -> dict[str, Any]:
    return {
        "name": player.name,
        "sourcePlayerId": player.id,
        "winner": player.winner,
        "startPlayer": player.starts,
        "score": player.score,
        "rank": player.rank,
        "role": player.role,
    }


def _without(data: Mapping[str, Any], left_out: set[str]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in left_out and value not in (None, "")}


def bgsplay(plays: Sequence[Play]) -> str:
    """Many plays in one file that BG Stats opens."""
    people = list(dict.fromkeys(player.name for play in plays for player in play.players))
    games = dict.fromkeys((play.game, play.title, play.bgg_id) for play in plays)
    places = {place: number for number, place in enumerate(dict.fromkeys(play.location for play in plays), 1) if place}
    number_of = {name: number for number, name in enumerate(people, 1)}
    numbers = {game: number for number, (game, *_) in enumerate(games, 1)}
    return _readable(
        {
            "about": f"{SOURCE}: plays for BG Stats",
            "players": [{"id": number_of[name], "uuid": _uuid(f"player {name}"), "name": name} for name in people],
            "locations": [
                {"id": number, "uuid": _uuid(f"location {place}"), "name": place} for place, number in places.items()
            ],
            "games": [
                {
                    "id": numbers[game],
                    "uuid": _uuid(f"game {game}"),
                    "name": title,
                    "bggId": bgg_id or 0,
                    "highestWins": True,
                    "noPoints": False,
                }
                for game, title, bgg_id in games
            ],
            "plays": [
                {
                    "uuid": str(UUID(play.id)),
                    "playDate": in_utc(play.begun, BG_STATS_DATE),
                    "durationMin": play.minutes,
                    "ignored": not play.finished,
                    "gameRefId": numbers[play.game],
                    "locationRefId": places.get(play.location, 0),
                    "board": play.board,
                    "comments": play.comments,
                    "playerScores": [_scored(player, place, number_of) for place, player in enumerate(play.players, 1)],
                }
                for play in plays
            ],
            "userInfo": {"meRefId": 0},
        }
    )


def _scored(player: PlayerResult, place: int, number_of: Mapping[str, int]) -> dict[str, Any]:
    return {
        "playerRefId": number_of[player.name],
        "score": "" if player.score is None else str(player.score),
        "winner": player.winner,
        "rank": player.rank or 0,
        "role": player.role,
        "seatOrder": place,
        "startPlayer": player.starts,
        "newPlayer": False,
    }


def _uuid(thing: str) -> str:
    return str(uuid5(_THINGS, thing))


# --- spreadsheets, calendars, programs ---


def plays_csv(plays: Iterable[Play]) -> str:
    """One line a play (RFC 4180)."""
    heads = "play", "date", "game", "minutes", "players", "winners", "finished", "location"
    return as_csv(heads, (_play_row(play) for play in plays))


def _play_row(play: Play) -> Sequence[object]:
    won = ", ".join(each.name for each in play.players if each.winner)
    return play.id, _date(play), play.title, play.minutes, len(play.players), won, int(play.finished), play.location


def players_csv(plays: Iterable[Play]) -> str:
    """One line a player of a play (RFC 4180)."""
    heads = "play", "date", "game", "seat", "name", "score", "rank", "winner", "role", "starts"
    return as_csv(heads, (_player_row(play, each) for play in plays for each in play.players))


def _player_row(play: Play, each: PlayerResult) -> Sequence[object]:
    score, rank = ("" if value is None else value for value in (each.score, each.rank))
    winner, starts = int(each.winner), int(each.starts)
    return play.id, _date(play), play.title, each.seat, each.name, score, rank, winner, each.role, starts


def as_csv(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A sheet as spreadsheets open it without a question: they take the first mark for UTF-8, and names for words."""
    sheet = StringIO()
    writer = csv.writer(sheet, lineterminator="\r\n")
    writer.writerow(heads)
    writer.writerows([_as_words(cell) for cell in row] for row in rows)
    return "\ufeff" + sheet.getvalue()


def _as_words(cell: object) -> object:
    """A name is no formula: what a spreadsheet would work out is marked as words."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in set("=+-@\t\r") and cell else cell


def plays_json(plays: Iterable[Play]) -> str:
    return _readable([asdict(play) for play in plays])


def calendar(plays: Iterable[Play]) -> str:
    """Each play as an appointment that has been (RFC 5545)."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//{SOURCE}//plays//EN"]
    for play in plays:
        lines += _appointment(play)
    return "".join(f"{part}\r\n" for line in (*lines, "END:VCALENDAR") for part in _folded(line))


def _appointment(play: Play) -> Iterator[str]:
    begun = in_utc(play.begun, "%Y%m%dT%H%M%SZ")
    names = ", ".join(each.name + (" *" if each.winner else "") for each in play.players)
    yield from ("BEGIN:VEVENT", f"UID:{play.id}@{SOURCE}", f"DTSTAMP:{begun}", f"DTSTART:{begun}")
    yield f"DURATION:PT{max(1, play.minutes)}M"
    yield f"SUMMARY:{_escaped(f'{play.title}: {names}')}"
    if play.location:
        yield f"LOCATION:{_escaped(play.location)}"
    if play.comments:
        yield f"DESCRIPTION:{_escaped(play.comments)}"
    yield "END:VEVENT"


def _escaped(words: str) -> str:
    for sign in "\\;,":
        words = words.replace(sign, f"\\{sign}")
    return words.replace("\n", "\\n").replace("\r", "")


_OCTETS = 75


def _folded(line: str) -> Iterator[str]:
    """Lines of at most 75 octets; each but the first begins with a blank (RFC 5545, 3.1)."""
    part = ""
    for sign in line:
        if len((part + sign).encode()) > _OCTETS:
            yield part
            part = " "
        part += sign
    yield part


def _date(play: Play) -> str:
    return in_utc(play.begun, "%Y-%m-%d %H:%M")


def _compact(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _readable(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
