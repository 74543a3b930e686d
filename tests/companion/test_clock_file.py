"""The running clocks on disk: what outlives the program, and what outlives the power."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock_file import SLOT, ClockFile, RunningClocks
from companion.core.clock import COUNTING, LONGEST_LOST, Mode, PlayerClock, TimeControl, may_be_lost


def standing(seconds: int) -> RunningClocks:
    return RunningClocks("evening", seconds, f'[["A",[{seconds}]]]')


def files(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def test_a_crash_loses_nothing_that_was_saved(tmp_path: Path) -> None:
    clocks = ClockFile(tmp_path / "journal.db")
    for second in range(1, 8):
        clocks.save(standing(second), synced=second == 3)
        assert standing(second) == ClockFile(tmp_path / "journal.db").latest


def test_a_power_cut_leaves_what_was_synced(tmp_path: Path) -> None:
    memory = tmp_path / "run"
    memory.mkdir()
    clocks = ClockFile(tmp_path / "journal.db", memory)
    for second in range(1, 8):
        clocks.save(standing(second), synced=second in (2, 5))
    for file in memory.iterdir():
        file.unlink()

    assert standing(5) == ClockFile(tmp_path / "journal.db", memory).latest


def test_nothing_but_what_is_synced_is_written_to_the_card(tmp_path: Path) -> None:
    memory, card = tmp_path / "run", tmp_path / "card"
    memory.mkdir()
    card.mkdir()
    clocks = ClockFile(card / "journal.db", memory)
    clocks.save(standing(1), synced=True)
    before = files(card)
    clocks.save(standing(2), synced=False)

    assert before == files(card)
    clocks.sync()
    assert standing(2) == ClockFile(card / "journal.db").latest


def test_two_journals_share_the_folder_in_memory(tmp_path: Path) -> None:
    one, other = (ClockFile(tmp_path / name, tmp_path) for name in ("one.db", "other.db"))
    one.save(standing(1), synced=False)
    other.save(standing(2), synced=False)

    assert standing(1) == ClockFile(tmp_path / "one.db", tmp_path).latest


@given(torn=st.binary(max_size=2 * SLOT), at=st.integers(0, 2 * SLOT))
def test_whatever_a_power_cut_leaves_of_the_unsynced_file_the_synced_one_counts(
    tmp_path_factory: pytest.TempPathFactory, torn: bytes, at: int
) -> None:
    folder = tmp_path_factory.mktemp("torn")
    clocks = ClockFile(folder / "journal.db")
    for second in range(1, 6):
        clocks.save(standing(second), synced=second == 4)
    running = folder / "journal.db-running"
    whole = running.read_bytes()
    running.write_bytes(whole[:at] + torn + whole[at + len(torn) :])

    assert ClockFile(folder / "journal.db").latest in (standing(4), standing(5))


def test_where_memory_takes_nothing_the_card_does(tmp_path: Path) -> None:
    clocks = ClockFile(tmp_path / "journal.db", tmp_path / "nowhere")
    clocks.save(standing(1), synced=False)

    assert standing(1) == ClockFile(tmp_path / "journal.db").latest


def test_files_that_cannot_be_read_are_none(tmp_path: Path) -> None:
    (tmp_path / "journal.db-clocks").mkdir()

    assert ClockFile(tmp_path / "journal.db").latest is None


@pytest.mark.parametrize(
    ("expected", "control", "left"),
    [
        (LONGEST_LOST, COUNTING, 0.0),
        (LONGEST_LOST, TimeControl(Mode.COUNTDOWN), 3600.0),
        (6.0, TimeControl(Mode.FISCHER), 600.0),
        (1.0, TimeControl(Mode.COUNTDOWN), 60.0),
        (1.0, TimeControl(Mode.COUNTDOWN), -5.0),
        (1.0, TimeControl(Mode.TOTAL_AND_TURN, extra=30.0), 3600.0),
    ],
)
def test_a_power_cut_may_take_the_less_the_less_time_is_left(
    expected: float, control: TimeControl, left: float
) -> None:
    clocks = {"A": PlayerClock(left=left), "B": PlayerClock(left=1.0)}

    assert expected == pytest.approx(may_be_lost(control, clocks, ["A"]))
