"""The edges of rings are found from rough corners."""

import numpy as np
import pytest

from tests.vision.drawings import IMAGE, TRUE, corner_error
from vision.detection.edge_fit import COARSE, FINE, fit_edges, ring_score


@pytest.mark.parametrize("seed", range(5))
def test_rough_corners_become_exact(seed):
    """From up to 1.5 modules off to a tenth of a module."""
    rough = TRUE + np.random.default_rng(seed).uniform(-2.7, 2.7, TRUE.shape).astype(np.float32)

    fitted = fit_edges(IMAGE, fit_edges(IMAGE, rough, COARSE), FINE)

    assert corner_error(fitted[0]) < 0.3


def test_ring_score_tells_rings_from_anything_else():
    elsewhere = np.concatenate([TRUE * 0.7 + 20, TRUE + 25])

    assert ring_score(IMAGE, TRUE)[0] > 1.3
    assert ring_score(IMAGE, elsewhere).max() < 0.6


def test_nothing_stays_nothing():
    assert 0 == len(fit_edges(IMAGE, TRUE[:0], COARSE)) == len(ring_score(IMAGE, TRUE[:0]))
