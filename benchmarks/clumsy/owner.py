"""A model owner, who knows what happened, reads the screen and taps at most what it offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.clumsy.judge import after
from benchmarks.clumsy.reality import Reality
from companion.core.screen import Answer
from companion.session.replies import Believe, LeaveAlone, MissUnseen, Reply, Restore, TakeBack, TrustTable
from companion.session.session import Session


def answer(session: Session[Any, Any], reality: Reality) -> Answer | None:
    """What the owner taps now, if there is anything on the screen that has an answer."""
    offered = _offered(session)
    choice = _right_choice(session, reality, [reply for reply, _ in offered])
    return next((tap for reply, tap in offered if reply is choice), None) if choice is not None else None


def _offered(session: Session[Any, Any]) -> Sequence[tuple[Reply, Answer]]:
    """The answers that are really on the screen, with what they mean."""
    screen, prompt = session.screen, session.prompt
    if screen is None or screen.notice is None or prompt is None:
        return []
    taps = [button.intent for button in screen.notice.answers if isinstance(button.intent, Answer)]
    return [(prompt.replies[tap.number][1], tap) for tap in taps if tap.number < len(prompt.replies)]


def _right_choice(session: Session[Any, Any], reality: Reality, choices: Sequence[Reply]) -> Reply | None:
    """What somebody who knows what happened would touch."""
    for true in (reality.truth[-2:], _since(session.history.state, reality.truth)):
        for choice in choices:
            if isinstance(choice, Believe) and after(session, choice) in true:
                return choice
    lies_as_it_should = reality.lies_as(reality.state)
    right = session.history.state == reality.state
    for choice in choices:
        match choice:
            case TakeBack() if not right:
                return choice
            case TrustTable() | MissUnseen() if lies_as_it_should and not right:
                return choice
            case Restore() if right:
                return choice
            case LeaveAlone() if lies_as_it_should and right:
                return choice
            case _:
                pass
    return next((choice for choice in choices if isinstance(choice, Restore | TrustTable)), None)


def _since(believed: Any, truth: Sequence[Any]) -> Sequence[Any]:
    """What has come true since the state that is believed was: of it, the beginning may be told alone.

    If that never was, whatever has been true is nearer to what happened.
    """
    return truth[truth.index(believed) + 1 :] if believed in truth else truth
