"""What cannot be in a position is named with its rule; test_invariants finds nothing to blame in any legal game."""

from __future__ import annotations

import pytest

from companion.games.new_world_order import GAME
from tests.games.new_world_order.tables import FULL_PYRAMID, position


def faults(*players: str, market: str = "[]", pyramid: str = FULL_PYRAMID, more: str = "") -> list[str]:
    """Each fault as rule and reason."""
    state = position(*players, market=market, pyramid=pyramid, more=more)
    return [f"{fault.rule.id} {fault.reason}" for fault in GAME.faults(state)]


def test_nothing_is_wrong_with_an_ordinary_position() -> None:
    assert [] == faults('character = "Globalist"\noutside = ["Above the Law"]', 'slots = ["3 Farm", "Gold Mine"]')


@pytest.mark.parametrize(
    ("player", "expected"),
    [
        ('character = "Royalty"\nsecond = "Banker"', "NWO-8 A has a second character without Illuminati."),
        ('character = "Cardinal"', "NWO-2 With two players the Cardinal is not used."),
        ('slots = ["", "", "", "", "", "", "", "Farm"]', "NWO-14 A has 7 slots, and cards in slot 8."),
        ('slots = ["3 Farm + 2 Gold Mine"]', "NWO-31 A: Farm and Gold Mine do not belong together in one slot."),
        ('slots = ["3 Farm", "Farm"]', "NWO-33 A has two piles of Farm."),
        ('slots = ["Blackmail"]', "NWO-85 Nobody keeps Blackmail, which is resolved when dealt."),
        ('outside = ["Above the Law"]', "NWO-103 Only a Globalist keeps specials outside the slots."),
        ('character = "Globalist"\noutside = ["Farm"]', "NWO-103 Only specials lie outside the slots."),
        ('character = "Banker"\ntriangles = ["Farm"]', "NWO-67 A has a triangle for Farm, and did not start with it."),
        (
            'character = "Banker"\nspent = ["conversion"]',
            "NWO-109 A has spent a power of another character.",
        ),
    ],
)
def test_what_a_player_cannot_have(player: str, expected: str) -> None:
    assert [expected] == faults(player, "")


def test_one_character_each() -> None:
    """NWO-7"""
    assert ["NWO-7 There is only one Banker."] == faults('character = "Banker"', 'character = "Banker"')


def test_royalty_is_not_used_with_house_rule_a() -> None:
    """NWO-16"""
    more = '[settings]\nhouseMarket15 = "on"'

    assert ["NWO-16 With the house rule of 15 cards Royalty is not used."] == faults(
        'character = "Royalty"', "", more=more
    )


def test_immediate_specials_are_not_in_the_market() -> None:
    """NWO-85"""
    assert ["NWO-85 Nobody keeps Blackmail, which is resolved when dealt."] == faults(
        "", "", market='["Blackmail", "Farm"]'
    )


def test_what_lies_too_high() -> None:
    """NWO-4, NWO-5; but a pyramid that is written down in part says nothing of its layers."""
    exchanged = FULL_PYRAMID.replace('"Tile 29"', '"?"').replace('"Tile 9"', '"Tile 29"').replace('"?"', '"Tile 9"')

    assert ["NWO-5", "NWO-4"] == [fault.split()[0] for fault in faults("", "", pyramid=exchanged)]
    assert [] == faults("", "", pyramid='\nlayer4 = [["Tile 29"]]\n')
