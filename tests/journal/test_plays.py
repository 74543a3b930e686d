"""Evenings in the forms of other programs: what each needs is there, and a name is never a formula or a line."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from io import StringIO
from urllib.parse import unquote

import pytest

from companion.journal.play_formats import (
    LINK,
    Play,
    PlayerResult,
    bg_stats_link,
    bgsplay,
    calendar,
    players_csv,
    plays_csv,
    plays_json,
)

HOSTILE = ("=1+1", "+1", "-1", "@SUM(A1)", 'a "b", c', "two\nlines", "Õie; Żaneta")
PLAYERS = tuple(
    PlayerResult("ABCDEF"[number], name, number == 0, 900 - number, number + 1, "the Reich")
    for number, name in enumerate(HOSTILE[:6])
)
PLAY = Play(
    "5f0c6a529d1e5a0b8c1c2b7f3c9d4e10",
    "a_game",
    "A Game",
    "2026-11-22T21:40:05+02:00",
    3161.0,
    PLAYERS,
    board="the long game",
    bgg_id=1552,
    location="Café, am Markt",
    comments="By 1 point, in 53 minutes. " * 9,
)


def data(link: str | None) -> dict[str, object]:
    assert link is not None
    return json.loads(unquote(link.removeprefix(LINK)))  # type: ignore[no-any-return]


class TestBGStats:
    def test_the_date_is_in_utc_and_all_that_is_known_is_given(self) -> None:
        linked = data(bg_stats_link(PLAY, 5000))

        assert ("2026-11-22 19:40:05", 53, PLAY.id) == tuple(
            linked[each] for each in ("playDate", "durationMin", "sourcePlayId")
        )
        game = {"name": "A Game", "sourceGameId": "a_game", "highestWins": True, "noPoints": False, "bggId": 1552}
        assert (game, "Café, am Markt") == (linked["game"], linked["location"])
        assert "bggId" not in data(bg_stats_link(replace(PLAY, bgg_id=None), 5000))["game"]  # type: ignore[operator]
        first = {"name": "=1+1", "sourcePlayerId": PLAYERS[0].id, "winner": True, "startPlayer": False}
        assert [first | {"score": 900, "rank": 1, "role": "the Reich"}] == linked["players"][:1]  # type: ignore[index]

    @pytest.mark.parametrize("count", range(2, 7))
    def test_what_is_too_long_is_left_out_and_never_cut(self, count: int) -> None:
        play = replace(PLAY, players=PLAYERS[:count])
        whole = bg_stats_link(play, 10_000)
        assert whole is not None
        lengths = []
        for most in range(len(whole), 0, -40):
            link = bg_stats_link(play, most)
            if link is None:
                break
            assert len(link) <= most
            assert list(HOSTILE[:count]) == [each["name"] for each in data(link)["players"]]  # type: ignore[attr-defined]
            lengths.append(len(link))
        assert 1 < len(set(lengths))
        assert "comments" not in data(bg_stats_link(play, len(whole) - 1))

    def test_a_file_has_every_play_once_and_refers_to_people_and_games(self) -> None:
        other = replace(PLAY, id="0" * 32, players=PLAYERS[:2], location="")
        file = json.loads(bgsplay([PLAY, other]))

        assert list(HOSTILE[:6]) == [each["name"] for each in file["players"]]
        assert ["Café, am Markt"] == [each["name"] for each in file["locations"]]
        assert [1, 0] == [each["locationRefId"] for each in file["plays"]]
        assert [1552] == [each["bggId"] for each in file["games"]]
        assert [1, 1] == [each["gameRefId"] for each in file["plays"]]
        assert [1, 2] == [each["playerRefId"] for each in file["plays"][1]["playerScores"]]
        assert bgsplay([PLAY, other]) == bgsplay([PLAY, other])


class TestSheets:
    def test_one_line_a_play(self) -> None:
        heads, *rows = csv.reader(StringIO(plays_csv([PLAY]).removeprefix("\ufeff"), newline=""))

        assert [[PLAY.id, "2026-11-22 19:40", "A Game", "53", "6", "'=1+1", "1", PLAY.location]] == rows
        assert len(heads) == len(rows[0])

    def test_one_line_a_player_and_no_name_is_a_formula(self) -> None:
        _, *rows = csv.reader(StringIO(players_csv([PLAY]).removeprefix("\ufeff"), newline=""))

        expected = ["'=1+1", "'+1", "'-1", "'@SUM(A1)", 'a "b", c', "two\nlines"]
        assert expected == [row[4] for row in rows]
        assert ["900", "1", "1"] == rows[0][5:8]

    def test_lines_end_as_the_standard_says(self) -> None:
        assert plays_csv([PLAY]).endswith("\r\n")


def test_a_calendar_folds_its_lines_and_escapes_names() -> None:
    lines = calendar([PLAY]).split("\r\n")

    assert all(len(line.encode()) <= 75 for line in lines)
    unfolded = calendar([PLAY]).replace("\r\n ", "").split("\r\n")
    assert ["DTSTART:20261122T194005Z", "DURATION:PT53M"] == [
        each for each in unfolded if each.startswith(("DTSTART", "DUR"))
    ]
    assert "LOCATION:Café\\, am Markt" in unfolded
    (summary,) = (each for each in unfolded if each.startswith("SUMMARY"))
    assert 'a "b"\\, c\\, two\\nlines' in summary


def test_a_program_gets_the_values_as_they_are() -> None:
    assert list(HOSTILE[:6]) == [each["name"] for each in json.loads(plays_json([PLAY]))[0]["players"]]
