"""What is likeliest where no story explains the whole table, on tables that follow each other as told."""

from __future__ import annotations

import pytest

from companion.core.belief.hypothesis import Finding, Hypothesis, Unfinished, hypotheses_of
from companion.core.belief.incomplete import explained_in_part
from companion.core.belief.observation_model import Hidden
from companion.core.belief.search import Ambiguous, Explained, Illegal, Unexplained
from companion.core.heights import Height
from companion.core.table import UNREADABLE, Change
from tests.core.belief.piles import Become, Breaks, Piles, scan

LYING = {"A": "", "B": "", "C": "", "P": "kiwi"}


def piles(*then: Become, height: int = 2, **lying: str) -> Piles:
    return Piles({**LYING, **lying}, {"P": height}, then)


def does(player: str | None, *then: Become, height: int = 2, **lying: str) -> Become:
    return Become(player, piles(*then, height=height, **lying))


def is_slip(found: Finding[Become], breaks: Breaks) -> bool:
    return isinstance(found, Illegal) and found.action == breaks


class TestBrokenRule:
    """A pear lies in A: against the rules, or after what left no trace."""

    BREAKS = Breaks("A", piles(A="pear"))

    def test_one_decision_without_a_trace_excuses_it(self) -> None:
        lays = does("A", A="pear")
        passes = does("B", lays)
        found = explained_in_part(scan(piles(passes, self.BREAKS), A="pear"))

        assert isinstance(found, Hypothesis)
        assert ((passes, lays), (passes,)) == (found.actions, found.assumed)
        assert found.slip is not None
        assert self.BREAKS == found.slip.action

    def test_two_do_not(self) -> None:
        passes = does("B", does("A", does("B", A="pear")))
        found = explained_in_part(scan(piles(passes, self.BREAKS), A="pear"))

        assert is_slip(found, self.BREAKS)

    def test_nor_does_one_that_leaves_work_to_hands(self) -> None:
        """The kiwi lies on the pile as before, and would have to be a fig."""
        passes = does("B", does("A", A="pear", P="fig"))
        found = explained_in_part(scan(piles(passes, self.BREAKS), A="pear"))

        assert is_slip(found, self.BREAKS)

    def test_nor_where_others_undo_each_other(self) -> None:
        """Ann lays a plum with the pear, and Bob takes it away again."""
        away = does("B", A="pear", C="")
        lays = does("A", away, A="pear", C="plum", P="fig")

        found = explained_in_part(scan(piles(does("B", lays), self.BREAKS), A="pear"))

        assert is_slip(found, self.BREAKS)

    def test_one_that_leaves_work_itself_is_told_beside_what_assumes_a_pass_and_does_so_too(self) -> None:
        """Bob passes, Ann lays a pear, Bob a plum, and owes a fig; against the rules Ann laid both and owes a lime."""
        breaks = Breaks("A", piles(A="pear", B="lime", C="plum"))
        lays = does("A", does("B", A="pear", C="plum", P="fig"), A="pear")
        found = explained_in_part(scan(piles(does("B", lays), breaks), A="pear", C="plum"))

        assert isinstance(found, Unfinished)
        assert found.slip is not None
        assert (3, breaks) == (len(found.actions), found.slip.action)

    @pytest.mark.parametrize("count", [1, 2, 4, 5])
    def test_what_happened_out_of_sight_may_excuse_it(self, count: int) -> None:
        """One way is told, several are asked about; of more than four nothing is said, nor that it is forbidden."""
        breaks = Breaks("A", piles(A="pear", permits=""))
        permits = [does("B", permits="one") for _ in range(count)]
        found = explained_in_part(scan(piles(breaks, *permits, permits=""), A="pear", permits="-"))

        if count > 4:
            assert isinstance(found, Unexplained)
        else:
            assert [((each, breaks), (each,)) for each in permits] == [
                (told.actions, told.assumed) for told in hypotheses_of(found)
            ]

    def test_what_happened_out_of_sight_excuses_nothing_that_another_move_led_to(self) -> None:
        """Bob has laid a lime before, in sight of all, and could not permit it any more after that."""
        breaks = Breaks("A", piles(A="pear", B="lime", permits=""))
        lays, permits = does("B", breaks, B="lime", permits=""), does("B", permits="one")
        found = explained_in_part(scan(piles(lays, permits, permits=""), A="pear", B="lime", permits="-"))

        assert is_slip(found, breaks)


def test_the_way_to_understand_the_look_counts_that_leaves_least_to_be_done() -> None:
    """What lay in A beside the fig may lie there still, and Ann owes a lime; or Bob took all, in one of two ways."""
    takes, takes_all = does("A", A="pear plum", C="fig", B="lime"), [does("B", A="", C="fig") for _ in range(2)]
    hidden = Hidden(buried={"A": ("pear", "plum")})
    found = explained_in_part(scan(piles(takes, *takes_all, A="fig pear plum"), A="", C="fig", hidden=hidden))

    assert Ambiguous(tuple(Explained((each,)) for each in takes_all)) == found


class TestWasASlip:
    """Ann laid a pear, it was believed, and lays a plum beside it: no rule allows her both, and none the plum alone."""

    def test_the_latest_decision_was_a_part_of_it(self) -> None:
        before = piles(Breaks("A", piles(A="pear", C="plum")))

        assert Hypothesis(1) == explained_in_part(scan(before, piles(A="pear"), seats="A", C="plum"))
        assert Unexplained((Change("C", "plum", 1),)) == explained_in_part(
            scan(before, piles(A="pear"), seats="B", C="plum")
        )

    def test_an_earlier_one_is_none(self) -> None:
        before = piles(Breaks("A", piles(A="pear", C="plum")))
        looks = scan(before, piles(A="pear"), piles(A="pear", P="fig"), C="plum", P="kiwi")

        changes = Change("C", "plum", 1), Change("P", "fig", -1), Change("P", "kiwi", 1)
        assert Unexplained(changes) == explained_in_part(looks)


class TestMoreCameBeneath:
    """A kiwi went from the pile to A and another came, by its label: one that was laid would have to go again."""

    @pytest.mark.parametrize(("arrived", "height", "is_told"), [("kiwi", 2, True), ("plum", 2, False)])
    def test_more_may_have_come_to_the_pile_than_labels_tell(self, arrived: str, height: int, is_told: bool) -> None:
        """One more at least: as high as told it would lie otherwise, and lower it is not."""
        takes, too_low = does("A", A="kiwi", P="fig", height=1), does("A", A="kiwi", height=0)
        more = does("A", A="kiwi", height=height)
        hidden = Hidden(arrived={"P": (arrived,)}, heights={"P": Height(1, 1)})
        found = explained_in_part(scan(piles(takes, too_low, more), A="kiwi", hidden=hidden))

        left = Change("P", "fig", -1), Change("P", "kiwi", 1)
        one_more = (Change("P", UNREADABLE, 1),)
        assert (Hypothesis(0, (more,), unseen=one_more) if is_told else Unfinished(0, (takes,), left)) == found
