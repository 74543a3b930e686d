"""A model owner, who knows what happened, reads the screen and taps at most what it offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.clumsy.judge import after
from benchmarks.clumsy.reality import Reality
from companion.core.screen import Answer
from companion.core.table import Piece, Zone
from companion.session.replies import Believe, LeaveAlone, MissUnseen, Reply, Restore, StillThere, TakeBack, TrustTable
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
    asked = [choice.gone for choice in choices if isinstance(choice, MissUnseen) and choice.gone is not None]
    if asked and lies_as_it_should:
        return next(choice for choice in choices if choice == _about_unseen(session, reality, asked))
    for choice in choices:
        match choice:
            case TakeBack() if not right:
                return choice
            case TrustTable() if lies_as_it_should and not right:
                return choice
            case Restore() if right:
                return choice
            case LeaveAlone() if lies_as_it_should and right:
                return choice
            case _:
                pass
    return next((choice for choice in choices if isinstance(choice, Restore | TrustTable)), None)


def _about_unseen(session: Session[Any, Any], reality: Reality, asked: Sequence[tuple[Zone, Piece]]) -> Reply:
    """What is true of the pieces that are asked about: all lie there, one does not, or none does.

    Of several of a kind one has gone where fewer lie than are believed to.
    """
    believed = session.history.game.table(session.history.state).zones
    lying = reality.table.lying([zone for zone, _ in asked])
    gone = [(zone, piece) for zone, piece in asked if lying[zone].count(piece) < believed.get(zone, ()).count(piece)]
    if not gone:
        return StillThere()
    return MissUnseen(gone[0] if len(asked) == 1 or len(gone) < len(asked) else None)


def _since(believed: Any, truth: Sequence[Any]) -> Sequence[Any]:
    """What has come true since the state that is believed was: of it, the beginning may be told alone.

    If that never was, whatever has been true is nearer to what happened.
    """
    return truth[truth.index(believed) + 1 :] if believed in truth else truth
