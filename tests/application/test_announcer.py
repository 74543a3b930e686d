"""What is read aloud: whose turn, what is not allowed and how to put it right, what is asked; nothing twice."""

from __future__ import annotations

from dataclasses import replace

from companion.application.announcer import MOST_OF_A_KIND, Announcer
from companion.core.screen import Board, Notice, NoticeKind, Screen, SeatView
from companion.core.text import ENGLISH, verbatim

TABLE = Board("table", verbatim("Table"), 1, 1, ())
RULE = verbatim("NWO-53, page 4")


def screen(on_turn: str, notice: Notice | None = None) -> Screen:
    seats = tuple(SeatView(seat, seat, (), TABLE, on_turn=seat in on_turn) for seat in "AB")
    return Screen(verbatim("Game"), verbatim(f"{on_turn} is to move"), seats, (), notice=notice)


def refusal(line: str, rule: str = "NWO-53") -> Notice:
    lines, repair = (verbatim(line),), verbatim("Put it back.")
    return Notice(NoticeKind.ILLEGAL, verbatim("Not allowed"), lines, verbatim(rule), repair)


class Spoken:
    """A voice that remembers what it was told."""

    def __init__(self) -> None:
        self.words = ""

    def say(self, words: str, language: str) -> None:
        self.words = words

    def stop(self) -> None: ...


def switched_on() -> Announcer:
    return Announcer(Spoken(), is_on=True)


def heard(announcer: Announcer, shown: Screen, happened: int) -> str:
    assert isinstance(announcer.voice, Spoken)
    announcer.voice.words = ""
    announcer.read(shown, happened, ENGLISH)
    return announcer.voice.words


def test_a_turn_is_said_when_it_passes_and_not_as_long_as_it_lasts() -> None:
    announcer = switched_on()

    assert [
        "",
        "B is to move",
        "",
        "A is to move",
    ] == [heard(announcer, screen(on_turn), happened) for happened, on_turn in enumerate(("A", "B", "B", "A"))]


def test_an_evening_that_is_taken_up_begins_in_silence() -> None:
    assert "" == heard(switched_on(), screen("B"), 40)


def test_switched_off_it_is_silent() -> None:
    announcer = Announcer(Spoken())

    assert ["", ""] == [heard(announcer, screen(on_turn), happened) for happened, on_turn in enumerate("AB")]


def test_a_turn_that_comes_back_by_undo_is_not_said_again() -> None:
    announcer = switched_on()
    heard(announcer, screen("A"), 1)
    heard(announcer, screen("B"), 2)

    assert "" == heard(announcer, screen("A"), 1)


def test_a_refusal_is_read_with_what_puts_it_right_once() -> None:
    announcer = switched_on()
    refused = screen("A", refusal("This set is too small."))

    assert "Not allowed This set is too small. Put it back." == heard(announcer, refused, 0)
    assert "" == heard(announcer, refused, 0)


def test_what_was_corrected_and_comes_again_in_the_same_turn_is_not_repeated() -> None:
    announcer = switched_on()
    refused = screen("A", refusal("This set is too small."))
    heard(announcer, refused, 1)
    heard(announcer, screen("A"), 1)

    assert "" == heard(announcer, refused, 1)


def test_after_the_third_of_a_kind_it_is_silent_and_another_rule_is_read() -> None:
    announcer = switched_on()
    read = [heard(announcer, screen("A", refusal(f"Set {number}.")), number) for number in range(MOST_OF_A_KIND + 2)]

    assert [True] * MOST_OF_A_KIND + [False] * 2 == [bool(words) for words in read]
    assert "" != heard(announcer, screen("A", refusal("Another.", "NWO-35")), 9)


def test_what_only_tells_and_troubles_are_for_the_eyes() -> None:
    for kind in (NoticeKind.SAYING, NoticeKind.TROUBLE):
        assert "" == heard(switched_on(), screen("A", replace(refusal("Still to do."), kind=kind)), 0)
