"""The lights round the table, on the strip and at the window's edge: what the screen says, where it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.application.application import Application
from companion.config import Settings, StripSettings
from companion.core.game import Options
from companion.core.light_strip import AMBER, DARK, RED, WHITE, StripPlace
from companion.core.screen import Notice, NoticeKind, Open
from companion.core.text import ENGLISH, say
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.pages.machine import Machine
from companion.session.messages import Tick
from tests.ui.conftest import Touchscreen
from tests.ui.test_devices import Connected, connected, lamp, sound

__all__ = ["connected", "lamp", "sound"]
COUNT = 200


class Lit:
    """A strip that shows what it is told to."""

    def __init__(self) -> None:
        self.colours: Sequence[tuple[int, int, int]] = ()

    def show(self, colours: Sequence[tuple[int, int, int]], share: float | None = None) -> None:
        self.colours = colours


@pytest.fixture(params=GAMES)
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Application, Lit]]:
    with JournalStore(tmp_path / "journal.db") as store:
        lit = Lit()
        machine = Machine(strip=lit, strip_place=StripPlace(COUNT))
        application = Application(Settings(), store, lambda _: None, ENGLISH, machine=machine)
        count = min(GAMES[request.param].players)
        application.play(store.begin(request.param, Options(("Ann", "Ben", "Cid")[:count])))
        application.handle(Tick(0.0))
        yield application, lit


def test_each_game_lights_its_faults_and_its_questions(evening: tuple[Application, Lit]) -> None:
    """The strip follows with the very message; the slow one goes with the ticks."""
    application, lit = evening
    session = application.context.session
    assert session is not None
    zone = next(iter(session.history.game.layout(session.history.state).zones))
    screen = application._display.screen
    assert screen is not None
    fault = replace(screen, notice=Notice(NoticeKind.ILLEGAL, say("Not allowed")), attention=frozenset({zone}))
    application._publish(fault)
    assert RED in lit.colours
    assert COUNT == len(lit.colours)

    application._publish(replace(fault, notice=Notice(NoticeKind.QUESTION, say("Which?"))))
    seen = []
    for second in range(9):
        for lights in application._display.lights:
            lights.tick(float(second))
        seen.append(AMBER in lit.colours)
    assert [*[True, False] * 3, True, True, True] == seen

    application.leave()
    assert {DARK} == {*lit.colours}


def test_a_page_that_tries_the_strip_has_it_to_itself(evening: tuple[Application, Lit]) -> None:
    application, lit = evening
    application.handle(Open("strip"))
    before = lit.colours
    application.handle(Tick(9.0))
    assert before == lit.colours
    application.navigator.close_all()
    application.navigator.refresh()

    assert before != lit.colours
    assert {*lit.colours} <= {DARK, WHITE, AMBER, RED}


def test_a_window_shows_them_at_its_edge(touchscreen: Touchscreen) -> None:
    app = touchscreen.app
    app.light_edge((RED, *[DARK] * 38, WHITE))
    touchscreen.touch.frames(1)
    assert app._edge is not None
    assert app._view is not None
    assert tuple(app._view.size) == tuple(app._edge.size)
    assert 2 == sum(1 for each in app._edge.canvas.children if type(each).__name__ == "Rectangle")
    app.light_edge((DARK,) * 40)

    assert app._edge is None


def test_a_strip_that_is_not_there_is_said_once_and_one_that_breaks_too(
    connected: Connected, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = connected(Settings(strip=StripSettings(60, str(tmp_path / "none"))))
    assert ["There is no SPI" in str(wrong) for wrong in gone.found_wrong] == [True]
    assert 0 == gone._display.strip.place.count

    said: list[Any] = []
    bus = tmp_path / "spidev0.0"
    bus.touch()
    broken = connected(Settings(strip=StripSettings(60, str(bus))))
    monkeypatch.setattr(broken.window, "hint", said.append)
    for colour in (RED, WHITE):
        broken.context.machine.strip.show((colour,) * 60)
    broken.inbox._drain(0.0)

    assert [] == list(broken.found_wrong)
    assert ["The strip of lights went out" in str(each) for each in said] == [True], "a file is no bus"


def test_without_a_strip_everything_is_as_before(connected: Connected) -> None:
    application = connected(Settings())

    assert ([], 0) == (list(application.found_wrong), application._display.strip.place.count)
