"""Score what lies here in the real window: a piece is drawn to its owner, and work aside keeps no touch waiting."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from threading import Event
from typing import Any

import pytest

from companion.application.application import Application
from companion.application.bootstrap import work_aside
from companion.config import Settings
from companion.core.page_parts import Person
from companion.core.pages import ListPage
from companion.core.picture_pages import OwnedArea, PictureQuestion, PictureSpot, PointRange, ScoredPicturePage
from companion.core.screen import Button, Close, Drag, Open, Tone, Touched
from companion.core.table import Crop
from companion.core.text import ENGLISH, NOTHING, Text, say, verbatim
from companion.errors import ImageError
from companion.journal.store import JournalStore
from companion.pages.machine import Machine, NoCameras
from companion.simulation.touch import TouchSimulator
from tests.ui.conftest import Touchscreen
from tests.ui.test_drag import Hand
from ui.inbox import Inbox

LONG = 60.0
"""Seconds after which the test is given up."""

ANNS, BENS = ((0.1, 0.1), (0.4, 0.1), (0.4, 0.9), (0.1, 0.9)), ((0.6, 0.1), (0.9, 0.1), (0.9, 0.9), (0.6, 0.9))
PIECE = (0.2, 0.4), (0.3, 0.4), (0.3, 0.6), (0.2, 0.6)


def page() -> ScoredPicturePage:
    areas = OwnedArea(ANNS, 0, zone="A"), OwnedArea(BENS, 1, zone="B")
    spots = (PictureSpot(PIECE, "7", "piece 7", 1),)
    picture = Crop(40, 30, bytes(1200))
    return ScoredPicturePage(
        say("Score what lies here"), NOTHING, picture, NOTHING, areas, spots, (), None, NOTHING, Tone.NORMAL, ()
    )


def test_a_piece_in_the_picture_is_drawn_to_another_player(touchscreen: Touchscreen) -> None:
    touchscreen.show(page())  # type: ignore[arg-type]
    view = touchscreen.app.view
    piece, bens = (next(at.rect for at in view.picture.places if at.zone == zone) for zone in ("piece 7", "B"))
    hand = Hand(touchscreen, view.pixels(piece))
    hand.moves(*view.pixels(bens))
    hand.lets_go()
    touchscreen.touch.frames(1)

    assert [Drag("piece 7", "7", "B")] == touchscreen.posted


def test_a_finger_beside_a_small_piece_means_the_nearest(touchscreen: Touchscreen) -> None:
    touchscreen.show(page())  # type: ignore[arg-type]
    view = touchscreen.app.view
    piece = next(at.rect for at in view.picture.places if at.zone == "piece 7")
    for beside in (10.0, 60.0):
        x, y = view.pixels(piece)
        hand = Hand(touchscreen, (x + piece.width / 2 + beside, y))
        hand.lets_go()
        touchscreen.touch.frames(1)

    assert [Touched("piece", "7")] == touchscreen.posted


@pytest.mark.parametrize("reason", [NOTHING, say("No label shows it.")])
def test_all_six_stand_beside_a_question_in_large_letters(touchscreen: Touchscreen, reason: Text) -> None:
    names = "Maximiliane Eva", "Wilhelmina Ann", "Bartholomew J.", "Anna-Kristin W", "Konstantin Ivo", "Władysława Ż."
    ranges = tuple(
        PointRange((Person(name, at),), verbatim(name), verbatim(f"{at} to 1{at}"), 0.2, 0.5)
        for at, name in enumerate(names)
    )
    answers = tuple(Button(say(word), Touched("answer", word)) for word in ("No", "Yes", "Leave it open"))
    question = PictureQuestion(say("2 questions left"), say("Is the label of a Group covered?"), reason, answers)
    touchscreen.app.wear("dark", large=True, motion=False)
    touchscreen.show(replace(page(), ranges=ranges, question=question))  # type: ignore[arg-type]

    assert [*names] == [word for word in touchscreen.words if word in names]


class SlowCamera(NoCameras):
    """Its picture takes until it is let go, and shows nothing."""

    def __init__(self) -> None:
        self.may_end = Event()

    def snapshot(self) -> Any:
        def taken() -> Any:
            assert self.may_end.wait(LONG)
            raise ImageError("There is no table in the picture.")

        return taken


def test_while_a_picture_is_looked_at_touches_are_answered() -> None:
    camera, inbox = SlowCamera(), Inbox()
    with JournalStore(":memory:") as store, ExitStack() as closing:
        machine = Machine(cameras=camera, aside=work_aside(inbox.post, closing))
        application = Application(Settings(), store, lambda _: None, ENGLISH, machine=machine, inbox=inbox)
        application.window.open((800, 480))
        application.welcome()
        touch = TouchSimulator(application.window)
        touch.tap(Open("score picture"))
        touch.tap(Touched("camera"))
        assert "One moment" in waiting(application)
        touch.tap(Touched("again"))
        assert isinstance(application.window.shown, ListPage)
        touch.tap(Close())
        camera.may_end.set()
        for _ in range(1_000):
            touch.frames(1)
            if "One moment" not in waiting(application):
                break
        assert "There is no table in the picture." == waiting(application)
        application.window.close()


def waiting(application: Application) -> str:
    shown = application.window.shown
    assert isinstance(shown, ScoredPicturePage)
    return str(shown.waiting)
