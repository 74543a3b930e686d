"""The score sheets: every line with its rule, sums by side, tie-breaks in their order."""

from __future__ import annotations

import tomllib
from pathlib import Path

from click.testing import CliRunner

from companion.cli import cli
from companion.core.rules import ScoreLine
from companion.games.iron_sky import GAME
from companion.games.iron_sky.state import State
from tests.games.iron_sky.tables import table

EMPTY = dict.fromkeys(range(1, 8), "")


def sheet(state: State, side: str) -> tuple[ScoreLine, ...]:
    return next(score.lines for score in GAME.score(state) if score.player == side)


def points(state: State, side: str, rule: str) -> list[int]:
    return [line.points for line in sheet(state, side) if line.rule.id == rule]


def test_territories_count_for_their_controller() -> None:
    """ISK-146: at war as well; uncontrolled and nuked ones for nobody."""
    ruins = ("", "", {"nuked": True})
    state = table(2, america={**EMPTY, 1: ("U1", "R1"), 2: "R2", 4: ruins, "terror": 1})

    assert [2] == points(state, "uwc", "ISK-146")
    assert [3] == points(state, "reich", "ISK-146")


def test_both_read_the_meter_at_their_own_marker() -> None:
    """ISK-148, ISK-44: the UWC at the Occupation marker, the Reich at the Devastation marker."""
    state = table(2, america={**EMPTY, 1: "R1", "devastation": 4})

    assert ([8], [5]) == (points(state, "uwc", "ISK-148"), points(state, "reich", "ISK-148"))


def test_only_complete_stacks_of_trophies_count() -> None:
    """ISK-144: stacks of three, three and two are 2 victory points."""
    state = table(2, america=EMPTY, seats={"B": {"trophies": 8}})

    assert [2] == points(state, "uwc", "ISK-144")
    assert [] == points(table(2, america=EMPTY, seats={"B": {"trophies": 2}}), "uwc", "ISK-144")


def test_elite_tiles_count_three() -> None:
    """ISK-145."""
    assert [6] == points(table(2, america=EMPTY, seats={"A": {"elite_trophies": 2}}), "reich", "ISK-145")


def test_secret_operations_count_when_fulfilled() -> None:
    """ISK-147: worth what the card shows."""
    done = {"operation": "uwc_operation_unknown_1", "fulfilled": True}
    failed = {"operation": "uwc_operation_unknown_1", "fulfilled": False}

    assert [3] == points(table(2, america=EMPTY, seats={"B": done}), "uwc", "ISK-147")
    assert [] == points(table(2, america=EMPTY, seats={"B": failed}), "uwc", "ISK-147")


def test_a_side_is_the_sum_of_its_players() -> None:
    """ISK-2, ISK-149."""
    state = table(phase="over")
    outcome = GAME.outcome(state)

    assert [("reich", 0), ("uwc", 84)] == [(score.player, score.total) for score in GAME.score(state)]
    assert outcome is not None
    assert (("D", "E", "F"), "ISK-149") == (outcome.winners, outcome.rule.id)


def tie_lines(case: str, side: str) -> list[str]:
    cases = tomllib.loads((Path(__file__).parent / "cases" / "ending.toml").read_text(encoding="utf-8"))["case"]
    state = GAME.read_position(next(one["position"] for one in cases if one["id"] == case))
    return [f"{line.points} {line.why} {line.rule.id}" for line in sheet(state, side) if "Tie" in str(line.why)]


def test_a_tie_is_itemised() -> None:
    """ISK-150, ISK-151: what is compared stands on both sheets, as far as it is needed, and is worth nothing itself."""
    level = ["0 Tie: continents won: 1 ISK-150", "0 Tie: territories of 4 points: 3 ISK-151"]

    assert ["0 Tie: continents won: 2 ISK-150"] == tie_lines("C116", "uwc")
    assert ["0 Tie: continents won: 1 ISK-150"] == tie_lines("C116", "reich")
    assert level == tie_lines("C117", "reich")
    assert [] == [line for line in sheet(table(phase="over"), "uwc") if "Tie" in str(line.why)]


def test_what_rests_on_made_up_values_says_so() -> None:
    """Territories, meters and operations are provisional; trophies and Elite tiles are rules of the book."""
    state = table(2, seats={"B": {"trophies": 3}, "A": {"elite_trophies": 1}})

    assert {"ISK-146": True, "ISK-148": True, "ISK-144": False} == {
        line.rule.id: line.provisional for line in sheet(state, "uwc")
    }
    assert {"ISK-148": True, "ISK-145": False} == {line.rule.id: line.provisional for line in sheet(state, "reich")}


class TestFaults:
    """A position that people entered is looked through as a whole."""

    def test_a_wrong_meter(self) -> None:
        """ISK-38: said as people say it."""
        state = table(2, america={1: "R1", "occupation": 3, "devastation": 2})

        assert [
            "The Blitz meter of America shows 3 and should show 1. [ISK-38 (rulebook, p. 7)]",
            "The Devastation marker of America stands behind the Occupation marker. [ISK-42 (rulebook, p. 16)]",
        ] == [str(fault) for fault in GAME.faults(state)]

    def test_everything_else_that_cannot_be(self) -> None:
        """ISK-5, ISK-20, ISK-21, ISK-22, ISK-47, ISK-141, ISK-178: all of it at once."""
        state = table(
            2,
            seats={"A": {"command": 9, "supply": 3}, "B": {"deck": 3, "supply": 20, "battle": {"deck": 5}}},
            america={1: "U4", 2: "elite_america"},
        )

        assert {"ISK-5", "ISK-21", "ISK-178", "ISK-22", "ISK-141", "ISK-20", "ISK-47", "ISK-140"} == {
            f.rule.id for f in GAME.faults(state)
        }

    def test_what_cannot_lie_together(self) -> None:
        """ISK-13, ISK-109, ISK-157: an army before an empty Command Centre, Terror under the Reich, tiles on ruins."""
        ruins = ("U1", "", (("nuked", True),))
        state = table(america={1: ("", "R1"), 2: "R1", "terror": 2, 3: ruins}, settings={"special_commands": "on"})

        assert ["ISK-13", "ISK-109", "ISK-157"] == [fault.rule.id for fault in GAME.faults(state)]

    def test_before_the_terror_marker_the_uwc_waits(self) -> None:
        """ISK-112: there the empty Command Centre is no fault."""
        assert () == GAME.faults(table(america={1: ("", "U1"), "terror": 1}))

    def test_the_command_line_says_them(self, tmp_path: Path) -> None:
        """ISK-38: whoever scores or checks a written position is told that its meter should stand at 1."""
        position = tmp_path / "position.toml"
        position.write_text(GAME.write_position(table(2, america={1: "R1", "occupation": 4})), encoding="utf-8")
        said = CliRunner().invoke(cli, ["score", str(position)])

        assert "The Blitz meter of America shows 4 and should show 1." in said.stderr
        assert "Blitz meter of America at 4" in said.stdout

    def test_neutral_tiles_fight_and_leave_the_game(self) -> None:
        """ISK-33, ISK-74: of Asia's two one stands in Europe and one is out of the game."""
        fought = table(4, europe={3: "uwc_europe uwc_asia"}, pool={"neutral": [], "gone": ["uwc_asia"]})
        lost = table(4, pool={"neutral": [], "gone": ["uwc_asia"]})

        assert () == GAME.faults(fought)
        assert ["1 neutral tile of Asia is accounted for, not 2."] == [str(fault.reason) for fault in GAME.faults(lost)]

    def test_a_sound_position(self) -> None:
        assert () == GAME.faults(table())
