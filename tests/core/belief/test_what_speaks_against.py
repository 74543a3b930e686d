"""Each thing that may speak against a hypothesis, alone, in the orchard: what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest

from companion.core.belief.cost import Cost, Premise, Shortfall, contradicted_looks, cost, decisions_in_all, least_cost
from companion.core.belief.hypothesis import Hypothesis, OpenAction
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.scan import Scan
from companion.core.table import Change
from tests.core.belief import piles
from tests.core.belief.piles import Become, Piles
from tests.core.test_inference import after, table
from tests.toy import GAME, Action, Dealt, State, Take, Throw

APPLE, CHERRY = Take("A", "apple", "A.1"), Take("B", "cherry", "B.1")
DEALT, TAKEN = after(), after("A: take apple -> A.1")
BOTH = after("A: take apple -> A.1", "B: take cherry -> B.1")


def scan(
    *states: State, actions: Sequence[Action] = (), hidden: Hidden | None = None, **seen: Iterable[str]
) -> Scan[State, Action]:
    """What is believed, one state after the other by these open actions, and the table seen."""
    latest = [OpenAction(before, action) for (before, _), action in zip(pairwise(states), actions, strict=True)]
    look = table(states[-1], **seen)
    return Scan(GAME, states[-1], latest, Sighting(look, look, hidden or Hidden()))


def speaks(told: Scan[State, Action], story: Hypothesis[Action], **against: int) -> None:
    found = cost(told, story)
    nothing = dict.fromkeys(Cost._fields, 0)
    assert Cost(**{**nothing, **against}) == found


def test_nothing_speaks_against_what_is_believed() -> None:
    speaks(scan(TAKEN), Hypothesis())


def test_no_hypothesis_costs_less_than_what_it_does() -> None:
    assert Cost(Shortfall.NONE, Premise.NONE, 0, 0, False, 2, 0, 0, 3) == least_cost(3, 2)


def test_decisions_are_made_and_taken_back() -> None:
    speaks(scan(TAKEN, B1=["cherry"], market=["pear"]), Hypothesis(actions=(CHERRY,)), acts=1, decisions=1)
    open_ones = scan(DEALT, TAKEN, BOTH, actions=(APPLE, CHERRY))
    speaks(open_ones, Hypothesis(1), acts=1, taken_back=1)
    speaks(open_ones, Hypothesis(2), acts=2, taken_back=2)
    assert [2, 1, 0] == [decisions_in_all(open_ones, Hypothesis(back)) for back in range(3)]
    assert 3 == decisions_in_all(open_ones, Hypothesis(1, (CHERRY, APPLE)))


def test_a_place_counts_once_from_which_pieces_are_held() -> None:
    held = Change("market", "cherry", -1), Change("market", "pear", -1), Change("A.1", "apple", -1)

    speaks(scan(TAKEN, market=[], A1=[]), Hypothesis(held=held[:2]), acts=1, held=1)
    speaks(scan(TAKEN, market=[], A1=[]), Hypothesis(held=held), acts=2, held=2)


def test_what_happens_out_of_sight_counts() -> None:
    """What is only taken back was seen to be made: that it went back out of sight speaks for no other story."""
    unseen = (Change("A.1", "apple", 1),)

    cherry = scan(TAKEN, B1=["cherry"], market=["pear"])
    speaks(cherry, Hypothesis(actions=(CHERRY,), unseen=unseen), acts=1, decisions=1, out_of_sight=1)
    speaks(scan(DEALT, TAKEN, actions=(APPLE,)), Hypothesis(1, unseen=unseen), acts=1, taken_back=1)


def test_what_came_with_the_label_that_had_left_that_place_was_not_brought_by_chance() -> None:
    """From the box with the very label that was seen to go: only a decision could have brought that."""
    back = Hidden(returned={"market": ("fig", "apple")})
    came = scan(TAKEN, market=["apple", "cherry", "pear"], hidden=back)

    speaks(came, Hypothesis(actions=(Dealt("apple"),)), labels=1)
    speaks(came, Hypothesis(actions=(Throw("A", "A.1"),)), acts=1, decisions=1)
    speaks(scan(TAKEN, market=["cherry"], hidden=Hidden(returned={"market": ("pear",)})), Hypothesis())


def test_what_came_with_a_label_that_nobody_knew_was_not_put_back() -> None:
    new = Hidden(new={"market": ("apple",), "A.2": ("pear",)})
    back = scan(DEALT, TAKEN, actions=(APPLE,), market=["apple", "cherry", "pear"], A1=[], A2=["pear"], hidden=new)

    speaks(back, Hypothesis(1), acts=1, taken_back=1, labels=1)


def test_what_lies_in_the_place_of_its_like_has_left_it() -> None:
    hidden = Hidden(replaced={("A.1", "apple")}, level=frozenset({"A.1"}))
    replaced = scan(TAKEN, hidden=hidden)

    speaks(replaced, Hypothesis(), labels=1)
    speaks(replaced, Hypothesis(held=(Change("A.1", "apple", -1),)), acts=1, held=1)
    speaks(replaced, Hypothesis(actions=(Throw("A", "A.1"),)), acts=1, decisions=1)
    speaks(replaced, Hypothesis(actions=(CHERRY,)), acts=1, decisions=1, labels=1)


OTHER = Take("B", "cherry", "B.2")


@pytest.mark.parametrize(
    ("taken_back", "actions", "contradicted"),
    [
        (2, (), 0),
        (2, (APPLE,), 1),
        (2, (APPLE, CHERRY), 0),
        (2, (APPLE, OTHER), 1),
        (2, (CHERRY, APPLE), 0),
        (2, (CHERRY, APPLE, Take("A", "pear", "A.2")), 0),
        (2, (Take("A", "apple", "A.2"), CHERRY), 2),
        (1, (OTHER,), 0),
        (1, (Take("A", "pear", "A.2"), CHERRY), 0),
        (0, (OTHER,), 0),
    ],
)
def test_looks_that_lie_on_no_way_to_the_end(taken_back: int, actions: tuple[Action, ...], contradicted: int) -> None:
    """Two who act at once may both be at it; what was made and taken back before all else was seen as it was."""
    told = scan(DEALT, TAKEN, BOTH, actions=(APPLE, CHERRY))

    assert contradicted == contradicted_looks(told, Hypothesis(taken_back, actions))


class TestPiles:
    """Tables that follow each other as they are told."""

    S0, S1, S2, S3 = (
        Piles({"A": lying, "B": "pear"}, {"A": height}) for lying, height in zip("fghi", range(4), strict=True)
    )

    def believed(self, *states: Piles, hidden: Hidden | None = None) -> Scan[Piles, Become]:
        latest = [OpenAction(before, Become("A", state)) for before, state in pairwise(states)]
        look = piles.GAME.table(states[-1])
        return Scan(piles.GAME, states[-1], latest, Sighting(look, look, hidden or Hidden()))

    def story(self, back: int, *states: Piles) -> Hypothesis[Become]:
        return Hypothesis(back, tuple(Become("A", state) for state in states))

    def test_a_later_look_is_no_earlier_way(self) -> None:
        """The table looked as at the end, and then as at the beginning again."""
        told = self.believed(self.S0, self.S3, self.S0)

        assert 1 == contradicted_looks(told, self.story(2, self.S1, self.S2, self.S3))
        assert 0 == contradicted_looks(told, self.story(2, self.S3, self.S0))

    def test_a_look_that_lies_on_no_way_hides_none_after_it(self) -> None:
        assert 1 == contradicted_looks(self.believed(self.S0, self.S3, self.S1), self.story(2, self.S1))

    def test_a_table_looks_otherwise_with_a_pile_of_another_height(self) -> None:
        """Neither as before nor as after, and higher than both."""
        high, higher = (Piles(self.S0.lying, {"A": height}) for height in (1, 9))

        assert 1 == contradicted_looks(self.believed(self.S0, higher), self.story(1, high))
        assert 0 == contradicted_looks(self.believed(self.S0, high), self.story(1, high))

    def test_what_was_seen_to_be_gone_before_all_else_was_seen_as_it_was(self) -> None:
        """What was laid onto A was taken away again, before anything else changed."""
        story = self.story(1, self.S1, self.S2)
        assert 1 == contradicted_looks(self.believed(self.S0, self.S3), story)
        assert 0 == contradicted_looks(self.believed(self.S0, self.S3, hidden=Hidden(lack=("A",))), story)

    @pytest.mark.parametrize(("lack", "made"), [((), 0), (("B",), 1), (("C",), 0)])
    def test_what_chance_would_have_taken_after_it_was_gone_was_a_hand(self, lack: tuple[str, ...], made: int) -> None:
        """C comes and B goes by chance; B was seen to be empty before."""
        start, end = Piles({"B": "pear", "C": ""}, {}), Piles({"B": "", "C": "fig"}, {})
        told = self.believed(start, hidden=Hidden(lack=lack))

        found = cost(told, Hypothesis(actions=(Become(None, end),)))

        assert (made, made) == (found.acts, found.decisions)
        assert 1 == cost(told, Hypothesis(actions=(Become("A", end),))).acts
        assert 1 + made == cost(told, Hypothesis(actions=(Become("A", start), Become(None, end)))).decisions
