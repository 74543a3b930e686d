"""A game that there is not, as screens: what a fourth game gets from saying where its cells lie."""

from __future__ import annotations

from companion.core.screen import (
    Answer,
    Back,
    Board,
    Button,
    Cell,
    Forbidden,
    Inspect,
    Notice,
    NoticeKind,
    Pad,
    PadRow,
    Pass,
    Screen,
    SeatView,
    Select,
    Tone,
    Undo,
)
from companion.core.screen_parts import KeyFigure
from companion.core.selection import Pick
from companion.core.text import Message, Text, say, verbatim

SMALL, BIG, UPRIGHT = (800, 480), (1280, 720), (720, 1280)
NAMES = ("Ann", "Ben", "Cara")
NOTHING_TO_SELL = say("There is nothing to sell.")
WHICH = say("Which fruit is it?")


def evening(columns: int = 4, notice: Notice | None = None, why_not: Text | Forbidden = NOTHING_TO_SELL) -> Screen:
    """A market of eight cards in so many columns, three players, a button that is off."""
    cells = tuple(
        Cell(
            verbatim(f"Fruit {number}"),
            number % columns,
            number // columns,
            value=str(number * 100),
            zone=f"market.{number}",
            intent=Inspect(f"market.{number}", f"fruit_{number}"),
            pieces=(f"fruit_{number}",),
            tone=Tone.ATTENTION if number == 2 else Tone.NORMAL,
        )
        for number in range(8)
    )
    seats = tuple(
        SeatView(
            name[0],
            name,
            (KeyFigure(say("in hand"), "3", "cards"),),
            Board(f"{name[0]}.slots", say("Slots"), 4, 1, (Cell(verbatim("Plum"), 0, 0, value="7"),)),
            on_turn=number == 0,
            clock="1:05",
            colour=number,
            score=KeyFigure(say("points"), "1200"),
        )
        for number, name in enumerate(NAMES)
    )
    off = Button(say("Sell"), Pass(), enabled=False, why_not=why_not)
    undo = Button(say("Undo"), Undo(), "undo")
    return Screen(
        say("Fruit"),
        say("Ann’s turn"),
        seats,
        (Board("market", say("Market"), columns, -(-8 // columns), cells),),
        (Button(say("Pass"), Pass(), "pass"), off, undo),
        notice,
    )


def question(count: int, heading: Message = WHICH) -> Screen:
    """A question with so many answers, and a way back."""
    answers = [Button(verbatim(f"Fruit {number}"), Answer(number, 1)) for number in range(count)]
    return evening(notice=Notice(NoticeKind.QUESTION, heading, answers=(*answers, Button(say("Back"), Back()))))


def entering(rows: int = 3, keys: int = 10) -> Screen:
    """Numbers to enter that no dice have."""
    pad = tuple(
        PadRow(say("Slots"), tuple(Button(verbatim(str(key)), Select(Pick(str(row), str(key)))) for key in range(keys)))
        for row in range(rows)
    )
    off = Button(say("Sell"), Pass(), enabled=False, why_not=NOTHING_TO_SELL)
    return evening(notice=Notice(NoticeKind.QUESTION, WHICH, answers=(off,), detail=Pad(pad, NOTHING_TO_SELL)))
