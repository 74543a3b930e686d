"""What hands lay before play goes on, told place by place: what need not be asked, and a deal for those who try out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from companion.core.initial_layout import MOST, certain, dealt_at_random, places_to_lay
from companion.core.screen import Cell
from companion.core.setup_steps import LayingChoice, ToLay
from companion.core.text import say
from tests.toy import OPTIONS, Dealt, Orchard, Pass, State


def way(title: str, action: Dealt | Pass | None = None, *ways: LayingChoice, copies: int = 1) -> LayingChoice:
    return LayingChoice(Cell(say(title), 0, 0, count=copies), action, ways)


APPLE, CHERRY, PEAR = (way(fruit, Dealt(fruit)) for fruit in ("apple", "cherry", "pear"))
LATER = way("pass", Pass("B"))
"""Nobody passes before three fruits are dealt."""


@dataclass(frozen=True, eq=False)
class Market(Orchard):
    """The market is filled by hand, in one way or in several."""

    ways: tuple[LayingChoice, ...]
    asks: bool = False

    def to_lay(self, state: State) -> Iterator[ToLay]:
        if state.dealt < 3:
            yield ToLay("market", say("What lies there?"), self.ways, self.asks)


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (Market((APPLE,)), Dealt("apple")),
        (Market((APPLE, LATER)), Dealt("apple")),
        (Market((APPLE, CHERRY)), None),
        (Market((APPLE,), asks=True), None),
        (Market((way("fruit", None, APPLE, CHERRY),)), None),
        (Market((LATER,)), None),
    ],
)
def test_the_one_thing_that_may_lie_there_is_not_asked(game: Market, expected: Dealt | None) -> None:
    """Unless the place asks anyway, or it may lie in several ways."""
    assert expected == certain(game, game.initial_state(OPTIONS))


def test_only_what_the_rules_allow_is_asked() -> None:
    game = Market((LATER, CHERRY, way("fruit", None, LATER, APPLE), way("nothing", None, LATER)))

    assert [(CHERRY, way("fruit", None, APPLE))] == [
        place.ways for place in places_to_lay(game, game.initial_state(OPTIONS))
    ]


def test_each_piece_is_as_likely_as_it_has_copies() -> None:
    """Two apples, and one other that may be a cherry or a pear: the last of three is the other, and of two the pear."""
    game = Market((way("apple", Dealt("apple"), copies=2), way("other", None, CHERRY, PEAR)))
    below: list[int] = []

    def last(number: int) -> int:
        below.append(number)
        return number - 1

    assert (Dealt("pear"),) * 3 == dealt_at_random(game, game.initial_state(OPTIONS), last)
    assert [3, 2] * 3 == below
    assert (Dealt("apple"),) * 3 == dealt_at_random(game, game.initial_state(OPTIONS), lambda number: number - 2)


def test_a_deal_without_an_end_is_ended() -> None:
    class Endless(Market):
        def to_lay(self, state: State) -> Iterator[ToLay]:
            yield ToLay("market", say("What lies there?"), (APPLE,))

        def apply(self, state: State, action: object) -> State:
            return state

    game = Endless(())

    assert MOST == len(dealt_at_random(game, game.initial_state(OPTIONS), lambda _: 0))
