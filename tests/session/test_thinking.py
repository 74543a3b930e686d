"""The table is explained elsewhere: touches overtake a search, looks do not, and what comes of it is the same."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future
from random import Random
from typing import Any

import pytest

from companion.core.screen import NoticeKind, Pass
from companion.journal.store import JournalStore
from companion.session.messages import Thought
from companion.session.thinking import Work
from tests.session.toy_table import TAKEN, ToyTable
from tests.toy import GAME, lying

DEALT = lying(market=["A1", "C1", "P1"])
TURNED_TO_B = lying(market=["P1"], A1=["A1"], B1=["C1"])
FORBIDDEN = lying(market=["P1"], A1=["A1", "C1"])
"""A has laid the cherry, too, into the basket that is not empty."""


class Elsewhere:
    """Another thread, as slow as it is told to be."""

    def __init__(self) -> None:
        self._waiting = deque[tuple[Work, Future[Any]]]()

    def run(self, work: Work) -> Future[Any]:
        self._waiting.append((work, thought := Future()))
        return thought

    @property
    def is_busy(self) -> bool:
        return bool(self._waiting)

    def finish_one(self) -> None:
        work, thought = self._waiting.popleft()
        try:
            thought.set_result(work())
        except ZeroDivisionError as mistake:
            thought.set_exception(mistake)


class SlowTable(ToyTable):
    """A toy table that is explained elsewhere."""

    def __init__(self, store: JournalStore) -> None:
        self.elsewhere = Elsewhere()
        super().__init__(store, run=self.elsewhere.run)

    def thinks(self) -> None:
        """Until all is thought through."""
        while self.elsewhere.is_busy:
            self.elsewhere.finish_one()
            self.session.handle(Thought())


@pytest.fixture
def slow(store: JournalStore) -> SlowTable:
    """An apple, a cherry and a pear have been dealt; A is on turn."""
    table = SlowTable(store)
    table.sees(DEALT)
    table.thinks()
    return table


def test_nothing_is_believed_before_it_is_known(slow: SlowTable) -> None:
    slow.sees(TAKEN, rest=30)

    assert [] == slow.actions[3:]
    assert not slow.session.resting
    slow.thinks()
    assert "A: take apple -> A.1" == slow.actions[-1]


def test_a_touch_acts_while_the_table_is_thought_about(slow: SlowTable) -> None:
    slow.sees(TAKEN)
    slow.touches(Pass())

    assert slow.elsewhere.is_busy
    assert "A: pass" == slow.actions[-1]


def test_what_was_found_for_another_state_is_not_taken(slow: SlowTable) -> None:
    """T-1: A has passed meanwhile, and cannot have taken the apple after it."""
    slow.sees(TAKEN)
    slow.touches(Pass())
    slow.thinks()

    assert ["A: pass"] == slow.actions[3:]


def test_looks_wait_for_the_one_before_them(slow: SlowTable) -> None:
    """B's cherry is a move of its own, though it lay there before A's was understood."""
    slow.sees(TAKEN)
    slow.sees(TURNED_TO_B)
    slow.thinks()

    assert ["A: take apple -> A.1", "B: take cherry -> B.1"] == slow.actions[3:]


@pytest.fixture
def forbidden(slow: SlowTable) -> SlowTable:
    """T-2: A has laid a second fruit into a basket, and is told."""
    slow.sees(TAKEN)
    slow.thinks()
    slow.touches(Pass())
    slow.sees(FORBIDDEN)
    slow.thinks()
    slow.waits(2)
    assert NoticeKind.ILLEGAL == slow.notice.kind
    return slow


def test_what_is_said_of_the_table_stands_while_it_is_thought_about(forbidden: SlowTable) -> None:
    said, concluded = forbidden.notice.heading, list(forbidden.log)
    forbidden.sees(TURNED_TO_B, rest=5)

    assert (said, concluded) == (forbidden.notice.heading, forbidden.log)
    forbidden.thinks()
    assert forbidden.silent


def test_an_answer_given_meanwhile_counts(forbidden: SlowTable) -> None:
    forbidden.sees(lying(market=["P1"], A1=["A1", "C1"], B2=["X9"]))
    forbidden.answers("We take it back")

    assert ["move Cherry from A.1 to market"] == [str(line) for line in forbidden.notice.lines]
    forbidden.thinks()
    forbidden.sees(TAKEN)
    forbidden.thinks()
    assert forbidden.silent
    assert "B: pass" == forbidden.actions[-1]


def test_a_mistake_in_a_search_is_told_once_and_later_looks_are_taken(
    slow: SlowTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mistaken(*_: object) -> bool:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(type(GAME), "candidates_for", mistaken)
        slow.sees(TAKEN)
        with pytest.raises(ZeroDivisionError):
            slow.thinks()
    slow.sees(TURNED_TO_B)
    slow.thinks()
    slow.waits(5)

    assert ["A: take apple -> A.1", "B: take cherry -> B.1"] == slow.actions[3:]


LOOKS = [DEALT, TAKEN, TURNED_TO_B, FORBIDDEN, lying(market=["C1", "P1"], A2=["A1"]), lying(market=["C1", "P1"])]


@pytest.mark.parametrize("seed", range(3))
def test_what_comes_of_it_is_what_comes_of_it_at_once(seed: int, store: JournalStore) -> None:
    """However late each search ends, looks and touches that wait for it end in the same journal and the same screen."""
    random, at_once, slow = Random(seed), ToyTable(store), SlowTable(store)
    for _ in range(6):
        looks, rest = random.choices(LOOKS, k=random.randint(1, 3)), random.choice((0.0, 1.0, 3.0))
        for look in looks:
            at_once.sees(look)
            slow.sees(look)
        slow.thinks()
        at_once.waits(rest)
        for _ in range(int(rest * 4)):
            slow.waits(0.25)
            slow.thinks()

    assert (at_once.actions, at_once.events) == (slow.actions, slow.events)
    assert at_once.session.screen == slow.session.screen
