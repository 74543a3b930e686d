"""A report of what has gone wrong: played again it ends in the same state, and no secret is in it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest
from click.testing import CliRunner, Result

from companion import cli as command_line
from companion.appliance.bug_report import Report, replay, state_of, states, why, without_secrets, write_report
from companion.conformance.playouts import NAMES, any_legal
from companion.core.editor import TableEdit
from companion.core.game import Options
from companion.core.table import diff
from companion.errors import JournalError
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory

MADE = datetime(2026, 11, 22, 19, 0, tzinfo=UTC)
SETTINGS = """\
[camera]
source = "webcam:rtsp://anna:hunter2@10.0.0.7/stream?token=abc123"
more = ["pi:1"]
password = "hunter2"
"""


def played(store: JournalStore, game: str, actions: int = 30) -> GameHistory[object, object]:  # type: ignore[type-var]
    rules = GAMES[game]
    saved = store.begin(game, Options(NAMES[: min(rules.players)]))
    history, random = GameHistory(rules, store, saved), Random(1)
    for _ in range(actions):
        action = any_legal(rules, history.state, random)
        if action is not None:
            history.do([action], "touch")
    return history


@pytest.mark.parametrize("game", GAMES)
def test_played_again_it_ends_in_the_same_state(game: str, tmp_path: Path) -> None:
    with JournalStore(tmp_path / "journal.db") as store:
        history = played(store, game)
        state = state_of(history)
        path = write_report(Report(tmp_path / "none.toml", (state,)), store, tmp_path / "reports")
    ((found, reported),) = replay(path)

    assert (state, state) == (found, reported)
    assert 20 < found.actions == len(history.entries)


def test_another_action_is_another_state(tmp_path: Path) -> None:
    with JournalStore(":memory:") as store:
        one, other = (state_of(played(store, next(iter(GAMES)), actions)).state for actions in (20, 21))

    assert one != other


def test_an_evening_in_memory_alone_is_in_it(tmp_path: Path) -> None:
    with JournalStore(":memory:") as store:
        played(store, next(iter(GAMES)))
        path = write_report(Report(tmp_path / "none.toml", tuple(states(store))), store, tmp_path)

    assert [True] == [found == reported for found, reported in replay(path)]


def test_no_secret_and_no_picture_unless_it_is_given(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text(SETTINGS)
    with JournalStore(":memory:", lambda: MADE) as store:
        bare = write_report(Report(tmp_path / "companion.toml", ()), store, tmp_path)
        with_picture = write_report(Report(tmp_path / "companion.toml", (), (b"JPEG",)), store, tmp_path)
    with ZipFile(bare) as file:
        names, settings = set(file.namelist()), file.read("companion.toml").decode()

    assert {"journal.db", "report.json", "companion.toml"} == names
    assert not {"hunter2", "abc123", "anna"} & set(
        settings.replace("@", " ").replace(":", " ").replace('"', " ").split()
    )
    assert 'source = "webcam:rtsp://10.0.0.7/stream?..."' in settings
    assert 'more = ["pi:1"]' in settings
    assert ("report-2026-11-22.zip", "report-2026-11-22-2.zip") == (bare.name, with_picture.name)
    with ZipFile(with_picture) as file:
        assert b"JPEG" == file.read("picture-1.jpg")
    assert 2 == len(list(tmp_path.glob("report*"))), "nothing half made is left"


def test_settings_that_are_broken_keep_their_secrets_too() -> None:
    assert "hunter2" not in without_secrets("[camera\nsource = \"rtsp://anna:hunter2@10.0.0.7\nApi_Token = 'hunter2")


@pytest.mark.parametrize("content", [b"no journal " * 100, b"PK\3\4 but no more"])
def test_what_is_no_report_is_named(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "report.zip").write_bytes(content)
    with pytest.raises(JournalError, match=r"is no journal|neither a report nor a journal"):
        list(replay(tmp_path / "report.zip"))


def test_a_report_writes_nothing_where_it_wants(tmp_path: Path) -> None:
    """Names in the file are no paths: what is not the journal is not unpacked."""
    with JournalStore(":memory:") as store:
        path = write_report(Report(tmp_path / "none", ()), store, tmp_path / "reports")
    with ZipFile(path, "a") as file:
        file.writestr("../../evil", "x")
    list(replay(path))

    assert [] == list(tmp_path.rglob("evil"))


def said(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command_line.cli, list(map(str, arguments)), catch_exceptions=False)


def test_the_commands(tmp_path: Path) -> None:
    with JournalStore(tmp_path / "journal.db") as store:
        state = state_of(played(store, next(iter(GAMES))))
    written = said("bug-report", "--journal", tmp_path / "journal.db").output.strip()

    assert tmp_path / "reports" == Path(written).parent
    answer = said("replay", written)
    assert (0, True) == (answer.exit_code, f"ends in the state {state.state}, as in the report" in answer.output)
    assert f"ends in the state {state.state}\n" in said("replay", tmp_path / "journal.db").output


def test_why_tells_what_an_action_might_have_been_instead(tmp_path: Path) -> None:
    """The first line is what was done, as far as anything of it shows."""
    with JournalStore(tmp_path / "journal.db") as store:
        history = played(store, next(iter(GAMES)))
        tables = [history.game.table(each.before) for each in history.played]
        shows = next(number for number, (one, other) in enumerate(pairwise(tables), 1) if diff(one, other))
        done = history.played[shows - 1].action
        assert not isinstance(done, TableEdit)
        told = history.game.write_action(done)

    first, *_ = said("why", tmp_path / "journal.db", "1", str(shows)).output.splitlines()
    assert first.startswith(f"{told} (")
    for evening, action, missing in ((1, 999, "no action 999 of evening 1; choose"), (9, 1, "no evening 9; choose")):
        with pytest.raises(JournalError, match=missing):
            list(why(tmp_path / "journal.db", evening, action))


def test_a_report_that_says_otherwise_fails(tmp_path: Path) -> None:
    with JournalStore(tmp_path / "journal.db") as store:
        played(store, next(iter(GAMES)))
        path = write_report(Report(tmp_path / "none", tuple(states(store))), store, tmp_path)
    other = tmp_path / "other.zip"
    with ZipFile(path) as file, ZipFile(other, "w") as changed:
        summary = json.loads(file.read("report.json"))
        summary["evenings"][0]["state"] = "0" * 16
        changed.writestr("journal.db", file.read("journal.db"))
        changed.writestr("report.json", json.dumps(summary))

    answer = said("replay", other)
    assert (1, True) == (answer.exit_code, "in the report in 0000000000000000" in answer.output)
