"""What left its place and lies nowhere: in a hand, or put away for good, on tables that follow each other as told."""

from __future__ import annotations

from companion.core.belief.held_pieces import nothing_but_held
from companion.core.belief.hypothesis import Hypothesis
from companion.core.belief.observation_model import Hidden
from companion.core.heights import Height
from companion.core.table import Change
from tests.core.belief.piles import Become, Piles, scan

LYING = {"A": "apple", "B": "pear", "C": "", "D": "fig fig"}
APPLE, PEAR = Change("A", "apple", -1), Change("B", "pear", -1)


def piles(*then: Become, **lying: str) -> Piles:
    return Piles({**LYING, **lying}, {}, then)


def does(player: str | None, *then: Become, **lying: str) -> Become:
    return Become(player, piles(*then, **lying))


def told(*actions: Become, back: int = 0, held: tuple[Change, ...] = ()) -> Hypothesis[Become]:
    return Hypothesis(back, actions, held)


THROWS, LAYS, LETS_LAY = does("A", A=""), does("A", C="kiwi"), does("B", C="kiwi")


class TestPutAway:
    def test_nobody_can_do_anything_else(self) -> None:
        found = nothing_but_held(scan(piles(THROWS), A=""))

        assert Hypothesis(held=(APPLE,), discarded=(told(THROWS),), forced=True, due=True) == found

    def test_its_player_can_do_something_else(self) -> None:
        found = nothing_but_held(scan(piles(THROWS, LAYS), A=""))

        assert Hypothesis(held=(APPLE,), discarded=(told(THROWS),)) == found

    def test_only_another_one_can(self) -> None:
        found = nothing_but_held(scan(piles(THROWS, LETS_LAY), A=""))

        assert Hypothesis(held=(APPLE,), discarded=(told(THROWS),), due=True) == found

    def test_one_decision_clears_several_places(self) -> None:
        """That much nobody has in his hand."""
        clears = does("A", A="", B="")
        found = nothing_but_held(scan(piles(clears, LAYS), A="", B=""))

        assert Hypothesis(held=(APPLE, PEAR), discarded=(told(clears),), forced=True) == found

    def test_one_decision_clears_what_several_would_leave_in_a_hand(self) -> None:
        """A was empty before the others were; of what two decisions would put away, the figs would still be held."""
        clears, one_by_one = does("A", A="", B="", D=""), does("A", does("B", A="", B=""), A="")
        found = nothing_but_held(scan(piles(clears, one_by_one, LAYS), A="", B="", D="", hidden=Hidden(lack=("A",))))

        assert (told(clears),) == found.discarded

    def test_each_place_by_a_decision_of_its_own_in_the_order_in_which_they_were_emptied(self) -> None:
        first_a = does("A", does("B", A="", B=""), A="")
        first_b = does("B", does("A", A="", B=""), B="")
        for lack, first in (("AB", first_a), ("BA", first_b)):
            found = nothing_but_held(
                scan(piles(first_a, first_b, LAYS, LETS_LAY), A="", B="", hidden=Hidden(lack=tuple(lack)))
            )

            assert (told(first, *first.becomes.then),) == found.discarded
            assert ((APPLE, PEAR), False, False) == (found.held, found.forced, found.due)

    def test_what_no_decision_takes_away_is_held(self) -> None:
        """And what else may have put away the one that is."""
        found = nothing_but_held(scan(piles(THROWS, LAYS), A="", B=""))

        assert (told(THROWS, held=(PEAR,)),) == found.discarded
        assert () == found.fates

    def test_each_of_two_ways_in_which_the_other_piece_may_have_gone_is_told_alone_and_after_the_first(self) -> None:
        """With three there would be no room for both."""
        ways = tuple(does(seat, A="apple", B="") for seat in "ABA")
        two, three = (nothing_but_held(scan(piles(THROWS, LAYS, *some), A="", B="")) for some in (ways[:2], ways))

        assert ([told(THROWS, held=(PEAR,))],) * 2 == ([*two.discarded], [*three.discarded])
        assert (*(told(THROWS, way) for way in ways[:2]), *map(told, ways[:2])) == two.fates
        assert tuple(map(told, ways)) == three.fates

    def test_no_more_ways_are_told_than_have_room(self) -> None:
        """Of four in which the pear may have gone three, beside what put the apple away."""
        ways = tuple(does("A", A="apple", B="") for _ in range(4))
        found = nothing_but_held(scan(piles(THROWS, LAYS, *ways), A="", B=""))

        assert tuple(map(told, ways[:3])) == found.fates

    def test_nor_of_what_went_on_under_a_cover(self) -> None:
        """The apple was thrown away at once, or put under the cover first, by any of four decisions."""
        on = does("B", A="")
        under = tuple(does("A", on, A="", C="apple") for _ in range(4))
        found = nothing_but_held(scan(piles(THROWS, *under), A="", hidden=Hidden(covered={"C": 0})))

        assert (told(THROWS), *(told(each, on) for each in under[:3])) == found.discarded
        assert not found.forced
        assert not found.due

    def test_by_fewer_decisions_than_one_a_place(self) -> None:
        """Two places by one and the third by another; not where that comes to the same, and of four ways three."""
        rest = does("A", A="", B="", D="")
        a = does("A", does("A", rest, A="", B=""), A="")
        robs = tuple(does("B", does("A", A="", B="", D=""), A="", B="") for _ in range(4))
        same = does("B", rest, A="", B="")
        one_by_one = told(a, *a.becomes.then, rest)
        for both, two in (((same,), []), (robs[:1], robs[:1]), (robs, robs[:3])):
            found = nothing_but_held(scan(piles(a, *both, LAYS), A="", B="", D=""))

            assert (*(told(each, *each.becomes.then) for each in two), one_by_one) == found.discarded

    def test_all_but_one_of_several_of_one_place(self) -> None:
        """One decision takes the lime, and the plum may be in a hand still; of two places nothing is said."""
        takes = does("A", D="plum")
        plum = Change("D", "plum", -1)
        found = nothing_but_held(scan(piles(takes, LAYS, D="lime plum"), D=""))
        apart = nothing_but_held(scan(piles(does("A", A="", B=""), LAYS, D="lime"), A="", B="", D=""))

        assert ((told(takes, held=(plum,)),), False) == (found.discarded, found.forced)
        assert (Change("D", "lime", -1), plum) == found.held
        assert () == apart.discarded

    def test_by_the_latest_decision_if_it_was_another_one(self) -> None:
        """Ann took a kiwi, or laid it where the apple was put away for it."""
        other = does("A", A="", C="kiwi")
        now = piles(does("A", A="", C="kiwi"), does("A", C="kiwi", B="pear pear"), C="kiwi")
        before = piles(LAYS, other)
        found = nothing_but_held(scan(before, now, seats="A", A=""))

        assert (told(now.then[0]), told(other, back=1)) == found.discarded


