"""What evenings come to: only those that were played out count, and who is forgotten is in no figure."""

from __future__ import annotations

from dataclasses import replace

from companion.journal.saved_games import Ending, RefusedMove, SavedEvening
from companion.journal.statistics import (
    FirstTimeKind,
    Statistics,
    broken_rules,
    firsts_of,
    places_in,
    season,
    statistics_of,
)

STAMP = "2026-11-22T19:40:00+00:00"


def evening(
    names: tuple[str, ...], ending: Ending | None, colours: tuple[int, ...] = (), ended: str | None = STAMP
) -> SavedEvening:
    return SavedEvening("0" * 32, "a game", names, colours, STAMP, STAMP, ended, ending)


def figures(*evenings: SavedEvening) -> Statistics:
    return statistics_of(evenings, points_of)


def points_of(evening: SavedEvening) -> dict[str, int]:
    return dict(evening.ending.points) if evening.ending else {}


WON = Ending(("A",), (("A", 900), ("B", 300)), seconds=3600.0, spent=(("A", 1200.0), ("B", 600.0)))
LOST = Ending(("B",), (("A", 100), ("B", 700)), seconds=7200.0, spent=(("A", 2400.0), ("B", 600.0)))


def test_wins_are_counted_by_person_seat_and_number_of_players() -> None:
    found = figures(
        evening(("Ann", "Ben"), WON, (4, 1)), evening(("Ben", "Ann"), LOST), evening(("Ann", "Ben", "Eve"), WON)
    )

    assert [("Ann", 3, 3), ("Ben", 0, 3), ("Eve", 0, 1)] == [
        (each.name, each.wins, each.plays) for each in found.ranking
    ]
    assert {2: 2, 3: 1} == {count: wins["Ann"] for count, wins in found.wins_by_count.items()}
    assert {(2, "A"): 1, (2, "B"): 1, (3, "A"): 1} == {at: wins for at, wins in found.wins_by_seat.items() if wins}
    assert {2: 2, 3: 1} == dict(found.plays_by_count)
    assert 4 == found.players["Ann"].colour, "that of the latest evening"


def test_scores_are_spread_and_time_on_turn_is_averaged() -> None:
    found = figures(evening(("Ann", "Ben"), WON), evening(("Ann", "Ben"), LOST))

    assert (100, 500, 900) == found.players["Ann"].spread
    assert 1800.0 == found.players["Ann"].thinking
    assert found.longest is not None
    assert LOST == found.longest.ending


def test_what_nobody_measured_is_unknown_and_not_nothing() -> None:
    found = figures(evening(("Ann", "Ben"), Ending(("A",))))

    assert (None, None) == (found.players["Ann"].spread, found.players["Ann"].thinking)
    assert found.longest is None


def test_evenings_that_ended_early_go_on_or_tell_nothing_do_not_count() -> None:
    found = figures(
        evening(("Ann", "Ben"), Ending(abandoned=True)),
        evening(("Ann", "Ben"), None),
        evening(("Ann", "Ben"), None, ended=None),
    )

    assert (0, {}) == (found.evenings, found.players)


def test_who_is_forgotten_is_nobody() -> None:
    found = figures(evening(("A·", "A"), WON))

    assert ["A"] == [each.name for each in found.ranking]
    assert 1 == found.wins_by_seat[2, "A"]


def test_what_won_is_counted_where_somebody_wrote_it_down() -> None:
    goal = replace(WON, goal="Tiles")

    assert {"Tiles": 2} == figures(*(evening(("Ann", "Ben"), each) for each in (goal, WON, goal))).goals


def test_rules_are_told_with_who_broke_them_and_without_who_is_forgotten() -> None:
    evenings = {"1": evening(("Ann", "B"), WON), "2": evening(("Ben", "Ann"), None)}
    tried = [
        RefusedMove("1", "A", "R-1"),
        RefusedMove("2", "B", "R-1"),
        RefusedMove("1", "B", "R-2"),
        RefusedMove("3", "A", "R-2"),
    ]

    found = broken_rules(tried, evenings)
    assert [("R-1", 2, {"Ann": 2}), ("R-2", 1, {})] == [(each.rule, each.times, each.people) for each in found]


def test_first_times_and_what_was_more_than_ever_before() -> None:
    tiles, again = replace(WON, goal="Tiles"), replace(WON, points=(("A", 950),), seconds=7300.0, goal="Tiles")
    three = evening(("Ben", "Ann", "C"), again)
    found = firsts_of([evening(("Ann", "Ben"), tiles), evening(("Ann", "Ben"), LOST), three], points_of)

    expected = [
        (FirstTimeKind.PLAYERS, "", "", 2),
        (FirstTimeKind.WIN, "Ann", "", 0),
        (FirstTimeKind.GOAL, "Ann", "Tiles", 0),
        (FirstTimeKind.LENGTH, "", "", 7200),
        (FirstTimeKind.WIN, "Ben", "", 0),
        (FirstTimeKind.PLAYERS, "", "", 3),
        (FirstTimeKind.LENGTH, "", "", 7300),
        (FirstTimeKind.GOAL, "Ben", "Tiles", 0),
        (FirstTimeKind.SCORE, "Ben", "", 950),
    ]
    assert expected == [(each.kind, each.name, each.goal, each.figure) for each in found]


class TestASeason:
    def test_every_place_behind_the_first_is_worth_a_point_less(self) -> None:
        early = evening(("Ann", "Ben"), Ending(abandoned=True))
        lines = season(
            [evening(("Ann", "Ben", "Eve"), replace(WON, points=(("A", 9), ("B", 3), ("C", 5)))), early], points_of
        )

        assert [("Ann", 3, 1, 1.0), ("Eve", 2, 0, 2.0), ("Ben", 1, 0, 3.0)] == [
            (each.name, each.points, each.wins, each.average_place) for each in lines
        ]

    def test_winners_are_first_whatever_they_have_and_equals_share_the_better_place(self) -> None:
        assert {"A": 2, "B": 1, "C": 2} == places_in(3, Ending(("B",)), {"A": 5, "B": 0, "C": 5})
        assert {"A": 1, "B": 1} == places_in(2, Ending(), {})
