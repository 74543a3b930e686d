"""Labels are sampled through their homographies."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.drawings import IMAGE, RING, TRUE
from vision.detection.warp import homographies, monomials, project, sample, seen_at, views


@given(st.lists(st.tuples(st.floats(-9, 9), st.floats(-9, 9)), min_size=4, max_size=4))
def test_homographies_send_the_ring_s_corners_to_the_quad(shifts):
    quad = np.array([[50, 40], [90, 42], [95, 88], [48, 85]]) + np.array(shifts)

    assert quad == pytest.approx(project(homographies(quad[None]), RING)[0], abs=1e-6)


def test_sampling_takes_bilinear_values():
    ramp = np.add.outer(np.arange(60) * 2, np.arange(80)).astype(np.uint8)
    quad = np.array([[[10, 10], [38, 10], [38, 38], [10, 38]]], dtype=np.float32)

    seen = sample(ramp, views(quad), monomials(np.array([[0.5, 0.5], [1.0, 0.5], [0.5, 1.5]])))

    assert [30.0, 30.5, 32.0] == pytest.approx(seen[0].tolist(), abs=0.6)


def test_no_labels_are_no_values():
    assert (0, 3) == sample(IMAGE, views(np.empty((0, 4, 2))), monomials(np.zeros((3, 2)))).shape


def test_more_places_than_a_picture_may_have_rows():
    """cv2.remap takes no more than 32766 rows or columns."""
    quads = np.repeat(TRUE, 33_000, axis=0)
    points = np.repeat(np.array([[14.5, 14.5]]), 33_000, axis=0)

    of_many_labels = sample(IMAGE, views(quads), monomials(points[:2]))
    many_of_one = sample(IMAGE, views(TRUE), monomials(points))

    assert (33_000, 2) == of_many_labels.shape
    assert (1, 33_000) == many_of_one.shape
    assert 1 == len(np.unique(np.concatenate([of_many_labels.ravel(), many_of_one.ravel()])))


def test_a_view_is_a_homography_to_a_hundredth_of_a_module():
    """A label at thirty times its own edge, at 60 degrees to the ray."""
    steep = np.array([[[100, 100], [158, 101], [157, 130], [101, 129]]], dtype=np.float32)
    points = np.stack(np.meshgrid(np.arange(29.5), np.arange(29.5)), -1).reshape(-1, 2)

    off = seen_at(views(steep), monomials(points)) - project(homographies(steep), points)

    assert np.abs(off).max() < 0.01 * 2
