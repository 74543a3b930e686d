"""The score sheets: every line with its rule, sums by side, tie-breaks in their order."""

from __future__ import annotations

from companion.core.rules import ScoreLine
from companion.games.iron_sky import GAME
from companion.games.iron_sky.checks import faults
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
            "The Blitz meter of America shows 3; it should be 1. [ISK-38 (rulebook, p. 7)]",
            "The Devastation marker of America stands behind the Occupation marker. [ISK-42 (rulebook, p. 16)]",
        ] == [str(fault) for fault in faults(state)]

    def test_everything_else_that_cannot_be(self) -> None:
        """ISK-5, ISK-14, ISK-20, ISK-47, ISK-141: all of it at once."""
        state = table(
            2,
            seats={"A": {"command": 9, "supply": 3}, "B": {"deck": 3, "supply": 20, "battle": {"deck": 5}}},
            america={1: "U4", 2: "elite_america"},
        )

        assert ["ISK-5", "ISK-14", "ISK-178", "ISK-14", "ISK-141", "ISK-20", "ISK-47"] == [
            f.rule.id for f in faults(state)
        ]

    def test_a_sound_position(self) -> None:
        assert () == faults(table())
