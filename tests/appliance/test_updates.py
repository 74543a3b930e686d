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
from click.testing import CliRunner

from companion.appliance import updates
from companion.appliance.self_test import try_out
from companion.appliance.updates import Appliance, update, wheel_in
from companion.cli import cli
from companion.config import Settings
from companion.errors import GameError, UpdateError

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


def game(folder: Path, package: str, version: str = "1.0", declares: str = "ludo = ludo:GAME") -> Path:
    """A wheel that somebody else has made."""
    info = f"{package}-{version}.dist-info"
    files = {
        f"{package}/__init__.py": f"__version__ = {version!r}\n",
        f"{info}/entry_points.txt": f"[table_companion.games]\n{declares}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},sha256={digest(text)},{len(text.encode())}\n" for name, text in files.items())
    path = folder / f"{package}-{version}-py3-none-any.whl"
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


class TestGames:
    def test_a_game_is_added_and_goes_along_with_what_comes_after(self, appliance: Appliance, tmp_path: Path) -> None:
        def has_ludo() -> bool:
            show = [appliance.python(appliance.current), "-P", "-c", "import ludo"]
            return subprocess.run(show, capture_output=True, check=False).returncode == 0

        added = updated(appliance, game(tmp_path, "ludo"))
        assert (["stopped", "version 0.1.0"], "0.1.0+ludo-1.0", True) == (added.said, appliance.current, has_ludo())
        assert "0.1.0+ludo-1.0 is the one that runs" in refused(appliance, tmp_path / "ludo-1.0-py3-none-any.whl")[0]
        updated(appliance, wheel(tmp_path, "0.2.0", WELL))
        assert ("0.2.0", True) == (appliance.current, has_ludo())
        updated(appliance, game(tmp_path, "senet", "0.3", "senet = senet:GAME"))
        assert ("0.2.0+senet-0.3", True) == (appliance.current, has_ludo())

    def test_one_that_cannot_be_played_is_not_switched_to(self, appliance: Appliance, tmp_path: Path) -> None:
        """The self-test is told which games have to be playable."""
        main = next(appliance.folder("0.1.0").glob("lib/python3*/site-packages")) / "companion" / "__main__.py"
        main.write_text("import sys; sys.exit('It cannot be opened' if sys.argv[-2:] == ['--game', 'ludo'] else 0)")

        sentence, systemd = refused(appliance, game(tmp_path, "ludo"))

        assert "Version 0.1.0+ludo-1.0 does not work here: It cannot be opened" == sentence
        assert ("0.1.0", []) == (appliance.current, systemd.said)

    def test_a_game_has_to_be_playable_to_pass_the_self_test(self, tmp_path: Path) -> None:
        with pytest.raises(GameError, match="The game ludo is not installed here"):
            next(try_out(Settings(), tmp_path / "journal.db", ["ludo"]))

    def test_what_it_may_do_is_said_and_asked(self, tmp_path: Path) -> None:
        """A wheel is a program with the service's rights: nobody installs it without having agreed."""
        file = str(game(tmp_path, "ludo", declares="ludo = ludo:GAME\nparchis = ludo:OTHER"))

        done = CliRunner().invoke(cli, ["update", file], input="n\n")

        assert "The package ludo 1.0 brings games: ludo and parchis. It is a program with all rights" in done.output
        assert "Do you trust who made it? [y/N]" in done.output
        assert "Nothing was installed." == str(done.exception)
        assert "No companion is installed" in str(CliRunner().invoke(cli, ["update", file, "--yes"]).exception)

    @pytest.mark.parametrize("content", [b"no wheel", b""])
    def test_a_damaged_one_is_said(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "ludo-1.0-py3-none-any.whl").write_bytes(content)

        with pytest.raises(UpdateError, match="is damaged"):
            updates.game_wheel(tmp_path / "ludo-1.0-py3-none-any.whl")

    def test_a_wheel_without_games_is_none_of_a_game(self, tmp_path: Path) -> None:
        assert updates.game_wheel(wheel(tmp_path, "0.2.0", WELL)) is None
        assert updates.game_wheel(tmp_path) is None


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
