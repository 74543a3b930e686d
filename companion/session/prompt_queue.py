"""Everything there is to say at a moment, the most urgent first: the first prompt is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.core.belief.hypothesis import Either, Finding, Hypothesis, Unfinished
from companion.core.belief.search import Ambiguous, Illegal, Unexplained
from companion.core.game import Action, Seat
from companion.core.screen import NoticeKind
from companion.core.table import UNREADABLE, Change
from companion.session import prompts, sight_prompts
from companion.session.belief import is_unlikely, needs_word
from companion.session.corrections import likely_pieces
from companion.session.order_of_play import as_it_may_have_gone
from companion.session.replies import Prompt
from companion.session.session_state import SessionState

AnySession = SessionState[Any, Any]


def open_prompts(session: AnySession, names: Mapping[Seat, str]) -> Iterator[Prompt]:
    """Reads the session and changes nothing of it."""
    game, table, dialogue, now = session.game, session.table, session.dialogue, session.history.state
    if dialogue.opened is not None:
        yield dialogue.opened
    if dialogue.trouble is not None:
        yield sight_prompts.trouble(dialogue.trouble)
    for prompt in _about_what_lies_there(session):
        yield sight_prompts.with_face_down(game, prompt, table.sight.face_down(prompt.zones))
    if table.sight.duplicates:
        yield sight_prompts.doubled(table.sight.duplicates)
    if questions := game.result_untold(now):
        yield prompts.result_untold(questions)
    outcome = game.outcome(now)
    if outcome is not None:
        yield prompts.over(outcome, game.score(now), names)


def _about_what_lies_there(session: AnySession) -> Iterator[Prompt]:
    """What cannot be seen is asked first where the answer may explain what is only said."""
    game, table, said = session.game, session.table, session.dialogue.about_table
    if table.restoring and (gap := table.sight.gap()):  # A hand may hide the rest of what is being put back.
        yield prompts.disagreement(game, gap, restoring=True)
    is_asked = table.sight.unseen.in_question and session.belief.doubtful
    if is_asked and table.sight.unseen.denied:  # Whoever has begun to answer is asked for the rest at once.
        yield sight_prompts.not_seen(game, table.sight.unseen.changes)
    if said is not None and (said.replies or not is_asked) and not _waits_for_a_finger(session, said):
        yield said
    if table.pending:
        yield prompts.to_do(game, table.to_do())
    if is_asked:
        yield sight_prompts.not_seen(game, table.sight.unseen.changes)
    if covered := table.sight.out_of_sight():
        yield sight_prompts.out_of_sight(game, covered)


def _waits_for_a_finger(session: AnySession, said: Prompt) -> bool:
    """What is only said does not take the place of the question to which a finger has just come."""
    return bool(session.dialogue.selection) and said.notice.kind is NoticeKind.SAYING and not said.aside


def about_the_table(session: AnySession) -> Prompt | None:
    """What the table says that has to be said. While it is being thought about, that is what was said of it last."""
    return session.dialogue.about_table if session.belief.is_wondering else next(_about_the_table(session), None)


def _about_the_table(session: AnySession) -> Iterator[Prompt]:
    finding, belief = session.belief.finding, session.belief
    match finding:
        case Hypothesis() if needs_word(finding):
            if belief.doubtful:
                unseen = _under_a_cover if finding.beneath else _without_a_trace
                yield from _unanswered(session, unseen(session, finding))
        case Hypothesis() if not finding.changes_nothing and belief.is_asked_about(finding):
            if belief.doubtful:
                yield from _unanswered(session, (_once_more(session, finding), _differences(session)))
        case Hypothesis(actions=actions) if actions and not is_unlikely(finding):
            yield prompts.left_to_do(session.game, session.history.state, finding)
        case Hypothesis(held=held) if held and belief.unfinished:
            latest = _latest(session, max((each.taken_back for each in finding.discarded), default=0))
            as_told = partial(as_it_may_have_gone, session.history, belief, session.table.sight.covered_since)
            yield prompts.held(session.game, session.history.state, finding, latest, as_told)
        case Unfinished() if belief.unfinished:
            yield prompts.unfinished(session.game, session.history.state, finding)
        case _:
            if belief.doubtful and not isinstance(finding, Unfinished):
                yield from _doubts(session, finding)


def _once_more(session: AnySession, finding: Hypothesis[Any]) -> Prompt:
    """What speaks against what people have said, or have gone on from."""
    if finding.uncounted:
        return prompts.was_that_all(session.game, session.history.state, finding)
    if finding.actions:
        return prompts.otherwise(session.game, session.history.state, finding)
    return prompts.taken_back(session.game, session.history.state, _latest(session, finding.taken_back))


def _without_a_trace(session: AnySession, finding: Hypothesis[Any]) -> Iterator[Prompt]:
    """A decision that nobody saw, or the taking back of what stands; if nobody made it, what it would excuse."""
    taken = session.table.taken_back()
    if taken:
        yield prompts.which(session.game, session.history.state, Either((finding,)), taken)
    else:
        yield prompts.forgotten(session.game, session.history.state, finding)
    if finding.slip is not None:
        yield _forbidden(session, finding.slip)
    yield _differences(session)


def _under_a_cover(session: AnySession, finding: Hypothesis[Any]) -> Iterator[Prompt]:
    """What shows where a cover lay; if that was not all, what else may lie beneath it, or in which other order."""
    game, now, others = session.game, session.history.state, finding.beneath
    if finding.uncounted:
        yield prompts.was_that_all(game, now, finding)
    else:
        yield prompts.otherwise(game, now, finding, NoticeKind.SAYING)
    yield prompts.which(game, now, Either(others), latest=_latest(session, max(each.taken_back for each in others)))
    yield _differences(session)


def _doubts(session: AnySession, finding: Finding[Any]) -> Iterator[Prompt]:
    """What has to be asked. A label that nobody can read comes last, but before the list of differences."""
    if isinstance(finding, Unexplained):
        yield from _unreadable(session)
    if not isinstance(finding, Hypothesis):
        yield from _unanswered(session, _doubt(session, finding))
    elif finding.actions:
        yield from _unanswered(
            session, (prompts.unlikely(session.game, session.history.state, finding), _differences(session))
        )
    yield from _unreadable(session)


def _unreadable(session: AnySession) -> Iterator[Prompt]:
    for change in session.table.differences():
        if change.piece == UNREADABLE and change.delta > 0:
            pieces = likely_pieces(session.history, session.table, change.zone, UNREADABLE)
            label = UNREADABLE, session.table.sight.crop_of(change.zone, UNREADABLE)
            yield prompts.what_is_it(session.game, change.zone, UNREADABLE, label, pieces)


def _doubt(session: AnySession, finding: Finding[Any]) -> Iterator[Prompt]:
    """The ways to understand it, one after the other: what is denied brings the next."""
    game, now, slip = session.game, session.history.state, None
    taken = () if isinstance(finding, Either) else session.table.taken_back()
    if taken and not isinstance(finding, Ambiguous):
        yield prompts.taken_back(game, now, taken)
    match finding:
        case Either(readings):
            yield prompts.which(game, now, finding, latest=_latest(session, max(each.taken_back for each in readings)))
            slip = readings[0].slip
        case Ambiguous():
            yield prompts.which(game, now, finding, taken)
        case Illegal():
            slip = finding
        case _:
            pass
    if slip is not None:
        yield _forbidden(session, slip)
    yield _differences(session)


def _forbidden(session: AnySession, slip: Illegal[Any]) -> Prompt:
    """With the camera's own picture of the places that it speaks of."""
    prompt = prompts.forbidden(session.game, session.history.state, slip, _gap(session))
    ends = prompt.ends(session.game.layout(session.history.state).zones, now=True)
    return replace(prompt, notice=replace(prompt.notice, place=session.picture_of(ends)))


def _latest(session: AnySession, count: int) -> Sequence[Action]:
    played = session.history.played
    return [each.action for each in played[len(played) - count :]]


def _differences(session: AnySession) -> Prompt:
    return prompts.disagreement(session.game, _gap(session), restoring=False)


def _gap(session: AnySession) -> Sequence[Change]:
    return [change for change in session.table.differences() if change.piece != UNREADABLE]


def _unanswered(session: AnySession, ways: Iterable[Prompt]) -> Iterator[Prompt]:
    """The first of these that has not been answered yet: an answer once given does not bring the same notice back."""
    first = next((way for way in ways if way.notice.heading not in session.dialogue.answered), None)
    if first is not None:
        yield first
