"""Two copies of a game at one table do not clash."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.cameras.sources import SIMULATOR, EveningCamera, pipeline_for
from companion.cameras.table_watch import WatchedTable
from companion.cameras.view_inspector import ViewInspector
from companion.config import Settings
from companion.conformance.tag_tables import Crowd
from companion.core.game import Game
from companion.core.table import UNREADABLE, Tag
from companion.games import GAMES
from companion.label_sets.label_set import LabelSet, other_copy, read_label_set
from companion.label_sets.piece_labels import LABEL_MM, SYMBOL_SHARE
from companion.simulation.renderer.scene import Anchor, Item, RenderedMat, Scene, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from hardware.camera import Frame, FrameSource
from scripts.gallery.view_screens import USUAL, small_table
from vision.labels import label_image

CARDS = 5
FIRST = next(iter(GAMES.values()))
any_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def frame_of(labels: Sequence[Tag]) -> Frame:
    """Cards with these labels in rows of five on the small table, as a camera sees them."""
    table = small_table()
    items = tuple(
        Item(tag, 110.0 + 75 * (at % CARDS), 100.0 + 120 * (at // CARDS), 0.0, 63.0, 88.0)
        for at, tag in enumerate(labels)
    )
    mat = RenderedMat(
        table.width, table.height, tuple(Anchor(tag, at.x, at.y) for tag, at in table.anchors.items()), LABEL_MM
    )
    with SimulatedCamera([Scene(items)], lambda tag: label_image(tag, 10), SceneSetup(mat, USUAL)) as camera:
        frame = camera.read()
    assert frame is not None
    return frame


def no_camera() -> FrameSource:
    raise AssertionError("pictures are handed over one by one")


def first_and_second(game: Game[Any, Any]) -> tuple[list[Tag], list[Tag]]:
    """Labels of the same pieces in both copies."""
    first = [tag for tag in game.piece_of if game.shape(game.piece_of[tag]).width > 40][:CARDS]
    return first, [game.second_tags[tag] for tag in first]


def labels_of_copy(game: Game[Any, Any], number: int) -> LabelSet:
    return LabelSet(game.name, LABEL_MM * SYMBOL_SHARE, copy=number)


@any_game
def test_every_piece_has_a_second_label_of_its_own(game: Game[Any, Any]) -> None:
    seconds = [game.second_tags[tag] for tag in game.piece_of]

    assert len(game.piece_of) == len(set(seconds))
    assert not set(seconds) & set(game.piece_of)


def test_labels_of_both_copies_look_as_different_as_those_of_one() -> None:
    crowd = Crowd()
    for payload in FIRST.piece_of:
        crowd.add(payload)

    assert [] == [payload for payload in FIRST.second_tags.values() if not crowd.admits(payload)]


@pytest.mark.parametrize("copy", [1, 2])
def test_an_evening_takes_no_piece_of_the_other_copy_for_its_own(copy: int) -> None:
    """Both lie there. Those of the copy that is played with count as the game's own, the others as foreign labels."""
    first, second = first_and_second(FIRST)
    other, its_own = (second, first) if copy == 1 else (first, second)
    pipeline = pipeline_for(FIRST, small_table(), adopted=labels_of_copy(FIRST, copy))
    frame, seen = frame_of([*its_own, *other]), None
    for number in range(6):
        seen = pipeline.process(replace(frame, taken_at=number / 2)) or seen
    assert seen is not None

    assert ({*first, UNREADABLE}, ()) == ({place.tag for place in seen.labels}, seen.duplicates)


def test_where_labels_are_stuck_those_of_the_other_copy_are_told_apart() -> None:
    first, second = first_and_second(FIRST)
    watched = WatchedTable(FIRST, small_table(), Settings(), no_camera, labels_of_copy(FIRST, 2))
    inspector = ViewInspector(watched, EveningCamera(SIMULATOR, Settings(), no_camera))
    seen = inspector.inspect(frame_of([*second, *first[:2]]))

    assert {*first, *second[:2]} == set(seen.tags) - set(small_table().anchors)


def test_which_copy_it_is_is_kept_and_can_be_changed_back(tmp_path: Path) -> None:
    path = tmp_path / "labels.toml"
    other_copy(path, FIRST)
    assert 2 == read_label_set(path, FIRST).copy
    other_copy(path, FIRST)
    assert 1 == read_label_set(path, FIRST).copy
