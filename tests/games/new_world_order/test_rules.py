"""The referee, chapter by chapter: every check broken once and kept once (the worked cases hold many more)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.game import Options, legal_actions, violation
from companion.errors import ConfigError
from companion.games.new_world_order import GAME
from companion.games.new_world_order.piles import points
from companion.games.new_world_order.state import State
from tests.games.new_world_order.tables import FULL_PYRAMID, after, position

SETUP = 'phase = "setup"'
DEAL = 'phase = "deal"\nround = 2\ndisc = "A"'
LEGAL = "legal"


def verdict(state: State, notation: str) -> str:
    """The id of the broken rule, or `legal`."""
    found = violation(GAME, state, GAME.read_action(notation))
    return LEGAL if found is None else found.rule.id


def fresh(players: int = 3, **settings: str) -> State:
    return GAME.setup(Options(("Ann", "Bob", "Cid", "Dan", "Eve")[:players], settings))


class TestSetUp:
    @pytest.mark.parametrize("players", [0, 1, 6])
    def test_two_to_five_play(self, players: int) -> None:
        """NWO-1"""
        with pytest.raises(ConfigError, match=r"2 to 5 players.*NWO-1"):
            GAME.setup(Options(tuple("ABCDEF"[:players])))

    def test_nobody_else_acts(self) -> None:
        """NWO-1"""
        assert "NWO-1" == verdict(position(), "D: pass")
        assert "NWO-1" == verdict(position('slots = ["Hostile Takeover"]', "", ""), "A: take over D.1 with 1")
        assert position() == after(position(), "D: pass")

    def test_the_pyramid_is_laid_once(self) -> None:
        """NWO-3"""
        state = after(fresh(), "lay Tile 9 at 1.0.0")

        assert "NWO-3" == verdict(state, "lay Tile 8 at 1.0.0")
        assert "NWO-3" == verdict(state, "lay Tile 9 at 1.0.1")
        assert "NWO-3" == verdict(state, "lay Tile 8 at 1.0.4")
        assert LEGAL == verdict(state, "lay Tile 8 at 1.3.3")

    def test_a_tile_rests_on_four(self) -> None:
        """NWO-6"""
        state = after(fresh(), *(f"lay Tile {n} at 1.{place}" for n, place in enumerate(("0.0", "0.1", "1.0"), 1)))

        assert "NWO-6" == verdict(state, "lay Tile 4 at 2.0.0")
        assert LEGAL == verdict(after(state, "lay Tile 5 at 1.1.1"), "lay Tile 4 at 2.0.0")

    def test_a_thousand_lies_low(self) -> None:
        """NWO-5: layer 2 is the highest for a tile of 1000."""
        third = FULL_PYRAMID.replace('"Tile 29"', '"Tile 1"').replace('["Tile 1", "Tile 2"]', '["", "Tile 2"]')
        state = position(pyramid=third.replace('"Tile 9"', '""'), more=SETUP, market="[]")

        assert "NWO-5" == verdict(state, "lay Tile 29 at 3.0.0")
        assert LEGAL == verdict(state, "lay Tile 9 at 3.0.0")

    def test_the_top_is_cheap(self) -> None:
        """NWO-4: 300 at most; a tile that does not fit changes places with a laid one."""
        pyramid = FULL_PYRAMID.replace('"Tile 9"', '""').replace('"Tile 19"', '"Tile 9"')
        state = position(pyramid=pyramid, more=SETUP, market="[]")

        assert "NWO-4" == verdict(state, "lay Tile 19 at 4.0.0")
        assert LEGAL == verdict(state, "exchange Tile 19 for Tile 1")
        assert LEGAL == verdict(after(state, "exchange Tile 19 for Tile 1"), "lay Tile 1 at 4.0.0")

    def test_nothing_is_exchanged_without_need(self) -> None:
        """NWO-4"""
        assert "NWO-4" == verdict(after(fresh(), "lay Tile 9 at 1.0.0"), "exchange Tile 8 for Tile 9")

    def test_a_thousand_is_not_exchanged_to_a_high_place(self) -> None:
        """NWO-4, NWO-5"""
        pyramid = FULL_PYRAMID.replace('"Tile 9"', '""').replace('"Tile 29"', '"Tile 9"')
        state = position(pyramid=pyramid, more=SETUP, market="[]")

        assert "NWO-4" == verdict(state, "exchange Tile 29 for Tile 1")
        assert LEGAL == verdict(state, "exchange Tile 29 for Tile 5")

    def test_one_character_each(self) -> None:
        """NWO-7"""
        state = after(fresh(), "A: draws Banker")

        assert "NWO-7" == verdict(state, "A: draws Royalty")
        assert "NWO-7" == verdict(state, "B: draws Banker")
        assert LEGAL == verdict(state, "B: draws Royalty")

    def test_no_cardinal_with_two(self) -> None:
        """NWO-2"""
        assert "NWO-2" == verdict(fresh(2), "A: draws Cardinal")
        assert LEGAL == verdict(fresh(3), "A: draws Cardinal")

    def test_no_royalty_with_house_rule_a(self) -> None:
        """NWO-16"""
        assert "NWO-16" == verdict(fresh(houseMarket15="on"), "A: draws Royalty")
        assert LEGAL == verdict(fresh(), "A: draws Royalty")

    def test_house_rule_b_takes_13_cards_out_of_the_deck(self) -> None:
        """NWO-16"""
        assert 182 == fresh().deck
        assert 169 == fresh(houseRemove13="on").deck

    def test_illuminati_chooses_from_what_is_left(self) -> None:
        """NWO-8"""
        state = after(fresh(), "A: draws Illuminati", "B: draws Banker")

        assert "NWO-8" == verdict(state, "A: chooses Royalty")
        state = after(state, "C: draws President")
        assert "NWO-8" == verdict(state, "A: chooses Banker")
        assert "NWO-8" == verdict(state, "B: chooses Royalty")
        assert LEGAL == verdict(state, "A: chooses Royalty")
        assert "NWO-8" == verdict(after(state, "A: chooses Royalty"), "A: chooses Cardinal")

    def test_starting_cards_are_those_on_the_character(self) -> None:
        """NWO-9"""
        state = after(fresh(), "A: draws Banker", "B: draws Illuminati")

        assert "NWO-9" == verdict(state, "A: starts with Farm")
        assert "NWO-9" == verdict(state, "C: starts with Farm")
        assert "NWO-9" == verdict(state, "B: starts with Farm")
        assert LEGAL == verdict(state, "A: starts with Construction")
        assert "NWO-9" == verdict(after(state, "A: starts with Construction"), "A: starts with Construction")

    def test_president_starts_with_any_three(self) -> None:
        """NWO-9: or, by table setting, with one colour set."""
        state = after(fresh(), "A: draws President", "A: starts with Farm")
        strict = after(fresh(presidentStarters="oneColourSet"), "A: draws President", "A: starts with Farm")

        assert LEGAL == verdict(state, "A: starts with Gold Mine")
        assert "NWO-9" == verdict(strict, "A: starts with Gold Mine")
        assert LEGAL == verdict(strict, "A: starts with Cardinal M")

    def test_starting_cards_lie_apart_or_together(self) -> None:
        """NWO-10"""
        state = after(fresh(), "A: draws President", "A: starts with Farm -> 2")

        assert LEGAL == verdict(state, "A: starts with Cardinal M -> 2")
        assert "NWO-10" == verdict(state, "A: starts with Gold Mine -> 2")
        assert "NWO-10" == verdict(state, "A: starts with Gold Mine -> 8")

    @pytest.mark.parametrize(("first", "starts"), [("Banker", "A"), ("Illuminati", "B")])
    def test_the_lowest_number_starts(self, first: str, starts: str) -> None:
        """NWO-13: Illuminati keeps his 9."""
        three = ("Construction", "Investment Bank", "Central Bank")
        state = after(
            position("", "", pyramid=FULL_PYRAMID, more=SETUP, market="[]"),
            f"A: draws {first}",
            "B: draws Bilderberger",
            *(["A: chooses Banker"] if first == "Illuminati" else []),
            *(f"A: starts with {card}" for card in three),
            *(f"B: starts with {card}" for card in ("Alternative Fuels", "Car Producer", "Oil Magnate")),
        )

        assert starts == state.on_turn == state.disc

    def test_the_lower_number_counts_by_setting(self) -> None:
        """NWO-13, setting illuminatiNumber"""
        state = position(
            'character = "Illuminati"\nsecond = "Banker"', 'character = "Bilderberger"\nstarters = []', market="[]",
            more=SETUP + '\n[settings]\nilluminatiNumber = "lowest"',
        )  # fmt: skip
        state = after(
            state, *(f"B: starts with {card}" for card in ("Alternative Fuels", "Car Producer", "Oil Magnate"))
        )

        assert "A" == state.on_turn


class TestRound:
    def test_cards_are_dealt_until_the_market_is_full(self) -> None:
        """NWO-12, NWO-20, NWO-21: thirteen in all, leftovers included; then the holder of the disc begins."""
        state = position(market='["9 Farm", "3 Construction"]', more=DEAL)

        assert LEGAL == verdict(state, "deal Gold Mine")
        assert "turns" == after(state, "deal Gold Mine").phase.value
        full = position(market='["9 Farm", "4 Construction"]', more=DEAL)
        assert "NWO-20" == verdict(full, "deal Gold Mine")

    def test_no_refill_during_the_round(self) -> None:
        """NWO-39"""
        assert "NWO-39" == verdict(position(), "deal Gold Mine")

    def test_no_card_is_dealt_that_the_deck_cannot_have(self) -> None:
        """NWO-87"""
        state = position('slots = ["10 Farm"]', "", "", market="[]", more=DEAL)

        assert "NWO-87" == verdict(state, "deal Farm")

    def test_one_action_each_in_turn(self) -> None:
        """NWO-22"""
        state = position()

        assert "NWO-22" == verdict(state, "B: take Farm")
        assert LEGAL == verdict(after(state, "A: take Farm"), "B: take Farm")
        assert "NWO-22" == verdict(after(state, "A: take Farm"), "A: take Farm")

    def test_nothing_before_the_deal_and_nothing_after_the_end(self) -> None:
        """NWO-22"""
        assert "NWO-22" == verdict(position(more=DEAL), "A: take Farm")
        assert "NWO-22" == verdict(position(more='phase = "over"'), "A: take Farm")

    def test_who_passed_is_out_of_the_round(self) -> None:
        """NWO-23"""
        assert "NWO-23" == verdict(position("", "passed = true", ""), "B: take Farm")

    def test_the_first_to_pass_takes_the_disc_and_starts(self) -> None:
        """NWO-24, NWO-25, NWO-26: the others go on; the last one as long as he likes."""
        state = after(position(more='disc = "A"'), "A: take Farm", "B: pass", "C: pass")

        assert "B" == state.disc
        assert "A" == after(state, "A: take Farm").on_turn
        assert "deal" == after(state, "A: take Farm", "A: pass").phase.value
        assert "B" == after(state, "A: pass").on_turn

    def test_two_players_act_before_they_pass(self) -> None:
        """NWO-27"""
        state = position("", "")

        assert "NWO-27" == verdict(state, "A: pass")
        assert LEGAL == verdict(after(state, "A: take Farm", "B: take Farm"), "A: pass")

    def test_unless_there_is_nothing_to_do(self) -> None:
        """NWO-27"""
        assert LEGAL == verdict(position("", "", market="[]"), "A: pass")

    def test_three_players_may_all_pass_at_once(self) -> None:
        """NWO-28, NWO-74: nobody acted and no card was added: the game ends."""
        state = after(position(more='disc = "A"'), "A: pass", "B: pass", "C: pass")

        assert "over" == state.phase.value
        assert GAME.outcome(state) is not None

    def test_the_last_tile_ends_the_game_after_the_round(self) -> None:
        """NWO-70, NWO-72"""
        top = 'layer4 = [["Tile 9"]]\n'
        state = after(position('slots = ["6 Construction"]', "", "", pyramid="\n" + top), "A: buy Tile 9 with 1")

        assert "turns" == state.phase.value
        assert "over" == after(state, "B: take Farm", "C: pass", "A: pass", "B: pass").phase.value

    def test_rounds_go_on_until_nobody_acts_by_setting(self) -> None:
        """NWO-71, setting finalRound"""
        more = 'added = true\ndisc = "A"\n[settings]\nfinalRound = "untilNobodyActs"'
        state = position("", "", market='["2 Farm"]', more=more)
        empty = GAME.apply(state, GAME.read_action("A: take Farm"))
        empty = replace(empty, unseen=(0,) * len(empty.unseen))
        again = after(empty, "B: take Farm", "A: pass", "B: pass")

        assert "turns" == again.phase.value
        assert (
            "over"
            == after(again, "A: discard 1", "B: discard 1", "A: pass", "B: pass", "A: pass", "B: pass").phase.value
        )


class TestPicking:
    def test_from_the_market_only(self) -> None:
        """NWO-30"""
        assert "NWO-30" == verdict(position(), "A: take 4 Farm")
        assert "NWO-30" == verdict(position(), "A: take Central Bank")
        assert LEGAL == verdict(position(), "A: take 3 Farm")

    def test_immediate_specials_are_never_taken(self) -> None:
        """NWO-85"""
        assert "NWO-85" == verdict(position(market='["Farm", "Blackmail"]'), "A: take Blackmail")

    def test_identical_cards_or_one_colour_set(self) -> None:
        """NWO-31"""
        assert "NWO-31" == verdict(position(), "A: take Farm, Gold Mine")
        assert "NWO-31" == verdict(position(), "A: take 2 Gold Mine, Silver Mine")
        assert LEGAL == verdict(position(), "A: take Gold Mine, Silver Mine")

    def test_dividends_of_100_and_200_are_not_identical(self) -> None:
        """NWO-36: they may be stacked once they lie there."""
        state = position('slots = ["Dividends 200"]', "", "", market='["Dividends 100", "Farm"]')

        assert LEGAL == verdict(state, "A: take Dividends 100 -> 1")
        assert LEGAL == verdict(state, "A: take Dividends 100 -> 2")
        assert "NWO-32" == verdict(state, "A: take Farm -> 1")

    def test_only_the_slots_one_has(self) -> None:
        """NWO-14"""
        assert "NWO-14" == verdict(position(), "A: take Farm -> 8")
        assert LEGAL == verdict(position('character = "Banker"', "", ""), "A: take Farm -> 8")

    def test_only_a_globalists_specials_lie_outside_the_slots(self) -> None:
        """NWO-103"""
        globalist = position('character = "Globalist"', "", "")

        assert "NWO-103" == verdict(position(), "A: take Dividends 100 -> specials")
        assert "NWO-103" == verdict(globalist, "A: take Farm -> specials")
        assert LEGAL == verdict(globalist, "A: take Dividends 100 -> specials")

    def test_one_pile_of_each_corporation(self) -> None:
        """NWO-33"""
        state = position('slots = ["2 Farm"]', "", "")

        assert "NWO-33" == verdict(state, "A: take Farm -> 2")
        assert LEGAL == verdict(state, "A: take Farm -> 1")

    def test_cards_in_a_colour_set_are_no_pile(self) -> None:
        """NWO-33, NWO-65"""
        state = position('slots = ["Alternative Fuels + Car Producer + Oil Magnate"]', "", "")

        assert LEGAL == verdict(state, "A: take Oil Magnate -> 2")
        assert "NWO-65" == verdict(state, "A: take Oil Magnate -> 1")

    def test_a_colour_pick_joins_a_single_card_of_the_third(self) -> None:
        """NWO-34"""
        state = position('slots = ["Oil Magnate", "2 Diamond Mine"]', "", "")

        assert LEGAL == verdict(state, "A: take Alternative Fuels, Car Producer -> 1")
        assert "NWO-63" == verdict(state, "A: take Gold Mine, Silver Mine -> 2")

    def test_a_single_card_joins_a_single_one_of_its_set(self) -> None:
        """NWO-35"""
        state = position('slots = ["Oil Magnate", "Oil Magnate + Car Producer", "2 Farm"]', "", "")

        assert LEGAL == verdict(state, "A: take Car Producer -> 1")
        assert LEGAL == verdict(state, "A: take Alternative Fuels -> 2")
        assert "NWO-63" == verdict(state, "A: take Car Producer -> 2")
        assert "NWO-32" == verdict(state, "A: take Car Producer -> 3")

    def test_reserved_cards_are_royaltys(self) -> None:
        """NWO-101, setting royaltyMarket = twoReserved"""
        more = 'reserve = ["Central Bank"]\n[settings]\nroyaltyMarket = "twoReserved"'
        state = position('character = "Royalty"', "", "", more=more)
        other = position("", 'character = "Royalty"', "", more=more)

        assert LEGAL == verdict(state, "A: take Central Bank")
        assert "NWO-30" == verdict(other, "A: take Central Bank")


class TestFreeMoves:
    def test_in_the_own_turn_before_or_after_the_action(self) -> None:
        """NWO-29, NWO-62"""
        pair = 'slots = ["Oil Magnate", "Car Producer"]'
        state = position(pair, pair, "")

        assert LEGAL == verdict(state, "A: combine 1, 2")
        assert "NWO-29" == verdict(state, "B: combine 1, 2")
        assert LEGAL == verdict(after(state, "A: take Farm"), "A: combine 1, 2")
        assert "NWO-29" == verdict(after(state, "A: take Farm", "B: take Farm"), "A: combine 1, 2")

    def test_what_belongs_together(self) -> None:
        """NWO-60"""
        state = position('slots = ["Oil Magnate", "Farm", "Dividends 100", "Dividends 200"]', "", "")

        assert "NWO-60" == verdict(state, "A: combine 1, 2")
        assert "NWO-60" == verdict(state, "A: combine 1, 7")
        assert LEGAL == verdict(state, "A: combine 3, 4")

    def test_single_cards_only(self) -> None:
        """NWO-61, NWO-63"""
        state = position('slots = ["2 Oil Magnate", "Car Producer"]', "", "")

        assert "NWO-61" == verdict(state, "A: combine 1, 2")

    def test_a_colour_set_stays_a_colour_set(self) -> None:
        """NWO-64"""
        whole = "Alternative Fuels + Car Producer + Oil Magnate"
        state = position(
            f'slots = ["{whole}", "Oil Magnate", "Car Producer + Oil Magnate", "Alternative Fuels"]', "", ""
        )

        assert "NWO-64" == verdict(state, "A: combine 1, 2")
        assert LEGAL == verdict(state, "A: combine 3, 4")
        assert "NWO-64" == verdict(state, "A: move 1:Oil Magnate -> 7")
        assert "NWO-64" == verdict(state, "A: move 3:Oil Magnate -> 7")

    def test_two_cards_of_a_colour_come_apart_by_setting(self) -> None:
        """NWO-64, setting partialColourLocked"""
        loose = '[settings]\npartialColourLocked = "no"'
        state = position('slots = ["Car Producer + Oil Magnate", "2 Car Producer", "Farm"]', "", "", more=loose)
        lone = position('slots = ["Car Producer + Oil Magnate"]', "", "", more=loose)

        assert LEGAL == verdict(lone, "A: move 1:Oil Magnate -> 7")
        assert LEGAL == verdict(state, "A: move 1:Car Producer -> 2")
        assert "NWO-37" == verdict(state, "A: move 1:Oil Magnate -> 3")
        assert "NWO-33" == verdict(state, "A: move 1:Car Producer -> 7")
        assert "NWO-33" == verdict(state, "A: move 1:Oil Magnate -> 7"), "the Car Producer would be a second pile"

    def test_cards_come_apart_in_the_own_turn(self) -> None:
        """NWO-29"""
        loose = '[settings]\npartialColourLocked = "no"'
        state = position("", 'slots = ["Car Producer + Oil Magnate", "2 Farm"]', "", more=loose)

        assert "NWO-29" == verdict(state, "B: move 1:Oil Magnate -> 7")
        assert LEGAL == verdict(state, "B: move 2 -> 7"), "changing places changes nothing"

    def test_dividends_go_back_into_a_slot(self) -> None:
        """NWO-37"""
        state = position(
            'character = "Globalist"\nslots = ["4 Farm", "", "Dividends 200"]\noutside = ["Dividends 100"]', "", ""
        )

        assert "NWO-37" == verdict(state, "A: move specials -> 1")
        assert ("dividends_100",) == after(state, "A: move specials -> 2").players[0].slots[1].cards
        assert ("dividends_100", "dividends_200") == after(state, "A: move specials -> 3").players[0].slots[2].cards

    def test_a_pile_is_not_split(self) -> None:
        """NWO-63"""
        state = position('slots = ["4 Farm"]', "", "")

        assert "NWO-63" == verdict(state, "A: move 1:2 -> 2")
        assert "NWO-63" == verdict(state, "A: move 3 -> 2")
        assert LEGAL == verdict(state, "A: move 1 -> 2")
        assert "NWO-14" == verdict(state, "A: move 1 -> 8")

    def test_only_specials_lie_outside_the_slots(self) -> None:
        """NWO-103"""
        state = position('character = "Globalist"\nslots = ["4 Farm", "Above the Law"]', "", "")

        assert "NWO-103" == verdict(state, "A: move 1 -> specials")
        assert LEGAL == verdict(state, "A: move 2 -> specials")


class TestBuying:
    RICH = 'slots = ["6 Construction", "4 Silver Mine", "3 Global Media", "2 Farm", "Oil Magnate + Car Producer"]'

    def test_a_tile_of_the_pyramid(self) -> None:
        """NWO-50"""
        state = position(self.RICH, 'tiles = ["Tile 2"]', "", pyramid='\nlayer4 = [["Tile 9"]]\n')

        assert "NWO-50" == verdict(state, "A: buy Tile 1 with 1")
        assert "NWO-50" == verdict(state, "A: buy Tile 2 with 1")
        assert LEGAL == verdict(state, "A: buy Tile 9 with 1")

    def test_a_free_one(self) -> None:
        """NWO-51"""
        assert "NWO-51" == verdict(position(self.RICH, "", ""), "A: buy Tile 1 with 1")

    def test_with_one_or_two_sets(self) -> None:
        """NWO-52"""
        state = position(self.RICH, "", "")

        assert "NWO-52" == verdict(state, "A: buy Tile 9 with 1, 2, 3")
        assert "NWO-52" == verdict(state, "A: buy Tile 9 with 1, 1")
        assert "NWO-52" == verdict(state, "A: buy Tile 9 with")

    def test_whole_sets(self) -> None:
        """NWO-54"""
        state = position(self.RICH, "", "")

        assert "NWO-54" == verdict(state, "A: buy Tile 9 with 1:5")
        assert "NWO-54" == verdict(state, "A: buy Tile 9 with 7")
        assert LEGAL == verdict(state, "A: buy Tile 9 with 1:6")

    def test_of_at_least_half(self) -> None:
        """NWO-42, NWO-57"""
        assert "NWO-42" == verdict(position(self.RICH, "", ""), "A: buy Tile 9 with 1, 4")

    @pytest.mark.parametrize(
        ("pile", "expected"),
        [("Oil Magnate", "NWO-42"), ("2 Oil Magnate", LEGAL), ("2 Gold Mine", "NWO-42"), ("3 Gold Mine", "NWO-53"),
         ("2 Farm", "NWO-42"), ("3 Farm", "NWO-53")],
    )  # fmt: skip
    def test_half_is_two_of_four_three_of_five_three_of_six(self, pile: str, expected: str) -> None:
        """NWO-42"""
        assert expected == verdict(position(f'slots = ["{pile}"]', "", ""), "A: buy Tile 9 with 1")

    def test_a_begun_colour_set_pays_nothing(self) -> None:
        """NWO-43"""
        assert "NWO-43" == verdict(position(self.RICH, "", ""), "A: buy Tile 9 with 1, 5")

    def test_other_specials_have_no_points(self) -> None:
        """NWO-45"""
        state = position('slots = ["6 Construction", "Above the Law"]', "", "")

        assert "NWO-45" == verdict(state, "A: buy Tile 9 with 1, 2")

    def test_dividends_of_this_round_wait(self) -> None:
        """NWO-81"""
        state = position('slots = ["6 Construction", "Dividends 100 (new)"]', "", "")

        assert "NWO-81" == verdict(state, "A: buy Tile 9 with 1, 2")

    def test_enough_points(self) -> None:
        """NWO-53: and what is too much is lost (NWO-55)."""
        state = position(self.RICH, "", "")

        assert "NWO-53" == verdict(state, "A: buy Tile 9 with 2")
        assert LEGAL == verdict(state, "A: buy Tile 9 with 1, 3")

    def test_spent_cards_leave_the_game(self) -> None:
        """NWO-56, NWO-59"""
        state = after(position(self.RICH, "", ""), "A: buy Tile 9 with 1")

        assert ("tile_09",) == state.player("A").tiles
        assert 'gone = ["6 Construction"]' in GAME.write_position(state)


class TestValues:
    def test_slots_are_counted_by_piles(self) -> None:
        """NWO-38: a pile, a colour pile, also an incomplete one, and a stack of specials take one slot each."""
        slots = '"3 Gold Mine", "Oil Magnate + Car Producer", "2 Above the Law", "2 Farm", "2 Silver Mine"'
        state = position(f"slots = [{slots}]", "", "", "", market='["Construction", "Farm"]')

        assert "NWO-32" == verdict(state, "A: take Construction")
        assert LEGAL == verdict(state, "A: take Farm")

    @pytest.mark.parametrize(
        ("pile", "worth"),
        [
            ("Construction", 20),
            ("4 Construction", 190),
            ("3 Dividends 100 + 2 Dividends 200", 700),
            ("Above the Law", 0),
            ("Oil Magnate + Car Producer", 0),
            ("Oil Magnate + Car Producer + Alternative Fuels", 100),
        ],
    )
    def test_what_a_pile_shows(self, pile: str, worth: int) -> None:
        """NWO-40, NWO-43, NWO-44, NWO-45 (ladders are fixtures)"""
        state = position(f'slots = ["{pile}"]', "", "", market="[]")

        assert worth == points(state, state.player("A"), state.player("A").slots[0].cards)


class TestThrowingAway:
    def test_a_whole_pile(self) -> None:
        """NWO-66"""
        state = position('slots = ["4 Farm", "Oil Magnate", "Dividends 100"]', "", "")

        assert "NWO-66" == verdict(state, "A: discard 1:2")
        assert "NWO-66" == verdict(state, "A: discard 5")
        assert [LEGAL] * 3 == [verdict(state, f"A: discard {slot}") for slot in (1, 2, 3)]


class TestTriangles:
    @pytest.mark.parametrize(
        ("character", "pile", "card"),
        [
            ("Cardinal", "6 Farm", "Farm"),
            ("Royalty", "5 Gold Mine", "Gold Mine"),
            ("Bilderberger", "4 Oil Magnate", "Oil Magnate"),
        ],
    )
    def test_one_more_than_a_full_set_of_a_starting_corporation(self, character: str, pile: str, card: str) -> None:
        """NWO-67"""
        state = position(f'character = "{character}"\nslots = ["{pile}"]', "", "")

        assert 1 == len(after(state, f"A: take {card}").player("A").triangles)

    def test_not_for_other_corporations(self) -> None:
        """NWO-67"""
        state = position('character = "Banker"\nslots = ["6 Farm"]', "", "")

        assert () == after(state, "A: take Farm").player("A").triangles

    def test_several_tiles_in_a_row_for_who_is_left(self) -> None:
        """NWO-73"""
        pyramid = '\nlayer4 = [[""]]\nlayer3 = [["Tile 1", "Tile 2"], ["Tile 3", "Tile 4"]]\n'
        slots = 'slots = ["3 Global Media", "3 Oil Magnate", "3 Central Bank"]'
        state = position(slots, "passed = true", "passed = true", pyramid=pyramid)

        assert 3 == len(after(state, *(f"A: buy Tile {n} with {n}" for n in (1, 2, 3))).player("A").tiles)

    def test_cards_left_over_are_worth_nothing(self) -> None:
        """NWO-78"""
        assert 0 == GAME.score(position('slots = ["6 Construction"]', ""))[0].total

    def test_also_by_robbery_and_for_good(self) -> None:
        """NWO-68"""
        state = position(
            'character = "Cardinal"\nslots = ["6 Farm", "Hostile Takeover"]', 'slots = ["3 Farm"]', "", market="[]"
        )
        robbed = after(state, "A: take over B.1 with 2")

        assert ("farm",) == robbed.player("A").triangles
        assert ("farm",) == after(robbed, "A: discard 1").player("A").triangles


class TestSpecials:
    def test_above_the_law_needs_the_card(self) -> None:
        """NWO-80"""
        state = after(position('slots = ["4 Farm"]', "", ""), "A: take Gold Mine")

        assert "NWO-80" == verdict(state, "A: above the law 1")

    def test_after_the_main_action_and_once_in_a_turn(self) -> None:
        """NWO-82"""
        state = position('slots = ["Above the Law", "", "Above the Law"]', "", "")
        acted = after(state, "A: take Farm")

        assert "NWO-82" == verdict(state, "A: above the law 1")
        assert LEGAL == verdict(acted, "A: above the law 1")
        assert "NWO-82" == verdict(after(acted, "A: above the law 1", "A: take Farm"), "A: above the law 3")
        assert "NWO-82" == verdict(after(acted, "B: take Farm"), "A: above the law 1")

    def test_it_grants_an_action_and_no_pass(self) -> None:
        """NWO-82"""
        state = after(position('slots = ["Above the Law"]', "", ""), "A: take Farm", "A: above the law 1")

        assert "NWO-82" == verdict(state, "A: pass")
        assert LEGAL == verdict(state, "A: waive")
        assert "B" == after(state, "A: waive").on_turn
        assert "NWO-82" == verdict(after(state, "A: waive"), "B: waive")

    def test_specials_of_this_round_wait(self) -> None:
        """NWO-81"""
        state = after(position('slots = ["Above the Law (new)"]', "", ""), "A: take Farm")
        takeover = position('slots = ["Hostile Takeover (new)"]', 'slots = ["Farm"]', "")

        assert "NWO-81" == verdict(state, "A: above the law 1")
        assert "NWO-81" == verdict(takeover, "A: take over B.1 with 1")

    def test_takeover_robs_two_or_three_of_one_corporation(self) -> None:
        """NWO-83"""
        victim = 'slots = ["4 Oil Magnate", "4 Farm", "4 Gold Mine", "Dividends 100", "Silver Mine + Gold Mine"]'
        state = position('slots = ["Hostile Takeover"]', victim, "", market="[]")
        expected = {
            "1:2": LEGAL,
            "1:3": "NWO-83",
            "2:3": LEGAL,
            "2": "NWO-83",
            "3:3": LEGAL,
            "4": "NWO-83",
            "5": "NWO-83",
        }

        assert expected == {pile: verdict(state, f"A: take over B.{pile} with 1") for pile in expected}

    def test_takeover_needs_its_card_and_another_victim(self) -> None:
        """NWO-83"""
        state = position('slots = ["Hostile Takeover", "Farm"]', 'slots = ["Farm"]', "")

        assert "NWO-83" == verdict(state, "A: take over B.1 with 2")
        assert "NWO-83" == verdict(state, "A: take over A.2 with 1")
        assert "NWO-83" == verdict(state, "A: take over B.1 again")
        assert "NWO-83" == verdict(position("", 'slots = ["Hostile Takeover", "Farm"]', 'slots = ["Farm"]'),
                                   "B: take over C.1 with 1")  # fmt: skip

    def test_where_the_loot_goes(self) -> None:
        """NWO-83"""
        state = position('slots = ["Hostile Takeover", "2 Farm", "Gold Mine"]', 'slots = ["Farm"]', "", market="[]")

        assert LEGAL == verdict(state, "A: take over B.1 with 1 -> 2")
        assert LEGAL == verdict(state, "A: take over B.1 with 1 -> away")
        assert "NWO-83" == verdict(state, "A: take over B.1 with 1 -> 3")
        assert "NWO-83" == verdict(state, "A: take over B.1 with 1 -> 4")
        assert ("farm",) * 3 == after(state, "A: take over B.1 with 1").player("A").slots[1].cards

    def test_loot_without_a_free_slot_goes_away(self) -> None:
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
        assert "NWO-83" == verdict(state, "A: blackmail B.1:2 -> 1")
        assert 'gone = ["Blackmail", "2 Farm"]' in GAME.write_position(after(state, "A: blackmail B.1:2"))

    def test_takeover_is_the_action_of_the_turn(self) -> None:
        """NWO-83, setting takeoverCostsAction"""
        robber = 'slots = ["Hostile Takeover"]'
        free = '[settings]\ntakeoverCostsAction = "no"'
        told = "A: take over B.1 with 1"

        assert "B" == after(position(robber, 'slots = ["Farm"]', ""), told).on_turn
        assert "A" == after(position(robber, 'slots = ["Farm"]', "", more=free), told).on_turn

    def test_takeover_is_no_extra_action(self) -> None:
        """NWO-82"""
        state = position('slots = ["Hostile Takeover", "Above the Law"]', 'slots = ["Farm"]', "")
        extra = after(state, "A: take Farm", "A: above the law 2")

        assert "NWO-82" == verdict(extra, "A: take over B.1 with 1")

    def test_two_takeovers_in_one_slot(self) -> None:
        """NWO-84, setting stackedSpecials"""
        both = '[settings]\nstackedSpecials = "bothEffects"'
        players = ('slots = ["2 Hostile Takeover"]', 'slots = ["6 Farm"]', "")
        once, twice = position(*players), position(*players, more=both)
        told = "A: take over B.1:3 with 1"

        assert EMPTY_HANDED == after(once, told).player("A").slots[1].cards
        assert "NWO-83" == verdict(after(once, told), "A: take over B.1 again")
        assert LEGAL == verdict(after(twice, told), "A: take over B.1 again")

    def test_the_cardinal_is_immune(self) -> None:
        """NWO-108"""
        state = position('slots = ["Hostile Takeover"]', 'character = "Cardinal"\nslots = ["Farm"]', "")

        assert "NWO-108" == verdict(state, "A: take over B.1 with 1")

    def test_blackmail_with_two_players(self) -> None:
        """NWO-86: void only when they are equal."""
        more = DEAL + '\nopen = ["Blackmail"]'
        equal = position("", 'slots = ["Farm"]', more=more)
        state = position("", 'slots = ["2 Farm"]\ntiles = ["Tile 1"]', pyramid="", more=more)

        assert "NWO-86" == verdict(equal, "A: blackmail B.1")
        assert LEGAL == verdict(state, "A: blackmail B.1")
        assert "NWO-86" == verdict(position(more=DEAL), "A: blackmail B.1")

    def test_triangles_count_for_blackmail(self) -> None:
        """NWO-86, setting blackmailVP"""
        players = ('triangles = ["Farm"]\nslots = ["2 Gold Mine"]', "")
        more = DEAL + '\nopen = ["Blackmail"]'

        assert LEGAL == verdict(position(*players, more=more), "B: blackmail A.1")
        tiles_only = more + '\n[settings]\nblackmailVP = "tilesOnly"'
        assert "NWO-86" == verdict(position(*players, more=tiles_only), "B: blackmail A.1")

    def test_immediate_cards_in_the_order_they_were_dealt(self) -> None:
        """NWO-85"""
        state = position(more=DEAL + '\nopen = ["Cut the Losses", "Blackmail"]')

        assert "NWO-85" == verdict(state, "set aside Blackmail")
        assert LEGAL == verdict(state, "set aside Cut the Losses")
        assert "NWO-85" == verdict(position(), "set aside Blackmail")

    def test_an_immediate_card_is_replaced(self) -> None:
        """NWO-85: it does not count as one of the thirteen."""
        state = after(position(market='["9 Farm", "3 Construction"]', more=DEAL), "deal Blackmail")

        assert LEGAL == verdict(state, "deal Gold Mine")
        assert "deal" == after(state, "deal Gold Mine").phase.value
        assert "turns" == after(state, "deal Gold Mine", "set aside Blackmail").phase.value

    def test_cut_the_losses_once_each(self) -> None:
        """NWO-80"""
        state = position('slots = ["2 Farm", "Gold Mine"]', "", more=DEAL + '\nopen = ["Cut the Losses"]')

        assert LEGAL == verdict(state, "A: drop 1")
        assert "NWO-66" == verdict(state, "A: drop 1:1")
        assert "NWO-80" == verdict(after(state, "A: drop 1"), "A: drop 2")
        assert "NWO-80" == verdict(position('slots = ["Farm"]', "", more=DEAL), "A: drop 1")


EMPTY_HANDED: tuple[str, ...] = ()


class TestCharacters:
    TWO_FREE = """
