"""Command cards do what the button does: seen in real frames by the real reader, in every game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.application.application import Application
from companion.application.presses import asked_by
from companion.cameras.sources import pipeline_for
from companion.config import Settings
from companion.core.command_cards import TITLES, command_of
from companion.core.game import Options, legal_actions
from companion.core.screen import (
    Answer,
    Board,
    Button,
    Close,
    Confirm,
    Do,
    Notice,
    NoticeKind,
    Open,
    Pad,
    PadRow,
    Pass,
    Screen,
    SeatView,
    Select,
    Typed,
)
from companion.core.selection import Pick
from companion.core.table import Pose
from companion.core.text import ENGLISH, say, verbatim
from companion.core.value_pages import NumberPad, PadKey, ValuePage
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.pages.machine import Machine
from companion.session.messages import GoOn, Pause
from companion.simulation.physical_table import PhysicalTable, table_camera
from tests.application.test_application import SCREEN

TAG_OF = {command: tag for tag, command in command_of().items()}
NAMES = ("Ann", "Ben", "Cid", "Dan")
AT_REST = 8
"""Frames after which what lies there has been voted on."""


class Table:
    """An evening's table under the simulated camera, and what is said beside the screen."""

    def __init__(self, game: str, store: JournalStore) -> None:
        self.said: list[str] = []
        self.application = Application(Settings(), store, lambda _: None, ENGLISH, machine=Machine())
        self.application.window.hint = lambda what: self.said.append(str(what))  # type: ignore[method-assign]
        count = min(GAMES[game].players)
        self.session = self.application.play(store.begin(game, Options(NAMES[:count])))
        self.rules = self.session.history.game
        state = self.session.history.state
        self.table = PhysicalTable(self.rules, self.rules.layout(state))
        self.table.make(self.rules.table(state))
        self._camera = table_camera(self.table, lambda: ())
        self._pipeline = pipeline_for(self.rules, self.table.layout)

    def look(self, frames: int = AT_REST) -> None:
        for _ in range(frames):
            frame = self._camera.read()
            assert frame is not None
            if (seen := self._pipeline.process(frame)) is not None:
                self.application.handle(seen)

    def lay(self, command: str) -> None:
        """At a free place of the mat, then taken off again."""
        self.table.commands[TAG_OF[command]] = Pose(60.0, self.table.layout.height - 40.0, 10.0)
        self.look()
        self.table.commands.clear()


@pytest.fixture(params=GAMES)
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    with JournalStore(tmp_path / "journal.db") as store:
        yield Table(request.param, store)


def test_cards_act_once_for_each_laying_and_are_no_pieces(table: Table) -> None:
    """Undo takes back once; what lay there from the beginning is said; points are shown and put away again."""
    history = table.session.history
    first = next(iter(legal_actions(table.rules, history.state)))
    table.application.handle(Do(first))
    begun = history.state
    assert history.played
    table.table.make(table.rules.table(begun))
    table.table.commands[TAG_OF["undo"]] = Pose(60.0, table.table.layout.height - 40.0)
    table.look(AT_REST + 4)
    assert begun == history.state
    assert ["On the table already: Undo. It counts once it is lifted and laid again."] == table.said
    table.table.commands.clear()
    table.look()

    table.lay("score")
    assert not isinstance(table.application._display.shown, Screen)
    table.look()
    table.lay("score")
    assert isinstance(table.application._display.shown, Screen)
    table.look()

    table.lay("undo")
    assert begun != history.state
    assert not any(played.action == first and played.source == "camera" for played in history.played)
    notice = table.application._display.screen.notice
    assert notice is None or "label" not in str(notice.heading).lower()


def shown(notice: Notice | None) -> Screen:
    seat = SeatView("A", "Ann", (), Board("A", say("baskets"), 1, 1, ()), on_turn=True)
    return replace(SCREEN, seats=(seat,), notice=notice)


YES, NO = Button(say("Yes"), Answer(0, 7)), Button(say("No"), Answer(1, 7))
ASKED = shown(Notice(NoticeKind.QUESTION, say("Taken back?"), answers=(YES, NO)))
OFF = shown(Notice(NoticeKind.QUESTION, say("Which?"), answers=(replace(YES, enabled=False),), chooses=True))
FACES = tuple(Button(verbatim(str(face)), Select(Pick("die", str(face)))) for face in range(1, 7))
DICE = Pad((PadRow(say("One die"), FACES, 2), PadRow(say("The other die"), FACES)), say("Touch one face in each row."))
ROLLED = shown(Notice(NoticeKind.QUESTION, say("What did the dice show?"), answers=(YES,), detail=DICE))
VALUE = ValuePage(*[say("Power")] * 4, "", "", None, (PadKey(say("12"), Open("home")),), (), (), True, (), None, ())


@pytest.mark.parametrize(
    ("card", "on", "asked"),
    [
        ("pass", ASKED, (Pass(),)),
        ("confirm", VALUE, (Confirm(),)),
        ("1", ASKED, (Answer(0, 7),)),
        ("2", ASKED, (Answer(1, 7),)),
        ("3", ASKED, ()),
        ("1", OFF, ()),
        ("1", shown(None), ()),
        ("6", ROLLED, (Select(Pick("die", "6")),)),
        ("1", VALUE, (Open("home"),)),
        ("4", replace(VALUE, pad=NumberPad("", None)), (Typed("4"),)),
        ("pause", ASKED, (Pause(), Open("clock"))),
        ("score", ASKED, (Open("result"),)),
        ("score", VALUE, (Close(),)),
        ("wrong", ASKED, (Answer(1, 7),)),
        ("wrong", OFF, (Open("correct"),)),
        ("wrong", shown(None), (Open("correct"),)),
        ("wrong", VALUE, (Close(),)),
        ("read aloud", ASKED, ()),
    ],
)
def test_a_card_asks_for_what_a_finger_would_touch(card: str, on: Any, asked: tuple[object, ...]) -> None:
    assert asked == asked_by(card, on, paused=False)


def test_the_card_that_pauses_lets_the_clocks_go_on_again() -> None:
    assert (GoOn(), Close()) == asked_by("pause", VALUE, paused=True)
    assert set(TITLES) == set(TAG_OF)
