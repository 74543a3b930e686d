"""Labels are proposed from two or three finder patterns."""

import cv2
import numpy as np

from tests.vision.drawings import IMAGE, MATRIX, corner_error
from vision.detection.finder_patterns import (
    FinderPatterns,
    detect_finder_patterns,
    neighbouring_pairs,
    quads_from_pairs,
    quads_from_triples,
)
from vision.detection.module_size import ModuleSizeRange
from vision.detection.warp import project

SIZES = ModuleSizeRange(2.0, 3.0)


def test_three_finders_give_the_label():
    finders = detect_finder_patterns(IMAGE, 2.4)
    quads, _ = quads_from_triples(finders, neighbouring_pairs(finders, SIZES), SIZES)

    assert min(corner_error(quad) for quad in quads) < 2 * 2.5


def test_two_finders_give_the_label_though_one_is_covered():
    covered = IMAGE.copy()
    middle = project(MATRIX[None], np.array([[21.5, 7.5]]))[0, 0]
    cv2.circle(covered, np.rint(middle).astype(int).tolist(), 12, 90, -1)

    finders = detect_finder_patterns(covered, 2.4)
    quads, _ = quads_from_pairs(finders, neighbouring_pairs(finders, SIZES), SIZES)

    assert min(corner_error(quad) for quad in quads) < 3 * 2.5


def test_from_each_finder_only_some_legs_are_followed():
    x, y = np.meshgrid(np.arange(60), np.arange(60))
    places = np.stack([x.ravel(), y.ravel()], axis=-1).astype(np.float32) * 3
    finders, sizes = (
        FinderPatterns(places, np.linspace(0.5, 0.9, 3600, dtype=np.float32)),
        ModuleSizeRange(1.0, 1.4),
    )

    quads, scores = quads_from_triples(finders, neighbouring_pairs(finders, sizes), sizes)

    assert 0 < len(quads) == len(scores) <= 3600 * 24 * 24
