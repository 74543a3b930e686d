"""The reader's steps one by one, on drawings whose answer is known."""

from itertools import pairwise

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.tags import anchors
from vision.codebook import Codebook
from vision.labels import FRAME_MODULES, MARGIN_MODULES, MODULES, label_image
from vision.reading.finders import Finders, find_finders, near_pairs, squares, triples
from vision.reading.judge import SYMBOL_CENTRES
from vision.reading.outlines import outline_quads
from vision.reading.places import best_places, has_earlier_neighbour, label_like, outside
from vision.reading.polish import Drawings, likeness, polish
from vision.reading.sides import FAR, NEAR, fit_sides, ring_score
from vision.reading.sizes import SizeRange
from vision.reading.warp import homographies, look, project

CODEBOOK = Codebook(anchors().values())
RING = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) * FRAME_MODULES + MARGIN_MODULES


def drawn(tag, matrix, size=(200, 220), ppm=8):
    """The anchor's label under a homography from modules to pixels, by area."""
    label = np.pad(label_image(CODEBOOK.payloads[tag], ppm), ppm, constant_values=120)
    to_modules = np.array([[1 / ppm, 0, 0.5 / ppm - 1], [0, 1 / ppm, 0.5 / ppm - 1], [0, 0, 1]])
    finer = np.array([[4, 0, 1.5], [0, 4, 1.5], [0, 0, 1]])
    fine = cv2.warpPerspective(label, finer @ matrix @ to_modules, (size[1] * 4, size[0] * 4), borderValue=120)
    small = cv2.resize(fine, (size[1], size[0]), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(small, (0, 0), 0.7)


def slanted(ppm=2.5, angle=25.0):
    turn = np.deg2rad(angle)
    flat = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    to_middle = np.array([[1, 0, -MODULES / 2], [0, 1, -MODULES / 2], [0, 0, 1]])
    view = np.array([[ppm, 0, 110], [0, 0.9 * ppm, 100], [0, 0, 1]])
    slant = np.array([[1, 0, 0], [0, 1, 0], [0.001, -0.002, 1]])
    return view @ slant @ flat @ to_middle


MATRIX = slanted()
IMAGE = drawn(2, MATRIX)
TRUE = project(MATRIX[None], RING).astype(np.float32)


def corner_error(quad):
    return min(np.linalg.norm(np.roll(quad, turn, axis=0) - TRUE[0], axis=1).max() for turn in range(4))


class TestWarp:
    @given(st.lists(st.tuples(st.floats(-9, 9), st.floats(-9, 9)), min_size=4, max_size=4))
    def test_homographies_send_the_ring_s_corners_to_the_quad(self, shifts):
        quad = np.array([[50, 40], [90, 42], [95, 88], [48, 85]]) + np.array(shifts)

        assert quad == pytest.approx(project(homographies(quad[None]), RING)[0], abs=1e-6)

    def test_look_takes_bilinear_values(self):
        ramp = np.add.outer(np.arange(60) * 2, np.arange(80)).astype(np.uint8)
        quad = np.array([[[10, 10], [38, 10], [38, 38], [10, 38]]], dtype=np.float32)

        seen = look(ramp, homographies(quad), np.array([[0.5, 0.5], [1.0, 0.5], [0.5, 1.5]]))

        assert [30.0, 30.5, 32.0] == pytest.approx(seen[0].tolist(), abs=0.6)

    def test_no_labels_are_no_values(self):
        assert (0, 3) == look(IMAGE, np.empty((0, 3, 3)), np.zeros((3, 2))).shape

    def test_more_places_than_a_picture_may_have_rows(self):
        """cv2.remap takes no more than 32766 rows or columns."""
        quads = np.repeat(TRUE, 400, axis=0)
        points = np.repeat(np.array([[14.5, 14.5]]), 100, axis=0)

        seen = look(IMAGE, homographies(quads), points)

        assert (400, 100) == seen.shape
        assert seen.max() == seen.min()


class TestSides:
    @pytest.mark.parametrize("seed", range(5))
    def test_rough_corners_become_exact(self, seed):
        """From up to 1.5 modules off to a tenth of a module."""
        rough = TRUE + np.random.default_rng(seed).uniform(-2.7, 2.7, TRUE.shape).astype(np.float32)

        fitted = fit_sides(IMAGE, fit_sides(IMAGE, rough, FAR), NEAR)

        assert corner_error(fitted[0]) < 0.3

    def test_ring_score_tells_rings_from_anything_else(self):
        elsewhere = np.concatenate([TRUE * 0.7 + 20, TRUE + 25])

        assert ring_score(IMAGE, TRUE)[0] > 1.3
        assert ring_score(IMAGE, elsewhere).max() < 0.6

    def test_nothing_stays_nothing(self):
        assert 0 == len(fit_sides(IMAGE, TRUE[:0], FAR)) == len(ring_score(IMAGE, TRUE[:0]))


class TestProposals:
    SIZES = SizeRange(2.0, 3.0)

    def test_three_finders_give_the_label(self):
        finders = find_finders(IMAGE, 2.4)
        quads, _ = triples(finders, near_pairs(finders, self.SIZES), self.SIZES)

        assert min(corner_error(quad) for quad in quads) < 2 * 2.5

    def test_two_finders_give_the_label_though_one_is_covered(self):
        covered = IMAGE.copy()
        middle = project(MATRIX[None], np.array([[21.5, 7.5]]))[0, 0]
        cv2.circle(covered, np.rint(middle).astype(int).tolist(), 12, 90, -1)

        finders = find_finders(covered, 2.4)
        quads, _ = squares(finders, near_pairs(finders, self.SIZES), self.SIZES)

        assert min(corner_error(quad) for quad in quads) < 3 * 2.5

    def test_the_ring_s_outline_gives_the_label(self):
        quads = outline_quads(IMAGE, self.SIZES, TRUE[:0])

        assert min(corner_error(quad) for quad in quads) < 2 * 2.5

    def test_a_known_label_is_not_outlined_again(self):
        assert 0 == len(outline_quads(IMAGE, self.SIZES, TRUE))

    def test_wide_ranges_are_searched_in_parts_that_meet(self):
        parts = SizeRange(1.0, 8.0).parts()

        assert (1.0, 8.0) == pytest.approx((parts[0].least, parts[-1].most))
        assert all(a.most == pytest.approx(b.least) for a, b in pairwise(parts))
        assert all(part.most / part.least < 1.51 for part in parts)
        assert (SizeRange(1.6, 2.2).least,) == tuple(part.least for part in SizeRange(1.6, 2.2).parts())


class TestPlaces:
    SQUARE = np.array([[0, 0], [56, 0], [56, 56], [0, 56]], dtype=np.float32)

    def test_the_best_of_each_place_stays(self):
        quads = np.stack([self.SQUARE, self.SQUARE + 3, self.SQUARE + 100])

        kept = best_places(quads, np.array([0.5, 0.9, 0.1], dtype=np.float32), 8.0)

        assert [31.0, 128.0] == kept.mean(axis=1)[:, 0].tolist()

    def test_squeezed_or_wrongly_sized_quads_are_no_labels(self):
        quads = np.stack([self.SQUARE, self.SQUARE * [1, 0.4], self.SQUARE * 2, self.SQUARE / 2])

        assert [True, False, False, False] == label_like(quads, SizeRange(1.6, 2.2)).tolist()

    def test_outside_means_outside_all_labels(self):
        places = np.array([[28.0, 28.0], [100.0, 28.0]], dtype=np.float32)

        assert [False, True] == outside(places, self.SQUARE[None]).tolist()


class TestIdentity:
    PATCH = look(IMAGE, homographies(TRUE), SYMBOL_CENTRES)

    def test_the_drawn_tag_is_found(self):
        match = CODEBOOK.identify(self.PATCH)

        assert (2, 0) == (match.index[0], match.turns[0])
        assert match.score[0] > 0.9
        assert match.margin[0] > 0.4

    @pytest.mark.parametrize("turns", range(4))
    def test_turned_patches_give_tag_and_turns(self, turns):
        patch = np.rot90(self.PATCH.reshape(21, 21), -turns).reshape(1, 441)
        match = CODEBOOK.identify(np.ascontiguousarray(patch))

        assert (2, turns) == (match.index[0], match.turns[0])

    def test_light_and_contrast_do_not_matter(self):
        dim = self.PATCH * 0.2 + np.linspace(10, 90, 441, dtype=np.float32)

        assert 2 == CODEBOOK.identify(dim).index[0]
        assert CODEBOOK.identify(dim).margin[0] > 0.35

    def test_noise_has_no_lead(self):
        """What is no label of ours has a lead under the least that is accepted."""
        noise = np.random.default_rng(0).normal(128, 40, (2000, 441)).astype(np.float32)

        assert CODEBOOK.identify(noise).margin.max() < 0.18

    def test_a_book_of_one_tag(self):
        match = Codebook([CODEBOOK.payloads[2]]).identify(self.PATCH)

        assert (0, 0) == (match.index[0], match.turns[0])

    @pytest.mark.parametrize("payloads", [[], [anchors()[1], anchors()[1]]])
    def test_an_empty_or_ambiguous_book_is_refused(self, payloads):
        with pytest.raises(ValueError, match="codebook"):
            Codebook(payloads)


class TestPolish:
    def test_corners_go_where_the_tag_fits_best(self):
        """From about half a module off, mostly to a quarter of a module, though a corner is covered."""
        covered = IMAGE.copy()
        covered[125:] = 100
        rough = TRUE + np.random.default_rng(1).uniform(-1.5, 1.5, (20, 4, 2)).astype(np.float32)
        labels = CODEBOOK.labels(np.full(20, 2))

        better = polish(covered, rough, Drawings.of(CODEBOOK, np.full(20, 2)), steps=8)

        seen = TRUE[0][:, 1] < 120
        off = np.linalg.norm(better - TRUE, axis=2)[:, seen].max(axis=1) / 2.5
        assert 3 == seen.sum()
        assert np.median(off) < 0.25
        assert np.median(likeness(covered, better, labels)) > np.median(likeness(covered, rough, labels)) + 0.02

    def test_likeness_knows_the_tag(self):
        right, wrong = (likeness(IMAGE, TRUE, CODEBOOK.labels(np.array([tag])))[0] for tag in (2, 5))

        assert right > 0.8
        assert wrong < right - 0.1


class TestBounds:
    """A table-cloth full of look-alikes must not fill the memory."""

    def test_from_each_finder_only_some_legs_are_followed(self):
        x, y = np.meshgrid(np.arange(60), np.arange(60))
        places = np.stack([x.ravel(), y.ravel()], axis=-1).astype(np.float32) * 3
        finders, sizes = Finders(places, np.linspace(0.5, 0.9, 3600, dtype=np.float32)), SizeRange(1.0, 1.4)

        quads, goodness = triples(finders, near_pairs(finders, sizes), sizes)

        assert 0 < len(quads) == len(goodness) <= 3600 * 24 * 24

    def test_neighbours_are_found_in_blocks(self):
        places = np.random.default_rng(3).uniform(0, 300, (2500, 2)).astype(np.float32)
        reach = np.full(2500, 6.0)

        apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
        expected = (np.tril(apart, -1) + np.triu(np.full_like(apart, 99)) < 6.0).any(axis=1)

        assert expected.tolist() == has_earlier_neighbour(places, reach).tolist()

    def test_wedges_are_no_labels(self):
        """A label is small beside its distance: seen slantingly it is nearly a parallelogram."""
        square = np.array([[0, 0], [56, 0], [56, 56], [0, 56]], dtype=np.float32)
        wedge = square + np.array([[0, 0], [0, 0], [12, 12], [0, 0]], dtype=np.float32)

        assert [True, False] == label_like(np.stack([square, wedge]), SizeRange(1.6, 2.2)).tolist()
