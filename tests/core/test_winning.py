"""By what a game was won: the goal that the game names, or the points by which the winners were furthest ahead."""

from __future__ import annotations

import pytest

from companion.core.game import Outcome
from companion.core.rules import Rulebook, Score, ScoreLine
from companion.core.text import NOTHING, say
from companion.core.winning import goal_of, kind_of, sources_of, why_won

BOOK = Rulebook.read('[X-1]\ntext = "Tiles count."\nsource = "rulebook"\nsection = "Scoring"')
BARE = Rulebook.read('[X-2]\ntext = "Tiles count."\nsource = "rulebook"')["X-2"]
TILES, GOLD = say("Tiles"), say("Gold")


def sheet(seat: str, tiles: int, gold: int, *more: ScoreLine) -> Score:
    lines = (
        ScoreLine(tiles, say("a tile"), BOOK["X-1"], kind=TILES),
        ScoreLine(gold, say("gold"), BOOK["X-1"], kind=GOLD),
    )
    return Score(seat, (*lines, *more))


def won_by(*seats: str, goal: str = "") -> Outcome:
    return Outcome(seats, say("The tiles are gone."), BOOK["X-1"], say(goal) if goal else NOTHING)


@pytest.mark.parametrize(
    ("winners", "goal"),
    [("A", "Tiles"), ("B", "Gold"), ("AB", "Gold"), ("AC", "Tiles"), ("", ""), ("C", "")],
)
def test_the_source_by_which_the_winners_were_furthest_ahead_of_the_others(winners: str, goal: str) -> None:
    """On the average of the winners, and of the others; who is ahead in nothing won by none."""
    sheets = (sheet("A", 30, 10), sheet("B", 10, 50), sheet("C", 10, 5))

    assert goal == goal_of(won_by(*winners), sheets)


def test_the_goal_that_the_game_names() -> None:
    assert "Peace" == goal_of(won_by("A", goal="Peace"), (sheet("A", 0, 9),))


def test_several_lines_of_a_source_count_together() -> None:
    more = ScoreLine(25, say("a tile"), BOOK["X-1"], kind=TILES)

    assert ["Gold", "Tiles"] == [
        goal_of(won_by("A"), (each, sheet("B", 0, 0))) for each in (sheet("A", 10, 30), sheet("A", 10, 30, more))
    ]
    assert ["Tiles 35", "Gold 30"] == [str(each) for each in sources_of(sheet("A", 10, 30, more))]
    assert ["Gold 30"] == [str(each) for each in sources_of(sheet("A", 0, 30))]


def test_a_line_without_a_source_goes_by_the_heading_of_its_rule() -> None:
    assert ["Tiles", "Scoring", "Points"] == [
        str(kind_of(ScoreLine(1, say("one"), rule, kind=kind)))
        for rule, kind in ((BOOK["X-1"], TILES), (BOOK["X-1"], NOTHING), (BARE, NOTHING))
    ]


def test_why_it_was_won_tells_the_points_of_the_winners_unless_it_was_by_a_goal() -> None:
    sheets = (sheet("A", 30, 10), sheet("B", 40, 50))

    assert "Tiles 40 and Gold 50 · The tiles are gone." == str(why_won(won_by("B"), sheets))
    assert "The tiles are gone." == str(why_won(won_by("B", goal="Peace"), sheets))
    assert "The tiles are gone." == str(why_won(won_by(), sheets))
