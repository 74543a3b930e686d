"""An evening begun with nothing told, in every game that asks for what is printed on a copy."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.untold import UntoldPlay, eager, hidden_copy, one_touch
from companion.conformance.playouts import NAMES
from companion.core.game import Options
from companion.core.printed_copy import asking
from companion.games import GAMES

ASKED_FOR = 40
"""Actions of an evening that begins with nothing told; by then something has been decided in each game."""


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if asking(game) is not game])
def test_an_evening_begins_with_nothing_told(name: str) -> None:
    """What decides is asked, nothing is assumed: every verdict is that of a referee who knows it all."""
    game = GAMES[name]
    play = UntoldPlay(game, hidden_copy(game.copy_form, 5), Options(NAMES[:2]), one_touch, Random(5))

    evening = play.play(eager, most=ASKED_FOR)

    assert {} == game.asking.copy_form.answers()
    assert [] == evening.wrong
    assert ASKED_FOR == evening.actions
    assert evening.asked
    assert len(evening.asked) == len(set(evening.asked)), "what was told is never asked again"
