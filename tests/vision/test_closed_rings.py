"""Rings are found by the light area that they close in; what is left of a label tells it from a printed frame."""

import cv2
import numpy as np
import pytest

from vision.detection.closed_rings import closed_rings
from vision.detection.module_size import ModuleSizeRange
from vision.detection.spoiled_labels import are_spoiled_labels

SIZES = ModuleSizeRange(1.7, 2.4)


def ring(
    size: float, turn: float, inside: int = 210, symbol: int | None = None, edges: tuple[float, float] = (25, 21)
) -> tuple[np.ndarray, np.ndarray]:
    """A picture with one ring, `size` pixels a module, and its outer corners, shape (4, 2).

    `symbol` is the grey of its symbol's place, where that is another one; `edges` are those of the ring's inside and of
    that place, in modules.
    """
    angle = np.deg2rad(turn)
    turned = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) @ turned
    fine = np.full((8 * 200, 8 * 220), 90, np.uint8)
    for modules, light in ((29, 220), (28, 30), (edges[0], inside), (edges[1], symbol or inside)):
        corners = 8 * (square * modules * size + (110.5, 100.5)) - 0.5
        cv2.fillConvexPoly(fine, np.rint(16 * corners).astype(np.int32), light, cv2.LINE_8, 4)
    return photographed(fine), square * 28 * size + (110, 100)


def photographed(fine: np.ndarray) -> np.ndarray:
    """An eighth as large, a little blurred: lenses blur light, of which grey values are a root."""
    light = cv2.resize((fine / 255.0) ** 2.2, (220, 200), interpolation=cv2.INTER_AREA)
    return np.rint(255 * cv2.GaussianBlur(light, (0, 0), 0.8) ** (1 / 2.2)).astype(np.uint8)


def is_found(image: np.ndarray, corners: np.ndarray) -> bool:
    """Whether each corner of the ring is one of some quad's, to three modules: edges are fitted afterwards."""
    apart = np.linalg.norm(closed_rings(image, SIZES)[:, :, None] - corners, axis=3).min(axis=1)
    return bool((apart.max(axis=1) < 3 * 2.0).any())


@pytest.mark.parametrize("turn", [0, 20, 45, 70])
def test_a_ring_is_found_however_it_is_turned(turn):
    image, corners = ring(2.0, turn, symbol=185)

    assert is_found(image, corners)
    assert are_spoiled_labels(image, corners[None].astype(np.float32)).all()


@pytest.mark.parametrize("size", [1.0, 3.6])
def test_a_ring_of_another_size_is_none(size):
    assert not is_found(*ring(size, 10))


def test_a_ring_with_a_wide_gap_is_none():
    image, corners = ring(2.0, 0)
    image[90:110] = 210

    assert not is_found(image, corners)


