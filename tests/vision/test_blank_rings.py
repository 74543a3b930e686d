"""Rings with nothing in them are found by the light area that they close in."""

import cv2
import numpy as np
import pytest

from vision.detection.blank_rings import blank_rings, is_blank
from vision.detection.module_size import ModuleSizeRange

SIZES = ModuleSizeRange(1.7, 2.4)


def ring(size: float, turn: float, inside: int = 210) -> tuple[np.ndarray, np.ndarray]:
    """A picture with one ring, `size` pixels a module, and its outer corners, shape (4, 2)."""
    angle = np.deg2rad(turn)
    turned = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) @ turned
    image = np.full((200, 220), 90, np.uint8)
    for modules, light in ((29, 220), (28, 30), (25, inside)):
        cv2.fillConvexPoly(image, np.rint(16 * (square * modules * size + (110, 100))).astype(np.int32), light, 8, 4)
    return cv2.GaussianBlur(image, (0, 0), 0.8), square * 28 * size + (110, 100)


def is_found(image: np.ndarray, corners: np.ndarray) -> bool:
    """Whether each corner of the ring is one of some quad's, to three modules: edges are fitted afterwards."""
    apart = np.linalg.norm(blank_rings(image, SIZES)[:, :, None] - corners, axis=3).min(axis=1)
    return bool((apart.max(axis=1) < 3 * 2.0).any())


@pytest.mark.parametrize("turn", [0, 20, 45, 70])
def test_a_ring_is_found_however_it_is_turned(turn):
    image, corners = ring(2.0, turn)

    assert is_found(image, corners)
    assert is_blank(image, corners[None].astype(np.float32)).all()


@pytest.mark.parametrize("size", [1.0, 3.6])
def test_a_ring_of_another_size_is_none(size):
    assert not is_found(*ring(size, 10))


def test_a_ring_that_is_not_closed_is_none():
    image, corners = ring(2.0, 0)
    image[95:105] = 210

    assert not is_found(image, corners)


def test_a_frame_with_a_picture_in_it_is_not_blank():
    image, corners = ring(2.0, 0)
    cv2.putText(image, "IX", (92, 112), cv2.FONT_HERSHEY_DUPLEX, 1.2, 30, 3)

    assert not is_blank(image, corners[None].astype(np.float32)).any()


def test_an_empty_picture_has_none():
    assert (0, 4, 2) == blank_rings(np.full((80, 90), 120, np.uint8), SIZES).shape
    assert 0 == len(is_blank(np.zeros((40, 40), np.uint8), np.empty((0, 4, 2), np.float32)))
