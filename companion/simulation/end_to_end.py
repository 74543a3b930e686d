"""A scenario run by the real application: simulated table, real frames, real screen, real touches.

Everything of a live evening, in step with the scenario instead of with the clock on the wall.
"""

from __future__ import annotations

import signal
from collections.abc import Sequence
from pathlib import Path

from companion.application.application import Application
from companion.cameras.learnt_faces import pictures_of
from companion.cameras.sources import pipeline_for
from companion.config import Settings
from companion.core.table import Zone
from companion.core.text import ENGLISH, say
from companion.journal.reports import score_sheet
from companion.journal.store import JournalStore, SavedGame
from companion.label_sets.label_set import label_set_of
from companion.session.messages import Conclusion, Tick
from companion.simulation.physical_table import PhysicalTable, table_camera
from companion.simulation.reading_count import ReadingCount
from companion.simulation.scenario import Scenario, read_scenario
from companion.simulation.scenario_runner import ScenarioRunner, Tell
from vision.tracking.rescan import STRIPS
from vision.tracking.temporal_filter import AGREEING


def run(settings: Settings, path: Path, out: Path, start: int, tell: Tell) -> None:
    """Runs a scenario from step `start` on, with journal and pictures in `out`."""
    scenario = read_scenario(path)
    with JournalStore(out / "journal.db") as store:
        saved = store.latest() if start > 1 else store.begin(scenario.game, scenario.options)
        assert saved is not None, "a later step goes on with the journal of the earlier ones"
        _EndToEndRun(settings, store, saved, out, tell).run(scenario, start)


class _EndToEndRun:
    def __init__(self, settings: Settings, store: JournalStore, saved: SavedGame, out: Path, tell: Tell) -> None:
        self._conclusions: list[Conclusion] = []
        self._application = Application(settings, store, self._conclusions.append, ENGLISH)
        self._application.window.caption = say("A demonstration: a recorded evening is played.")
        self._application.window.open(settings.display.size)
        self._session = self._application.play(saved)
        history = self._session.history
        self._table = PhysicalTable(history.game, history.game.layout(history.state))
        adopted = label_set_of(settings, history.game)
        self._pipeline = pipeline_for(
            history.game, self._table.layout, adopted=adopted, settings=settings, known_places=history.known_places
        )
        self._hands: Sequence[Zone] = ()
        folder = settings.faces.get(history.game.name)
        printed = {} if folder is None else pictures_of(folder, history.game)
        self._camera = table_camera(self._table, lambda: self._hands, adopted, faces=printed)
        self._count = ReadingCount(self._table, STRIPS + AGREEING)
        self._out, self._tell = out, tell

    def run(self, scenario: Scenario, start: int) -> None:
        from companion.simulation.touch import TouchSimulator

        self._touch = TouchSimulator(self._application.window)
        ScenarioRunner(
            scenario,
            self._table,
            self._session,
            self._frame,
            self._touch.tap,
            self._tell,
            self._picture,
            self._pull_the_plug,
            self._conclusions,
        ).run(start)
        game, state = self._session.history.game, self._session.history.state
        names = dict(zip("ABCDEF", scenario.options.names, strict=False))
        self._tell({"counters": self._count.counters})
        self._tell({"sheet": list(score_sheet(game.score(state), game.outcome(state), names))})

    def _frame(self, hands: Sequence[Zone]) -> None:
        """One frame from the camera to the screen."""
        self._hands = hands
        frame = self._camera.read()
        assert frame is not None, "the table never runs out of scenes"
        observation = self._pipeline.process(frame)
        self._count.frame(observation, hands=bool(hands))
        if observation is not None:
            self._application.handle(observation)
        self._application.handle(Tick(frame.taken_at))
        self._touch.frames(1)

    def _picture(self, name: str) -> str:
        path = self._out / f"{name}.png"
        self._application.window.picture(path)
        return str(path)

    def _pull_the_plug(self, step: int) -> None:
        """Says what has been counted, and then nothing ever again."""
        self._tell({"counters": self._count.counters})
        self._tell({"power_cut": step})
        signal.pause()
