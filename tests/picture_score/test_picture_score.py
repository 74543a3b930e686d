"""Scores out of pictures: what is laid on a table and photographed comes back as its score, or within what is said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.drawn_labels import drawn_view
from benchmarks.picture_score import wrong_totals
from benchmarks.picture_tables import Shot, Tabletop, final_position, laid
from companion.cli import cli
from companion.conformance.playouts import NAMES
from companion.core.game import Options
from companion.core.plane import piece_pose
from companion.core.table import UNREADABLE
from companion.core.zones import corner_anchors
from companion.errors import ImageError
from companion.games import GAMES
from companion.label_sets.piece_labels import LABEL_MM, label_edge
from companion.picture_score.common_plane import edge_of, label_plane, mat_plane
from companion.picture_score.label_views import LabelView, check_game, reader_of, view_of
from companion.picture_score.laid_at_will import zones_at_will
from companion.picture_score.placing import SeenLabel, zones_on_mat
from companion.picture_score.score_pictures import score_pictures, score_views
from companion.picture_score.score_sentences import standing
from companion.picture_score.scoring import answer, reassign, score_pieces
from companion.picture_score.told_by_pictures import PictureScore, SeenPiece, TakenPicture
from companion.simulation.renderer.scene import Anchor, Item, Optics, RenderedMat, Scene, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from vision.detections import Detection
from vision.geometry.localization import pose_from_corners
from vision.labels import label_image

GAME = GAMES["new_world_order"]
SMALL = 3000, 2250


def photographed(
    game: Any, state: Any, *, tilt: float = 20.0, corners: bool = False, mat: bool = True, view: Any = None
) -> TakenPicture:
    """A small rendered picture of the table as it lies in that state."""
    layout = game.layout(state)
    anchors = corner_anchors(layout.anchors, (layout.width, layout.height)) if corners else layout.anchors
    printed = tuple(Anchor(tag, pose.x, pose.y) for tag, pose in anchors.items()) if mat else ()
    items = []
    for placed in laid(game, state, "mat", Random(1)):
        centre, shape = piece_pose(placed.label, placed.shape), placed.shape
        offset = shape.label_dx, shape.label_dy
        items.append(
            Item(placed.tag, centre.x, centre.y, centre.rotation, shape.width, shape.height, offset, label_edge(shape))
        )
    setup = SceneSetup(
        RenderedMat(layout.width, layout.height, printed, LABEL_MM),
        Optics(*SMALL, view=view, tilt=tilt, blur=0.5, noise=1.0),
    )
    frame = SimulatedCamera([Scene(tuple(items))], lambda tag: label_image(tag, 8), setup).read()
    assert frame is not None
    return TakenPicture("table.jpg", frame.image)


@pytest.fixture(scope="module")
def state() -> Any:
    return final_position(GAME, 2, 4)


@pytest.fixture(scope="module")
def picture(state: Any) -> TakenPicture:
    return photographed(GAME, state)


@pytest.fixture(scope="module")
def without_mat(state: Any) -> TakenPicture:
    return photographed(GAME, state, mat=False, tilt=15)


@pytest.fixture(scope="module")
def found(picture: TakenPicture) -> PictureScore:
    return score_pictures(GAMES, [picture], options=Options(NAMES[:2]), game="new_world_order")


class TestOnTheMat:
    def test_a_picture_gives_the_score_of_what_lies_there(self, state: Any, found: PictureScore) -> None:
        assert [] == wrong_totals(GAME, state, found, "mat")
        assert [sheet.total for sheet in GAME.score(state)] == [total.low for total in found.totals]

    def test_the_game_and_the_number_of_players_are_told_by_the_labels(self, state: Any, picture: TakenPicture) -> None:
        told = score_pictures(GAMES, [picture])
        assert (GAME.name, 2) == (told.game.name, len(told.options.names))

    def test_four_corners_are_enough(self, state: Any) -> None:
        taken = photographed(GAME, state, corners=True, tilt=15)
        assert [] == wrong_totals(GAME, state, score_pictures(GAMES, [taken], game=GAME.name), "corners")

    def test_pieces_in_two_overlapping_pictures_count_once(self, state: Any, found: PictureScore) -> None:
        left = photographed(GAME, state, view=(-30, -30, 500, 830), tilt=5)
        right = photographed(GAME, state, view=(240, -30, 770, 830), tilt=5)
        joined = score_pictures(GAMES, [left, right], game=GAME.name)
        tags = [piece.tag for piece in joined.pieces if piece.tag != UNREADABLE]
        assert len(set(tags)) == len(tags)
        assert [] == wrong_totals(GAME, state, joined, "mat")


class TestWithoutAMat:
    def test_labels_alone_tell_the_plane(self, state: Any) -> None:
        view = view_of(photographed(GAME, state, tilt=40), reader_of([GAME]))
        on_mat = mat_plane([view], GAME.layout(state))
        by_labels = label_plane([view], edge_of(GAME))
        assert on_mat is not None
        one, other = (plane.homographies[0] for plane in (on_mat, by_labels))
        assert one is not None
        assert other is not None
        first, last = view.decoded[0], view.decoded[-1]
        far = [
            np.hypot(*np.subtract(*((pose.x, pose.y) for pose in poses)))
            for poses in ([pose_from_corners(each.corners, plane) for each in (first, last)] for plane in (one, other))
        ]
        assert pytest.approx(far[0], rel=0.02) == far[1]

    def test_who_sits_where_is_asked_and_totals_are_open_meanwhile(self, state: Any, without_mat: TakenPicture) -> None:
        asked = score_pictures(GAMES, [without_mat], options=Options(NAMES[:2]), game=GAME.name)
        assert "seats" == asked.questions[0].name
        assert 1 == len({(total.low, total.high) for total in asked.totals})
        told = answer(asked, "seats", NAMES[0])
        assert [] == wrong_totals(GAME, state, told, "no mat")

    def test_without_names_or_a_mat_it_is_asked_how_many_play(self, state: Any, without_mat: TakenPicture) -> None:
        """A player whose character is covered leaves no other trace: nobody is ahead before that is told."""
        asked = score_pictures(GAMES, [without_mat], game=GAME.name)
        assert "players" == asked.questions[0].name
        assert not asked.is_settled
        assert str(standing(asked)).startswith("may be ahead")
        assert ["2", "3", "4"] == list(asked.questions[0].choices)[:3]
        assert [] == wrong_totals(GAME, state, answer(asked, "players", "2"), "no mat")
        with pytest.raises(ImageError, match=r"what marks a player can be read of 2, .* uncover it"):
            answer(asked, "players", "3")

    @pytest.mark.parametrize(("off", "places"), [(3.0, 1), (20.0, 4)])
    def test_what_lies_beside_an_arrow_may_lie_there_by_chance(self, off: float, places: int) -> None:
        """INWO-84: a card that somebody put away near the end of a structure does not belong to it."""
        game = GAMES["inwo"]
        state = final_position(game, 2, 3)
        zone_of = {pieces[0]: zone for zone, pieces in game.table(state).zones.items() if pieces}
        seats = {piece: zone[0] for piece, zone in zone_of.items() if zone.endswith(".illuminati")}
        masters = {placed.master for placed in state.player("A").structure}
        end = next(placed.card for placed in state.player("A").structure if placed.card not in masters)
        labels = []
        for placed in laid(game, state, "mat", Random(2), neat=True):
            x = placed.label.x + (off if placed.piece == end else 0.0)
            labels.append(SeenLabel(placed.tag, replace(placed.label, x=x), (0,), {}))
        pieces = [game.piece_of[label.tag] for label in labels]
        marks = {number: seats[piece] for number, piece in enumerate(pieces) if piece in seats}
        found = zones_at_will(game, Options(NAMES[:2]), labels, marks)[pieces.index(end)]
        assert (zone_of[end], places) == (found[0], len(found))


class TestTooSmall:
    def test_a_slanted_picture_is_asked_for_anew_from_above(self, state: Any) -> None:
        """One picture does that shows all of the table; nobody has to go round it."""
        table = Tabletop(GAME, state, "mat", Random(1), ())
        views = [drawn_view(table, Shot(65, 0), "table.jpg", Random(1))]
        with pytest.raises(ImageError, match=r"too small to be sure of all; .* straight from above"):
            score_views(GAMES, views, game=GAME.name)
        views.append(drawn_view(table, Shot(5, 0), "above.jpg", Random(1)))
        assert [] == wrong_totals(GAME, state, score_views(GAMES, views, game=GAME.name), "mat")


def seen(game: Any, state: Any, spoilt: int | None = None, missed: int | None = None) -> tuple[SeenPiece, ...]:
    """The labels of a table without a picture; one of a kind that counts cannot be read, or was not seen."""
    labels = []
    for number, placed in enumerate(laid(game, state, "mat", Random(2))):
        if number != missed:
            tag = UNREADABLE if number == spoilt else placed.tag
            labels.append(SeenLabel(tag, placed.label, (0,), {}))
    zones, _ = zones_on_mat(game, Options(NAMES[: len(state.players)]), labels)
    return tuple(
        SeenPiece(label.tag, game.piece_of.get(label.tag, UNREADABLE), {}, label.pose, places)
        for label, places in zip(labels, zones, strict=True)
    )


def _with_place(state: Any) -> bool:
    cards = [state.card(placed.card) for _, player in state.each() for placed in player.structure]
    return any(card.kind.value == "place" for card in cards)


def tile_of(state: Any) -> int:
    return next(
        number
        for number, placed in enumerate(laid(GAME, state, "mat", Random(2)))
        if placed.piece in state.player("B").tiles
    )


class TestWhatIsOpen:
    @pytest.mark.parametrize("name", list(GAMES))
    @pytest.mark.parametrize("seed", [3, 8])
    def test_every_game_s_totals_lie_within_what_is_said(self, name: str, seed: int) -> None:
        game = GAMES[name]
        players = list(game.players)[seed % 2]
        state = final_position(game, players, seed)
        found = score_pieces(game, Options(NAMES[:players]), seen(game, state))
        assert [] == wrong_totals(game, state, found, "mat")
        assert len(found.questions) <= 5

    @pytest.mark.parametrize("how", ["spoilt", "missed"])
    def test_a_tile_that_was_not_read_is_asked_about(self, state: Any, how: str) -> None:
        """NWO-75: a tile counts what is printed on it, so until it is named the total is a range."""
        found = score_pieces(GAME, Options(NAMES[:2]), seen(GAME, state, **{how: tile_of(state)}))
        assert not found.is_settled
        assert [] == wrong_totals(GAME, state, found, "mat")
        question = found.questions[0]
        told = answer(found, question.name, next(iter(question.choices)))
        assert told.open < found.open

    def test_the_second_character_of_an_illuminati_is_asked_about(self) -> None:
        """NWO-8, NWO-102: the second one may bring a bonus, as the Bilderberger's does, and be covered."""
        state = final_position(GAME, 3, 95065)
        second = state.player("A").second
        assert second == "bilderberger"
        lying = enumerate(laid(GAME, state, "mat", Random(2)))
        missed = next(number for number, placed in lying if placed.piece == second)
        found = score_pieces(GAME, Options(NAMES[:3]), seen(GAME, state, missed=missed))
        assert [] == wrong_totals(GAME, state, found, "mat")
        told = answer(found, found.questions[0].name, f"{second} A.character")
        assert 500 == told.totals[0].low

    def test_a_covered_group_is_asked_about(self) -> None:
        """INWO-293: each Group counts, and nothing but its label tells of one at the end of a structure."""
        game = GAMES["inwo"]
        state = final_position(game, 2, 3)
        found = score_pieces(game, Options(NAMES[:2]), seen(game, state))
        question = next(each for each in found.questions if each.name == "hidden")
        assert all(total.high > total.low for total in found.totals)
        before, after = (answer(found, question.name, choice).totals for choice in ("-", "covered.A:2"))
        assert before[0].low + 2 == after[0].low == after[0].high
        assert before[1].low == after[1].low

    def test_what_was_destroyed_is_asked_about_though_its_label_is_covered(self) -> None:
        """INWO-300: what the Servants of Cthulhu have destroyed counts for them."""
        game = GAMES["inwo"]
        state = final_position(game, 4, 2)
        (top,) = game.table(state).zones["D.destroyed"]
        lying = enumerate(laid(game, state, "mat", Random(2)))
        missed = next(number for number, placed in lying if placed.piece == top)
        found = score_pieces(game, Options(NAMES[:4]), seen(game, state, missed=missed))
        told = answer(found, "hidden", "destroyed.D:1")
        assert [sheet.total for sheet in game.score(state)][3] in range(told.totals[3].low, told.totals[3].high + 1)
        assert answer(found, "hidden", "-").totals[3].high < told.totals[3].high

    def test_what_no_label_shows_is_one_question_with_several_answers(self) -> None:
        """INWO-301: a devastated Place does not count; who plays says at once which are, and what is covered."""
        game = GAMES["inwo"]
        state = next(state for seed in range(3, 99) if _with_place(state := final_position(game, 2, seed)))
        found = score_pieces(game, Options(NAMES[:2]), seen(game, state))
        place = next(choice for choice in found.questions[0].choices if choice.startswith("devastated"))
        assert [] == [each for each in answer(found, "hidden", "-").questions if each.name == "hidden"]
        told = answer(found, "hidden", f"{place},covered.B:1")
        nothing = answer(found, "hidden", "-")
        assert nothing.totals != told.totals
        assert nothing.totals[1].low + 1 == answer(found, "hidden", "covered.B:1").totals[1].low
        with pytest.raises(LookupError):
            answer(found, "hidden", "covered.B:1,covered.B:2")

    def test_a_covered_triangle_is_asked_about(self, state: Any, found: PictureScore) -> None:
        """NWO-67: a triangle counts, and nothing but its label tells of it."""
        question = next(each for each in found.questions if each.name == "triangles")
        assert all(total.high >= total.low + 100 for total in found.totals)
        assert answer(found, question.name, "-").is_settled

    def test_where_nothing_was_read_it_is_asked_who_is_there(self) -> None:
        """ISK-146: a territory counts for whoever controls it, and nothing but its label tells of the army."""
        game = GAMES["iron_sky"]
        state = final_position(game, 2, 3)
        held = {pieces[0] for zone, pieces in game.table(state).zones.items() if zone.endswith(".cc") and pieces}
        lying = enumerate(laid(game, state, "mat", Random(2)))
        missed = next(number for number, placed in lying if placed.piece in held)
        found = score_pieces(game, Options(NAMES[:2]), seen(game, state, missed=missed))
        assert [] == wrong_totals(game, state, found, "mat")
        assert any(":uwc" in choice for question in found.questions for choice in question.choices)

    def test_a_piece_goes_to_whom_people_say(self, state: Any, found: PictureScore) -> None:
        number = next(n for n, piece in enumerate(found.pieces) if piece.zone == "B.tiles")
        before = [total.low for total in found.totals]
        after = [total.low for total in reassign(found, number, "A").totals]
        assert before[0] < after[0]
        assert before[1] > after[1]

    def test_nobody_is_ahead_by_values_that_nobody_has_told(self, found: PictureScore) -> None:
        """NWO-75: a tile counts what is printed on it, and that may turn the order."""
        assert found.is_provisional
        assert "who is ahead rests on printed values that nobody has told yet" == str(standing(found))


