"""The camera is set up and planned on the screen, at home and in the middle of an evening."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.core.camera_view import CameraAtHand, CameraView, Grade, NoView
from companion.core.pages import CameraPage, ListPage, PlanPage
from companion.core.screen import Open, Tone, Touched
from companion.core.text import say, verbatim
from companion.games import GAMES
from companion.pages.contents import page_of
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.session.messages import CameraChoice, Unwatched
from companion.session.session import Session
from scripts.gallery.page_screens import context, lived_in
from scripts.gallery.view_screens import view

GAME = next(iter(GAMES))


class Eye:
    """Notes what was asked of it."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def look(self, game: Any, state: Any) -> None:
        self.asked.append(f"look {game.name}")

    def look_again(self) -> None:
        self.asked.append("look again")

    def look_through(self, camera: CameraAtHand) -> None:
        self.asked.append(f"look through {camera.source}")

    def look_away(self) -> None:
        self.asked.append("look away")

    def keep_lens(self) -> None:
        self.asked.append("keep lens")

    def printed(self, game: Any) -> dict[str, str]:
        return {}

    def use_other_copy(self, game: Any) -> None:
        self.asked.append(f"use other copy of {game.name}")

    def adopt(self, game: Any, tag: str, symbol_mm: float) -> None: ...


def opened(home: PageContext, page: str, about: str = "") -> tuple[Navigator, Eye]:
    eye = Eye()
    home.machine = replace(home.machine, cameras=eye)
    flow = Navigator(lambda asked: page_of(asked, home, flow), lambda _: None)
    flow.handle(Open(page, about))
    return flow, eye


def shown(flow: Navigator) -> Any:
    assert flow.top is not None
    return flow.top.view()


def test_at_home_it_is_asked_whose_mat_lies_there_and_then_looked() -> None:
    flow, eye = opened(context(empty=True), "camera set up")
    page = shown(flow)
    assert isinstance(page, ListPage)
    assert [str(game.title) for game in GAMES.values()] == [str(group.title) for group in page.groups]
    two = page.groups[0].rows[0]
    assert ("For 2 players", f"{GAME}:2") == (str(two.title), two.intent.about)

    flow.handle(two.intent)

    assert [f"look {GAME}"] == eye.asked
    assert isinstance(shown(flow), CameraPage)


def test_in_an_evening_its_own_table_is_looked_at_and_the_camera_given_back() -> None:
    flow, eye = opened(lived_in(), "camera set up")
    flow.close_all()

    assert [f"look {GAME}", "look away"] == eye.asked


def test_a_good_view_may_be_played_with_and_its_lens_is_kept() -> None:
    home = lived_in()
    flow, eye = opened(home, "camera set up")
    seen = view("good", GAME)
    home.seen = CameraView(
        "pi:0", False, seen.picture, seen.outlines, seen.regions, seen.tags, 0, seen.height, seen.judgement
    )
    page = shown(flow)
    assert (Tone.GOOD, True) == (page.tone, page.buttons[-1].enabled)

    flow.handle(Touched("done"))

    assert [f"look {GAME}", "keep lens", "look away"] == eye.asked
    assert flow.top is None


def test_a_bad_view_may_not() -> None:
    home = lived_in()
    flow, _ = opened(home, "camera set up")
    home.seen = view("low", GAME)
    page = shown(flow)

    assert Grade.NOT_YET is home.seen.judgement.grade
    assert (False, Tone.BAD) == (page.buttons[-1].enabled, page.tone)
    assert page.buttons[-1].why_not is not None


TWO = (
    CameraAtHand("pi", verbatim("Camera Module 3"), looks=True),
    CameraAtHand("webcam:0", verbatim("C920")),
    CameraAtHand("webcam:2", verbatim("C920")),
)


def at_home() -> PageContext:
    return context(empty=True)


def well_in_sight() -> CameraView:
    return replace(view("good", GAME), cameras=TWO)


def in_the_dark() -> NoView:
    return NoView(say("It is dark."), cameras=TWO)


