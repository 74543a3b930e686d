"""The real window while a search runs: frames are drawn and touches are answered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from benchmarks.looks import onlooker
from companion.application.application import Application
from companion.application.bootstrap import think_aside
from companion.config import Settings
from companion.core.belief.revision import revise
from companion.core.clock import COUNTING
from companion.core.game import Options, legal_actions
from companion.core.pages import DoorsPage
from companion.core.screen import Close, Open, Screen
from companion.core.text import ENGLISH
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.pages.machine import Machine
from companion.session import thinking
from companion.session.messages import Tick
from companion.simulation.touch import TouchSimulator
from ui.inbox import Inbox

FIRST = next(iter(GAMES))
LONG = 60.0
"""Seconds after which the test is given up."""


class SlowSearch:
    """A search that takes until it is let go."""

    def __init__(self) -> None:
        self.has_begun, self.may_end = Event(), Event()

    def revise(self, *asked: Any, **how: Any) -> Any:
        self.has_begun.set()
        assert self.may_end.wait(LONG)
        return revise(*asked, **how)


@pytest.fixture
def application(tmp_path: Path) -> Iterator[Application]:
    with JournalStore(tmp_path / "journal.db") as store, ExitStack() as closing:
        inbox = Inbox()
        machine = Machine(think=think_aside(inbox.post, closing))
        made = Application(Settings(), store, lambda _: None, ENGLISH, machine=machine, inbox=inbox)
        made.context.copies.asks = False
        made.window.open((800, 480))
        made.welcome()
        made.begin(FIRST, Options(("Ann", "Ben")), COUNTING, range(2))
        made.handle(Tick(0.0))
        yield made
        made.window.close()


def test_while_a_search_runs_frames_are_drawn_and_touches_answered(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    search, touch, session = SlowSearch(), TouchSimulator(application.window), application.context.session
    assert session is not None
    monkeypatch.setattr(thinking, "revise", search.revise)
    game, state = session.history.game, session.history.state
    action = next(iter(legal_actions(game, state)))
    seen = onlooker(game).observe(game.apply(state, action), Random(1))
    for _ in range(2):
        application.inbox.post(seen)  # the second one waits for what the first one tells
    touch.frames(1)
    assert search.has_begun.wait(LONG)

    touch.tap(Open("more"))
    assert isinstance(application.window.shown, DoorsPage)
    touch.tap(Close())
    assert isinstance(application.window.shown, Screen)
    before = application.window.frames
    application.window.ask_for_frame()
    touch.frames(3)
    assert application.window.frames > before
    assert not session.history.played

    search.may_end.set()
    for _ in range(1_000):
        touch.frames(1)
        if session.history.played:
            break
    assert [action] == [each.action for each in session.history.played]
