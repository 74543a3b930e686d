"""`./start` and `./check` on machines that lack something: each lack is one clear sentence, a second run is quiet."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import __version__

ROOT = Path(__file__).parents[1]
FILES = (
    *("start", "check", "scripts/setup.sh"),
    *("pyproject.toml", "companion/__init__.py", "scripts/checkout_metadata.py"),
)
BASE_PYTHON = Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}"

OTHER_PYTHONS = ("python3.13", "python3.12", "python3.11")
NOTHING_INSTALLED = "exit 1"
ALL_INSTALLED = r'shift 3; for name; do echo "$name installed"; done'
TOO_OLD = 'case "$*" in *sys.exit*) exit 1;; *) echo 3.9.2;; esac'
# A Python that makes environments in no time: they hold nothing but itself.
SUITABLE = """
case "$*" in
    *"-m venv"*)
        for venv; do :; done
        mkdir -p "$venv/bin" "$venv/lib/python3.11/site-packages"
        cp "$0" "$venv/bin/python";;
    *print*) echo 3.11.2;;
esac
"""


class Machine:
    """A checkout on a machine of our own making: chosen commands are played, the rest are the real ones."""

    def __init__(self, folder: Path) -> None:
        self.commands = folder / "commands"
        self.checkout = folder / "a checkout"
        self.log = folder / "log"
        self.model = folder / "model"
        self.commands.mkdir()
        self.model.write_text("A desk computer")
        for name in FILES:
            target = self.checkout / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target)
        for lock in ("", "-dev", "-picamera2", "-pi", "-club"):
            (self.checkout / f"requirements{lock}.txt").write_text("")
        self.plays("dpkg-query", ALL_INSTALLED)
        self.plays("apt-get", "true")
        self.plays("apt-cache", 'case "$2" in *t64) exit 100;; esac')
        self.plays("id", "echo 1000")
        self.plays("sudo", "exit 1")
        self.plays("python3", SUITABLE)
        for name in OTHER_PYTHONS:
            self.plays(name, TOO_OLD)

    def plays(self, name: str, script: str) -> None:
        """The command notes how it was called and then runs `script`."""
        command = self.commands / name
        command.write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.log}"\n{script}\n')
        command.chmod(0o755)

    def has_real_python(self, environment: Path) -> None:
        """A Python whose virtual environments are real, but copied: to make one takes seconds."""
        copied = f'for venv; do :; done; cp -a "{environment}" "$venv"'
        self.plays("python3", f'case "$*" in *"-m venv"*) {copied};; *) exec "{BASE_PYTHON}" "$@";; esac')

    def called(self, name: str) -> list[str]:
        calls = self.log.read_text().splitlines() if self.log.exists() else []
        return [call for call in calls if call.split()[0] == name]

    def runs(self, *command: str) -> subprocess.CompletedProcess[str]:
        environment = {
            **os.environ,
            "PATH": f"{self.commands}:/usr/bin:/bin",
            "COMPANION_MODEL_FILE": str(self.model),
            "COMPANION_SYSTEM_PYTHON": str(self.commands / "python3"),
            "PIP_NO_INDEX": "1",
        }
        program = [str(self.checkout / command[0]), *command[1:]]
        return subprocess.run(
            program,
            env=environment,
            cwd=self.commands,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with nothing in it but pip."""
    folder = tmp_path_factory.mktemp("environment") / "venv"
    subprocess.run([str(BASE_PYTHON), "-m", "venv", str(folder)], check=True)
    return folder


@pytest.fixture
def refusal(machine: Machine) -> Callable[..., str]:
    """Runs the set-up, which must fail, and gives the sentence it ends with."""

    def run(goal: str = "run") -> str:
        done = machine.runs("scripts/setup.sh", goal)
        assert 1 == done.returncode, done.stderr
        return done.stderr.strip().splitlines()[-1]

    return run


def test_too_old_a_python_is_named(machine: Machine, refusal: Callable[..., str]) -> None:
    machine.plays("python3", TOO_OLD)

    assert (
        "set-up: Python 3.9.2 does not suit: the companion needs Python 3.11, 3.12 or 3.13 "
        "(Debian 12 brings 3.11, Debian 13 brings 3.13)"
    ) == refusal()
    assert not (machine.checkout / ".venv").exists()


def test_a_newer_python_beside_an_old_one_is_found(machine: Machine) -> None:
    machine.plays("python3", TOO_OLD)
    machine.plays("python3.12", SUITABLE)
    done = machine.runs("scripts/setup.sh", "run")

    assert 0 == done.returncode, done.stderr
    assert [f"python3.12 -m venv --clear {machine.checkout}/.venv"] == [
        call for call in machine.called("python3.12") if "venv --clear" in call
    ]


