"""A game is found by its package's metadata and loaded when somebody asks for it; what cannot be is said."""

from __future__ import annotations

import importlib
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from importlib.metadata import distributions, entry_points
from pathlib import Path

import pytest

from companion import __version__
from companion.errors import CompanionError, GameError
from companion.games import GAMES, GROUP, Games

ROOT = Path(__file__).parents[2]
OURS = [*GAMES]
"""Listed before anything else is on the path."""

LOADED = """
import sys
import companion.games
print(*companion.games.GAMES, len(companion.games.GAMES), "{first}" in companion.games.GAMES)
print([name for name in sys.modules if name.startswith("companion.games.")])
"""
SOUND = 'api = 1\ntier = "counter"\n'
GAME = "class Game:\n    name = '{name}'\nGAME = Game()\n"


class Shelf:
    """Packages as pip leaves them in a folder: a module, its `quality.toml`, its metadata."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, package: str, game: str, code: str | None = None, quality: str | None = SOUND) -> None:
        info = self.folder / f"{package}-1.2.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n")
        (info / "entry_points.txt").write_text(f"[{GROUP}]\n{game} = {package}:GAME\n")
        (self.folder / package).mkdir()
        (self.folder / package / "__init__.py").write_text(GAME.format(name=game) if code is None else code)
        if quality is not None:
            (self.folder / package / "quality.toml").write_text(quality)
        importlib.invalidate_caches()

    @property
    def games(self) -> Games:
        return Games(lambda: entry_points(group=GROUP))

    def says(self, name: str) -> str:
        """The sentence that stands for a game that cannot be played."""
        games = self.games
        with pytest.raises(GameError) as refused:
            games[name]
        assert name not in games
        assert games.faults()[name] == refused.value.text
        return str(refused.value)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    before = {*sys.modules}
    monkeypatch.syspath_prepend(tmp_path)
    yield Shelf(tmp_path)
    for name in {*sys.modules} - before:
        if getattr(sys.modules[name], "__file__", None) and str(tmp_path) in str(sys.modules[name].__file__):
            del sys.modules[name]


class TestOurs:
    def test_the_names_are_known_without_loading_a_game(self) -> None:
        run = [sys.executable, "-c", LOADED.format(first=next(iter(GAMES)))]
        found = subprocess.run(run, capture_output=True, text=True, check=True).stdout

        assert f"{' '.join(GAMES)} {len(GAMES)} True\n[]\n" == found

    def test_a_game_is_loaded_once(self) -> None:
        for name in GAMES:
            assert GAMES[name] is GAMES[name]
            assert name == GAMES[name].name

    def test_an_unknown_name_is_a_key_error(self) -> None:
        assert "chess" not in GAMES
        with pytest.raises(KeyError, match="chess"):
            GAMES["chess"]

    def test_a_checkout_lists_what_its_wheel_will(self) -> None:
        """The metadata that `scripts/setup.sh` writes say what `pyproject.toml` says."""
        project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        ours = next(found for found in distributions() if found.name == project["name"])
        listed: dict[str, dict[str, str]] = defaultdict(dict)
        for entry in ours.entry_points:
            listed[entry.group][entry.name] = entry.value

        assert project["entry-points"] == listed
        assert __version__ == ours.version


class TestStrangers:
    def test_an_installed_package_brings_a_game_after_ours(self, shelf: Shelf) -> None:
        shelf.install("a_stranger", "ludo")

        assert [*OURS, "ludo"] == [*shelf.games]
        assert "ludo" == shelf.games["ludo"].name
        assert ("a_stranger", "1.2") == (
            shelf.games.packages["ludo"].distribution,
            shelf.games.packages["ludo"].version,
        )
        assert {} == shelf.games.faults()

    @pytest.mark.parametrize("code", ["1 / 0", "if:", "raise SystemExit", "import no_such_library", ""])
    def test_one_that_cannot_be_loaded_is_a_sentence_and_the_others_play(self, shelf: Shelf, code: str) -> None:
        shelf.install("a_stranger", "ludo", code)

        assert shelf.says("ludo").startswith("It cannot be opened (")
        assert shelf.says("ludo").endswith("); install the package a_stranger again, or another version of it.")
        assert OURS == [name for name, _ in shelf.games.items()]

    def test_an_error_of_a_game_is_one_of_ours(self, shelf: Shelf) -> None:
        """The command line says it in one line, with the file to mend."""
        shelf.install("a_stranger", "ludo", "\n1 / 0")
        with pytest.raises(CompanionError, match=r"^It cannot be opened \(__init__\.py:2: ZeroDivisionError: "):
            shelf.games["ludo"]

    def test_another_contract_is_said_before_anything_is_run(self, shelf: Shelf) -> None:
        shelf.install("a_stranger", "ludo", "1 / 0", 'api = 2\ntier = "whole"')
        shelf.install("an_ancient", "senet", "1 / 0", 'api = 0\ntier = "whole"')

        assert "It needs a newer companion; bring this one up to date." == shelf.says("ludo")
        assert "It was made for an older companion; install a newer version of an_ancient." == shelf.says("senet")

    def test_a_package_says_what_it_is(self, shelf: Shelf) -> None:
        shelf.install("a_stranger", "ludo", quality=None)
        shelf.install("another", "senet", quality='api = 1\ntier = "gorgeous"')

        assert "The package a_stranger has no quality.toml; install it again." == shelf.says("ludo")
        assert "there is no tier 'gorgeous'; there are counter, referee, watcher, whole" in shelf.says("senet")

    def test_two_packages_with_one_name_are_said(self, shelf: Shelf) -> None:
        shelf.install("a_stranger", "ludo")
        shelf.install("another", "ludo")

        assert (
            "The packages a_stranger and another bring a game with one and the same name; remove all but one."
            == shelf.says("ludo")
        )

    def test_a_name_is_no_path(self, shelf: Shelf) -> None:
        """It stands in the journal and names the files of copies and labels."""
        shelf.install("a_stranger", "../ludo")

        assert "brings a game whose name cannot be used" in shelf.says("../ludo")

    def test_a_game_is_called_as_it_is_listed(self, shelf: Shelf) -> None:
        shelf.install("a_stranger", "ludo", GAME.format(name="parchis"))

        assert "lists a game as ludo that calls itself parchis" in shelf.says("ludo")
