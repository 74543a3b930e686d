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
        ("players = 3", "players: expected a list, each a table, not 3."),
        (position('phase = "dance"'), "phase: expected sheets or command or end_of_turn or token or secrets or over,"),
        (position("round = -3"), "round: expected a whole number from 0, not -3."),
        (position('tokens = "token_plus_1"'), "tokens: expected a list, each a time token such as"),
        (position('opened = ["Z", "cards"]'), "'opened' is unknown; use game, profile, phase"),
        (position("[banks]\nmoon = 1"), "banks: 'moon' is unknown; use reich, uwc."),
        (position("[pool]\nloans = -1"), "pool, loans: expected a whole number from 0, not -1."),
        (position("[boards.europe]"), "boards europe is not in play; use america."),
        (
            position("[boards.america]\noccupation = 8"),
            "america, occupation: expected a whole number from 0 to 7",
        ),
        (position("[boards.america]\nterror = 9"), "boards america, terror: expected the number of a territory from 1"),
        (position("[boards.america]\njamming = 9"), "boards america, jamming: expected the number of a sector, not 9."),
        (position("[boards.america]\n1 = { cc = 3 }"), "boards america, 1, cc: expected a stack of tiles such as"),
        (position('[boards.america]\n1 = { nuked = "no" }'), "boards america, 1, nuked: expected true or false"),
        (position(of_anna="money = -1"), "players 1, money: expected a whole number from 0, not -1."),
        (position(of_anna='command = "5"'), "players 1, command: expected a whole number, not '5'."),
        (position(of_anna='done = "no"'), "players 1, done: expected true or false, not 'no'."),
        (position().replace("infantry", "elvis"), "players 1, commander: there is no commander 'elvis'"),
        (
            position().replace("infantry", "agent"),
            "'agent' is no commander of player A; expected infantry or artillery",
        ),
        (position(of_anna="todo = {}"), "players 1, todo, command is missing; players 1, todo, card is missing."),
        (
            position(of_anna='todo = { command = "jamming", card = "infantry_terror" }'),
            "'infantry_terror' does not show jamming; expected terror.",
        ),
        (position('[battle]\nplace = "america.1"'), "battle, attacker is missing; battle, defender is missing."),
        (position(BATTLE.format("", "square = 7")), "battle, square: expected a whole number from 0 to 3, not 7."),
        (position(BATTLE.format("", "strikes = [[1, 2]]")), "battle, strikes 1: expected a list of 4: a whole number"),
        (
            position(BATTLE.format(', squares = "H"', "")),
            "attacker, squares: 'H' are no squares; expected three",
        ),
        (position(BATTLE.format(', source = "sky"', "")), "attacker, source: 'sky' is no source; expected deck or"),
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


def test_everything_that_cannot_be_read_is_named() -> None:
    with pytest.raises(NotationError) as refused:
        GAME.read_position(position('phase = "dance"\n[pool]\nloans = -1', of_anna="money = -1"))

    assert all(path in str(refused.value) for path in ("phase: ", "pool, loans: ", "players 1, money: "))
