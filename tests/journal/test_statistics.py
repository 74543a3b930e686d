"""What evenings come to: only those that were played out count, and who is forgotten is in no figure."""

from __future__ import annotations

from companion.journal.saved_games import Ending, Evening
from companion.journal.statistics import Statistics, statistics_of

STAMP = "2026-11-22T19:40:00+00:00"


def evening(
    names: tuple[str, ...], ending: Ending | None, colours: tuple[int, ...] = (), ended: str | None = STAMP
) -> Evening:
    return Evening("0" * 32, "a game", names, colours, STAMP, STAMP, ended, ending)


def figures(*evenings: Evening) -> Statistics:
    return statistics_of(evenings, lambda each: dict(each.ending.points) if each.ending else {})


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
    assert {"A": 2, "B": 1, "C": 0} == dict(found.wins_by_seat)
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
    assert 1 == found.wins_by_seat["A"]
