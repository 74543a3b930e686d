"""What an evening needs of the machine, checked one by one; what is wrong is said with what to do about it."""

from __future__ import annotations

import os
import platform
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path

from companion import __version__
from companion.appliance.devices import NO_BRIGHTNESS, NO_SOUND, NO_STICK, NO_STRIP
from companion.appliance.updates import Appliance
from companion.appliance.usb_stick import own_folder, sticks
from companion.config import SIMULATOR, Club, Display, Settings
from companion.core.printed_copy import second_tags_of
from companion.core.text import NOTHING, Text, comma_list, say, say_plural, verbatim
from companion.errors import ConfigError, HardwareError, JournalError
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.label_sets.piece_labels import tags_of
from companion.optional import installed
from companion.pages.settings import preferred
from hardware.backlight import Backlight
from hardware.camera import CameraSettings
from hardware.camera_registry import attached_cameras, open_camera
from hardware.gpio import close_all, open_devices, pin_driver
from hardware.light_strip import LightStrip
from hardware.raspberry_pi import has_narrow_camera_connectors, is_raspberry_pi, machine_model
from hardware.sound import Sound
from vision.arrays import Luma

PYTHONS = ((3, 11), (3, 13))
LEAST_FREE_MB = 200
"""Of the disk: an evening writes a few megabytes, an update needs room for itself twice."""

BUILT = datetime(2026, 1, 1, tzinfo=UTC)
"""A clock before this has not been set since the machine was switched on."""

LIGHT = (60.0, 200.0)
"""Of 255: the mean of a picture in which labels are neither drowned in the dark nor washed out."""

EVENTS = Path("/dev/input")
CLUB_RIGHTS = Path("/etc/systemd/system/companion.service.d/club.conf")
"""What lets the service use the network, beside its unit."""


