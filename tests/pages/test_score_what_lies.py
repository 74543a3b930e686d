"""Score what lies here, on the touchscreen: one touch, whose is what, question by question, and the result."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.conformance.playouts import sensible
from companion.core.editing import corrected
from companion.core.editor import PieceMove
from companion.core.game import Options
from companion.core.pages import ListPage
from companion.core.picture_pages import ScoredPicturePage
from companion.core.result_pages import ResultPage, SheetPage
from companion.core.screen import Close, Drag
from companion.core.text import ENGLISH
from companion.games import GAMES
from companion.pages.machine import NoCameras, Sticks
from companion.picture_score.label_views import LabelView
from companion.picture_score.score_pictures import views_of
from companion.picture_score.told_by_pictures import TakenPicture
from companion.simulation.physical_table import BOX, HandMove, PhysicalTable, table_camera
from tests.pages.conftest import Visitor

NAMES = ("Ann", "Ben")
GAME = "new_world_order"
PIECES = 20


class Camera(NoCameras):
    """One that sees this."""

    def __init__(self, picture: NDArray[np.uint8]) -> None:
        self._picture = picture

    def snapshot(self) -> Any:
        return lambda: self._picture


@cache
def state() -> Any:
    """An evening of two, each with a tile of the pyramid's foot."""
    game, random = GAMES[GAME], Random(3)
    now = game.initial_state(Options(NAMES))
    while len(game.to_move(now)) != 1 or sum(map(len, game.table(now).zones.values())) < PIECES:
        action = sensible(game, now, random)
        assert action is not None
        now = game.apply(now, action)
    for seat in "AB":
        lying = game.table(now).zones.items()
        zone, (tile, *_) = next((zone, pieces) for zone, pieces in lying if zone.startswith("pyramid.") and pieces)
        now = corrected(game, now, (PieceMove(tile, zone, f"{seat}.tiles"),))
    return now


@cache
def picture(*, without: str = "") -> NDArray[np.uint8]:
    game = GAMES[GAME]
    table = PhysicalTable(game, game.layout(state()))
    table.make(game.table(state()))
    if without:
        zone = next(zone for zone, pieces in game.table(state()).zones.items() if without in pieces)
        table.move(HandMove(without, zone, BOX))
    with table_camera(table, lambda: (), None, (3456, 1944)) as camera:
        frame = camera.read()
    assert frame is not None
    return frame.image.copy()


READ: dict[object, tuple[LabelView, ...]] = {}


def read_once(games: Any, pictures: Sequence[TakenPicture], *, game: str | None, adopted: Any) -> tuple[LabelView, ...]:
    """What is read in a picture, which is the same however often it is scored."""
    key = game, *((each.name, each.luma.tobytes()) for each in pictures)
    if adopted or key not in READ:
        READ[key] = views_of(games, pictures, game=game, adopted=adopted)
    return READ[key]


@pytest.fixture(autouse=True)
def reads_each_picture_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.pages.scored_picture.views_of", read_once)


@pytest.fixture
def scoring(visitor: Visitor) -> Visitor:
    """Somebody with a camera over the table, who has played this game here before."""
    visitor.store.begin(GAME, Options(NAMES), colours=[3, 1])
    visitor.connects(cameras=Camera(picture()))
    return visitor


def shown(visitor: Visitor) -> ScoredPicturePage:
    assert isinstance(visitor.page, ScoredPicturePage)
    return visitor.page


def test_one_touch_scores_the_table_by_its_labels_and_the_people_of_the_last_time(scoring: Visitor) -> None:
    scoring.opens("score picture").touches("camera")

    page, game = shown(scoring), GAMES[GAME]
    assert str(game.title) == str(page.note)
    assert page.picture is not None
    points = {str(each.title): each for each in page.ranges}
    for sheet in game.score(state()):
        name = NAMES[ord(sheet.player) - ord("A")]
        longest = max(each.total for each in game.score(state()))
        assert points[name].least * longest <= sheet.total <= points[name].most * longest + 300, "inside its range"
    assert {3, 1} <= {area.colour for area in page.areas}
    assert "market" in " ".join(str(area.name) for area in page.areas if area.colour is None)


def test_a_piece_that_is_drawn_to_another_player_counts_for_him(scoring: Visitor) -> None:
    scoring.opens("score picture").touches("camera")
    score = scoring.navigator.top.score  # type: ignore[union-attr]
    number = next(at for at, piece in enumerate(score.pieces) if piece.zone == "A.tiles")
    before = {total.sheet.player: total.sheet.total for total in score.totals}
    scoring.does(Drag(f"piece {number}", str(number), "B"))  # type: ignore[arg-type]

    after = {t.sheet.player: t.sheet.total for t in scoring.navigator.top.score.totals}  # type: ignore[union-attr]
    assert before["A"] > after["A"]
    assert before["B"] < after["B"]
    scoring.touches("outlines").touches("of", "B").touches("piece", str(number))
    assert isinstance(scoring.page, ListPage)
    assert scoring.row("Ben").chosen
    scoring.touches("seat", "A")
    scoring.does(Close())
    again = {t.sheet.player: t.sheet.total for t in scoring.navigator.top.score.totals}  # type: ignore[union-attr]
    assert before == again


def test_who_sits_elsewhere_changes_places_with_his_points(scoring: Visitor) -> None:
    scoring.opens("score picture").touches("camera")
    before = {str(each.title): str(each.points) for each in shown(scoring).ranges}
    scoring.touches("outlines").touches("of", "A").touches("all").touches("seat", "B").does(Close())

    after = {str(each.title): str(each.points) for each in shown(scoring).ranges}
    assert before["Ann"] == after["Ben"]
    assert before["Ben"] == after["Ann"]


