"""The composition root: puts window, session, journal, cameras, buttons and lamps together, and does nothing else."""

from __future__ import annotations

import logging
import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cache
from typing import Any

from companion.application import PRESSED, Application, lamp_patterns
from companion.cameras.sources import SIMULATOR
from companion.cameras.table_watch import TableWatch, WatchedTable
from companion.config import Settings
from companion.core.screen import Do, Leave
from companion.core.text import ENGLISH, Text, say
from companion.optional import installed
from companion.session.game_history import GameHistory
from companion.session.messages import CameraChoice, Conclusion, Tick, Trouble
from companion.session.session import Session
from companion.store import JournalStore, SavedGame
from hardware.buttons import Buttons
from hardware.camera import FrameSource
from hardware.camera_registry import is_raspberry_pi
from hardware.lamps import Lamps
from hardware.systemd_notify import SystemdNotifier
from vision.worker import CameraBack, CameraEnded, CameraLost, VisionMessage

logger = logging.getLogger(__name__)

TICKS_PER_SECOND = 4


def run(settings: Settings, store: JournalStore, saved: SavedGame | None, sources: Sequence[str]) -> None:
    """The touchscreen application until its window is closed or the service is stopped."""
    application = Application(settings, store, _log, ENGLISH)
    systemd = SystemdNotifier(os.environ, os.getpid())
    cameras = EveningCameras(application, sources)
    with ExitStack() as closing:
        closing.callback(cameras.close)

        def begin(chosen: SavedGame) -> None:
            cameras.begin(application.play(chosen, ask))

        def ask(what: Leave | CameraChoice) -> None:
            if isinstance(what, CameraChoice):
                cameras.choose(what)
            else:
                cameras.stop()
                application.welcome(begin)

        if saved is None:
            ask(Leave())
        else:
            begin(saved)
        connect_buttons_and_lamps(application, closing)

        def tick() -> None:
            application.handle(Tick(time.monotonic()))
            cameras.check()
            systemd.alive()

        window, display = application.window, settings.display
        window.open(display.size, display.fullscreen)
        signal.signal(signal.SIGTERM, lambda *_: window.stop())
        window.every(1 / TICKS_PER_SECOND, tick)
        systemd.ready()
        window.run(display.size, display.fullscreen)
        systemd.stopping()


class EveningCameras:
    """What looks at the table of the evening that is being played; on the UI thread, which it never keeps waiting.

    Where no camera is found, a desk gets a simulated table, and is told so. A Pi hangs over a real table: there
    nothing is simulated before somebody asks for it.
    """

    def __init__(self, application: Application, sources: Sequence[str]) -> None:
        self._application, self._sources = application, sources
        self._session: Session[Any, Any] | None = None
        self._watch: TableWatch | None = None
        # Beside another camera nothing is simulated either: it sees the real table.
        self._simulates = len(sources) == 1 and not is_raspberry_pi()

    def begin(self, session: Session[Any, Any]) -> None:
        """An evening begins."""
        self._session = session
        self._start(self._sources)

    def choose(self, choice: CameraChoice) -> None:
        """What is wanted where no camera was found."""
        self.stop()
        match choice:
            case CameraChoice.LOOK_AGAIN:
                self._start(self._sources)
            case CameraChoice.SIMULATED:
                self._start((SIMULATOR,))
                self._tell(
                    say("No camera found; this is a simulated table."), (CameraChoice.LOOK_AGAIN, CameraChoice.NONE)
                )
            case CameraChoice.NONE:
                self._tell(say("Nothing looks at the table; play by touch."), (CameraChoice.LOOK_AGAIN,))

    def check(self) -> None:
        """To be called from time to time."""
        if self._watch is not None:
            self._watch.check()

    def stop(self) -> None:
        """The evening is over, or is looked at otherwise."""
        if self._watch is not None:
            self._watch.stop()

    def close(self) -> None:
        """Nothing is looked at any more."""
        self.stop()
        if self._watch is not None:
            self._watch.join()

    def _start(self, sources: Sequence[str]) -> None:
        session = self._session
        assert session is not None, "nobody looks before an evening has begun"
        history, post = session.history, self._application.post_to(session)
        table = WatchedTable(
            history.game,
            history.game.layout(history.state),
            self._application.settings,
            _self_playing_table(history, post),
        )
        self._watch = TableWatch(table, sources, lambda said: self._hear(said, post), self._watch)

    def _tell(self, what: Text, choices: tuple[CameraChoice, ...]) -> None:
        if self._session is not None:
            self._application.post_to(self._session)(Trouble(what, lasts=True, choices=choices))

    def _hear(self, said: VisionMessage, post: Callable[[object], None]) -> None:
        """What the cameras say, as the session takes it; on their threads."""
        match said:
            case CameraLost(_, is_there=False) if self._simulates:
                post(CameraChoice.SIMULATED)
            case CameraLost(_, is_there=False):
                post(Trouble(say("No camera found."), lasts=True, choices=tuple(CameraChoice)))
            case CameraLost(reason):
                post(Trouble(say("The camera sees nothing. {reason}", reason=reason), lasts=True))
            case CameraBack():
                post(Trouble(None))
            case CameraEnded():
                post(Trouble(say("The recorded pictures are at their end."), lasts=True))
            case _:
                post(said)


def _self_playing_table(history: GameHistory[Any, Any], touch: Callable[[Do], None]) -> Callable[[], FrameSource]:
    """Opens cameras over a simulated table that plays by itself."""

    @cache  # one table for all cameras, laid out when it is first looked at
    def table() -> Callable[[], FrameSource]:
        with installed("simulation"):
            from companion.simulation.self_play import self_playing_table
        return self_playing_table(history, touch)

    def opened() -> FrameSource:
        return table()()

    return opened


def connect_buttons_and_lamps(application: Application, closing: ExitStack) -> None:
    """Buttons press and lamps show what the screen does."""
    settings = application.settings
    if settings.buttons:
        closing.enter_context(Buttons(settings.buttons, lambda name: application.inbox.post(PRESSED[name])))
    if settings.lamps:
        lamps = closing.enter_context(Lamps(settings.lamps))
        application.on_screen.append(lambda screen: lamps.shine(lamp_patterns(screen)))


def _log(conclusion: Conclusion) -> None:
    logger.info("%s: %s", conclusion.kind, ", ".join(map(str, conclusion.lines)))
