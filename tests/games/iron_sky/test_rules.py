"""Each rule broken once and allowed once, chapter by chapter. The worked cases (cases/*.toml) are not repeated here."""

from __future__ import annotations

import tomllib
from pathlib import Path

from companion.core.game import violation
from companion.games.iron_sky import GAME
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import Side
from companion.games.iron_sky.settings import RULINGS
from tests.games.iron_sky.tables import after, broken, fight, new_game, table

SPECIAL = {"special_commands": "on"}
READY = {"readiness": "on"}


class TestSetup:
    def test_a_commander_is_dealt_once(self) -> None:
        """ISK-16: a sheet that somebody has cannot be dealt again."""
        state = after(new_game(4), "sheet A infantry")

        assert "ISK-16" == broken(state, "sheet B infantry")
        assert "ISK-16" == broken(state, "sheet A artillery")
        assert "ISK-16" == broken(state, "sheet B general")
        assert broken(state, "sheet B artillery") is None

    def test_nobody_acts_before_the_sheets_are_dealt(self) -> None:
        """ISK-45."""
        assert "ISK-45" == broken(new_game(2), "A: advice")

    def test_the_reich_begins_with_its_income(self) -> None:
        """ISK-29, ISK-49: Command points come from meter position 0."""
        state = after(new_game(2), "sheet B general", "sheet A infantry")

        assert (Side.REICH, 3) == (state.side, state.player("A").command)
        assert (5, 1) == (state.player("B").money, state.player("B").politics)


class TestSideTurn:
    def test_only_the_side_on_turn_acts(self) -> None:
        """ISK-3."""
        state = table(side="reich")

        assert "ISK-3" == broken(state, "F: play politician_mobilisation")
        assert broken(state, "A: play infantry_mobilisation") is None

    def test_a_player_who_is_done_goes_on_only_after_saying_so(self) -> None:
        """ISK-143, ISK-46."""
        state = after(table(), "F: done")

        assert "ISK-143" == broken(state, "F: play politician_mobilisation")
        assert "ISK-46" == broken(state, "E: resume")
        assert broken(after(state, "F: resume"), "F: play politician_mobilisation") is None

    def test_the_last_player_who_is_done_ends_the_command_phase(self) -> None:
        """ISK-45: all players finish a phase before the side goes on."""
        state = after(table(), "F: done", "E: done", "D: done")

        assert "ISK-45" == broken(state, "F: resume")
        assert broken(state, "D: end turn") is None

    def test_a_turn_ends_after_the_command_phase_and_once(self) -> None:
        """ISK-139."""
        state = table(phase="end_of_turn", seats={"F": {"discard": ["politician_jamming", "politician_jamming"]}})

        assert "ISK-139" == broken(table(), "F: end turn")
        assert "ISK-139" == broken(state, "F: end turn, discard politician_jamming")
        assert "ISK-139" == broken(state, "F: end turn, discard general_assault")
        assert "ISK-139" == broken(after(state, "F: end turn"), "F: end turn")

    def test_hands_are_filled_from_deck_and_discard_pile(self) -> None:
        """ISK-141: the discard pile becomes a new deck only when a card must be drawn."""
        pile = ["infantry_terror", "infantry_reboot", "infantry_assault"]
        seats = {"A": {"hand": 2, "deck": 3, "discard": pile}}
        ended = after(table(2, "reich", "end_of_turn", seats=seats), "A: end turn")
        short = {"A": {"hand": 2, "deck": 2, "discard": pile}}
        renewed = after(table(2, "reich", "end_of_turn", seats=short), "A: end turn")

        assert (5, 0, 3) == (ended.player("A").hand, ended.player("A").deck, len(ended.player("A").discard))
        assert (5, 2, 0) == (renewed.player("A").hand, renewed.player("A").deck, len(renewed.player("A").discard))


