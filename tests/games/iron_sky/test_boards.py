"""Orders and commands on the boards: each rule broken once and allowed once."""

from __future__ import annotations

from companion.games.iron_sky import GAME
from companion.games.iron_sky.catalog import Side
from tests.games.iron_sky.tables import after, broken, table


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
