"""Cards without labels, shown on the touchscreen: a picture of several, and a touch or two each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.cameras.learnt_faces import read_faces, usual_face_folder
from companion.core.pages import ListPage
from companion.core.picture_pages import PictureQuestion, ScoredPicturePage
from companion.core.text import NOTHING
from companion.games import GAMES
from companion.pages.machine import NoCameras
from companion.pages.showing_cards import by_name
from companion.simulation.renderer.scene import Reflection
from tests.cameras.test_face_learning import PLACES, backs, laid, table
from tests.pages.conftest import Visitor
from vision.arrays import Luma

GAME = GAMES["inwo"]
FIRST, SECOND, THIRD, FOURTH, *_ = by_name(GAME)


class Camera(NoCameras):
    """One that sees these pictures, one after the other."""

    def __init__(self, *pictures: Luma) -> None:
        self._pictures = iter(pictures)

    def snapshot(self) -> Any:
        return lambda: next(self._pictures)


@pytest.fixture
def showing(visitor: Visitor, tmp_path: Path) -> Visitor:
    """Somebody whose house keeps a journal, with three cards under the camera."""
    visitor.store.folder = tmp_path
    return visitor.connects(cameras=Camera(table(*laid(1, 2, 3)), table(*laid(4)))).opens("cards", "inwo")


def asked(visitor: Visitor) -> PictureQuestion:
    assert isinstance(visitor.page, ScoredPicturePage)
    assert visitor.page.question is not None
    return visitor.page.question


def told(visitor: Visitor) -> str:
    assert isinstance(visitor.page, ScoredPicturePage)
    return str(visitor.page.waiting)


def learnt(visitor: Visitor) -> list[str]:
    assert visitor.store.folder is not None
    return [face.piece for face in read_faces(usual_face_folder(visitor.store.folder, "inwo"), GAME).faces]


def test_cards_in_the_order_of_their_names_need_one_touch(showing: Visitor) -> None:
    showing.touches("take").touches("in order")

    assert [FIRST, SECOND, THIRD] == learnt(showing)
    assert "cards are left to show" in told(showing)
    showing.touches("take")
    assert str(GAME.piece_name(FOURTH)) == str(asked(showing).answers[0].label), "the one that follows"


def test_the_cards_of_the_decks_come_first_in_the_order_of_their_list(showing: Visitor) -> None:
    """A deck that was picked from the list is laid as it stands there; one touch names all, and the search is short."""
    deck = ["hoax", FIRST, "cable_tv", "japan"]
    showing.context.copies.decks("inwo").add("Ann", [(card, "") for card in deck])
    showing.opens("cards", "inwo")
    assert "in the order of the deck’s list" in told(showing)
    showing.touches("take").touches("in order")

    assert deck[:3] == learnt(showing)
    assert told(showing).startswith("1 card of your decks is left to show.")
    showing.touches("take").touches("another")
    assert ["Japan", "A card of no deck"] == [str(row.title) for row in showing.rows]
    showing.touches("any")
    assert len(by_name(GAME)) - 3 == len(showing.rows)
    showing.touches("name", SECOND)
    assert [*deck[:3], SECOND] == learnt(showing)


def test_each_card_is_named_by_itself_in_any_order(showing: Visitor) -> None:
    """The second one is touched in the picture, the first is searched by its name, and one is left out."""
    showing.touches("take")
    assert [1, 2, 3] == [spot.number for spot in _spots(showing)]
    showing.touches("piece", "1").touches("name", SECOND)
    assert str(GAME.piece_name(THIRD)) == str(asked(showing).answers[0].label)
    showing.touches("another")
    assert isinstance(showing.page, ListPage)
    showing.touches("name", FIRST).touches("leave")

    assert [SECOND, FIRST] == learnt(showing)


@pytest.mark.parametrize("late", ["name", "in order", "another", "leave", "piece"])
def test_a_finger_that_comes_after_the_last_card_was_named_does_nothing(showing: Visitor, late: str) -> None:
    showing.touches("take").touches("in order").touches(late, FOURTH)

    assert [FIRST, SECOND, THIRD] == learnt(showing)
    assert "cards are left to show" in told(showing)


def test_a_card_in_a_reflection_is_not_asked_about(showing: Visitor) -> None:
    """It is said with its number; the others are asked about."""
    shiny = Reflection(*PLACES[0], 25.0, 1.0)
    showing.connects(cameras=Camera(table(*laid(1, 2), reflections=(shiny,)))).touches("take")

    assert str(asked(showing).second).startswith("Card 1: a light is reflected")
    assert "Which card is number 2?" == str(asked(showing).heading)


def test_backs_are_learnt_and_a_card_that_lies_face_down_is_told(showing: Visitor) -> None:
    """INWO-3. Faces that are learnt first or later are as they were."""
    showing.connects(cameras=Camera(backs())).touches("backs")
    assert told(showing).startswith("2 backs are known.")

    showing.connects(cameras=Camera(table(*laid("back", 1)))).touches("take")

    assert "Card 1: it lies face down: turn it over." == str(asked(showing).second)
    showing.touches("name", FIRST)
    assert [FIRST] == learnt(showing)


def test_a_card_that_was_shown_before_is_told(showing: Visitor) -> None:
    showing.touches("take").touches("in order")
    showing.connects(cameras=Camera(table(*laid(1)))).touches("take")

    assert "which was shown before" in told(showing)


def test_without_a_camera_it_is_said(visitor: Visitor, tmp_path: Path) -> None:
    visitor.store.folder = tmp_path
    visitor.opens("cards", "inwo").touches("take")

    assert "No camera was found" in told(visitor)


def test_the_game_is_asked_where_none_is_named(visitor: Visitor) -> None:
    visitor.opens("cards")

    assert list(GAMES.values()) == [GAMES[row.intent.about] for row in visitor.rows]  # type: ignore[union-attr]


@pytest.mark.parametrize("name", list(GAMES))
def test_cards_are_of_one_size(name: str) -> None:
    """A set of faces is; tiles and tokens keep their labels."""
    game = GAMES[name]
    sizes = {tuple(sorted((game.shape(piece).width, game.shape(piece).height))) for piece in by_name(game)}

    assert 1 == len(sizes)
    assert NOTHING != game.piece_name(by_name(game)[0])


def _spots(visitor: Visitor) -> list[Any]:
    assert isinstance(visitor.page, ScoredPicturePage)
    return list(visitor.page.spots)