class TestCards:
    def test_a_card_comes_from_the_own_deck(self) -> None:
        """ISK-58."""
        assert "ISK-58" == broken(table(), "F: play general_mobilisation")

    def test_a_card_on_the_discard_pile_is_not_in_the_hand(self) -> None:
        """ISK-51."""
        discard = {"F": {"discard": ["politician_recruit_3"]}}
        empty = {"F": {"hand": 0}}

        assert "ISK-51" == broken(table(seats=discard), "F: play politician_recruit_3")
        assert "ISK-51" == broken(table(seats=empty), "F: play politician_recruit_3")

    def test_a_card_gives_what_it_shows(self) -> None:
        """ISK-54."""
        assert "ISK-54" == broken(table(), "F: play politician_recruit_3 as assault")

    def test_a_price_must_be_affordable(self) -> None:
        """ISK-52."""
        assert "ISK-52" == broken(table(seats={"F": {"money": 1}}), "F: play politician_recruit_2")
        assert "ISK-52" == broken(table(side="reich", seats={"A": {"command": 0}}), "A: play infantry_recruit_2")

    def test_a_card_is_carried_out_before_the_next(self) -> None:
        """ISK-52."""
        state = after(table(), "F: play politician_recruit_2")

        assert "ISK-52" == broken(state, "F: play politician_politicking")
        assert "ISK-52" == broken(state, "F: organise 1 America 1 -> America 2")
        assert "ISK-52" == broken(state, "F: done")
        assert "ISK-52" == broken(state, "E: waive")

    def test_the_extra_politicking_symbol_pays_the_fee_of_its_own_card(self) -> None:
        """ISK-55, ISK-90."""
        state = table(seats={"F": {"money": 3, "politics": 0}}, america={3: "U1"}, europe={1: ""})
        crossed = after(
            state, "F: play politician_mobilisation_and_politicking", "F: move 1 America 3 -> Europe 1 fee F"
        )

        assert 0 == crossed.player("F").politics

    def test_an_unusable_command_is_refused_where_the_table_forbids_it(self) -> None:
        """ISK-57, setting empty_commands."""
        strict = {"empty_commands": "forbidden"}
        full = dict.fromkeys(range(1, 8), "U3")

        assert "ISK-57" == broken(table(settings=strict, america=full), "F: play politician_recruit_2")
        assert broken(table(settings=strict), "F: play politician_recruit_2") is None

    def test_reboot_reaches_the_own_board_only(self) -> None:
        """ISK-116."""
        state = table(side="reich", europe={"jamming": 1})

        assert "ISK-116" == broken(state, "A: play infantry_reboot on Europe")


class TestSpecialCommands:
    def test_they_are_an_option(self) -> None:
        """ISK-19."""
        assert "ISK-19" == broken(table(), "F: special uwc_special_war_bonds with 1 PP")
        assert "ISK-19" == broken(table(settings=SPECIAL), "F: special reich_special_unknown_1")

    def test_a_player_has_two(self) -> None:
        """ISK-153: with both specials known no third can come."""
        known = {"F": {"specials": ["uwc_special_fortress", "uwc_special_tax_raise"]}}

        assert "ISK-153" == broken(table(settings=SPECIAL, seats=known), "F: special uwc_special_war_bonds with 1 PP")
        assert "ISK-153" == broken(table(settings=SPECIAL, seats=known), "E: special uwc_special_fortress at Europe 1")

    def test_elite_operation_waits_for_a_battle(self) -> None:
        """ISK-154."""
        assert "ISK-154" == broken(table(settings=SPECIAL), "F: special uwc_special_elite_operation")

    def test_they_are_paid_as_printed(self) -> None:
        """ISK-53, ISK-52."""
        state = table(settings=SPECIAL, seats={"F": {"money": 4, "politics": 0}})

        assert "ISK-53" == broken(state, "F: special uwc_special_war_bonds")
        assert "ISK-52" == broken(state, "F: special uwc_special_nuclear_weapon at Europe 1")

    def test_the_nuclear_weapon_hits_the_ground_once(self) -> None:
        """ISK-157."""
        state = table(settings=SPECIAL, europe={1: ("", "", {"nuked": True})})

        assert "ISK-157" == broken(state, "F: special uwc_special_nuclear_weapon at Europe o1")
        assert "ISK-157" == broken(state, "F: special uwc_special_nuclear_weapon at Europe 1")
        assert broken(state, "F: special uwc_special_nuclear_weapon at Europe 2") is None

    def test_an_improvement_lies_on_an_own_territory(self) -> None:
        """ISK-155."""
        state = table(settings=SPECIAL, america={1: "R1"})

        assert "ISK-155" == broken(state, "F: special uwc_special_fortress at America 1")
        assert "ISK-155" == broken(state, "F: special uwc_special_fortress at Europe 1")
        assert "ISK-155" == broken(state, "F: special uwc_special_fortress")
        assert broken(state, "F: special uwc_special_fortress at America 2") is None

    def test_an_improvement_brings_its_income(self) -> None:
        """ISK-50."""
        site = ("U1", "", {"improvement": "uwc_special_tax_raise"})
        seats = {"B": {"money": 0, "politics": 0}}
        state = after(table(2, "reich", "end_of_turn", seats, settings=SPECIAL, america={1: site}), "A: end turn")

        assert (5, 2) == (state.player("B").money, state.player("B").politics)

    def test_a_special_that_nobody_can_model_is_left_to_the_players(self) -> None:
        """ISK-153: it is paid and leaves the game, the rest is done by hand."""
        profile = 'provenance = "owner"\n[specials]\nreich = [' + (
            ", ".join(f'{{ name = "Own {n}", price = 1, pay = ["command"], effect = "by_hand" }}' for n in range(1, 9))
            + "]"
        )
        game = GAME.with_profile(profile)
        state = game.read_position(GAME.write_position(table(side="reich", settings=SPECIAL)).split("\n", 2)[2])
        action = game.read_action("A: special own_1")

        assert violation(game, state, action) is None
        assert 4 == game.apply(state, action).player("A").command

    def test_conquest_removes_an_improvement(self) -> None:
        """ISK-156, ISK-131."""
        site = ("U1", "", {"improvement": "uwc_special_tax_raise"})
        state = table(side="reich", settings=SPECIAL, america={1: site})
        march = ("A: play infantry_mobilisation", "A: move 1 America o1 -> America 1")
        state = after(state, *march, *fight("A", "F", "H - -", "- - -"), "compare")

        assert (Side.REICH, None) == (state.territory("america.1").controller, state.territory("america.1").improvement)


