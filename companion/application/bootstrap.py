"""The composition root: puts window, session, journal, cameras, buttons and lamps together, and does nothing else."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from companion import __version__
from companion.appliance.bug_report import Report, reports_beside, state_of, write_report
from companion.appliance.devices import (
    NO_BRIGHTNESS,
    NO_SOUND,
    NO_STRIP,
    NO_STRIP_WANTED,
    NO_VOICE,
    sound_failed,
    strip_failed,
)
from companion.appliance.heartbeat import Pulse
from companion.appliance.memory import GIVE_BACK_EVERY, give_back, settle
from companion.appliance.service import PowerOff, Progress, obey_signals
from companion.appliance.splash import fills_the_screen
from companion.appliance.time_zones import TimeZones
from companion.appliance.wiring import wires
from companion.application.application import Application
from companion.application.evening_cameras import EveningCameras
from companion.application.notice_lamps import lamp_patterns
from companion.application.presses import PRESSED, Held
from companion.club.club_table import ClubTable
from companion.club.outbox import Outbox
from companion.club.table_snapshots import Snapshots
from companion.config import SIMULATOR, Settings
from companion.core.screen import Open
from companion.core.text import Language, Text, say, verbatim
from companion.errors import CompanionError, ConfigError, HardwareError
from companion.games import GAMES, why_not_continued
from companion.journal.store import JournalStore, SavedGame
from companion.languages import house_language
from companion.optional import installed
from companion.pages.machine import Aside, Machine, WorkDone, result_of
from companion.session.messages import Concern, Conclusion, Thought, Tick, Trouble
from companion.session.session import Session
from companion.session.thinking import Run, Work
from companion.settings_recovery import SettingsFile
from hardware.backlight import Backlight
from hardware.buttons import Buttons
from hardware.image_files import as_jpeg
from hardware.lamps import Lamps, Pattern
from hardware.light_strip import LightStrip
from hardware.sound import Sound
from hardware.systemd_notify import SystemdNotifier
from hardware.voice import Voice
from ui.inbox import Inbox

if TYPE_CHECKING:
    from ui.app import CompanionApp

Post = Callable[[object], None]
"""Takes messages from any thread."""

logger = logging.getLogger(__name__)

TICKS_PER_SECOND = 4

CLOSE_WITHIN = 1.0
"""Seconds that are waited for cameras when the companion ends: a search that is under way may take longer."""


def run(  # noqa: PLR0913
    window: CompanionApp,
    settings: Settings,
    store: JournalStore,
    language: Language,
    *,
    saved: SavedGame | None,
    sources: Sequence[str],
    settings_file: SettingsFile,
) -> None:
    """The touchscreen until its window is closed or the service is stopped; the window may be open already.

    What is wrong in the settings' file is said when it has started.
    """
    mark_demonstration(window, sources)
    systemd = SystemdNotifier(os.environ, os.getpid())
    obey_signals(window.stop, systemd.is_there)
    wanted = PowerOff(window.stop, systemd.is_there)
    inbox = Inbox()
    cameras = EveningCameras(settings, store, inbox.post, sources)
    with ExitStack() as closing:
        closing.callback(cameras.close, CLOSE_WITHIN)
        machine = assembled(settings, store, inbox, cameras, settings_file=settings_file, closing=closing)
        machine = replace(machine, shut_down=wanted.ask)
        machine = with_club(machine, settings, store, sources, closing)
        application = Application(settings, store, _log, language, window, machine=machine, inbox=inbox)
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
        window.every(1 / TICKS_PER_SECOND, tick)
        window.run(settings.display.size, fills_the_screen(settings.display))
        cameras.let_go()  # Their threads end while all else is closed.
        systemd.stopping()
    wanted.obey()


def assembled(  # noqa: PLR0913
    settings: Settings,
    store: JournalStore,
    inbox: Inbox,
    cameras: EveningCameras,
    *,
    settings_file: SettingsFile,
    closing: ExitStack,
) -> Machine:
    """The machine with everything that is plugged in; searches and clocks on threads of their own."""
    write_clocks_aside(store, closing)
    machine = Machine(
        cameras,
        think_aside(inbox.post, closing),
        work_aside(inbox.post, closing),
        report=partial(_write_report, store, settings_file.path, cameras),
        time_zones=TimeZones(),
        label_sheets=_label_sheets,
        wrong=() if settings_file.wrong is None else (settings_file.wrong,),
    )
    voice = Voice((store.folder or Path()) / "voices")
    return with_devices(machine, settings, inbox.post, closing, sound=Sound(), voice=voice, backlight=Backlight())


def begin(application: Application, saved: SavedGame | None) -> None:
    """Goes on with the evening; without one before, at the first step that is left to be made ready."""
    if saved is not None and why_not_continued(saved.game, saved.version) is None:
        application.play(saved)
        return
    application.welcome()
    if not application.context.store.games():
        application.handle(Open("getting ready"))


def _label_sheets(game: str, players: int, tiles_only: bool) -> dict[str, bytes]:
    with installed("printing"):
        from companion.printing.game_labels import CORNERS, LabelOrder, write_labels
    order = LabelOrder(players=players, in_play=True, tiles_only=tiles_only, mat_paper=CORNERS)
    with TemporaryDirectory() as folder:
        written = list(write_labels(GAMES[game], Path(folder) / f"{game}-labels.pdf", order))
        return {path.name: path.read_bytes() for path in written}


def mark_demonstration(window: CompanionApp, sources: Sequence[str]) -> None:
    """Whoever looks at a simulated table is told so, on every screen."""
    if SIMULATOR in sources:
        window.caption = say("A demonstration: the table plays by itself, and nothing is kept.")


def think_aside(post: Post, closing: ExitStack) -> Run:
    """Has searches done on a thread of their own: meanwhile the screen is drawn and touches are answered."""
    thread = ThreadPoolExecutor(1, "thinking")
    closing.callback(thread.shutdown, wait=False, cancel_futures=True)

    def think(work: Work) -> Future[Any]:
        thought = thread.submit(work)
        thought.add_done_callback(lambda _: post(Thought()))
        return thought

    return think


def work_aside(post: Post, closing: ExitStack) -> Aside:
    """Has pictures looked at on a thread of their own: pages are drawn and touches answered meanwhile."""
    thread = ThreadPoolExecutor(1, "pictures")
    closing.callback(thread.shutdown, wait=False, cancel_futures=True)

    def aside(work: Callable[[], Any], done: Callable[[Any], None]) -> None:
        def working() -> None:
            try:
                result = result_of(work)
            except Exception:  # Whoever waits is told, and everything else goes on.
                logger.exception("while looking at pictures")
                result = CompanionError("The companion made a mistake; its log says which.")
            post(WorkDone(done, result))

        thread.submit(working)

    return aside


def write_clocks_aside(store: JournalStore, closing: ExitStack) -> None:
    """Has the running clocks written on a thread of their own: a card may take a while, and nobody waits for it."""
    thread = ThreadPoolExecutor(1, "clocks")
    closing.callback(thread.shutdown)
    store.write_clocks_on(thread.submit)


def _write_report(
    store: JournalStore,
    settings: Path,
    cameras: EveningCameras,
    session: Session[Any, Any] | None,
    with_pictures: bool,
) -> Path:
    """With the state of the evening that is being played, as it stood on the screen."""
    evenings = () if session is None else (state_of(session.history),)
    pictures = tuple(as_jpeg(frame.image) for frame in cameras.latest()) if with_pictures else ()
    return write_report(Report(settings, evenings, pictures), store, reports_beside(store))


def with_devices(  # noqa: PLR0913
    machine: Machine,
    settings: Settings,
    post: Post,
    closing: ExitStack,
    *,
    sound: Sound,
    voice: Voice,
    backlight: Backlight,
) -> Machine:
    """Buttons press, lamps show what the screen does, clocks ring, a voice reads, the display dims.

    Each by itself: pins that are not there are named, and what has nothing to work with is not offered.
    """
    machine = _with_sound(machine, post, closing, sound, voice)
    machine = _with_backlight(machine, backlight)
    machine = _with_strip(replace(machine, wires=wires(settings)), settings, post, closing)
    for connected in (_with_buttons, _with_lamps):
        try:
            machine = connected(machine, settings, post, closing)
        except HardwareError as error:
            logger.warning("%s", error)
            machine = _with_wrong(machine, verbatim(str(error)))
    return machine


def _with_wrong(machine: Machine, what: Text) -> Machine:
    return replace(machine, wrong=(*machine.wrong, what))


def _with_sound(machine: Machine, post: Post, closing: ExitStack, sound: Sound, voice: Voice) -> Machine:
    """What the loudspeaker lets be heard: short sounds, and the voice where one is installed."""
    sound.failed = voice.failed = lambda why: post(Trouble(sound_failed(why), Concern.SOUND))
    ring, said = closing.enter_context(sound).play, closing.enter_context(voice)
    if (lack := sound.lack) is not None:
        silent = dict.fromkeys(("sound", "read aloud"), NO_SOUND[lack])
    else:
        silent = {} if voice.speaks else {"read aloud": NO_VOICE}
    return replace(machine, ring=ring, voice=said, unavailable={**machine.unavailable, **silent})


def _with_backlight(machine: Machine, backlight: Backlight) -> Machine:
    fixed = {} if (lack := backlight.lack) is None else {"brightness": NO_BRIGHTNESS[lack]}
    return replace(machine, brighten=backlight.shine, unavailable={**machine.unavailable, **fixed})


def _with_strip(machine: Machine, settings: Settings, post: Post, closing: ExitStack) -> Machine:
    """The lights round the mat, where the settings name some; what is in their way is said once."""
    if not settings.strip.lights:
        return replace(machine, unavailable={**machine.unavailable, "strip": NO_STRIP_WANTED})
    strip = LightStrip(Path(settings.strip.device), settings.strip.brightness)
    if (lack := strip.lack) is not None:
        why = NO_STRIP[lack]
        return _with_wrong(replace(machine, unavailable={**machine.unavailable, "strip": why}), why)
    strip.failed = lambda why: post(Trouble(strip_failed(why), Concern.STRIP))
    return replace(machine, strip=closing.enter_context(strip), strip_place=settings.strip.place)


def with_club(
    machine: Machine, settings: Settings, store: JournalStore, sources: Sequence[str], closing: ExitStack
) -> Machine:
    """The tables of a club, where its broker is set; what prevents it is said, and the evening does without.

    What simulated hands do is no table of a club.
    """
    if not settings.club.broker or SIMULATOR in sources:
        return machine
    try:
        from companion.club.broker_connection import Connection
    except ModuleNotFoundError:
        return _with_wrong(
            machine,
            say("The settings name a club, and this installation was made without what joins one: see docs/club.md."),
        )
    outbox = Outbox(None if store.folder is None else store.folder / "club.db")
    try:
        connection = Connection(settings.club, outbox)
    except ConfigError as error:
        return _with_wrong(machine, verbatim(str(error)))
    language = house_language(store.preferences(), os.environ)
    snapshots = Snapshots(language, names=settings.club.names)
    club = ClubTable(outbox.id, settings.club.table, connection, snapshots, now=time.time, kept=outbox.remembered)
    club.introduce(__version__, language)
    connection.start()
    closing.callback(connection.close)
    return replace(machine, club=club)


def _with_buttons(machine: Machine, settings: Settings, post: Post, closing: ExitStack) -> Machine:
    if not settings.buttons:
        return machine
    pressed, held = lambda name: post(PRESSED[name]), lambda name, is_down: post(Held(name, is_down))
    closing.enter_context(Buttons(settings.buttons, pressed, held=held))
    return replace(machine, buttons=settings.buttons)


def _with_lamps(machine: Machine, settings: Settings, _post: Post, closing: ExitStack) -> Machine:
    if not settings.lamps:
        return machine
    lamps = closing.enter_context(Lamps(settings.lamps))
    return replace(
        machine,
        show=lambda screen: lamps.shine(lamp_patterns(screen)),
        shine=lambda name: lamps.shine({name: Pattern.BEEPS if name == "buzzer" else Pattern.FAST}),
        lamps=settings.lamps,
    )


def _log(conclusion: Conclusion) -> None:
    logger.info("%s: %s", conclusion.kind, ", ".join(map(str, conclusion.lines)))