layer4 = [[""]]
layer3 = [["Tile 1", ""], ["", "Nano-bots"]]
layer2 = [["New Frequencies", "", ""], ["", "", ""], ["", "", ""]]
layer1 = [["", "", "", ""], ["", "", "", ""], ["", "", "", ""], ["", "", "", ""]]
"""

    def test_illuminati_takes_two_tiles_for_one_set_once(self) -> None:
        """NWO-107, NWO-109: together they cost no more than the set; the second may be freed by the first."""
        slots = 'slots = ["3 Global Media", "6 Construction", "2 Oil Magnate"]'
        state = position('character = "Illuminati"\nsecond = "Banker"\n' + slots, "passed = true", "passed = true",
                         pyramid=self.TWO_FREE)  # fmt: skip
        told = "A: buy Tile 1 and New Frequencies with 1"

        assert LEGAL == verdict(state, told)
        assert "NWO-51" == verdict(state, "A: buy New Frequencies and Tile 1 with 1")
        assert "NWO-53" == verdict(state, "A: buy Tile 1 and Nano-bots with 1")
        assert "NWO-107" == verdict(state, "A: buy Tile 1 and New Frequencies with 1, 2")
        again = position('character = "Illuminati"\nsecond = "Banker"\nspent = ["two_tiles"]\n' + slots, "", "",
                         pyramid=self.TWO_FREE)  # fmt: skip
        assert "NWO-109" == verdict(again, told)

    def test_each_tile_alone_by_setting(self) -> None:
        """NWO-107, setting illuminatiTwoTiles"""
        state = position('character = "Illuminati"\nsecond = "Banker"\nslots = ["3 Global Media"]', "", "",
                         pyramid=self.TWO_FREE, more='[settings]\nilluminatiTwoTiles = "each"')  # fmt: skip

        assert LEGAL == verdict(state, "A: buy Tile 1 and Nano-bots with 1")

    def test_nobody_else_takes_two_tiles(self) -> None:
        """NWO-107"""
        state = position('slots = ["3 Global Media"]', "", "", pyramid=self.TWO_FREE)

        assert "NWO-107" == verdict(state, "A: buy Tile 1 and New Frequencies with 1")

    def test_mediamogul_pays_with_three_sets_once(self) -> None:
        """NWO-105, NWO-109"""
        sets = 'slots = ["6 Construction", "3 Silver Mine", "3 Farm", "3 Casino Chain"]'
        state = position('character = "Mediamogul"\n' + sets, "", "")
        used = position('character = "Mediamogul"\nspent = ["three_sets"]\n' + sets, "", "")

        assert LEGAL == verdict(state, "A: buy Tile 9 with 1, 2, 3")
        assert "NWO-105" == verdict(state, "A: buy Tile 9 with 1, 2, 3, 4")
        assert "NWO-109" == verdict(used, "A: buy Tile 9 with 1, 2, 3")

    def test_president_turns_a_usable_set_into_one_of_his_others(self) -> None:
        """NWO-106: 6 Silver Mine as Global Media, with 1 Global Media: 7 cards, 800 and 550."""
        slots = 'slots = ["6 Silver Mine", "Global Media", "2 Farm", "3 Gold Mine"]'
        pyramid = '\nlayer4 = [["Tile 30"]]\n'
        state = position('character = "President"\n' + slots, "", "", pyramid=pyramid)
        anybody = position(slots, "", "", pyramid=pyramid)

        assert LEGAL == verdict(state, "A: buy Tile 30 with 1 as Global Media, 2")
        assert "NWO-106" == verdict(state, "A: buy Tile 30 with 1 as Global Media")
        assert "NWO-106" == verdict(state, "A: buy Tile 30 with 3 as Gold Mine, 4")
        assert "NWO-53" == verdict(state, "A: buy Tile 30 with 4 as Silver Mine, 1")
        assert "NWO-106" == verdict(anybody, "A: buy Tile 30 with 1 as Gold Mine, 4")

    def test_one_card_by_setting(self) -> None:
        """NWO-106, setting presidentConversion"""
        state = position('character = "President"\nslots = ["6 Silver Mine", "Global Media"]', "", "",
                         pyramid='\nlayer4 = [["New Frequencies"]]\n',
                         more='[settings]\npresidentConversion = "oneCard"')  # fmt: skip

        assert LEGAL == verdict(state, "A: buy New Frequencies with 1 as Global Media, 2")

    def test_two_powers_are_not_merged(self) -> None:
        """NWO-110"""
        state = position('character = "Illuminati"\nsecond = "President"\nslots = ["6 Silver Mine"]', "", "",
                         pyramid=self.TWO_FREE)  # fmt: skip

        assert "NWO-110" == verdict(state, "A: buy Tile 1 and New Frequencies with 1 as Farm")

    @pytest.mark.parametrize(
        ("setting", "holder", "size"),
        [("all15", "B", 15), ("onlyWhenStarting", "A", 13), ("onlyWhenStarting", "B", 15), ("twoReserved", "A", 15)],
    )
    def test_royaltys_market(self, setting: str, holder: str, size: int) -> None:
        """NWO-101, setting royaltyMarket"""
        more = f'phase = "deal"\ndisc = "{holder}"\n[settings]\nroyaltyMarket = "{setting}"'
        state = position("", 'character = "Royalty"', "", market="[]", more=more)
        dealt = 0
        while state.phase.value == "deal":
            state = GAME.apply(state, next(action for action in legal_actions(GAME, state)))
            dealt += 1

        assert size == dealt
        assert size == len(state.market) + len(state.reserve)

    def test_banker_and_globalist(self) -> None:
        """NWO-100, NWO-103"""
        banker = position('character = "Banker"', "", "")
        globalist = position('character = "Globalist"', "", "", market='["Above the Law", "Dividends 100"]')

        assert 8 == len(banker.player("A").slots)
        assert () == after(globalist, "A: take Above the Law").player("A").slots[0].cards
        assert 1 == len(after(globalist, "A: take Above the Law").player("A").outside)

    def test_philanthropists_colour_set_is_200(self) -> None:
        """NWO-104"""
        colour = 'slots = ["Silver Mine + Gold Mine + Diamond Mine"]'
        top = '\nlayer4 = [["Tile 1"]]\n'

        assert LEGAL == verdict(position('character = "Philanthropist"\n' + colour, "", "", pyramid=top),
                                "A: buy Tile 1 with 1")  # fmt: skip
        assert "NWO-53" == verdict(position(colour, "", "", pyramid=top), "A: buy Tile 1 with 1")
