"""What a look at the table tells: what came and went, what cannot be read, what was not seen."""

from __future__ import annotations

from collections import Counter

from companion.core.evidence import Evidence
from companion.core.table import UNREADABLE, Change, TableSnapshot
from tests.toy import GAME, Action, Dealt, Orchard, Pass, State, Take, Throw

EXPECTED = TableSnapshot.of({"market": ["apple", "pear"], "A.1": ["cherry"], "A.2": [], "B.1": []})
SEEN = TableSnapshot.of({"market": ["apple", UNREADABLE], "A.1": [], "A.2": ["apple", "apple"]})
EVIDENCE = Evidence.between(EXPECTED, SEEN)


def test_an_unreadable_label_may_be_what_is_missing() -> None:
    assert (Change("A.1", "cherry", -1), Change("A.2", "apple", 2)) == EVIDENCE.changes == tuple(EVIDENCE)
    assert {"market": Counter(["pear"]), "A.1": Counter(["cherry"])} == EVIDENCE.gone
    assert {"market": 1} == EVIDENCE.unread
    assert (0, 1) == (EVIDENCE.missing("market"), EVIDENCE.missing("A.1"))
    assert (0, 0) == (EVIDENCE.new_unread("market"), EVIDENCE.new_unread("A.2"))


def test_what_came_is_counted_by_zone() -> None:
    assert {"A.2": Counter({"apple": 2})} == EVIDENCE.came
    assert {"market", "A.1", "A.2"} == EVIDENCE.touched


def test_a_zone_is_hidden_where_nobody_looked_or_nothing_can_be_read() -> None:
    assert {"B.1"} == EVIDENCE.unseen
    assert {"B.1", "market"} == EVIDENCE.hidden


def test_what_labels_tell_of_piles_is_told_of_those_alone() -> None:
    evidence = Evidence.between(EXPECTED, EXPECTED, restacked=frozenset({"market"}), intact=frozenset({"A.1"}))

    assert () == evidence.changes
    assert ({"market"}, {"A.1"}) == (evidence.restacked, evidence.intact)


def test_an_unreadable_label_too_many_is_something_new() -> None:
    evidence = Evidence.between(TableSnapshot.of({"market": []}), TableSnapshot.of({"market": [UNREADABLE]}))

    assert () == evidence.changes
    assert 1 == evidence.new_unread("market")


def test_evidence_from_changes_alone_hides_nothing() -> None:
    evidence = Evidence.of([Change("market", "pear", -1), Change("A.1", "pear", 1)])

    assert [Change("A.1", "pear", 1), Change("market", "pear", -1)] == list(evidence)
    assert frozenset() == evidence.hidden


class TestDefaultCandidates:
    DEALT = State(("Ann", "Ben"), ("apple", "apple", "pear"), (None, "cherry", None, None), dealt=3)

    def candidates(self, evidence: Evidence) -> list[object]:
        return list(GAME.candidates_for(self.DEALT, evidence))

    def test_what_would_change_what_has_changed(self) -> None:
        gone = Evidence.of([Change("A.2", "cherry", -1)])

        assert [Take("A", "apple", "A.2"), Take("A", "pear", "A.2"), Throw("A", "A.2"), Pass("A"), Pass("B")] == (
            self.candidates(gone)
        )

    def test_what_may_have_happened_where_nobody_looked(self) -> None:
        unseen = Evidence((), (), frozenset({"B.1"}))

        assert {Take("B", "apple", "B.1"), Take("B", "pear", "B.1"), Pass("A"), Pass("B")} == {*self.candidates(unseen)}

    def test_chance_among_them(self) -> None:
        state = State(("Ann", "Ben"))

        assert [Dealt("pear")] == list(GAME.chance_for(state, Evidence.of([Change("market", "pear", 1)])))


def test_what_a_candidate_changes_is_tried_out_once_for_each_state() -> None:
    """Looks ask for the same states again and again; only chance is asked for after every action of a story."""
    counted = _Counted()
    state = State(("Ann", "Ben"), market=("apple", "pear"), dealt=2)
    before = counted.table(state)
    took = Evidence.between(before, counted.table(counted.apply(state, Take("A", "apple", "A.1"))))

    dealt = list(counted.chance_for(state, took))
    tried_for_chance = counted.tried - 1
    found = [list(counted.candidates_for(state, took)) for _ in range(3)]

    assert [] == [action for action in dealt if action.player is not None]
    assert 3 == tried_for_chance
    assert Take("A", "apple", "A.1") in found[0]
    assert found[0] == found[1] == found[2]
    assert len(list(counted.candidates(state))) + tried_for_chance + 1 == counted.tried


class _Counted(Orchard):
    """An orchard that counts how often an action is carried out."""

    def __init__(self) -> None:
        self.tried = 0

    def apply(self, state: State, action: Action) -> State:
        self.tried += 1
        return super().apply(state, action)
