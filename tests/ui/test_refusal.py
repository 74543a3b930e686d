"""What was refused stands in one place: what, why, by which rule, and where, beside the piece and never over it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.conformance.playouts import sensible
from companion.core.game import Options
from companion.core.screen import Dismiss, Drag, Notice, NoticeKind, Screen, Why
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory
from companion.session.messages import Tick
from companion.session.session import Session
from scripts.gallery import screens as gallery
from tests.ui.conftest import Touchscreen
from ui.picture import Fill, Outline, PicturePlace, PictureWords, flat
from ui.tokens import PALETTES

BAD = PALETTES["dark"].bad
MOVES = 90
PEOPLE = Options(("Liisa", "Ott"))


@cache
def played(name: str) -> tuple[Any, ...]:
    """Sensible moves until some player may choose his own."""
    game, random = GAMES[name], Random(3)
    state, moves = game.initial_state(PEOPLE), list[Any]()
    while len(moves) < MOVES or not _may_play(game.present(state)):
        moves.append(sensible(game, state, random))
        state = game.apply(state, moves[-1])
    return tuple(moves)


def _may_play(screen: Screen) -> bool:
    return screen.notice is None and any(seat.on_turn for seat in screen.seats)


class Desk:
    """An evening by touch in the window, without a camera; it is some player's turn."""

    def __init__(self, touchscreen: Touchscreen, journal: Path, game: str = "new_world_order") -> None:
        self.touchscreen = touchscreen
        store = JournalStore(journal)
        self.history = GameHistory(GAMES[game], store, store.begin(game, PEOPLE))
        self.screens: list[Screen] = []
        self.session: Session[Any, Any] = Session(self.history, self.screens.append, lambda _: None)
        self.history.do(played(game), "touch")
        self.now = 0.0
        self.waits()
        touchscreen.app.handle = self.does

    def does(self, intent: object) -> None:
        self.session.handle(intent)  # type: ignore[arg-type]
        self.waits()

    def waits(self) -> None:
        for _ in range(4):
            self.now += 0.25
            self.session.handle(Tick(self.now))
        self.touchscreen.show(self.screens[-1])

    def drags(self, source: PicturePlace, target: PicturePlace) -> Screen:
        view = self.touchscreen.app.view
        self.touchscreen.touch.drag(view.pixels(source.rect), view.pixels(target.rect))
        return self.screens[-1]

    def refuses(self, *, rule: bool) -> tuple[Drag, Notice]:
        """Draws pieces about until one is refused, by a rule or because no move does it."""
        places = self.touchscreen.app.view.picture.places
        slots = [place for place in places if place.zone.startswith(f"{self.history.state.on_turn}.") and place.pieces]
        cards = [place for place in places if place.zone == "market" and place.pieces]
        pairs = [(card, slot) if rule else (slot, card) for slot in slots for card in cards]
        for source, target in pairs:
            screen = self.drags(source, target)
            if screen.notice is not None and (screen.notice.rule is not None) is rule:
                assert screen.notice.kind is NoticeKind.REFUSED
                return Drag(source.zone, source.pieces[0], target.zone), screen.notice
            self.does(Dismiss())
        raise AssertionError("nothing was refused")


@pytest.fixture
def desk(touchscreen: Touchscreen, tmp_path: Path) -> Iterator[Desk]:
    handle = touchscreen.app.handle
    yield Desk(touchscreen, tmp_path / "journal.db")
    touchscreen.app.handle = handle


def written(touchscreen: Touchscreen) -> str:
    return " ".join(touchscreen.words)


def test_a_drag_against_a_rule_says_everything_in_one_place(desk: Desk) -> None:
    _, notice = desk.refuses(rule=True)
    said = written(desk.touchscreen)

    assert notice.rule is not None
    assert notice.repair is not None
    for words in (notice.heading, notice.lines[0], notice.rule, notice.repair):
        assert 1 == said.count(str(words)), words
    desk.touchscreen.touch.tap(Why())
    assert str(notice.why[0]) in written(desk.touchscreen)


