"""Run inside the restrictions of the service by `sandbox.sh`: tries every device feature, prints what came of it."""

from __future__ import annotations

import errno
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Container
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pyseccomp

from companion.appliance import doctor
from companion.appliance.time_zones import TimeZones
from companion.appliance.usb_stick import OURS, REQUEST, sticks, take_out_sticks, write_to_stick
from companion.application.application import Application
from companion.application.bootstrap import with_devices
from companion.club.broker_connection import Connection
from companion.club.link import LinkStatus
from companion.club.outbox import Outbox
from companion.config import Club, Display, Settings, Strip
from companion.core.game import Options
from companion.core.text import ENGLISH
from companion.errors import HardwareError
from companion.games import GAMES
from companion.journal.evening_index import index_of
from companion.journal.store import JournalStore
from companion.journal.table_photos import keep_photo
from companion.pages.hardware_test import HardwareTest
from companion.pages.machine import Machine, Sticks, nothing
from companion.pages.page_context import PageContext
from companion.pages.result import ScoreStandings
from companion.pages.take_along import TakeAlong
from companion.session.game_history import GameHistory
from hardware.backlight import LAMPS, Backlight
from hardware.light_strip import LightStrip
from hardware.sound import Sound
from hardware.voice import Voice

STATE = Path("/var/lib/table-companion")
STRIP = Strip(60)
NODES = ("snd/pcmC0D0p", "spidev0.0", "video0", "media0", "dma_heap/system", "gpiochip0", "dri/card0", "input/event0")
"""Of the devices that a machine has for the table, below /dev."""

FAMILIES = Path("/opt/families").read_text(encoding="ascii").split()
"""Of addresses, of which the unit lets sockets through."""


class Evening(NamedTuple):
    """What an evening leaves behind it: in the journal's folder, and on the stick by the ends of the files' names."""

    beside_the_journal: list[str]
    on_the_stick: list[str]


def restrict_address_families(allowed: Container[str]) -> None:
    """As systemd does it: a socket of another family cannot be made."""
    families = {name: number for name, number in vars(socket).items() if re.fullmatch("AF_[A-Z0-9]+", name)}
    rules = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
    for name, number in families.items():
        if name not in allowed and number >= 0:
            refusal = pyseccomp.ERRNO(errno.EAFNOSUPPORT)
            rules.add_rule(refusal, "socket", pyseccomp.Arg(0, pyseccomp.EQ, int(number)))
    rules.load()


def joined(port: int) -> str:
    """What comes of joining a club at this broker."""
    link = Connection(Club("127.0.0.1", port, tls=False), Outbox(STATE / "club.db"))
    link.start()
    until = time.monotonic() + (20 if "AF_INET" in FAMILIES else 1)
    while link.status is not LinkStatus.CONNECTED and time.monotonic() < until:
        time.sleep(0.05)
    reached = link.status.value
    link.close()
    return reached


def evening(store: JournalStore, context: PageContext) -> Evening:
    """One that ends, with a picture of its table, is looked up in the statistics, and written onto the stick."""
    game = next(iter(GAMES))
    history = GameHistory(GAMES[game], store, store.begin(game, Options(("Ann", "Ben"))))
    history.abandon()
    keep_photo(store.folder, history.id, cv2.imencode(".jpg", np.full((60, 80), 128, np.uint8))[1].tobytes())
    store.ended_evenings()
    ours = Sticks(lambda files: write_to_stick(files, under=(OURS,)), take_out=lambda: None)
    context.machine = replace(context.machine, sticks=ours)
    with suppress(HardwareError):
        TakeAlong(context, ScoreStandings(history)).touched("stick", "")
    (folder,) = (doctor.own_folder(each) for each in sticks(under=(OURS,)))
    beside = [path.name for path in STATE.iterdir() if path.name in {"tables", index_of(STATE / "journal.db").name}]
    return Evening(sorted(beside), sorted({path.suffix for path in folder.iterdir()}))


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


def spoken() -> bool:
    """Whether the program that reads aloud may be run, and makes a sound that can be played."""
    made = subprocess.run(
        ["espeak-ng", "-v", "et", "--stdin", "--stdout"],
        input=b"Kord on Liisal.",
        capture_output=True,
        check=False,
    )
    return made.stdout.startswith(b"RIFF") and len(made.stdout) > 10_000


def asked_to_let_go() -> bool:
    with suppress(HardwareError):
        take_out_sticks(wait=lambda _: None)
    return REQUEST.exists()


def zone_asked_for() -> bool:
    with suppress(HardwareError):
        TimeZones().choose("Europe/Tallinn")
    return TimeZones().request.exists()


def tried() -> dict[str, object]:
    told: list[str] = []
    with JournalStore(STATE / "journal.db") as store, ExitStack() as closing:
        sound = Sound(cards=Path("/opt/cards"))
        lamp, voice = Backlight(), Voice(STATE / "voices")
        wired = Settings(strip=STRIP)
        machine = with_devices(Machine(), wired, told.append, closing, sound=sound, voice=voice, backlight=lamp)
        application = Application(Settings(), store, lambda _: None, ENGLISH, machine=machine)
        sound.failed = told.append
        before = stick_before_start()
        left = evening(store, application.context)
        page = HardwareTest(application.context).view()
        grey = {str(row.title): str(row.why_not) for row in page.groups[-1].rows if row.intent is None and row.why_not}
        machine.ring("test")
        machine.brighten(0.5)
        lights = doctor.strip(LightStrip(Path(STRIP.device)), STRIP.lights)
        findings = [doctor.sound(sound), doctor.brightness(lamp), doctor.stick(sticks(under=(OURS,))), lights]
        wired = Settings(buttons={"pass": 17})
        pins = with_devices(Machine(), wired, nothing, closing, sound=Sound(), voice=voice, backlight=lamp).wrong
    doctor_says = [doctor.display(Display(), 0), *doctor.camera(Settings()), doctor.touch()]
    return {
        "without": {each.part: f"{each.what}: {each.remedy}" for each in doctor_says},
        "pins": [str(each) for each in pins],
        "time zone": zone_asked_for(),
        "grey": grey,
        "doctor": {each.part: each.health.value for each in findings},
        "player": told,
        "read aloud": spoken(),
        "brightness": (LAMPS / "lamp" / "brightness").read_text(encoding="ascii").strip(),
        "stick": before,
        "both sticks": stick_after_start(),
        "asked to let go": asked_to_let_go(),
        "evening": left._asdict(),
        "club": joined(int(broker)) if (broker := Path("/opt/broker").read_text(encoding="ascii")) else "",
        "devices": {name: outcome(f"/dev/{name}") for name in (*NODES, "other")},
        "tunable": outcome("/sys/kernel/tunable"),
    }


restrict_address_families(FAMILIES)
sys.stdout.write(json.dumps(tried()))