def test_each_answer_narrows_the_range_and_the_last_one_shows_the_result(visitor: Visitor) -> None:
    tile = next(piece for piece in GAMES[GAME].table(state()).zones["A.tiles"])
    visitor.connects(cameras=Camera(picture(without=tile)))
    visitor.opens("score picture").touches("camera")
    page = shown(visitor)
    assert page.question is not None, "a tile lies nowhere in the picture"
    assert any(each.least < each.most for each in page.ranges)
    visitor.touches("result")
    assert isinstance(visitor.page, ResultPage)
    assert any("\N{EN DASH}" in rank.total for rank in visitor.page.ranks), "the range is kept"
    visitor.does(Close())
    for _ in range(6):
        if not isinstance(visitor.page, ScoredPicturePage):
            break
        question = visitor.navigator.top.asked[0]  # type: ignore[union-attr]
        visitor.touches("answer", next(iter(question.choices)))

    assert isinstance(visitor.page, ResultPage)
    assert not any("\N{EN DASH}" in rank.total for rank in visitor.page.ranks)
    visitor.touches("sheet")
    assert isinstance(visitor.page, SheetPage)


def test_a_question_can_be_left_open(visitor: Visitor) -> None:
    tile = next(piece for piece in GAMES[GAME].table(state()).zones["A.tiles"])
    visitor.connects(cameras=Camera(picture(without=tile)))
    visitor.opens("score picture").touches("camera")
    for _ in range(6):
        if isinstance(visitor.page, ScoredPicturePage):
            visitor.touches("leave")

    assert isinstance(visitor.page, ResultPage)
    assert "open" in str(visitor.page.second)


def test_without_a_camera_or_a_table_one_sentence_says_so_and_another_picture_helps(visitor: Visitor) -> None:
    visitor.opens("score picture").touches("camera")
    assert "No camera was found" in str(shown(visitor).waiting)
    visitor.connects(cameras=Camera(np.full((600, 800), 90, np.uint8)))
    visitor.touches("again").touches("camera", "instead")
    assert "no labels of a game can be read here" in str(shown(visitor).waiting)
    visitor.connects(cameras=Camera(picture()))
    visitor.touches("again").touches("camera", "instead")
    assert shown(visitor).picture is not None


def test_a_part_that_is_too_small_is_shown_and_one_more_picture_joins(visitor: Visitor) -> None:
    """The picture that was refused is kept: with one of its part from nearer both come to a score."""
    whole = picture()
    height, width = whole.shape
    small = cv2.resize(whole, (width * 7 // 10, height * 7 // 10), interpolation=cv2.INTER_AREA)
    visitor.connects(cameras=Camera(small))
    visitor.opens("score picture").touches("players", "2").touches("camera")
    page = shown(visitor)
    assert page.picture is not None
    assert "one more picture of this" == str(page.areas[0].name)
    assert "too small to be sure of all; take one more picture of the whole table" in str(page.said)
    visitor.connects(cameras=Camera(whole))
    visitor.touches("again").touches("camera", "add")
    assert shown(visitor).ranges
    assert 2 == len(visitor.navigator.top.found.taken.views)  # type: ignore[union-attr]


def test_what_no_label_shows_is_told_in_one_list(scoring: Visitor) -> None:
    """NWO-67: a triangle whose label is covered counts; a touch on each player's line is one more of his."""
    scoring.opens("score picture").touches("camera")
    top = scoring.navigator.top
    before = {total.sheet.player: total.low for total in top.score.totals}  # type: ignore[union-attr]
    scoring.touches("answers").touches("part", "triangles.B").touches("done")
    after = {total.sheet.player: total.low for total in top.score.totals}  # type: ignore[union-attr]
    assert (before["A"], before["B"] + 100) == (after["A"], after["B"])


def test_a_touched_piece_says_whose_it_is(scoring: Visitor) -> None:
    scoring.opens("score picture").touches("camera")
    score = scoring.navigator.top.score  # type: ignore[union-attr]
    number = next(at for at, piece in enumerate(score.pieces) if piece.zone == "A.tiles")
    scoring.touches("piece", str(number))
    assert scoring.row("Ann").chosen


def test_so_large_a_table_the_camera_can_read_is_said_before(visitor: Visitor) -> None:
    class Small(NoCameras):
        def picture_size(self) -> tuple[int, int]:
            return 2304, 1296

    visitor.connects(cameras=Small())
    visitor.opens("score picture")
    assert isinstance(visitor.page, ListPage)
    assert "The camera reads a table of up to 135 by 75 cm" in " ".join(map(str, visitor.page.lines))


def test_another_game_is_told_by_name(visitor: Visitor) -> None:
    visitor.connects(cameras=Camera(picture()))
    visitor.opens("score picture").touches("game").touches("game", "iron_sky").touches("camera")

    assert GAMES["iron_sky"].title.render(ENGLISH) in str(shown(visitor).waiting)


def test_pictures_of_a_stick_are_offered_the_newest_first(visitor: Visitor, tmp_path: Path) -> None:
    folder = tmp_path / "DCIM" / "100"
    folder.mkdir(parents=True)
    for number, name in enumerate(("old.png", "new.jpg")):
        cv2.imwrite(str(folder / name), picture())
        os.utime(folder / name, (number, number))
    (folder / ".hidden.png").write_bytes(b"")
    visitor.connects(sticks=Sticks(mounted=lambda: [tmp_path]))
    visitor.opens("score picture").touches("stick")

    assert ["new.jpg", "old.png"] == [str(row.title) for row in visitor.rows]
    visitor.touches("file", "0").touches("score")
    assert shown(visitor).picture is not None
