"""Corners are aligned to the tag they are thought to show."""

import numpy as np

from tests.vision.drawings import CODEBOOK, IMAGE, TRUE
from vision.detection.alignment import Templates, align, correlation


def test_corners_go_where_the_tag_fits_best():
    """From about half a module off, mostly to a quarter of a module, though a corner is covered."""
    covered = IMAGE.copy()
    covered[125:] = 100
    rough = TRUE + np.random.default_rng(1).uniform(-1.5, 1.5, (20, 4, 2)).astype(np.float32)
    labels = CODEBOOK.labels(np.full(20, 2))

    better = align(covered, rough, Templates.of(CODEBOOK, np.full(20, 2)), steps=8)

    seen = TRUE[0][:, 1] < 120
    off = np.linalg.norm(better - TRUE, axis=2)[:, seen].max(axis=1) / 2.5
    assert 3 == seen.sum()
    assert np.median(off) < 0.25
    assert np.median(correlation(covered, better, labels)) > np.median(correlation(covered, rough, labels)) + 0.02


def test_the_correlation_knows_the_tag():
    right, wrong = (correlation(IMAGE, TRUE, CODEBOOK.labels(np.array([tag])))[0] for tag in (2, 5))

    assert right > 0.8
    assert wrong < right - 0.1
