"""The referee from the deal to the end: turns, passing, the last round (NWO-12 to NWO-28, NWO-70 to NWO-74)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.new_world_order import GAME
from tests.games.new_world_order.tables import DEAL, LEGAL, after, position, verdict


def test_cards_are_dealt_until_the_market_is_full() -> None:
    """NWO-12, NWO-20, NWO-21: thirteen in all, leftovers included; then the holder of the disc begins."""
    state = position(market='["9 Farm", "3 Construction"]', more=DEAL)

    assert LEGAL == verdict(state, "deal Gold Mine")
    assert "turns" == after(state, "deal Gold Mine").phase.value
    full = position(market='["9 Farm", "4 Construction"]', more=DEAL)
    assert "NWO-20" == verdict(full, "deal Gold Mine")


def test_no_refill_during_the_round() -> None:
    """NWO-39"""
    assert "NWO-39" == verdict(position(), "deal Gold Mine")


def test_no_card_is_dealt_that_the_deck_cannot_have() -> None:
    """NWO-87"""
    state = position('slots = ["10 Farm"]', "", "", market="[]", more=DEAL)

    assert "NWO-17" == verdict(state, "deal Farm")


def test_one_action_each_in_turn() -> None:
    """NWO-13-R2, NWO-22: clockwise."""
    state = position()

    assert "NWO-22" == verdict(state, "B: take Farm")
    assert LEGAL == verdict(after(state, "A: take Farm"), "B: take Farm")
    assert "NWO-22" == verdict(after(state, "A: take Farm"), "A: take Farm")


def test_whose_clock_runs() -> None:
    """NWO-22: nobody's while cards are dealt, after the end, or before the game."""
    assert ("A",) == GAME.to_move(position())
    assert ("B",) == GAME.to_move(after(position(), "A: take Farm"))
    assert [()] * 3 == [GAME.to_move(position(more=f'phase = "{phase}"')) for phase in ("setup", "deal", "over")]


def test_nothing_before_the_deal_and_nothing_after_the_end() -> None:
    """NWO-22, NWO-70"""
    assert "NWO-22" == verdict(position(more=DEAL), "A: take Farm")
    assert "NWO-70" == verdict(position(more='phase = "over"'), "A: take Farm")


def test_who_passed_is_out_of_the_round() -> None:
    """NWO-23"""
    assert "NWO-23" == verdict(position("", "passed = true", ""), "B: take Farm")


def test_the_first_to_pass_takes_the_disc_and_starts() -> None:
    """NWO-24, NWO-25, NWO-26: the others go on; the last one as long as he likes."""
    state = after(position(more='disc = "A"'), "A: take Farm", "B: pass", "C: pass")

    assert "B" == state.disc
    assert "A" == after(state, "A: take Farm").on_turn
    assert "deal" == after(state, "A: take Farm", "A: pass").phase.value
    assert "B" == after(state, "A: pass").on_turn


def test_two_players_act_before_they_pass() -> None:
    """NWO-27"""
    state = position("", "")

    assert "NWO-27" == verdict(state, "A: pass")
    assert LEGAL == verdict(after(state, "A: take Farm", "B: take Farm"), "A: pass")


def test_unless_there_is_nothing_to_do() -> None:
    """NWO-27-R"""
    assert LEGAL == verdict(position("", "", market="[]"), "A: pass")


def test_three_players_may_all_pass_at_once() -> None:
    """NWO-28, NWO-74: nobody acted and no card was added: the game ends."""
    state = after(position(more='disc = "A"'), "A: pass", "B: pass", "C: pass")

    assert "over" == state.phase.value
    assert GAME.outcome(state) is not None


def test_the_last_tile_ends_the_game_after_the_round() -> None:
    """NWO-70, NWO-72"""
    top = 'layer4 = [["Tile 9"]]\n'
    state = after(position('slots = ["6 Construction"]', "", "", pyramid="\n" + top), "A: buy Tile 9 with 1")

    assert "turns" == state.phase.value
    assert "over" == after(state, "B: take Farm", "C: pass", "A: pass", "B: pass").phase.value


def test_rounds_go_on_until_nobody_acts_by_setting() -> None:
    """NWO-71, setting finalRound"""
    more = 'added = true\ndisc = "A"\n[settings]\nfinalRound = "untilNobodyActs"'
    state = position("", "", market='["2 Farm"]', more=more)
    empty = GAME.apply(state, GAME.read_action("A: take Farm"))
    empty = replace(empty, unseen=(0,) * len(empty.unseen))
    again = after(empty, "B: take Farm", "A: pass", "B: pass")

    assert "turns" == again.phase.value
    assert (
        "over" == after(again, "A: discard 1", "B: discard 1", "A: pass", "B: pass", "A: pass", "B: pass").phase.value
    )


def test_several_tiles_in_a_row_for_who_is_left() -> None:
    """NWO-73"""
    pyramid = '\nlayer4 = [[""]]\nlayer3 = [["Tile 1", "Tile 2"], ["Tile 3", "Tile 4"]]\n'
    slots = 'slots = ["3 Global Media", "3 Oil Magnate", "3 Central Bank"]'
    state = position(slots, "passed = true", "passed = true", pyramid=pyramid)

    assert 3 == len(after(state, *(f"A: buy Tile {n} with {n}" for n in (1, 2, 3))).player("A").tiles)
