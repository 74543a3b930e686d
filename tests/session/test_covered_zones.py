"""Which zones something lay over, and for how long."""

from __future__ import annotations

from companion.core.table import Box
from companion.session.covered_zones import CoveredZones, in_full_sight


def test_a_hand_covers_for_a_moment_and_a_book_for_long() -> None:
    covered = CoveredZones()
    covered.look(["hand", "book"], [], 10.0)
    covered.look(["hand", "book"], ["hand"], 11.0)
    covered.look(["hand", "book"], ["hand", "book"], 20.0)
    assert covered.were == {"book": 10.0}


def test_what_was_done_meanwhile_counts_from_when_it_was_covered_and_while_it_is() -> None:
    covered = CoveredZones()
    covered.look(["pile"], [], 10.0)
    assert covered.meanwhile([12.0]) == {}  # a hand, as far as anybody can tell
    covered.look(["pile"], [], 14.0)
    assert covered.meanwhile([9.0, 12.0, 13.0]) == {"pile": 2}
    covered.look(["pile"], ["pile"], 15.0)
    assert covered.meanwhile([9.0, 12.0, 13.0]) == {"pile": 2}


def test_where_table_and_game_agree_nothing_was_covered() -> None:
    covered = CoveredZones()
    covered.look(["pile"], [], 10.0)
    covered.look(["pile"], ["pile"], 15.0)
    covered.agree(["pile"])
    assert covered.meanwhile([12.0]) == {}


def test_a_label_that_is_told_of_under_a_cover_is_not_in_full_sight() -> None:
    boxes = {"left": Box(0, 0, 10, 10), "right": Box(20, 0, 30, 10)}
    assert in_full_sight(["left", "right", "elsewhere"], boxes, [Box(5, 5, 8, 8)]) == ["right", "elsewhere"]


def test_what_nobody_has_looked_at_since_the_power_went_was_covered_all_the_while() -> None:
    covered = CoveredZones()
    covered.recall(["pile", "market"])

    assert {"pile": 2, "market": 2} == covered.meanwhile([9.0, 12.0])
    covered.agree(["market"])
    assert {"pile": 2} == covered.meanwhile([9.0, 12.0])
