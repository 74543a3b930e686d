"""An evening by faces, with a fan in which little of each card shows: the plug is pulled, and it is started again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from benchmarks.vision.printed_faces import card_face
from companion.cameras.learnt_faces import keep_face, pictures_of
from companion.cameras.sources import pipeline_for
from companion.config import Settings
from companion.core.game import Options
from companion.core.screen import Screen
from companion.core.table import TableSnapshot
from companion.games import GAMES
from companion.games.inwo.catalog import Kind
from companion.games.inwo.position import write_position
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory
from companion.session.messages import Tick
from companion.session.session import Session
from companion.simulation.physical_table import BOX, HandMove, PhysicalTable, Push, table_camera
from tests.games.inwo.tables import EVENING, chained, two
from vision.faces.face_parts import FACE_PX

GAME = GAMES["inwo"]
PLOTS = sorted(card.id for card in EVENING.catalog.cards.values() if card.kind is Kind.PLOT)[:14]
FAN = PLOTS[:3]
CLOSER, TURNS = 13, (1, -2, 2)
"""Millimetres by which each card lies nearer to the one before than in its place on the mat: 11 from it; degrees."""


class Table:
    """A table with a fan of exposed Plots, the evening that is played on it, and what stands on the screen."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        state = two(chained("Bavarian Illuminati", "C.I.A."))
        state = state.with_player("A", replace(state.player("A"), exposed=tuple(FAN)))
        self.lying = PhysicalTable(GAME, GAME.layout(state))
        with JournalStore(folder / "journal.db") as store:
            self._evening = store.begin("inwo", Options(("Ann", "Bob")), position=write_position(state)).id
        on_table = GAME.table(state).zones
        self._learn([*PLOTS, *(piece for pieces in on_table.values() for piece in pieces)])
        self.lying.make(TableSnapshot({zone: () if zone == "A.exposed" else on_table[zone] for zone in on_table}))

    def _learn(self, pieces: Sequence[str]) -> None:
        for number, piece in enumerate(dict.fromkeys(pieces)):
            shape, drawing = GAME.shape(piece), card_face(number)
            face = np.rot90(drawing) if shape.width > shape.height else drawing
            size = round(shape.width * FACE_PX), round(shape.height * FACE_PX)
            keep_face(self._folder / "faces", GAME, piece, np.asarray(cv2.resize(face, size, cv2.INTER_AREA)))

    def watched(self, *moves: Sequence[HandMove | Push], frames: int) -> Screen:
        """The companion is switched on, sees the table before these moves and after each, and loses its power."""
        settings = Settings(faces={"inwo": self._folder / "faces"})
        camera = table_camera(self.lying, lambda: (), faces=pictures_of(self._folder / "faces", GAME))
        with JournalStore(self._folder / "journal.db") as store:
            history = GameHistory(GAME, store, store.load(self._evening))
            session = Session(history, lambda _: None, lambda _: None)
            pipeline = pipeline_for(
                history.game, self.lying.layout, settings=settings, known_places=history.known_places
            )
            for some in ((), *moves):
                self._move(some)
                for _ in range(frames):
                    frame = camera.read()
                    assert frame is not None
                    if (seen := pipeline.process(frame)) is not None:
                        session.handle(seen)
                    session.handle(Tick(frame.taken_at))
            session.handle(Tick(frame.taken_at + 60.0))
        assert session.screen is not None
        return session.screen

    def _move(self, moves: Sequence[HandMove | Push]) -> None:
        for move in moves:
            if isinstance(move, HandMove):
                self.lying.move(move)
            else:
                self.lying.push(move)


def test_a_fan_is_known_again_and_of_what_was_taken_meanwhile_that_alone_is_missed(tmp_path: Path) -> None:
    """It was laid card by card before the companion's eyes. Then the plug is pulled twice."""
    table = Table(tmp_path)
    laid = (
        (HandMove(plot, BOX, "A.exposed"), Push(plot, "A.exposed", 0, -CLOSER * place, turn))
        for place, (plot, turn) in enumerate(zip(FAN, TURNS, strict=True))
    )
    assert table.watched(*laid, frames=8).notice is None
    assert table.watched(frames=6).notice is None

    table.lying.move(HandMove(FAN[1], "A.exposed", BOX))
    notice = table.watched(frames=6).notice

    assert notice is not None
    missed = f"The label of {GAME.piece_name(FAN[1])} in the exposed Plots of Ann cannot be seen."
    assert ("Is it still there?", [missed]) == (str(notice.heading), [str(line) for line in notice.lines])
