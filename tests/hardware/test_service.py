"""The systemd units, judged by systemd itself."""

from __future__ import annotations

import re
import shutil
import subprocess
from ipaddress import ip_network
from pathlib import Path

import pytest

from companion.appliance.service import POWER_OFF, PowerOff

FOLDER = Path(__file__).parents[2] / "systemd"
COMPANION, FAILURE = FOLDER / "companion.service", FOLDER / "companion-failure.service"
CLUB = FOLDER / "club.conf"
EXPOSURE = 20  # tenths


def settings(unit: Path, name: str) -> list[str]:
    return re.findall(rf"(?m)^{name}=(.*)$", unit.read_text())


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The units with programs that this machine has: systemd refuses one whose program is missing.

    `RestartMode` came with systemd 254; the one of Debian 12 says so and passes over it.
    """
    folder = tmp_path_factory.mktemp("units")
    version = int(analyze("--version").stdout.split()[1])
    for unit in (COMPANION, FAILURE):
        text = re.sub(r"(?m)^(Exec\w+=\+?)/opt/\S+", r"\1/bin/true", unit.read_text())
        (folder / unit.name).write_text(text if version >= 254 else text.replace("RestartMode=direct\n", ""))
    return folder


@pytest.mark.parametrize("name", [COMPANION.name, FAILURE.name])
class TestEachUnit:
    def test_systemd_finds_no_fault(self, copies: Path, name: str) -> None:
        verdict = analyze("verify", "--recursive-errors=one", "--man=no", str(copies / name))

        assert (0, "") == (verdict.returncode, verdict.stderr)

    def test_systemd_would_find_a_misspelt_key(self, copies: Path, name: str, tmp_path: Path) -> None:
        """Proves that the test above can fail."""
        broken = tmp_path / name
        broken.write_text((copies / name).read_text().replace("PrivateTmp=", "PrivateTemp="))

        assert 0 != analyze("verify", "--recursive-errors=one", "--man=no", str(broken)).returncode

    def test_it_has_few_rights(self, copies: Path, name: str) -> None:
        verdict = analyze("security", "--offline=true", f"--threshold={EXPOSURE}", "--no-pager", str(copies / name))

        assert 0 == verdict.returncode, verdict.stdout.splitlines()[-1:]

    def test_it_is_nobody_who_may_do_more(self, copies: Path, name: str) -> None:
        assert (["companion"], [""]) == (
            settings(copies / name, "User"),
            settings(copies / name, "CapabilityBoundingSet"),
        )


def test_it_comes_back_after_a_fault_and_is_watched() -> None:
    wanted = {"Type": "notify", "Restart": "on-failure", "RestartSec": "2", "WatchdogSec": "30"}

    assert wanted == {name: settings(COMPANION, name)[0] for name in wanted}


def test_what_fails_again_and_again_ends_on_a_screen_that_says_why_and_a_key_starts_it_again() -> None:
    """Even five faults by the watchdog, the slowest way to fail, come within the interval that is counted."""
    slowest = int(settings(COMPANION, "WatchdogSec")[0]) + int(settings(COMPANION, "TimeoutStartSec")[0])

    assert ["10min"] == settings(COMPANION, "StartLimitIntervalSec")
    assert 10 * 60 >= int(settings(COMPANION, "StartLimitBurst")[0]) * slowest
    assert ["companion-failure.service"] == settings(COMPANION, "OnFailure")
    assert ["direct"] == settings(COMPANION, "RestartMode"), "else it is shown after every single fault"
    assert ["companion.service"] == settings(FAILURE, "OnSuccess")
    assert ["+systemctl reset-failed companion.service"] == settings(FAILURE, "ExecStopPost")


def test_keys_reach_no_login_prompt_behind_the_window() -> None:
    for unit in (COMPANION, FAILURE):
        assert (["/dev/tty1"], ["tty"]) == (settings(unit, "TTYPath"), settings(unit, "StandardInput"))
        assert any("getty@tty1.service" in line for line in settings(unit, "Conflicts"))


def test_nothing_that_is_run_beside_the_window_hangs_its_console_up() -> None:
    """systemd does it before every command of such a unit: the companion ended as soon as it had come up."""
    beside = ("ExecStartPre", "ExecStartPost", "ExecReload")
    for unit in (COMPANION, FAILURE):
        hangs_up = settings(unit, "TTYVHangup") + settings(unit, "TTYReset")
        assert not ("yes" in hangs_up and any(settings(unit, command) for command in beside)), unit.name


def test_it_waits_until_the_boot_picture_has_let_go_of_the_display() -> None:
    assert "plymouth-quit-wait.service" in " ".join(settings(COMPANION, "After")).split()


def test_it_reaches_display_camera_pins_touchscreen_and_its_own_folder() -> None:
    classes = {line.split()[0] for line in settings(COMPANION, "DeviceAllow")}

    reached = ["drm", "input", "video4linux", "media", "dma_heap", "gpiochip", "alsa", "spi", "tty"]
    assert {f"char-{name}" for name in reached} == classes
    assert ["closed"] == settings(COMPANION, "DevicePolicy")
    assert [{"video", "gpio", "input", "render", "audio", "spi"}] == [
        set(line.split()) for line in settings(COMPANION, "SupplementaryGroups")
    ]
    assert ["table-companion"] == settings(COMPANION, "StateDirectory")
    environment = dict(
        line.split("=", 1) for line in (FOLDER / "environment").read_text().splitlines() if line[0] != "#"
    )
    assert "/var/lib" == environment["XDG_DATA_HOME"] == environment["XDG_CONFIG_HOME"]
    assert ["/var/lib/table-companion", environment["HOME"]] == [*settings(COMPANION, "WorkingDirectory")] * 2


def test_the_machine_is_switched_off_by_the_unit() -> None:
    assert [str(POWER_OFF)] == settings(COMPANION, "SuccessExitStatus")
    assert f"= {POWER_OFF} ]" in (FOLDER / "power-off").read_text()
    assert "+/opt/table-companion/power-off" in settings(COMPANION, "ExecStopPost")


class TestPowerOff:
    def test_a_service_ends_with_the_code_its_unit_knows(self) -> None:
        closed: list[str] = []
        wanted = PowerOff(lambda: closed.append("window"), is_service=True)
        wanted.obey()
        wanted.ask()
        with pytest.raises(SystemExit) as end:
            wanted.obey()

        assert (["window"], POWER_OFF) == (closed, end.value.code)


def test_it_is_stopped_by_systemd_alone() -> None:
    assert [] == settings(COMPANION, "ExecStop") + settings(COMPANION, "KillMode") + settings(COMPANION, "KillSignal")


def test_its_user_and_every_group_it_wants_exist_on_plain_debian_too(tmp_path: Path) -> None:
    """A service with an unknown group does not start at all."""
    (tmp_path / "etc").mkdir()
    for configuration in (Path("/usr/lib/sysusers.d/basic.conf"), FOLDER / "sysusers.conf"):
        subprocess.run(["systemd-sysusers", f"--root={tmp_path}", str(configuration)], check=True, capture_output=True)
    groups = dict(line.split(":")[::3] for line in (tmp_path / "etc" / "group").read_text().splitlines())
    wanted = settings(COMPANION, "SupplementaryGroups")[0].split()

    assert set() == set(wanted) - set(groups)
    assert all("companion" in groups[name].split(",") for name in wanted)


class TestClub:
    """What a club adds to the unit, which by itself has no network."""

    def verdict(self, copies: Path, folder: Path, added: str) -> subprocess.CompletedProcess[str]:
        shutil.copy(copies / COMPANION.name, folder)
        (folder / f"{COMPANION.name}.d").mkdir()
        (folder / f"{COMPANION.name}.d" / CLUB.name).write_text(added)
        return analyze("verify", "--recursive-errors=one", "--man=no", str(folder / COMPANION.name))

    def test_systemd_finds_no_fault(self, copies: Path, tmp_path: Path) -> None:
        assert (0, "") == ((done := self.verdict(copies, tmp_path, CLUB.read_text())).returncode, done.stderr)

    def test_systemd_would_find_one(self, copies: Path, tmp_path: Path) -> None:
        """Proves that the test above can fail."""
        assert "Alow" in self.verdict(copies, tmp_path, CLUB.read_text().replace("AddressAllow", "AddressAlow")).stderr

    def test_it_reaches_private_addresses_and_the_unit_without_it_none(self) -> None:
        by_name = {"localhost": "127.0.0.0/8", "link-local": "169.254.0.0/16"}
        allowed = [by_name.get(each, each) for each in settings(CLUB, "IPAddressAllow")[0].split()]

        assert [] == [each for each in allowed if not ip_network(each).is_private]
        assert ["any"] == settings(COMPANION, "IPAddressDeny")
        assert ["AF_UNIX AF_NETLINK"] == settings(COMPANION, "RestrictAddressFamilies")
        assert "IPAddressAllow" not in COMPANION.read_text()
