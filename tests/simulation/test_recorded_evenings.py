"""Recorded evenings are played whole: real frames through the real reader, real touches, real power cuts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import GAMES

EVENINGS = sorted(
    path for name in GAMES for path in (Path(__file__).parents[2] / "companion/games" / name).glob("evening*.toml")
)
BEGINNING = 20
"""Steps: New World Order is set up, a label is in the glare, rules are broken, and the plug is pulled."""


def demo(folder: Path, evening: Path, game: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "companion", "demo", "--game", game, "--evening", str(evening))
    return subprocess.run((*command, "--out", str(folder)), capture_output=True, text=True, cwd=folder, check=False)


def test_the_beginning_of_an_evening_is_read_as_it_was_recorded(tmp_path: Path) -> None:
    evening = next(path for path in EVENINGS if path.parent.name == "new_world_order" and path.stem == "evening")
    beginning = tmp_path / "beginning.toml"
    steps = evening.read_text(encoding="utf-8").split("[[step]]")[: BEGINNING + 1]
    beginning.write_text("[[step]]".join(steps), encoding="utf-8")

    played = demo(tmp_path, beginning, "new_world_order")

    assert 0 == played.returncode, played.stdout + played.stderr
    assert f"{BEGINNING}/{BEGINNING}" in played.stdout
    assert "missed 0, false 0" in played.stdout
    assert "power cuts survived 1" in played.stdout


@pytest.mark.slow
@pytest.mark.parametrize("evening", EVENINGS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_recorded_evening_is_read_as_it_was_recorded(evening: Path, tmp_path: Path) -> None:
    played = demo(tmp_path, evening, evening.parent.name)

    assert 0 == played.returncode, played.stdout + played.stderr
