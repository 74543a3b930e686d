"""What else may have happened where a cover lay, on tables that follow each other as told."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.core.belief.hypothesis import Either, Hypothesis
from companion.core.belief.moves_under_covers import doubted_under_covers, passed_under_a_cover, undone_under_a_cover
from companion.core.belief.observation_model import Hidden
from companion.core.table import Change
from tests.core.belief.piles import Become, Piles, scan

LYING = {"A": "", "C": "", "P": "fig"}


def piles(*then: Become, height: int = 2, **lying: str) -> Piles:
    return Piles({**LYING, **lying}, {"P": height}, then)


def does(player: str | None, *then: Become, height: int = 2, **lying: str) -> Become:
    return Become(player, piles(*then, height=height, **lying))


def told(*actions: Become, back: int = 0) -> Hypothesis[Become]:
    return Hypothesis(back, actions)


def covered(**zones: int) -> Hidden:
    return Hidden(covered=zones)


class TestOverSomethingElse:
    """A kiwi lies on the pile; beneath it a date may lie, that came first."""

    KIWI, DATE = does("A", P="kiwi", height=3), does("B", P="date", height=3)
    TAKES = does("B", P="date", C="pear", height=3)

    def test_what_shows_may_have_covered_another(self) -> None:
        looks = scan(piles(self.KIWI, self.DATE), P="kiwi", hidden=covered(P=0))
        under = told(self.KIWI, self.KIWI), told(self.DATE, self.KIWI)

        assert Either((told(self.KIWI), *under)) == doubted_under_covers(looks, told(self.KIWI))

    def test_but_not_what_would_show_elsewhere(self) -> None:
        looks = scan(piles(self.KIWI, self.TAKES), P="kiwi", hidden=covered(P=0))

        assert Either((told(self.KIWI), told(self.KIWI, self.KIWI))) == doubted_under_covers(looks, told(self.KIWI))

    @pytest.mark.parametrize("hidden", [Hidden(), covered(A=0)])
    def test_nor_where_no_cover_lay(self, hidden: Hidden) -> None:
        looks = scan(piles(self.KIWI, self.DATE), P="kiwi", hidden=hidden)

        assert told(self.KIWI) == doubted_under_covers(looks, told(self.KIWI))

    def test_what_is_not_sure_is_not_doubted_further(self) -> None:
        looks = scan(piles(self.KIWI, self.DATE), P="kiwi", hidden=covered(P=0))
        left: Hypothesis[Become] = Hypothesis(0, (self.KIWI,), outstanding=(Change("A", "pear", 1),))

        assert left == doubted_under_covers(looks, left)
        assert Hypothesis(1) == doubted_under_covers(looks, Hypothesis(1))

    @pytest.mark.parametrize(("dates", "asked"), [(1, True), (2, False)])
    def test_of_more_than_three_it_is_asked_later(self, dates: int, asked: bool) -> None:
        others = [does("B", P="date", height=3) for _ in range(dates)]
        looks = scan(piles(self.KIWI, self.DATE, *others), P="kiwi", hidden=covered(P=0))
        under = tuple(told(each, self.KIWI) for each in (self.KIWI, self.DATE, *others))

        found = doubted_under_covers(looks, told(self.KIWI))

        assert (Either((told(self.KIWI), *under)) if asked else Hypothesis(0, (self.KIWI,), beneath=under)) == found


class TestByWayOfACover:
    """A pear lies in C, which came from the box; it may have lain in A before, under the cover."""

    def test_by_another_decision(self) -> None:
        on = does("A", C="pear")
        lays, straight = does("B", on, A="pear"), does("A", C="pear")
        looks = scan(piles(straight, lays), C="pear", hidden=covered(A=0))

        assert Either((told(straight), told(lays, on))) == doubted_under_covers(looks, told(straight))

    def test_not_what_lay_elsewhere(self) -> None:
        on = does("A", C="pear")
        straight, other, shows = does("A", C="pear"), does("B", on, A="plum"), does("B", on, A="pear", P="date")
        looks = scan(piles(straight, other, shows), C="pear", hidden=covered(A=0))

        assert told(straight) == doubted_under_covers(looks, told(straight))


class TestPassed:
    """Nothing explains the pear in C but what lay in A before, where a cover was."""

    def test_it_was_laid_elsewhere_and_went_on(self) -> None:
        on = does("A", C="pear")
        lays = does("B", on, A="pear")
        start = piles(lays)

        assert [told(lays, on)] == passed_under_a_cover(scan(start, C="pear", hidden=covered(A=0)))
        assert [] == passed_under_a_cover(scan(start, C="pear"))

    def test_it_was_laid_in_the_place_of_what_is_gone(self) -> None:
        on = does("A", C="pear")
        lays = does("B", on, A="pear")

        looks = scan(piles(lays, A="plum"), A="", C="pear", hidden=covered(P=0))

        assert [told(lays, on)] == passed_under_a_cover(looks)

    def test_it_lies_beneath_what_was_laid_after_it(self) -> None:
        """A date came to the pile and paid the pear, then a kiwi; the pile shows the kiwi alone."""
        kiwi = does("A", P="kiwi", C="pear", height=4)
        date = does("B", kiwi, P="date", C="pear", height=3)
        looks = scan(piles(date), P="kiwi", C="pear", hidden=covered(P=0))

        assert told(date, kiwi) in passed_under_a_cover(looks)
        assert [] == passed_under_a_cover(scan(piles(date), P="kiwi", C="pear", hidden=covered(A=0)))

    def test_before_what_was_believed_meanwhile(self) -> None:
        """As many open actions back as were made while the cover lay there."""
        last = does("A", C="pear", P="kiwi", height=3)
        lays = does("B", last, A="pear")
        start, believed = piles(lays), piles(P="kiwi", height=3)
        for made, found in ((1, [told(lays, last, back=1)]), (0, [])):
            looks = scan(start, believed, C="pear", hidden=covered(A=made))

            assert found == passed_under_a_cover(looks)


class TestUndone:
    """The pear of A is gone, where a cover lay: it went with a decision that the next one undid but for that."""

    PAYS, PAYS_TOO = (does("A", A="", B="plum") for _ in range(2))

    def found(self, *firsts: Become, cover: str = "A") -> Sequence[Hypothesis[Become]]:
        looks = scan(piles(*firsts, A="pear", B="plum"), A="", hidden=covered(**{cover: 0}))
        return undone_under_a_cover(looks)

    def test_what_leads_to_the_same_is_one_story(self) -> None:
        firsts = [does("A", then, A="", B="") for then in (self.PAYS, self.PAYS, self.PAYS_TOO)]

        assert [told(firsts[0], self.PAYS), told(firsts[2], self.PAYS_TOO)] == [*self.found(*firsts)]
        assert [] == self.found(*firsts, cover="C")

    def test_not_what_another_one_undid_nor_what_did_not_take_it(self) -> None:
        assert [] == [*self.found(does("B", self.PAYS, A="", B=""))]
        assert [] == [*self.found(does("A", self.PAYS, A="pear", B=""))]
