"""Cards are laid under the camera once, judged at once, and kept under their names."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from benchmarks.vision.printed_faces import card_back, card_face
from companion.cameras.face_learning import FaceLearning, pieces_in
from companion.cameras.learnt_faces import LearntFaces, backs_of, face_set, read_faces
from companion.cli import cli
from companion.errors import ConfigError, ImageError
from companion.games import GAMES
from companion.label_sets.piece_labels import LABEL_MM, opening_state
from companion.simulation.renderer.camera_model import GrayImage
from companion.simulation.renderer.scene import Anchor, Item, Optics, Reflection, RenderedMat, Scene, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from vision.arrays import Luma
from vision.labels import label_image

GAME = GAMES["inwo"]
LAYOUT = GAME.layout(opening_state(GAME))
CARDS = ["c_i_a", "the_mafia", "japan", "cable_tv"]
PLACES = [(200.0, 200.0), (330.0, 205.0), (200.0, 330.0), (330.0, 335.0)]


def picture(name: str) -> GrayImage:
    if name.endswith("back"):
        return card_back() if name == "back" else 255 - card_back()
    return card_face(int(name)) if name.isdecimal() else label_image(name, 8)


@cache
def table(*items: Item, reflections: tuple[Reflection, ...] = (), players: int = 6) -> Luma:
    """The game's mat for so many with these cards, as a camera sees an upper left part of it."""
    layout = GAME.layout(opening_state(GAME, players))
    anchors = tuple(Anchor(tag, pose.x, pose.y, pose.rotation) for tag, pose in layout.anchors.items())
    mat = RenderedMat(layout.width, layout.height, anchors, LABEL_MM)
    size = (1728, 972) if players == 6 else (2592, 1458)
    optics = Optics(*size, view=(-10.0, -10.0, LAYOUT.width / 2 + 20.0, LAYOUT.height / 2 + 20.0))
    scene = Scene(items, reflections=reflections)
    with SimulatedCamera([scene], picture, SceneSetup(mat, optics)) as camera:
        frame = camera.read()
    assert frame is not None
    return frame.image


def laid(*faces: int | str, turn: float = 4.0) -> list[Item]:
    return [Item(None, *place, turn, face=str(face)) for face, place in zip(faces, PLACES, strict=False)]


def backs() -> Luma:
    """Two of a game's backs, one of them twice."""
    return table(*laid("back", "other back", "back"))


def test_cards_are_learnt_row_by_row_and_known_from_then_on(tmp_path: Path) -> None:
    learning = FaceLearning(GAME, tmp_path, CARDS)

    told = learning.take(table(*laid(1, 2, 3, 4)))

    assert [(card, None) for card in CARDS] == [(shown.piece, shown.fault) for shown in told]
    assert [] == learning.due
    assert CARDS == [face.piece for face in read_faces(tmp_path, GAME).faces]
    known = face_set(tmp_path, GAME, LABEL_MM)
    assert known is not None
    (tag,) = (tag for tag, piece in GAME.piece_of.items() if piece == "japan")
    assert (tag,) == known.faces["face japan"].tags


def test_what_is_wrong_with_a_card_is_said_and_it_stays_due(tmp_path: Path) -> None:
    learning = FaceLearning(GAME, tmp_path, ["c_i_a", "bavarian_illuminati", "the_mafia"])
    shiny = Reflection(*PLACES[0], 25.0, 1.0)

    first, second, third = learning.take(table(*laid(1, 2, 3), reflections=(shiny,)))

    assert str(first.fault).startswith("a light is reflected in it")
    assert str(second.fault).startswith("it lies the other way"), "Illuminati lie across"
    assert third.fault is None
    assert ["c_i_a", "bavarian_illuminati"] == learning.due


def test_the_mat_that_lies_there_says_how_large_a_card_is(tmp_path: Path) -> None:
    """A game has a mat for each number of players: their labels say the same, and lie elsewhere."""
    learning = FaceLearning(GAME, tmp_path, CARDS)

    assert [None] * 4 == [shown.fault for shown in learning.take(table(*laid(1, 2, 3, 4), players=2))]


def test_a_card_out_of_focus_is_said(tmp_path: Path) -> None:
    learning = FaceLearning(GAME, tmp_path, CARDS)
    for card in learning.look(table(*laid(1, 2, 3, 4))):
        blurred = replace(card, picture=np.asarray(cv2.GaussianBlur(card.picture, (0, 0), 1.5)))

        assert learning.fault_of(card) is None
        assert str(learning.fault_of(blurred)).startswith("it is blurred")


