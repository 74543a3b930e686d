"""What pictures of a table come to, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.core.action import SEATS
from companion.core.rules import Score, ScoreLine
from companion.core.table import UNREADABLE, Zone
from companion.core.text import Text, comma_list, say, say_plural, verbatim, with_names
from companion.picture_score.told_by_pictures import AskedOfPicture, PictureScore, Total


def lines(score: PictureScore) -> Iterator[str]:
    """All of it, line by line: what lies where, what breaks the rules, the sheets, the standing, what is open."""
    names = dict(zip(SEATS, score.options.names, strict=False))
    yield str(score.game.title)
    for note in (*score.notes, *score.unlaid):
        yield str(note)
    yield ""
    for place, what in lying(score):
        yield f"{with_names(place, names)}: {what}"
    for fault in score.faults:
        yield (
            str(with_names(say("{sentence} {next_sentence}", sentence=fault.reason, next_sentence=fault.repair), names))
            + f" [{fault.rule}]"
        )
    yield ""
    for total in score.totals:
        yield from _sheet(score, total)
    yield str(standing(score))
    if score.open:
        yield ""
        yield str(say_plural("{count} question is open:", "{count} questions are open:", score.open))
        for question in score.questions:
            yield from question_lines(question)
        if any(question.parts for question in score.questions):
            yield str(say("Several answers to one question are given with commas between them."))


def lying(score: PictureScore) -> Iterator[tuple[Text, Text]]:
    """What lies in each place, in words."""
    zones: dict[Zone, Counter[str]] = {}
    for number, piece in enumerate(score.pieces):
        zone = score.zone_of(number)
        if zone is not None:
            zones.setdefault(zone, Counter())[piece.piece] += 1
    for zone in sorted(zones):
        items = [
            _count(count, say("a label that cannot be read") if piece == UNREADABLE else score.game.piece_name(piece))
            for piece, count in sorted(zones[zone].items())
        ]
        yield score.game.zone_name(zone), comma_list(items)


def _count(count: int, name: Text) -> Text:
    return name if count == 1 else say("{count} × {piece}", count=count, piece=name)


def name_of(score: PictureScore, sheet: Score) -> Text:
    """Whose sheet it is: a player's, or a side's."""
    if sheet.side is not None:
        return sheet.side
    return verbatim(dict(zip(SEATS, score.options.names, strict=False)).get(sheet.player, sheet.player))


def span(total: Total) -> Text:
    """`1850`, or `1850 to 2050` while something is open."""
    if total.is_settled:
        return verbatim(str(total.low))
    return say("{low} to {high}", low=total.low, high=total.high)


def _sheet(score: PictureScore, total: Total) -> Iterator[str]:
    yield f"{name_of(score, total.sheet)}"
    for line in total.sheet.lines:
        yield f"  {line.points:6}  {line.why}  [{line.rule}]{_mark(line)}"
    yield f"  {span(total)!s:>6}  {say('total')}{_mark(total.sheet)}"


def _mark(counted: Score | ScoreLine) -> str:
    return f"  {say('(provisional value)')}" if counted.provisional else ""


def standing(score: PictureScore) -> Text:
    """Who has won, who is ahead, or who may be while something is open."""
    names = dict(zip(SEATS, score.options.names, strict=False))
    if score.outcome is not None and score.is_settled:
        if not score.outcome.winners:
            return say("a draw")
        people = comma_list(verbatim(names.get(seat, seat)) for seat in score.outcome.winners)
        won = say_plural("winner: {players}", "winner: {players}", len(score.outcome.winners), players=people)
        return say("{winners}. {reason}", winners=won, reason=score.outcome.reason)
    ahead = [total for total in score.totals if total.sheet.player in score.leaders]
    people = comma_list(name_of(score, total.sheet) for total in ahead)
    if score.told.more:
        return say("may be ahead: {players}", players=people)
    if score.is_provisional:
        return say("who is ahead rests on printed values that nobody has told yet")
    if len(ahead) == 1 and all(total.is_settled for total in score.totals):
        return say_plural("ahead: {players}", "ahead: {players}", len(ahead), players=people)
    if len(ahead) == 1:
        return say("ahead whatever is answered: {players}", players=people)
    return say("may be ahead: {players}", players=people)


def question_lines(question: AskedOfPicture, *, numbered: bool = False) -> Iterator[str]:
    """The question, why it is asked, and its answers by number or by name."""
    why = str(question.why) if question.decides else str(say("It may matter for points, not for who wins."))
    yield f"{question.sentence} {why}".rstrip()
    for number, (name, words) in enumerate(question.choices.items(), start=1):
        yield f"  {number:3}  {words}" if numbered else f"    --answer '{question.name}={name}'  {words}"
