"""The simulated table: single cards are carried by hand, and what is hidden is known to be hidden."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.game import legal_actions, play
from companion.core.screen import Do
from companion.core.table import Pose, TableSnapshot
from companion.errors import NotationError
from companion.handwork import as_if_done, still_due
from companion.record import Record
from companion.selfplay import PAUSE, SelfPlay
from companion.stage import BOX, Lying, Move, Stage
from companion.store import JournalStore
from tests.toy import GAME, OPTIONS, Change, Layout, PieceShape


@pytest.fixture
def stage() -> Stage:
    return Stage(GAME, Layout())


def test_a_move_reads_as_it_is_spoken() -> None:
    assert Move("apple", "market", "A.1", 2) == Move.read("2 apple: market -> A.1")
    assert Move("pear", "box", "market") == Move.read("pear: box -> market")
    with pytest.raises(NotationError, match=r"write `2 farm: market -> A\.3`"):
        Move.read("apple from market")


def test_carrying_moves_one_of_the_equal_pieces(stage: Stage) -> None:
    stage.carry(Move("apple", BOX, "market", 2))
    stage.carry(Move("apple", "market", "A.1"))

    assert {"market": "apple", "A.1": "apple"} == {
        "market": stage.piece(next(lying.tag for lying in stage.lying())),
        "A.1": [lying.piece for lying in stage.lying()][1],
    }


def test_what_is_not_there_cannot_be_carried(stage: Stage) -> None:
    with pytest.raises(NotationError, match="no apple in market"):
        stage.carry(Move("apple", "market", "A.1"))


def test_the_table_is_made_as_wanted_by_the_shortest_way(stage: Stage) -> None:
    stage.make(TableSnapshot.of({"market": ["apple", "pear"], "A.1": []}))
    moves = stage.make(TableSnapshot.of({"market": ["pear"], "A.1": ["apple"]}))

    assert [Move("apple", "market", "A.1")] == list(moves)


def test_a_label_under_another_piece_is_not_visible() -> None:
    shape = PieceShape(60, 90, label_dy=-34)
    low, high = Lying("A1", "apple", Pose(100, 70), shape), Lying("A2", "apple", Pose(100, 92), shape)
    far = Lying("A2", "apple", Pose(100, 135), shape)

    assert not high.hides_label_of(low), "a fan of 22 mm leaves the lower label open"
    assert Lying("A2", "apple", Pose(100, 80), shape).hides_label_of(low)
    assert not far.hides_label_of(low)


def test_the_centre_follows_a_card_that_lies_upside_down() -> None:
    shape = PieceShape(60, 90, label_dy=-30)

    assert Pose(100, 130, 0) == Lying("A1", "apple", Pose(100, 100, 0), shape).centre
    upside_down = Lying("A1", "apple", Pose(100, 100, 180), shape).centre
    assert (100, 70) == (pytest.approx(upside_down.x), pytest.approx(upside_down.y))


def test_self_play_keeps_to_the_rules(tmp_path: object) -> None:
    with JournalStore(":memory:") as store:
        record = Record(GAME, store, store.begin("orchard", OPTIONS))
        stage = Stage(GAME, Layout())
        touched: list[str] = []

        def touch(intent: Do) -> None:
            touched.append(intent.action)
            record.do([GAME.read_action(intent.action)], "touch")

        table = SelfPlay(record, stage, Random(4), touch)
        for _ in range(PAUSE * 12):
            table.hands()
            seen = stage.snapshot(GAME.table(record.state))
            story = [a for a in legal_actions(GAME, record.state) if GAME.table(play(GAME, record.state, a)) == seen]
            if seen != GAME.table(record.state):
                record.do(story[:1], "camera")

        assert record.state.dealt == 3
        assert len(record.standing) > 4
        assert {"A: pass", "B: pass"} >= set(touched), "only what leaves no trace on the table is touched"
        assert touched


def test_hands_dig_out_what_lies_where_nobody_looks() -> None:
    stage = Stage(GAME, Layout())
    for _ in range(3):
        stage.carry(Move("apple", "box", "B.2"))

    stage.make(TableSnapshot.of({"A.1": ["apple"]}))

    assert TableSnapshot.of({"A.1": ["apple"], "B.2": ["apple", "apple"]}) == stage.snapshot(
        TableSnapshot.of({"A.1": [], "B.2": []})
    )


class TestHandwork:
    DUE = (Change("A.1", "apple", 2),)

    def test_shrinks_as_it_is_done(self) -> None:
        seen = TableSnapshot.of({"A.1": ["apple"]})

        assert (Change("A.1", "apple", 1),) == still_due(self.DUE, (Change("A.1", "apple", 1),), seen)
        assert () == still_due(self.DUE, (), TableSnapshot.of({"A.1": []}))

    def test_waits_while_nothing_is_seen(self) -> None:
        assert self.DUE == still_due(self.DUE, (), TableSnapshot({}))

    def test_never_turns_into_its_opposite(self) -> None:
        seen = TableSnapshot.of({"A.1": []})

        assert () == still_due(self.DUE, (Change("A.1", "apple", -1),), seen)

    def test_is_nobodys_move_when_it_is_done(self) -> None:
        seen = TableSnapshot.of({"A.1": ["apple", "apple", "pear"]})

        assert TableSnapshot.of({"A.1": ["pear"]}) == as_if_done(seen, self.DUE)
