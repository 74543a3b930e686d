"""What is written out for people: the score sheet, and the evening as a game record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.core.game import Outcome, Seat
from companion.core.journal_entries import Corrected, Decided, Edited, effective
from companion.core.rules import Score, ScoreLine
from companion.core.text import Text, comma_list, say, say_plural, verbatim
from companion.journal.store import SavedGame


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
    if outcome is None:
        return say_plural("ahead: {players}", "ahead: {players}", len(seats), players=players)
    if not seats:
        return say("a draw")
    return say_plural("winner: {players}", "winner: {players}", len(seats), players=players)


def _mark(counted: Score | ScoreLine) -> str:
    return f"  {say('(provisional value)')}" if counted.provisional else ""


def game_record(saved: SavedGame) -> Iterator[str]:
    """The game as text: who played what with which settings, then the actions that stand, in notation."""
    yield f"# {saved.game}, evening {saved.id}"
    yield f"# players: {', '.join(saved.options.names)}"
    for name, value in saved.options.settings.items():
        yield f"# setting: {name} = {value}"
    for entry in saved.entries:
        match entry.event:
            case Corrected(zone, tag, piece):
                yield f"# corrected: {tag} in {zone} is {piece}"
            case Decided(setting, choice):
                yield f"# decided in the evening: {setting} = {choice}"
            case _:
                pass
    for did in effective(saved.entries):
        if isinstance(did, Edited):
            yield from (f"# put right by hand: {edit}" for edit in did.edits)
        else:
            yield f"{did.action}  # allowed against {did.overruled}" if did.overruled else did.action
