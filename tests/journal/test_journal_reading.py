"""Who only reads the journal leaves it as it is, and says what is wrong with it; two never write to the same one."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion import cli as command_line
from companion.core.game import Options
from companion.core.journal_entries import Did, Entry
from companion.errors import JournalError
from companion.games import GAMES
from companion.journal.store import JournalStore

FIRST = next(iter(GAMES))
MISSING = "The end of the journal is missing: 1 entry."


def said(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command_line.cli, list(map(str, arguments)), catch_exceptions=False)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """As a power cut left it, and then the end of its log was cut off: the latest of three entries is missing."""
    home, played = tmp_path / "home", tmp_path / "played"
    home.mkdir()
    with JournalStore(played / "journal.db") as store:
        id = store.begin(FIRST, Options(("Ann", "Ben"))).id
        for number in range(2):
            store.append(id, [Entry(number, Did("nobody can read this"), "touch")])
        log = (played / "journal.db-wal").read_bytes()
        store.append(id, [Entry(2, Did("nor this"), "touch")])
        store.save_clocks(id, {})
        for name in ("journal.db", "journal.db-clocks"):
            (home / name).write_bytes((played / name).read_bytes())
    (home / "journal.db-wal").write_bytes(log)
    return home / "journal.db"


@pytest.mark.parametrize(
    "command",
    [
        ("journal", "--journal"),
        ("replay",),
        ("bug-report", "--out", "elsewhere", "--journal"),
        ("doctor", "--json", "--journal"),
        ("catalogue", "status", "--game", FIRST, "--journal"),
    ],
    ids=lambda words: words[0],
)
def test_a_command_that_reads_changes_nothing(
    command: tuple[str, ...], journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = contents(journal.parent)
    answer = said(*command, journal)

    assert before == contents(journal.parent)
    if command[0] != "catalogue":
        assert MISSING in answer.output
    if command[0] in ("journal", "replay", "bug-report"):
        assert 1 == answer.exit_code


def test_what_was_repaired_is_said_by_the_command_and_by_the_next_start(journal: Path) -> None:
    repaired = said("journal", "--repair", "--journal", journal)
    assert (0, True) == (repaired.exit_code, MISSING in repaired.output)
    for _ in range(2):
        with JournalStore(journal, or_memory=True) as store:
            assert MISSING in str(store.repaired)
    with JournalStore(journal, or_memory=True) as store:
        store.losses_seen()
    with JournalStore(journal, or_memory=True) as store:
        assert store.repaired is None
    assert 0 == said("journal", "--journal", journal).exit_code


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_a_database_of_another_program_gets_nothing_written(mode: str, tmp_path: Path) -> None:
    foreign = tmp_path / "photos.db"
    with closing(sqlite3.connect(foreign)) as db:
        db.execute(f"PRAGMA journal_mode = {mode}")
        db.execute("CREATE TABLE photo (name TEXT)")
        db.execute("INSERT INTO photo VALUES ('cat')")
        db.commit()
        before = contents(tmp_path)
        for how in ({}, {"or_memory": True}, {"to_read": True}):
            with pytest.raises(JournalError, match=r"photos\.db is a database of another program, and was left as it"):
                JournalStore(foreign, **how)
        for command in (("journal",), ("journal", "--repair")):
            answer = CliRunner().invoke(command_line.cli, [*command, "--journal", str(foreign)])
            assert isinstance(answer.exception, JournalError)

        assert before == contents(tmp_path)


OTHER = """
import sys
from pathlib import Path
from companion.journal.store import JournalStore

store = JournalStore(Path(sys.argv[1]), or_memory=True)
print("open", flush=True)
sys.stdin.read()
"""


def test_a_second_companion_on_one_journal_says_so_at_its_start(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with subprocess.Popen(
        [sys.executable, "-c", OTHER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout is not None
        assert "open\n" == first.stdout.readline()
        with pytest.raises(
            JournalError, match=r"Another companion is running with the journal .*; close that one first"
        ):
            JournalStore(path, or_memory=True)
        with JournalStore(path, to_read=True) as store:
            assert [] == store.games(), "what only reads may"
        os.kill(first.pid, signal.SIGKILL)
    with JournalStore(path, or_memory=True) as store:
        assert store.unsaved is None, "the lock goes with the program, however it ends"


def test_what_is_opened_to_be_read_takes_no_entry(journal: Path) -> None:
    with JournalStore(journal, to_read=True) as store, pytest.raises(JournalError, match="opened to be read"):
        store.prefer("theme", "light")