class TestBadPictures:
    def test_an_empty_table_has_no_score(self) -> None:
        nothing = TakenPicture("wall.jpg", np.full((600, 800), 120, np.uint8))
        with pytest.raises(ImageError, match=r"wall.jpg: no labels of a game can be read here"):
            score_pictures(GAMES, [nothing])

    def test_another_game_is_named(self, picture: TakenPicture) -> None:
        with pytest.raises(ImageError, match="no table of Iron Sky"):
            score_pictures(GAMES, [picture], game="iron_sky")

    @pytest.mark.parametrize("tags", [[*GAME.copy.second_tags.values()][:9], [*GAME.piece_of][:9]])
    def test_two_copies_are_two_tables(self, tags: list[str]) -> None:
        """The other one has its own labels, or was printed from the same sheets."""
        view = view_of_tags("two.jpg", [*[*GAME.piece_of][:9], *tags])
        with pytest.raises(ImageError, match="pieces of two copies lie here"):
            check_game([view], GAME, GAMES)

    def test_a_further_picture_of_nothing_is_left_out(self, state: Any) -> None:
        table = Tabletop(GAME, state, "mat", Random(1), ())
        views = [drawn_view(table, Shot(5, 0), "table.jpg", Random(1)), view_of_tags("wall.jpg", [])]
        found = score_views(GAMES, views, game=GAME.name)
        assert ["wall.jpg shows too little of what the others show, and is left out."] == [*map(str, found.notes)]


def view_of_tags(name: str, tags: list[str]) -> LabelView:
    corners = ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0))
    return LabelView(name, (800, 600), tuple(Detection.from_corners(tag, corners, 1, 1) for tag in tags), ())


def test_the_command_says_it_all(tmp_path: Path, picture: TakenPicture) -> None:
    photo = tmp_path / "table.png"
    cv2.imwrite(str(photo), picture.luma)
    said = CliRunner().invoke(cli, ["score", "--photo", str(photo), "--players", "Ann,Ben", "--game", GAME.name])
    assert 0 == said.exit_code
    assert "the tiles of Ben" in said.output
    assert "[NWO-75" in said.output
