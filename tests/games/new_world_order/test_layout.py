"""Where things lie on the mat, and how what is seen there becomes zones."""

from __future__ import annotations

from itertools import combinations

import pytest

from benchmarks.looks import Onlooker
from companion.core.table import UNREADABLE, Box, LabelPlace, Observation, Pose
from companion.games.new_world_order import GAME
from companion.games.new_world_order.layout import LABEL
from companion.games.new_world_order.state import State
from companion.printing.game_labels import mat_drawing
from companion.printing.mat_pages import mat_pages
from tests.games.new_world_order.tables import FULL_PYRAMID, after, position

PLAYERS = (2, 3, 4, 5)
EYES = Onlooker(GAME)
RESERVED = '[settings]\nroyaltyMarket = "twoReserved"'


def empty(players: int, **more: str) -> State:
    return position(*[""] * players, market="[]", **more)


def seen(state: State, *some: LabelPlace, blind: tuple[Box, ...] = ()) -> dict[str, tuple[str, ...]]:
    return dict(GAME.layout(state).read(Observation(some, blind)).identify(GAME.piece_of).zones)


def label(piece: str, pose: Pose) -> LabelPlace:
    return LabelPlace(piece if piece == UNREADABLE else EYES.tags[piece][0], pose)


def place_pose(place: tuple[int, int, int]) -> Pose:
    layer, row, column = place
    return GAME.layout(empty(2)).spot(f"pyramid.{layer}.{row}.{column}", 0)


@pytest.mark.parametrize("players", PLAYERS)
def test_zones_do_not_overlap_and_lie_on_the_mat(players: int) -> None:
    layout = GAME.layout(empty(players))
    boxes = {zone: box for zone, box in layout.zones.items() if not zone.startswith("pyramid")}

    assert [] == [(one, other) for one, other in combinations(boxes, 2) if boxes[one].overlaps(boxes[other])]
    assert all(box.left >= 0 and box.top >= 0 for box in boxes.values())
    assert all(box.right <= layout.width and box.bottom <= layout.height for box in boxes.values())


@pytest.mark.parametrize("players", PLAYERS)
def test_anchors_lie_where_no_card_does(players: int) -> None:
    """Not even where Royalty's reserve lies (setting royaltyMarket)."""
    layout = GAME.layout(position('character = "Royalty"', *[""] * (players - 1), market="[]", more=RESERVED))
    half = LABEL / 2
    for pose in layout.anchors.values():
        mark = Box(pose.x - half, pose.y - half, pose.x + half, pose.y + half)

        assert [] == [zone for zone, box in layout.zones.items() if box.overlaps(mark)]
    assert 12 == len(layout.anchors)
    assert "reserve" in layout.zones


@pytest.mark.parametrize("players", PLAYERS)
def test_the_largest_pile_shows_all_its_labels(players: int) -> None:
    """Ten cards of a cheap corporation, fanned: no label under another card, all inside the slot."""
    state = position('slots = ["10 Farm"]', *[""] * (players - 1), market="[]")
    layout = GAME.layout(state)
    spots = [layout.spot("A.1", index) for index in range(10)]

    assert all(layout.zones["A.1"].contains(spot.x, spot.y) for spot in spots)
    assert all(abs(one.y - other.y) >= LABEL for one, other in combinations(spots, 2))


@pytest.mark.parametrize(("players", "tiles"), [(2, 30), (3, 20), (4, 16), (5, 12)])
def test_tiles_taken_lie_side_by_side(players: int, tiles: int) -> None:
    """So many tiles of one player show their labels: none lies under a later tile of 50 mm."""
    layout = GAME.layout(empty(players))
    for seat in "ABCDE"[:players]:
        spots = [layout.spot(f"{seat}.tiles", index) for index in range(tiles)]

        assert all(layout.zones[f"{seat}.tiles"].contains(spot.x, spot.y) for spot in spots)
        apart = LABEL / 2 + 25
        assert all(max(abs(a.x - b.x), abs(a.y - b.y)) >= apart for a, b in combinations(spots, 2))


def test_seats_go_round_clockwise() -> None:
    """A, B and C along the upper edge from the left, D and E along the lower edge from the right."""
    layout = GAME.layout(empty(5))
    centres = {seat: layout.zones[f"{seat}.3"].centre for seat in "ABCDE"}

    assert centres["A"][0] < centres["B"][0] < centres["C"][0]
    assert centres["E"][0] < centres["D"][0]
    assert {180.0} == {layout.spot(f"{seat}.1", 0).rotation for seat in "ABC"}
    assert {0.0} == {layout.spot(f"{seat}.1", 0).rotation for seat in "DE"}


def test_a_players_slots_count_from_the_left_as_he_sees_them() -> None:
    layout = GAME.layout(empty(2))

    assert layout.spot("B.1", 0).x < layout.spot("B.2", 0).x
    assert layout.spot("A.1", 0).x > layout.spot("A.2", 0).x


def test_a_globalist_has_a_place_beside_the_slots() -> None:
    """NWO-103: where the Banker has his last slot."""
    state = position('character = "Globalist"', "", market="[]")

    assert "A.specials" in GAME.layout(state).zones
    assert "A.8" not in GAME.layout(state).zones
    assert "B.8" in GAME.layout(state).zones


def test_royaltys_reserve_has_a_place_by_setting() -> None:
    assert "reserve" in GAME.layout(position('character = "Royalty"', "", more=RESERVED)).zones
    assert "reserve" not in GAME.layout(position('character = "Royalty"', "")).zones


