"""The running clocks on disk: what outlives a power cut, and what is written for it."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.clock import Mode, PlayerClock, TimeControl
from companion.core.game import Options
from companion.core.journal_entries import Did, Entry, Undid
from companion.journal.clock_file import SLOT, ClockFile, RunningClocks
from companion.journal.store import JournalStore


def standing(seconds: int) -> RunningClocks:
    return RunningClocks("evening", seconds, f'[["A",[{seconds}]]]')


def found(folder: Path) -> RunningClocks | None:
    return ClockFile(folder / "journal.db").latest


def test_what_was_saved_is_found(tmp_path: Path) -> None:
    clocks = ClockFile(tmp_path / "journal.db")
    for second in range(1, 8):
        (clocks.save if second % 2 else clocks.save_aside)(standing(second))
        assert standing(second) == found(tmp_path)


def test_a_second_overwrites_one_page_and_the_file_never_grows(tmp_path: Path) -> None:
    clocks, file = ClockFile(tmp_path / "journal.db"), tmp_path / "journal.db-clocks"
    clocks.save(standing(1))
    pages = [file.read_bytes()]
    for second in range(2, 6):
        clocks.save_aside(standing(second))
        pages.append(file.read_bytes())

    assert {2 * SLOT} == {len(page) for page in pages}
    changed = [(one[:SLOT] != other[:SLOT], one[SLOT:] != other[SLOT:]) for one, other in pairwise(pages)]
    assert [(True, False), (False, True)] * 2 == changed


@given(written=st.integers(0, SLOT), garbage=st.binary(max_size=600))
def test_a_write_that_a_power_cut_tears_costs_a_second(
    tmp_path_factory: pytest.TempPathFactory, written: int, garbage: bytes
) -> None:
    folder = tmp_path_factory.mktemp("torn")
    clocks, file = ClockFile(folder / "journal.db"), folder / "journal.db-clocks"
    for second in (1, 2, 3):
        clocks.save(standing(second))
    before = file.read_bytes()
    clocks.save(standing(4))
    after = file.read_bytes()
    slot = next(at for at in (0, SLOT) if before[at : at + SLOT] != after[at : at + SLOT])
    torn = (after[slot : slot + written] + garbage + before[slot + written + len(garbage) : slot + SLOT])[:SLOT]
    file.write_bytes(after[:slot] + torn + after[slot + SLOT :])

    assert found(folder) in (standing(3), standing(4))


def test_files_that_cannot_be_read_are_none(tmp_path: Path) -> None:
    (tmp_path / "journal.db-clocks").mkdir()

    assert found(tmp_path) is None


class TestWrittenAside:
    """As in the running companion: on a thread of its own, since a card may take a while."""

    def test_nobody_waits_for_the_card(self, tmp_path: Path) -> None:
        clocks, card = ClockFile(tmp_path / "journal.db"), Event()
        with ThreadPoolExecutor(1) as thread:
            thread.submit(card.wait)
            clocks.run = thread.submit
            for second in range(1, 5):
                clocks.save_aside(standing(second))
            assert found(tmp_path) is None, "the card still writes something else"
            card.set()
        assert standing(4) == found(tmp_path), "what had to wait is not written: the newest is"

    def test_an_action_is_waited_for(self, tmp_path: Path) -> None:
        clocks = ClockFile(tmp_path / "journal.db")
        clocks.run = lambda _: Future()
        clocks.save_aside(standing(1))
        clocks.save(standing(2))

        assert standing(2) == found(tmp_path)

    def test_the_end_waits_for_what_was_not_yet_written(self, tmp_path: Path) -> None:
        clocks = ClockFile(tmp_path / "journal.db")
        clocks.run = lambda _: Future()
        clocks.save_aside(standing(1))
        clocks.finish()

        assert standing(1) == found(tmp_path)

    def test_what_went_wrong_is_told_a_second_later(self, tmp_path: Path) -> None:
        (tmp_path / "journal.db-clocks").mkdir()
        clocks = ClockFile(tmp_path / "journal.db")
        with ThreadPoolExecutor(1) as thread:
            clocks.run = thread.submit
            clocks.save_aside(standing(1))
        with pytest.raises(IsADirectoryError):
            clocks.save_aside(standing(2))


OPTIONS = Options(("Ann", "Ben"))
FISCHER = TimeControl(Mode.FISCHER, total=60.0, extra=5.0)
BEFORE, THOUGHT = {"A": PlayerClock(left=60.0)}, {"A": PlayerClock(8.0, left=52.0, turn=8.0)}


@pytest.mark.parametrize(
    ("expected", "event", "clocks"),
    [
        ({}, Did("A: pass"), THOUGHT),
        (BEFORE, Undid(), BEFORE),
    ],
)
def test_a_power_cut_between_an_action_and_its_clocks_leaves_them_to_the_action(
    tmp_path: Path, expected: dict[str, PlayerClock], event: Did | Undid, clocks: dict[str, PlayerClock]
) -> None:
    """What was given for a turn would be lost with clocks of before its end; what is taken back gives its time back."""
    with JournalStore(tmp_path / "journal.db") as store:
        evening = store.begin("a_game", OPTIONS, time=FISCHER).id
        store.append(evening, [Entry(0, Did("A: look"), "touch", tuple(BEFORE.items()))])
        store.save_clocks(evening, THOUGHT)
        store.append(evening, [Entry(1, event, "touch", tuple(clocks.items()))])

        assert expected == store.load(evening).clocks
