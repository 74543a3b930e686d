"""The pure part of the layout: rectangles, candidates, and where the parts of a cell go."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ui.samples import BIG, SAMPLES, SMALL, pyramid
from ui.cell_layout import CellContent, cell_areas, cell_layout
from ui.layout import SizeRequest, best_layout, pixels_per_unit, size_request
from ui.rect import Rect, largest_uncovered
from ui.theme import TOUCH, Sizes

AREA = Rect(5, 47, 790, 372)
SIZES = Sizes.of(*SMALL)

lengths = st.floats(1, 12)
needs = st.builds(SizeRequest, lengths, lengths, weight=st.floats(0.5, 3), highlighted=st.booleans())


@settings(max_examples=40, deadline=None)
@given(st.lists(needs, max_size=6), st.lists(needs, max_size=4), st.booleans())
def test_everything_has_its_place_and_nothing_lies_on_another(
    seats: list[SizeRequest], boards: list[SizeRequest], may_collapse: bool
) -> None:
    layout = best_layout(tuple(seats), tuple(boards), AREA, SIZES, may_collapse)
    rects = [*layout.seats, *layout.boards]
    assert (len(seats), len(boards), len(seats)) == (len(layout.seats), len(layout.boards), len(layout.collapsed))
    for number, rect in enumerate(rects):
        assert AREA.x <= rect.x
        assert rect.right <= AREA.right + 0.01
        assert not any(rect.inset(0.01).overlaps(other) for other in rects[number + 1 :])


@pytest.mark.parametrize("name", ["five_illegal", "three_illegal", "five_which", "three_disagree"])
@pytest.mark.parametrize("size", [SMALL, BIG])
def test_a_seat_that_is_talked_about_is_never_collapsed(name: str, size: tuple[int, int]) -> None:
    screen = SAMPLES[name]
    seats = tuple(size_request(seat.board, screen.attention) for seat in screen.seats)
    boards = tuple(size_request(board, screen.attention) for board in screen.boards)
    area = Rect(0, 0, size[0] * 0.5, size[1] * 0.75)
    layout = best_layout(seats, boards, area, Sizes.of(*size), may_collapse=True)
    assert not any(collapsed for seat, collapsed in zip(seats, layout.collapsed, strict=True) if seat.highlighted)


def test_without_a_notice_nobody_is_collapsed() -> None:
    seats = (SizeRequest(8, 1),) * 5
    assert (False,) * 5 == best_layout(seats, (SizeRequest(5, 3), SizeRequest(4, 4)), AREA, SIZES).collapsed


def test_a_heavier_board_gets_more_room() -> None:
    layout = best_layout((), (SizeRequest(3, 3, weight=3.0), SizeRequest(3, 3)), AREA, SIZES)
    assert layout.boards[0].area > 2 * layout.boards[1].area


@given(needs, st.floats(10, 900), st.floats(10, 600))
def test_a_board_fits_its_box_and_its_cells_keep_their_shape(board: SizeRequest, width: float, height: float) -> None:
    across, down = pixels_per_unit(board, Rect(0, 0, width, height))
    assert across * board.width <= width + 0.01
    assert down * board.height <= height + 0.01
    assert 0.79 <= across / down <= 2.41


def test_a_board_without_size_takes_no_room() -> None:
    assert (0.0, 0.0) == pixels_per_unit(SizeRequest(0, 0), AREA)


def test_the_largest_part_that_no_cover_lies_on() -> None:
    tile = Rect(0, 0, 100, 60)
    assert tile == largest_uncovered(tile, [Rect(100, 0, 50, 60)])
    assert Rect(0, 0, 100, 30) == largest_uncovered(tile, [Rect(40, 30, 100, 60)])
    assert 0 == largest_uncovered(tile, [Rect(-5, -5, 60, 80), Rect(50, -5, 60, 80)]).area


rects = st.builds(Rect, st.integers(0, 50), st.integers(0, 50), st.integers(1, 60), st.integers(1, 60))


@given(rects, st.lists(rects, max_size=5))
def test_the_free_part_is_inside_and_really_free(rect: Rect, covers: list[Rect]) -> None:
    free = largest_uncovered(rect, covers)
    assert rect.x <= free.x
    assert free.right <= rect.right
    assert not any(free.overlaps(cover) for cover in covers if free.area > 0)


def test_of_the_pyramid_only_uncovered_tiles_show_whole() -> None:
    board = pyramid()
    placed = cell_areas(board, 100, 60, 0)
    whole = [cell.zone for cell, area in zip(board.cells, placed, strict=True) if area.rect == area.visible]
    assert ["pyramid.3.0.0"] == whole


@given(
    st.builds(Rect, st.just(0.0), st.just(0.0), st.floats(10, 200), st.floats(10, 140)),
    st.builds(
        CellContent,
        st.sampled_from(["", "20", "1000"]),
        st.sampled_from(["", "4/6", "2 troops"]),
        st.booleans(),
        st.integers(0, 2),
    ),
)
def test_the_parts_of_a_cell_stay_inside_and_apart(shown: Rect, content: CellContent) -> None:
    layout = cell_layout(shown, content, SIZES)
    written = [part for part in (layout.title, layout.value, layout.detail) if part.area > 0]
    for number, part in enumerate(written):
        assert part.right <= shown.right + 0.01
        assert part.bottom <= shown.bottom + 0.01
        assert not any(part.inset(0.01).overlaps(other) for other in written[number + 1 :])
        assert not part.inset(0.01).overlaps(layout.icons)


@pytest.mark.parametrize(("size", "scale"), [((800, 480), 1.0), ((1280, 720), 1.375), ((480, 800), 1.0)])
def test_sizes_follow_the_window_upright_or_not(size: tuple[int, int], scale: float) -> None:
    assert scale == Sizes.of(*size).scale
    assert Sizes.of(*size).touch >= TOUCH
