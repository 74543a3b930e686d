"""Corners are aligned to the tag they are thought to show."""

import numpy as np

from tests.vision.drawings import CODEBOOK, IMAGE, TRUE
from vision.detection.alignment import (
    TagTemplates,
    align,
    correlation,
    finder_likeness,
    sample_modules,
    typical_label,
    upright,
)


def test_corners_go_where_the_tag_fits_best():
    """From about half a module off, mostly to a quarter of a module, though a corner is covered."""
    covered = IMAGE.copy()
    covered[125:] = 100
    rough = TRUE + np.random.default_rng(1).uniform(-1.5, 1.5, (20, 4, 2)).astype(np.float32)
    labels = CODEBOOK.labels(np.full(20, 2))

    better = align(covered, rough, TagTemplates.of(CODEBOOK, np.full(20, 2)), steps=8)

    seen = TRUE[0][:, 1] < 120
    off = np.linalg.norm(better - TRUE, axis=2)[:, seen].max(axis=1) / 2.5
    assert 3 == seen.sum()
    assert np.median(off) < 0.25
    assert np.median(correlation(covered, better, labels)) > np.median(correlation(covered, rough, labels)) + 0.02


def test_the_correlation_knows_the_tag():
    right, wrong = (correlation(IMAGE, TRUE, CODEBOOK.labels(np.array([tag])))[0] for tag in (2, 5))

    assert right > 0.8
    assert wrong < right - 0.1


def test_which_way_a_label_stands_is_seen_without_knowing_its_tag():
    turned = np.concatenate([np.roll(TRUE, turn, axis=1) for turn in range(4)])
    quads, alike = upright(sample_modules(IMAGE, turned), turned, typical_label(CODEBOOK))

    assert np.array_equal(np.repeat(TRUE, 4, axis=0), quads)
    assert alike.min() > 0.7


def test_three_corners_of_a_label_look_like_finder_patterns_and_the_fourth_does_not():
    alike = finder_likeness(IMAGE, TRUE)[0]

    assert alike[2] > 0.6
    assert alike[3] < 0.3


def test_to_what_all_labels_have_in_common_a_rough_guess_is_drawn():
    """Where a cover draws the edges away, the rest of the label holds on."""
    rough = TRUE + np.array([2.0, -1.5], dtype=np.float32)
    better = align(IMAGE, rough, typical_label(CODEBOOK), steps=6)

    assert np.abs(better - TRUE).max() < 0.5 * np.abs(rough - TRUE).max()
