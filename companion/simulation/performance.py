"""A recorded evening before a camera that sees everything that lies open: no pixels, so that it takes seconds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.core.plane import covers
from companion.core.screen import Screen
from companion.core.table import UNREADABLE, LabelPlace, Observation, Pose, Tag, Zone
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.label_sets.piece_labels import LABEL_MM
from companion.session.game_history import GameHistory
from companion.session.messages import Conclusion, Tick
from companion.session.session import Session
from companion.simulation.physical_table import PhysicalTable, PlacedPiece
from companion.simulation.scenario import read_scenario
from companion.simulation.scenario_runner import ScenarioRunner

FRAME = 0.25
"""Seconds from frame to frame."""

QUIET = 5
"""Frames after which a hand that does not move is a blind place, and the rest of the table is looked at."""


ENOUGH_MM = LABEL_MM / 4
"""A label is read though a piece lies over less than so much of its edge."""


class PlugPulled(Exception):
    """The plug is pulled after the step of this number."""


class Performance:
    """Plays the record from step to step; a pulled plug leaves nothing but the journal.

    `hang` gets the screens at the steps of which the record wants a picture, by the picture's name.
    """

    def __init__(
        self, record: Path, journal: Path | str, hang: Callable[[str, Screen], None] = lambda _name, _screen: None
    ) -> None:
        self._hang = hang
        self.scenario = read_scenario(record)
        self.game = GAMES[self.scenario.game]
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

    @property
    def wrong(self) -> list[dict[str, Any]]:
        return [said for said in self.said if "wrong" in said]

    @property
    def actions(self) -> list[str]:
        """What stands in the journal in the end."""
        history = GameHistory(self.game, self.store, self.store.load(self.number))
        return [self.game.write_action(played.action) for played in history.played]

    def _runner(self) -> ScenarioRunner:
        history, log = GameHistory(self.game, self.store, self.store.load(self.number)), list[Conclusion]()
        session = Session(history, lambda _: None, log.append)
        table = PhysicalTable(self.game, self.game.layout(history.state))
        eye, still = SimulatedEye(table), list[Sequence[Zone]]()

        def frame(over: Sequence[Zone]) -> None:
            self.now += FRAME
            if still and still[-1] != over:
                still.clear()
            still.append(over)
            if (not over or len(still) > QUIET) and (news := eye.news(over)) is not None:
                session.handle(news)
            session.handle(Tick(self.now))

        def picture(name: str) -> str:
            if session.screen is not None:
                self._hang(name, session.screen)
            return name

        return ScenarioRunner(
            self.scenario, table, session, frame, session.handle, self.said.append, picture, self._pull, log
        )

    @staticmethod
    def _pull(step: int) -> None:
        raise PlugPulled(str(step))


class SimulatedEye:
    """Reads every label that lies open. Like the pipeline it knows one over which a piece was laid for lying there,
    unless another label lies right on it."""

    def __init__(self, table: PhysicalTable) -> None:
        self._table, self._seen = table, dict[Tag, Pose]()
        self._told: Observation | None = None
        self._lying: list[PlacedPiece] = []
        self._hidden_by: list[list[PlacedPiece]] = []

    def news(self, hands: Sequence[Zone]) -> Observation | None:
        """What it sees; None where it has told that already."""
        seen = self.look(hands)
        if seen == self._told:
            return None
        self._told = seen
        return seen

    def look(self, hands: Sequence[Zone]) -> Observation:
        table = self._table
        blind = (*table.books(), *(table.layout.zones[zone] for zone in hands))
        lying = [one for one in table.lying() if not any(box.contains(one.label.x, one.label.y) for box in blind)]
        if lying != self._lying:
            # From frame to frame nearly always nothing moves, and to ask every piece about every other takes longest.
            self._lying = lying
            self._hidden_by = [_hiders(low, lying[index + 1 :]) for index, low in enumerate(lying)]
        glaring = [LabelPlace(UNREADABLE, one.label) for one in lying if one.spoilt == "glare"]
        labels = [
            one
            for one, hiders in zip(lying, self._hidden_by, strict=True)
            if one.spoilt is None and self._is_known(one, hiders)
        ]
        self._seen |= {one.tag: one.label for one in labels}
        return Observation((*(LabelPlace(one.tag, one.label) for one in labels), *glaring), blind)

    def _is_known(self, low: PlacedPiece, hiders: Sequence[PlacedPiece]) -> bool:
        apart = (max(abs(one.label.x - low.label.x), abs(one.label.y - low.label.y)) for one in hiders)
        return not hiders or (self._seen.get(low.tag) == low.label and all(gap >= LABEL_MM for gap in apart))


def _hiders(low: PlacedPiece, higher: Sequence[PlacedPiece]) -> list[PlacedPiece]:
    """Those that lie over its label."""
    return [high for high in higher if covers(high.label, high.shape, low.label, ENOUGH_MM)]
