"""Updates of the appliance: versions lie side by side, and one that does not come up is taken back.

A new version is installed in a folder of its own, out of the old one's libraries and the wheel, and tried on a copy of
the journal. Only then is the service stopped, the journal copied, and `current` made to name the new folder. From then
on `systemd/trial` judges it: it stands as soon as it has said that it is ready, and it is taken back, with the journal
that it found, if it ends before that. A game is installed in the same way, into a folder that has the version that runs
and the game; it goes along with every version that comes after.
"""

from __future__ import annotations

import configparser
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.core.text import Text, say
from companion.errors import UpdateError
from companion.games import GROUP
from companion.journal.disk import snapshot

WHEEL = re.compile(r"table_companion-([0-9]+(?:\.[0-9a-z]+)*)-py3-none-any\.whl")
GAME_WHEEL = re.compile(r"([A-Za-z0-9_.]+)-([0-9][A-Za-z0-9_.]*)-[^/-]+-[^/-]+-[^/-]+\.whl")
WITH = "+"
"""Between the companion's version and the game that was added to it last, in the name of a folder."""

SELF_TEST_SECONDS = 300
COMES_UP_SECONDS = 120
LOOK_EVERY = 0.5


@dataclass(frozen=True, slots=True)
class Appliance:
    """Where an installation lies, as `systemd/install` lays it out."""

    home: Path = Path("/opt/table-companion")
    state: Path = Path("/var/lib/table-companion")

    @property
    def current(self) -> str:
        """The version that runs. Raises UpdateError where none is installed."""
        try:
            return (self.home / "current").readlink().name
        except OSError as error:
            raise UpdateError(
                f"No companion is installed in {self.home}; `sudo systemd/install` makes this machine one."
            ) from error

    @property
    def journal(self) -> Path:
        return self.state / "journal.db"

    @property
    def on_trial(self) -> Path:
        """Names the version to go back to, as long as the new one has not come up."""
        return self.home / "on-trial"

    def folder(self, version: str) -> Path:
        return self.home / "versions" / version

    def python(self, version: str) -> Path:
        return self.folder(version) / "bin" / "python"

    def journal_before(self, version: str) -> Path:
        return self.state / f"journal-before-{version}.db"

    def switch_to(self, version: str) -> None:
        """In one step: also a power cut leaves the old link or the new one."""
        link = self.home / "current.new"
        link.unlink(missing_ok=True)
        link.symlink_to(Path("versions") / version)
        link.replace(self.home / "current")


class Service(Protocol):
    """What runs the companion."""

    def stop(self) -> None: ...
    def start(self) -> None: ...


class Systemd:
    """The service as systemd runs it."""

    def stop(self) -> None:
        subprocess.run(["systemctl", "stop", "companion.service", "companion-failure.service"], check=False)

    def start(self) -> None:
        """Whether it comes up is read from what the trial leaves behind; without a screen that may take long."""
        subprocess.run(["systemctl", "reset-failed", "companion.service"], check=False, capture_output=True)
        subprocess.run(["systemctl", "start", "--no-block", "companion.service"], check=False)


@dataclass(frozen=True, slots=True)
class GameWheel:
    """A wheel that brings games: its package and version, and how the games are called."""

    package: str
    version: str
    games: tuple[str, ...]


def game_wheel(path: Path) -> GameWheel | None:
    """What a wheel brings, read without running any of it; None for one that brings no game. Raises UpdateError."""
    named = GAME_WHEEL.fullmatch(path.name)
    if named is None or not path.is_file():
        return None
    try:
        with zipfile.ZipFile(path) as wheel:
            listed = [name for name in wheel.namelist() if name.endswith(".dist-info/entry_points.txt")]
            text = wheel.read(listed[0]).decode("utf-8") if listed else ""
    except (OSError, zipfile.BadZipFile, UnicodeDecodeError) as error:
        raise UpdateError(f"{path} is damaged ({error}); get it again.") from error
    declared = configparser.ConfigParser(delimiters=("=",), interpolation=None)
    try:
        declared.read_string(text)
    except configparser.Error as error:
        raise UpdateError(f"{path} is damaged: its entry points cannot be read; get it again.") from error
    games = tuple(declared[GROUP]) if declared.has_section(GROUP) else ()
    return GameWheel(named[1], named[2], games) if games else None


def wheel_in(source: Path) -> tuple[Path, str]:
    """The companion's wheel, given itself or the folder that holds it, and its version. Raises UpdateError."""
    found = sorted(source.glob("table_companion-*.whl")) if source.is_dir() else [source]
    if not found:
        raise UpdateError(f"There is no table_companion-*.whl in {source}; name the file, or another folder.")
    if len(found) > 1:
        raise UpdateError(f"{source} holds {len(found)} versions; name the file of the one that is meant.")
    matched = WHEEL.fullmatch(found[0].name)
    if matched is None or not found[0].is_file():
        raise UpdateError(f"{found[0]} is no wheel of the companion; scripts/build_wheel.sh builds one.")
    return found[0], matched[1]


