"""What a place that was seen before tells about a piece that is no longer seen there."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Luma
from vision.tracking.background_model import BackgroundModel, RunningImage, quads_mask
from vision.tracking.outline_continuity import is_interrupted

SIZE = (80, 80)
NOTHING = np.zeros(SIZE, np.uint8)


def square(left: int, right: int, top: int = 10, bottom: int = 60) -> list[tuple[int, int]]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


PIECE, LABEL, NEIGHBOUR = square(10, 50), square(12, 22, 30, 44), square(24, 52)


def picture(*pieces: tuple[list[tuple[int, int]], int]) -> Luma:
    small = np.full(SIZE, 60, np.uint8)
    for quad, level in pieces:
        small[quads_mask(SIZE, [quad]) > 0] = level
    return small


@pytest.fixture
def background() -> BackgroundModel:
    """The table was seen bare, then with a piece and its neighbour, which lies over more than a half of it."""
    model = BackgroundModel.unknown(SIZE)
    lying = quads_mask(SIZE, [PIECE, NEIGHBOUR])
    for _ in range(8):
        model = model.updated(picture(), NOTHING, NOTHING)
    for _ in range(100):
        model = model.updated(picture((PIECE, 200), (NEIGHBOUR, 150)), lying, NOTHING)
    return model


def test_what_is_seen_of_a_neighbour_is_no_rest_of_a_piece_that_was_taken(background: BackgroundModel) -> None:
    taken = picture((NEIGHBOUR, 150))

    assert 0.0 == background.rest_of_piece(taken, PIECE, LABEL, quads_mask(SIZE, [NEIGHBOUR]))


def test_what_is_seen_of_a_piece_with_a_cup_on_its_label_is(background: BackgroundModel) -> None:
    spoiled = picture((PIECE, 200), (NEIGHBOUR, 150), (LABEL, 20))

    rest = background.rest_of_piece(spoiled, PIECE, LABEL, quads_mask(SIZE, [NEIGHBOUR]))
    assert rest is not None
    assert rest > 0.9


def test_of_a_piece_that_lies_under_others_nothing_is_known(background: BackgroundModel) -> None:
    assert background.rest_of_piece(picture(), PIECE, LABEL, quads_mask(SIZE, [PIECE])) is None


UNKNOWN = BackgroundModel.unknown(SIZE)


def test_the_edge_of_a_neighbour_in_a_labels_place_hides_no_bare_table() -> None:
    """A card was taken out of a fan: the next one's edge lies over a little of where its label was."""
    taken, occupied = picture((NEIGHBOUR, 150)), quads_mask(SIZE, [NEIGHBOUR])

    assert UNKNOWN.is_bare(taken, square(12, 26, 30, 44), occupied) is True
    assert UNKNOWN.is_bare(taken, square(20, 34, 30, 44), occupied) is None


def test_a_known_piece_within_the_outline_of_another_is_no_cover() -> None:
    """Of the piece's outline three sides run over its neighbour; there the neighbour ends, and nothing else."""
    neighbour = square(14, 50, 10, 60)
    taken, bare = picture((neighbour, 150)), RunningImage.unknown(SIZE)

    assert is_interrupted(taken, PIECE, NOTHING, bare)
    assert not is_interrupted(taken, PIECE, quads_mask(SIZE, [neighbour]), bare)
