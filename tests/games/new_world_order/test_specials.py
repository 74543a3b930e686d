"""The referee over the special cards: Above the Law, Hostile Takeover, Blackmail, Cut the Losses (NWO-80 to NWO-87)."""

from __future__ import annotations

from companion.games.new_world_order import GAME
from companion.games.new_world_order.actions.rob import blackmail_points
from tests.games.new_world_order.tables import DEAL, LEGAL, after, position, verdict


def test_above_the_law_needs_the_card() -> None:
    """NWO-80"""
    state = after(position('slots = ["4 Farm"]', "", ""), "A: take Gold Mine")

    assert "NWO-80" == verdict(state, "A: above the law 1")


def test_after_the_main_action_and_once_in_a_turn() -> None:
    """NWO-82"""
    state = position('slots = ["Above the Law", "", "Above the Law"]', "", "")
    acted = after(state, "A: take Farm")

    assert "NWO-82" == verdict(state, "A: above the law 1")
    assert LEGAL == verdict(acted, "A: above the law 1")
    assert "NWO-82-R3" == verdict(after(acted, "A: above the law 1", "A: take Farm"), "A: above the law 3")
    assert "NWO-82" == verdict(after(acted, "B: take Farm"), "A: above the law 1")


def test_it_grants_an_action_and_no_pass() -> None:
    """NWO-82"""
    state = after(position('slots = ["Above the Law"]', "", ""), "A: take Farm", "A: above the law 1")

    assert "NWO-82-R1" == verdict(state, "A: pass")
    assert LEGAL == verdict(state, "A: waive")
    assert "B" == after(state, "A: waive").on_turn
    assert "NWO-82-R2" == verdict(after(state, "A: waive"), "B: waive")


def test_specials_of_this_round_wait() -> None:
    """NWO-81"""
    state = after(position('slots = ["Above the Law (new)"]', "", ""), "A: take Farm")
    takeover = position('slots = ["Hostile Takeover (new)"]', 'slots = ["Farm"]', "")

    assert "NWO-81" == verdict(state, "A: above the law 1")
    assert "NWO-81" == verdict(takeover, "A: take over B.1 with 1")


def test_takeover_robs_two_or_three_of_one_corporation() -> None:
    """NWO-83"""
    victim = 'slots = ["4 Oil Magnate", "4 Farm", "4 Gold Mine", "Dividends 100", "Silver Mine + Gold Mine"]'
    state = position('slots = ["Hostile Takeover"]', victim, "", market="[]")
    expected = {
        "1:2": LEGAL,
        "1:3": "NWO-83",
        "2:3": LEGAL,
        "2": "NWO-83",
        "3:3": LEGAL,
        "4": "NWO-83-R2",
        "5": "NWO-83-R2",
    }

    assert expected == {pile: verdict(state, f"A: take over B.{pile} with 1") for pile in expected}


def test_takeover_needs_its_card_and_another_victim() -> None:
    """NWO-83"""
    state = position('slots = ["Hostile Takeover", "Farm"]', 'slots = ["Farm"]', "")

    assert "NWO-83" == verdict(state, "A: take over B.1 with 2")
    assert "NWO-83" == verdict(state, "A: take over A.2 with 1")
    assert "NWO-84-R" == verdict(state, "A: take over B.1 again")
    assert "NWO-22" == verdict(position("", 'slots = ["Hostile Takeover", "Farm"]', 'slots = ["Farm"]'),
                               "B: take over C.1 with 1")  # fmt: skip


def test_where_the_loot_goes() -> None:
    """NWO-83"""
    state = position('slots = ["Hostile Takeover", "2 Farm", "Gold Mine"]', 'slots = ["Farm"]', "", market="[]")

    assert LEGAL == verdict(state, "A: take over B.1 with 1 -> 2")
    assert LEGAL == verdict(state, "A: take over B.1 with 1 -> away")
    assert "NWO-83-R4" == verdict(state, "A: take over B.1 with 1 -> 3")
    assert "NWO-83-R4" == verdict(state, "A: take over B.1 with 1 -> 4")
    assert ("farm",) * 3 == after(state, "A: take over B.1 with 1").player("A").slots[1].cards


def test_loot_without_a_free_slot_goes_away() -> None:
    """NWO-83"""
    full = '"2 Gold Mine", "2 Silver Mine", "2 Construction", "2 Oil Magnate", "2 Car Producer", "2 Casino Chain"'
    state = position(
        f'slots = [{full}, "2 Central Bank"]',
        'tiles = ["Tile 2"]\nslots = ["3 Farm"]',
        pyramid="",
        market="[]",
        more=DEAL + '\nopen = ["Blackmail"]',
    )

    assert LEGAL == verdict(state, "A: blackmail B.1:2")
    assert "NWO-83-R4" == verdict(state, "A: blackmail B.1:2 -> 1")
    assert 'gone = ["Blackmail", "2 Farm"]' in GAME.write_position(after(state, "A: blackmail B.1:2"))