class Health(Enum):
    GOOD = "good"
    USABLE = "usable"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of one part, and what to do where it is not good."""

    part: str
    health: Health
    what: Text
    remedy: Text = NOTHING


def examine(settings: Settings, journal: Path) -> Iterator[Finding]:
    """Looks at every part. A camera is opened and asked for one picture, which may take seconds."""
    yield version(sys.version_info[:2])
    yield update(Appliance().home)
    yield display(settings.display, turned(settings, journal))
    yield touch()
    if is_running():
        yield from in_use("camera", "pins")
    else:
        yield from camera(settings)
        yield pins(settings)
    yield sound(Sound())
    yield brightness(Backlight())
    if settings.strip.lights:
        yield strip(LightStrip(Path(settings.strip.device)), settings.strip.lights)
    yield stick(sticks())
    yield disk(journal.parent)
    yield clock(datetime.now(UTC))
    yield journal_file(journal)
    if settings.club.broker:
        yield club(settings.club)


def is_running() -> bool:
    """Whether the service has camera and pins at this moment."""
    if shutil.which("systemctl") is None:
        return False
    asked = ["systemctl", "is-active", "--quiet", "companion.service"]
    return subprocess.run(asked, check=False, stderr=subprocess.DEVNULL).returncode == 0


def in_use(*parts: str) -> Iterator[Finding]:
    """Only one program can have them."""
    remedy = say("Run `sudo systemctl stop companion` to have it examined, and `sudo systemctl start companion` after.")
    for part in parts:
        yield Finding(part, Health.USABLE, say("the running companion has it"), remedy)


def version(python: tuple[int, int]) -> Finding:
    machine = machine_model() if is_raspberry_pi() else platform.machine()
    what = say("{version} on Python {python}, {machine}", version=__version__, python=_dotted(python), machine=machine)
    if PYTHONS[0] <= python <= PYTHONS[1]:
        return Finding("version", Health.GOOD, what)
    supported = say("Use Python {least} to {most}.", least=_dotted(PYTHONS[0]), most=_dotted(PYTHONS[1]))
    return Finding("version", Health.USABLE, what, supported)


def update(home: Path) -> Finding:
    """Whether the latest update stands."""
    failed = home / "taken-back"
    if failed.exists():
        what = say("version {version} did not come up and was taken back", version=failed.read_text("utf-8").strip())
        return Finding(
            "update", Health.USABLE, what, say("Nothing is lost; ask for a version that suits this machine.")
        )
    if not (home / "current").exists():
        return Finding("update", Health.GOOD, say("not installed as an appliance"))
    return Finding("update", Health.GOOD, say("the installed version is the one that was wanted last"))


def display(wanted: Display, turn: int, cards: Path | None = None) -> Finding:
    """On the bare console which one it is: its plug, the graphics card behind it, its size and how it is turned."""
    from ui.displays import CARDS, candidates, connectors
    from ui.window import has_display

    cards = cards or CARDS
    if not has_display(cards=cards):
        remedy = say("Plug a screen in and switch it on; within a desktop session set DISPLAY.")
        return Finding("display", Health.BROKEN, say("no screen is there"), remedy)
    found = candidates(connectors(cards), wanted.connector)
    if not found:
        return Finding("display", Health.GOOD, say("a screen is there"))
    what = say(
        "{connector} of card {card}, {pixels} pixels, turned by {turn} degrees",
        connector=found[0].name,
        card=found[0].card,
        pixels=found[0].pixels or "?",
        turn=turn,
    )
    if wanted.connector and wanted.connector != found[0].name:
        remedy = say(
            "The settings want {connector}, where nothing is connected; there is {connectors}.",
            connector=wanted.connector,
            connectors=comma_list([each.name for each in found]),
        )
        return Finding("display", Health.USABLE, what, remedy)
    return Finding("display", Health.GOOD, what)


def turned(settings: Settings, journal: Path) -> int:
    """Degrees: as somebody has chosen on the screen, else as in the settings."""
    usual = {"turn": str(settings.display.turn)}
    try:
        with JournalStore(journal if journal.exists() else ":memory:", to_read=journal.exists()) as store:
            return int(preferred({**usual, **store.preferences()}, "turn"))
    except JournalError:
        return settings.display.turn


def touch(events: Path = EVENTS) -> Finding:
    """On the bare console touches come from the device files; a desktop session has its own way."""
    devices = sorted(events.glob("event*"))
    if not devices:
        remedy = say("Plug a touchscreen or a mouse in.")
        return Finding("input", Health.USABLE, say("no touchscreen, mouse or keyboard is there"), remedy)
    if any(os.access(device, os.R_OK) for device in devices):
        return Finding("input", Health.GOOD, say("touches and keys can be read"))
    remedy = say("Add the user who runs the companion to the group `input`.")
    return Finding("input", Health.USABLE, say("touches cannot be read on the bare console"), remedy)


def camera(settings: Settings) -> Iterator[Finding]:
    """Whether one is there and gives a picture, and whether there is light in it."""
    asked = settings.camera.source
    attached = list(attached_cameras())
    names = [camera.source for camera in attached] if asked == "auto" else [asked]
    if not names:
        yield Finding("camera", Health.BROKEN, say("no camera is there"), cable(machine_model()))
        return
    for found in attached:
        if found.connector:
            where = say("{camera} on {connector}", camera=found.title, connector=found.connector)
            yield Finding("cable", Health.GOOD, where)
    name = names[0]
    if name == SIMULATOR:
        remedy = say('Set `source = "auto"` in the section [camera] of the settings.')
        yield Finding("camera", Health.USABLE, say("the settings ask for the simulated table"), remedy)
        return
    try:
        with open_camera(name, CameraSettings(size=settings.camera.size)) as source:
            frame = source.read()
    except HardwareError as error:
        yield Finding("camera", Health.BROKEN, say("{camera} gives no picture", camera=name), verbatim(str(error)))
        return
    if frame is None:
        remedy = say("Check its cable, and that no other program uses it.")
        yield Finding("camera", Health.BROKEN, say("{camera} gives no picture", camera=name), remedy)
        return
    height, width = frame.image.shape[:2]
    size = say("{camera}: {width} x {height} pixels", camera=name, width=width, height=height)
    yield Finding("camera", Health.GOOD, size)
    yield light(float(frame.image.mean()))
    yield label_size(frame.image)


def cable(model: str) -> Text:
    """How a camera is plugged into this board."""
    if has_narrow_camera_connectors(model):
        return say(
            "Plug a camera in, the machine switched off: this board takes the cable with one narrow end (22 contacts), "
            "in either of its connectors; the usual cable of 15 does not fit."
        )
    return say("Plug a camera in; a ribbon cable with the contacts towards the board, the machine switched off.")


def label_size(image: Luma) -> Finding:
    """Of the labels that lie before the camera, whatever game they are of: how large the smallest is seen."""
    from companion.cameras.closed_label_set import closed_label_set
    from vision.detection.closed_set import detector
    from vision.geometry.placement_check import SMALLEST_MODULE
    from vision.labels import FRAME_MODULES

    known = closed_label_set(
        {tag for game in GAMES.values() for tag in (*tags_of(game), *second_tags_of(game).values())}, None
    )
    seen = detector(known).detect(image).decoded
    if not seen:
        remedy = say("Lay some labelled pieces under the camera; nearer and in focus if they lie there already.")
        return Finding("labels", Health.USABLE, say("the camera sees no label"), remedy)
    modules = min(label.size_px for label in seen) / FRAME_MODULES
    what = say_plural(
        "{count} label, {pixels} pixels per module",
        "{count} labels, the smallest {pixels} pixels per module",
        len(seen),
        pixels=f"{modules:.1f}",
    )
    if modules < SMALLEST_MODULE:
        return Finding("labels", Health.USABLE, what, say("Hang the camera lower, or print larger labels."))
    return Finding("labels", Health.GOOD, what)


def light(mean: float) -> Finding:
    what = say("mean brightness {mean} of 255", mean=f"{mean:.0f}")
    if mean < LIGHT[0]:
        return Finding("light", Health.USABLE, what, say("Switch on a lamp, or move the table nearer to one."))
    if mean > LIGHT[1]:
        return Finding("light", Health.USABLE, what, say("Turn the lamp away, or draw the curtain."))
    return Finding("light", Health.GOOD, what)


def pins(settings: Settings) -> Finding:
    wanted = {**settings.buttons, **settings.lamps}
    if not wanted:
        driver = pin_driver()
        if not driver:
            return Finding("pins", Health.GOOD, say("no buttons or lamps are set up, and none are needed"))
        unused = say("no buttons or lamps are set up, and none are needed; {driver} would drive them", driver=driver)
        return Finding("pins", Health.GOOD, unused)
    try:
        factory = _open_pins(wanted)
    except HardwareError as error:
        return Finding("pins", Health.BROKEN, say("buttons and lamps do not work"), verbatim(str(error)))
    return Finding(
        "pins", Health.GOOD, say("{pins} can be used, by {driver}", pins=comma_list(sorted(wanted)), driver=factory)
    )


def _open_pins(wanted: dict[str, int]) -> str:
    """What drives them."""
    from gpiozero import Device, InputDevice

    close_all(open_devices("buttons", wanted, InputDevice))
    return type(Device.pin_factory).__name__


def sound(device: Sound) -> Finding:
    if device.lack is None:
        return Finding("sound", Health.GOOD, say("sounds can be heard"))
    return Finding("sound", Health.USABLE, say("the clock is silent"), NO_SOUND[device.lack])


def brightness(lamps: Backlight) -> Finding:
    if lamps.lack is None:
        return Finding("dimming", Health.GOOD, say("the display can be dimmed and dark"))
    return Finding("dimming", Health.USABLE, say("the display cannot be dimmed"), NO_BRIGHTNESS[lamps.lack])


def strip(lights: LightStrip, count: int) -> Finding:
    if lights.lack is None:
        wanted = say_plural("{count} light round the mat can be lit", "{count} lights round the mat can be lit", count)
        return Finding("lights", Health.GOOD, wanted)
    return Finding("lights", Health.USABLE, say("the lights round the mat stay dark"), NO_STRIP[lights.lack])


def stick(found: Sequence[Path]) -> Finding:
    """No stick is no fault; one that takes nothing is."""
    if not found:
        return Finding("stick", Health.GOOD, NO_STICK)
    folder = own_folder(found[0])
    what = say("a USB stick in {folder}", folder=str(folder))
    if os.access(folder, os.W_OK):
        return Finding("stick", Health.GOOD, what)
    remedy = say(
        "It cannot be written to: its switch may be locked, or something else has mounted it. Try another one."
    )
    return Finding("stick", Health.USABLE, what, remedy)


def disk(folder: Path, usage: Callable[[Path], tuple[int, int, int]] = shutil.disk_usage) -> Finding:
    there = next(each for each in (folder, *folder.parents) if each.exists())
    free = usage(there)[2] // 1_000_000
    what = say("{free} MB free in {folder}", free=free, folder=str(folder))
    if not os.access(there, os.W_OK):
        remedy = say("Make {folder} writable for the user who runs the companion.", folder=str(there))
        return Finding("disk", Health.BROKEN, say("{folder} cannot be written", folder=str(there)), remedy)
    if free < LEAST_FREE_MB:
        return Finding("disk", Health.USABLE, what, say("Make room: delete what is not needed on this card."))
    return Finding("disk", Health.GOOD, what)


def clock(now: datetime) -> Finding:
    what = verbatim(now.strftime("%Y-%m-%d %H:%M UTC"))
    if now < BUILT:
        remedy = say("Set the date; evenings are listed by it. Nothing else depends on it.")
        return Finding("clock", Health.USABLE, what, remedy)
    return Finding("clock", Health.GOOD, what)


def journal_file(path: Path) -> Finding:
    """Reads it, and leaves it as it is."""
    if not path.exists():
        return Finding("journal", Health.GOOD, say("none yet; the first evening begins one"))
    try:
        with JournalStore(path, to_read=True) as store:
            count, repaired = len(store.games()), store.repaired
    except JournalError as error:
        remedy = say("Move the file away; the next evening begins a new one.")
        return Finding("journal", Health.BROKEN, verbatim(str(error)), remedy)
    if repaired is not None:
        return Finding("journal", Health.USABLE, repaired, say("Check the disk: it changed what was written on it."))
    what = say_plural("{path}, {count} evening", "{path}, {count} evenings", count, path=str(path))
    return Finding("journal", Health.GOOD, what)


def club(wanted: Club, rights: Path = CLUB_RIGHTS) -> Finding:
    """Whether the broker answers; what the players say there stays unsaid."""
    what = say("the broker {broker}, port {port}", broker=wanted.broker, port=str(wanted.port))
    unit = rights.parents[1] / rights.parent.stem
    if unit.exists() and not rights.exists():
        remedy = say("The companion may not use the network: run `sudo systemd/install --club`.")
        return Finding("club", Health.USABLE, what, remedy)
    try:
        with installed("club"):
            from companion.club.broker_connection import reach
        reach(wanted)
    except ConfigError as error:
        return Finding("club", Health.USABLE, what, verbatim(str(error)))
    except OSError as error:
        return Finding("club", Health.USABLE, what, _on_the_way(error))
    return Finding("club", Health.GOOD, say("the broker {broker} answers", broker=wanted.broker))


def _on_the_way(error: OSError) -> Text:
    match error:
        case ssl.SSLCertVerificationError():
            return say("Nobody known has signed its certificate: name the file of who has as `authority`.")
        case ssl.SSLError():
            return say("It does not speak TLS there: check the port, or set `tls = false` in a network that you trust.")
        case socket.gaierror():
            return say("No machine of this name is found: check the name, and this machine's network.")
        case _:
            return say(
                "It does not answer ({reason}): check whether it runs, and its port.",
                reason=str(error.strerror or error),
            )


def _dotted(python: tuple[int, int]) -> str:
    return ".".join(map(str, python))
