"""Command cards, special commands and what they cost: each rule broken once and allowed once."""

from __future__ import annotations

from companion.core.game import violation
from companion.games.iron_sky import GAME
from companion.games.iron_sky.catalog import Side
from tests.games.iron_sky.tables import after, broken, fight, refusal, table

SPECIAL = {"special_commands": "on"}
READY = {"readiness": "on"}
STRICT = {"empty_commands": "forbidden"}


class TestCards:
    def test_a_card_comes_from_the_own_deck(self) -> None:
        """ISK-58."""
        assert "ISK-58" == broken(table(), "F: play general_mobilisation")

    def test_a_card_on_the_discard_pile_is_not_in_the_hand(self) -> None:
        """ISK-51, ISK-51-R."""
        discard = {"F": {"discard": ["politician_recruit_3"]}}
        empty = {"F": {"hand": 0}}

        assert "ISK-51" == broken(table(seats=discard), "F: play politician_recruit_3")
        assert "ISK-51" == broken(table(seats=empty), "F: play politician_recruit_3")
        assert broken(table(seats={"F": {"hand": 1}}), "F: play politician_recruit_3") is None

    def test_a_card_gives_what_it_shows(self) -> None:
        """ISK-54."""
        assert "ISK-54" == broken(table(), "F: play politician_recruit_3 as assault")

    def test_a_price_must_be_affordable(self) -> None:
        """ISK-52."""
        assert "ISK-52" == broken(table(seats={"F": {"money": 1}}), "F: play politician_recruit_2")
        assert "ISK-52" == broken(table(side="reich", seats={"A": {"command": 0}}), "A: play infantry_recruit_2")
        poor = table(seats={"F": {"money": 0, "politics": 1}})
        assert "ISK-52 Fritz has 1 Politics point and needs 2." == refusal(poor, "F: play politician_jamming with 2 PP")

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
        full = dict.fromkeys(range(1, 8), "U3")

        assert "ISK-57" == broken(table(settings=STRICT, america=full), "F: play politician_recruit_2")
        assert broken(table(settings=STRICT), "F: play politician_recruit_2") is None

    def test_what_needs_no_choice_is_idle_where_there_is_nothing_to_take_or_to_get(self) -> None:
        """ISK-57, setting empty_commands: Reboot, Anti-terror, Politicking."""

        def told(notation: str, side: str, board: dict[str, int], politics: int = 7) -> str | None:
            seats = {"F": {"politics": politics}}
            return broken(table(side=side, settings=STRICT, america=board, seats=seats), notation)

        assert ("ISK-57", None) == (
            told("A: play infantry_reboot", "reich", {"terror": 2}),
            told("A: play infantry_reboot", "reich", {"jamming": 2}),
        )
        anti_terror = "F: play politician_anti_terror with 2 PP"
        assert ("ISK-57", None) == (told(anti_terror, "uwc", {"jamming": 1}), told(anti_terror, "uwc", {"terror": 2}))
        politicking = "F: play politician_politicking"
        assert ("ISK-57", None) == (told(politicking, "uwc", {}, politics=8), told(politicking, "uwc", {}))

    def test_a_wrong_payment_is_told_by_what_the_card_shows(self) -> None:
        """ISK-53, ISK-53-R: Money alone, Politics points alone, either; too much, none, a part of it."""
        state = table()

        assert [
            "ISK-53 Recruit 2 is paid in Money, not with 1 Politics point.",
            "ISK-53 Recruit 2 is paid in Money, not with 2 Politics points.",
            "ISK-53 Recruit 2 costs 2 Money, not 3 Politics points.",
            "ISK-53 Jamming is paid in Politics points, and no Politics point was paid.",
            "ISK-53 Jamming costs 2 Politics points, not 1 Politics point.",
            "ISK-53 Strategy change costs 1 Money or 1 Politics point, not 2 Politics points.",
        ] == [
            refusal(state, f"F: play politician_{card}")
            for card in (
                *("recruit_2 with 1 PP", "recruit_2 with 2 PP", "recruit_2 with 3 PP"),
                *("jamming", "jamming with 1 PP", "strategy_change with 2 PP"),
            )
        ]
        assert "ISK-53-R" == broken(state, "F: play politician_recruit_3 with 1 PP")
        assert refusal(state, "F: play politician_recruit_3 with 2 PP").startswith(
            "ISK-53-R At this table Recruit 3 is paid wholly in Money or Politics points; 2 Politics points"
        )

    def test_reboot_reaches_the_own_board_only(self) -> None:
        """ISK-116."""
        state = table(side="reich", europe={"jamming": 1})

        assert "ISK-116 Anna takes the Jamming marker of America, not that of Europe." == refusal(
            state, "A: play infantry_reboot on Europe"
        )