class TestOrders:
    def test_tiles_are_there_and_enough(self) -> None:
        """ISK-75, ISK-77."""
        state = table(america={1: "R1", 2: "U1"})

        assert "ISK-75" == broken(state, "F: organise 1 America 1 -> America 2")
        assert "ISK-77" == broken(state, "F: organise 2 America 2 -> America 1")

    def test_orders_start_no_battle(self) -> None:
        """ISK-64."""
        state = table(america={1: "R1", 2: "U1", 4: ("U1", "R1")})

        assert "ISK-64" == broken(state, "F: organise 1 America 2 -> America 1")
        assert "ISK-64" == broken(state, "F: organise 1 America 2 -> America 4")

    def test_tiles_follow_routes(self) -> None:
        """ISK-12, ISK-76."""
        assert "ISK-12" == broken(table(america={7: ""}), "F: organise 1 America 1 -> America 7")
        assert "ISK-12" == broken(table(), "F: organise 1 America 1 -> America o1")

    def test_the_reich_has_no_orders_on_the_ground(self) -> None:
        """ISK-67, ISK-69."""
        state = table(side="reich", america={1: "R1", 2: ""})

        assert "ISK-67" == broken(state, "A: organise 1 America 1 -> America 2")
        assert "ISK-67" == broken(state, "A: organise 1 America o1 -> America o3")

    def test_an_order_costs_one_per_tile(self) -> None:
        """ISK-63."""
        state = table(seats={"F": {"money": 0, "politics": 0}})

        assert "ISK-63" == broken(state, "F: organise 1 America 1 -> America 2")

    def test_only_the_ground_is_left_by_ascent(self) -> None:
        """ISK-68."""
        state = table(side="reich", america={1: "R1", 2: ""})

        assert "ISK-68" == broken(state, "A: ascend 1 America 1 -> America 2")
        assert "ISK-68" == broken(state, "A: ascend 1 America o1 -> America 1")

    def test_no_advice_with_six_players(self) -> None:
        """ISK-62."""
        assert "ISK-62" == broken(table(side="reich"), "A: advice")

    def test_nobody_gives_more_than_he_has(self) -> None:
        """ISK-59."""
        assert "ISK-59" == broken(table(), "F: give 6 Money to E")
        assert "ISK-59" == broken(table(), "F: give 1 Money to A")

    def test_only_an_own_army_can_be_picked(self) -> None:
        """ISK-46: a finger first chooses where to move from."""
        assert "ISK-46" == broken(table(), "F: pick Europe 1")
        assert "ISK-46" == broken(after(table(), "F: pick America 1"), "F: pick America 2")
        assert "america.1" == after(table(), "F: pick America 1").picked