def test_without_the_right_to_install_the_command_is_given(machine: Machine, refusal: Callable[..., str]) -> None:
    machine.plays("dpkg-query", NOTHING_INSTALLED)

    assert (
        "set-up: system packages are missing and there is no right to install them here; run this first: sudo apt-get "
        "install -y --no-install-recommends libzbar0 libmtdev1 libgl1 libegl1 libgles2 libgl1-mesa-dri"
    ) == refusal()
    assert [] == machine.called("apt-get")


def test_without_a_network_the_command_is_given(machine: Machine, refusal: Callable[..., str]) -> None:
    machine.plays("dpkg-query", NOTHING_INSTALLED)
    machine.plays("id", "echo 0")
    machine.plays("apt-get", "exit 100")

    sentence = refusal("check")
    assert "with a network connection, run: sudo apt-get update && sudo apt-get install" in sentence
    wanted = "libgl1-mesa-dri xvfb xauth poppler-utils systemd shellcheck git gcc libc6-dev mosquitto openssl espeak-ng"
    assert sentence.endswith(wanted)


def test_only_what_is_missing_is_installed_under_the_name_this_release_knows(machine: Machine) -> None:
    """Debian 13 renamed two of the libraries."""
    machine.plays("dpkg-query", 'shift 3; for name; do case $name in libg*|libe*) echo "$name installed";; esac; done')
    machine.plays("apt-cache", "exit 0")
    machine.plays("sudo", '[ "$1" = -n ] && shift; [ "$1" = env ] && shift 2; exec "$@"')
    done = machine.runs("scripts/setup.sh", "run")

    assert 0 == done.returncode, done.stderr
    assert [
        "apt-get -qq update",
        "apt-get -qq install -y --no-install-recommends libzbar0t64 libmtdev1t64",
    ] == machine.called("apt-get")


def test_a_library_under_its_new_name_is_not_missing(machine: Machine) -> None:
    machine.plays(
        "dpkg-query", 'shift 3; for n; do case $n in libzbar0|libmtdev1) ;; *) echo "$n installed";; esac; done'
    )
    done = machine.runs("scripts/setup.sh", "run")

    assert 0 == done.returncode, done.stderr
    assert [] == machine.called("apt-get")


def test_a_lock_that_cannot_be_installed_is_named(
    machine: Machine, environment: Path, refusal: Callable[..., str]
) -> None:
    machine.has_real_python(environment)
    (machine.checkout / "requirements.txt").write_text(f"nowhere-to-be-found==1.0 --hash=sha256:{'0' * 64}\n")

    assert "set-up: the dependencies in requirements.txt could not be installed" in refusal()
    # Half an installation does not count: the next start tries again.
    assert "set-up: the dependencies in requirements.txt could not be installed" in refusal()


def test_a_second_run_is_quiet_and_starts_no_python(machine: Machine, environment: Path) -> None:
    machine.has_real_python(environment)
    first = machine.runs("scripts/setup.sh", "check")
    assert (0, True) == (first.returncode, "making the virtual environment" in first.stderr), first.stderr
    machine.log.unlink()

    second = machine.runs("scripts/setup.sh", "check")
    assert (0, "", "") == (second.returncode, second.stdout, second.stderr)
    assert [] == machine.called("python3") + machine.called("apt-get")
    # What is enough for checking is enough for running.
    third = machine.runs("scripts/setup.sh", "run")
    assert (0, "", "") == (third.returncode, third.stdout, third.stderr)


def test_a_club_is_joined_only_by_who_asks_for_it_and_kept_then(machine: Machine) -> None:
    machine.runs("scripts/setup.sh", "run")
    stamp = machine.checkout / ".venv" / ".installed-requirements-club"
    assert not stamp.exists()

    assert "installing what requirements-club.txt lists" in machine.runs("scripts/setup.sh", "club").stderr
    assert stamp.exists()
    (machine.checkout / "requirements-club.txt").write_text("# changed\n")
    assert "installing what requirements-club.txt lists" in machine.runs("scripts/setup.sh", "run").stderr


def test_a_changed_lock_is_installed_again(machine: Machine) -> None:
    machine.runs("scripts/setup.sh", "run")
    (machine.checkout / "requirements.txt").write_text("# changed\n")

    assert "installing what requirements.txt lists" in machine.runs("scripts/setup.sh", "run").stderr
    assert "" == machine.runs("scripts/setup.sh", "run").stderr


