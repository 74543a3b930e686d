"""The screen of an evening: what the game shows, with what is being said, the clocks, and what stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.game import Game, Seat
from companion.core.rules import RuleReference
from companion.core.screen import Answer, Button, Notice, Screen, SeatView, Undo
from companion.core.text import Text, say, verbatim
from companion.record import Record
from companion.talk import Talk

LATEST = 6
"""So many of the latest actions are listed."""


def composed(record: Record[Any, Any], spoken: Talk | None, asked: int, why: Sequence[Text]) -> Screen:
    """The game's own screen with the talk for a notice; `asked` numbers the question, `why` explains its rule."""
    base = record.game.present(record.state)
    return replace(
        base,
        seats=tuple(_timed(seat, record.clocks) for seat in base.seats),
        buttons=(*base.buttons, _undo_button(bool(record.standing))),
        notice=base.notice if spoken is None else _notice(base.notice, spoken, asked, why),
        attention=base.attention if spoken is None else spoken.zones,
        history=tuple(verbatim(did.action) for did in record.standing[-LATEST:]),
    )


def statement_of(game: Game[Any, Any], reference: RuleReference) -> tuple[Text, ...]:
    """The rule in our own words, if one of the game's checks keeps it."""
    rules = (rule for checks in game.rules.values() for rule in checks)
    return tuple(Text(rule.statement) for rule in rules if rule.reference == reference)[:1]


def _notice(own: Notice | None, spoken: Talk, asked: int, why: Sequence[Text]) -> Notice:
    if spoken.aside and own is not None:
        return replace(own, lines=(*own.lines, spoken.notice.heading, *spoken.notice.lines))
    answers = tuple(Button(label, Answer(number, asked)) for number, (label, _) in enumerate(spoken.choices))
    return replace(spoken.notice, answers=answers, lines=(*spoken.notice.lines, *why))


def _timed(seat: SeatView, clocks: Mapping[Seat, float]) -> SeatView:
    minutes, seconds = divmod(int(clocks.get(seat.seat, 0.0)), 60)
    return replace(seat, clock=f"{minutes}:{seconds:02}")


def _undo_button(standing: bool) -> Button:
    return Button(say("Undo"), Undo(), "undo", standing, None if standing else say("There is nothing to take back."))