class TestMobilisation:
    def test_an_assault_moves_from_its_tile(self) -> None:
        """ISK-100."""
        state = after(table(america={3: ""}), "F: play politician_assault")

        assert "ISK-100" == broken(state, "F: move 1 America 2 -> America 3")
        placed = after(state, "F: place America 2")
        assert "ISK-100" == broken(placed, "F: move 1 America 5 -> America 3")
        assert broken(placed, "F: move 2 America 2 -> America 3") is None

    def test_a_battle_in_place_needs_war_and_mobilisation(self) -> None:
        """ISK-81."""
        state = table(america={1: ("U1", "R1")})
        called = after(state, "F: play politician_mobilisation")

        assert "ISK-81" == broken(state, "F: attack America 1")
        assert "ISK-81" == broken(called, "F: attack America 2")

    def test_tiles_are_recruited_onto_the_own_board(self) -> None:
        """ISK-97."""
        assert "ISK-97" == broken(after(table(), "F: play politician_recruit_2"), "F: place Europe 1")

    def test_aid_needs_room(self) -> None:
        """ISK-72, ISK-5."""
        state = after(table(4, europe={3: "U2"}), "C: play general_recruit_2")

        assert "ISK-72" == broken(state, "C: aid Asia -> Europe 3, Europe 3")
        assert broken(state, "C: aid Asia -> Europe 3, Europe 7") is None


class TestCommands:
    def test_battle_cards_are_changed_by_a_strategy_change(self) -> None:
        """ISK-104."""
        assert "ISK-104" == broken(table(), "F: shuffle battle cards")

    def test_terror_goes_where_the_reich_is_not(self) -> None:
        """ISK-107."""
        state = after(table(side="reich", america={1: "R1"}), "A: play infantry_terror")

        assert "ISK-107" == broken(state, "A: terror America 1")
        assert "ISK-107" == broken(state, "A: terror Europe 1")
        assert "ISK-107" == broken(table(side="reich"), "A: terror America 1")

    def test_jamming_goes_to_the_own_orbit(self) -> None:
        """ISK-119."""
        state = after(table(), "F: play politician_jamming with 2 PP")

        assert "ISK-119" == broken(state, "F: jam Europe o1")
        assert "ISK-119" == broken(state, "F: jam America 1")


class TestBattle:
    def state(self) -> str:
        return "A: play infantry_mobilisation"

    def test_only_those_who_fight_lay_a_card_and_one(self) -> None:
        """ISK-122."""
        state = after(table(side="reich"), self.state(), "A: move 1 America o1 -> America 1")

        assert "ISK-122" == broken(state, "B: lay deck")
        assert "ISK-122" == broken(after(state, "F: lay deck"), "F: lay reserve")

    def test_a_card_has_so_many_copies(self) -> None:
        """ISK-20: three of a kind lie open, a fourth does not exist."""
        used = {"F": {"battle": {"used": ["uwc_red_1", "uwc_red_1", "uwc_red_1"]}}}
        state = after(table(side="reich", seats=used), self.state(), "A: move 1 America o1 -> America 1")
        laid = after(state, "F: lay deck", "A: lay deck")

        assert "ISK-20" == broken(laid, "reveal F uwc_red_1")
        assert "ISK-20" == broken(laid, "reveal F reich_red_1")
        assert broken(laid, "reveal F uwc_red_2") is None

    def test_a_square_shows_a_known_symbol(self) -> None:
        """ISK-138."""
        state = after(table(side="reich"), self.state(), "A: move 1 America o1 -> America 1")
        laid = after(state, "F: lay deck", "A: lay deck")

        assert "ISK-138" == broken(laid, act.Symbol("F", "X"))

    def test_a_card_entered_by_symbols_is_identified_later(self) -> None:
        """ISK-124: it must be one that shows them; also after the battle, on the used pile."""
        state = after(table(side="reich"), self.state(), "A: move 1 America o1 -> America 1")
        shown = after(state, *fight("A", "F", "H H -", "B B -"))
        over = after(shown, "compare", "compare", "compare")

        assert "ISK-124" == broken(shown, "reveal A reich_red_2")
        assert "reich_red_1" == after(over, "reveal A reich_red_1").player("A").battle.used[-1]
        assert ("?",) == over.player("A").battle.used
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


