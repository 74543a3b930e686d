"""Setting up, side turns and secret operations: each rule broken once and allowed once."""

from __future__ import annotations

import pytest

from companion.core.fast_dataclasses import replace
from companion.core.game import violation
from companion.games.iron_sky import GAME
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import Command, Side
from companion.games.iron_sky.rules import is_legal
from companion.games.iron_sky.rules_moves import fee_due
from companion.games.iron_sky.state import Todo
from tests.games.iron_sky.tables import after, broken, new_game, refusal, table


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


class TestPlayers:
    @pytest.mark.parametrize(
        "notation",
        ["F: done", "C: loan", "A: give 1 CP to F", "reveal F reich_red_1", "sheet D general", "F: play agent_assault"],
    )
    def test_who_does_not_play_does_nothing(self, notation: str) -> None:
        """ISK-1: two players are A and B."""
        assert "ISK-1" == broken(table(2, "reich"), notation)
        assert "ISK-1" != broken(table(), notation)

    @pytest.mark.parametrize(
        "notation",
        ["A: move 1 Europe 1 -> Europe 2", "A: attack Asia 3", "meter Europe 1", "A: ascend 1 America 1 -> Asia o1"],
    )
    def test_boards_nobody_sits_at_are_not_played_on(self, notation: str) -> None:
        """ISK-1: a board in play has a player of each side."""
        state = after(table(2, "reich"), "A: play infantry_mobilisation")

        assert "ISK-1" == broken(state, notation)
        assert "ISK-1" != broken(table(side="reich"), notation)


class TestSideTurn:
    def test_only_the_side_on_turn_acts(self) -> None:
        """ISK-3."""
        state = table(side="reich")

        assert "ISK-3" == broken(state, "F: play politician_mobilisation")
        assert broken(state, "A: play infantry_mobilisation") is None

    def test_who_asks_only_whether_is_told_as_who_asks_why(self) -> None:
        """ISK-3: the search of a look asks for no sentence."""
        actions = [GAME.read_action(words) for words in ("F: done", "A: done", "A: play infantry_terror", "A: loan")]

        assert [False, True, True, False] == [is_legal(table(side="reich"), action) for action in actions]

    def test_a_player_who_is_done_goes_on_only_after_saying_so(self) -> None:
        """ISK-143, ISK-143-R."""
        state = after(table(), "F: done")

        assert "ISK-143" == broken(state, "F: play politician_mobilisation")
        assert "ISK-143-R" == broken(state, "E: resume")
        assert broken(after(state, "F: resume"), "F: play politician_mobilisation") is None

    def test_the_last_player_who_is_done_ends_the_command_phase(self) -> None:
        """ISK-45: all players finish a phase before the side goes on."""
        state = after(table(), "F: done", "E: done", "D: done")

        assert "ISK-45" == broken(state, "F: resume")
        early = violation(GAME, after(table(), "E: done"), GAME.read_action("E: end turn"))
        assert early is not None
        assert "Put it back until Dora and Fritz are done." == str(early.repair)
        assert broken(state, "D: end turn") is None

    def test_a_turn_ends_after_the_command_phase_and_once(self) -> None:
        """ISK-45, ISK-139."""
        state = table(phase="end_of_turn", seats={"F": {"discard": ["politician_jamming", "politician_jamming"]}})

        assert "ISK-45" == broken(table(), "F: end turn")
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


class TestMeters:
    def test_the_devastation_marker_goes_nowhere_by_itself(self) -> None:
        """ISK-42: neither back, nor on, and where it stands it is not put again."""
        state = table(america={"devastation": 3})
        pushed = "ISK-42 Only the Occupation marker pushes the Devastation marker of America, which belongs at 3."

        assert [
            "ISK-42 The Devastation marker of America never goes back: it belongs at 3, not at 2.",
            pushed,
            pushed,
        ] == [refusal(state, f"devastation America {position}") for position in (2, 3, 4)]


class TestSecretOperations:
    def test_each_shows_his_own(self) -> None:
        """ISK-164: one operation per player, no two the same."""
        state = table(2, phase="secrets", settings={"secret_operations": "on"})

        assert "ISK-164" == broken(state, "B: operation reich_operation_unknown_1 failed")
        shown = after(state, "B: operation uwc_operation_unknown_1 fulfilled")
        assert "ISK-164" == broken(shown, "B: operation uwc_operation_unknown_2 failed")
        assert GAME.outcome(shown) is None
        assert GAME.outcome(after(shown, "A: operation reich_operation_unknown_1 failed")) is not None


class TestRecruiting:
    def test_the_third_tile_fits_and_the_fourth_does_not(self) -> None:
        """ISK-5, ISK-101."""
        state = after(table(america={1: "U2", 2: "U3"}), "F: play politician_recruit_2")
        found = violation(GAME, state, GAME.read_action("F: place America 2"))

        assert broken(state, "F: place America 1") is None
        assert found is not None
        assert "America 2 would hold 4 tiles; an army has 3 at most." == str(found.reason)
        assert "Put the tiles back and choose another place." == str(found.repair)

    def test_of_several_tiles_some_may_fit(self) -> None:
        """ISK-5: two come to two."""
        found = violation(
            GAME, table(america={1: "U2", 2: "U2"}), GAME.read_action("F: organise 2 America 1 -> America 2")
        )

        assert found is not None
        assert "Put back what is too much." == str(found.repair)

    def test_placed_tiles_are_counted(self) -> None:
        """ISK-97, ISK-100: of a Recruit of two, and of an Assault, which moves from where its tile was placed."""
        recruited = after(table(), "F: play politician_recruit_2", "F: place America 1")
        assaulting = after(table(), "F: play politician_assault", "F: place America 2")

        assert Todo(Command.RECRUIT, "politician_recruit_2", left=1, placed=1) == recruited.player("F").todo
        assert Todo(Command.ASSAULT, "politician_assault", placed=1, base="america.2") == assaulting.player("F").todo
        assert after(recruited, "F: place America 1").player("F").todo is None

    def test_an_assault_places_one_tile(self) -> None:
        """ISK-97, ISK-100."""
        state = after(table(america={1: "U1", 2: "U1"}), "F: play politician_assault", "F: place America 1")

        assert "ISK-97" == broken(state, "F: place America 2")
        assert after(table(), "F: play politician_assault").player("F").todo == Todo(
            Command.ASSAULT, "politician_assault", left=1
        )

    @pytest.mark.parametrize(
        ("setting", "tile", "expected"),
        [
            ("always", "uwc_america", True),
            ("free_home", "uwc_america", False),
            ("free_home", "uwc_europe", True),
            ("free_home", "uwc_america uwc_europe", True),
        ],
    )
    def test_whose_tiles_go_home_is_asked_where_that_is_free(self, setting: str, tile: str, expected: bool) -> None:
        """ISK-89, ISK-91: all that go have to come home."""
        state = table(settings={"homeward_fee": setting}, europe={1: tile})
        action = GAME.read_action(f"E: move {len(tile.split())} Europe 1 -> America 3")
        assert isinstance(action, act.Move)

        assert expected == fee_due(state, state.player("E"), action)
        assert not fee_due(state, state.player("E"), replace(action, to="europe.2"))