def in_a_glare(place: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Corners of the symbol are left; what they are cannot be told."""
    image, corners = ring(2.0, 0)
    for x, y in ((89, 79), (117, 79), (89, 107)):
        for inset, grey in ((0, 30), (2, 210), (4, 30)):
            image[y + inset : y + 14 - inset, x + inset : x + 14 - inset] = grey
    shine = np.zeros(image.shape, np.float32)
    cv2.ellipse(shine, place, (22, 20), 30, 0, 360, 1.0, -1)
    return (image + (255 - image) * cv2.GaussianBlur(shine, (0, 0), 2.0)).astype(np.uint8), corners


@pytest.mark.parametrize("place", [(110, 100), (103, 96), (114, 103)])
def test_a_label_in_a_glare_is_one_wherever_the_glare_is(place):
    image, corners = in_a_glare(place)

    assert is_found(image, corners)
    assert are_spoiled_labels(image, corners[None].astype(np.float32)).all()


def test_a_frame_of_double_width_is_no_label_though_it_is_empty():
    image, corners = ring(2.0, 0)
    cv2.rectangle(image, (80, 70), (140, 130), 30, 5)

    assert not are_spoiled_labels(image, corners[None].astype(np.float32)).any()


def is_spoiled(image: np.ndarray, corners: np.ndarray) -> bool:
    return bool(are_spoiled_labels(image, corners[None].astype(np.float32)).any())


def test_a_frame_round_nothing_is_no_label_and_one_round_the_grey_that_water_leaves_is():
    assert [False, True] == [is_spoiled(*ring(2.0, 0)), is_spoiled(*ring(2.0, 0, symbol=185))]


@pytest.mark.parametrize("turn", [0, 30])
def test_a_panel_hardly_darker_than_its_paper_is_no_label_though_the_lens_draws_the_ring_into_the_paper(turn):
    assert [False, True] == [is_spoiled(*ring(2.0, turn, symbol=grey)) for grey in (203, 195)]


def worn(ink: int) -> tuple[np.ndarray, np.ndarray]:
    """Half of a symbol's modules have come off."""
    rng = np.random.default_rng(3)
    modules = np.where(rng.random((21, 21)) < 0.25, ink, 210)
    finder = np.full((8, 8), 210)
    for inset, grey in ((0, ink), (1, 210), (2, ink)):
        finder[inset : 7 - inset, inset : 7 - inset] = grey
    modules[:8, :8], modules[:8, -8:], modules[-8:, :8] = finder, finder[:, ::-1], finder[::-1]
    modules[rng.random((21, 21)) < 0.45] = 210
    image, corners = ring(2.0, 0)
    image[79:121, 89:131] = modules.repeat(2, axis=0).repeat(2, axis=1)
    return cv2.GaussianBlur(image, (0, 0), 0.8), corners


@pytest.mark.parametrize("edges", [(25.25, 21), (24.5, 21), (25, 22), (25, 20), (24.7, 20.5)])
@pytest.mark.parametrize("turn", [0, 30])
def test_a_grey_panel_in_a_frame_that_is_not_as_wide_as_ours_or_elsewhere_is_no_label(edges, turn):
    assert not is_spoiled(*ring(2.0, turn, symbol=185, edges=edges))


def test_what_is_left_of_a_symbol_is_as_black_as_its_ring():
    assert [True, True, False] == [is_spoiled(*worn(ink)) for ink in (30, 90, 150)]


def test_a_window_with_a_pane_is_no_label_though_it_is_grey():
    image, corners = ring(2.0, 0, symbol=185)
    image[75:126, 114:116] = 120

    assert not is_spoiled(image, corners)


def test_a_frame_within_a_frame_has_four_corners_alike_and_is_no_label():
    image, corners = ring(2.0, 0)
    cv2.rectangle(image, (110 - 20, 100 - 20), (110 + 20, 100 + 20), 40, 2)

    assert not is_spoiled(image, corners)


def test_a_frame_with_print_in_it_is_no_label():
    image, corners = ring(2.0, 0)
    cv2.putText(image, "IX", (92, 112), cv2.FONT_HERSHEY_DUPLEX, 1.2, 30, 3)

    assert not are_spoiled_labels(image, corners[None].astype(np.float32)).any()


def test_where_a_label_has_been_read_none_is_looked_for():
    image, corners = ring(2.0, 0)

    assert 1 == len(closed_rings(image, SIZES))
    assert 0 == len(closed_rings(image, SIZES, corners[None]))


def test_a_light_area_that_is_heavy_on_one_side_is_not_outlined():
    """A corner of print fills half of a frame as large as a label's inside."""
    image, corners = ring(2.0, 0)
    low, high = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int)
    triangle = np.array([low + 5, (high[0] - 5, low[1] + 5), (low[0] + 5, high[1] - 5)])
    cv2.fillConvexPoly(image, triangle, 30)

    assert 0 == len(closed_rings(image, SIZES))


def test_an_empty_picture_has_none():
    assert (0, 4, 2) == closed_rings(np.full((80, 90), 120, np.uint8), SIZES).shape
    assert 0 == len(are_spoiled_labels(np.zeros((40, 40), np.uint8), np.empty((0, 4, 2), np.float32)))
