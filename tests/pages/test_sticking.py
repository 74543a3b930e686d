"""Sticking: the camera counts labels in any order, names what is missing, doubled or unreadable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from queue import Queue

import pytest

from companion.cameras.sources import SIMULATOR
from companion.cameras.table_eye import NothingSeenYet, TableEye
from companion.cameras.table_watch import WatchedTable
from companion.config import Settings
from companion.core.camera_view import CameraView, NoView
from companion.core.pages import CameraPage, ListPage
from companion.core.screen import Open, Tone, Touched
from companion.errors import CompanionError
from companion.games import GAMES
from companion.label_sets.label_set import read_label_set
from companion.label_sets.piece_labels import labels_in_play, pieces_in_play
from companion.label_sets.sticking_progress import Sticking
from companion.pages.contents import page_of
from companion.pages.label_sticking import StickingLabels
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.simulation.renderer.scene import Item, Optics, RenderedMat, Scene, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from hardware.camera import FrameSource
from scripts.gallery.page_screens import context
from scripts.gallery.view_screens import small_table, view
from vision.labels import label_image

GAME = next(iter(GAMES))
RULES = GAMES[GAME]


def page_over(home: PageContext) -> StickingLabels:
    flow = Navigator(lambda asked: page_of(asked, home, flow), lambda _: None)
    flow.handle(Open("sticking", GAME))
    assert isinstance(flow.top, StickingLabels)
    return flow.top


def shown(home: PageContext, page: StickingLabels, name: str) -> CameraPage:
    home.seen = view(name, GAME)
    page.saw(home.seen)
    return page.view()


def test_labels_are_counted_by_form_in_any_order() -> None:
    home = context(empty=True)
    page = page_over(home)

    assert f"{len(RULES.piece_of)} to go" == str(page.view().source)
    seen = shown(home, page, "good")
    assert f"{len(RULES.piece_of) - 15} to go" == str(seen.source)
    assert "15 of 191" == str(seen.rows[0].right)
    assert Tone.GOOD is seen.tone


def test_what_was_seen_is_kept_when_the_plug_is_pulled() -> None:
    home = context(empty=True)
    shown(home, page_over(home), "good")

    assert 15 == len(page_over(home).progress.seen)


def test_a_label_that_is_there_twice_is_named() -> None:
    home = context(empty=True)
    seen = shown(home, page_over(home), "doubled")

    assert (Tone.BAD, True) == (
        seen.tone,
        str(seen.advice).endswith("is there twice. Put another one on one of the two."),
    )


def test_a_label_that_cannot_be_read_is_said() -> None:
    home = context(empty=True)
    seen = shown(home, page_over(home), "unreadable")

    assert (Tone.ATTENTION, True) == (seen.tone, "cannot be read" in str(seen.advice))


def test_another_copys_labels_are_named_and_can_be_taken() -> None:
    """Two copies at one table do not clash: which of them is stuck here, people say by a touch."""
    home = context(empty=True)
    page = page_over(home)
    others = tuple(RULES.second_tags.values())[:3]
    home.seen = replace(view("good", GAME), tags=others, unreadable=0)
    page.saw(home.seen)
    shown_page = page.view()

    assert (
        "3 labels here are of another copy of this game. Take them away, or use that copy.",
        Tone.ATTENTION,
    ) == (str(shown_page.advice), shown_page.tone)
    assert "copy" == shown_page.buttons[0].intent.key
    asked: list[str] = []
    home.machine.cameras.use_other_copy = lambda game: asked.append(game.name)  # type: ignore[method-assign]
    page.touched("copy", "")
    assert [GAME] == asked


def test_missing_ones_are_listed_with_what_is_printed_on_them() -> None:
    home = context(empty=True)
    flow = Navigator(lambda asked: page_of(asked, home, flow), lambda _: None)
    flow.handle(Open("sticking", GAME))
    home.seen = view("good", GAME)
    flow.saw(home.seen)
    flow.handle(Touched("group", "0"))
    assert flow.top is not None
    page = flow.top.view()

    assert isinstance(page, ListPage)
    assert "176 labels have not been seen." == str(page.lines[0])


def test_all_of_them_is_said() -> None:
    done = Sticking.of(RULES).looked(RULES.piece_of, ())

    assert (0, done.seen) == (done.to_go, Sticking.of(RULES, done.note).seen)


@pytest.mark.parametrize("game", [name for name in GAMES if pieces_in_play(GAMES[name]) is not None])
def test_tonights_labels_are_enough_to_play(game: str) -> None:
    """What a first evening for the fewest players needs is counted by itself, and then one can play."""
    home = context(empty=True)
    flow = Navigator(lambda asked: page_of(asked, home, flow), lambda _: None)
    flow.handle(Open("sticking", game))
    page = flow.top
    assert isinstance(page, StickingLabels)
    all_of, needed = GAMES[game].piece_of, labels_in_play(GAMES[game], pieces_in_play(GAMES[game]))
    left = "" if len(needed) == len(all_of) else f", {len(needed)} for tonight"

    assert f"{len(all_of)} to go{left}" == str(page.view().source)
    page.progress = page.progress.looked(needed, ())
    home.seen = view("good", GAME)
    seen = page.view()
    assert 0 == page.progress.needed_to_go
    assert (True, Tone.GOOD) == (str(seen.advice).endswith("You can play."), seen.tone)


# --- another code for a piece, through the real camera thread ---

SPARE = (files(f"companion.games.{GAME}") / "tags.csv").read_text(encoding="ascii").splitlines()[-1].split(",")[1]
"""The last label of the game is on no piece."""


@pytest.fixture
def eye() -> Iterator[tuple[TableEye, Queue[CameraView | NoView]]]:
    said: Queue[CameraView | NoView] = Queue()
    made = TableEye((SIMULATOR,), said.put)
    yield made, said
    made.end()
    made.join()


def near(*tags: str) -> FrameSource:
    """Pieces held near the camera."""
    items = tuple(Item(tag, 40.0 + 60 * number, 40.0) for number, tag in enumerate(tags))
    optics = Optics(width=1280, height=720, view=(0.0, 0.0, 140.0, 80.0))
    return SimulatedCamera(
        lambda: Scene(items), lambda tag: label_image(tag, 10), SceneSetup(RenderedMat(140.0, 80.0), optics)
    )


def test_a_lost_label_is_replaced_by_a_spare(eye: tuple[TableEye, Queue[CameraView | NoView]], tmp_path: Path) -> None:
    looking, said = eye
    lost, path = next(iter(RULES.piece_of)), tmp_path / "labels.toml"
    looking.begin(WatchedTable(RULES, small_table(), Settings(), lambda: near(SPARE)), ())
    first = said.get(timeout=60)
    assert isinstance(first, CameraView)
    assert lost not in first.tags

    looking.adopt(path, RULES, lost, 14.5)

    assert [lost] == [label.tag for label in read_label_set(path, RULES).labels]
    later = [said.get(timeout=60) for _ in range(2)][-1]
    assert isinstance(later, CameraView)
    assert (lost,) == later.tags


def test_two_codes_at_once_are_refused_and_nothing_is_kept(
    eye: tuple[TableEye, Queue[CameraView | NoView]], tmp_path: Path
) -> None:
    looking, said = eye
    one, other = list(RULES.piece_of)[:2]
    with pytest.raises(NothingSeenYet):
        looking.adopt(tmp_path / "labels.toml", RULES, one, 14.5)
    looking.begin(WatchedTable(RULES, small_table(), Settings(), lambda: near(one, other)), ())
    said.get(timeout=60)

    with pytest.raises(CompanionError, match="2 codes are there: show one"):
        looking.adopt(tmp_path / "labels.toml", RULES, one, 14.5)
    assert not (tmp_path / "labels.toml").exists()
