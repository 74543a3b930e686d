"""What surrounds a conversation: lamps say at a glance what the screen says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.application.notice_lamps import lamp_patterns
from companion.core.screen import Board, Notice, NoticeKind, Screen, SeatView
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
    assert {**OFF, **lamps} == lamp_patterns(replace(SCREEN, notice=Notice(kind, say("?"))))


def test_nobody_on_turn_is_dark() -> None:
    assert {**OFF, "turn": Pattern.OFF} == lamp_patterns(replace(SCREEN, seats=()))
