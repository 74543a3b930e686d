"""Time: the clocks of those to move run, and nothing else is done for a tick."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.core.table import UNREADABLE
from tests.session.toy_table import TAKEN, ToyTable
from tests.toy import GAME, Orchard, lying


def test_runs_for_whoever_is_to_move(table: ToyTable) -> None:
    table.waits(3)
    table.sees(TAKEN)
    table.waits(2)

    assert {"A": pytest.approx(3.0, abs=0.3), "B": pytest.approx(2.0, abs=0.3)} == table.spent


def test_a_tick_builds_no_screen(table: ToyTable, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Counter[str]()

    def counted(self: Orchard, *what: object) -> object:
        asked["present"] += 1
        return present(self, *what)

    present = Orchard.present
    monkeypatch.setattr(Orchard, "present", counted)
    shown = len(table.screens)
    table.waits(10)

    assert 0 == asked["present"]
    assert 10 == len(table.screens) - shown, "the seconds go on"


def test_a_machine_that_slept_has_not_played(table: ToyTable) -> None:
    table.waits(1)
    table.now += 3600
    table.waits(1)

    assert table.spent["A"] < 3


def test_stops_with_the_game(table: ToyTable) -> None:
    for _ in "AB":
        table.touches(next(button.intent for button in table.session.screen.buttons if button.key == "pass"))  # type: ignore[union-attr]
    before = table.spent
    table.waits(3)

    assert GAME.outcome(table.history.state) is not None
    assert before == table.spent


def test_a_tick_at_rest_looks_for_no_action(table: ToyTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which piece an unreadable label may be on is found once, when it is asked for."""
    table.sees(lying(market=["A1", "C1", "P1"], A1=[UNREADABLE]), rest=1.25)
    assert "A label in A.1 cannot be read. Which piece is it?" == str(table.notice.heading)
    monkeypatch.setattr(Orchard, "candidates", None)
    table.waits(5)

    assert "A label in A.1 cannot be read. Which piece is it?" == str(table.notice.heading)
