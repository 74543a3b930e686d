"""A copy goes to a stick and comes from one, by touches; what differs is said in words."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.appliance.usb_stick import OWN_FOLDER
from companion.core.pages import ListPage
from companion.core.screen import Touched
from companion.games import GAMES
from companion.owners_copy.copy_files import copies_on
from companion.pages.machine import Sticks
from tests.pages.conftest import Visitor

GAME = next(name for name in GAMES if GAMES[name].copy_form.sheets({}))


def tells(visitor: Visitor, value: str) -> None:
    """The first values of the first card, one after the other."""
    visitor.opens("copy", GAME)
    for digit in value:
        visitor.touches("digit", digit)
    visitor.touches("enter").goes_back()


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    path = tmp_path / "STICK"
    path.mkdir()
    return path


def test_a_copy_is_written_compared_and_taken_over(visitor: Visitor, stick: Path) -> None:
    visitor.connects(sticks=Sticks(mounted=lambda: [stick]))
    first, other = visitor, Visitor()
    other.connects(sticks=Sticks(mounted=lambda: [stick]))
    for value in ("11", "22", "44", "88", "176", "352"):
        tells(first, value)
    if first.context.copies.capturing(GAME).status.doubtful:
        first.context.copies.log(GAME).take_back()
    first.opens("copy exchange", GAME).touches("write", str(stick))
    assert "written. You may pull the stick out." in str(first.rows[0].title)
    [file] = copies_on(stick, GAMES[GAME])
    other.opens("copy exchange", GAME).touches("read", str(file))
    assert isinstance(other.page, ListPage)
    differing = [str(row.title) for row in other.rows]
    other.touches("take")

    told = first.context.copies.game(GAME).copy_form.answers()
    assert len(told) == len(differing)
    assert all("there; nobody has told it here." in sentence for sentence in differing)
    assert told == other.context.copies.game(GAME).copy_form.answers()
    assert "taken over." in str(other.rows[0].title)


def test_on_a_stick_whose_files_have_owners_it_is_our_folder(
    visitor: Visitor, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As ext4 has them: nobody but root writes beside it. Once written, the stick is let go of."""
    (stick / OWN_FOLDER).mkdir()
    monkeypatch.setattr(os, "access", lambda path, _: path != stick)
    let_go: list[bool] = []
    visitor.connects(sticks=Sticks(mounted=lambda: [stick], take_out=lambda: let_go.append(True)))
    tells(visitor, "11")
    visitor.opens("copy exchange", GAME).touches("write", str(stick))

    assert [file.parent for file in copies_on(stick / OWN_FOLDER, GAMES[GAME])] == [stick / OWN_FOLDER]
    assert [True] == let_go


def test_a_file_that_is_no_copy_is_said_with_its_name(visitor: Visitor, stick: Path) -> None:
    visitor.connects(sticks=Sticks(mounted=lambda: [stick]))
    (stick / "letter.toml").write_text("[dear]\naunt = 1\n", encoding="utf-8")
    visitor.opens("copy exchange", GAME)
    assert Touched("read", str(stick / "letter.toml")) in [row.intent for row in visitor.rows]
    visitor.touches("read", str(stick / "letter.toml"))

    assert str(visitor.rows[0].title).startswith("letter.toml: ")


def test_a_stick_that_was_pulled_out_is_no_mistake(visitor: Visitor, tmp_path: Path) -> None:
    visitor.connects(sticks=Sticks(mounted=lambda: [tmp_path / "gone"]))
    visitor.opens("copy exchange", GAME).touches("write", str(tmp_path / "gone"))

    assert "Nothing could be written" in str(visitor.rows[0].title)


def test_without_a_stick_the_page_says_what_to_do(visitor: Visitor) -> None:
    visitor.connects(sticks=Sticks(mounted=list))
    visitor.opens("copy exchange", GAME)
    assert isinstance(visitor.page, ListPage)

    assert "No stick is plugged in." in str(visitor.page.lines[0])
