"""The pure part of the layout: boxes, plans, and where a cell's words go."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ui.samples import BIG, SAMPLES, SMALL, pyramid
from ui.arrange import Need, best_plan, need, units
from ui.boxes import Box, largest_free
from ui.parts import Content, parts, spots
from ui.theme import TOUCH, Sizes

AREA = Box(5, 47, 790, 372)
SIZES = Sizes.of(*SMALL)

lengths = st.floats(1, 12)
needs = st.builds(Need, lengths, lengths, weight=st.floats(0.5, 3), concerned=st.booleans())


@settings(max_examples=40, deadline=None)
@given(st.lists(needs, max_size=6), st.lists(needs, max_size=4), st.booleans())
def test_everything_has_its_place_and_nothing_lies_on_another(
    seats: list[Need], boards: list[Need], may_fold: bool
) -> None:
    plan = best_plan(tuple(seats), tuple(boards), AREA, SIZES, may_fold)
    boxes = [*plan.seats, *plan.boards]
    assert (len(seats), len(boards), len(seats)) == (len(plan.seats), len(plan.boards), len(plan.folded))
    for number, box in enumerate(boxes):
        assert AREA.x <= box.x
        assert box.right <= AREA.right + 0.01
        assert not any(box.inset(0.01).overlaps(other) for other in boxes[number + 1 :])


@pytest.mark.parametrize("name", ["five_illegal", "three_illegal", "five_which", "three_disagree"])
@pytest.mark.parametrize("size", [SMALL, BIG])
def test_a_seat_that_is_talked_about_is_never_folded(name: str, size: tuple[int, int]) -> None:
    screen = SAMPLES[name]
    seats = tuple(need(seat.board, screen.attention) for seat in screen.seats)
    boards = tuple(need(board, screen.attention) for board in screen.boards)
    area = Box(0, 0, size[0] * 0.5, size[1] * 0.75)
    plan = best_plan(seats, boards, area, Sizes.of(*size), may_fold=True)
    assert not any(folded for seat, folded in zip(seats, plan.folded, strict=True) if seat.concerned)


def test_without_a_notice_nobody_is_folded() -> None:
    seats = (Need(8, 1),) * 5
    assert (False,) * 5 == best_plan(seats, (Need(5, 3), Need(4, 4)), AREA, SIZES).folded


def test_a_heavier_board_gets_more_room() -> None:
    plan = best_plan((), (Need(3, 3, weight=3.0), Need(3, 3)), AREA, SIZES)
    assert plan.boards[0].area > 2 * plan.boards[1].area


@given(needs, st.floats(10, 900), st.floats(10, 600))
def test_a_board_fits_its_box_and_its_cells_keep_their_shape(board: Need, width: float, height: float) -> None:
    across, down = units(board, Box(0, 0, width, height))
    assert across * board.width <= width + 0.01
    assert down * board.height <= height + 0.01
    assert 0.79 <= across / down <= 2.41


def test_a_board_without_size_takes_no_room() -> None:
    assert (0.0, 0.0) == units(Need(0, 0), AREA)


def test_the_largest_part_that_no_cover_lies_on() -> None:
    tile = Box(0, 0, 100, 60)
    assert tile == largest_free(tile, [Box(100, 0, 50, 60)])
    assert Box(0, 0, 100, 30) == largest_free(tile, [Box(40, 30, 100, 60)])
    assert 0 == largest_free(tile, [Box(-5, -5, 60, 80), Box(50, -5, 60, 80)]).area


boxes = st.builds(Box, st.integers(0, 50), st.integers(0, 50), st.integers(1, 60), st.integers(1, 60))


@given(boxes, st.lists(boxes, max_size=5))
def test_the_free_part_is_inside_and_really_free(box: Box, covers: list[Box]) -> None:
    free = largest_free(box, covers)
    assert box.x <= free.x
    assert free.right <= box.right
    assert not any(free.overlaps(cover) for cover in covers if free.area > 0)


def test_of_the_pyramid_only_uncovered_tiles_show_whole() -> None:
    board = pyramid()
    placed = spots(board, 100, 60, 0)
    whole = [cell.zone for cell, spot in zip(board.cells, placed, strict=True) if spot.box == spot.shown]
    assert ["pyramid.3.0.0"] == whole


@given(
    st.builds(Box, st.just(0.0), st.just(0.0), st.floats(10, 200), st.floats(10, 140)),
    st.builds(
        Content,
        st.sampled_from(["", "20", "1000"]),
        st.sampled_from(["", "4/6", "2 troops"]),
        st.booleans(),
        st.integers(0, 2),
    ),
)
def test_the_parts_of_a_cell_stay_inside_and_apart(shown: Box, content: Content) -> None:
    laid = parts(shown, content, SIZES)
    written = [part for part in (laid.title, laid.value, laid.detail) if part.area > 0]
    for number, part in enumerate(written):
        assert part.right <= shown.right + 0.01
        assert part.bottom <= shown.bottom + 0.01
        assert not any(part.inset(0.01).overlaps(other) for other in written[number + 1 :])
        assert not part.inset(0.01).overlaps(laid.signs)


@pytest.mark.parametrize(("size", "scale"), [((800, 480), 1.0), ((1280, 720), 1.375), ((480, 800), 1.0)])
def test_sizes_follow_the_window_upright_or_not(size: tuple[int, int], scale: float) -> None:
    assert scale == Sizes.of(*size).scale
    assert Sizes.of(*size).touch >= TOUCH
