"""What is written out for people: the score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.core.game import Outcome, Seat
from companion.core.rules import Score, ScoreLine
from companion.core.text import Text, comma_list, say, say_plural, verbatim


def leaders(scores: Sequence[Score]) -> tuple[Seat, ...]:
    """Who has the most points so far; several share them."""
    best = max((sheet.total for sheet in scores), default=0)
    return tuple(sheet.player for sheet in scores if sheet.total == best)


def score_sheet(scores: Sequence[Score], outcome: Outcome | None, names: Mapping[Seat, str]) -> Iterator[str]:
    """Each player's lines with the rule behind each, the total, and who has won or, before the end, is ahead."""
    for sheet in scores:
        yield f"{names.get(sheet.player, sheet.player)}"
        for line in sheet.lines:
            yield f"  {line.points:6}  {line.why}  [{line.rule}]{_mark(line)}"
        yield f"  {sheet.total:6}  {say('total')}{_mark(sheet)}"
    yield str(_standing(scores, outcome, names))


def _standing(scores: Sequence[Score], outcome: Outcome | None, names: Mapping[Seat, str]) -> Text:
    seats = leaders(scores) if outcome is None else outcome.winners
    players = comma_list(verbatim(names.get(seat, seat)) for seat in seats)
    if outcome is None and any(sheet.provisional for sheet in scores):
        return say("who is ahead rests on printed values that nobody has told yet")
    if outcome is None:
        return say_plural("ahead: {players}", "ahead: {players}", len(seats), players=players)
    if not seats:
        return say("a draw")
    return say_plural("winner: {players}", "winner: {players}", len(seats), players=players)


def _mark(counted: Score | ScoreLine) -> str:
    return f"  {say('(provisional value)')}" if counted.provisional else ""
