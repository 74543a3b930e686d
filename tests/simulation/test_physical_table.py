"""The physical table: single cards are moved by hand, and what is hidden is known to be hidden."""

from __future__ import annotations

import pytest

from companion.core.table import Pose, TableSnapshot
from companion.errors import NotationError
from companion.simulation.physical_table import BOX, HAND, HandMove, PhysicalTable, PlacedPiece, Push
from tests.toy import GAME, LAYOUT, PieceShape


@pytest.fixture
def table() -> PhysicalTable:
    return PhysicalTable(GAME, LAYOUT)


def test_a_move_reads_as_it_is_spoken() -> None:
    assert HandMove("apple", "market", "A.1", 2) == HandMove.read("2 apple: market -> A.1")
    assert HandMove("pear", "box", "market") == HandMove.read("pear: box -> market")
    with pytest.raises(NotationError, match=r"write `2 farm: market -> A\.3`"):
        HandMove.read("apple from market")


def test_carrying_moves_one_of_the_equal_pieces(table: PhysicalTable) -> None:
    table.move(HandMove("apple", BOX, "market", 2))
    table.move(HandMove("apple", "market", "A.1"))

    assert {"market": "apple", "A.1": "apple"} == {
        "market": table.piece(next(lying.tag for lying in table.lying())),
        "A.1": [lying.piece for lying in table.lying()][1],
    }


def test_what_is_not_there_cannot_be_moved(table: PhysicalTable) -> None:
    with pytest.raises(NotationError, match="no apple in market"):
        table.move(HandMove("apple", "market", "A.1"))


def test_the_table_is_made_as_wanted_by_the_shortest_way(table: PhysicalTable) -> None:
    table.make(TableSnapshot.of({"market": ["apple", "pear"], "A.1": []}))
    moves = table.make(TableSnapshot.of({"market": ["pear"], "A.1": ["apple"]}))

    assert [HandMove("apple", "market", "A.1")] == list(moves)


def test_a_label_under_another_piece_is_not_visible() -> None:
    shape = PieceShape(60, 90, label_dy=-34)
    low, high = PlacedPiece("A1", "apple", Pose(100, 70), shape), PlacedPiece("A2", "apple", Pose(100, 92), shape)
    far = PlacedPiece("A2", "apple", Pose(100, 135), shape)

    assert not high.hides_label_of(low), "a fan of 22 mm leaves the lower label open"
    assert PlacedPiece("A2", "apple", Pose(100, 80), shape).hides_label_of(low)
    assert not far.hides_label_of(low)


def test_the_centre_follows_a_card_that_lies_upside_down() -> None:
    shape = PieceShape(60, 90, label_dy=-30)

    assert Pose(100, 130, 0) == PlacedPiece("A1", "apple", Pose(100, 100, 0), shape).centre
    upside_down = PlacedPiece("A1", "apple", Pose(100, 100, 180), shape).centre
    assert (100, 70) == (pytest.approx(upside_down.x), pytest.approx(upside_down.y))


def test_hands_dig_out_what_lies_where_nobody_looks() -> None:
    table = PhysicalTable(GAME, LAYOUT)
    for _ in range(3):
        table.move(HandMove("apple", "box", "B.2"))

    table.make(TableSnapshot.of({"A.1": ["apple"]}))

    assert TableSnapshot.of({"A.1": ["apple"], "B.2": ["apple", "apple"]}) == table.snapshot(
        TableSnapshot.of({"A.1": [], "B.2": []})
    )


class TestClumsyHands:
    @pytest.fixture
    def table(self) -> PhysicalTable:
        table = PhysicalTable(GAME, LAYOUT)
        for fruit in ("apple", "cherry", "pear"):
            table.move(HandMove(fruit, BOX, "market"))
        return table

    def test_what_is_held_lies_nowhere_and_goes_back_to_its_place(self, table: PhysicalTable) -> None:
        before = list(table.lying())
        table.move(HandMove("cherry", "market", HAND))
        assert ["apple", "pear"] == [lying.piece for lying in table.lying()]
        table.move(HandMove("cherry", HAND, "market"))

        assert before == list(table.lying())

    def test_what_is_pushed_lies_on_top_until_it_is_moved(self, table: PhysicalTable) -> None:
        place = LAYOUT.spot("market", 0)
        table.push(Push.read("apple in market: 12 -8 turned 20"))

        pushed = list(table.lying())[-1]
        assert ("apple", Pose(place.x + 12, place.y - 8, 20)) == (pushed.piece, pushed.label)
        table.move(HandMove("apple", "market", "A.1"))
        assert LAYOUT.spot("A.1", 0) == list(table.lying())[-1].label

    def test_what_is_not_there_cannot_be_pushed(self, table: PhysicalTable) -> None:
        with pytest.raises(NotationError, match=r"no apple in A\.1"):
            table.push(Push("apple", "A.1", 1, 1))

    def test_of_a_squared_pile_only_the_top_shows(self, table: PhysicalTable) -> None:
        table.squared.add("market")

        assert ["pear"] == [lying.piece for lying in table.visible()]
        assert 3 == len(list(table.lying()))

    def test_nothing_shows_under_a_book(self, table: PhysicalTable) -> None:
        table.covered.add("market")

        assert [] == list(table.visible())
        assert (LAYOUT.zones["market"],) == table.books()
