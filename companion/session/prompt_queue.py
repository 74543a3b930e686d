"""Everything there is to say at a moment, the most urgent first: the first prompt is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.core.game import Seat
from companion.core.inference import Ambiguous, Explained, Explanation, Illegal
from companion.core.table import UNREADABLE
from companion.session import prompts
from companion.session.belief import is_unlikely
from companion.session.corrections import likely_pieces
from companion.session.prompts import Prompt
from companion.session.session_state import SessionState

AnySession = SessionState[Any, Any]


def open_prompts(session: AnySession, names: Mapping[Seat, str]) -> Iterator[Prompt]:
    """Reads the session and changes nothing of it."""
    game, table, dialogue, now = session.game, session.table, session.dialogue, session.history.state
    if dialogue.opened is not None:
        yield dialogue.opened
    if table.restoring:
        yield prompts.disagreement(game, table.gap(), restoring=True)
    yield from _about_the_table(session)
    if table.pending:
        yield prompts.to_do(game, table.to_do())
    if table.duplicates:
        yield prompts.doubled(table.duplicates)
    if dialogue.trouble is not None:
        yield prompts.trouble(dialogue.trouble)
    outcome = game.outcome(now)
    if outcome is not None:
        yield prompts.over(outcome, game.score(now), names)


def _about_the_table(session: AnySession) -> Iterator[Prompt]:
    finding = session.belief.finding
    if isinstance(finding, Explained) and finding.actions and not is_unlikely(finding):
        yield prompts.perhaps_unfinished(session.game, finding)
    elif session.belief.doubtful:
        yield from _doubts(session, finding)


def _doubts(session: AnySession, finding: Explanation[Any]) -> Iterator[Prompt]:
    """What has to be asked; a label that nobody can read comes last."""
    if not isinstance(finding, Explained):
        yield _doubt(session, finding)
    elif finding.actions:
        yield prompts.unlikely(session.game, finding)
    for change in session.table.differences():
        if change.piece == UNREADABLE and change.delta > 0:
            pieces = likely_pieces(session.history, session.table, change.zone)
            yield prompts.what_is_it(session.game, change.zone, UNREADABLE, pieces)


def _doubt(session: AnySession, finding: Explanation[Any]) -> Prompt:
    gap = [change for change in session.table.differences() if change.piece != UNREADABLE]
    if not session.dialogue.trusting:
        if taken := session.table.taken_back():
            return prompts.taken_back(session.game, taken)
        if isinstance(finding, Illegal):
            return prompts.forbidden(session.game, finding, gap)
    if isinstance(finding, Ambiguous):
        return prompts.which(session.game, finding)
    return prompts.disagreement(session.game, gap, restoring=False)
