"""Plots with several ways to be played: seen on the table each is understood in every legal way, and in no other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.belief.search import Ambiguous, Explained, explain
from companion.core.game import violation
from companion.core.table import TableSnapshot, diff
from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.candidates_cards import card_plays
from companion.games.inwo.rules import apply
from companion.games.inwo.state import State
from tests.games.inwo.moment_scenes import SCENES
from tests.games.inwo.play_scenes import make, way
from tests.games.inwo.scenes import DATA

LATER = [
    pytest.param(card, number, id=f"{card}-{number}")
    for card, entry in DATA.items()
    for number in range(2, len(entry.get("play", ())) + 1)
]


@pytest.mark.parametrize(("card", "number"), LATER)
def test_it_is_expected_in_the_middle_and_understood_in_each_legal_way(card: str, number: int) -> None:
    """INWO-49, INWO-252: where somebody may cancel it, in the middle until it takes effect."""
    play = DATA[card]["play"][number - 1]
    before, target = SCENES[card](number - 1) if card in SCENES else make(card, play)
    bob = before.player("B")
    before = before.with_player("B", replace(bob, unseen_plots=("hoax", *bob.unseen_plots)))
    look = GAME.table(apply(before, way(card, "play", number - 1, before, target)))

    changes = [change for change in diff(GAME.table(before), look) if change.piece == card]
    assert [("played", 1)] == [(each.zone, each.delta) for each in changes]
    legal = ways_that_look_so(before, card, look)
    assert number in legal
    assert legal == ways_told(before, look)


def ways_that_look_so(before: State, card: str, look: TableSnapshot) -> set[int]:
    ways = (each for each in card_plays(before) if isinstance(each, act.PlayCard) and each.card == card)
    legal = (each for each in ways if violation(GAME, before, each) is None)
    return {each.number for each in legal if not diff(GAME.table(apply(before, each)), look)}


def ways_told(before: State, look: TableSnapshot) -> set[int]:
    """The ways among which the table decides, or people are asked."""
    match explain(GAME, before, look):
        case Explained(actions):
            told = [actions]
        case Ambiguous(readings):
            told = [each.actions for each in readings]
        case _:
            told = []
    return {each.number for actions in told for each in actions if isinstance(each, act.PlayCard)}
