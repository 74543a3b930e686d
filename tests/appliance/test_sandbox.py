"""Every device feature inside what companion.service forbids, and what is said of one that is not let.

The restrictions are read from the unit and laid on by `sandbox.sh`. What a kernel lacks of sound, lamp and stick is
played by something else: what is tested is what the unit lets through.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

import pytest

from companion.cli import cli
from companion.pages.contents import PAGES
from tests.appliance.walk_everything import MADE_A_MISTAKE, NOT_WALKED
from tests.club.conftest import MOSQUITTO, Broker

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
UNIT = ROOT / "systemd" / "companion.service"
CGROUPS = Path("/sys/fs/cgroup/devices")
GRANTS = {
    "sound": "DeviceAllow=char-alsa rw",
    "brightness": "ReadWritePaths=-/sys/devices",
    "stick": "ReadWritePaths=-/media/table-companion",
    "lights": "DeviceAllow=char-spi rw",
    "camera": "DeviceAllow=char-video4linux rw",
    "camera's parts": "DeviceAllow=char-media rw",
    "camera's memory": "DeviceAllow=char-dma_heap rw",
    "pins": "DeviceAllow=char-gpiochip rw",
    "display": "DeviceAllow=char-drm rw",
    "touch": "DeviceAllow=char-input rw",
}
"""What each feature needs of the unit."""


class Feature(NamedTuple):
    """Of the machine: the pages and commands that use it, and what lets them."""

    pages: str
    commands: str
    let_by: str


FEATURES = {
    "sound": Feature("hardware, settings, clock", "doctor", GRANTS["sound"]),
    "reading aloud": Feature("hardware, settings", "doctor", GRANTS["sound"]),
    "brightness, dark display": Feature("hardware, settings", "doctor", GRANTS["brightness"]),
    "lights round the mat": Feature("hardware, settings, strip, strip walk", "doctor", GRANTS["lights"]),
    "USB stick that was in before the start": Feature(
        "hardware, getting ready, take along, evening, copy exchange, score picture, report",
        "labels, journal, bug-report, catalogue, deck, learn-faces, plan-camera, rulebook, wiring, read, score",
        GRANTS["stick"],
    ),
    "USB stick that is put in later": Feature("the same", "", ""),
    "letting go of a stick by a touch": Feature("the same", "", "RuntimeDirectory=table-companion"),
    "time zone": Feature("getting ready", "", "RuntimeDirectory=table-companion"),
    "journal, clocks, settings, own copy": Feature(
        "all", "journal, replay, why, self-test, catalogue", "StateDirectory=table-companion"
    ),
    "camera": Feature(
        "camera, camera set up, sticking, cards, strip walk, score picture, getting ready, report, copy, set up, lay, "
        "put right, result",
        "camera, doctor, labels, learn-faces",
        GRANTS["camera"],
    ),
    "buttons, lamps": Feature("hardware, wiring", "doctor, wiring", GRANTS["pins"]),
    "display": Feature("settings", "run, doctor, self-test", GRANTS["display"]),
    "touchscreen": Feature("all", "run, doctor", GRANTS["touch"]),
    "club": Feature("club", "doctor", "systemd/install --club"),
    "switching off": Feature("shut down", "", "ExecStopPost=+/opt/table-companion/power-off"),
    "updates": Feature("", "update", "root alone"),
}
NO_DEVICE = Feature(
    "home, new game, evenings, statistics, more figures, moments, season, people, location, about, tour, rules, rule, "
    "sheet, history, replay, more, correct, copies, value, decks, camera planner, end",
    "ask, check, profile, demo, run-scenario, game-check, new-game, make-tags, cases",
    "",
)
"""They need the journal and the screen, and nothing else."""

TITLES = {
    "hardware": "Buttons, lamps, sound",
    "settings": "Settings",
    "strip": "Lights round the mat",
    "strip walk": "Where is the light?",
    "getting ready": "Getting ready",
    "take along": "To my phone",
    "copy exchange": "Your copy on a stick",
    "score picture": "Score what lies here",
    "report": "Report a mistake",
    "camera": "Camera",
    "camera set up": "Does the camera see everything?",
    "sticking": "Stick the labels",
    "set up": "Set up the table",
    "put right": "Put the table right",
    "wiring": "Wiring",
    "shut down": "Shut down",
}
"""What pages are called on the screen."""

BARRED = "Operation not permitted"

NODES = {
    "camera": ("video0", "media0", "dma_heap/system"),
    "buttons, lamps": ("gpiochip0",),
    "display": ("dri/card0",),
    "touchscreen": ("input/event0",),
}
"""Below /dev, of what may be opened here and is no more than played."""

laid_on = [
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can lay restrictions on a program"),
    pytest.mark.skipif(not CGROUPS.is_dir(), reason="this kernel has no control group for devices"),
    pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed"),
]


def lay_on(test: Callable[..., None]) -> Callable[..., None]:
    """This test lays restrictions on a program."""
    for mark in laid_on:
        test = mark(test)
    return test


def in_order(line: str) -> list[str]:
    return list(filter(None, line.split(", ")))


def words(line: str) -> set[str]:
    return set(in_order(line))


def used(what: Callable[[Feature], str]) -> set[str]:
    return set[str]().union(*(words(what(each)) for each in (*FEATURES.values(), NO_DEVICE)))


def test_no_page_and_no_command_is_left_out() -> None:
    """What is new is to be said here, tried inside the restrictions, written into docs/appliance.md."""
    assert set(PAGES) == used(lambda each: each.pages) - {"all", "the same"}
    assert set(cli.commands) == used(lambda each: each.commands)
    assert words(NO_DEVICE.pages).isdisjoint(set[str]().union(*(words(each.pages) for each in FEATURES.values())))


def inside(unit: Path, port: int, probe: str = "probe_devices.py", *, free: bool = False) -> dict[str, Any]:
    """What came of the probe inside the restrictions of this unit, or without any; a club's broker is at this port."""
    arguments = [sysconfig.get_path("purelib"), sys.base_prefix, f"python3.{sys.version_info.minor}"]
    group = Path(mkdtemp(prefix="companion-", dir=CGROUPS))
    try:
        done = subprocess.run(
            ["unshare", "--mount", FOLDER / "sandbox.sh", unit, *arguments, FOLDER / probe],
            env={
                **os.environ,
                "SANDBOX_GROUP": str(group),
                "SANDBOX_BROKER": str(port),
                "SANDBOX_FREE": "1" if free else "",
            },
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    finally:
        group.rmdir()
    assert 0 == done.returncode, done.stderr
    tried: dict[str, Any] = json.loads(done.stdout)
    return tried


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Of a club's broker."""
    broker = Broker(tmp_path_factory.mktemp("broker"), "allow_anonymous true")
    broker.start()
    yield broker.port
    broker.stop()


@pytest.fixture(scope="module")
def shipped(port: int) -> dict[str, Any]:
    return inside(UNIT, port)


@pytest.fixture(scope="module")
def in_a_club(port: int, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """With what `systemd/install --club` puts beside the unit."""
    unit = tmp_path_factory.mktemp("unit") / "companion.service"
    unit.write_text(UNIT.read_text() + UNIT.with_name("club.conf").read_text())
    return inside(unit, port)


@pytest.fixture(scope="module")
def without_grants(port: int, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    text = UNIT.read_text()
    for grant in GRANTS.values():
        assert f"\n{grant}\n" in text
        text = text.replace(f"{grant}\n", "")
    unit = tmp_path_factory.mktemp("unit") / "companion.service"
    unit.write_text(text)
    return inside(unit, port)


@lay_on
def test_every_device_feature_works_inside(shipped: dict[str, Any]) -> None:
    assert {
        "grey": {},
        "doctor": {"sound": "good", "dimming": "good", "stick": "good", "lights": "good"},
        "player": [],
        "read aloud": True,
        "brightness": "128",
        "stick": "written",
        "both sticks": ["written", "written"],
        "asked to let go": True,
        "time zone": True,
        "evening": {
            "beside_the_journal": ["journal.db-index", "tables"],
            "on_the_stick": [".bgsplay", ".csv", ".evening", ".ics", ".json", ".pdf", ".png", ".txt"],
        },
        "club": "barred",
    } == {name: came for name, came in shipped.items() if name not in {"devices", "tunable", "without", "pins"}}


@lay_on
def test_a_club_is_reached_where_one_was_asked_for_and_nothing_else_changes(
    shipped: dict[str, Any], in_a_club: dict[str, Any]
) -> None:
    assert {**shipped, "club": "connected"} == in_a_club


@lay_on
def test_nothing_else_is_reached(shipped: dict[str, Any]) -> None:
    """A device that everybody may open by its rights, and a file of the kernel that everybody may write by its."""
    assert "opened" == shipped["devices"]["snd/pcmC0D0p"]
    assert [BARRED, "Read-only file system"] == [shipped["devices"]["other"], shipped["tunable"]]


@lay_on
def test_what_the_unit_does_not_grant_is_grey_with_its_reason_and_said_by_the_doctor(
    without_grants: dict[str, Any],
) -> None:
    """Proves as well that the test above can fail."""
    assert {"Loudspeaker", "Voice", "Display", "Lights round the mat"} == set(without_grants["grey"])
    assert {"sound": "usable", "dimming": "usable", "stick": "usable", "lights": "usable"} == without_grants["doctor"]
    assert "cannot create /dev/snd/pcmC0D0p" in without_grants["player"][0], "a player that fails is heard of"
    assert ("9", ["Read-only file system", "written"]) == (without_grants["brightness"], without_grants["both sticks"])
    assert "The USB stick takes nothing" in without_grants["stick"]
    assert {BARRED} == set(without_grants["devices"].values())


@lay_on
def test_the_page_of_the_appliance_says_the_same(
    shipped: dict[str, Any], in_a_club: dict[str, Any], without_grants: dict[str, Any]
) -> None:
    """Each line of its table, by what was tried here."""
    grey, lacks = without_grants["grey"], without_grants["without"]
    works = {
        "sound": not shipped["player"],
        "reading aloud": shipped["read aloud"],
        "brightness, dark display": shipped["brightness"] == "128",
        "lights round the mat": "Lights round the mat" not in shipped["grey"],
        "USB stick that was in before the start": shipped["stick"] == "written",
        "USB stick that is put in later": shipped["both sticks"][1] == "written",
        "letting go of a stick by a touch": shipped["asked to let go"],
        "time zone": shipped["time zone"],
        "club": in_a_club["club"] == "connected",
        "journal, clocks, settings, own copy": shipped["evening"]["beside_the_journal"],
    }
    came = {name: "works" if good else "does not work" for name, good in works.items()}
    for name, nodes in NODES.items():
        came[name] = "may be opened" if BARRED not in (shipped["devices"][node] for node in nodes) else "is barred"
    reasons = {
        "sound": grey["Loudspeaker"],
        "reading aloud": grey["Voice"],
        "brightness, dark display": grey["Display"],
        "lights round the mat": grey["Lights round the mat"],
        "USB stick that was in before the start": without_grants["stick"],
        "camera": lacks["camera"],
        "buttons, lamps": without_grants["pins"][0],
        "display": lacks["display"],
        "touchscreen": lacks["input"],
    }
    lines = [
        f"| {name} | {f'`{each.let_by}`' if '=' in each.let_by else each.let_by} | {came.get(name, 'asked of root')} "
        f"| {reasons.get(name, '')} |"
        for name, each in FEATURES.items()
    ]

    assert lines == table("feature | let by")


def test_the_page_of_the_appliance_says_which_pages_and_commands_use_what() -> None:
    lines = [
        f"| {name} | {'; '.join(TITLES.get(page, page) for page in in_order(each.pages))} "
        f"| {', '.join(f'`{command}`' for command in in_order(each.commands))} |"
        for name, each in {**FEATURES, "nothing but the journal": NO_DEVICE}.items()
    ]

    assert lines == table("feature | on the screen")


def table(head: str) -> list[str]:
    """The lines of the table of docs/appliance.md that begins so."""
    page = (ROOT / "docs" / "appliance.md").read_text(encoding="utf-8")
    written = re.search(rf"(?m)^\| {re.escape(head)}.*\n\|[-|]+\n((?:\|.*\n)+)", page)
    return [] if written is None else written[1].splitlines()


@lay_on
def test_what_this_kernel_has_not_is_said_to_be_played() -> None:
    """Whoever has a kernel that has it can try more than the right to open it."""
    classes = re.findall(r"(?m)^DeviceAllow=char-(\w+) ", UNIT.read_text())
    there = {line.split()[-1] for line in Path("/proc/devices").read_text().splitlines() if line.strip()}
    page = (ROOT / "docs" / "appliance.md").read_text(encoding="utf-8")
    said = re.search(r"no kernel at hand has ([\w, ]+?) or (\w+)\.", page)

    assert said is not None
    assert {each for each in classes if each not in there} <= {*said[1].split(", "), said[2]}


@pytest.mark.slow
@lay_on
def test_every_page_and_every_command_says_inside_what_it_says_outside(port: int) -> None:
    """All pages are opened and all on them touched, all commands run but those of developers; some two minutes."""
    here = inside(UNIT, port, "walk_everything.py")
    outside = inside(UNIT, port, "walk_everything.py", free=True)

    assert outside == here
    assert set(PAGES) == set(here["pages"])
    assert set(cli.commands) == {*here["commands"], *NOT_WALKED}
    assert TITLES == {name: here["pages"][name]["title"] for name in TITLES}
    assert MADE_A_MISTAKE not in json.dumps(here)
    assert {"unavailable": [], "wrong": []} == here["devices"]
    assert {".copy.toml", ".zip", ".svg", ".html"} <= {
        "".join(Path(name).suffixes[-2:]) for name in here["on the stick"]
    }
