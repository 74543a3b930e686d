"""Facts of two copies, side by side."""

from __future__ import annotations

from companion.core.facts import Fact, Provenance, differences, provisional

OLD = [Fact("a", "1", Provenance.PROVISIONAL), Fact("b", "2", Provenance.RULEBOOK), Fact("c", "3", Provenance.OWNER)]
NEW = [Fact("d", "4", Provenance.OWNER), Fact("a", "1", Provenance.OWNER), Fact("b", "5", Provenance.OWNER)]


def test_what_differs_comes_once_and_in_order() -> None:
    assert ["b: 2 -> 5", "c: 3 -> nothing", "d: nothing -> 4"] == list(map(str, differences(OLD, NEW)))


def test_what_nobody_has_confirmed_is_counted() -> None:
    assert (1, 0) == (provisional(OLD), provisional(NEW))