def test_a_card_that_is_not_whole_is_none(tmp_path: Path) -> None:
    """One that another lies over is not learnt; the one on top is."""
    first, second = laid(1, 2)
    covering = Item(None, first.x + 25.0, first.y, 4.0, second.width, second.height, face="3")

    seen = FaceLearning(GAME, tmp_path, CARDS).look(table(first, second, covering, players=2))

    assert [(round(each.x), round(each.y)) for each in (covering, second)] == [
        (round(card.x), round(card.y)) for card in seen
    ]


def test_a_card_that_is_shown_twice_is_told(tmp_path: Path) -> None:
    learning = FaceLearning(GAME, tmp_path, ["c_i_a", "the_mafia"])

    _, second = learning.take(table(*laid(1, 1)))

    assert "it looks like C.I.A., which was shown before." == str(second.fault)


def test_each_different_back_is_learnt_once(tmp_path: Path) -> None:
    """INWO-3: a game has several; whoever shows them again has only those. They are no faces, and cards stay due."""
    learning = FaceLearning(GAME, tmp_path, CARDS)

    assert 2 == learning.learn_backs([backs()])
    assert 1 == learning.learn_backs([table(*laid("other back"))])

    assert ((), 1) == (read_faces(tmp_path, GAME).faces, len(backs_of(tmp_path, GAME)))
    assert CARDS == learning.due
    assert face_set(tmp_path, GAME, LABEL_MM) is None


def test_a_card_that_lies_face_down_is_said_and_never_a_face(tmp_path: Path) -> None:
    """However it is turned: a back has no right way up. Nor is a card that lies face up a back."""
    learning = FaceLearning(GAME, tmp_path, CARDS)
    learning.learn_backs([backs()])
    laid_down = laid(1, "back", "back", "other back")
    turned = [replace(card, rotation=turn) for card, turn in zip(laid_down, (4.0, 4.0, 178.0, 94.0), strict=True)]

    first, *others = learning.take(table(*turned))

    assert first.fault is None
    assert ["it lies face down: turn it over."] * 3 == [str(other.fault) for other in others]
    assert ["c_i_a"] == [face.piece for face in read_faces(tmp_path, GAME).faces]
    with pytest.raises(ImageError, match="Card 1: it lies face up: turn it over"):
        learning.learn_backs([table(*turned)])
    assert 2 == len(backs_of(tmp_path, GAME))


def test_more_cards_than_names_are_refused_and_nothing_is_kept(tmp_path: Path) -> None:
    learning = FaceLearning(GAME, tmp_path, ["c_i_a"])

    with pytest.raises(ImageError, match="1 card too many lies there: take it away"):
        learning.take(table(*laid(1, 2)))

    assert LearntFaces("inwo") == read_faces(tmp_path, GAME)


def test_an_empty_mat_and_a_picture_without_one_are_told_apart(tmp_path: Path) -> None:
    learning = FaceLearning(GAME, tmp_path, CARDS)

    with pytest.raises(ImageError, match="No card is seen whole and sharp"):
        learning.take(table())
    with pytest.raises(ImageError, match="The mat is not seen"):
        learning.take(card_face(1))


def test_a_list_names_cards_as_decks_do() -> None:
    assert ["c_i_a", "hoax"] == pieces_in(GAME, ["# mine", "C.I.A.", "", "3 Hoax!"])
    with pytest.raises(ConfigError, match="line 2 of the list: 'Nobody' is no card of"):
        pieces_in(GAME, ["C.I.A.", "Nobody"])


def test_the_command_learns_from_pictures(tmp_path: Path) -> None:
    (tmp_path / "cards.txt").write_text("C.I.A.\nThe Mafia\nJapan\n", encoding="utf-8")
    Image.fromarray(table(*laid(1, 2))).save(tmp_path / "table.png")
    words = ["learn-faces", "--game", "inwo", "--list", str(tmp_path / "cards.txt"), "--out", str(tmp_path / "faces")]

    answer = CliRunner().invoke(cli, [*words, "--image", str(tmp_path / "table.png")])

    assert 0 == answer.exit_code, answer.output
    assert ["C.I.A.", "The Mafia", "1 card is left to show."] == answer.output.splitlines()


def test_the_command_learns_backs_from_pictures(tmp_path: Path) -> None:
    Image.fromarray(backs()).save(tmp_path / "table.png")
    words = ["learn-faces", "--game", "inwo", "--out", str(tmp_path / "faces"), "--image", str(tmp_path / "table.png")]

    answer = CliRunner().invoke(cli, [*words, "--backs"])

    assert (0, "2 backs are known.\n") == (answer.exit_code, answer.output)
    assert (
        "Name the list of the cards with --list, or show their backs with --backs."
        in CliRunner().invoke(cli, words).output
    )
