"""What is written out for people: the score sheet, and the evening as a game record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.core.game import Outcome, Seat
from companion.core.journal import Corrected, effective
from companion.core.rules import Score, ScoreLine
from companion.store import Evening


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
        yield f"  {sheet.total:6}  total{_mark(sheet)}"
    if outcome is None:
        yield "ahead: " + ", ".join(names.get(seat, seat) for seat in leaders(scores))
    elif outcome.winners:
        yield "winner: " + ", ".join(names.get(seat, seat) for seat in outcome.winners)
    else:
        yield "a draw"


def _mark(counted: Score | ScoreLine) -> str:
    return "  (provisional value)" if counted.provisional else ""


def game_record(evening: Evening) -> Iterator[str]:
    """The evening as text: who played what with which settings, then the actions that stand, in notation."""
    yield f"# {evening.game}, evening {evening.id}"
    yield f"# players: {', '.join(evening.options.names)}"
    for name, value in evening.options.settings.items():
        yield f"# setting: {name} = {value}"
    for entry in evening.entries:
        if isinstance(entry.event, Corrected):
            yield f"# corrected: {entry.event.tag} in {entry.event.zone} is {entry.event.piece}"
    for did in effective(evening.entries):
        yield f"{did.action}  # allowed against {did.overruled}" if did.overruled else did.action
