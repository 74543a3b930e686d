"""The one keyboard: the letters of all four languages, digits, space, backspace; a real keyboard as well."""

from __future__ import annotations

import pytest

from companion.core.pages import TypingPage
from companion.core.screen import Open, Typed
from companion.core.text import say
from companion.pages.navigator import Navigator
from companion.pages.typing import LETTERS, Typing

ALPHABETS = {
    "EN": "abcdefghijklmnopqrstuvwxyz",
    "ET": "abcdefghijklmnoprsšzžtuvõäöü",
    "FI": "abcdefghijklmnopqrstuvwxyzåäö",
    "PL": "aąbcćdeęfghijklłmnńoóprsśtuwyzźż",
}


def writing(done: list[str], *, name: bool = False) -> Typing:
    return Typing(say("Line"), say("Write"), say("Done"), done.append, 20, name=name)


@pytest.mark.parametrize("language", ALPHABETS)
def test_every_letter_of_a_language_has_a_key(language: str) -> None:
    assert set(ALPHABETS[language]) <= set("".join(LETTERS[language]))
    assert all(len(row) <= 12 for row in LETTERS[language]), "twelve keys of 48 and more fit beside each other"


def test_the_language_key_goes_round() -> None:
    page = writing([])
    seen = []
    for _ in range(5):
        seen.append(page.view().language)
        page.touched("language", "")

    assert ["EN", "ET", "FI", "PL", "EN"] == seen


def test_a_keyboard_opens_with_the_letters_of_the_players_language() -> None:
    shown: list[object] = []
    navigator = Navigator(lambda _: writing([]), shown.append)
    navigator.language = "fi"
    navigator.handle(Open("anything"))
    navigator.language = "pseudo"
    navigator.handle(Open("anything"))

    assert ["FI", "EN"] == [view.language for view in shown if isinstance(view, TypingPage)]


def test_a_line_is_written_mended_and_done() -> None:
    done: list[str] = []
    page = writing(done)
    for letter in ["h", "a", "l", "v", "x", "backspace", " ", "1"]:
        page.typed(letter)
    page.typed("enter")

    assert ["halv 1"] == done


def test_a_name_begins_with_capitals() -> None:
    done: list[str] = []
    page = writing(done, name=True)
    for letter in "anna-maria õun":
        page.typed(letter)
    page.touched("done", "")

    assert ["Anna-Maria Õun"] == done


def test_no_line_grows_beyond_its_length_or_takes_what_cannot_be_seen() -> None:
    page = writing([])
    for letter in ["\x07", "\n", *"x" * 30]:
        page.typed(letter)

    assert "x" * 20 == page.line


def test_the_keys_that_are_shown_write_what_they_show() -> None:
    page = writing([], name=True)
    view = page.view()
    assert isinstance(view, TypingPage)
    first = view.keys[0][0]
    page.typed(Typed(first).letter)

    assert "Q" == first == page.line