class TestHeld:
    def test_nothing_could_have_put_it_away(self) -> None:
        assert Hypothesis(held=(APPLE,)) == nothing_but_held(scan(piles(LAYS), A=""))

    def test_nothing_is_gone(self) -> None:
        assert Hypothesis() == nothing_but_held(scan(piles(THROWS)))

    def test_it_may_have_gone_with_an_earlier_decision(self) -> None:
        """Bob's move was Ann's, too: what is gone went with the latest one if nobody else had a part in it."""
        other = does("A", A="", C="kiwi")
        now = piles(C="kiwi")
        found = nothing_but_held(scan(piles(other), now, seats="A", A=""))

        assert Hypothesis(1, (other,), unseen=(APPLE,)) == found

    def test_with_one_before_that_of_another_player(self) -> None:
        other = does("A", A="", C="kiwi")
        before, between, now = piles(other), piles(B="pear pear"), piles(C="kiwi")
        found = nothing_but_held(scan(before, between, now, seats="AB", A=""))

        assert Hypothesis(held=(APPLE,), discarded=(told(other, back=2),)) == found

    def test_two_decisions_were_taken_back_and_nothing_is_in_a_hand(self) -> None:
        now = piles(does("A", A=""), A="apple", C="kiwi lime")
        found = nothing_but_held(scan(piles(), piles(C="kiwi"), now, C=""))

        gone = Change("C", "kiwi", -1), Change("C", "lime", -1)
        assert Hypothesis(2, unseen=gone) == found


class TestLifted:
    """A fig was lifted off two piles' worth of figs: what lay below looks alike. A kiwi came to lie on the limes."""

    HIDDEN = Hidden(heights_if_gone={"P": Height(1, 1), "Q": Height(2, 2)}, resurfaced={"P": ("fig", "plum")})

    def heap(self, figs: int, limes: int, *then: Become, top: str = "kiwi") -> Piles:
        return Piles({"P": "fig", "Q": top}, {"P": figs, "Q": limes}, then)

    def test_it_is_held_or_went_under_what_the_latest_decision_laid(self) -> None:
        """By one more than is told, not by two."""
        under, too_many = Become("A", self.heap(1, 3)), Become("A", self.heap(1, 4))
        before = self.heap(2, 1, under, too_many, top="lime")
        found = nothing_but_held(scan(before, self.heap(2, 2), seats="A", hidden=self.HIDDEN))

        assert Hypothesis(held=(Change("P", "fig", -1),), discarded=(told(under, back=1),)) == found

    def test_nothing_is_said_of_it_where_another_one_or_an_earlier_decision_would_have_done_it(self) -> None:
        before = self.heap(2, 1, Become("B", self.heap(1, 3)), top="lime")
        earlier = self.heap(2, 1, Become("A", self.heap(1, 3)), top="lime")

        assert Hypothesis() == nothing_but_held(scan(before, self.heap(2, 2), seats="A", hidden=self.HIDDEN))
        assert Hypothesis() == nothing_but_held(
            scan(earlier, self.heap(2, 1, top="lime"), self.heap(2, 2), seats="AA", hidden=self.HIDDEN)
        )


def test_what_lies_on_its_like_changes_nothing() -> None:
    """An apple came where one lay, and one is gone: nobody holds anything."""
    assert Hypothesis() == nothing_but_held(scan(piles(C="apple"), A="", hidden=Hidden(arrived={"C": ("apple",)})))
