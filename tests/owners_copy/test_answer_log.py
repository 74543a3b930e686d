"""What an owner has told stays told: torn lines, damaged lines, a disk that takes nothing, a process that is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.owners_copy.answer_log import AnswerLog


def test_what_was_told_is_there_again(tmp_path: Path) -> None:
    path = tmp_path / "copies" / "game.told"
    log = AnswerLog(path)
    log.append([("a", "1")])
    log.append([("b", "2"), ("c", "õ 3")])
    log.append([("a", "4")])

    assert {"a": "4", "b": "2", "c": "õ 3"} == AnswerLog(path).answers


def test_taking_back_restores_what_was_told_before(tmp_path: Path) -> None:
    path = tmp_path / "game.told"
    log = AnswerLog(path)
    for value in ("1", "2"):
        log.append([("a", value)])

    assert (("a", "2"),) == log.take_back()
    assert {"a": "1"} == AnswerLog(path).answers
    assert (("a", "1"),) == log.take_back()
    assert () == log.take_back()
    assert {} == AnswerLog(path).answers


def test_reading_creates_nothing(tmp_path: Path) -> None:
    assert {} == AnswerLog(tmp_path / "copies" / "game.told").answers
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_line_that_a_power_cut_has_torn_is_not_there(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "game.told"
    log = AnswerLog(path)
    log.append([("a", "1")])
    log.append([("b", "2")])
    path.write_bytes(path.read_bytes()[:-cut])
    torn = AnswerLog(path)

    assert {"a": "1"} == torn.answers
    torn.append([("c", "3")])
    assert {"a": "1", "c": "3"} == AnswerLog(path).answers
    assert 0 == AnswerLog(path).damaged


@pytest.mark.parametrize("damage", [b"\x00\xff", b"{}", b'[["a"]]', b'["a","1"]', b'[["a",1]]', b"[" * 100_000])
def test_a_damaged_line_costs_only_itself(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "game.told"
    path.write_bytes(b'[["a", "1"]]\n' + damage + b'\n[["b", "2"]]\n')
    log = AnswerLog(path)

    assert {"a": "1", "b": "2"} == log.answers
    assert 1 == log.damaged


def test_where_nothing_can_be_written_nothing_was_told(tmp_path: Path) -> None:
    (tmp_path / "copies").write_text("a file, no folder")
    log = AnswerLog(tmp_path / "copies" / "game.told")

    with pytest.raises(JournalError, match="could not be written"):
        log.append([("a", "1")])
    assert {} == log.answers


def test_a_process_that_is_killed_loses_no_value_that_was_acknowledged(tmp_path: Path) -> None:
    """A power cut at any moment: what was on the screen as told is on the disk."""
    path = tmp_path / "game.told"
    teller = (
        "import sys, itertools; from pathlib import Path; from companion.owners_copy.answer_log import AnswerLog\n"
        "log = AnswerLog(Path(sys.argv[1]))\n"
        "for n in itertools.count():\n"
        "    log.append([(f'q{n}', str(n))]); print(n, flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", teller, str(path)], stdout=subprocess.PIPE, text=True) as telling:
        assert telling.stdout is not None
        told = [int(telling.stdout.readline()) for _ in range(25)]
        os.kill(telling.pid, signal.SIGKILL)
        told += [int(line) for line in telling.stdout if line.endswith("\n")]

    answers = AnswerLog(path).answers
    assert {f"q{n}": str(n) for n in told}.items() <= answers.items()
