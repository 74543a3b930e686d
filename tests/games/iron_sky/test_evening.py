"""The recorded evening that ships, before a camera that sees everything: every conclusion is what the record says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.core.screen import Intent
from companion.core.table import LabelPlace, Observation, Zone
from companion.games.iron_sky import GAME
from companion.session.game_history import GameHistory
from companion.session.messages import Conclusion, Tick
from companion.session.session import Session
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.scenario import read_scenario
from companion.simulation.scenario_runner import ScenarioRunner
from companion.store import JournalStore

RECORD = Path(__file__).parents[3] / "companion" / "games" / "iron_sky" / "evening.toml"
FRAME = 0.25
"""Seconds from frame to frame."""


class PlugPulled(Exception):
    pass


class Performance:
    """Plays the record from step to step; a pulled plug leaves nothing but the journal."""

    def __init__(self, journal: Path) -> None:
        self.scenario = read_scenario(RECORD)
        self.store = JournalStore(journal)
        self.number = self.store.begin(self.scenario.game, self.scenario.options).id
        self.said: list[dict[str, Any]] = []
        self.now = 0.0
        self.cuts = 0

    def play(self) -> None:
        start = 1
        while start:
            try:
                self._runner().run(start)
                start = 0
            except PlugPulled as cut:
                self.cuts += 1
                start = int(str(cut)) + 1

    def _runner(self) -> ScenarioRunner:
        history, log = GameHistory(GAME, self.store, self.store.load(self.number)), list[Conclusion]()
        session = Session(history, lambda _: None, log.append)
        table = PhysicalTable(GAME, GAME.layout(history.state))

        def frame(over: Sequence[Zone]) -> None:
            self.now += FRAME
            if not over:
                labels = tuple(LabelPlace(one.tag, one.label) for one in table.visible())
                session.handle(Observation(labels))
            session.handle(Tick(self.now))

        def tap(intent: Intent) -> None:
            session.handle(intent)

        return ScenarioRunner(self.scenario, table, session, frame, tap, self.said.append, str, self._pull, log)

    @staticmethod
    def _pull(step: int) -> None:
        raise PlugPulled(str(step))


def test_the_recorded_evening_comes_out_as_recorded(tmp_path: Path) -> None:
    """Two players, a power cut, three broken rules named and put right, two battles: nothing concluded wrongly."""
    performance = Performance(tmp_path / "journal.db")
    performance.play()
    illegal = [said["text"] for said in performance.said if said.get("kind") == "illegal"]

    assert [] == [said for said in performance.said if "wrong" in said]
    assert 1 == performance.cuts
    assert 3 == len(illegal)
