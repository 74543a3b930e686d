"""Questions are kept beside the journal, those without an answer for who improves the rules' words."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.questions_asked import FILE, QuestionsAsked


def test_the_last_ten_are_kept_the_latest_first(tmp_path: Path) -> None:
    asked = QuestionsAsked(tmp_path)
    for number in range(12):
        asked.asked("chess", f"question {number}", found=True)
    asked.asked("chess", "question 5", found=True)

    assert ("question 5", "question 11", "question 10") == QuestionsAsked(tmp_path).latest("chess")[:3]
    assert 10 == len(QuestionsAsked(tmp_path).latest("chess"))


def test_what_was_not_found_is_kept_once(tmp_path: Path) -> None:
    asked = QuestionsAsked(tmp_path)
    for _ in range(2):
        asked.asked("chess", "may a pawn swim", found=False)

    assert ("may a pawn swim",) == QuestionsAsked(tmp_path).unfound("chess")
    assert () == QuestionsAsked(tmp_path).unfound("go")


@pytest.mark.parametrize("damaged", ["", "[]", '{"latest": 3}', "\x00"])
def test_a_damaged_file_hinders_nobody(tmp_path: Path, damaged: str) -> None:
    (tmp_path / FILE).write_text(damaged)

    assert () == QuestionsAsked(tmp_path).latest("chess")


def test_without_a_folder_they_are_kept_in_memory() -> None:
    asked = QuestionsAsked(None)
    asked.asked("chess", "may a pawn swim", found=False)

    assert ("may a pawn swim",) == asked.latest("chess")
