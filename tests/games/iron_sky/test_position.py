"""Positions as people write them: what is left out follows from the rest, and every slip is named with its place."""

from __future__ import annotations

import pytest

from companion.errors import NotationError
from companion.games.iron_sky import GAME
from tests.games.iron_sky.tables import table

PLAYERS = """
[[players]]
name = "Anna"
commander = "infantry"
{of_anna}
[[players]]
name = "Bert"
commander = "politician"
"""


def position(entry: str = "", of_anna: str = "") -> str:
    return entry + PLAYERS.format(of_anna=of_anna)


BATTLE = '[battle]\nplace = "america.1"\nattacker = {{ player = "A"{} }}\ndefender = {{ player = "B" }}\n{}'


@pytest.mark.parametrize(
    ("notation", "sentence"),
    [
        ("players = 3", "'players' in the position is 3; expected a list, each a table."),
        (position('phase = "dance"'), "'phase' in the position is 'dance'; expected sheets or command or"),
        (position("round = -3"), "'round' in the position is -3; expected a whole number from 0."),
        (position('tokens = "token_plus_1"'), "'tokens' in the position is 'token_plus_1'; expected a list"),
        (position('opened = ["Z", "cards"]'), "The position names 'Z', which is no player of this game."),
        (position('opened = ["A", "sesame"]'), "The position names 'sesame', which is no card or choice of this game."),
        (position('opened = "A"'), "'opened' in the position is 'A'; expected a seat and what is open."),
        (position("[banks]\nmoon = 1"), "Unknown entry 'moon' in the banks; expected some of reich, uwc."),
        (position("[pool]\nloans = -1"), "'loans' in the pool is -1; expected a whole number from 0."),
        (position("[boards.europe]"), "Unknown entry 'europe' in the boards; expected some of america."),
        (
            position("[boards.america]\noccupation = 8"),
            "'occupation' in board america is 8; expected a position from 0",
        ),
        (
            position("[boards.america]\nterror = 9"),
            "'terror' in board america is 9; expected the number of a territory.",
        ),
        (position("[boards.america]\n1 = { cc = 3 }"), "'cc' in america 1 is 3; expected text in quotes."),
        (position('[boards.america]\n1 = { nuked = "no" }'), "'nuked' in america 1 is 'no'; expected true or false."),
        (position(of_anna="money = -1"), "'money' in player A is -1; expected a whole number from 0."),
        (position(of_anna='command = "5"'), "'command' in player A is '5'; expected a whole number from 0."),
        (position(of_anna='done = "no"'), "'done' in player A is 'no'; expected true or false."),
        (
            position().replace("infantry", "elvis"),
            "'elvis' is no commander of player A; expected infantry or artillery",
        ),
        (
            position().replace("infantry", "agent"),
            "'agent' is no commander of player A; expected infantry or artillery",
        ),
        (position(of_anna="todo = {}"), "'command' is missing in todo."),
        (
            position(of_anna='todo = { command = "jamming", card = "infantry_terror" }'),
            "'infantry_terror' does not show jamming; expected terror.",
        ),
        (position('[battle]\nplace = "america.1"'), "'attacker' is missing in a battle."),
        (position(BATTLE.format("", "square = 7")), "'square' in a battle is 7; expected 0 or 1 or 2 or 3."),
        (position(BATTLE.format("", "strikes = [[1, 2]]")), "expected a list, each two squares and what falls"),
        (position(BATTLE.format(', squares = "H"', "")), "'squares' in a fighter is 'H'; expected three of -, H, HH"),
        (position(BATTLE.format(', source = "sky"', "")), "'source' in a fighter is 'sky'; expected deck or reserve"),
    ],
)
def test_an_entry_of_another_form_is_named(notation: str, sentence: str) -> None:
    with pytest.raises(NotationError) as refused:
        GAME.read_position(notation)

    assert sentence in str(refused.value)


def test_a_card_in_another_commander_s_pile_cannot_be() -> None:
    """ISK-58: each commander has cards of his own."""
    state = table(2, seats={"A": {"discard": ["politician_jamming"]}})

    assert ["ISK-58"] == [fault.rule.id for fault in GAME.faults(state)]
    assert [] == [fault.rule.id for fault in GAME.faults(table(2, seats={"A": {"discard": ["infantry_terror"]}}))]
