"""Debouncing, on plain times: 5 ms stable to be believed, 20 ms lock-out, 800 ms for a long press."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.contact import LOCK_OUT, LONG_PRESS, STABLE, Contact, Touch, advance, due, edge, resting

OPEN = resting(closed=False, now=0.0)


def played(contact: Contact, edges: list[tuple[float, bool]], until: float) -> list[tuple[float, Touch]]:
    """What the finger is said to have done, asked exactly when something is due."""
    said: list[tuple[float, Touch]] = []
    for at, closed in [*edges, (until, None)]:
        while (when := due(contact)) is not None and when <= at:
            contact, touch = advance(contact, when)
            assert touch is not None, "due promised something to say"
            said.append((when, touch))
        if closed is not None:
            contact = edge(contact, closed, at)
    return said


def touches(edges: list[tuple[float, bool]], until: float = 10.0) -> list[Touch]:
    return [touch for _, touch in played(OPEN, edges, until)]


def test_a_clean_press_is_believed_after_five_milliseconds() -> None:
    assert [(1.005, Touch.PRESSED), (1.105, Touch.RELEASED)] == [
        (pytest.approx(at), touch) for at, touch in played(OPEN, [(1.0, True), (1.1, False)], 2.0)
    ]


def test_a_bouncing_press_counts_once() -> None:
    """Five bounces within 8 ms, as the data sheets of cheap push buttons show them."""
    bounces = [(1.0 + 0.001 * number, number % 2 == 0) for number in range(9)]

    assert [Touch.PRESSED, Touch.RELEASED] == touches([*bounces, (1.2, False)])


def test_a_spike_shorter_than_five_milliseconds_is_nothing() -> None:
    assert [] == touches([(1.0, True), (1.0049, False)])


def test_a_second_press_within_the_lock_out_waits_for_its_end() -> None:
    """Released 6 ms after the press was believed: said only when 20 ms are over."""
    said = played(OPEN, [(1.0, True), (1.011, False)], 2.0)

    assert [(pytest.approx(1.005), Touch.PRESSED), (pytest.approx(1.025), Touch.RELEASED)] == said


def test_a_whole_press_inside_the_lock_out_is_a_bounce() -> None:
    assert [Touch.PRESSED, Touch.RELEASED] == touches([(1.0, True), (1.007, False), (1.014, True), (1.2, False)])


def test_a_long_press_is_said_once_while_the_finger_is_still_down() -> None:
    said = played(OPEN, [(1.0, True), (3.0, False)], 4.0)

    assert [Touch.PRESSED, Touch.HELD, Touch.RELEASED] == [touch for _, touch in said]
    assert pytest.approx(1.0 + STABLE + LONG_PRESS) == said[1][0]


def test_a_press_just_short_of_long_is_not_held() -> None:
    assert [Touch.PRESSED, Touch.RELEASED] == touches([(1.0, True), (1.0 + LONG_PRESS - 0.001, False)])


def test_a_button_stuck_at_start_is_silent_until_it_was_let_go() -> None:
    stuck = resting(closed=True, now=0.0)

    assert [Touch.RELEASED, Touch.PRESSED] == [touch for _, touch in played(stuck, [(5.0, False), (6.0, True)], 6.5)]


def test_asking_too_early_says_nothing_and_changes_nothing() -> None:
    touched = edge(OPEN, closed=True, now=1.0)

    assert (touched, None) == advance(touched, 1.004)


edges = st.lists(st.floats(0.0002, 0.4), max_size=40).map(
    lambda gaps: [(1.0 + sum(gaps[: number + 1]), number % 2 == 0) for number in range(len(gaps))]
)


@given(edges)
def test_presses_and_releases_alternate_and_keep_their_distance(train: list[tuple[float, bool]]) -> None:
    said = [(at, touch) for at, touch in played(OPEN, train, 60.0) if touch is not Touch.HELD]

    assert [(Touch.PRESSED, Touch.RELEASED)[number % 2] for number in range(len(said))] == [touch for _, touch in said]
    assert all(later - earlier >= LOCK_OUT - 1e-9 for (earlier, _), (later, _) in pairwise(said))


@given(edges)
def test_the_last_believed_level_is_where_the_contact_came_to_rest(train: list[tuple[float, bool]]) -> None:
    said = [touch for _, touch in played(OPEN, train, 60.0) if touch is not Touch.HELD]
    rests_closed = train[-1][1] if train else False

    assert rests_closed == (said[-1:] == [Touch.PRESSED])


@given(edges)
def test_a_held_button_was_pressed_for_all_that_time(train: list[tuple[float, bool]]) -> None:
    said = played(OPEN, train, 60.0)

    for (earlier, before), (later, touch) in pairwise(said):
        if touch is Touch.HELD:
            assert Touch.PRESSED is before
            assert pytest.approx(LONG_PRESS) == later - earlier
