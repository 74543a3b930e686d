"""Where a game's cases and golden games lie: beside its code; those of the companion's own among its tests."""

from __future__ import annotations

from pathlib import Path

import companion
from companion.core.game import Game
from companion.games import GAMES

CASES, GOLDEN = "cases", "playthroughs"

HELD_BACK = "held_back.toml"
"""The file among its cases that its makers did not see while they wrote the rules (docs/cases.md)."""

_TESTS = Path(companion.__file__).parents[1] / "tests"


def folder_of(game: Game[object, object], what: str) -> Path:  # type: ignore[type-var]
    """The folder with its cases, or with its golden games."""
    package = GAMES.packages[game.name]
    folder = package.folder
    if package.is_ours or folder is None:
        return _TESTS / "games" / game.name / CASES if what == CASES else _TESTS / GOLDEN
    return folder / what
