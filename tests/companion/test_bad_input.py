"""What people get wrong: every fault is said with its file, line or key, and what is possible."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion import cli as command_line
from companion.cli.play import as_the_house_likes_it
from companion.core.game import Options
from companion.errors import CompanionError
from companion.journal.store import JournalStore
from tests.companion.test_cli import POSITION
from ui.window import has_display


def companion(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command_line.cli, list(map(str, arguments)), catch_exceptions=True)


def refusal(*arguments: str | Path) -> str:
    """The one sentence with which a command ends."""
    result = companion(*arguments)
    assert isinstance(result.exception, CompanionError), result.output
    return str(result.exception)


PROFILES = [
    (
        "new_world_order",
        '[[tiles]]\nid = "tile_20"\npoints = "a"',
        ["tiles tile_20, points: expected a whole number, not 'a'"],
    ),
    ("new_world_order", '[[tiles]]\nid = "tile_20"\nnix = 1', ["tile_20: 'nix' is unknown; use id, en"]),
    (
        "new_world_order",
        '[[tiles]]\nid = "tile_20"\nen = "A\\u0007B"',
        ["tile_20, en: expected a name that can be shown"],
    ),
    (
        "new_world_order",
        '[[corporations]]\nid = "farm"\nladder = [9, 8, 30, 40, 50, 60]\n[[tiles]]\nid = "tile_20"\npoints = 1000',
        ["the values of Farm grow with every card"],
    ),
    (
        "new_world_order",
        '[[goals]]\nid = "alien_invasion"\ncolour = "red"\n[[tiles]]\nid = "tile_20"\npoints = 350',
        ["the number of tiles worth 350 is 1, not 2", "each colour has its own Great Goal"],
    ),
    (
        "new_world_order",
        'colour = 1\n[[tiles]]\nid = "tile_99"',
        ["'colour' is unknown, or no list of tables", "tiles 'tile_99' is unknown"],
    ),
    ("new_world_order", "[[tiles]\n", ["line 1, column"]),
    ("iron_sky", "[boards.america]\nmeter = [1]\nfoo = 1", ["america, meter 1: expected a table", "'foo' is unknown"]),
    (
        "iron_sky",
        "[commanders.general]\nmoney = 12\n[commanders.agent]\npolitics = 9",
        ["general starts outside the tracks", "agent starts outside the tracks"],
    ),
    ("iron_sky", 'name = "x\\u0001y"', ["name: expected a name that can be shown"]),
    ("inwo", '[cards.c_i_a]\npower = "a"\nfoo = 1', ["c_i_a, power: expected a whole number", "'foo' is unknown"]),
    (
        "inwo",
        '[[decks]]\nname = "A\\u0007"\ncards = ["Nix"]',
        ["decks 1, name: expected a name that can be shown", "no card 'Nix'"],
    ),
]


@pytest.mark.parametrize(("game", "profile", "said"), PROFILES)
def test_every_fault_of_a_profile_is_said_with_its_file_and_key(
    tmp_path: Path, game: str, profile: str, said: list[str]
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(profile, encoding="utf-8")
    settings = tmp_path / "companion.toml"
    settings.write_text(f'[copies]\n{game} = "own.toml"\n', encoding="utf-8")
    journal = tmp_path / "house" / "journal.db"

    for command in (
        ("profile", "--game", game, path),
        ("catalogue", "import", "--game", game, "--journal", journal, path),
        ("catalogue", "difference", "--game", game, "--journal", journal, path),
    ):
        sentence = refusal(*command)
        assert sentence.startswith(str(path))
        assert [] == [fault for fault in said if fault not in sentence]
    sentence = refusal("--settings", settings, "catalogue", "status", "--game", game, "--journal", journal)
    assert sentence.startswith("The file that the settings name for your copy of ")
    assert not journal.parent.exists()


@pytest.mark.parametrize("command", [("status",), ("difference", "own.toml")])
def test_reading_a_copy_creates_nothing(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "own.toml").write_text("", encoding="utf-8")
    words = [tmp_path / word if word.endswith(".toml") else word for word in command]
    result = companion("catalogue", *words, "--game", "new_world_order", "--journal", tmp_path / "house" / "journal.db")

    assert 0 == result.exit_code, result.output
    assert [tmp_path / "own.toml"] == list(tmp_path.iterdir())


class TestPeople:
    @pytest.mark.parametrize(
        ("names", "said"),
        [
            ("", "is for 2, 3, 4 or 5 players, not 1"),
            (",", "Player 1 has no name"),
            ("Ann, ", "Player 2 has no name"),
            ("Ann,Ann", "Two players are called Ann"),
            ("Ann, Ann ", "Two players are called Ann"),
            ("Ann,B\tob", "The name of player 2 has signs that cannot be shown"),
            ("Ann", "is for 2, 3, 4 or 5 players, not 1"),
            ("A,B,C,D,E,F", "is for 2, 3, 4 or 5 players, not 6"),
        ],
    )
    def test_who_cannot_play_is_told_who_can(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, names: str, said: str
    ) -> None:
        """Nothing is begun, not even a journal."""
        monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
        journal = tmp_path / "house" / "journal.db"

        assert said in refusal("run", "--game", "new_world_order", "--players", names, "--journal", journal)
        assert not journal.parent.exists()

    def test_a_setting_that_is_none_names_those_that_are(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
        words = ("run", "--game", "new_world_order", "--players", "Ann,Ben", "--journal", tmp_path / "journal.db")

        assert "There is no setting 'nix'; use " in refusal(*words, "--set", "nix=1")
        assert "cannot be 'nix'; use auto or restart" in refusal(*words, "--set", "overflow=nix")
        assert [] == list(tmp_path.iterdir())


class TestPositions:
    @pytest.mark.parametrize("command", [("score",), ("check", "A: pass")])
    def test_what_is_no_file_is_said_to_be_none(self, tmp_path: Path, command: tuple[str, ...]) -> None:
        name, *action = command
        path = tmp_path / "nowhere.toml"

        assert f"{path} is no file; name one with a position." == refusal(name, path, *action)

    def test_the_players_go_by_their_names(self, tmp_path: Path) -> None:
        path = tmp_path / "position.toml"
        path.write_text(POSITION, encoding="utf-8")
        lines = companion("score", path).output.splitlines()

        assert ["Ann", "Ben", "Cara"] == [line for line in lines if not line.startswith(" ")][:3]
        assert "who is ahead rests on printed values that nobody has told yet" == lines[-1]
        assert "It is Ann's turn, not Ben's." in companion("check", path, "B: pass").output


class TestScreen:
    def test_a_display_that_nobody_serves_is_none(self, tmp_path: Path) -> None:
        (tmp_path / "X3").touch()
        none = tmp_path / "no connectors"

        assert has_display({"DISPLAY": ":3"}, none, tmp_path)
        assert has_display({"DISPLAY": ":3.0"}, none, tmp_path)
        assert not has_display({"DISPLAY": ":4"}, none, tmp_path)
        assert has_display({"DISPLAY": "desk:4"}, none, tmp_path), "of another machine nothing is known here"
        assert has_display({"DISPLAY": ":4", "WAYLAND_DISPLAY": "wayland-0"}, none, tmp_path)

    @pytest.mark.parametrize("display", [{"DISPLAY": ":4711"}])
    def test_without_any_the_companion_says_so_and_ends(self, tmp_path: Path, display: dict[str, str]) -> None:
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
        ended = subprocess.run(
            [sys.executable, "-m", "companion", "run", "--journal", tmp_path / "journal.db"],
            env={**kept, **display},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

        assert 1 == ended.returncode
        assert "companion: There is no screen to show the game on" in ended.stderr
        assert [] == list(tmp_path.iterdir())


def test_a_demonstration_speaks_as_the_house_does_and_leaves_it_alone(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    with JournalStore(journal) as context:
        context.prefer("language", "et")
    before = journal.read_bytes()
    with JournalStore(":memory:") as demonstration:
        as_the_house_likes_it(demonstration, journal)
        as_the_house_likes_it(demonstration, tmp_path / "none.db")

        assert "et" == demonstration.preferences()["language"]
    assert before == journal.read_bytes()
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize("after", [0.05, 1.5])
def test_sigterm_at_any_moment_ends_cleanly(tmp_path: Path, after: float) -> None:
    """A real process, so many seconds after it has begun its work: it goes at once, without a word of a mistake.

    It is a demonstration, and leaves this house's evening as it was.
    """
    journal = tmp_path / "journal.db"
    with JournalStore(journal) as store:
        store.begin("new_world_order", Options(("Ann", "Ben")))
    evening = ["--game", "new_world_order", "--players", "Ann,Ben"]
    words = ["--debug", "run", "--journal", str(journal), "--camera", "simulator", *evening]
    environment = {**os.environ, "SDL_VIDEODRIVER": "offscreen", "PYTHONUNBUFFERED": "1"}
    running = subprocess.Popen(
        [sys.executable, "-X", "importtime", "-m", "companion", *words],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stderr is not None
    said = [
        next(
            line
            for line in running.stderr
            if "companion.application.bootstrap" in line or "companion.application.application" in line
        )
    ]
    time.sleep(after)
    running.send_signal(signal.SIGTERM)
    said += running.communicate(timeout=60)[1].splitlines()

    assert 0 == running.returncode
    assert [] == [line for line in said if "Traceback" in line or line.startswith("ERROR")]
    with JournalStore(journal) as store:
        assert store.repaired is None
        assert [()] == [store.load(id).entries for id, *_ in store.games()]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--players", "7"), "for 2, 3, 4 or 5 players, not 7"),
        (("--players", "0"), "for 2, 3, 4 or 5 players, not 0"),
        (("--players", "0", "--in-play"), "for 2, 3, 4 or 5 players, not 0"),
        (("--players", "0", "--only", "Farm"), "for 2, 3, 4 or 5 players, not 0"),
        (("--players", "99999999"), "for 2, 3, 4 or 5 players, not 99999999"),
        (("--offset", "500", "0"), "No printer is off by 500 mm"),
        (("--offset", "0", "nan"), "No printer is off by nan mm"),
        (("--start", "99"), "the first cannot be number 99"),
        (("--only", "Farmm"), "no piece and no label 'Farmm'"),
    ],
)
def test_what_cannot_be_printed_is_refused_before_anything_is_written(
    tmp_path: Path, wrong: tuple[str, ...], said: str
) -> None:
    out = tmp_path / "labels.pdf"

    assert said in refusal("labels", "--game", "new_world_order", "--out", out, *wrong)
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("labels --game new_world_order --adopt --out OUT --symbol-mm nan", "'nan' is no number"),
        ("labels --game new_world_order --adopt --out OUT --symbol-mm 0", "0.0 is not in the range"),
        ("labels --game new_world_order --adopt --out OUT --symbol-mm 1e300", "1e+300 is not in the range"),
        ("plan-camera --game new_world_order --players 0", "for 2, 3, 4 or 5 players, not 0"),
        ("plan-camera --game new_world_order --players 99999999", "players, not 99999999"),
        ("plan-camera --field nan", "'nan' is no number"),
        ("plan-camera --lean nan", "'nan' is no number"),
        ("plan-camera --label-mm nan", "'nan' is no number"),
        ("plan-camera --field 90 --size 99999999x99999999", "is no size"),
        ("plan-camera --table 99999999x800", "is no size"),
        ("camera --game new_world_order --players 99999999 --camera simulator", "players, not 99999999"),
        ("camera --game new_world_order --camera simulator --board 99999999x6x25", "is no chequerboard"),
        ("journal 99999999999999999999", "is not in the range"),
        ("journal 0", "is not in the range"),
    ],
    ids=lambda words: words[:60],
)
def test_a_number_that_nobody_means_is_refused_at_once(tmp_path: Path, wrong: str, said: str) -> None:
    """Before memory is filled, a picture drawn or a file begun."""
    result = companion(*(tmp_path / "out" if word == "OUT" else word for word in wrong.split()))

    assert isinstance(result.exception, CompanionError | SystemExit), result.output
    assert said in f"{result.output}{result.exception}"
    assert [] == list(tmp_path.iterdir())
