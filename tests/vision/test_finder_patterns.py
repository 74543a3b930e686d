"""Finder patterns are found, and labels are proposed from three of them, two, or one."""

import cv2
import numpy as np

from tests.vision.drawings import IMAGE, MATRIX, corner_error
from vision.detection.finder_patterns import FinderPatterns, find_finders, once_per_place
from vision.detection.finder_templates import SHAPES, SIZES, shape_frames, shape_index
from vision.detection.module_size import ModuleSizeRange
from vision.detection.proposals import (
    View,
    evidence_of_labels,
    finders_of_labels,
    legs_between,
    likeness_in_view,
    quads_from_pairs,
    quads_from_singles,
    quads_from_triples,
)
from vision.detection.warp import project

SIZES_OF_IMAGE = ModuleSizeRange(2.0, 3.0, 1.5)
FINDERS = np.array([[7.5, 7.5], [21.5, 7.5], [7.5, 21.5]])


def covered(*corners):
    """The drawing with the finders of these corners hidden under grey."""
    image = IMAGE.copy()
    for corner in corners:
        middle = project(MATRIX[None], FINDERS[corner][None])[0, 0]
        cv2.circle(image, np.rint(middle).astype(int).tolist(), 12, 90, -1)
    return image


def label_corners():
    return project(MATRIX[None], np.array([[0.5, 0.5], [28.5, 0.5], [28.5, 28.5], [0.5, 28.5]])).astype(np.float32)


def proposals(image, way):
    finders = find_finders(image, SIZES_OF_IMAGE.filters())
    view = View.like(label_corners(), finders.places)
    return way(finders, view, legs_between(finders, view))


class TestProposals:
    def test_three_finders_give_the_label(self):
        quads, _ = proposals(IMAGE, quads_from_triples)

        assert min(corner_error(quad) for quad in quads) < 2 * 2.5

    def test_two_finders_give_the_label_though_one_is_covered(self):
        quads, _ = proposals(covered(1), quads_from_pairs)

        assert min(corner_error(quad) for quad in quads) < 2 * 2.5

    def test_one_finder_gives_the_label_though_two_are_covered(self):
        """Half of a label may be covered, and mostly one finder pattern is still seen then."""
        finders = find_finders(covered(1, 2), SIZES_OF_IMAGE.filters())
        quads, _ = quads_from_singles(finders, View.like(label_corners(), finders.places))

        assert min(corner_error(quad) for quad in quads) < 3 * 2.5

    def test_without_any_view_three_finders_give_the_label_too(self):
        finders = find_finders(IMAGE, SIZES_OF_IMAGE.filters())
        view = View.unknown(finders.places, SIZES_OF_IMAGE)
        quads, evidence = quads_from_triples(finders, view, legs_between(finders, view))

        assert corner_error(quads[evidence.argmax()]) < 2 * 2.5

    def test_a_label_has_more_evidence_than_chance(self):
        quads, evidence = proposals(IMAGE, quads_from_triples)
        right = np.array([corner_error(quad) < 2 * 2.5 for quad in quads])
        finders = find_finders(IMAGE, SIZES_OF_IMAGE.filters())

        assert evidence[right].max() > evidence[~right].max(initial=0.0)
        which, labels = finders_of_labels(finders, label_corners())
        assert [0] == labels.tolist()
        assert evidence_of_labels(finders, which, label_corners())[0] > 0.8 * evidence[right].max()

    def test_a_label_of_which_a_finder_is_covered_tells_nothing_of_the_others(self):
        finders = find_finders(covered(1), SIZES_OF_IMAGE.filters())

        assert [] == finders_of_labels(finders, label_corners())[1].tolist()

    def test_a_finder_of_a_label_is_clear_in_the_view_of_labels_like_it(self):
        """What is not as clear in the view as the weakest finders read is not searched on."""
        finders = find_finders(IMAGE, SIZES_OF_IMAGE.filters())
        which, _ = finders_of_labels(finders, label_corners())
        alike, _ = likeness_in_view(finders, View.like(label_corners(), finders.places))
        others = np.setdiff1d(np.arange(len(finders)), which)

        assert alike[which].min() > 2 * alike[others].max(initial=0.0)

    def test_a_label_tells_nothing_of_how_it_is_seen_itself(self):
        """Its own view comes from the others: a leaning one among flat ones."""
        flat = label_corners()[0]
        leaning = flat.mean(axis=0) + (flat - flat.mean(axis=0)) * (0.7, 1.0) + (200.0, 0.0)
        quads = np.stack([flat, leaning]).astype(np.float32)
        of_flat, of_leaning = View.of_others(quads, quads.mean(axis=1), np.array([0, 1])).modules

        assert np.allclose(of_leaning, View.like(quads[:1], quads[1:].mean(axis=1)).modules[0], rtol=0.01)
        assert np.allclose(of_flat, View.like(quads[1:], quads[:1].mean(axis=1)).modules[0], rtol=0.01)

    def test_from_each_finder_only_some_legs_are_followed(self):
        x, y = np.meshgrid(np.arange(60), np.arange(60))
        places = np.stack([x.ravel(), y.ravel()], axis=-1).astype(np.float32) * 3
        looks = np.ones((1, SIZES, SHAPES), np.float32)
        row, scale = np.zeros(3600, np.intp), np.ones(3600, np.float32)
        finders = FinderPatterns(places, np.linspace(0.5, 0.9, 3600, dtype=np.float32), scale, row, looks)
        view = View.unknown(places, ModuleSizeRange(1.0, 1.4))

        quads, evidence = quads_from_triples(finders, view, legs_between(finders, view))

        assert 0 < len(quads) == len(evidence) <= 3600 * 24 * 24


class TestFrames:
    def test_every_shape_is_recognised_at_any_size(self):
        size, shape = shape_index(1.3 * shape_frames())

        assert np.allclose(1.3, size)
        assert np.array_equal(np.arange(SHAPES), shape)

    def test_a_quarter_turn_changes_nothing(self):
        """A finder pattern looks the same in all four."""
        frames = shape_frames() @ np.array([[0.0, -1.0], [1.0, 0.0]])

        assert np.array_equal(np.arange(SHAPES), shape_index(frames)[1])


def test_of_two_places_near_each_other_the_stronger_stays():
    places = np.array([[10.0, 10.0], [11.0, 10.5], [30.0, 10.0]], np.float32)

    assert [False, True, True] == once_per_place(places, np.array([0.4, 0.6, 0.1], np.float32), 2.5).tolist()
