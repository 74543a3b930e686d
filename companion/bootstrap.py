"""The composition root: puts window, session, journal, cameras, buttons and lamps together, and does nothing else."""

from __future__ import annotations

import logging
import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cache, partial
from typing import Any

from companion.application import PRESSED, Application, lamp_patterns
from companion.cameras.sources import camera_for, lens_of, pipeline_for
from companion.config import Settings
from companion.core.screen import Do
from companion.core.table import Observation
from companion.core.text import ENGLISH, say
from companion.optional import installed
from companion.session.game_history import GameHistory
from companion.session.messages import Conclusion, Tick, Trouble
from companion.session.session import Session
from companion.store import JournalStore, SavedGame
from hardware.buttons import Buttons
from hardware.camera import FrameSource
from hardware.lamps import Lamps
from hardware.reconnecting import ReconnectingCamera
from hardware.systemd_notify import SystemdNotifier
from vision.tracking.camera_fusion import CameraFusion
from vision.worker import CameraBack, CameraEnded, CameraLost, VisionMessage, VisionThread

logger = logging.getLogger(__name__)

TICKS_PER_SECOND = 4
SELF_PACED = ("pi", "webcam")
"""Cameras that wait for their own frames."""


def run(settings: Settings, store: JournalStore, saved: SavedGame | None, sources: Sequence[str]) -> None:
    """The touchscreen application until its window is closed or the service is stopped."""
    application = Application(settings, store, _log, ENGLISH)
    systemd = SystemdNotifier(os.environ, os.getpid())
    with ExitStack() as closing, ExitStack() as watching:

        def begin(chosen: SavedGame) -> None:
            watch(application, application.play(chosen, leave), sources, watching)

        def leave() -> None:
            watching.close()
            application.welcome(begin)

        if saved is None:
            leave()
        else:
            begin(saved)
        connect_buttons_and_lamps(application, closing)

        def tick() -> None:
            application.handle(Tick(time.monotonic()))
            systemd.alive()

        window, display = application.window, settings.display
        window.open(display.size, display.fullscreen)
        signal.signal(signal.SIGTERM, lambda *_: window.stop())
        window.every(1 / TICKS_PER_SECOND, tick)
        systemd.ready()
        window.run(display.size, display.fullscreen)
        systemd.stopping()


def watch(application: Application, session: Session[Any, Any], sources: Sequence[str], closing: ExitStack) -> None:
    """Starts a vision thread for each camera: frames in, observations of the one table posted into the inbox."""
    settings, post, history = application.settings, application.inbox.post, session.history
    layout = history.game.layout(history.state)
    simulated = _self_playing_table(history, post)
    fusion = CameraFusion(len(sources), lambda said: post(_heard(said)))
    for number, source in enumerate(sources):
        camera = ReconnectingCamera(partial(camera_for, source, settings, simulated))
        if len(sources) == 1:
            # Where it is the only one, the command fails at once instead of running blind.
            camera.open()
        pipeline = pipeline_for(history.game, layout, lens_of(source, settings))
        pace = 0.0 if source.startswith(SELF_PACED) else 1 / max(settings.camera.frames_per_second, 0.1)
        processor, listener = fusion.processor(number, pipeline), fusion.listener(number)
        thread = VisionThread(closing.enter_context(camera), processor, listener, pace)
        thread.start()
        closing.callback(thread.stop)


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


def _heard(said: VisionMessage) -> Observation | Trouble:
    """What a vision thread says, as the session takes it."""
    match said:
        case CameraLost(reason):
            return Trouble(say("The camera gives no picture: {reason}", reason=reason))
        case CameraBack():
            return Trouble(None)
        case CameraEnded():
            return Trouble(say("The recorded pictures are at their end."))
        case _:
            return said


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
