"""docs/errors.md names every error text of the sources, and what to do."""

from __future__ import annotations

from scripts import errors


def test_the_page_is_that_of_the_sources() -> None:
    assert errors.page() == errors.PAGE.read_text(encoding="utf-8"), "python -m scripts.errors"


def test_a_sentence_is_found_with_what_is_filled_in() -> None:
    source = 'raise JournalError(f"The journal {self._path} is full ({error.strerror}); make room.")'
    assert [("JournalError", "The journal *path* is full (*reason*); make room.")] == list(errors.texts(source))


def test_what_is_wrong_and_what_to_do_are_told_apart() -> None:
    sentence = "The journal *path* is full (*reason*); make room."
    assert ("The journal *path* is full (*reason*).", "Make room.") == errors.what_and_advice("JournalError", sentence)


def test_a_sentence_without_advice_gets_that_of_its_kind() -> None:
    assert ("Nothing is there.", errors.KINDS["NoCameraError"][1]) == errors.what_and_advice(
        "NoCameraError", "Nothing is there."
    )


def test_what_another_part_has_worded_is_left_to_that() -> None:
    assert [] == list(errors.texts('raise ImageError(f"{path}: {complaint}")'))