class TestPyramid:
    def test_layers_share_one_centre(self) -> None:
        """NWO-6: each tile over a joint of four; the first and third layer share places, so do the other two."""
        assert place_pose((3, 0, 0)) == place_pose((1, 1, 1))
        assert place_pose((4, 0, 0)) == place_pose((2, 1, 1))

    def test_a_label_belongs_to_the_layer_where_its_tile_lies(self) -> None:
        high = position("", "", pyramid=FULL_PYRAMID.replace('"Tile 9"', '""'))
        low = position("", "", pyramid='\nlayer1 = [["", "", "", ""], ["", "Tile 11", "", ""], ["", "", "", ""], '
                                       '["", "", "", ""]]\n')  # fmt: skip

        assert ("tile_01",) == seen(high, label("tile_01", place_pose((3, 0, 0))))["pyramid.3.0.0"]
        assert ("tile_11",) == seen(low, label("tile_11", place_pose((1, 1, 1))))["pyramid.1.1.1"]

    def test_a_tile_laid_over_a_gap_is_seen_where_it_lies(self) -> None:
        """Hands may build faster than the game follows."""
        zones = seen(position("", "", pyramid=""), label("tile_01", place_pose((2, 0, 0))))

        assert ("tile_01",) == zones["pyramid.2.0.0"]

    def test_a_new_tile_belongs_to_the_layer_that_is_being_laid(self) -> None:
        laying = position("", "", more='phase = "setup"', market="[]", pyramid=FULL_PYRAMID.replace(
            'layer4 = [["Tile 9"]]\nlayer3 = [["Tile 1", "Tile 2"], ["Tile 3", "Tile 4"]]', ""))  # fmt: skip
        bare = position("", "", more='phase = "setup"', market="[]", pyramid="")

        assert ("tile_01",) == seen(laying, label("tile_01", place_pose((3, 0, 0))))["pyramid.3.0.0"]
        assert ("tile_01",) == seen(bare, label("tile_01", place_pose((3, 0, 0))))["pyramid.1.1.1"]

    def test_an_unreadable_label_is_the_tile_that_should_lie_there(self) -> None:
        state = position("", "")

        assert (UNREADABLE,) == seen(state, label(UNREADABLE, place_pose((4, 0, 0))))["pyramid.4.0.0"]

    def test_what_lies_under_a_tile_is_not_spoken_for(self) -> None:
        zones = seen(position("", ""), label("tile_09", place_pose((4, 0, 0))))

        assert ["pyramid.4.0.0"] == [zone for zone in zones if zone.startswith("pyramid") and int(zone[8]) > 2]

    def test_a_tile_that_lies_askew_still_has_its_place(self) -> None:
        state = position("", "")
        askew = Pose(place_pose((4, 0, 0)).x + 9, place_pose((4, 0, 0)).y - 6, 20)

        assert ("tile_09",) == seen(state, label("tile_09", askew))["pyramid.4.0.0"]


class TestBlindBoxes:
    def test_a_zone_under_a_hand_is_not_spoken_for(self) -> None:
        state = position("", "")
        hand = Box(300, 300, 340, 340)

        assert "market" not in seen(state, blind=(hand,))
        assert "A.1" in seen(state, blind=(hand,))

    def test_only_the_tiles_under_the_hand(self) -> None:
        state = position("", "", pyramid="")
        tile = place_pose((1, 0, 0))
        zones = seen(state, blind=(Box(tile.x - 5, tile.y - 5, tile.x, tile.y),))

        assert "pyramid.1.0.0" not in zones
        assert "pyramid.1.3.3" in zones


def test_what_lies_nowhere_is_nowhere() -> None:
    """A label between the zones, or of another game, is not read into any."""
    state = position("", "", market="[]", pyramid="")
    zones = seen(state, label("farm", Pose(30, 480)), LabelPlace("M001FNQDZZ", Pose(300, 320)))

    assert set() == {piece for pieces in zones.values() for piece in pieces}


@pytest.mark.parametrize("players", PLAYERS)
def test_a_table_is_read_as_it_is_laid(players: int) -> None:
    """NWO-15: everything lies open."""
    told = ("A: take 3 Farm", "B: take 2 Gold Mine", "A: pass")
    state = after(position(*[""] * players), *told)

    assert GAME.table(state).zones == {
        zone: pieces for zone, pieces in seen(state, *EYES.labels(state)).items() if zone in GAME.table(state).zones
    }


def test_shapes_have_their_label_inside() -> None:
    for piece in set(GAME.piece_of.values()):
        shape = GAME.shape(piece)

        assert abs(shape.label_dx) + LABEL / 2 <= shape.width / 2
        assert abs(shape.label_dy) + LABEL / 2 <= shape.height / 2


@pytest.mark.parametrize("players", PLAYERS)
def test_every_zone_has_a_name(players: int) -> None:
    state = empty(players)
    names = {zone: str(GAME.zone_name(zone)) for zone in GAME.table(state).zones}

    assert "slot 3 of A" == names["A.3"]
    assert len(set(names.values())) == len(names)


@pytest.mark.parametrize(("players", "pages"), [(2, 12), (3, 18), (4, 15), (5, 21)])
def test_the_mat_is_on_no_more_pages_than_the_players_need(players: int, pages: int) -> None:
    mat = mat_pages(mat_drawing(GAME, players))

    assert pages == len(mat.columns) * len(mat.rows)