@pytest.mark.parametrize("where", [at_home, lived_in])
@pytest.mark.parametrize("seen", [well_in_sight, in_the_dark])
def test_of_several_cameras_the_owner_chooses(
    where: Callable[[], PageContext], seen: Callable[[], CameraView | NoView]
) -> None:
    """Before an evening and in its midst, whether the first one sees something or not."""
    home = where()
    flow, eye = opened(home, "camera set up", f"{GAME}:2")
    home.seen = seen()
    assert Touched("cameras") in [button.intent for button in shown(flow).buttons]
    flow.handle(Touched("cameras"))
    rows = shown(flow).groups[0].rows
    assert ["Camera Module 3", "C920, number 1", "C920, number 2"] == [str(row.title) for row in rows]
    assert [True, False, False] == [row.chosen for row in rows]
    flow.handle(rows[2].intent)

    assert "look through webcam:2" == eye.asked[-1]
    assert isinstance(shown(flow), CameraPage)


def test_a_single_camera_is_not_asked_about() -> None:
    home = context(empty=True)
    flow, _ = opened(home, "camera set up", f"{GAME}:2")
    home.seen = replace(view("good", GAME), cameras=TWO[:1])

    assert Touched("cameras") not in [button.intent for button in shown(flow).buttons]


def test_without_a_camera_nothing_pretends() -> None:
    home = context(empty=True)
    flow, eye = opened(home, "camera set up", GAME)
    home.seen = NoView(say("No camera was found."), is_there=False)
    page = shown(flow)

    assert page.view is None
    assert str(page.waiting).startswith("No camera found.")
    flow.handle(Touched("again"))
    assert [f"look {GAME}", "look again"] == eye.asked


def test_without_a_camera_an_evening_goes_on_by_touch() -> None:
    home = lived_in()
    asked: list[object] = []
    session = Session(home.playing().history, lambda _: None, lambda _: None, outside=asked.append)
    home.session = session
    flow, _ = opened(home, "camera set up")
    home.seen = NoView(say("No camera was found."), is_there=False)
    assert ["again", "touch alone"] == [button.intent.key for button in shown(flow).buttons]
    flow.handle(Touched("touch alone"))

    assert [CameraChoice.NONE] == asked
    assert flow.top is None


@pytest.mark.parametrize("off", [True, False])
def test_who_plays_like_this_wants_the_camera_to_look_again(off: bool) -> None:
    """Looked through while it was switched off, and found to see everything."""
    home = lived_in()
    asked: list[object] = []
    session = Session(home.playing().history, lambda _: None, lambda _: None, outside=asked.append)
    home.session = session
    if off:
        session.handle(Unwatched(say("The camera is off: play by touch.")))
    flow, eye = opened(home, "camera set up")
    home.seen = view("good", GAME)
    flow.handle(Touched("done"))

    assert [CameraChoice.LOOK_AGAIN] * off == asked
    assert "look away" == eye.asked[-1]


@pytest.mark.parametrize(("touch", "changed"), [(Touched("label", "15"), "15"), (Touched("players", "2"), "2")])
def test_a_plan_follows_what_is_changed(touch: Touched, changed: str) -> None:
    flow, _ = opened(context(empty=True), "camera planner", GAME)
    before = shown(flow)
    flow.handle(touch)
    page = shown(flow)

    assert isinstance(page, PlanPage)
    assert changed in [stepper.figure for stepper in page.steppers]
    assert before.steppers != page.steppers


def test_the_chosen_camera_is_kept_for_this_house() -> None:
    home = context(empty=True)
    flow, _ = opened(home, "camera planner", GAME)
    flow.handle(Touched("camera"))
    flow.handle(Touched("camera", "module3-wide"))

    assert "Camera Module 3 Wide" == str(shown(flow).camera.title)
    assert "Camera Module 3 Wide" == str(page_of(Open("camera planner", GAME), home, flow).view().camera.title)  # type: ignore[union-attr]
