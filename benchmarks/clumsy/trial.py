"""One trial: a random position, people who do something clumsy, the table put right, and a plain next move."""

from __future__ import annotations

import traceback
from enum import Enum

from benchmarks.clumsy.family import Behaviour
from benchmarks.clumsy.judge import Verdict
from benchmarks.clumsy.people import People
from benchmarks.clumsy.tabletop import NotPossible

FIRST_LOOK = 3.0
"""Seconds from sitting down until anybody does anything."""


class Skipped(Enum):
    """Why there was no trial."""

    UNFIT = "the behaviour does not fit the position, or hands cannot do it"
    UNSEEN = "the labels of the position do not all show"


def trial(people: People, behaviour: Behaviour) -> Verdict | Skipped:
    """One trial with people who have just sat down. What goes wrong before a behaviour proves impossible counts."""
    verdict = people.verdict
    try:
        if not people.sees_all():
            return Skipped.UNSEEN
        people.wait(FIRST_LOOK)
        if not behaviour(people):
            return verdict if not verdict.clean else Skipped.UNFIT
        people.put_right()
        people.wait(2.0)
        people.judge.illegal = None
        people.settle()
        _go_on(people)
        people.judge.at_the_end()
    except NotPossible:
        return verdict if not verdict.clean else Skipped.UNFIT
    except Exception as error:  # noqa: BLE001 (a session that fails is a verdict, and the next trial goes on)
        where = traceback.format_tb(error.__traceback__)[-4:]
        people.judge.mark("crashed", f"{error!r:.300}\n{''.join(where)}")
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
    if was_wrong and people.history.state == people.state and not people.verdict.wrong_for_a_moment:
        people.judge.mark("wrong_for_a_moment", "the table was right, and only the next move told what had happened")
