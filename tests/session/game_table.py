"""A session at the table of a game that ships, with pieces that hands move and an eye that reads what lies open."""

from __future__ import annotations

from pathlib import Path

from benchmarks.recorded_evening import SimulatedEye
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory
from companion.session.messages import Conclusion, Tick
from companion.session.session import Session
from companion.simulation.physical_table import HandMove, PhysicalTable
from companion.simulation.scenario import Scenario
from tests.session.notices import Notices

FRAME = 0.25


class GameTable(Notices):
    """The evening of a scenario stands as after its first `steps`, whose conclusions are taken for true."""

    def __init__(self, scenario: Scenario, steps: int, journal: Path | str) -> None:
        game = GAMES[scenario.game]
        self.game, store = game, JournalStore(journal)
        self.history = GameHistory(game, store, store.begin(scenario.game, scenario.options))
        for step in scenario.steps[:steps]:
            notations = [line.partition(": ")[2] for line in step.expect if line.startswith(("explained", "touched"))]
            self.history.do([game.read_action(notation) for notation in notations], "touch")
        self._before = len(self.history.played)
        self.table = PhysicalTable(game, game.layout(self.history.state))
        for step in scenario.steps[:steps]:
            for move in step.moves:
                self.table.move(move)
        self.log: list[Conclusion] = []
        self.session = Session(self.history, lambda _: None, self.log.append)
        self._eye, self._now = SimulatedEye(self.table), 0.0
        self.waits(3)

    def hands(self, *moves: str, rest: float = 1.0) -> None:
        """Moves pieces, and lets the table rest so many seconds."""
        for move in moves:
            self.table.move(HandMove.read(move))
        self.waits(rest)

    def waits(self, seconds: float) -> None:
        for _ in range(int(seconds / FRAME)):
            self._now += FRAME
            if (news := self._eye.news(())) is not None:
                self.session.handle(news)
            self.session.handle(Tick(self._now))

    @property
    def actions(self) -> list[str]:
        """What has been believed at this table."""
        return [self.game.write_action(played.action) for played in self.history.played[self._before :]]

    @property
    def kinds(self) -> set[str]:
        """What the log has been told of."""
        return {conclusion.kind for conclusion in self.log}