class TestReadiness:
    def test_a_surcharge_must_be_paid(self) -> None:
        """ISK-173: the first command to the sector costs one more."""
        state = table(settings=READY, tokens=["token_plus_2"], america={2: "U1"})
        cheap = after(state, "F: play politician_recruit_2")

        assert "ISK-175" == broken(cheap, "F: place America 2")
        assert broken(after(cheap, "F: place America 1"), "F: place America 3") is None
        assert 2 == after(state, "F: play politician_recruit_2 token +1", "F: place America 2").player("F").money

    def test_targets_are_priced_as_well(self) -> None:
        """ISK-176: Terror, Bombardment and Jamming by their target's sector."""
        state = table(side="reich", settings=READY, tokens=["token_plus_2"])

        assert "ISK-173" == broken(after(state, "A: play infantry_terror"), "A: terror America 2")
        assert broken(after(state, "A: play infantry_terror"), "A: terror America 1") is None

    def test_a_discount_is_taken_where_it_is_due(self) -> None:
        """ISK-172: the first command to the sector costs one less, and no other."""
        state = table(side="reich", settings=READY, tokens=["token_minus_2"])
        cheaper = after(state, "A: play infantry_terror token -1")

        assert "ISK-172" == broken(after(state, "A: play infantry_terror"), "A: terror America 2")
        assert "ISK-172" == broken(cheaper, "A: terror America 1")
        assert 4 == after(cheaper, "A: terror America 2").player("A").command

    def test_an_anti_terror_is_priced_by_its_marker(self) -> None:
        """ISK-176."""
        state = table(settings=READY, tokens=["token_plus_2"], america={"terror": 2})

        assert "ISK-173" == broken(state, "F: play politician_anti_terror with 2 PP")
        assert broken(state, "F: play politician_anti_terror with 2 PP token +1") is None
        assert "ISK-173" == broken(
            table(settings=READY, tokens=["token_plus_1"], america={"terror": 2}),
            "F: play politician_anti_terror with 2 PP token +1",
        )

    def test_a_battle_in_place_and_aid_are_priced(self) -> None:
        """ISK-174, ISK-175."""
        war = table(settings=READY, tokens=["token_plus_1"], america={1: ("U1", "R1")})
        aid = table(4, settings=READY, tokens=["token_plus_3"])

        assert "ISK-174" == broken(after(war, "F: play politician_mobilisation"), "F: attack America 1")
        assert "ISK-175" == broken(after(aid, "C: play general_recruit_2"), "C: aid Asia -> Europe 3, Europe 7")

    def test_no_token_acts_in_the_first_round(self) -> None:
        """ISK-171."""
        assert "ISK-172" == broken(table(settings=READY), "F: play politician_recruit_2 token -1")


class TestSecretOperations:
    def test_each_shows_his_own(self) -> None:
        """ISK-164: one operation per player, no two the same."""
        state = table(2, phase="secrets", settings={"secret_operations": "on"})

        assert "ISK-164" == broken(state, "B: operation reich_operation_unknown_1 failed")
        shown = after(state, "B: operation uwc_operation_unknown_1 fulfilled")
        assert "ISK-164" == broken(shown, "B: operation uwc_operation_unknown_2 failed")
        assert GAME.outcome(shown) is None
        assert GAME.outcome(after(shown, "A: operation reich_operation_unknown_1 failed")) is not None


def test_rulings_and_their_explanations_agree() -> None:
    """Every ruling of the settings is explained in rulings.md under its rule and name, and nothing else is."""
    lines = (Path(act.__file__).parent / "rulings.md").read_text("utf-8").splitlines()
    explained = {tuple(line[3:].split(": ")) for line in lines if line.startswith("## ISK-")}

    assert {(setting.rule.id, setting.name) for setting in RULINGS} == explained


def test_every_rule_has_a_statement() -> None:
    """What a screen shows as the rule is one sentence in our own words."""
    assert [] == [
        rule.check for rules in GAME.rules.values() for rule in rules if not rule.statement.split("\n")[0].endswith(".")
    ]


def test_position_files_of_cases_are_toml() -> None:
    """The case files stay readable by any TOML reader."""
    for path in (Path(__file__).parent / "cases").glob("*.toml"):
        assert "iron_sky" == tomllib.loads(path.read_text("utf-8"))["game"]
