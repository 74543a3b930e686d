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
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from tests.club.conftest import MOSQUITTO, Broker

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
UNIT = ROOT / "systemd" / "companion.service"
CGROUPS = Path("/sys/fs/cgroup/devices")
GRANTS = (
    "DeviceAllow=char-alsa rw",
    "ReadWritePaths=-/sys/devices",
    "ReadWritePaths=-/media/table-companion",
    "DeviceAllow=char-spi rw",
)
"""What each feature needs of the unit."""

pytestmark = [
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can lay restrictions on a program"),
    pytest.mark.skipif(not CGROUPS.is_dir(), reason="this kernel has no control group for devices"),
    pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed"),
]


def inside(unit: Path, port: int) -> dict[str, Any]:
    """What came of each feature inside the restrictions of this unit, with a club's broker at this port."""
    arguments = [sysconfig.get_path("purelib"), sys.base_prefix, f"python3.{sys.version_info.minor}"]
    group = Path(mkdtemp(prefix="companion-", dir=CGROUPS))
    try:
        done = subprocess.run(
            ["unshare", "--mount", FOLDER / "sandbox.sh", unit, *arguments, FOLDER / "probe_devices.py"],
            env={**os.environ, "SANDBOX_GROUP": str(group), "SANDBOX_BROKER": str(port)},
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
    for grant in GRANTS:
        assert f"\n{grant}\n" in text
        text = text.replace(f"{grant}\n", "")
    unit = tmp_path_factory.mktemp("unit") / "companion.service"
    unit.write_text(text)
    return inside(unit, port)


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
        "evening": {
            "beside_the_journal": ["journal.db-index", "tables"],
            "on_the_stick": [".bgsplay", ".csv", ".evening", ".ics", ".json", ".pdf", ".png", ".txt"],
        },
        "club": "barred",
    } == {name: came for name, came in shipped.items() if name != "devices"}


def test_a_club_is_reached_where_one_was_asked_for_and_nothing_else_changes(
    shipped: dict[str, Any], in_a_club: dict[str, Any]
) -> None:
    assert {**shipped, "club": "connected"} == in_a_club


def test_nothing_else_is_reached(shipped: dict[str, Any]) -> None:
    """A device that everybody may open by its rights, and a file of the kernel that everybody may write by its."""
    assert {
        "/dev/snd/pcmC0D0p": "opened",
        "/dev/other": "Operation not permitted",
        "/sys/kernel/tunable": "Read-only file system",
    } == shipped["devices"]


def test_what_the_unit_does_not_grant_is_grey_with_its_reason_and_said_by_the_doctor(
    without_grants: dict[str, Any],
) -> None:
    """Proves as well that the test above can fail."""
    assert {"Loudspeaker", "Voice", "Display", "Lights round the mat"} == set(without_grants["grey"])
    assert {"sound": "usable", "dimming": "usable", "stick": "usable", "lights": "usable"} == without_grants["doctor"]
    assert "cannot create /dev/snd/pcmC0D0p" in without_grants["player"][0], "a player that fails is heard of"
    assert ("9", ["Read-only file system", "written"]) == (without_grants["brightness"], without_grants["both sticks"])
    assert "The USB stick takes nothing" in without_grants["stick"]


def test_the_page_of_the_appliance_says_the_same(shipped: dict[str, Any], without_grants: dict[str, Any]) -> None:
    """Each line of its table, by what was tried here."""
    grey = without_grants["grey"]
    table = {
        "sound": (GRANTS[0], not shipped["player"], grey["Loudspeaker"]),
        "reading aloud": (GRANTS[0], shipped["read aloud"], grey["Voice"]),
        "brightness, dark display": (GRANTS[1], shipped["brightness"] == "128", grey["Display"]),
        "lights round the mat": (
            GRANTS[3],
            "Lights round the mat" not in shipped["grey"],
            grey["Lights round the mat"],
        ),
        "USB stick that was in before the start": (GRANTS[2], shipped["stick"] == "written", without_grants["stick"]),
        "USB stick that is put in later": ("", shipped["both sticks"][1] == "written", ""),
        "letting go of a stick by a touch": ("RuntimeDirectory=table-companion", shipped["asked to let go"], ""),
    }
    lines = [
        f"| {name} | {f'`{grant}`' if grant else ''} | {'works' if works else 'does not work'} | {reason} |"
        for name, (grant, works, reason) in table.items()
    ]
    page = (ROOT / "docs" / "appliance.md").read_text(encoding="utf-8")
    written = re.search(r"(?m)^\| feature \|.*\n\|[-|]+\n((?:\|.*\n)+)", page)

    assert written is not None
    assert lines == written[1].splitlines()
