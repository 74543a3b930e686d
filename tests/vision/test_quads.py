"""Labels are proposed from the contours of their rings."""

from tests.vision.drawings import IMAGE, TRUE, corner_error
from vision.detection.module_size import ModuleSizeRange
from vision.detection.quads import contour_quads

SIZES = ModuleSizeRange(2.0, 3.0)


def test_the_ring_s_outline_gives_the_label():
    quads = contour_quads(IMAGE, SIZES, TRUE[:0])

    assert min(corner_error(quad) for quad in quads) < 2 * 2.5


def test_a_known_label_is_not_outlined_again():
    assert 0 == len(contour_quads(IMAGE, SIZES, TRUE))
