"""Which of several stories is told, and which are asked about, on tables that follow each other as told."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.core.belief.hypothesis import Either, Finding, Hypothesis, OpenAction, Unfinished
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.revision import revise
from companion.core.belief.search import Illegal, Unexplained
from companion.core.heights import Height
from companion.core.table import UNREADABLE, Change, TableSnapshot, Zone
from tests.core.belief.piles import GAME, Become, Breaks, Piles

LYING = {"A": "", "C": "", "M": "kiwi pear", "P": "fig"}


def piles(*then: Become, height: int = 2, **lying: str) -> Piles:
    return Piles({**LYING, **lying}, {"P": height}, then)


def does(player: str | None, *then: Become, height: int = 2, **lying: str) -> Become:
    return Become(player, piles(*then, height=height, **lying))


def told(
    *believed: Piles | Become,
    hasty: bool = False,
    hidden: Hidden | None = None,
    due: Mapping[Zone, str] | None = None,
    **seen: str,
) -> Finding[Become]:
    """What is found after a state and the open actions that followed it, where this is seen and that is `due` yet."""
    start, *actions = believed
    assert isinstance(start, Piles)
    now, opened = start, []
    for action in actions:
        assert isinstance(action, Become)
        opened.append(OpenAction(now, action))
        now = action.becomes
    look, done = (
        TableSnapshot.of({zone: pieces.split() for zone, pieces in {**LYING, **seen, **laid}.items() if pieces != "-"})
        for laid in ({}, due or {})
    )
    return revise(GAME, now, opened, Sighting(look, done, hidden or Hidden()), hasty=hasty)


class TestUndone:
    """The pear was taken out of M, and lies there again."""

    def test_what_leads_back_to_the_same_state_is_its_taking_back(self) -> None:
        start = piles()
        takes = does("A", Become("A", start), A="pear", M="kiwi")

        assert Hypothesis(1) == told(start, takes)

    def test_what_only_looks_so_is_asked(self) -> None:
        undoes = does("A")
        takes = does("A", undoes, A="pear", M="kiwi")

        assert Either((Hypothesis(0, (undoes,)), Hypothesis(1))) == told(piles(), takes)

    def test_two_are_taken_back(self) -> None:
        takes = does("A", A="pear", M="kiwi")

        assert Hypothesis(2) == told(piles(), takes, does("B", A="pear", C="kiwi", M=""))
        assert Hypothesis(1) == told(piles(), takes, does("B", A="pear", C="kiwi", M=""), A="pear", M="kiwi")

    def test_with_what_left_no_trace_before(self) -> None:
        takes = does("A", A="pear", M="kiwi")

        assert Hypothesis(2) == told(piles(), does("B"), takes)
        assert Hypothesis(1) == told(piles(), does(None), takes)


class TestWentOn:
    """The pear of M had yet to be laid in A, and lies in C: it went on from where nobody has seen it."""

    def test_what_laid_it_there_is_told(self) -> None:
        goes_on = does("B", M="kiwi", C="pear")
        takes = does("A", goes_on, A="pear", M="kiwi")

        assert Hypothesis(0, (goes_on,)) == told(piles(), takes, due={"A": "pear"}, M="kiwi", C="pear")

    def test_which_of_two_did_is_asked(self) -> None:
        one, other = does("B", M="kiwi", C="pear"), does("A", M="kiwi", C="pear")
        takes = does("A", one, other, A="pear", M="kiwi")
        either = Either((Hypothesis(0, (one,)), Hypothesis(0, (other,))))

        assert either == told(piles(), takes, due={"A": "pear"}, M="kiwi", C="pear")

    def test_what_lies_nowhere_went_on_nowhere(self) -> None:
        """Though somebody may have thrown it away."""
        throws = does("B", M="kiwi", C="plum")
        takes = does("A", throws, A="pear", M="kiwi")
        found = told(piles(), takes, due={"A": "pear"}, M="kiwi", C="plum")

        assert Hypothesis(0, (throws,), outstanding=(Change("A", "pear", 1),)) == found

    def test_nor_while_something_else_is_in_a_hand(self) -> None:
        goes_on = does("B", M="kiwi plum", C="pear")
        takes = does("A", goes_on, A="pear", M="kiwi plum")
        found = told(piles(M="kiwi pear plum"), takes, due={"A": "pear"}, M="kiwi", C="pear")

        missing = Change("A", "pear", 1), Change("M", "plum", -1)
        assert Unfinished(0, (goes_on,), missing) == found

    def test_nothing_brought_it_there(self) -> None:
        takes = does("A", A="pear", M="kiwi")
        found = told(piles(), takes, due={"A": "pear"}, M="kiwi", C="pear")

        assert Unexplained((Change("C", "pear", 1),)) == found


class TestMoreTaken:
    """The fig of C lies in A; under it in C a plum may lie still, or it went along."""

    FIG, BOTH = does("A", A="fig", C="plum"), does("A", A="fig", C="")

    def found(self, *then: Become, uncertain: str = "C") -> Finding[Become]:
        hidden = Hidden(buried={"C": ("plum",)}, uncertain=frozenset(uncertain))
        return told(piles(*then, C="fig plum"), hidden=hidden, A="fig", C="")

    def test_it_is_asked_whether_more_was_taken(self) -> None:
        one, other = Hypothesis(0, (self.FIG,)), Hypothesis(0, (self.BOTH,))

        assert Either((one, other)) == self.found(self.FIG, self.BOTH)

    def test_not_where_labels_are_sure(self) -> None:
        assert Hypothesis(0, (self.FIG,)) == self.found(self.FIG, self.BOTH, uncertain="M")

    def test_nor_by_another_one(self) -> None:
        assert Hypothesis(0, (self.FIG,)) == self.found(self.FIG, does("B", A="fig", C=""))

    def test_of_several_it_is_asked_only_if_less_speaks_against_them(self) -> None:
        """That Bob took the fig alone, in one way or another, is no likelier than that Ann took both."""
        others = [does("B", A="fig", C="plum") for _ in range(2)]

        assert Hypothesis(0, (self.BOTH,)) == self.found(self.BOTH, *others)


class TestOneSlip:
    """A pear lies in A: Ann laid it with a kiwi, and Bob took that away with the pear of M; or it was one slip."""

    @pytest.mark.parametrize(("who", "assumed"), [("A", 0), ("B", 1), ("C", 0)])
    def test_decisions_that_undo_each_other_may_be_none(self, who: str, assumed: int) -> None:
        """Of whoever would have broken the rule the own one is assumed, or else the first."""
        takes_away, breaks = does("B", A="pear", M="kiwi"), Breaks(who, piles(A="pear", M="kiwi"))
        lays = does("A", takes_away, A="pear", C="kiwi")
        found = told(piles(lays, breaks), A="pear", M="kiwi")

        assert isinstance(found, Hypothesis)
        assert found.slip is not None
        assert ((lays, takes_away), breaks) == (found.actions, found.slip.action)
        assert (found.actions[assumed],) == found.assumed

    def test_not_if_more_of_it_is_out_of_sight(self) -> None:
        takes_away, breaks = does("B", A="pear", M="kiwi", P="plum"), Breaks("A", piles(A="pear", M="kiwi"))
        lays = does("A", takes_away, A="pear", C="kiwi")
        found = told(piles(lays, breaks), A="pear", M="kiwi", P="-")

        out_of_sight = Change("P", "fig", -1), Change("P", "plum", 1)
        assert Hypothesis(0, (lays, takes_away), unseen=out_of_sight) == found


class TestSeveralLanded:
    """Others lie under the kiwi on the pile by now."""

    @pytest.mark.parametrize(("count", "is_told"), [(1, True), (6, True), (7, False)])
    def test_by_decisions_of_their_own(self, count: int, is_told: bool) -> None:
        """Not more of them than anybody leaves without an answer."""
        straight, then = does("A", P="kiwi", height=3), does("B", P="kiwi", height=3 + count)
        names = [f"date{number}" for number in range(count)]
        actions = [then]
        for number, name in reversed([*enumerate(names)]):
            actions.insert(0, does("B", actions[0], P=name, height=3 + number))
        hidden = Hidden(buried={"P": names}, arrived={"P": (*names, "kiwi")})
        found = told(piles(straight, actions[0]), hidden=hidden, P="kiwi")

        assert Hypothesis(0, (*actions,) if is_told else (straight,)) == found

    def test_one_of_them_came_from_elsewhere_on_the_table(self) -> None:
        """The date of A lies beneath the kiwi: it was laid there first, and no other one."""
        straight, then = does("A", P="kiwi", height=3), does("B", P="kiwi", height=4)
        lays, another = does("B", then, P="date", height=3), does("B", then, A="date", P="date", height=3)
        hidden = Hidden(buried={"P": ("date",)}, arrived={"P": ("date", "kiwi")}, departed={"A": ("date",)})

        assert Hypothesis(0, (lays, then)) == told(piles(straight, another, lays, A="date"), hidden=hidden, P="kiwi")

    def test_what_followed_brought_something_else_too(self) -> None:
        straight, then = does("A", P="kiwi", C="pear", height=3), does("B", P="kiwi", C="pear", height=4)
        lays = does("B", then, P="date", height=3)
        hidden = Hidden(buried={"P": ("date",)}, arrived={"P": ("date", "kiwi")})

        assert Hypothesis(0, (lays, then)) == told(piles(straight, lays), hidden=hidden, P="kiwi", C="pear")

    def test_if_nothing_laid_them_there_it_is_what_shows(self) -> None:
        straight = does("A", P="kiwi", height=3)
        hidden = Hidden(buried={"P": ("date",)}, arrived={"P": ("date", "kiwi")})

        assert Hypothesis(0, (straight,)) == told(piles(straight), hidden=hidden, P="kiwi")


class TestSimpler:
    """A pear lies in A, which was believed, and a kiwi in C now: two decisions, or one that lays both."""

    @pytest.mark.parametrize(
        ("first", "then", "both", "hasty", "is_asked"),
        [
            ("A", "A", "A", False, True),
            ("A", "B", "A", False, False),
            ("A", "B", "A", True, True),
            ("A", "B", "B", False, True),
            ("A", "A", "B", False, True),
        ],
    )
    def test_one_decision_for_two(self, first: str, then: str, both: str, hasty: bool, is_asked: bool) -> None:
        """By who goes on himself, while he may still be at it, or where all of it may be the other one's."""
        lays_both, lays_more = does(both, A="pear", C="kiwi"), does(then, A="pear", C="kiwi")
        found = told(piles(lays_both), does(first, lays_more, A="pear"), hasty=hasty, A="pear", C="kiwi")

        best = Hypothesis(0, (lays_more,))
        assert (Either((Hypothesis(1, (lays_both,)), best)) if is_asked else best) == found

    def test_a_look_that_speaks_against_it_is_remembered(self) -> None:
        """A plum was seen beside the pear before: who laid pear and kiwi at once never laid that."""
        lays_both, more = does("A", A="pear", C="kiwi"), does("A", A="pear", C="kiwi")
        found = told(piles(lays_both), does("A", more, A="pear plum"), hasty=True, A="pear", C="kiwi")

        assert Hypothesis(0, (more,)) == found

    def test_what_leads_to_the_same_state_is_told_and_not_asked(self) -> None:
        end = piles(A="pear", C="kiwi")
        found = told(piles(Become("A", end)), does("A", Become("A", end), A="pear"), hasty=True, A="pear", C="kiwi")

        assert Hypothesis(0, (Become("A", end),)) == found


