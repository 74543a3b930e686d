"""One proposal stays for each place, if it can be a label."""

import numpy as np

from vision.detection.module_size import ModuleSizeRange
from vision.detection.non_maximum_suppression import (
    has_earlier_neighbour,
    outside_quads,
    plausible_labels,
    suppress_non_maxima,
)

SQUARE = np.array([[0, 0], [56, 0], [56, 56], [0, 56]], dtype=np.float32)


def test_the_best_of_each_place_stays():
    quads = np.stack([SQUARE, SQUARE + 3, SQUARE + 100])

    kept = suppress_non_maxima(quads, np.array([0.5, 0.9, 0.1], dtype=np.float32), 8.0)

    assert [31.0, 128.0] == kept.mean(axis=1)[:, 0].tolist()


def test_squeezed_or_wrongly_sized_quads_are_no_labels():
    quads = np.stack([SQUARE, SQUARE * [1, 0.4], SQUARE * 2, SQUARE / 2])

    assert [True, False, False, False] == plausible_labels(quads, ModuleSizeRange(1.6, 2.2)).tolist()


def test_outside_means_outside_all_labels():
    places = np.array([[28.0, 28.0], [100.0, 28.0]], dtype=np.float32)

    assert [False, True] == outside_quads(places, SQUARE[None]).tolist()


def test_neighbours_are_found_in_blocks():
    places = np.random.default_rng(3).uniform(0, 300, (2500, 2)).astype(np.float32)
    reach = np.full(2500, 6.0)

    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    expected = (np.tril(apart, -1) + np.triu(np.full_like(apart, 99)) < 6.0).any(axis=1)

    assert expected.tolist() == has_earlier_neighbour(places, reach).tolist()


def test_wedges_are_no_labels():
    """A label is small beside its distance: seen slantingly it is nearly a parallelogram."""
    square = np.array([[0, 0], [56, 0], [56, 56], [0, 56]], dtype=np.float32)
    wedge = square + np.array([[0, 0], [0, 0], [12, 12], [0, 0]], dtype=np.float32)

    assert [True, False] == plausible_labels(np.stack([square, wedge]), ModuleSizeRange(1.6, 2.2)).tolist()