def metadata(machine: Machine) -> dict[str, str]:
    """What Python finds of the companion in the environment: its version, and a line for each entry point."""
    command = [
        str(machine.checkout / ".venv" / "bin" / "python"),
        *("-I", "-c", "from importlib.metadata import *; d = distribution('table-companion'); print(d.version)"),
    ]
    command[-1] += "; print(*(f'{e.group} {e.name} {e.value}' for e in d.entry_points), sep='\\n')"
    version, *points = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return {"version": version} | {point.rpartition(" ")[0]: point.rpartition(" ")[2] for point in points}


def test_a_checkout_has_the_metadata_of_its_wheel_and_keeps_them_up_to_date(
    machine: Machine, environment: Path
) -> None:
    machine.has_real_python(environment)
    machine.runs("scripts/setup.sh", "run")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    points = {f"{group} {name}": value for group, all in project["entry-points"].items() for name, value in all.items()}
    assert {"version": __version__, **points} == metadata(machine)

    (machine.checkout / "companion" / "__init__.py").write_text('__version__ = "99.1"\n')
    with (machine.checkout / "pyproject.toml").open("a") as settings:
        settings.write('[project.entry-points."of_ours"]\nludo = "ludo:GAME"\n')
    done = machine.runs("scripts/setup.sh", "run")

    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)
    assert {"version": "99.1", **points, "of_ours ludo": "ludo:GAME"} == metadata(machine)


def test_start_runs_the_companion_from_anywhere_also_after_the_checkout_moved(
    machine: Machine, environment: Path
) -> None:
    machine.has_real_python(environment)
    package = machine.checkout / "companion"
    (package / "__main__.py").write_text("import sys; print(sys.argv[1:], __file__)")
    (machine.commands / "companion").mkdir()
    (machine.commands / "companion" / "__main__.py").write_text("print('a stranger')")

    assert f"['run'] {package / '__main__.py'}\n" == machine.runs("start").stdout
    assert "['demo', 'two words']" in machine.runs("start", "demo", "two words").stdout
    machine.checkout = machine.checkout.rename(machine.checkout.with_name("moved"))
    assert f"['run'] {machine.checkout / 'companion' / '__main__.py'}\n" == machine.runs("start").stdout


def test_on_a_pi_the_packaged_camera_is_installed_and_visible(machine: Machine) -> None:
    machine.model.write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    machine.plays("dpkg-query", r'shift 3; for n; do case $n in python3-*) ;; *) echo "$n installed";; esac; done')
    machine.plays("id", "echo 0")
    done = machine.runs("scripts/setup.sh", "run")

    assert 0 == done.returncode, done.stderr
    assert machine.called("apt-get")[-1].endswith("python3-picamera2 python3-lgpio")
    assert f"python3 -m venv --clear --system-site-packages {machine.checkout}/.venv" in machine.called("python3")
    # Beside the packaged modules, the one that must suit our NumPy.
    assert (machine.checkout / ".venv" / ".installed-requirements-pi").is_file()


def test_a_wrong_word_is_answered_with_the_usage(refusal: Callable[..., str]) -> None:
    assert "set-up: usage: scripts/setup.sh run|check|appliance|club" == refusal("everything")


def test_check_runs_every_step_and_ends_with_pytests_line(machine: Machine) -> None:
    machine.plays(
        "python3", SUITABLE + 'case "$*" in *pytest*) echo "$SDL_VIDEODRIVER$DISPLAY 7 passed in 1.00s";; esac'
    )
    machine.plays("xvfb-run", 'shift 3; DISPLAY=:99 exec "$@"')
    done = machine.runs("check", "tests/core")

    assert (0, ":99 7 passed in 1.00s") == (done.returncode, done.stdout.splitlines()[-1]), done.stderr
    tests = "pytest -q --numprocesses auto --dist worksteal tests/core"
    called = [call.removeprefix("python3 -m ") for call in machine.called("python3")[-4:]]
    assert ["ruff check --quiet .", "ruff format --check --quiet ."] == called[:2]
    assert {"mypy", tests} == set(called[2:]), "one beside the other"


def test_check_fails_with_any_of_its_steps_and_runs_the_others_all_the_same(machine: Machine) -> None:
    machine.plays("python3", SUITABLE + 'case "$*" in *"ruff check"*) exit 1;; *mypy*) echo "an error"; exit 1;; esac')
    machine.plays("xvfb-run", 'shift 3; exec "$@"')
    done = machine.runs("check")

    assert (1, ["an error", "check failed: lint types"]) == (done.returncode, done.stderr.splitlines()[-2:])
    assert "python3 -m pytest -q --numprocesses auto --dist worksteal" in machine.called("python3")
