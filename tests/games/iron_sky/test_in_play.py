"""Which pieces an evening needs: those of its boards and of its optional rules."""

from __future__ import annotations

import pytest

from companion.core.copy_form import status
from companion.core.game import Options
from companion.games.iron_sky import GAME
from tests.games.iron_sky.tables import NAMES, played


def needed(players: int, **settings: str) -> frozenset[str]:
    found = GAME.in_play(GAME.initial_state(Options(tuple(NAMES[:players]), settings)))
    return frozenset(found)


def test_six_veterans_need_the_whole_box() -> None:
    assert frozenset(GAME.piece_of.values()) == needed(6, game_type="veteran")


def test_two_beginners_need_one_board_and_the_neutral_tiles() -> None:
    """ISK-33: each Neutral continent gives two of its UWC tiles."""
    found = needed(2)

    assert {"occupation_america", "reich_america", "uwc_america", "uwc_europe", "uwc_asia"} <= found
    assert set() == found & {"occupation_europe", "reich_europe", "reich_asia", "jamming_asia", "terror_europe"}


def test_the_board_that_is_chosen_is_needed() -> None:
    assert "occupation_asia" in needed(2, boards="asia")
    assert "occupation_america" not in needed(2, boards="asia")


@pytest.mark.parametrize(
    ("option", "pieces"),
    [
        ("special_commands", set(GAME.profile.specials)),
        ("secret_operations", set(GAME.profile.operations)),
        ("initiative", {"initiative"}),
        ("elite_troops", {"elite_america"}),
    ],
)
def test_cards_and_tiles_of_an_optional_rule_are_needed_with_it_alone(option: str, pieces: set[str]) -> None:
    assert set() == pieces & needed(2)
    assert pieces <= needed(2, **{option: "on"})


def test_any_commander_can_be_drawn_and_any_battle_card_taken() -> None:
    """ISK-16, ISK-20."""
    found = needed(2)

    assert {card.id for who in GAME.profile.commanders.values() for card in who.cards} <= found
    assert GAME.profile.battle_cards.keys() <= found


@pytest.mark.parametrize(("players", "kind"), [(2, "beginner"), (2, "experienced"), (4, "veteran")])
def test_nothing_comes_up_in_a_game_that_was_not_in_play(players: int, kind: str) -> None:
    in_play = needed(players, game_type=kind)
    for state, _ in played(players, kind):
        lying = {piece for pieces in GAME.table(state).zones.values() for piece in pieces}

        assert set() == lying - in_play


def test_values_for_tonight_are_those_of_the_boards_and_cards_in_play() -> None:
    """1254 values stand in the box; two boards of 65 and 72 of optional rules' cards are told later."""
    form = GAME.copy_form
    sheets = form.sheets({})
    all_of, tonight = status(sheets, {}).needed, status(sheets, {}, needed(2)).needed

    assert (1254, 1052) == (all_of, tonight)
    assert all_of - tonight == 2 * 65 + 72
