"""The composition root: puts window, session, journal, cameras, buttons and lamps together, and does nothing else."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from companion import __version__
from companion.appliance.bug_report import Report, reports_beside, state_of, write_report
from companion.appliance.devices import NO_BRIGHTNESS, NO_SOUND, sound_failed
from companion.appliance.heartbeat import Pulse
from companion.appliance.memory import GIVE_BACK_EVERY, give_back, settle
from companion.appliance.service import PowerOff, Progress, obey_signals
from companion.appliance.splash import fills_the_screen
from companion.appliance.time_zones import TimeZones
from companion.application.application import PRESSED, Application, lamp_patterns
from companion.application.evening_cameras import EveningCameras
from companion.club.club_table import ClubTable
from companion.club.outbox import Outbox
from companion.club.table_snapshots import Snapshots
from companion.config import SIMULATOR, Settings
from companion.core.screen import Open
from companion.core.text import Language, say, verbatim
from companion.errors import ConfigError, HardwareError
from companion.games import GAMES
from companion.journal.store import JournalStore, SavedGame
from companion.languages import house_language
from companion.optional import installed
from companion.session.messages import Concern, Conclusion, Thought, Tick, Trouble
from companion.session.thinking import Work
from companion.settings_recovery import SettingsFile
from hardware.backlight import Backlight
from hardware.buttons import Buttons
from hardware.image_files import as_jpeg
from hardware.lamps import Lamps, Pattern
from hardware.sound import Sound
from hardware.systemd_notify import SystemdNotifier

if TYPE_CHECKING:
    from ui.app import CompanionApp

logger = logging.getLogger(__name__)

TICKS_PER_SECOND = 4

PHOTO_WIDTH = 1600
"""Pixels at most of the picture of a table that is kept with its evening."""

CLOSE_WITHIN = 1.0
"""Seconds that are waited for cameras when the companion ends: a search that is under way may take longer."""


def application_in(window: CompanionApp, settings: Settings, store: JournalStore, language: Language) -> Application:
    """The application in a window that is open already."""
    return Application(settings, store, _log, language, window)


def run(
    application: Application,
    store: JournalStore,
    saved: SavedGame | None,
    sources: Sequence[str],
    settings_file: SettingsFile,
) -> None:
    """The touchscreen until its window is closed or the service is stopped.

    What is wrong in the settings' file is said when it has started.
    """
    window, display = application.window, application.settings.display
    application.found_wrong += [] if settings_file.wrong is None else [settings_file.wrong]
    mark_demonstration(window, sources)
    systemd = SystemdNotifier(os.environ, os.getpid())
    cameras = EveningCameras(application, sources)
    with ExitStack() as closing:
        closing.callback(cameras.close, CLOSE_WITHIN)
        connect_cameras(application, cameras)
        think_aside(application, closing)
        write_clocks_aside(store, closing)
        wanted = PowerOff(window.stop, systemd.is_there)
        application.shut_down = wanted.ask
        application.context.report = partial(_write_report, application, store, settings_file.path, cameras)
        connect_devices(application, closing, Sound(), Backlight())
        connect_first_steps(application)
        join_club(application, store, sources, closing)
        pulse = Pulse(systemd, Progress(application, store, cameras.progress))

        def tick() -> None:
            now = time.monotonic()
            application.handle(Tick(now))
            if pulse.is_due(now):
                window.ask_for_frame()
                pulse.feel(now)

        begin(application, saved)
        settle()
        window.every(GIVE_BACK_EVERY, give_back)
        obey_signals(window.stop, systemd.is_there)
        window.every(1 / TICKS_PER_SECOND, tick)
        window.run(display.size, fills_the_screen(display))
        cameras.let_go()  # Their threads end while all else is closed.
        systemd.stopping()
    wanted.obey()


def begin(application: Application, saved: SavedGame | None) -> None:
    """Goes on with the evening; without one before, at the first step that is left to be made ready."""
    if saved is not None:
        application.play(saved)
        return
    application.welcome()
    if not application.context.store.games():
        application.handle(Open("getting ready"))


def connect_first_steps(application: Application) -> None:
    """What getting ready needs of the machine: its time zone, and paper."""
    application.context.time_zones = TimeZones()
    application.context.label_sheets = _label_sheets


def _label_sheets(game: str, players: int) -> dict[str, bytes]:
    with installed("printing"):
        from companion.printing.game_labels import CORNERS, LabelOrder, write_labels
    order = LabelOrder(players=players, in_play=True, mat_paper=CORNERS)
    with TemporaryDirectory() as folder:
        written = list(write_labels(GAMES[game], Path(folder) / f"{game}-labels.pdf", order))
        return {path.name: path.read_bytes() for path in written}


def mark_demonstration(window: CompanionApp, sources: Sequence[str]) -> None:
    """Whoever looks at a simulated table is told so, on every screen."""
    if SIMULATOR in sources:
        window.caption = say("A demonstration: the table plays by itself, and nothing is kept.")


def think_aside(application: Application, closing: ExitStack) -> None:
    """Has searches done on a thread of their own: meanwhile the screen is drawn and touches are answered."""
    thread = ThreadPoolExecutor(1, "thinking")
    closing.callback(thread.shutdown, wait=False, cancel_futures=True)

    def think(work: Work) -> Future[Any]:
        thought = thread.submit(work)
        thought.add_done_callback(lambda _: application.inbox.post(Thought()))
        return thought

    application.think = think


def write_clocks_aside(store: JournalStore, closing: ExitStack) -> None:
    """Has the running clocks written on a thread of their own: a card may take a while, and nobody waits for it."""
    thread = ThreadPoolExecutor(1, "clocks")
    closing.callback(thread.shutdown)
    store.write_clocks_on(thread.submit)


def connect_cameras(application: Application, cameras: EveningCameras) -> None:
    application.evening_began, application.evening_left = cameras.begin, cameras.leave
    application.camera_wanted, application.context.camera = cameras.choose, cameras.state
    application.context.eye = cameras
    application.context.mat_fits = lambda: cameras.mat_fits
    application.context.has_pictures = lambda: bool(cameras.latest())

    def photo() -> bytes | None:
        for frame in cameras.latest()[:1]:
            fewer = -(-frame.image.shape[1] // PHOTO_WIDTH)
            return as_jpeg(frame.image[::fewer, ::fewer])
        return None

    application.photo = photo


def _write_report(
    application: Application, store: JournalStore, settings: Path, cameras: EveningCameras, with_pictures: bool
) -> Path:
    """With the state of the evening that is being played, as it stood on the screen."""
    session = application.context.session
    evenings = () if session is None else (state_of(session.history),)
    pictures = tuple(as_jpeg(frame.image) for frame in cameras.latest()) if with_pictures else ()
    return write_report(Report(settings, evenings, pictures), store, reports_beside(store))


def connect_devices(application: Application, closing: ExitStack, sound: Sound, backlight: Backlight) -> None:
    """Buttons press, lamps show what the screen does, clocks ring, the display dims.

    Each by itself: pins that are not there are named, and what has nothing to work with is not offered.
    """
    _connect_sound_and_backlight(application, closing, sound, backlight)
    for connect in (_connect_buttons, _connect_lamps):
        try:
            connect(application, closing)
        except HardwareError as error:
            logger.warning("%s", error)
            application.found_wrong.append(verbatim(str(error)))


def _connect_sound_and_backlight(
    application: Application, closing: ExitStack, sound: Sound, backlight: Backlight
) -> None:
    application.ring = application.context.ring = closing.enter_context(sound).play
    application.brighten = backlight.shine
    sound.failed = lambda why: application.inbox.post(Trouble(sound_failed(why), Concern.SOUND))
    unavailable = {}
    if (lack := sound.lack) is not None:
        unavailable["sound"] = NO_SOUND[lack]
    if (lack := backlight.lack) is not None:
        unavailable["brightness"] = NO_BRIGHTNESS[lack]
    application.context.unavailable = unavailable
    application.wear(application.context.store.preferences())


def join_club(application: Application, store: JournalStore, sources: Sequence[str], closing: ExitStack) -> None:
    """The tables of a club, where its broker is set; what prevents it is said, and the evening does without.

    What simulated hands do is no table of a club.
    """
    settings = application.settings.club
    if not settings.broker or SIMULATOR in sources:
        return
    try:
        from companion.club.broker_connection import Connection
    except ModuleNotFoundError:
        application.found_wrong.append(
            say("The settings name a club, and this installation was made without what joins one: see docs/club.md.")
        )
        return
    outbox = Outbox(None if store.folder is None else store.folder / "club.db")
    try:
        connection = Connection(settings, outbox)
    except ConfigError as error:
        application.found_wrong.append(verbatim(str(error)))
        return
    language = house_language(store.preferences(), os.environ)
    snapshots = Snapshots(language, names=settings.names)
    club = ClubTable(outbox.id, settings.table, connection, snapshots, now=time.time, kept=outbox.remembered)
    club.introduce(__version__, language)
    connection.start()
    closing.callback(connection.close)
    application.context.club = club


def _connect_buttons(application: Application, closing: ExitStack) -> None:
    if buttons := application.settings.buttons:
        closing.enter_context(Buttons(buttons, lambda name: application.inbox.post(PRESSED[name])))
        application.context.buttons = buttons


def _connect_lamps(application: Application, closing: ExitStack) -> None:
    if application.settings.lamps:
        lamps = closing.enter_context(Lamps(application.settings.lamps))
        application.on_screen.append(lambda screen: lamps.shine(lamp_patterns(screen)))
        application.context.shine = lambda name: lamps.shine({name: Pattern.FAST})
        application.context.lamps = application.settings.lamps


def _log(conclusion: Conclusion) -> None:
    logger.info("%s: %s", conclusion.kind, ", ".join(map(str, conclusion.lines)))
