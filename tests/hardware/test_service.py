"""The systemd unit, judged by systemd itself."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[2] / "systemd" / "companion.service"
EXPOSURE = 25  # tenths: systemd calls 0 to 4.9 "OK"


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a program that this machine has: systemd refuses one whose program is missing."""
    copy = tmp_path / UNIT.name
    copy.write_text(re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", UNIT.read_text()))
    return copy


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False)


def settings(name: str) -> list[str]:
    return re.findall(rf"(?m)^{name}=(.*)$", UNIT.read_text())


def test_systemd_finds_no_fault(unit: Path) -> None:
    verdict = analyze("verify", "--recursive-errors=one", "--man=no", str(unit))

    assert (0, "") == (verdict.returncode, verdict.stderr)


def test_systemd_would_find_a_misspelt_key(unit: Path) -> None:
    """Proves that the test above can fail."""
    unit.write_text(unit.read_text().replace("RestartSec=", "RestartSecs="))

    assert 0 != analyze("verify", "--recursive-errors=one", "--man=no", str(unit)).returncode


def test_it_has_few_rights(unit: Path) -> None:
    verdict = analyze("security", "--offline=true", f"--threshold={EXPOSURE}", "--no-pager", str(unit))

    assert 0 == verdict.returncode, verdict.stdout.splitlines()[-1:]


def test_it_comes_back_after_a_fault_and_is_watched() -> None:
    assert (["notify"], ["on-failure"], ["2"], ["30"]) == tuple(
        map(settings, ["Type", "Restart", "RestartSec", "WatchdogSec"])
    )


def test_it_reaches_camera_pins_touchscreen_and_its_own_folder() -> None:
    assert [{"video", "gpio", "input", "render"}] == [set(line.split()) for line in settings("SupplementaryGroups")]
    assert ["companion"] == settings("StateDirectory")
    # Each of these brings a list of allowed devices with it, and ours would not be on it.
    assert [] == settings("PrivateDevices") + settings("ProtectClock")


def test_it_is_stopped_by_systemd_alone() -> None:
    assert [] == settings("ExecStop") + settings("KillMode") + settings("KillSignal")


def test_every_group_it_wants_exists_on_plain_debian_too(tmp_path: Path) -> None:
    """A service with an unknown group does not start at all."""
    theirs = Path("/usr/lib/sysusers.d/basic.conf")
    (tmp_path / "etc").mkdir()
    for configuration in (theirs, UNIT.with_name("sysusers.conf")):
        subprocess.run(["systemd-sysusers", f"--root={tmp_path}", str(configuration)], check=True, capture_output=True)
    groups = {line.partition(":")[0] for line in (tmp_path / "etc" / "group").read_text().splitlines()}

    assert set() == set(" ".join(settings("SupplementaryGroups")).split()) - groups
