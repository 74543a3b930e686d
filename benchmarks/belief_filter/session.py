"""A session whose belief is the beam's: what earlier looks, hands and covers tell is asked of nobody else."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

from benchmarks.belief_filter.beam import Beam
from benchmarks.belief_filter.looks import Eye, Look
from companion.core.belief.hypothesis import Finding, Hypothesis
from companion.core.heights import Height
from companion.core.table import Observation
from companion.session.action_handler import ActionHandler
from companion.session.reconciler import Reconciler
from companion.session.recorded_actions import is_action
from companion.session.session import Session
from companion.session.session_state import SessionState
from companion.session.thinking import Run


class FilteringHandler(ActionHandler[Any, Any]):
    """Believes what the beam says, in the order in which it says it."""

    def __init__(self, session: SessionState[Any, Any], report: Any, run: Run) -> None:
        super().__init__(session, report)
        self._run = run
        self._beam = Beam(session.game)
        self._eye = Eye(session.game)
        self._looked: tuple[object, ...] = ()
        self._kept = len(session.history.played)
        self._asked: tuple[object, ...] = ()
        self._found: Finding[Any] = Hypothesis()

    def _consider(self) -> Hypothesis[Any] | None:
        self._table.check_restored()
        self._refusals.look(self._table.sight.seen)
        if not self._table.differences():
            self._dialogue.answered.clear()
        found = self._refusals.weighed(self._finding())
        missing = [change for change in self._table.sight.gap() if change.delta < 0]
        self._belief.consider(found, missing, self._table.sight.covered, None)
        return None

    def _in_its_place(self, found: Hypothesis[Any]) -> Hypothesis[Any]:
        return found

    def _finding(self) -> Finding[Any]:
        table: Reconciler[Any, Any] = self._table
        seen: Observation | None = table.sight.observation
        if seen is None:
            return Hypothesis()
        away = table.deferred.zones
        told, if_gone = table.sight.told(), table.sight.told(if_gone=True)
        heights = {
            zone: Height(min(told[zone].least, if_gone[zone].least), max(told[zone].most, if_gone[zone].most))
            for zone in (told.keys() & if_gone.keys()) - away
        }
        lies = (
            self._history.labels.identify(table.sight.reading).without(away),
            len(table.sight.unseen.changes),
            heights,
        )
        if lies != self._looked:
            self._looked = lies
            piece_of = {place.tag: self._history.labels.piece_of(place.tag) for place in seen.labels}
            self._pieces = getattr(self, "_pieces", {}) | piece_of
            buried = self._eye.buried(table.sight.reading, seen, self._pieces)
            for zone, piece, delta in table.sight.unseen.changes:
                buried.setdefault(zone, Counter())[piece] -= delta
            self._beam.look(
                Look(
                    self._belief.now,
                    lies[0],
                    table.sight.reading,
                    buried,
                    self._eye.moved(table.sight.reading, self._pieces),
                    heights,
                    len(self._history.played),
                )
            )
        asked = self._history.state, len(self._history.played), self._belief.open.count, id(self._beam.looks[-1])
        if asked != self._asked:
            self._asked = asked
            self._found = self._run(partial(self._think)).result()
        return self._found

    def _think(self) -> Finding[Any]:
        played = self._history.played
        first = max((n + 1 for n, each in enumerate(played) if not is_action(each.action)), default=0)
        states = [*(each.before for each in played), self._history.state]
        actions = [each.action for each in played]
        settled = max(first, len(played) - self._belief.open.count)
        self._kept = max(first, min(self._kept, len(played)))
        self._beam.follow(states, actions, settled, self._kept)
        self._beam.think(hasty=self._belief.hasty)
        if not self._beam.looks[-1].on(self._game, self._history.state).astray and not self._table.sight.gap():
            self._kept = len(played)
            self._eye.agree()
        return self._beam.finding()


class FilteringSession(Session[Any, Any]):
    def _take_up(self, state: SessionState[Any, Any]) -> None:
        super()._take_up(state)
        self._actions = FilteringHandler(state, self._report, self._run)
        self._intents._actions = self._actions
