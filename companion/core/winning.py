"""By what a game was won, as statistics count it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from companion.core.game import Outcome, Seat
from companion.core.rules import Score, ScoreLine
from companion.core.text import Text, marked, say


def kind_of(line: ScoreLine) -> Text:
    """The source of points to which a line belongs; where the game names none, the rule's own heading."""
    if str(line.kind):
        return line.kind
    return line.rule.heading if line.rule.section else say("Points")


def goal_of(outcome: Outcome, sheets: Sequence[Score]) -> str:
    """The goal that the game names, or the source of points by which the winners were furthest ahead of the others.

    In the English words of the game; empty where nobody won, or the winners were ahead in nothing.
    """
    if str(outcome.goal) or not outcome.winners:
        return str(outcome.goal)
    won = [sheet for sheet in sheets if _is_of(sheet, outcome.winners)]
    others = [sheet for sheet in sheets if not _is_of(sheet, outcome.winners)]
    ours, theirs = _average(won), _average(others)
    ahead = {kind: points - theirs.get(kind, 0.0) for kind, points in ours.items()}
    best = max(ahead, key=lambda kind: ahead[kind], default="")
    return best if best and ahead[best] > 0 else ""


def _is_of(sheet: Score, seats: Collection[Seat]) -> bool:
    return any(seat in seats for seat in sheet.seats)


def _average(sheets: Sequence[Score]) -> Mapping[str, float]:
    """Points by their source, of one of these sheets on the average."""
    points: dict[str, float] = {}
    for sheet in sheets:
        for line in sheet.lines:
            kind = str(kind_of(line))
            points[kind] = points.get(kind, 0.0) + line.points / len(sheets)
    return points


def sources_of(sheet: Score) -> tuple[Text, ...]:
    """Where its points come from, as far as the game names it, in the order of the sheet: `Tiles 1550`, `Bonus 300`."""
    kinds: dict[Text, list[ScoreLine]] = {}
    for line in sheet.lines:
        if line.points and str(line.kind):
            kinds.setdefault(line.kind, []).append(line)
    return tuple(
        say("{kind} {points}", kind=kind, points=marked(_sum(lines), provisional=any(one.provisional for one in lines)))
        for kind, lines in kinds.items()
    )


def _sum(lines: Iterable[ScoreLine]) -> int:
    return sum(line.points for line in lines)


def why_won(outcome: Outcome, sheets: Sequence[Score]) -> Text:
    """What the winners have won by: their points by source, unless the game is won by goals; and why it is over."""
    won = next((sheet for sheet in sheets if _is_of(sheet, outcome.winners)), None)
    sources = () if won is None or str(outcome.goal) else sources_of(won)
    return say("{sources} · {reason}", sources=sources, reason=outcome.reason) if sources else outcome.reason