class TestSpecialCommands:
    def test_they_are_an_option(self) -> None:
        """ISK-19."""
        assert "ISK-19" == broken(table(), "F: special uwc_special_war_bonds with 1 PP")
        assert "ISK-19" == broken(table(settings=SPECIAL), "F: special reich_special_unknown_1")

    def test_a_player_has_two(self) -> None:
        """ISK-152, ISK-153: with both specials known no third can come, and each is there once."""
        known = {"F": {"specials": ["uwc_special_fortress", "uwc_special_tax_raise"]}}

        assert "ISK-152" == broken(table(settings=SPECIAL, seats=known), "F: special uwc_special_war_bonds with 1 PP")
        assert "ISK-153" == broken(table(settings=SPECIAL, seats=known), "E: special uwc_special_fortress at Europe 1")

    def test_the_only_copy_of_a_special_may_be_discarded(self) -> None:
        """ISK-51, ISK-139: laid aside when a turn ended."""
        gone = {"F": {"discard": ["uwc_special_fortress"]}}

        assert "ISK-51 The only copy of Fortress lies on the discard pile of Fritz." == refusal(
            table(settings=SPECIAL, seats=gone), "F: special uwc_special_fortress at America 1"
        )

    def test_why_a_special_cannot_be_discarded(self) -> None:
        """ISK-139, ISK-152, ISK-153: the first reason that everybody can see, and only that."""

        def told(seats: dict[str, dict[str, object]], spent: tuple[str, ...] = ()) -> str:
            state = table(phase="end_of_turn", settings=SPECIAL, seats=seats, pool={"spent_specials": list(spent)})
            return refusal(state, "F: end turn, discard uwc_special_fortress")

        assert [
            "ISK-139 Fortress has been played already; a special command is played once in a game.",
            "ISK-139 Fortress is there once, and it was written down as another player's.",
            "ISK-139 Fritz was dealt War bonds and Tax raise, and no other special command.",
            "ISK-139 The only copy of Fortress lies on the discard pile of Fritz.",
            "ISK-139 Fritz holds no card.",
            "",
            "",
        ] == [
            told({}, spent=("uwc_special_fortress",)),
            told({"E": {"specials": ["uwc_special_fortress"]}}),
            told({"F": {"specials": ["uwc_special_war_bonds", "uwc_special_tax_raise"]}}),
            told({"F": {"discard": ["uwc_special_fortress"], "hand": 1}}),
            told({"F": {"hand": 0}}),
            told({"F": {"specials": ["uwc_special_war_bonds", "uwc_special_fortress"]}}),
            told({"F": {"specials": ["uwc_special_war_bonds"]}}),
        ]

    def test_elite_operation_waits_for_a_battle(self) -> None:
        """ISK-154."""
        assert "ISK-154" == broken(table(settings=SPECIAL), "F: special uwc_special_elite_operation")

    def test_they_are_paid_as_printed(self) -> None:
        """ISK-53, ISK-52."""
        state = table(settings=SPECIAL, seats={"F": {"money": 4, "politics": 0}})

        assert "ISK-53" == broken(state, "F: special uwc_special_war_bonds")
        assert "ISK-52" == broken(state, "F: special uwc_special_nuclear_weapon at Europe 1")

    def test_the_last_card_of_a_hand_may_be_a_special(self) -> None:
        """ISK-51, ISK-139: with one card it may be that, with none it cannot."""
        one, none = (table(settings=SPECIAL, seats={"F": {"hand": count, "money": 8}}) for count in (1, 0))

        assert broken(one, "F: special uwc_special_nuclear_weapon at Europe 2") is None
        assert "ISK-51" == broken(none, "F: special uwc_special_nuclear_weapon at Europe 2")

    def test_the_nuclear_weapon_hits_the_ground_once(self) -> None:
        """ISK-157."""
        state = table(settings=SPECIAL)
        nuked = table(settings=SPECIAL, europe={1: ("", "", {"nuked": True})})

        assert "ISK-157" == broken(state, "F: special uwc_special_nuclear_weapon at Europe o1")
        assert "ISK-153" == broken(nuked, "F: special uwc_special_nuclear_weapon at Europe 1")
        assert broken(state, "F: special uwc_special_nuclear_weapon at Europe 2") is None

    def test_an_improvement_lies_on_an_own_territory(self) -> None:
        """ISK-155."""
        state = table(settings=SPECIAL, america={1: "R1"})

        assert "ISK-155" == broken(state, "F: special uwc_special_fortress at America 1")
        assert "ISK-155" == broken(state, "F: special uwc_special_fortress at Europe 1")
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

    def test_an_anti_terror_without_a_marker_has_its_printed_price(self) -> None:
        """ISK-172, ISK-173: the marker lies in no sector, or in another one."""
        for token, adjust, rule in (("token_minus_2", "-1", "ISK-172"), ("token_plus_2", "+1", "ISK-173")):
            for board in ({}, {"terror": 1}):
                state = table(settings=READY, tokens=[token], america=board)
                anti_terror = "F: play politician_anti_terror_or_jamming"

                assert (None, rule) == (broken(state, anti_terror), broken(state, f"{anti_terror} token {adjust}"))

    def test_an_assault_is_priced_by_its_tile_and_a_recruit_by_any_of_its_tiles(self) -> None:
        """ISK-172, ISK-173, ISK-174, ISK-175: what a Recruit may have paid for a later tile, an Assault may not."""

        def placed(token: str, card: str, place: str) -> str | None:
            state = table(settings=READY, tokens=[token], america={1: "U1", 2: "U1"})
            return broken(after(state, f"F: play politician_{card}"), f"F: place America {place}")

        assert ["ISK-174", None] == [placed("token_minus_2", "assault", place) for place in "21"]
        assert ["ISK-174", None] == [placed("token_minus_2", "assault token -1", place) for place in "12"]
        assert ["ISK-174", None] == [placed("token_plus_2", "assault", place) for place in "21"]
        assert ["ISK-174", None] == [placed("token_plus_2", "assault token +1", place) for place in "12"]
        assert [None, None] == [placed("token_minus_2", "recruit_2", place) for place in "21"]
        assert ["ISK-175", None] == [placed("token_minus_2", "recruit_2 token -1", place) for place in "12"]
        assert [None, None] == [placed("token_plus_2", "recruit_2 token +1", place) for place in "12"]

    def test_a_move_is_priced_by_where_it_starts_and_aid_by_either_of_its_tiles(self) -> None:
        """ISK-172, ISK-173, ISK-174, ISK-175: Aid is a Recruit, and nobody has to take its discount."""

        def moved(token: str, card: str, origin: str) -> str | None:
            state = table(settings=READY, tokens=[token], america={1: "U1", 2: "U1", 3: "U1"})
            return broken(after(state, f"F: play politician_{card}"), f"F: move 1 America {origin} -> America 3")

        assert ["ISK-174", None] == [
            moved("token_minus_2", "mobilisation", "2"),
            moved("token_plus_1", "mobilisation", "2"),
        ]
        assert ["ISK-174", None] == [
            moved(token, "mobilisation token +1", "2") for token in ("token_plus_1", "token_plus_2")
        ]

        def aided(token: str, card: str) -> str | None:
            state = after(table(4, settings=READY, tokens=[token]), f"C: play general_{card}")
            return broken(state, "C: aid Asia -> Europe 3, Europe 7")

        assert [None, None] == [aided("token_minus_3", "recruit_2"), aided("token_minus_3", "recruit_2 token -1")]
        assert ["ISK-175", None] == [
            aided("token_minus_2", "recruit_2 token -1"),
            aided("token_plus_2", "recruit_2 token +1"),
        ]

    def test_a_battle_in_place_and_aid_are_priced(self) -> None:
        """ISK-174, ISK-175."""
        war = table(settings=READY, tokens=["token_plus_1"], america={1: ("U1", "R1")})
        aid = table(4, settings=READY, tokens=["token_plus_3"])

        assert "ISK-174" == broken(after(war, "F: play politician_mobilisation"), "F: attack America 1")
        cheap = table(settings=READY, tokens=["token_minus_1"], america={1: ("U1", "R1")})
        assert "ISK-174" == broken(after(cheap, "F: play politician_mobilisation"), "F: attack America 1")
        assert broken(after(cheap, "F: play politician_mobilisation token -1"), "F: attack America 1") is None
        assert "ISK-175" == broken(after(aid, "C: play general_recruit_2"), "C: aid Asia -> Europe 3, Europe 7")

    def test_only_the_first_command_to_the_sector_has_another_price(self) -> None:
        """ISK-172, ISK-173."""
        used = "Fritz has played a command to sector 2 in this turn already; only the first has another price."

        for token, adjust, rule in (("token_minus_2", "-1", "ISK-172"), ("token_plus_2", "+1", "ISK-173")):
            state = table(settings=READY, tokens=[token], seats={"F": {"money": 8}})
            state = after(state, f"F: play politician_recruit_2 token {adjust}", "F: place America 2", "F: waive")

            assert f"{rule} {used}" == refusal(state, f"F: play politician_mobilisation token {adjust}")
            assert broken(state, "F: play politician_mobilisation") is None

    def test_no_token_acts_in_the_first_round(self) -> None:
        """ISK-171."""
        assert "ISK-171" == broken(table(settings=READY), "F: play politician_recruit_2 token -1")