def test_a_drag_that_no_move_does_says_so_once(desk: Desk) -> None:
    """It stood in the bar, over an empty heading at the foot; and nowhere where the bar was taken."""
    _, notice = desk.refuses(rule=False)

    assert 1 == written(desk.touchscreen).count(str(notice.heading))


def test_nothing_has_been_done_and_the_one_answer_puts_it_back(desk: Desk) -> None:
    """SCREENS 21a: the clock runs on, the journal keeps nothing; to set the rule aside is offered beside the rule."""
    entries, before = len(desk.history.entries), desk.history.state
    _, notice = desk.refuses(rule=True)
    clocks = {seat: clock.spent for seat, clock in desk.history.clocks.items()}
    desk.waits()

    assert clocks != {seat: clock.spent for seat, clock in desk.history.clocks.items()}
    targets = [target.intent for target in desk.touchscreen.app.view.all_targets()]
    assert [True, False] == [answer.intent in targets for answer in notice.answers]
    desk.touchscreen.touch.tap(Why())
    assert all(
        answer.intent in [target.intent for target in desk.touchscreen.app.view.all_targets()]
        for answer in notice.answers
    )
    desk.touchscreen.touch.tap(notice.answers[0].intent)
    assert desk.screens[-1].notice is None
    assert (entries, before) == (len(desk.history.entries), desk.history.state)


def test_both_ends_are_numbered_beside_what_lies_there(desk: Desk) -> None:
    drag, notice = desk.refuses(rule=True)
    screen = desk.screens[-1]

    assert ((drag.source, drag.piece), (drag.target, drag.piece)) == screen.numbered
    assert "(1)" in str(notice.lines[-1])
    assert "(2)" in str(notice.lines[-1])
    assert ["1", "2"] == [words for words in desk.touchscreen.words if words in {"1", "2"}][-2:]
    is_nothing_covered(desk.touchscreen)


CAMERA = ["new_world_order-evening-8-no-free-slot", "iron_sky-evening-2-no-route", "inwo-evening-2-illegal-structure"]


@pytest.mark.parametrize("name", CAMERA)
def test_what_the_camera_refuses_looks_alike(touchscreen: Touchscreen, name: str) -> None:
    """In each game's recorded evening: heading, reason, rule and Why?, and rings around what it is about."""
    screen = gallery.shown(name)
    assert isinstance(screen, Screen)
    touchscreen.show(screen)
    notice, said = screen.notice, written(touchscreen)

    assert notice is not None
    assert notice.kind is NoticeKind.ILLEGAL
    for words in (notice.heading, notice.lines[0], notice.rule):
        assert 1 == said.count(str(words)), words
    assert Why() in [target.intent for target in touchscreen.app.view.all_targets()]
    assert rings(touchscreen)
    is_nothing_covered(touchscreen)


def rings(touchscreen: Touchscreen) -> list[Outline]:
    marks = flat(touchscreen.app.view.picture.marks)
    return [mark for mark in marks if isinstance(mark, Outline) and mark.colour == BAD and mark.width == 3]


def is_nothing_covered(touchscreen: Touchscreen) -> None:
    """No number lies over a word inside of a ring, nor does the ring's own line."""
    marks = list(flat(touchscreen.app.view.picture.marks))
    for ring in rings(touchscreen):
        inside, first = ring.rect.inset(ring.width), marks.index(ring)
        names = [
            mark for mark in marks[:first] if isinstance(mark, PictureWords) and inside.contains(*mark.rect.centre)
        ]
        tags = [mark for mark in marks[first:] if isinstance(mark, Fill) and mark.colour == BAD and mark.radius == 11]
        for name in names:
            assert not any(tag.rect.overlaps(name.rect) for tag in tags), name.text
            assert inside.contains(name.rect.x, name.rect.y), name.text
