"""Orders and commands on the boards: each rule broken once and allowed once."""

from __future__ import annotations

from companion.games.iron_sky import GAME
from companion.games.iron_sky.catalog import Resource, Side
from tests.games.iron_sky.tables import after, broken, refusal, table


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

        assert "ISK-69" == broken(state, "A: organise 1 America 1 -> America 2")
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

    def test_a_gift_fills_a_track_and_no_more(self) -> None:
        """ISK-59-R, ISK-47: Emil has 5 Money of 8."""
        assert broken(table(), "F: give 3 Money to E") is None
        assert "ISK-59-R Emil gets 4 Money and has room for 3." == refusal(table(), "F: give 4 Money to E")

    def test_the_reich_gives_one_command_point_a_turn(self) -> None:
        """ISK-60-R: where the table allows one."""
        once = table(side="reich", settings={"reich_gifts": "one_per_turn"})

        assert "ISK-60-R That makes 2 CP that Anna gives away in this turn; this table allows 1." == refusal(
            after(once, "A: give 1 CP to B"), "A: give 1 CP to B"
        )
        assert "ISK-60-R" == broken(once, "A: give 2 CP to B")

    def test_the_last_marker_of_the_pool_is_taken(self) -> None:
        """ISK-61, ISK-62: each is worth 1, and the Reich remembers that it was advised."""
        pool = {"loans": 2, "advice": 2}
        uwc, reich = table(4, pool=pool), table(4, side="reich", pool=pool)
        lent, advised = after(uwc, "C: loan", "C: loan"), after(reich, "A: advice", "B: advice")

        assert (1, 0, 7) == (after(uwc, "C: loan").loans, lent.loans, lent.player("C").held(Resource.MONEY))
        assert "ISK-61" == broken(lent, "C: loan")
        assert (1, 0) == (after(reich, "A: advice").advice, advised.advice)
        assert (6, 1) == (advised.player("A").held(Resource.COMMAND), getattr(advised.player("A"), "advised", None))
        assert "ISK-62" == broken(advised, "B: advice")


