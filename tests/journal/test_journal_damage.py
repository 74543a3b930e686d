"""A damaged journal: the longest valid beginning is recovered, the file is kept, nothing is changed in silence."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from benchmarks.journal_damage import damages
from companion.core.clock import PlayerClock
from companion.core.game import Options
from companion.core.journal_entries import Did, Entry, Undid
from companion.errors import JournalError
from companion.journal.saved_games import SavedGame
from companion.journal.store import JournalStore
from companion.pages.calendar import day

OPTIONS = Options(("Ann", "Ben"), {"overflow": "restart"})
PROFILE = "\n".join(f"tile_{number} = {number * 7919}" for number in range(400))
CLOCKS = (("A", PlayerClock(61.5)), ("B", PlayerClock(12.25)))
ACTIONS = 60
TRIALS = int(os.environ.get("DAMAGED_JOURNALS", "40"))
"""10,000 are run by hand: DAMAGED_JOURNALS=10000 pytest tests/journal/test_journal_damage.py"""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[SavedGame, dict[str, bytes], dict[str, bytes]]:
    """An evening, its files after a clean end, and its files after the plug was pulled with all in the log."""
    folder = tmp_path_factory.mktemp("written")
    path = folder / "journal.db"
    with JournalStore(path) as store:
        game = store.begin("orchard", OPTIONS, PROFILE).id
        for number in range(0, ACTIONS, 2):
            events = (Did(f"A: take {number} apple"), Undid() if number % 14 == 12 else Did("B: pass"))
            store.append(game, [Entry(number + at, event, "touch", CLOCKS) for at, event in enumerate(events)])
        store.save_clocks(game, dict(CLOCKS))
        cut = {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith("-shm")}
        evening = store.load(game)
    clean = {file.name: file.read_bytes() for file in folder.iterdir()}
    return evening, clean, cut


def truncated(raw: bytearray, random: Random) -> None:
    del raw[random.randrange(len(raw)) :]


def bits_flipped(raw: bytearray, random: Random) -> None:
    for _ in range(random.choice((1, 1, 3, 20))):
        raw[random.randrange(len(raw))] ^= 1 << random.randrange(8)


def block_zeroed(raw: bytearray, random: Random) -> None:
    at = random.randrange(len(raw)) // 512 * 512
    raw[at : at + random.choice((512, 4096, 16384))] = bytes(len(raw[at : at + 512]))


def block_of_other_data(raw: bytearray, random: Random) -> None:
    at = random.randrange(len(raw)) // 4096 * 4096
    raw[at : at + 4096] = random.randbytes(len(raw[at : at + 4096]))


def taken_away(raw: bytearray, _random: Random) -> None:
    raw.clear()


DAMAGES: tuple[Callable[[bytearray, Random], None], ...] = (
    truncated,
    bits_flipped,
    block_zeroed,
    block_of_other_data,
    taken_away,
)


def damaged_files(files: dict[str, bytes], folder: Path, random: Random) -> None:
    victim = random.choice([name for name in sorted(files) if name.endswith((".db", "-wal")) and files[name]])
    for name, content in files.items():
        raw = bytearray(content)
        if name == victim:
            random.choice(DAMAGES)(raw, random)
        if raw or name != victim:
            (folder / name).write_bytes(raw)


def recovered(folder: Path) -> tuple[SavedGame | None, JournalStore]:
    store = JournalStore(folder / "journal.db")
    return store.latest(), store


@pytest.mark.parametrize("pulled", [False, True], ids=["after a clean end", "after the plug was pulled"])
def test_no_damage_changes_an_action_in_silence(
    written: tuple[SavedGame, dict[str, bytes], dict[str, bytes]], pulled: bool, tmp_path: Path
) -> None:
    evening, clean, cut = written
    for seed in range(TRIALS // 2):
        folder = tmp_path / str(seed)
        folder.mkdir()
        damaged_files(cut if pulled else clean, folder, Random(seed))
        try:
            found, store = recovered(folder)
        except JournalError:
            # Nothing of a journal is left in the file: said in a sentence, and the file is not touched.
            assert not any("take" in file.read_bytes().decode("latin-1") for file in folder.iterdir()), seed
            continue
        with store:
            entries = () if found is None else found.entries

            assert evening.entries[: len(entries)] == entries, seed
            assert 0 == len(entries) % 2, "what is written at once is recovered at once"
            if len(entries) < ACTIONS:
                assert store.repaired is not None, seed
            if store.repaired is not None and "The journal was damaged" in str(store.repaired):
                assert [file for file in folder.iterdir() if ".damaged-" in file.name], seed
            if found is not None:
                assert (OPTIONS, PROFILE) == (found.options, found.profile), seed
                store.append(found.id, [Entry(len(entries), Did("A: pass"), "touch", CLOCKS)])
            store.losses_seen()
        again, store = recovered(folder)
        with store:
            assert store.repaired is None, f"{seed}: what was repaired is whole"
            assert again is None or len(again.entries) == len(entries) + 1


@pytest.mark.parametrize("count", [60, pytest.param(2000, marks=pytest.mark.slow)])
def test_of_no_damage_nobody_is_told(count: int) -> None:
    """Three evenings, read and played on; `python -m benchmarks.journal_damage --damages 10000` does it by hand."""
    tally = damages(count, seed=70_000)

    assert {} == tally.seeds
    assert tally.said > count, "whoever reads says it, and whoever plays on"


@pytest.mark.parametrize("ended", [False, True], ids=["gone on with", "ended"])
@pytest.mark.parametrize("column", ["name", "options", "profile", "begun", "time", "colours"])
def test_a_changed_letter_in_what_an_evening_began_with_is_mended(column: str, ended: bool, tmp_path: Path) -> None:
    """Of 10,000 damaged journals one ended in a traceback: a comma of its time control had become another letter."""
    with JournalStore(tmp_path / "journal.db") as store:
        game = store.begin("orchard", OPTIONS, PROFILE, colours=(2, 5))
        store.append(game.id, [Entry(0, Did("A: pass"), "touch", CLOCKS)])
        if ended:
            store.end(game.id)
    with closing(sqlite3.connect(tmp_path / "journal.db", isolation_level=None)) as db:
        db.execute(f"UPDATE game SET {column} = replace({column}, substr({column}, 4, 1), '!')")
    with JournalStore(tmp_path / "journal.db") as store:
        found = store.load(game.id)
        (evening,) = store.evenings()

        assert "The journal was damaged; 1 entry was found again." in str(store.repaired)
        assert ("orchard", OPTIONS, PROFILE, (2, 5)) == (found.game, found.options, found.profile, found.colours)
        assert OPTIONS.names == evening.names


@pytest.mark.parametrize("raw", [b"SSLite format 3\0 and no more", b"SQLi", b"\0\0\0", b""])
def test_where_nothing_can_be_found_again_a_new_journal_is_begun(raw: bytes, tmp_path: Path) -> None:
    """It never keeps the companion from starting; the damaged file stays."""
    (tmp_path / "journal.db").write_bytes(raw)
    with JournalStore(tmp_path / "journal.db") as store:
        assert [] == store.games()
        store.begin("orchard", OPTIONS)
    assert raw in (b"", *(file.read_bytes() for file in tmp_path.glob("journal.damaged-*")))


def test_how_and_when_an_evening_ended_may_be_forgotten_by_the_disk(tmp_path: Path) -> None:
    with JournalStore(tmp_path / "journal.db") as store:
        game = store.begin("orchard", OPTIONS)
        store.end(game.id)
        store._journal.current.execute(
            "UPDATE game SET ending = replace(ending, '[', '('), ended = replace(ended, '-', '!')"
        )
        (evening,) = store.evenings()

        assert (None, "") == (evening.ending, day(str(evening.ended)))