def test_takeover_is_the_action_of_the_turn() -> None:
    """NWO-83, setting takeoverCostsAction"""
    robber = 'slots = ["Hostile Takeover"]'
    free = '[settings]\ntakeoverCostsAction = "no"'
    told = "A: take over B.1 with 1"

    assert "B" == after(position(robber, 'slots = ["Farm"]', ""), told).on_turn
    assert "A" == after(position(robber, 'slots = ["Farm"]', "", more=free), told).on_turn


def test_takeover_is_no_extra_action() -> None:
    """NWO-82"""
    state = position('slots = ["Hostile Takeover", "Above the Law"]', 'slots = ["Farm"]', "")
    extra = after(state, "A: take Farm", "A: above the law 2")

    assert "NWO-82-R1" == verdict(extra, "A: take over B.1 with 1")


def test_two_takeovers_in_one_slot() -> None:
    """NWO-84, setting stackedSpecials"""
    both = '[settings]\nstackedSpecials = "bothEffects"'
    players = ('slots = ["2 Hostile Takeover"]', 'slots = ["6 Farm"]', "")
    once, twice = position(*players), position(*players, more=both)
    told = "A: take over B.1:3 with 1"

    assert () == after(once, told).player("A").slots[1].cards
    assert "NWO-84-R" == verdict(after(once, told), "A: take over B.1 again")
    assert LEGAL == verdict(after(twice, told), "A: take over B.1 again")


def test_the_cardinal_is_immune() -> None:
    """NWO-108"""
    state = position('slots = ["Hostile Takeover"]', 'character = "Cardinal"\nslots = ["Farm"]', "")

    assert "NWO-108" == verdict(state, "A: take over B.1 with 1")


def test_blackmail_with_two_players() -> None:
    """NWO-86: void only when they are equal."""
    more = DEAL + '\nopen = ["Blackmail"]'
    equal = position("", 'slots = ["Farm"]', more=more)
    state = position("", 'slots = ["2 Farm"]\ntiles = ["Tile 1"]', pyramid="", more=more)

    assert "NWO-86" == verdict(equal, "A: blackmail B.1")
    assert LEGAL == verdict(state, "A: blackmail B.1")
    assert "NWO-86" == verdict(position(more=DEAL), "A: blackmail B.1")


def test_triangles_count_for_blackmail() -> None:
    """NWO-86-R, setting blackmailVP"""
    players = ('triangles = ["Farm"]\nslots = ["2 Gold Mine"]', "")
    more = DEAL + '\nopen = ["Blackmail"]'

    assert LEGAL == verdict(position(*players, more=more), "B: blackmail A.1")
    tiles_only = more + '\n[settings]\nblackmailVP = "tilesOnly"'
    assert "NWO-86" == verdict(position(*players, more=tiles_only), "B: blackmail A.1")
    counted, without = (position(*players, more=settings) for settings in (more, tiles_only))
    assert (100, 0) == (blackmail_points(counted, counted.players[0]), blackmail_points(without, without.players[0]))


def test_two_hostile_takeovers_in_a_slot_rob_twice_by_setting_and_no_third_time() -> None:
    """NWO-84-R, setting stackedSpecials."""
    both = '[settings]\nstackedSpecials = "bothEffects"'
    state = position('slots = ["2 Hostile Takeover"]', 'slots = ["6 Farm"]', "", more=both)
    robbed = after(state, "A: take over B.1:3 with 1")

    assert LEGAL == verdict(robbed, "A: take over B.1:3 again")
    assert "NWO-84-R" == verdict(after(robbed, "A: take over B.1:2 again"), "A: take over B.1:1 again")


def test_immediate_cards_in_any_order() -> None:
    """NWO-85, NWO-85-R: what was dropped for the one stays dropped when the other is set aside."""
    state = position('slots = ["3 Farm"]', "", more=DEAL + '\nadded = true\nopen = ["Blackmail + Cut the Losses"]')

    assert state == after(position('slots = ["3 Farm"]', "", more=DEAL), "deal Blackmail, Cut the Losses")
    assert LEGAL == verdict(state, "set aside Blackmail")
    assert LEGAL == verdict(state, "set aside Cut the Losses")
    dropped = after(state, "A: drop 1", "set aside Blackmail")
    assert "NWO-80" == verdict(dropped, "A: drop 2")
    assert "NWO-85" == verdict(position(), "set aside Blackmail")


def test_an_immediate_card_is_replaced() -> None:
    """NWO-85: it does not count as one of the thirteen."""
    state = after(position(market='["9 Farm", "3 Construction"]', more=DEAL), "deal Blackmail")

    assert LEGAL == verdict(state, "deal Gold Mine")
    assert "deal" == after(state, "deal Gold Mine").phase.value
    assert "turns" == after(state, "deal Gold Mine", "set aside Blackmail").phase.value


def test_cut_the_losses_once_each() -> None:
    """NWO-80"""
    state = position('slots = ["2 Farm", "Gold Mine"]', "", more=DEAL + '\nopen = ["Cut the Losses"]')

    assert LEGAL == verdict(state, "A: drop 1")
    assert "NWO-66" == verdict(state, "A: drop 1:1")
    assert "NWO-80" == verdict(after(state, "A: drop 1"), "A: drop 2")
    assert "NWO-80" == verdict(position('slots = ["Farm"]', "", more=DEAL), "A: drop 1")
