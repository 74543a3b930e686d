"""The companion in the one window, put together as the program does it, and the time that passes there."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future, wait
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from kivy.base import EventLoop

from benchmarks.window_evenings.lots import Lot
from companion.application.application import Application
from companion.application.bootstrap import think_aside, write_clocks_aside
from companion.application.evening_cameras import EveningCameras
from companion.cameras.sources import AUTO
from companion.config import Settings
from companion.core.screen import Button, Screen
from companion.core.text import Language, Text
from companion.journal.store import JournalStore
from companion.languages import load_language
from companion.pages.machine import Machine, NoCameras
from companion.session.game_history import GameHistory
from companion.session.messages import Conclusion, Tick
from companion.session.session import Session
from companion.session.thinking import Run, Work
from ui.app import CompanionApp
from ui.inbox import Inbox
from ui.navigation import OpenPanel, Shut
from ui.typography import printable
from ui.view import PictureView

SLOWEST_THOUGHT = 20.0
"""Seconds that the slowest look is thought about on a busy machine."""

STILL, LONGEST = 2, 60
"""So many frames without a change are a picture that stands; so many are waited for at most."""


class Room:
    """An application over a journal, in a window that may have been open before. `sources` are what looks at the table;
    None: nothing ever does."""

    def __init__(self, window: CompanionApp | None, journal: Path, lot: Lot, sources: tuple[str, ...] | None) -> None:
        self.closing = ExitStack()
        self._thought = self._understood = Future[Any]()
        self._thought.set_result(None)
        self.store = self.closing.enter_context(JournalStore(journal, or_memory=True))
        wishes = {"language": lot.language, "theme": lot.theme, "letters": "large" if lot.large else "normal"}
        for name, choice in {**wishes, "motion": "off", "sound": "off"}.items():
            self.store.prefer(name, choice)
        self.language: Language = load_language(lot.language)
        self.concluded: list[Conclusion] = []
        settings, inbox = Settings(), Inbox()
        self.cameras = EveningCameras(settings, self.store, inbox.post, sources or (AUTO,))
        self.closing.callback(self.cameras.close)
        think = think_aside(inbox.post, self.closing)
        machine = Machine(NoCameras() if sources is None else self.cameras, self._noted(think))
        self.application = Application(
            settings, self.store, self.concluded.append, self.language, window, machine=machine, inbox=inbox
        )
        self.application.context.copies.asks = False  # Nobody here has a copy to read values from.
        self.window = self.application.window
        write_clocks_aside(self.store, self.closing)
        self.window.open(lot.size)
        self.application.welcome()
        self.now = 0.0
        self.settle()

    @property
    def view(self) -> PictureView:
        return self.window.view

    @property
    def shown(self) -> object:
        """The page or the table that the window shows."""
        return self.window.shown

    @property
    def session(self) -> Session[Any, Any] | None:
        return self.application.context.session

    @property
    def history(self) -> GameHistory[Any, Any]:
        session = self.session
        assert session is not None, "an evening is being played"
        return session.history

    @property
    def table(self) -> Screen | None:
        """The table, if it is shown."""
        return self.shown if isinstance(self.shown, Screen) else None

    def says(self, text: Text | str) -> str:
        """These words as they are drawn."""
        return printable(text if isinstance(text, str) else text.render(self.language))

    def window_has(self, answers: Iterable[Button]) -> bool:
        """Whether any of these can be touched, moving a list if need be, or opening what holds them."""
        intents = [target.intent for target in self.view.all_targets()]
        return any(answer.intent in intents for answer in answers) or any(
            isinstance(each, OpenPanel | Shut) for each in intents
        )

    def frame(self) -> None:
        EventLoop.idle()

    def settle(self) -> None:
        """Frames pass until the picture stands still."""
        EventLoop.window.mainloop()
        still, before = 0, self.view.picture
        for _ in range(LONGEST):
            self.frame()
            still = still + 1 if self.view.picture is before else 0
            before = self.view.picture
            if still == STILL and (self.session is None or self.session.resting):
                return

    def _noted(self, think: Run) -> Run:
        def noted(work: Work) -> Future[Any]:
            self._thought = think(work)
            return self._thought

        return noted

    def settle_with_thoughts(self) -> None:
        """Frames pass until what was looked at is understood, however slow the machine is."""
        self.settle()
        while not wait({self._thought}, SLOWEST_THOUGHT).not_done and self._thought is not self._understood:
            self._understood = self._thought
            self.settle()

    def wait(self, seconds: float) -> None:
        """Time passes on the clocks of the evening."""
        self.now += seconds
        self.application.handle(Tick(self.now))
        self.settle()

    def close(self) -> None:
        """The window stays open for the next evening."""
        self.application.context.session = None
        self.closing.close()
