"""Run inside the restrictions of the service by `sandbox.sh`: tries every device feature, prints what came of it."""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path

from companion.appliance import doctor
from companion.appliance.usb_stick import OURS, REQUEST, sticks, take_out_sticks, write_to_stick
from companion.application.application import Application
from companion.application.bootstrap import connect_devices
from companion.config import Settings
from companion.core.text import ENGLISH
from companion.errors import HardwareError
from companion.journal.store import JournalStore
from companion.pages.hardware_test import HardwareTest
from hardware.backlight import LAMPS, Backlight
from hardware.sound import Sound

STATE = Path("/var/lib/table-companion")


def outcome(path: str) -> str:
    """What comes of opening it for writing."""
    try:
        os.close(os.open(path, os.O_WRONLY))
    except OSError as error:
        return str(error.strerror)
    return "opened"


def stick_before_start() -> str:
    try:
        write_to_stick({"result.txt": "won"}, under=(OURS,))
    except HardwareError as error:
        return str(error)
    return "written"


def stick_after_start() -> list[str]:
    """Of the one that was in and of one that is put in now."""
    (REQUEST.parent / "ready").touch()
    until = time.monotonic() + 20
    while not Path("/run/go").exists() and time.monotonic() < until:
        time.sleep(0.05)
    return [outcome_in(folder) for folder in sticks(under=(OURS,))]


def outcome_in(folder: Path) -> str:
    try:
        (doctor.own_folder(folder) / "result.txt").write_text("won", encoding="utf-8")
    except OSError as error:
        return str(error.strerror)
    return "written"


def asked_to_let_go() -> bool:
    with suppress(HardwareError):
        take_out_sticks(wait=lambda _: None)
    return REQUEST.exists()


def tried() -> dict[str, object]:
    told: list[str] = []
    with JournalStore(STATE / "journal.db") as store, ExitStack() as closing:
        application = Application(Settings(), store, lambda _: None, ENGLISH)
        sound = Sound(cards=Path("/opt/cards"))
        lamp = Backlight()
        connect_devices(application, closing, sound, lamp)
        sound.failed = told.append
        before = stick_before_start()
        page = HardwareTest(application.house).view()
        grey = {str(row.title): str(row.why_not) for row in page.groups[-1].rows if row.intent is None and row.why_not}
        application.house.ring("test")
        application.brighten(0.5)
        findings = [doctor.sound(sound), doctor.brightness(lamp), doctor.stick(sticks(under=(OURS,)))]
    return {
        "grey": grey,
        "doctor": {each.part: each.health.value for each in findings},
        "player": told,
        "brightness": (LAMPS / "lamp" / "brightness").read_text(encoding="ascii").strip(),
        "stick": before,
        "both sticks": stick_after_start(),
        "asked to let go": asked_to_let_go(),
        "devices": {name: outcome(name) for name in ("/dev/snd/pcmC0D0p", "/dev/other", "/sys/kernel/tunable")},
    }


sys.stdout.write(json.dumps(tried()))
