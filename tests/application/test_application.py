"""What surrounds a conversation: lamps say at a glance what the screen says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.application.notice_lamps import lamp_patterns
from companion.core.screen import Board, Button, Confirm, Notice, NoticeKind, Pass, Screen, SeatView, Undo
from companion.core.text import say
from hardware.lamps import Pattern

BOARD = Board("A", say("baskets"), 1, 1, ())
SCREEN = Screen(say("Orchard"), say("turn"), (SeatView("A", "Ann", (), BOARD, on_turn=True),), ())
OFF = {"turn": Pattern.STEADY, "notice": Pattern.OFF, "error": Pattern.OFF}


@pytest.mark.parametrize(
    ("kind", "lamps"),
    [
        (NoticeKind.SAYING, {}),
        (NoticeKind.QUESTION, {"notice": Pattern.SLOW}),
        (NoticeKind.ILLEGAL, {"error": Pattern.FAST}),
        (NoticeKind.DISAGREE, {"error": Pattern.SLOW}),
        (NoticeKind.TROUBLE, {"error": Pattern.DOUBLE}),
    ],
)
def test_each_kind_of_notice_has_its_lamp(kind: NoticeKind, lamps: dict[str, Pattern]) -> None:
    shown = lamp_patterns(replace(SCREEN, notice=Notice(kind, say("?"))))

    assert {**OFF, **lamps} == {lamp: shown[lamp] for lamp in OFF}


def test_nobody_on_turn_is_dark() -> None:
    assert {Pattern.OFF} == {*lamp_patterns(replace(SCREEN, seats=())).values()}


def test_the_lamp_of_each_seat_shines_for_who_is_to_move() -> None:
    """In the order in which they sit."""
    seats = (*SCREEN.seats, SeatView("B", "Ben", (), BOARD))
    shown = lamp_patterns(replace(SCREEN, seats=seats))

    assert (Pattern.STEADY, Pattern.OFF) == (shown["seat 1"], shown["seat 2"])
    assert "seat 3" not in shown


def test_a_button_shines_while_it_does_something() -> None:
    buttons = (Button(say("Pass"), Pass(), "pass"), Button(say("Undo"), Undo(), "undo", enabled=False))
    yes = Notice(NoticeKind.QUESTION, say("?"), answers=(Button(say("Yes"), Confirm()),), why=(say("Because"),))
    quiet, asked = (lamp_patterns(replace(SCREEN, buttons=buttons, notice=notice)) for notice in (None, yes))

    assert (Pattern.STEADY, Pattern.OFF, Pattern.OFF) == (quiet["pass"], quiet["undo"], quiet["confirm"])
    assert (Pattern.SLOW, Pattern.STEADY, Pattern.BEEP) == (asked["confirm"], asked["why"], asked["buzzer"])
