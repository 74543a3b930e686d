"""Updates: real environments and real pip; the wheels are small ones of the companion's shape, systemd is played."""

from __future__ import annotations

import base64
import hashlib
import os
import sqlite3
import stat
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from companion.appliance import updates
from companion.appliance.updates import Appliance, update, wheel_in
from companion.errors import UpdateError

TRIAL = Path(__file__).parents[2] / "systemd" / "trial"

WELL = """
import sqlite3, sys
words = sys.argv[1:]
if words[0] == "self-test":
    sqlite3.connect(words[2]).execute("PRAGMA user_version = 2")
else:
    sqlite3.connect(sys.argv[2]).execute("PRAGMA user_version = 2")
    print("version VERSION")
"""
FAILS_ITS_TEST = "import sys; sys.exit('the table is upside down')"
DOES_NOT_COME_UP = WELL + "    sys.exit('no')"


def wheel(folder: Path, version: str, program: str, needs: str = "") -> Path:
    """A wheel as setuptools would make it (PEP 427)."""
    info = f"table_companion-{version}.dist-info"
    requires = f"Requires-Dist: {needs}\n" if needs else ""
    files = {
        "companion/__init__.py": f"__version__ = {version!r}\n",
        "companion/__main__.py": program.replace("VERSION", version),
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: table-companion\nVersion: {version}\n{requires}",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},sha256={digest(text)},{len(text.encode())}\n" for name, text in files.items())
    path = folder / f"table_companion-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in {**files, f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}.items():
            archive.writestr(name, text)
    return path


def digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


class PlayedSystemd:
    """Starts what `current` names and asks the trial, as the units do."""

    def __init__(self, appliance: Appliance) -> None:
        self.appliance = appliance
        self.said: list[str] = []

    def stop(self) -> None:
        self.said.append("stopped")

    def start(self) -> None:
        for _ in range(2):
            python, journal = self.appliance.home / "current/bin/python", str(self.appliance.journal)
            done = subprocess.run(
                [python, "-P", "-m", "companion", "run", journal], capture_output=True, text=True, check=False
            )
            result = "success" if done.returncode == 0 else "exit-code"
            self.said.append(done.stdout.strip() + ("" if done.returncode == 0 else " failed"))
            self.trial("accept" if done.returncode == 0 else "judge", result)
            if done.returncode == 0:
                return

    def trial(self, word: str, result: str) -> None:
        environment = {
            **os.environ,
            "COMPANION_HOME": str(self.appliance.home),
            "COMPANION_STATE": str(self.appliance.state),
            "SERVICE_RESULT": result,
        }
        # With the unit's own mask: whoever examines the machine must be able to read what it leaves behind.
        subprocess.run([TRIAL, word], env=environment, check=True, capture_output=True, umask=0o077)


@pytest.fixture
def appliance(tmp_path: Path) -> Appliance:
    """Version 0.1.0 installed, with an evening in the journal."""
    appliance = Appliance(tmp_path / "opt", tmp_path / "state")
    first = appliance.folder("0.1.0")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", first], check=True)
    packages = next(first.glob("lib/python3*/site-packages"))
    # pip is that of the environment the tests run in; everything else would only be copied to and fro.
    (packages / "pip").symlink_to(Path(sysconfig.get_paths()["purelib"]) / "pip")
    (packages / "companion").mkdir()
    (packages / "companion" / "__init__.py").write_text("__version__ = '0.1.0'\n")
    (packages / "companion" / "__main__.py").write_text(WELL.replace("VERSION", "0.1.0").replace("= 2", "= 1"))
    appliance.switch_to("0.1.0")
    appliance.state.mkdir()
    database = sqlite3.connect(appliance.journal)
    database.executescript("PRAGMA user_version = 1; CREATE TABLE said (what); INSERT INTO said VALUES ('A: pass');")
    database.close()
    return appliance


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def installed_in(appliance: Appliance, version: str) -> str:
    show = [appliance.python(version), "-P", "-c", "import companion; print(companion.__version__)"]
    return subprocess.run(show, capture_output=True, text=True, check=True).stdout.strip()


def version_of(journal: Path) -> tuple[int, str]:
    database = sqlite3.connect(journal)
    (number,), (what,) = (
        database.execute("PRAGMA user_version").fetchone(),
        database.execute("SELECT * FROM said").fetchone(),
    )
    database.close()
    return number, what


def updated(appliance: Appliance, source: Path) -> PlayedSystemd:
    systemd = PlayedSystemd(appliance)
    update(source, appliance, systemd, lambda _: None, lambda _: None)
    return systemd


def refused(appliance: Appliance, source: Path) -> tuple[str, PlayedSystemd]:
    systemd = PlayedSystemd(appliance)
    with pytest.raises(UpdateError) as refusal:
        update(source, appliance, systemd, lambda _: None, lambda _: None)
    return str(refusal.value), systemd