def update(
    source: Path,
    appliance: Appliance,
    service: Service,
    tell: Callable[[Text], None],
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Installs the version in a wheel and switches to it. Raises UpdateError; then the old version goes on.

    What the new version needs beyond the old one's libraries must lie as wheels in the same folder.
    """
    before = appliance.current
    added = game_wheel(source)
    if added is None:
        wheel, version = wheel_in(source)
    else:
        wheel, version = source, f"{before.partition(WITH)[0]}{WITH}{added.package}-{added.version}"
    if version in {before, before.partition(WITH)[0]}:
        raise UpdateError(f"Version {version} is the one that runs.")
    if not os.access(appliance.home, os.W_OK):
        raise UpdateError(f"{appliance.home} cannot be written; run this with sudo.")
    try:
        tell(say("installing version {version} beside version {before}", version=version, before=before))
        _install(wheel, appliance, before, version)
        tell(say("trying it on a copy of the journal"))
        _try_out(appliance, version, () if added is None else added.games)
        tell(say("switching to it"))
        _switch(appliance, service, before, version)
        _wait_for_verdict(appliance, before, version, sleep)
    except UpdateError:
        # What is still on trial is there to be judged.
        if appliance.current == before:
            shutil.rmtree(appliance.folder(version), ignore_errors=True)
        raise
    _forget_others(appliance, before, version)
    tell(say("Version {version} runs. Version {before} is kept.", version=version, before=before))


def _install(wheel: Path, appliance: Appliance, before: str, version: str) -> None:
    """A folder with everything the old version has, and the wheel instead of the old version."""
    folder, old_python = appliance.folder(version), appliance.python(before)
    shutil.rmtree(folder, ignore_errors=True)
    packaged = "include-system-site-packages = true" in (appliance.folder(before) / "pyvenv.cfg").read_text("utf-8")
    system = ["--system-site-packages"] if packaged else []
    make: list[str | Path] = [old_python, "-m", "venv", "--without-pip", *system, folder]
    _run(make, "A folder for it could not be made")
    for packages in sorted(appliance.folder(before).glob("lib/python3*/site-packages")):
        into = folder / packages.relative_to(appliance.folder(before))
        shutil.copytree(packages, into, symlinks=True, dirs_exist_ok=True, copy_function=_linked)
    pip: list[str | Path] = [appliance.python(version), "-m", "pip", "--no-input", "--disable-pip-version-check"]
    _run(
        [*pip, "install", "--quiet", "--no-index", "--find-links", wheel.parent, wheel],
        "It needs libraries that are not there; put their wheels beside it, or install it with a network by"
        " systemd/install",
    )


def _linked(source: str, target: str) -> None:
    """One file under two names: no space and no time. Nobody writes into an installed file, pip replaces it."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def _try_out(appliance: Appliance, version: str, games: tuple[str, ...]) -> None:
    """Raises UpdateError if the new version cannot do its work here, or one of these games cannot be played."""
    with tempfile.TemporaryDirectory() as elsewhere:
        journal = Path(elsewhere) / "journal.db"
        copy_journal(appliance.journal, journal)
        environment = {
            "PATH": os.defpath,
            "SDL_VIDEODRIVER": "offscreen",
            **dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "KIVY_HOME"), elsewhere),
        }
        command: list[str | Path] = [
            appliance.python(version),
            "-P",
            "-m",
            "companion",
            "self-test",
            "--journal",
            journal,
            *(word for game in games for word in ("--game", game)),
        ]
        _run(command, f"Version {version} does not work here", environment)


def _switch(appliance: Appliance, service: Service, before: str, version: str) -> None:
    service.stop()
    copy_journal(appliance.journal, appliance.journal_before(version))
    appliance.on_trial.write_text(f"{before}\n", encoding="utf-8")
    appliance.switch_to(version)
    os.sync()
    service.start()


def _wait_for_verdict(appliance: Appliance, before: str, version: str, sleep: Callable[[float], None]) -> None:
    """Raises UpdateError if it was taken back, or if it has not come up yet."""
    for _ in range(round(COMES_UP_SECONDS / LOOK_EVERY)):
        if appliance.current == before:
            raise UpdateError(
                f"Version {version} did not come up; version {before} runs again, with the journal as it was."
            )
        if not appliance.on_trial.exists():
            return
        sleep(LOOK_EVERY)
    raise UpdateError(
        f"Version {version} is started and has not come up yet; it needs a screen that is switched on. Until it has"
        f" come up, any fault takes version {before} back."
    )


def _forget_others(appliance: Appliance, before: str, version: str) -> None:
    for folder in (appliance.home / "versions").iterdir():
        if folder.name not in {before, version}:
            shutil.rmtree(folder, ignore_errors=True)


def copy_journal(journal: Path, copy: Path) -> None:
    """A copy of what a journal holds, whole also while somebody writes it; nothing where there is none.

    Raises UpdateError.
    """
    copy.unlink(missing_ok=True)
    if not journal.exists():
        return
    try:
        with snapshot(journal).opened() as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except (sqlite3.Error, OSError) as error:
        raise UpdateError(
            f"The journal {journal} cannot be copied ({error}); `companion doctor` says what is wrong with it."
        ) from error


def _run(command: list[str | Path], failure: str, environment: dict[str, str] | None = None) -> None:
    """Raises UpdateError with the program's last words."""
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=SELF_TEST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise UpdateError(f"{failure}: nothing came of it in {SELF_TEST_SECONDS} seconds.") from error
    if done.returncode != 0:
        words = [line for line in done.stderr.splitlines() if line.strip()]
        raise UpdateError(f"{failure}: {words[-1].strip() if words else 'it said nothing'}")
