"""A game is loaded when somebody asks for it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion.games import GAMES, NAMES

LOADED = """
import sys
import companion.games
print(*companion.games.GAMES, len(companion.games.GAMES), companion.games.NAMES[0] in companion.games.GAMES)
print([name for name in sys.modules if name.startswith("companion.games.")])
"""


def test_the_names_are_known_without_loading_a_game() -> None:
    found = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True).stdout

    assert f"{' '.join(NAMES)} {len(NAMES)} True\n[]\n" == found


def test_a_game_is_loaded_once() -> None:
    for name in NAMES:
        assert GAMES[name] is GAMES[name]
        assert name == GAMES[name].name


def test_an_unknown_name_is_a_key_error() -> None:
    assert "chess" not in GAMES
    with pytest.raises(KeyError, match="chess"):
        GAMES["chess"]
