"""What a refusal proposes can be done: asked of the rules, in random evenings."""

from __future__ import annotations

import pytest

from companion.games.new_world_order import GAME
from companion.games.new_world_order import actions as act
from tests.repairs import Offers, his, not_leading_on, refusals

OFFERS: Offers = {
    "Pick, buy or discard first.": ((act.Pick, act.Buy, act.Discard), his),
    "Put everything back, and let {turn} go first.": (act.Decision, lambda state, _: state.on_turn),
    "Put everything back; finish setting up and dealing first.": (
        (act.Chance, act.Choose, act.Blackmail, act.Drop),
        None,
    ),
    "Lay the missing ones first, or lay {tile} elsewhere.": ((act.Laid, act.Exchanged), None),
    "Choose a character that nobody has.": (act.Choose, None),
    "Draw another character.": (act.Drew, None),
    "Act, or give the action up.": (act.Waive, his),
    "Resolve {first} first, and set it aside.": ((act.SetAside, act.Blackmail, act.Drop), None),
    "Shuffle it back into the deck, and deal on until a corporation card comes.": (act.Dealt, None),
}


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_repair_leads_on(players: int) -> None:
    """What is put back leaves something to do, and where a sentence says what, that is legal."""
    settings = {"replacement": "corporation"} if players == 5 else {}
    found = [
        words
        for state, action, refusal in refusals(GAME, players, seed=players, most=260, settings=settings)
        if (words := not_leading_on(GAME, state, action, refusal, OFFERS))
    ]

    assert [] == found
