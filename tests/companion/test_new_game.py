"""A stranger's game from nothing: made, checked, brought up to date, and played."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.conformance import new_game
from companion.conformance.tag_tables import beside_pieces, payloads_in, too_near

ROOT = Path(__file__).parents[2]


def says(*words: str) -> str:
    """What a command says that goes well."""
    done = CliRunner().invoke(cli, words)
    assert 0 == done.exit_code, done.output
    return done.output


def error_of(*words: str) -> str:
    done = CliRunner().invoke(cli, words)
    assert done.exception is not None
    return str(done.exception)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with a game that was just made, as pip would find it."""
    folder = tmp_path_factory.mktemp("games")
    for _ in new_game.new_game("pond_life", "G", folder):
        pass
    info = folder / "pond_life" / "pond_life.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pond-life\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text("[table_companion.games]\npond_life = pond_life:GAME\n")
    return folder


def runs(made: Path, *words: str, program: str = "companion") -> subprocess.CompletedProcess[str]:
    """A command of a companion in which the game is installed."""
    return subprocess.run(
        [sys.executable, "-m", program, *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(made / "pond_life"), str(ROOT)))},
        capture_output=True,
        text=True,
        check=False,
        cwd=made,
    )


def test_what_is_made_passes_its_own_check_at_once(made: Path) -> None:
    done = runs(made, "game-check", "pond-life")

    assert "" == done.stderr
    assert [
        "Pond life promises to be a referee.",
        "counter: 25 of 25 promises kept",
        "referee: 16 of 16 promises kept",
        "It is a referee.",
        "Next: Promise `watcher`, and mend what the camera and clumsy people find.",
    ] == done.stdout.splitlines()
    assert 0 == done.returncode


def test_what_is_wrong_is_the_one_next_thing(made: Path) -> None:
    """A check is switched off, two labels are alike: the first of it is next, and the tier that is reached is said."""
    code = made / "pond_life" / "pond_life" / "__init__.py"
    before = code.read_text()
    code.write_text(before.replace("if state.placement[action.basket]:", "if False:"))
    try:
        done = runs(made, "game-check", "pond_life")
    finally:
        code.write_text(before)

    assert 1 == done.returncode
    assert "It is a counter." in done.stdout.splitlines()
    assert "Next: " in done.stdout.splitlines()[-1]


def test_an_icon_that_does_not_exist_is_said_with_its_file_and_piece(made: Path) -> None:
    code = made / "pond_life" / "pond_life" / "__init__.py"
    before = code.read_text()
    code.write_text(before.replace('icon="circle-dot"', 'icon="circle-dott"'))
    asked = ("-q", "--pyargs", "companion.conformance", "--game", "pond_life", "-k", "icon", "-c", os.devnull)
    try:
        done = runs(made, *asked, "-p", "no:cacheprovider", program="pytest")
    finally:
        code.write_text(before)

    said = "__init__.py: the piece 'Cherry' has the icon 'circle-dott', which does not exist; there are circle-dot, "
    assert said in done.stdout


def test_its_cases_are_run_as_ours(made: Path) -> None:
    done = runs(made, "cases", str(made / "pond_life" / "pond_life" / "cases"))

    assert "5 of 5 cases hold" == done.stdout.splitlines()[-1]


def test_it_stands_among_the_games_of_every_command(made: Path) -> None:
    assert "pond_life" in runs(made, "labels", "--help").stdout


def test_what_nobody_changed_is_brought_up_to_date_and_the_rest_laid_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "pond_life"
    for _ in new_game.new_game("pond_life", "G", tmp_path):
        pass
    (folder / "README.md").write_text("My own words.\n")
    tags = (folder / "pond_life" / "tags.csv").read_text()
    newer = new_game._filled("pond_life", "G")
    newer["README.md"], newer["pyproject.toml"] = "New words.\n", "# new\n"
    monkeypatch.setattr(new_game, "_filled", lambda *_: newer)

    said = [str(each) for each in new_game.update("pond_life", tmp_path)]

    assert "README.md was changed here; the new one lies beside it." == said[0]
    assert ["My own words.\n", "New words.\n"] == [
        (folder / name).read_text() for name in ("README.md", "README.md.new")
    ]
    assert "# new\n" == (folder / "pyproject.toml").read_text()
    assert tags == (folder / "pond_life" / "tags.csv").read_text()
    assert ["Everything else is up to date."] == [str(each) for each in new_game.update("pond_life", tmp_path)]


def test_a_name_that_cannot_be_and_a_folder_that_is_there_are_said(tmp_path: Path) -> None:
    (tmp_path / "pond_life").mkdir()

    assert "is no name for a game" in error_of("new-game", "../x", "--into", str(tmp_path))
    assert "is there already" in error_of("new-game", "pond_life", "--into", str(tmp_path))
    assert "is no letter for labels" in error_of("new-game", "pond", "--letter", "é", "--into", str(tmp_path))
    assert "--update is for what `companion new-game` has made" in error_of(
        "new-game", "pond_life", "--update", "--into", str(tmp_path)
    )


def test_labels_are_unlike_those_of_the_tables_that_ship(tmp_path: Path) -> None:
    """Letter N is ours: with the same stems the same fillings would come, if our tables could not be read."""
    table = says("make-tags", "N", "frog*3", "--first", "10")

    assert ["number", "10", "11", "12"] == [line.split(",")[0] for line in table.splitlines()]
    new = list(payloads_in(table, "new"))
    assert [] == too_near(new, beside_pieces())
    old = tmp_path / "old.csv"
    old.write_text(table)
    again = list(payloads_in(says("make-tags", "N", "frog*3", "--first", "10", "--avoid", str(old)), "again"))
    assert set() == {*new} & {*again}


def test_a_table_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_bytes(b"\xff")

    assert "cannot be read as a table of labels" in error_of(
        "make-tags", "G", "frog", "--avoid", str(tmp_path / "x.csv")
    )
    assert "is no piece" in error_of("make-tags", "G", "Frog!")


def test_a_game_that_is_not_there_is_said() -> None:
    assert "The game chess is not installed here." == error_of("game-check", "chess")
