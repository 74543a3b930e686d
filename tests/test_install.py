"""`systemd/install` on a machine of our own making: a folder stands in for /, what changes a system is played."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from companion import __version__
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[1]
PLAYED = {
    "id": 'case "$*" in -u) echo "${UID_OF_CALLER:-0}";; *) exit 0;; esac',
    "dpkg": 'echo "${ARCHITECTURE:-arm64}"',
    "dpkg-query": 'cat "$PACKAGES"',
    "df": 'echo Avail; echo "${FREE:-90000}"',
    "apt-get": 'case "$*" in *" -s "*|"-s "*) shift 2; for p; do echo "Purg $p [1]"; done; echo "$ALSO_GOING";; esac',
    "getent": 'grep -q "^$2:" "$COMPANION_ROOT/etc/group"',
    "systemctl": 'case "$1" in get-default) echo graphical.target;; set-default) '
    'ln -sfn "/usr/lib/systemd/system/$2" "$COMPANION_ROOT/etc/systemd/system/default.target";; esac',
    "systemd-sysusers": 'echo "gpio:x:9:" >>"$COMPANION_ROOT/etc/group"',
    "udevadm": "true",
    "userdel": "true",
    "groupdel": "true",
    "chown": "true",
}
SET_UP = """#!/bin/sh
mkdir -p "$COMPANION_VENV/bin"
printf '#!/bin/sh\\necho python "$@" >>"%s"\\n' "$LOG" >"$COMPANION_VENV/bin/python"
chmod +x "$COMPANION_VENV/bin/python"
echo "installed libzbar0t64" >>"$PACKAGES"
"""
BUILD_WHEEL = '#!/bin/sh\ntouch "$1/table_companion-9-py3-none-any.whl"\n'


class Machine:
    def __init__(self, folder: Path) -> None:
        self.root, self.source, self.commands = folder / "root", folder / "source", folder / "commands"
        self.log, self.packages = folder / "log", folder / "packages"
        self.packages.write_text("installed bash\ninstalled python3\n")
        for part in ("etc/systemd/system", "etc/udev/rules.d", "usr/local/bin", "var/lib", "var/cache", "opt", "media"):
            (self.root / part).mkdir(parents=True)
        (self.root / "etc/group").write_text("root:x:0:\nvideo:x:44:\n")
        shutil.copytree(ROOT / "systemd", self.source / "systemd")
        for name, text in (("setup.sh", SET_UP), ("build_wheel.sh", BUILD_WHEEL)):
            self.program(self.source / "scripts" / name, text)
        for name in ("pyproject.toml", "docs/appliance.md", "companion/__init__.py"):
            (self.source / name).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, self.source / name)
        for name, does in PLAYED.items():
            self.program(self.commands / name, f'#!/bin/bash\necho "{name} $*" >>"{self.log}"\n{does}\n')
        self.environment: dict[str, str] = {}

    @staticmethod
    def program(path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def install(self, *words: str, script: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [script or self.source / "systemd" / "install", *words],
            env={
                "PATH": f"{self.commands}:/usr/bin:/bin",
                "COMPANION_ROOT": str(self.root),
                "PACKAGES": str(self.packages),
                "LOG": str(self.log),
                **self.environment,
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def called(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []

    def files(self) -> dict[str, str]:
        """Every path below /, and where links lead."""
        return {
            path.relative_to(self.root).as_posix(): str(path.readlink()) if path.is_symlink() else ""
            for path in sorted(self.root.rglob("*"))
        }


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_what_it_will_do_is_said_first_and_nothing_is_done(machine: Machine) -> None:
    before = machine.files()
    machine.environment["UID_OF_CALLER"] = "1000"
    done = machine.install("--dry-run")

    assert (0, before) == (done.returncode, machine.files())
    assert f"This makes the machine a table companion, version {__version__}:" == done.stdout.splitlines()[0]
    assert all(f"  {n}. " in done.stdout for n in range(1, 7))


def test_where_nobody_sets_up_devices_it_goes_on_and_says_so(machine: Machine) -> None:
    """As in a container: the installation once ended there, with everything in its place and nothing started."""
    machine.program(machine.commands / "udevadm", "#!/bin/bash\nexit 1\n")
    done = machine.install("--yes")

    assert 0 == done.returncode
    assert "The rights to pins, camera and brightness come with the next start of the machine." in done.stdout
    assert "systemctl restart --no-block companion.service" in machine.called()


@pytest.mark.parametrize(
    ("environment", "words", "sentence"),
    [
        ({"UID_OF_CALLER": "1000"}, ["--yes"], "install: this needs the rights of root: sudo"),
        ({}, [], "install: nobody is there to agree; add --yes"),
        ({"ARCHITECTURE": "armhf"}, ["--yes"], "install: this needs a 64 bit system; install Raspberry Pi OS (64-bit)"),
        ({"FREE": "800"}, ["--yes"], "has 800 MB free, and 2500 are needed; make room on the card"),
        ({}, ["--uninstall", "--yes"], "install: there is no companion in "),
    ],
)
def test_a_machine_that_does_not_suit_is_told_why(
    machine: Machine, environment: dict[str, str], words: list[str], sentence: str
) -> None:
    machine.environment.update(environment)
    done = machine.install(*words)

    assert 1 == done.returncode
    assert sentence in done.stderr
    assert not (machine.root / "etc/systemd/system/companion.service").exists()


def test_installed_twice_it_is_there_once(machine: Machine) -> None:
    first = machine.install("--yes")
    assert 0 == first.returncode, first.stderr
    files = machine.files()
    again = machine.install("--yes")

    assert (0, files) == (again.returncode, machine.files())
    assert f"versions/{__version__}" == files["opt/table-companion/current"]
    assert "/opt/table-companion/companion" == files["usr/local/bin/companion"]
    units = {"etc/systemd/system/companion.service", "etc/systemd/system/companion-failure.service"}
    assert {"etc/sysusers.d/table-companion.conf", "etc/udev/rules.d/70-table-companion.rules", *units} <= set(files)
    assert [
        "systemctl enable companion.service companion-sticks-out.path companion-time-zone.path",
        "systemctl restart --no-block companion.service",
    ] == [call for call in machine.called() if "enable" in call or "restart" in call][:2]


def test_a_club_is_joined_only_where_that_was_asked_for_and_then_for_good(machine: Machine) -> None:
    rights = machine.root / "etc/systemd/system/companion.service.d/club.conf"
    machine.install("--yes")
    assert not rights.exists()

    machine.install("--yes", "--club")
    assert "IPAddressAllow=localhost link-local" in rights.read_text()
    rights.write_text("")
    machine.install("--yes")
    assert "IPAddressAllow=localhost link-local" in rights.read_text()
    machine.install("--yes", "--uninstall")
    assert not rights.parent.exists()


def test_over_an_older_version_it_is_on_trial_and_a_copy_of_the_journal_is_kept(machine: Machine) -> None:
    machine.install("--yes")
    (machine.source / "companion" / "__init__.py").write_text('__version__ = "99.0"\n')
    done = machine.install("--yes")
    home = machine.root / "opt/table-companion"

    assert 0 == done.returncode, done.stderr
    assert (f"{__version__}\n", "versions/99.0") == (
        (home / "on-trial").read_text(),
        str((home / "current").readlink()),
    )
    state = machine.root / "var/lib/table-companion"
    copied = f" {state}/journal.db {state}/journal-before-99.0.db"
    assert 1 == len([call for call in machine.called() if call.endswith(copied)])


@pytest.mark.parametrize("desktop", [False, True])
def test_taken_away_everything_is_as_before(machine: Machine, desktop: bool) -> None:
    if desktop:
        (machine.root / "etc/systemd/system/display-manager.service").symlink_to(
            "/usr/lib/systemd/system/lightdm.service"
        )
    before = machine.files()
    assert 0 == machine.install("--yes").returncode
    assert desktop == ("systemctl set-default multi-user.target" in machine.called())
    machine.packages.write_text(machine.packages.read_text() + "installed vim\n")
    # From the installed copy: the folder that was downloaded may be gone by then.
    done = machine.install("--uninstall", "--purge", "--yes", script=machine.root / "opt/table-companion/install")

    assert (0, before) == (done.returncode, machine.files()), done.stderr
    assert "apt-get -qq purge -y libzbar0t64" in machine.called(), "what came since for other reasons stays"
    assert "userdel companion" in machine.called()
    assert ["groupdel gpio"] == [call for call in machine.called() if call.startswith("groupdel")]


def test_journal_and_settings_stay_unless_they_are_to_go(machine: Machine) -> None:
    machine.install("--yes")
    journal = machine.root / "var/lib/table-companion/journal.db"
    journal.parent.mkdir()
    journal.touch()
    machine.install("--uninstall", "--yes")

    assert journal.exists()


def test_broken_off_and_taken_away_nothing_stays(machine: Machine) -> None:
    before = machine.files()
    machine.program(
        machine.source / "scripts" / "setup.sh", '#!/bin/sh\necho "installed libzbar0t64" >>"$PACKAGES"; exit 1'
    )
    assert 1 == machine.install("--yes").returncode
    assert 0 == machine.install("--uninstall", "--yes").returncode

    assert before == machine.files()
    assert "apt-get -qq purge -y libzbar0t64" in machine.called()


def test_packages_that_something_else_needs_by_now_stay(machine: Machine) -> None:
    machine.install("--yes")
    machine.environment["ALSO_GOING"] = "Remv photo-program [2]"
    done = machine.install("--uninstall", "--yes")

    assert "The packages that came with it stay: something else has come to need them." in done.stdout
    assert not any("-qq purge" in call for call in machine.called())


@pytest.mark.parametrize(("status", "calls"), [("77", ["systemctl --no-block poweroff"]), ("0", []), ("1", [])])
def test_the_machine_is_switched_off_only_when_that_was_asked_for(
    machine: Machine, status: str, calls: list[str]
) -> None:
    environment = {"PATH": f"{machine.commands}:/usr/bin:/bin", "EXIT_STATUS": status}
    subprocess.run([ROOT / "systemd" / "power-off"], env=environment, check=True)

    assert calls == machine.called()


@pytest.mark.parametrize(
    ("caller", "word", "said"),
    [
        ("0", "journal", "setpriv --reuid companion --regid companion --init-groups journal in /var/lib"),
        ("0", "update", "update in /var/lib"),
        ("1000", "labels", "labels in "),
    ],
    ids=["root becomes the service's user", "an update stays root", "anybody else is himself"],
)
def test_the_command_works_on_the_appliances_own_files(machine: Machine, caller: str, word: str, said: str) -> None:
    home = machine.root / "opt/table-companion"
    machine.program(home / "current/bin/python", '#!/bin/sh\necho "$SET$4 in $XDG_DATA_HOME"\n')
    machine.program(
        machine.commands / "setpriv", '#!/bin/sh\nSET="setpriv $1 $2 $3 $4 $5 "; export SET; shift 5; exec "$@"\n'
    )
    shutil.copy(ROOT / "systemd" / "environment", home)
    done = subprocess.run(
        [ROOT / "systemd" / "companion", word],
        env={"PATH": f"{machine.commands}:/usr/bin:/bin", "COMPANION_HOME": str(home), "UID_OF_CALLER": caller},
        capture_output=True,
        text=True,
        check=True,
    )

    assert said == done.stdout.removesuffix("\n")


def test_the_doctor_looks_from_inside_what_the_service_may_do(machine: Machine) -> None:
    """Outside of it sound, brightness and sticks once seemed to work; a folder that goes with the service stays."""
    home = machine.root / "opt/table-companion"
    machine.program(machine.commands / "systemd-run", '#!/bin/sh\nprintf "%s\\n" "$@"\n')
    home.mkdir(parents=True)
    shutil.copy(ROOT / "systemd" / "environment", home)
    done = subprocess.run(
        [ROOT / "systemd" / "companion", "doctor", "--json"],
        env={
            "PATH": f"{machine.commands}:/usr/bin:/bin",
            "COMPANION_HOME": str(home),
            "COMPANION_UNIT": str(ROOT / "systemd" / "companion.service"),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    words = done.stdout.splitlines()
    properties = {word.removeprefix("--property=") for word in words if word.startswith("--property=")}

    assert ["-m", "companion", "doctor", "--json"] == words[-4:]
    assert {"DevicePolicy=closed", "DeviceAllow=char-alsa rw", "ProtectSystem=strict", "User=companion"} <= properties
    assert not {each.split("=")[0] for each in properties} & {"Type", "ExecStart", "TTYPath", "RuntimeDirectory"}


class TestSticks:
    """`systemd/stick`, with the commands that need a stick played."""

    def put_in(self, machine: Machine, kind: str, mounted: str = "exit 1") -> subprocess.CompletedProcess[str]:
        machine.program(machine.commands / "blkid", f"#!/bin/sh\necho {kind}\n")
        machine.program(machine.commands / "findmnt", f"#!/bin/sh\n{mounted}\n")
        machine.program(machine.commands / "mount", f'#!/bin/sh\necho "mount $*" >>"{machine.log}"\n')
        return subprocess.run(
            [ROOT / "systemd" / "stick", "put-in", "sda1"],
            env={"PATH": f"{machine.commands}:/usr/bin:/bin", "COMPANION_STICKS": str(machine.root / "media")},
            capture_output=True,
            text=True,
            check=False,
        )

    @pytest.mark.parametrize("kind", ["vfat", "exfat", "ext4"])
    def test_nothing_on_it_is_run_opened_or_followed(self, machine: Machine, kind: str) -> None:
        assert 0 == self.put_in(machine, kind).returncode
        (call,) = [call for call in machine.called() if call.startswith("mount")]

        assert f"mount --types {kind} --options nosuid,nodev,noexec,nosymfollow,noatime" in call
        assert ("uid=" in call) == (kind != "ext4"), "on FAT all belongs to whom the mount says"

    def test_other_file_systems_are_left_alone(self, machine: Machine) -> None:
        done = self.put_in(machine, "ntfs")

        assert (1, []) == (done.returncode, [call for call in machine.called() if call.startswith("mount")])
        assert "holds ntfs; FAT, exFAT and ext4 are read" in done.stderr

    def test_what_the_system_has_mounted_itself_is_no_stick(self, machine: Machine) -> None:
        """Such as the disk from which a Raspberry Pi starts."""
        assert "is mounted already" in self.put_in(machine, "ext4", "exit 0").stdout


class TestTimeZone:
    """What the companion asks for is set by root, if it is the name of a zone and nothing else."""

    def asks(self, folder: Path, zone: str) -> tuple[int, str]:
        (folder / "etc").mkdir()
        (folder / "zones" / "Europe").mkdir(parents=True)
        (folder / "zones" / "Europe" / "Tallinn").touch()
        (folder / "secret").touch()
        (folder / "asked").write_text(zone)
        environment = {
            "PATH": "/usr/bin:/bin",
            "COMPANION_REQUEST": str(folder / "asked"),
            "COMPANION_ZONES": str(folder / "zones"),
            "COMPANION_ETC": str(folder / "etc"),
        }
        done = subprocess.run([ROOT / "systemd" / "time-zone"], env=environment, capture_output=True, check=False)
        local = folder / "etc" / "localtime"
        return done.returncode, str(local.readlink()) if local.is_symlink() else ""

    def test_a_zone_is_set(self, tmp_path: Path) -> None:
        assert (0, str(tmp_path / "zones" / "Europe" / "Tallinn")) == self.asks(tmp_path, "Europe/Tallinn\n")
        assert "Europe/Tallinn\n" == (tmp_path / "etc" / "timezone").read_text()
        assert not (tmp_path / "asked").exists()

    @pytest.mark.parametrize("zone", ["../secret", "/etc/shadow", "Europe/Nowhere", "", "Europe", "Europe/Tallinn; id"])
    def test_nothing_else_is(self, zone: str, tmp_path: Path) -> None:
        assert (1, "") == self.asks(tmp_path, zone)
        assert not (tmp_path / "asked").exists(), "else it would be asked for again and again"


class TestFailureScreen:
    """What stands on the display when the companion cannot be started."""

    def screen(self, folder: Path, log: str, key: str = "x") -> str:
        journalctl = folder / "journalctl"
        (folder / "said").write_text(log)
        Machine.program(journalctl, f'#!/bin/sh\necho "$*" >"{folder}/asked"\ncat "{folder}/said"\n')
        done = subprocess.run(
            [ROOT / "systemd" / "failure-screen"],
            env={"PATH": f"{folder}:/usr/bin:/bin", "TERM": "linux", "COMPANION_RETRY_SECONDS": "0.2"},
            input=key,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        return done.stdout

    def test_it_says_the_companions_own_last_sentence(self, tmp_path: Path) -> None:
        log = "Traceback\ncompanion: The journal cannot be read; make room on the disk.\nsomething later\n"
        shown = self.screen(tmp_path, log)

        assert "COULD NOT BE STARTED" in shown
        assert "\nThe journal cannot be read; make room on the disk.\n" in shown
        assert "Press any key to try again" in shown
        assert "--identifier=companion" in (tmp_path / "asked").read_text()

    def test_or_the_end_of_its_log(self, tmp_path: Path) -> None:
        assert "\nThe program made a mistake. For whoever mends it:\nImportError: no ui\n" in self.screen(
            tmp_path, "Traceback\n  here\nImportError: no ui\n"
        )
        assert "Its log says nothing." in self.screen(tmp_path, "")

    def test_nothing_in_the_log_steers_the_terminal(self, tmp_path: Path) -> None:
        shown = self.screen(tmp_path, "companion: \x1b]0;owned\x07\x1b[2Jhello\n")

        assert "]0;owned[2Jhello" in shown
        assert 3 == shown.count("\x1b"), "its own: clear, hide the cursor, clear"

    def test_no_line_is_longer_than_the_display(self, tmp_path: Path) -> None:
        assert 80 >= max(map(len, self.screen(tmp_path, "companion: " + "very " * 60 + "long\n").splitlines()))

    def test_it_goes_on_by_itself(self, tmp_path: Path) -> None:
        assert self.screen(tmp_path, "", key="").endswith("\x1bc")
