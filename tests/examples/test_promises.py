"""The examples keep what they promise, and the evenings that they bring go as they say.

The cheap half of it: `companion game-check` also asks about full tables of the score sheet and clumsy people, and
`companion demo` shows the evenings to the camera (slow).
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from companion.core.game import Game
from companion.core.table import LabelPlace, Observation
from companion.games import GROUP, Games
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory
from companion.session.messages import Conclusion, Tick
from companion.session.session import Session
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.scenario import read_scenario
from companion.simulation.scenario_runner import ScenarioRunner
from scripts.checkout_metadata import project_of, write

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(path.parent for path in (ROOT / "examples").glob("*/pyproject.toml"))
NAMES = [folder.name for folder in EXAMPLES]
TOO_LONG = "clumsy or (yacht and (cut_off or ((3 or 4 or 5 or 6) and (touched or picked))))"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a Python in which all examples are installed."""
    metadata = tmp_path_factory.mktemp("metadata")
    for folder in EXAMPLES:
        write(metadata, project_of(folder))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, metadata, *EXAMPLES)))}


@pytest.fixture
def games(installed: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Games:
    for path in installed["PYTHONPATH"].split(os.pathsep)[1:]:
        monkeypatch.syspath_prepend(path)
    return Games(lambda: entry_points(group=GROUP))


def test_what_their_tiers_promise_is_kept(installed: dict[str, str], tmp_path: Path) -> None:
    asked = [word for name in NAMES for word in ("--game", name)]
    command = [sys.executable, "-P", "-m", "pytest", "-q", "--pyargs", "companion.conformance", *asked]
    command += ["-c", os.devnull, "-p", "no:cacheprovider", "-k", f"not ({TOO_LONG})"]
    done = subprocess.run(command, env=installed, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert 0 == done.returncode, done.stdout + done.stderr


def wrong_conclusions(game: Game[Any, Any], path: Path, journal: Path) -> list[dict[str, Any]]:
    """Those that the evening does not expect, before a camera that sees everything as it lies."""
    scenario, said = read_scenario(path), list[dict[str, Any]]()
    start: int | None = 1
    while start is not None:
        with JournalStore(journal) as store:
            conclusions = list[Conclusion]()
            saved = store.latest() or store.begin(game.name, scenario.options)
            history = GameHistory(game, store, saved)
            session: Session[Any, Any] = Session(history, lambda _: None, conclusions.append)
            table, looks = PhysicalTable(game, game.layout(history.state)), 0

            def frame(over: object) -> None:
                nonlocal looks
                looks += 1
                if not over:
                    lying = (LabelPlace(each.tag, each.label) for each in table.lying())  # noqa: B023
                    session.handle(Observation(tuple(lying)))  # noqa: B023
                session.handle(Tick(looks / 10))  # noqa: B023

            def cut(step: int) -> None:
                raise InterruptedError(step)

            try:
                runner = ScenarioRunner(
                    scenario, table, session, frame, session.handle, said.append, str, cut, conclusions
                )
                runner.run(start)
                start = None
            except InterruptedError as pulled:
                start = pulled.args[0] + 1
    return [each for each in said if "wrong" in each]


@pytest.mark.parametrize("folder", EXAMPLES, ids=NAMES)
def test_its_evening_goes_as_it_says(folder: Path, games: Games, tmp_path: Path) -> None:
    path = folder / folder.name / "evening.toml"

    assert [] == wrong_conclusions(games[folder.name], path, tmp_path / "journal.db")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_its_evening_is_read_by_the_camera(name: str, installed: dict[str, str], tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-m", "companion", "demo", "--game", name, "--out", str(tmp_path)]
    done = subprocess.run(command, env=installed, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert 0 == done.returncode, done.stdout + done.stderr
    assert "missed 0, false 0" in done.stdout
