"""Battles, their cards and trophies: each rule broken once and allowed once."""

from __future__ import annotations

import pytest

from companion.core.game import legal_actions
from companion.errors import NotationError
from companion.games.iron_sky import GAME
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.battle import refilled, shown_cards
from companion.games.iron_sky.catalog import SYMBOLS, Side
from tests.games.iron_sky.tables import after, broken, fight, table


class TestBattle:
    def state(self) -> str:
        return "A: play infantry_mobilisation"

    def test_only_those_who_fight_lay_a_card_and_one(self) -> None:
        """ISK-122, ISK-123."""
        state = after(table(side="reich"), self.state(), "A: move 1 America o1 -> America 1")

        assert "ISK-122" == broken(state, "B: lay deck")
        assert "ISK-123" == broken(after(state, "F: lay deck"), "F: lay reserve")

    def test_a_card_has_so_many_copies(self) -> None:
        """ISK-20: three of a kind lie open, a fourth does not exist."""
        used = {"F": {"battle": {"used": ["uwc_red_1", "uwc_red_1", "uwc_red_1"]}}}
        state = after(table(side="reich", seats=used), self.state(), "A: move 1 America o1 -> America 1")
        laid = after(state, "F: lay deck", "A: lay deck")

        assert "ISK-20" == broken(laid, "reveal F uwc_red_1")
        assert "ISK-20" == broken(laid, "reveal F reich_red_1")
        assert broken(laid, "reveal F uwc_red_2") is None

    def test_a_copy_that_lies_in_the_battle_is_one_of_them(self) -> None:
        """ISK-20: two on the used pile of Fritz, the third is what Emil has just shown."""
        used = {"F": {"battle": {"used": ["uwc_red_1", "uwc_red_1"]}}}
        state = after(table(side="reich", seats=used), self.state(), "A: move 1 America o1 -> America 1")
        shown = after(state, "F: lay deck", "A: lay deck", "reveal F uwc_red_1")

        assert ["uwc_red_1"] * 3 == list(shown_cards(shown, Side.UWC))
        assert [] == list(shown_cards(shown, Side.REICH))

    def test_what_a_fortress_swaps_lies_open(self) -> None:
        """ISK-158: the card that was shown, beside the new one."""
        site = {1: ("U1", "", {"improvement": "uwc_special_fortress"})}
        state = table(side="reich", settings={"special_commands": "on"}, america=site)
        march = (self.state(), "A: move 1 America o1 -> America 1", "F: lay deck", "A: lay deck")
        swapped = after(state, *march, "reveal F uwc_red_1", "reveal A reich_red_1", "F: fortress")

        assert ["uwc_red_1"] == list(shown_cards(swapped, Side.UWC))

    def test_a_fortress_that_is_not_used_swaps_nothing_and_is_not_offered_again(self) -> None:
        """ISK-158: the card that was shown stays, and the position says that it was declined."""
        site = {1: ("U1", "", {"improvement": "uwc_special_fortress"})}
        state = table(side="reich", settings={"special_commands": "on"}, america=site)
        march = (self.state(), "A: move 1 America o1 -> America 1", "F: lay deck", "A: lay deck")
        declined = after(state, *march, "reveal F uwc_red_1", "reveal A reich_red_1", "F: no fortress")

        assert declined.battle is not None
        assert (False, "uwc_red_1", ()) == (
            declined.battle.fortress,
            declined.battle.defender.card,
            declined.battle.defender.replaced,
        )
        assert "ISK-158" == broken(declined, "F: fortress")

    @pytest.mark.parametrize("shown", [(), ("reveal F uwc_red_1",), ("reveal A reich_red_1",)])
    def test_a_fortress_waits_for_both_cards(self, shown: tuple[str, ...]) -> None:
        """ISK-158: a card is swapped that has been turned over."""
        site = {1: ("U1", "", {"improvement": "uwc_special_fortress"})}
        state = table(side="reich", settings={"special_commands": "on"}, america=site)
        laid = after(state, self.state(), "A: move 1 America o1 -> America 1", "F: lay deck", "A: lay deck", *shown)

        assert "ISK-158" == broken(laid, "F: fortress")

    def test_a_short_deck_fills_the_hand_before_the_reserve(self) -> None:
        """ISK-134, ISK-163: one card for two places goes to the hand."""
        used = ["uwc_red_1", "uwc_red_2", "uwc_red_3", "uwc_red_4", "uwc_green_1", "uwc_green_2", "uwc_green_3"]
        left = {"F": {"battle": {"used": [*used, "uwc_green_4"], "hand": 1, "reserve": 0, "deck": 1}}}
        filled = refilled(table(seats=left, settings={"controlled_battle": "on"}), "F").player("F").battle

        assert (2, 0, 0) == (filled.hand, filled.reserve, filled.deck)

    def test_a_square_shows_a_known_symbol(self) -> None:
        """ISK-138."""
        state = after(table(side="reich"), self.state(), "A: move 1 America o1 -> America 1")
        laid = after(state, "F: lay deck", "A: lay deck")

        assert {act.Symbol("F", symbol) for symbol in SYMBOLS} <= set(legal_actions(GAME, laid))
        with pytest.raises(NotationError, match="no symbol"):
            GAME.read_action("symbol F X")

    def test_a_card_entered_by_symbols_is_identified_later(self) -> None:
        """ISK-124: it must be one that shows them; also after the battle, on the used pile."""
        earlier = {"A": {"battle": {"used": ["reich_green_2"]}}}
        state = after(table(side="reich", seats=earlier), self.state(), "A: move 1 America o1 -> America 1")
        shown = after(state, *fight("A", "F", "H H -", "B B -"))
        over = after(shown, "compare", "compare", "compare")

        assert "ISK-124" == broken(shown, "reveal A reich_red_2")
        assert ("reich_green_2", "?") == over.player("A").battle.used
        assert ("reich_green_2", "reich_red_1") == after(over, "reveal A reich_red_1").player("A").battle.used
        assert "ISK-123" == broken(after(over, "reveal A reich_red_1"), "reveal A reich_red_1")

    def test_the_ninth_battle_exchanges_all_ten_cards(self) -> None:
        """ISK-135: with one card left the deck is renewed from the bank."""
        used = ["uwc_red_1", "uwc_red_2", "uwc_red_3", "uwc_red_4", "uwc_green_1", "uwc_green_2", "uwc_green_3"]
        seats = {"F": {"battle": {"used": [*used, "uwc_green_4"], "deck": 1}}}
        state = after(table(side="reich", seats=seats), self.state(), "A: move 1 America o1 -> America 1")
        fought = after(state, *fight("A", "F", "- - -", "- - -"), "compare", "compare", "compare")

        assert (9, 1, ()) == (
            fought.player("F").battle.deck,
            fought.player("F").battle.reserve,
            fought.player("F").battle.used,
        )
        assert 18 == fought.bank_uwc
        assert (8, 1, 1) == (
            fought.player("A").battle.deck,
            fought.player("A").battle.reserve,
            len(fought.player("A").battle.used),
        )

    def test_the_used_reserve_is_replaced(self) -> None:
        """ISK-134."""
        state = after(table(side="reich"), self.state(), "A: move 1 America o1 -> America 1")
        laid = after(state, "F: lay reserve", "A: lay deck")
        shown = after(laid, *(f"symbol {seat} -" for seat in "FFFAAA"), "compare", "compare", "compare")

        assert (8, 1) == (shown.player("F").battle.deck, shown.player("F").battle.reserve)

    def test_each_third_trophy_is_worth_a_resource(self) -> None:
        """ISK-129: the reward of the Politician is 1 PP."""
        state = table(side="reich", seats={"F": {"trophies": 2}}, america={"o1": "R2"})
        march = after(state, self.state(), "A: move 2 America o1 -> America 1")
        fought = after(march, *fight("A", "F", "- - -", "HH - -"), "compare")

        assert (4, 4) == (fought.player("F").trophies, fought.player("F").politics)
