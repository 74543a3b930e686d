"""Tidy moves of games that are made of defaults are never asked about."""

from __future__ import annotations

import pytest

from tests.tidy_evenings import GAMES, evenings


@pytest.mark.parametrize("game", list(GAMES))
def test_nobody_is_asked_about_tidy_moves(game: str) -> None:
    done = list(evenings(GAMES[game], 25, seed=3))

    assert [(0, 0)] * len(done) == [(each.asked, each.wrong) for each in done]