class TestPilesOfUncertainHeight:
    @pytest.mark.parametrize(("many", "slip", "back"), [(1, True, True), (2, True, False), (2, False, True)])
    def test_if_more_came_to_a_pile_something_else_was_done_before(self, many: int, slip: bool, back: bool) -> None:
        """By one decision; by two only where no broken rule explains it all."""
        last = does("A", A="pear", C="kiwi", height=4)
        other = last if many == 1 else does("A", last, A="pear", height=3)
        breaks = Breaks("B", piles(A="pear", C="kiwi", height=9))
        latest = does("B", *[breaks] * slip, M="")
        found = told(piles(other), latest, hidden=Hidden(heights={"P": Height(9, 9)}), A="pear", C="kiwi")

        if back:
            unseen = (Change("P", UNREADABLE, -5),)
            assert Hypothesis(1, (other, last)[-many:], unseen=unseen) == found
        else:
            assert isinstance(found, Illegal)
            assert breaks == found.action

    @pytest.mark.parametrize(("count", "is_asked"), [(2, True), (4, True), (5, False)])
    def test_if_more_came_to_a_pile_it_is_asked_which_of_a_few_brought_it(self, count: int, is_asked: bool) -> None:
        lays = tuple(does("A", A="pear", height=4) for _ in range(count))
        found = told(piles(*lays), hidden=Hidden(heights={"P": Height(9, 9)}), A="pear")

        assert is_asked == (Either(tuple(Hypothesis(0, (each,)) for each in lays)) == found)

    def test_what_lies_beneath_was_told_before(self) -> None:
        """The date was seen on top before a kiwi came to lie on it: neither way to lay that has to tell of it."""
        lays = tuple(does("A", A="pear", P="kiwi", height=5) for _ in range(2))
        beneath = Hidden({"P": ("date",)}, arrived={"P": ("date", "kiwi")}, heights={"P": Height(9, 9)})
        found = told(piles(), does("B", *lays, P="date", height=3), hidden=beneath, A="pear", P="kiwi")

        assert Either(tuple(Hypothesis(0, (each,)) for each in lays)) == found

    def test_what_explains_all_but_the_height_of_a_pile_of_which_labels_may_tell_a_wrong_one(self) -> None:
        lays = does("A", A="pear")
        hidden = Hidden(heights={"P": Height(5, 5)}, uncertain=frozenset({"P"}))

        assert Hypothesis(0, (lays,)) == told(piles(lays), hidden=hidden, A="pear")
        assert Hypothesis(0, (lays,)) != told(piles(lays), hidden=Hidden(heights={"P": Height(5, 5)}), A="pear")

    def test_a_pile_that_only_came_to_light_has_not_grown(self) -> None:
        grows = does("A", A="pear", height=3)
        hidden = Hidden(heights={"P": Height(5, 5)}, uncertain=frozenset({"P"}), resurfaced={"P": ("fig",)})

        assert Hypothesis(0, (grows,)) != told(piles(grows), hidden=hidden, A="pear")

    def test_labels_alone_show_what_went_from_pile_to_pile(self) -> None:
        """The fig on top looks as before: one decision made the pile as high as labels tell, or two may have."""
        grows, too = does("A", height=3), does("B", height=3)
        hidden = Hidden(heights={"P": Height(3, 3)}, arrived={"P": ("fig",)})

        assert Hypothesis(0, (grows,)) == told(piles(grows), hidden=hidden)
        assert Hypothesis(0, (grows,)) == told(piles(grows, does("B", height=4)), hidden=hidden)
        assert told(piles(grows, too), hidden=hidden) != Hypothesis(0, (grows,))


class TestHeldOrPutAway:
    def test_what_chance_brought_meanwhile_followed_what_had_to_be_decided(self) -> None:
        """Whatever can be done puts the pear away; then the kiwi comes by chance."""
        comes = does(None, C="kiwi")
        throws = does("A", comes)
        at_once = does(None, A="pear", C="kiwi")
        start = piles(throws, at_once, A="pear")

        assert Hypothesis(0, (throws, comes)) == told(start, C="kiwi")

    def test_unless_something_else_may_be_decided(self) -> None:
        comes, at_once = does(None, C="kiwi"), does(None, A="pear", C="kiwi")
        start = piles(does("A", comes), does("B", A="plum"), at_once, A="pear")

        found = told(start, C="kiwi")

        assert isinstance(found, Hypothesis)
        assert (at_once,) == found.actions
        assert found.held
