"""Evenings in the real window by pointer events alone, and that what goes wrong in them is seen. Some 25 s."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.window_evenings.evening import Evening, run
from benchmarks.window_evenings.faults import Kind
from benchmarks.window_evenings.lots import BARE, CAMERA, LOST, MIDDLE, RESUMED, Lot
from companion.conformance.playouts import sensible
from companion.core.screen import Do, Drag, Open
from companion.core.text import ENGLISH
from companion.games import GAMES
from ui.app import CompanionApp

SILENT = {Kind.WRONG, Kind.PHANTOM, Kind.DEAD, Kind.FAILED}
"""Faults of which nobody at the table would be told."""


def lot(game: str, **other: Any) -> Lot:
    drawn: dict[str, Any] = {
        "seed": 2,
        "mode": BARE,
        "names": ("Ann", "Ott"),
        "language": "en",
        "large": False,
        "theme": "dark",
        "size": (800, 480),
        "stage": MIDDLE,
        "moves": 6,
    }
    return Lot(game=game, **{**drawn, **other})


@pytest.fixture
def window() -> Iterator[CompanionApp]:
    opened = CompanionApp(lambda _: None, ENGLISH, motion=False)
    yield opened
    opened.close()


@pytest.fixture
def evening(window: CompanionApp, tmp_path: Path) -> Iterator[Callable[[str], Evening]]:
    """An evening that has begun, its first moves played."""
    begun: list[Evening] = []

    def begin(game: str) -> Evening:
        begun.append(Evening(lot(game), window, None, tmp_path))
        assert begun[-1].begin()
        return begun[-1]

    yield begin
    for each in begun:
        each.room.close()


@pytest.mark.parametrize("game", GAMES)
def test_what_the_journal_holds_is_what_was_touched(window: CompanionApp, game: str) -> None:
    """From the home page to the end of a short evening; 30 to 60 touches."""
    findings = run(lot(game), window)

    assert [] == [str(fault) for fault in findings.faults if fault.kind in SILENT]
    assert findings.counts["actions"] > 0
    assert findings.counts["touches"] > 20


FIRST = next(iter(GAMES))


def test_an_evening_that_was_cut_off_is_gone_on_with(window: CompanionApp) -> None:
    """It is played in a process of its own until that is killed; some 5 s."""
    findings = run(lot(FIRST, mode=RESUMED, moves=3), window)

    assert [] == [str(fault) for fault in findings.faults if fault.kind in SILENT]
    assert findings.counts["gone on with"] == 1


@pytest.mark.parametrize("mode", [CAMERA, LOST])
def test_looks_and_touches_agree(window: CompanionApp, mode: str) -> None:
    findings = run(lot(FIRST, mode=mode), window)

    assert [] == [str(fault) for fault in findings.faults if fault.kind in SILENT]
    assert findings.counts["by hand"] > 0


def test_the_same_seed_is_the_same_evening(window: CompanionApp) -> None:
    once, again = (run(lot(FIRST, moves=2), window) for _ in range(2))

    assert once.counts == again.counts
    assert [fault.what for fault in once.faults] == [fault.what for fault in again.faults]


def test_a_control_that_does_nothing_is_seen(evening: Callable[[str], Evening]) -> None:
    played = evening(FIRST)
    played.room.window.handle = lambda _: None
    played.person.touch(Open("more"))

    assert [Kind.DEAD] == [fault.kind for fault in played.findings.faults]


def test_a_mistake_that_the_companion_survives_is_seen(
    window: CompanionApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: Evening) -> None:
        logging.getLogger("companion").error("planted")

    monkeypatch.setattr(Evening, "_play", fails)
    findings = Evening(lot(FIRST), window, None, tmp_path).run()

    assert (Kind.FAILED, "planted") in [(fault.kind, fault.what) for fault in findings.faults]


def test_an_action_that_nobody_touched_is_seen(evening: Callable[[str], Evening]) -> None:
    played = evening(FIRST)
    history = played.room.history
    history.do([sensible(history.game, history.state, Random(1))], "camera")
    played.finger.account()

    assert [Kind.PHANTOM] == [fault.kind for fault in played.findings.faults]


def test_another_action_than_was_meant_is_seen(evening: Callable[[str], Evening]) -> None:
    """Whatever is touched, the companion does something else."""
    played = evening(FIRST)
    handle, history = played.room.window.handle, played.room.history

    def does_something_else(intent: object) -> None:
        if isinstance(intent, Do | Drag):
            legal = sensible(history.game, history.state, Random(3))
            intent = Do(legal) if not isinstance(intent, Do) or intent.action != legal else intent
        handle(intent)

    played.room.window.handle = does_something_else
    for _ in range(4):
        played.person.play()

    assert Kind.WRONG in {fault.kind for fault in played.findings.faults}
