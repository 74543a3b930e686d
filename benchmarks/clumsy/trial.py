"""One trial: a random position, people who do something clumsy, the table put right, and a plain next move."""

from __future__ import annotations

import traceback
from enum import Enum

from benchmarks.clumsy.family import Behaviour
from benchmarks.clumsy.people import People, Verdict
from benchmarks.clumsy.tabletop import NotPossible


class Skipped(Enum):
    """Why there was no trial."""

    UNFIT = "the behaviour does not fit the position, or hands cannot do it"
    UNSEEN = "the eye does not see the position as it is"
    UNSETTLED = "what chance demanded before the trial was not understood"


def trial(people: People, name: str, behaviour: Behaviour) -> Verdict | Skipped:
    """One trial with people who have just sat down."""
    try:
        people.wait(3.0)
        people.chance()
        if not people.sees_all():
            return Skipped.UNSEEN
        people.settle()
        if people.history.state != people.state or people.is_being_told():
            return Skipped.UNSETTLED
        people.verdict = verdict = Verdict(name, people.game.name, people.players, people.seed)
        if not behaviour(people):
            return Skipped.UNFIT
        people.put_right()
        people.wait(2.0)
        people.doubtful, people.illegal = False, None
        people.settle()
        _go_on(people)
        people.judge()
    except NotPossible:
        return Skipped.UNFIT
    except Exception as error:  # noqa: BLE001 (a session that fails is a verdict, and the next trial goes on)
        people.verdict.behaviour, people.verdict.crashed = name, True
        people.verdict.notes.append(f"crashed: {error!r:.200} at {traceback.extract_tb(error.__traceback__)[-1]}")
        return people.verdict
    finally:
        people.store.close()
    return verdict


def _go_on(people: People) -> None:
    """A plain next move, which has to be understood."""
    was_wrong = people.history.state != people.state
    action = people.a_decision()
    if action is not None:
        people.do(action)
        people.chance()
        people.settle()
    if was_wrong and people.history.state == people.state:
        people.verdict.wrong_for_a_moment = True
