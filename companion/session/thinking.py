"""Who explains the table, and where: in place, or on another thread while the screen goes on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, Generic, TypeVar

from companion.core.belief.hypothesis import Finding, OpenAction
from companion.core.belief.observation_model import Sighting
from companion.core.belief.revision import revise
from companion.core.game import Action, Game

S = TypeVar("S")
A = TypeVar("A", bound=Action)

Work = Callable[[], Any]
Run = Callable[[Work], "Future[Any]"]
"""Has a piece of work done, here or elsewhere. Where it is done elsewhere a `Thought` follows into the session."""

REMEMBERED = 32
"""So many answers are kept, more than one look asks questions: what the table says, what follows each of the stories
that were asked about, and each fate of what is held. With fewer than it asks it would never come to an end."""


class StillThinking(Exception):
    """What was asked is not known yet. Asked again after the next `Thought`, it may be."""


def at_once(work: Work) -> Future[Any]:
    """Does the work here and now."""
    done = Future[Any]()
    done.set_result(work())
    return done


class Thinker(Generic[S, A]):
    """Asks `revise`. What was asked lately is not worked out again, so that whoever had to wait can simply ask anew."""

    def __init__(self, game: Game[S, A], run: Run) -> None:
        self._game, self._run = game, run
        self._asked: deque[tuple[object, Future[Finding[A]]]] = deque(maxlen=REMEMBERED)

    def finding(
        self, now: S, open_actions: Sequence[OpenAction[S, A]], sighting: Sighting, *, hasty: bool = False
    ) -> Finding[A]:
        """What `revise` finds. Raises StillThinking while it is not known."""
        question = now, tuple(open_actions), sighting, hasty
        answer = next((answer for asked, answer in self._asked if asked == question), None)
        if answer is None:
            answer = self._run(partial(revise, self._game, now, open_actions, sighting, hasty=hasty))
            self._asked.append((question, answer))
        if not answer.done():
            raise StillThinking
        return answer.result()
