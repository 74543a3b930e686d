"""A session at the toy table."""

from __future__ import annotations

from companion.core.screen import Intent, Screen
from companion.core.table import Observation
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory
from companion.session.messages import Conclusion, Tick
from companion.session.session import Session
from companion.session.thinking import Run, at_once
from tests.session.notices import Notices
from tests.toy import GAME, OPTIONS, lying

TAKEN = lying(market=["C1", "P1"], A1=["A1"])
"""A has taken the apple."""


class ToyTable(Notices):
    """A session at the toy table, with a clock that only moves when told to."""

    def __init__(self, store: JournalStore, game: int | None = None, run: Run = at_once) -> None:
        self.store = store
        self.game = store.begin("orchard", OPTIONS).id if game is None else game
        self.history = GameHistory(GAME, store, store.load(self.game))
        self.screens: list[Screen] = []
        self.log: list[Conclusion] = []
        self.session = Session(self.history, self.screens.append, self.log.append, run=run)
        self.now = 0.0

    @property
    def spent(self) -> dict[str, float]:
        """The seconds that each seat has spent, of those that have spent any."""
        return {seat: clock.spent for seat, clock in self.history.clocks.items() if clock.spent}

    def sees(self, observation: Observation, rest: float = 0.0) -> None:
        self.session.handle(observation)
        self.waits(rest)

    def waits(self, seconds: float) -> None:
        for _ in range(int(seconds * 4)):
            self.now += 0.25
            self.session.handle(Tick(self.now))

    def touches(self, *intents: Intent) -> None:
        for intent in intents:
            self.session.handle(intent)

    @property
    def actions(self) -> list[str]:
        return [GAME.write_action(played.action) for played in self.history.played]

    @property
    def events(self) -> list[object]:
        return [entry.event for entry in self.store.load(self.game).entries]
