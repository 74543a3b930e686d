"""The composition root: puts window, session, journal, cameras, buttons and lamps together, and does nothing else."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cache
from typing import Any

from companion.application import PRESSED, Application, lamp_patterns
from companion.cameras.sources import SIMULATOR
from companion.cameras.table_watch import TableWatch, WatchedTable
from companion.config import Settings
from companion.core.pages import Row
from companion.core.screen import Do, Tone
from companion.core.text import ENGLISH, Text, say
from companion.errors import HardwareError, JournalError
from companion.heartbeat import Pulse
from companion.label_set import LabelSet, label_set_of
from companion.optional import installed
from companion.session.game_history import GameHistory
from companion.session.messages import CameraChoice, Conclusion, Tick, Trouble
from companion.session.session import Session
from companion.store import JournalStore, SavedGame
from hardware.buttons import Buttons
from hardware.camera import FrameSource
from hardware.camera_registry import is_raspberry_pi
from hardware.lamps import Lamps, Pattern
from hardware.systemd_notify import SystemdNotifier
from vision.worker import CameraBack, CameraEnded, CameraLost, VisionMessage

logger = logging.getLogger(__name__)

TICKS_PER_SECOND = 4
POWER_OFF = 77
"""The exit code that asks for the machine to be switched off."""

LOOK_FOR_SCREEN = 2.0
"""Seconds between two looks whether a screen has been plugged in or switched on."""


def require_screen(wait: Callable[[float], None] = time.sleep) -> None:
    """Raises HardwareError where nobody could see the window; a service waits for a screen instead."""
    from ui.window import has_display

    systemd = SystemdNotifier(os.environ, os.getpid())
    while not has_display():
        if not systemd.is_there:
            raise HardwareError("There is no screen to show the game on; plug one in, or set DISPLAY to a running one.")
        systemd.status("There is no screen; waiting for one.")
        systemd.more_time(10 * LOOK_FOR_SCREEN)
        wait(LOOK_FOR_SCREEN)


def run(settings: Settings, store: JournalStore, saved: SavedGame | None, sources: Sequence[str]) -> None:
    """The touchscreen application until its window is closed or the service is stopped."""
    application = Application(settings, store, _log, ENGLISH)
    systemd = SystemdNotifier(os.environ, os.getpid())
    cameras = EveningCameras(application, sources)
    with ExitStack() as closing:
        closing.callback(cameras.close)
        application.evening_began, application.evening_left = cameras.begin, cameras.stop
        application.camera_wanted, application.house.camera = cameras.choose, cameras.state
        wanted = PowerOff(application.window.stop, systemd.is_there)
        application.shut_down = wanted.ask
        connect_buttons_and_lamps(application, closing)

        pulse = Pulse(systemd, Progress(application, store, cameras))

        def tick() -> None:
            now = time.monotonic()
            application.handle(Tick(now))
            cameras.check()
            if pulse.is_due(now):
                application.window.ask_for_frame()
                pulse.feel(now)

        window, display = application.window, settings.display
        # A Pi is nothing but the companion: its window is as large as its display, whatever that is.
        fullscreen = display.fullscreen or is_raspberry_pi()
        window.open(display.size, fullscreen)
        application.splash()
        if saved is None:
            application.welcome()
        else:
            application.play(saved)
        signal.signal(signal.SIGTERM, lambda *_: window.stop())
        window.every(1 / TICKS_PER_SECOND, tick)
        window.run(display.size, fullscreen)
        systemd.stopping()
    wanted.obey()


class PowerOff:
    """The machine is switched off where it is ours alone, when the window and all devices are closed.

    A service has no right to do so: it ends with `POWER_OFF`, and its unit does it.
    """

    def __init__(self, close_window: Callable[[], None], is_service: bool) -> None:
        self._close_window, self._is_service = close_window, is_service
        self._is_wanted = False

    def ask(self) -> None:
        self._is_wanted = True
        self._close_window()

    def obey(self) -> None:
        """Raises SystemExit in a service."""
        if not self._is_wanted:
            return
        if self._is_service:
            sys.exit(POWER_OFF)
        if is_raspberry_pi():
            subprocess.run(["systemctl", "poweroff"], check=False)


class Progress:
    """How far everything is that has to get on."""

    def __init__(self, application: Application, store: JournalStore, cameras: EveningCameras) -> None:
        self._application, self._store, self._cameras = application, store, cameras
        self._reads = 0

    def __call__(self) -> dict[str, int]:
        try:
            self._store.preferences()
            self._reads += 1
        except JournalError as error:
            logger.warning("%s", error)
        window = self._application.window
        return {
            "screen": window.frames,
            "session": self._application.ticks,
            "journal": self._reads,
            **self._cameras.progress(),
        }


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
        self._state = Row(say("no table is looked at yet"), icon="camera")

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
                self._state = Row(say("simulated table"), icon="device-desktop", tone=Tone.ATTENTION)
                self._tell(
                    say("No camera found; this is a simulated table."), (CameraChoice.LOOK_AGAIN, CameraChoice.NONE)
                )
            case CameraChoice.NONE:
                self._state = Row(say("played by touch"), icon="hand-finger")
                self._tell(say("Nothing looks at the table; play by touch."), (CameraChoice.LOOK_AGAIN,))

    def state(self) -> Row:
        """What looks at the table, for the pages."""
        return self._state

    def check(self) -> None:
        """To be called from time to time."""
        if self._watch is not None:
            self._watch.check()

    def progress(self) -> dict[str, int]:
        """How far each camera's thread is."""
        return {} if self._watch is None else self._watch.progress()

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
        adopted = label_set_of(self._application.settings, history.game)
        table = WatchedTable(
            history.game,
            history.game.layout(history.state),
            self._application.settings,
            _self_playing_table(history, post, adopted),
            adopted,
        )
        self._watch = TableWatch(table, sources, lambda said: self._hear(said, post), self._watch)

    def _tell(self, what: Text, choices: tuple[CameraChoice, ...]) -> None:
        if self._session is not None:
            self._application.post_to(self._session)(Trouble(what, lasts=True, choices=choices))

    def _hear(self, said: VisionMessage, post: Callable[[object], None]) -> None:
        """What the cameras say, as the session takes it; on their threads."""
        self._state = _camera_state(said) or self._state
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


def _camera_state(said: VisionMessage) -> Row | None:
    """What a camera's message says of it; None where it says nothing new."""
    match said:
        case CameraLost(_, is_there=False):
            return Row(say("no camera found"), icon="camera-off", tone=Tone.ATTENTION)
        case CameraLost():
            return Row(say("the camera sees nothing"), icon="camera-off", tone=Tone.BAD)
        case CameraBack():
            return Row(say("the camera sees the table"), icon="camera-check", tone=Tone.GOOD)
        case CameraEnded():
            return Row(say("the recorded pictures are at their end"), icon="camera-off")
        case _:
            return None


def _self_playing_table(
    history: GameHistory[Any, Any], touch: Callable[[Do], None], adopted: LabelSet | None
) -> Callable[[], FrameSource]:
    """Opens cameras over a simulated table that plays by itself."""

    @cache  # one table for all cameras, laid out when it is first looked at
    def table() -> Callable[[], FrameSource]:
        with installed("simulation"):
            from companion.simulation.self_play import self_playing_table
        return self_playing_table(history, touch, adopted)

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
        application.house.shine = lambda name: lamps.shine({name: Pattern.FAST})


def _log(conclusion: Conclusion) -> None:
    logger.info("%s: %s", conclusion.kind, ", ".join(map(str, conclusion.lines)))
