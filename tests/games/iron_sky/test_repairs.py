"""What a refusal proposes can be done: asked of the rules, in random evenings with all optional rules."""

from __future__ import annotations

import pytest

from companion.games.iron_sky import GAME
from companion.games.iron_sky import actions as act
from tests.repairs import Offers, his, not_leading_on, refusals

IN_BATTLE = (act.Lay, act.Reveal, act.Symbol, act.Fortress, act.Shift, act.Compare, act.Boost)
OFFERS: Offers = {
    "Put it back and finish the battle.": (IN_BATTLE, None),
    "Lay both battle cards and turn them over first.": ((), None),
    "Put it back, or let {name} go on first.": (act.Resume, his),
    "Put it back and finish or waive {card} first.": ((), his),
    "Put it back and draw the other commander sheets first.": (act.DrawSheet, None),
    "Put it back and turn the top time token.": (act.TurnToken, None),
    "Put it back and finish the end of the turn.": (act.EndTurn, None),
    "Put it back and show the secret operations.": (act.ShowOperation, None),
    "Put it back and wait for the others.": (act.EndTurn, None),
    "Place the tile where the UWC has control.": ((act.PlaceTile, act.Waive), his),
    "Choose another territory.": ((), his),
    "Carry it out.": ((), his),
}


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_repair_leads_on(players: int) -> None:
    """What is put back leaves something to do, and where a sentence says what, that is legal."""
    settings = {"game_type": "veteran"}
    found = [
        words
        for state, action, refusal in refusals(GAME, players, seed=players, most=220, settings=settings)
        if (words := not_leading_on(GAME, state, action, refusal, OFFERS))
    ]

    assert [] == found
