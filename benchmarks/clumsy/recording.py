"""Clumsy evenings whose looks are written down as they come."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from functools import partial, reduce
from random import Random
from typing import Any

from benchmarks.clumsy.__main__ import NEXT_SEED, Choice, plan
from benchmarks.clumsy.behaviours import SETS
from benchmarks.clumsy.judge import Verdict
from benchmarks.clumsy.people import People
from benchmarks.clumsy.recorded import Asked, RecordedEvening, RecordedLook, recorded
from benchmarks.clumsy.trial import trial
from companion.core.belief.revision import revise
from companion.games import GAMES
from companion.session.thinking import Work

ATTEMPTS = 3
MOST_SINCE = 12
"""A look so many actions after the position of its evening has a position of its own."""

MOST_NUMBERED = 3_000
_PROFILE = re.compile(r"^profile = .*\n", re.MULTILINE)


class Recorded(People):
    """People whose looks at the table are written down, each beside the position from which it is told."""

    def __init__(self, *args: Any) -> None:
        self.written = list[tuple[str, RecordedLook]]()
        self._begun: int | None = None
        super().__init__(*args)
        self._begun, self._start = len(self.history.played), self.history.state

    def _explain(self, work: Work) -> Future[Any]:
        done = super()._explain(work)
        if isinstance(work, partial) and work.func is revise:
            question: Asked = (*work.args, work.keywords["hasty"])
            position, since = self._since(question[2][0].before if question[2] else question[1])
            self.written.append((position, recorded(question, since, done.result())))
        return done

    def _since(self, state: Any) -> tuple[str, Sequence[Any]]:
        """A position, and the actions from there to that state."""
        if self._begun is not None:
            since = self.history.played[self._begun :]
            for count, before in enumerate((*(each.before for each in since), self.history.state)):
                actions = [each.action for each in since[:count]]
                if before == state and self._is_told_by(actions, state):
                    return self._position(self._start), actions
        return self._position(state), ()

    def _is_told_by(self, actions: Sequence[Any], state: Any) -> bool:
        known = len(actions) <= MOST_SINCE and all(type(action) in self.game.rules for action in actions)
        return known and bool(reduce(self.game.apply, actions, self._start) == state)

    def _position(self, state: Any) -> str:
        return _PROFILE.sub("", self.game.write_position(state))


def evenings(seed: int, seconds: float) -> Iterator[RecordedEvening]:
    """Evenings of all sets and games, for so long; those of an evening that begin at one position are one."""
    each = [(behaviours, game) for behaviours in SETS for game in GAMES]
    for behaviours, game in each:
        begun, numbers = time.process_time(), [*range(MOST_NUMBERED)]
        Random(seed).shuffle(numbers)
        for planned in plan(Choice((game,), seed, behaviours), numbers):
            if time.process_time() - begun > seconds / len(each):
                break
            for again in range(ATTEMPTS):
                own = planned.seed + again * NEXT_SEED
                people = Recorded(GAMES[game], planned.players, own, planned.behaviour)
                if isinstance(trial(people, SETS[behaviours][planned.family][planned.behaviour]), Verdict):
                    told = f"{planned.family}: {planned.behaviour} ({planned.players} players, seed {own})"
                    for position in dict.fromkeys(position for position, _ in people.written):
                        looks = [look for where, look in people.written if where == position]
                        yield RecordedEvening(game, told, position, "", looks)
                    break
