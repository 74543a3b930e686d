"""Bouncing contacts, played to the buttons through pins that debounce as lgpio does: 20 ms stable to be believed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from hardware.buttons import BOUNCE_TIME, Buttons
from tests.hardware.lgpio_pins import LgpioPin

Edges = list[tuple[float, bool]]
"""Seconds, and whether the contact is closed from then on."""


class Bench:
    """One button on the bench: its wire, and what was heard of it."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.wire: LgpioPin = Device.pin_factory.pin(17)
        self.buttons = Buttons({"pass": 17}, self.heard.append)
        self._start = 0.0

    def played(self, edges: Edges, rest: float = 10.0) -> tuple[list[str], Edges]:
        """The presses called out, and the changes gpiozero was told of, by the end of a rest; then all is let go."""
        self.heard.clear()
        self.wire.reported.clear()
        for at, closed in edges:
            # The contact connects the pin to ground.
            self.wire.edge(self._start + at, not closed)
        end = max((at for at, _ in edges), default=0.0) + rest
        self.wire.wait_until(self._start + end)
        said = list(self.heard), [(at - self._start, not level) for at, level in self.wire.reported]
        self._start += end
        self.wire.edge(self._start, True)
        self._start += 1.0
        self.wire.wait_until(self._start)
        return said


@pytest.fixture(scope="module")
def factory() -> Iterator[MockFactory]:
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=LgpioPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


@pytest.fixture(scope="module")
def bench(factory: MockFactory) -> Iterator[Bench]:
    """One for the module: closing a button takes gpiozero a tenth of a second."""
    bench = Bench()
    with bench.buttons:
        yield bench


def test_a_clean_press_is_believed_after_twenty_milliseconds(bench: Bench) -> None:
    heard, believed = bench.played([(1.0, True), (1.1, False)])

    assert ["pass"] == heard
    assert [(pytest.approx(1.02), True), (pytest.approx(1.12), False)] == believed


def test_a_bouncing_press_counts_once(bench: Bench) -> None:
    """Five bounces within 8 ms, as the data sheets of cheap push buttons show them."""
    bounces = [(1.0 + 0.001 * number, number % 2 == 0) for number in range(9)]

    assert ["pass"] == bench.played([*bounces, (1.2, False)])[0]


def test_a_bouncing_release_is_no_second_press(bench: Bench) -> None:
    bounces = [(1.2 + 0.001 * number, number % 2 == 1) for number in range(9)]

    assert ["pass"] == bench.played([(1.0, True), *bounces])[0]


def test_a_spike_shorter_than_twenty_milliseconds_is_nothing(bench: Bench) -> None:
    assert ([], []) == bench.played([(1.0, True), (1.0199, False)])


def test_a_gap_shorter_than_twenty_milliseconds_divides_no_press(bench: Bench) -> None:
    heard, believed = bench.played([(1.0, True), (1.1, False), (1.114, True), (1.3, False)])

    assert ["pass"] == heard
    assert [True, False] == [closed for _, closed in believed]


def test_two_quick_presses_are_two(bench: Bench) -> None:
    assert ["pass", "pass"] == bench.played([(1.0, True), (1.03, False), (1.06, True), (1.09, False)])[0]


def test_a_button_stuck_at_start_is_silent_until_it_was_let_go(factory: MockFactory) -> None:
    heard: list[str] = []
    wire: LgpioPin = factory.pin(27)
    # The pull-up lifts the wire when the pin is claimed; a stuck contact holds it down all the same.
    wire.drive_high = lambda: None  # type: ignore[method-assign]
    wire.drive_low()
    with Buttons({"pass": 27}, heard.append):
        del wire.drive_high
        wire.edge(5.0, True)
        wire.wait_until(5.9)
        assert [] == heard
        wire.edge(6.0, False)
        wire.wait_until(6.5)

        assert ["pass"] == heard


def test_asking_too_early_says_nothing(bench: Bench) -> None:
    assert ([], []) == bench.played([(1.0, True)], rest=BOUNCE_TIME - 0.001)


gaps = st.floats(0.0002, 0.4).filter(lambda gap: abs(gap - BOUNCE_TIME) > 1e-6)
edges = st.lists(gaps, max_size=40).map(
    lambda gaps: [(1.0 + sum(gaps[: number + 1]), number % 2 == 0) for number in range(len(gaps))]
)


@given(edges)
def test_presses_and_releases_alternate_and_keep_their_distance(bench: Bench, train: Edges) -> None:
    heard, believed = bench.played(train)

    assert [number % 2 == 0 for number in range(len(believed))] == [closed for _, closed in believed]
    assert all(later - earlier >= BOUNCE_TIME - 1e-6 for (earlier, _), (later, _) in pairwise(believed))
    assert ["pass"] * ((len(believed) + 1) // 2) == heard


@given(edges)
def test_the_last_believed_level_is_where_the_contact_came_to_rest(bench: Bench, train: Edges) -> None:
    _, believed = bench.played(train)
    rests_closed = train[-1][1] if train else False

    assert rests_closed == (believed[-1:] != [] and believed[-1][1])


@given(edges)
def test_every_press_of_twenty_milliseconds_counts(bench: Bench, train: Edges) -> None:
    ends = [at for at, _ in train[1:]]
    firm = [here for here, end in zip(train, [*ends, 1e9], strict=False) if end - here[0] > BOUNCE_TIME]
    presses = [at for (_, before), (at, closed) in pairwise([(0.0, False), *firm]) if closed and not before]

    assert len(presses) == len(bench.played(train)[0])
