"""The running application: one window, one conversation at a time, and everything that talks to it."""

from __future__ import annotations

import logging
import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

from companion import bootstrap
from companion.config import Settings
from companion.core.game import Options
from companion.core.screen import Confirm, Intent, NoticeKind, Pass, Screen, Undo, Why
from companion.core.table import Observation
from companion.core.text import say, verbatim
from companion.errors import CompanionError
from companion.games import GAMES, with_profile
from companion.lobby import Lobby
from companion.record import Record
from companion.session import Happening, Patience, Session, Tick, Trouble
from companion.store import Evening, JournalStore

if TYPE_CHECKING:
    from hardware.lamps import Lamps, Pattern

logger = logging.getLogger(__name__)

TICKS_PER_SECOND = 4
WAITING = ("pi", "webcam")
"""Cameras that wait for their own frames."""

PRESSED: dict[str, Intent] = {"pass": Pass(), "undo": Undo(), "confirm": Confirm(), "why": Why()}


class Companion:
    """Owns the window, and hands every message to the lobby or to the evening that is being played."""

    def __init__(self, settings: Settings, store: JournalStore, report: Callable[[Happening], None]) -> None:
        from ui.window import set_environment

        set_environment()
        from ui.app import CompanionApp
        from ui.inbox import Inbox

        self.settings, self._store, self._report = settings, store, report
        self.app = CompanionApp(self.handle, lambda words: words)
        self.inbox = Inbox(self.handle)
        self.on_screen: list[Callable[[Screen], None]] = [self.app.show]
        self._listener: Session[Any, Any] | Lobby | None = None

    def handle(self, message: Any) -> None:
        """Every message passes here, on the UI thread. What goes wrong is said, and the evening goes on."""
        if self._listener is None:
            return
        try:
            self._listener.handle(message)
        except CompanionError as error:
            logger.warning("while handling %s: %s", type(message).__name__, error)
            self._listener.handle(Trouble(verbatim(str(error))))
        except Exception:  # the evening must not end because of our mistake in one message
            logger.exception("while handling %s", message)
            self._listener.handle(Trouble(say("The companion made a mistake; its log says which.")))

    def welcome(self, begin: Callable[[Evening], None]) -> None:
        """Asks which game and for how many, then begins it."""

        def opened(name: str, options: Options) -> None:
            begin(self._store.begin(name, options, self.settings.profile(name)))

        self._listener = Lobby(GAMES, self._publish, opened, self._store.usual)

    def play(self, evening: Evening, leave: Callable[[], None]) -> tuple[Record[Any, Any], Session[Any, Any]]:
        """Opens an evening of the journal and goes on with it; `leave` is called when the players are done with it."""
        record = Record(with_profile(evening.game, evening.profile), self._store, evening)
        patience = Patience(self.settings.patience.story, self.settings.patience.doubt)
        session = Session(record, self._publish, self._report, patience, leave)
        self._listener = session
        if record.fault:
            logger.warning("taken up before %s", record.fault)
        fault = say("The journal cannot be followed beyond {fault}", fault=record.fault)
        session.handle(Trouble(fault if record.fault else None))
        return record, session

    def _publish(self, screen: Screen) -> None:
        for show in self.on_screen:
            show(screen)


def run(settings: Settings, store: JournalStore, evening: Evening | None, sources: Sequence[str]) -> None:
    """The touchscreen application until its window is closed or the service is stopped."""
    from hardware.systemd_notify import SystemdNotifier

    companion = Companion(settings, store, _log)
    systemd = SystemdNotifier(os.environ, os.getpid())
    with ExitStack() as closing, ExitStack() as watching:

        def begin(chosen: Evening) -> None:
            record, _ = companion.play(chosen, leave)
            _watch(companion, record, sources, watching)

        def leave() -> None:
            watching.close()
            companion.welcome(begin)

        if evening is None:
            leave()
        else:
            begin(evening)
        _hands(companion, closing)

        def tick() -> None:
            companion.handle(Tick(time.monotonic()))
            systemd.alive()

        companion.app.open(settings.display.size, settings.display.fullscreen)
        signal.signal(signal.SIGTERM, lambda *_: companion.app.stop())
        companion.app.every(1 / TICKS_PER_SECOND, tick)
        systemd.ready()
        companion.app.run(settings.display.size, settings.display.fullscreen)
        systemd.stopping()


def _log(happening: Happening) -> None:
    logger.info("%s: %s", happening.kind, ", ".join(map(str, happening.lines)))


def _watch(companion: Companion, record: Record[Any, Any], sources: Sequence[str], closing: ExitStack) -> None:
    """Starts a vision thread for each camera: frames in, observations of the one table posted into the inbox."""
    from hardware.reconnecting import ReconnectingCamera
    from vision.tracking.camera_fusion import CameraFusion
    from vision.worker import CameraBack, CameraEnded, CameraLost, VisionThread

    def post(said: Observation | CameraLost | CameraBack | CameraEnded) -> None:
        match said:
            case CameraLost(reason):
                companion.inbox.post(Trouble(say("The camera gives no picture: {reason}", reason=reason)))
            case CameraBack():
                companion.inbox.post(Trouble(None))
            case CameraEnded():
                companion.inbox.post(Trouble(say("The recorded pictures are at their end.")))
            case _:
                companion.inbox.post(said)

    play = bootstrap.self_play(record, companion.inbox.post)
    simulated = partial(bootstrap.simulated_camera, play.stage, play.hands, bootstrap.SIMULATED_SIZE)
    fusion = CameraFusion(len(sources), post)
    for number, source in enumerate(sources):
        camera = ReconnectingCamera(partial(bootstrap.camera_for, source, companion.settings, simulated))
        if len(sources) == 1:
            # Where it is the only one, the command fails at once instead of running blind.
            camera.open()
        watcher = bootstrap.watcher_of(record.game, play.stage.layout, bootstrap.lens_of(source, companion.settings))
        pace = 0.0 if source.startswith(WAITING) else 1 / max(companion.settings.camera.frames_per_second, 0.1)
        processor, listener = fusion.processor(number, watcher), fusion.listener(number)
        thread = VisionThread(closing.enter_context(camera), processor, listener, pace)
        thread.start()
        closing.callback(thread.stop)


def _hands(companion: Companion, closing: ExitStack) -> None:
    """Buttons press and lamps show what the screen does."""
    from hardware.buttons import Buttons
    from hardware.lamps import Lamps

    settings = companion.settings
    if settings.buttons:
        closing.enter_context(Buttons(settings.buttons, lambda name: companion.inbox.post(PRESSED[name])))
    if settings.lamps:
        lamps: Lamps = closing.enter_context(Lamps(settings.lamps))
        companion.on_screen.append(lambda screen: lamps.shine(shining(screen)))


def shining(screen: Screen) -> dict[str, Pattern]:
    """Which lamp says what: `turn` while somebody is to move, `notice` for a question, `error` for a broken rule."""
    from hardware.lamps import Pattern

    kind = screen.notice.kind if screen.notice else None
    on_turn = any(seat.on_turn for seat in screen.seats)
    asking = kind is NoticeKind.QUESTION
    wrong = {NoticeKind.ILLEGAL: Pattern.FAST, NoticeKind.DISAGREE: Pattern.SLOW, NoticeKind.TROUBLE: Pattern.DOUBLE}
    return {
        "turn": Pattern.STEADY if on_turn else Pattern.OFF,
        "notice": Pattern.SLOW if asking else Pattern.OFF,
        "error": wrong.get(kind, Pattern.OFF) if kind else Pattern.OFF,
    }
