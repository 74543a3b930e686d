"""Random games of as many people as are neither the fewest nor the most are the same with other numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

GOLDEN = "test_a_golden_game_comes_out_word_for_word"
"""These were written down for each number of players, and differ."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent and isinstance(item, pytest.Function):
            game, players = (item.callspec.params if hasattr(item, "callspec") else {}).get("any_table", (None, 0))
            if game is not None and min(game.players) < players < max(game.players) and item.originalname != GOLDEN:
                item.add_marker(pytest.mark.slow)