def test_two_good_versions_and_one_that_does_not_come_up(appliance: Appliance, tmp_path: Path) -> None:
    second = updated(appliance, wheel(tmp_path, "0.2.0", WELL))
    assert ["stopped", "version 0.2.0"] == second.said
    assert ("0.2.0", (2, "A: pass"), (1, "A: pass")) == (
        appliance.current,
        version_of(appliance.journal),
        version_of(appliance.journal_before("0.2.0")),
    )
    # The files of both are the same ones on the disk until pip replaces them.
    assert {"0.1.0", "0.2.0"} == {folder.name for folder in (appliance.home / "versions").iterdir()}
    assert ["0.1.0", "0.2.0"] == [installed_in(appliance, version) for version in ("0.1.0", "0.2.0")]

    sentence, third = refused(appliance, wheel(tmp_path, "0.3.0", DOES_NOT_COME_UP.replace("= 2", "= 3")))
    assert "Version 0.3.0 did not come up; version 0.2.0 runs again, with the journal as it was." == sentence
    assert ["stopped", "version 0.3.0 failed", "version 0.2.0"] == third.said
    assert ("0.2.0", (2, "A: pass")) == (appliance.current, version_of(appliance.journal))
    assert (3, "A: pass") == version_of(appliance.state / "journal-of-0.3.0.db"), "what the failed one made is kept"
    assert not appliance.on_trial.exists()
    assert not appliance.folder("0.3.0").exists()
    assert (0o644, "0.3.0\n") == (mode_of(appliance.home / "taken-back"), (appliance.home / "taken-back").read_text())


def test_one_that_fails_its_test_is_never_switched_to(appliance: Appliance, tmp_path: Path) -> None:
    sentence, systemd = refused(appliance, wheel(tmp_path, "0.2.0", FAILS_ITS_TEST))

    assert "Version 0.2.0 does not work here: the table is upside down" == sentence
    assert ("0.1.0", []) == (appliance.current, systemd.said)
    assert (1, "A: pass") == version_of(appliance.journal), "it was tried on a copy"


def test_one_that_needs_what_is_not_there_says_so(appliance: Appliance, tmp_path: Path) -> None:
    sentence, _ = refused(appliance, wheel(tmp_path, "0.2.0", WELL, "nowhere-to-be-found>=1"))

    assert "It needs libraries that are not there; put their wheels beside it" in sentence
    assert "0.1.0" == appliance.current


@pytest.mark.parametrize("word", ["accept", "judge"])
def test_nothing_is_judged_that_is_not_on_trial(appliance: Appliance, word: str) -> None:
    PlayedSystemd(appliance).trial(word, "exit-code")

    assert "0.1.0" == appliance.current


def test_a_power_cut_in_a_trial_leaves_it_on_trial(appliance: Appliance, tmp_path: Path) -> None:
    """Stopped by somebody, or by the machine: that says nothing of the version."""
    appliance.folder("0.2.0").mkdir()
    appliance.switch_to("0.2.0")
    appliance.on_trial.write_text("0.1.0\n")
    PlayedSystemd(appliance).trial("judge", "success")
    assert ("0.2.0", True) == (appliance.current, appliance.on_trial.exists())
    PlayedSystemd(appliance).trial("judge", "watchdog")
    assert ("0.1.0", False) == (appliance.current, appliance.on_trial.exists())


class TestWhatIsGiven:
    def test_a_folder_with_one_version(self, tmp_path: Path) -> None:
        path = wheel(tmp_path, "1.2.3", WELL)

        assert (path, "1.2.3") == wheel_in(tmp_path) == wheel_in(path)

    def test_a_folder_without_any_or_with_two(self, tmp_path: Path) -> None:
        with pytest.raises(UpdateError, match=r"There is no table_companion-\*\.whl"):
            wheel_in(tmp_path)
        wheel(tmp_path, "1.2.3", WELL)
        wheel(tmp_path, "1.2.4", WELL)
        with pytest.raises(UpdateError, match="holds 2 versions"):
            wheel_in(tmp_path)

    @pytest.mark.parametrize("name", ["photo.jpg", "table_companion-..-py3-none-any.whl", "other-1.0-py3-none-any.whl"])
    def test_something_else(self, tmp_path: Path, name: str) -> None:
        (tmp_path / name).touch()
        with pytest.raises(UpdateError, match="is no wheel of the companion"):
            wheel_in(tmp_path / name)

    def test_the_version_that_runs(self, appliance: Appliance, tmp_path: Path) -> None:
        assert "Version 0.1.0 is the one that runs." == refused(appliance, wheel(tmp_path, "0.1.0", WELL))[0]

    def test_a_machine_that_is_no_appliance(self, tmp_path: Path) -> None:
        assert "systemd/install" in refused(Appliance(tmp_path / "nothing"), wheel(tmp_path, "0.1.0", WELL))[0]


def test_a_journal_in_use_is_copied_whole(tmp_path: Path) -> None:
    writing = sqlite3.connect(tmp_path / "journal.db")
    writing.executescript("PRAGMA journal_mode = wal; CREATE TABLE said (what); INSERT INTO said VALUES ('B: take');")
    updates.copy_journal(tmp_path / "journal.db", tmp_path / "copy.db")
    writing.close()

    assert "B: take" == version_of(tmp_path / "copy.db")[1]