class TestMobilisation:
    def test_an_assault_moves_from_its_tile(self) -> None:
        """ISK-100."""
        state = after(table(america={3: ""}), "F: play politician_assault")

        assert "ISK-100" == broken(state, "F: move 1 America 2 -> America 3")
        placed = after(state, "F: place America 2")
        assert "ISK-100" == broken(placed, "F: move 1 America 5 -> America 3")
        assert broken(placed, "F: move 2 America 2 -> America 3") is None

    def test_jamming_closes_the_red_routes_of_its_sector_and_no_other(self) -> None:
        """ISK-120: down and up; sideways the sector is left and entered as ever."""
        state = table(side="reich", america={4: "R1", 2: "R1", "o1": "R2", "o2": "R1", "jamming": 1})
        called = after(state, "A: play infantry_mobilisation")

        assert ["ISK-120", None, None, None] == [
            broken(called, f"A: move 1 America {way}")
            for way in ("o1 -> America 4", "o1 -> America o2", "o2 -> America o1", "o2 -> America 2")
        ]
        assert ["ISK-120", None] == [
            broken(state, f"A: ascend 1 America {way}") for way in ("4 -> America o1", "2 -> America o2")
        ]

    def test_an_elite_that_is_taken_lay_on_top(self) -> None:
        """ISK-10, ISK-169: it was never under the others, also where these may leave without it."""
        leads = "The America Elite tile leads the army in America 3 and does not leave its board."

        for army in ("U1+E", "elite_america"):
            state = table(settings={"under_elite": "may_leave"}, america={2: "", 3: army}, europe={1: ""})
            called = after(state, "F: play politician_mobilisation")

            assert f"ISK-169 {leads}" == refusal(called, "F: move 1 America 3 -> Europe 1 taking elite_america fee F")
            assert broken(called, "F: move 1 America 3 -> America 2 taking elite_america") is None
        mixed = table(america={2: "", 3: "uwc_europe uwc_america elite_america"})
        assert "ISK-10 The Europe UWC tile was taken from under the America Elite tile." == refusal(
            after(mixed, "F: play politician_mobilisation"), "F: move 1 America 3 -> America 2 taking uwc_europe"
        )

    def test_the_last_point_pays_the_fee(self) -> None:
        """ISK-89, ISK-90: 1 PP, or with a State of emergency 1 Money; with none nobody crosses."""
        emergency = {1: ("U1", "", {"improvement": "uwc_special_state_of_emergency"})}

        def told(politics: int, money: int, fee: str) -> str | None:
            seats = {"F": {"politics": politics, "money": 2 + money}}
            board = {**emergency, 3: "U1"}
            state = table(settings={"special_commands": "on"}, america=board, europe={1: ""}, seats=seats)
            called = after(state, "F: play politician_mobilisation")
            return broken(called, f"F: move 1 America 3 -> Europe 1 fee {fee}")

        assert ["ISK-89", None] == [told(politics, 0, "F") for politics in (0, 1)]
        assert ["ISK-89", None] == [told(0, money, "F in Money") for money in (0, 1)]

    def test_the_upper_one_of_two_tiles_is_taken_first_whatever_comes_to_lie_on_top(self) -> None:
        """ISK-10, ISK-10-R: also where the order of moved tiles is reversed."""
        state = table(settings={"moved_tiles": "reversed"}, america={2: "", 3: "uwc_europe uwc_america"})
        called = after(state, "F: play politician_mobilisation")

        assert broken(called, "F: move 2 America 3 -> America 2 taking uwc_america") is None
        assert "ISK-10" == broken(called, "F: move 2 America 3 -> America 2 taking uwc_europe")

    def test_a_battle_in_place_needs_war_and_mobilisation(self) -> None:
        """ISK-81."""
        state = table(america={1: ("U1", "R1")})
        called = after(state, "F: play politician_mobilisation")

        assert "ISK-81" == broken(state, "F: attack America 1")
        assert "ISK-81" == broken(called, "F: attack America 2")
        assert "ISK-81" == broken(called, "F: attack America o1")

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

    def test_five_battle_cards_are_exchanged_at_most_and_all_that_the_bank_has(self) -> None:
        """ISK-105."""

        def told(bank: int, count: int) -> str | None:
            state = after(table(banks={"uwc": bank}), "F: play politician_strategy_change")
            return broken(state, f"F: exchange {count} battle cards")

        assert ["ISK-105", None, None, "ISK-105"] == [told(9, count) for count in (0, 1, 5, 6)]
        assert [None, "ISK-105"] == [told(3, count) for count in (3, 4)]

    def test_used_battle_cards_are_shuffled_in_again(self) -> None:
        """ISK-104, ISK-105, ISK-105-R1: all ten are face down then, or more where the table says so."""
        used = {"F": {"battle": {"deck": 7, "used": ["uwc_red_1", "uwc_red_2"]}}}

        def left(exchanged_cards: str, notation: str) -> tuple[int, int, int]:
            state = table(seats=used, settings={"exchanged_cards": exchanged_cards})
            battle = after(state, "F: play politician_strategy_change", f"F: {notation}").player("F").battle
            return battle.deck, battle.reserve, len(battle.used)

        assert (9, 1, 0) == left("to_bank", "shuffle battle cards") == left("to_bank", "exchange 3 battle cards")
        assert (12, 1, 0) == left("to_deck", "exchange 3 battle cards")

    def test_terror_goes_where_the_reich_is_not(self) -> None:
        """ISK-107."""
        state = after(table(side="reich", america={1: "R1"}), "A: play infantry_terror")

        assert "ISK-107" == broken(state, "A: terror America 1")
        assert "ISK-107" == broken(state, "A: terror Europe 1")
        assert "ISK-107" == broken(table(side="reich"), "A: terror America 1")

    def test_a_bombardment_for_which_people_set_the_rules_aside_takes_one_tile(self) -> None:
        """ISK-114: no card says how many."""
        state = table(side="reich", america={1: "U3"})

        assert "ISK-114" == broken(state, "A: bombard America 1")
        assert 2 == len(GAME.apply(state, GAME.read_action("A: bombard America 1")).army("america.1", Side.UWC))

    def test_jamming_goes_to_the_own_orbit(self) -> None:
        """ISK-119."""
        state = after(table(), "F: play politician_jamming with 2 PP")

        assert "ISK-119" == broken(state, "F: jam Europe o1")
        assert "ISK-119" == broken(state, "F: jam America 1")
