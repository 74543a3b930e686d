"""The closed-set reader on small rendered tables: who is where, what is unreadable, and never a guess.

The recall tables themselves are `python -m benchmarks.vision`; here every promise is checked once, on few labels.
"""

from dataclasses import replace
from unittest.mock import patch

import cv2
import numpy as np
import pytest

from benchmarks.vision.pose import pose_error
from benchmarks.vision.scenes import render
from benchmarks.vision.specs import BUSY, COVERED, DARK, EASY, HALF_COVERED, HARD, NUISANCES, STEEP, TILTED, TYPICAL, at
from companion.conformance.tag_tables import make
from companion.core.tags import TagId
from vision.detection import single_scale
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector
from vision.labels import MODULES, label_image

BOOK = list(make([TagId("B", number) for number in range(1, 61)], []).values())
STRANGERS = list(make([TagId("X", number) for number in range(1, 31)], []).values())
CODEBOOK = Codebook(BOOK)


def small(spec, ppm, labels=9, **changes):
    return replace(at(spec, ppm), width=int(390 * ppm), height=int(300 * ppm), labels=labels, hands=0, **changes)


def read(scene, low=0.8, high=1.12):
    return LabelDetector(CODEBOOK, (low * scene.spec.ppm, high * scene.spec.ppm)).detect(scene.image)


def clear(scene):
    return {truth.payload: truth for truth in scene.truths if truth.kind == "clear"}


def table(*placed, ppm=3.0, size=(400, 500)):
    """A flat picture with labels at (payload, left, top, quarter turns clockwise)."""
    image = np.full(size, 150, np.uint8)
    edge = round(MODULES * ppm)
    for payload, left, top, turns in placed:
        image[top : top + edge, left : left + edge] = np.rot90(label_image(payload, ppm), -turns)
    return photographed(image)


def photographed(image):
    """Paper and ink through a lens, which blurs light; grey values are a root of it."""
    light = cv2.GaussianBlur(np.interp(image, (0, 255), (0.05, 0.8)) ** 2.2, (0, 0), 0.8)
    return np.rint(255 * light ** (1 / 2.2)).astype(np.uint8)


class TestRecall:
    @pytest.mark.parametrize(
        ("spec", "ppm", "low", "high"),
        [
            (EASY, 1.25, 0.8, 1.12),
            (TYPICAL, 1.25, 0.8, 1.12),
            (TYPICAL, 2.0, 0.8, 1.12),
            (HARD, 2.0, 0.8, 1.12),
            (DARK, 2.0, 0.8, 1.12),
            (TILTED, 2.4, 0.62, 1.2),
        ],
        ids=lambda value: getattr(value, "name", value),
    )
    def test_all_clear_labels_of_a_small_table(self, spec, ppm, low, high):
        """Identity and place, within one module, right in one frame."""
        scene = render(small(spec, ppm, glared=0.0, covered=0.0), BOOK, (), seed=1)
        truths = clear(scene)
        found = {s.tag: s for s in read(scene, low, high).decoded}

        assert set(truths) <= set(found)
        for payload, truth in truths.items():
            assert np.hypot(found[payload].x - truth.centre[0], found[payload].y - truth.centre[1]) < truth.module_px

    def test_partly_covered_labels(self):
        """Of labels covered to 8-30 % most are read; here at least five of nine."""
        scene = render(small(COVERED, 2.0), BOOK, (), seed=5)
        right = {truth.payload for truth in scene.truths if truth.kind == "covered"} & {
            s.tag for s in read(scene).decoded
        }

        assert len(right) >= 5

    def test_one_label_alone_is_not_searched_for_again(self):
        """It is accepted as fitted and as moved: that is one label, and tells no more of how labels look."""
        image = table((BOOK[3], 100, 80, 0))
        image[80:116, 100:190] = 90
        with patch.object(single_scale, "_searched", side_effect=single_scale._searched) as search:
            found = LabelDetector(CODEBOOK, (2.5, 3.5)).detect(image)

        assert [BOOK[3]] == [label.tag for label in found.decoded]
        assert 1 == search.call_count

    def test_labels_seen_steeply(self):
        """Between ray and label up to 62 degrees."""
        scene = render(small(STEEP, 2.6), BOOK, (), seed=3)
        truths = {t.payload for t in scene.truths if t.kind == "clear" and t.angle <= 62 and 1.3 <= t.module_px <= 3}

        assert len(truths) >= 5
        assert truths <= {s.tag for s in read(scene, 0.45, 1.45).decoded}

    def test_labels_of_which_up_to_half_is_covered(self):
        """All of which at least 80 % is seen, most of the others, and no other tag."""
        scene = render(small(HALF_COVERED, 2.2), BOOK, (), seed=6)
        covered = {t.payload: t.visible for t in scene.truths if t.kind == "covered"}
        found = {s.tag for s in read(scene).decoded}

        assert len(covered) >= 6
        assert {tag for tag, visible in covered.items() if visible >= 0.8} <= found
        assert len(found & set(covered)) >= 0.8 * len(covered)
        assert found <= {truth.payload for truth in scene.truths}

    def test_busy_art_hides_no_label_and_makes_none(self):
        """Items 6 and 9."""
        scene = render(small(BUSY, 1.6, glared=0.0, covered=0.0), BOOK, (), seed=7)
        found = read(scene, 0.77, 1.32)

        assert set(clear(scene)) <= {s.tag for s in found.decoded}
        assert () == found.unreadable

    def test_pose_is_exact(self):
        """Pose to about 3 degrees; here to one degree and 2 % of the size."""
        scene = render(small(TYPICAL, 2.0, glared=0.0, covered=0.0), BOOK, (), seed=2)
        for detection in read(scene).decoded:
            truth = clear(scene)[detection.tag]
            edge = truth.corners[1] - truth.corners[0] + truth.corners[2] - truth.corners[3]
            turn = np.rad2deg(np.arctan2(edge[1], edge[0]))
            assert abs((detection.rotation_deg - turn + 180) % 360 - 180) < 1.0
            assert truth.module_px == pytest.approx(detection.size_px / 28, rel=0.02)
            assert np.abs(np.array(detection.corners) - truth.corners).max() < truth.module_px

    def test_a_faint_label_with_a_covered_side_is_not_turned_by_it(self):
        """Pose to about 3 degrees, here to half of that: by its sides alone one of these labels is 2.3 off."""
        scene = render(small(TYPICAL, 1.0, covered=0.5), BOOK, (), seed=9)
        truths = {truth.payload: truth for truth in scene.truths}

        assert max(pose_error(s, truths[s.tag])[1] for s in read(scene).decoded) < 1.5


class TestWhatIsReported:
    def test_turns_and_corners_are_the_label_s_own(self):
        image = table(*((BOOK[turn], 30 + 110 * turn, 60, turn) for turn in range(4)))
        found = {s.tag: s for s in LabelDetector(CODEBOOK, (2.5, 3.5)).detect(image).decoded}

        for turn in range(4):
            detection = found[BOOK[turn]]
            assert 90 * turn == pytest.approx((detection.rotation_deg + 5) % 360 - 5, abs=0.5)
            assert (30 + 110 * turn + 43, 103) == pytest.approx((detection.x, detection.y), abs=0.3)
            left = 30 + 110 * turn
            square = [(left + 1, 61), (left + 85, 61), (left + 85, 145), (left + 1, 145)]
            assert square[turn] == pytest.approx(detection.corners[0], abs=0.8)

    def test_a_tag_that_lies_there_twice_is_reported_twice(self):
        """Duplicates are reported, never silently merged."""
        image = table((BOOK[7], 30, 40, 0), (BOOK[7], 300, 200, 1), (BOOK[8], 180, 100, 0))
        tags = sorted(s.tag for s in LabelDetector(CODEBOOK, (2.5, 3.5)).detect(image).decoded)

        assert sorted([BOOK[7], BOOK[7], BOOK[8]]) == tags

    def test_a_label_of_no_book_is_unreadable_not_guessed(self):
        """Something unreadable here is reported as such."""
        image = table((STRANGERS[0], 60, 80, 0), (BOOK[3], 250, 100, 2))
        found = LabelDetector(CODEBOOK, (2.5, 3.5)).detect(image)

        assert [BOOK[3]] == [s.tag for s in found.decoded]
        (outline,) = found.unreadable
        assert (103, 123) == pytest.approx((outline.x, outline.y), abs=1)
        assert 84 == pytest.approx(outline.size_px, abs=2)

    def test_a_label_smudged_beyond_reading_is_unreadable(self):
        image = table((BOOK[3], 60, 80, 0))
        image[92:155, 98:109] = image[118:129, 72:135] = image[128:155, 100:135] = 128
        found = LabelDetector(CODEBOOK, (2.5, 3.5)).detect(image)

        assert () == found.decoded
        assert 1 == len(found.unreadable)

    def test_a_label_of_which_only_the_ring_is_left_is_unreadable(self):
        """Water has taken the symbol, and no finder pattern tells of the label."""
        image = np.full((400, 500), 150, np.uint8)
        for payload, left in ((BOOK[3], 60), (BOOK[4], 250)):
            image[80:167, left : left + 87] = label_image(payload, 3.0)
        image[92:155, 72:135] = 215
        image = photographed(image)
        found = LabelDetector(CODEBOOK, (2.5, 3.5)).detect(image)

        assert [BOOK[4]] == [s.tag for s in found.decoded]
        (outline,) = found.unreadable
        assert (103, 123) == pytest.approx((outline.x, outline.y), abs=1)

    def test_a_frame_round_anything_else_is_no_label(self):
        """Framed text and dice would become questions."""
        image = table((BOOK[3], 60, 80, 0), (BOOK[4], 250, 80, 0))
        image[92:155, 72:135] = 220
        cv2.putText(image, "New World", (74, 120), cv2.FONT_HERSHEY_SIMPLEX, 0.4, 30)
        image[92:155, 262:325] = 220
        for x, y in ((275, 105), (312, 105), (293, 123), (275, 142), (312, 142)):
            cv2.circle(image, (x, y), 6, 30, -1)
        found = LabelDetector(CODEBOOK, (2.5, 3.5)).detect(image)

        assert ((), ()) == (found.decoded, found.unreadable)

    def test_nothing_is_made_of_strangers_chequers_and_text(self):
        """Foreign codes, printed squares, chequerboards and text give no false reading."""
        for seed in range(3):
            scene = render(small(NUISANCES, 2.0, labels=6, foreign=1.0), BOOK, STRANGERS, seed)
            assert () == read(scene).decoded

    def test_the_same_picture_gives_the_same_answer(self):
        scene = render(small(HARD, 2.0), BOOK, (), seed=4)

        assert read(scene) == read(scene)


class TestSizes:
    @pytest.mark.parametrize("ppm", [1.5, 3.0, 6.0])
    def test_unknown_size_is_searched_for(self, ppm):
        image = table((BOOK[5], 40, 50, 1), ppm=ppm, size=(300, 320))

        assert [BOOK[5]] == [s.tag for s in LabelDetector(CODEBOOK).detect(image).decoded]

    def test_a_label_of_another_size_than_calibrated_is_not_looked_for(self):
        image = table((BOOK[5], 40, 50, 1), ppm=6.0, size=(300, 320))

        assert () == LabelDetector(CODEBOOK, (1.2, 1.8)).detect(image).decoded

    @pytest.mark.parametrize("sizes", [(0.0, 2.0), (3.0, 2.0), (-1.0, 1.0)])
    def test_an_impossible_range_is_refused(self, sizes):
        with pytest.raises(ValueError, match="module's size"):
            LabelDetector(CODEBOOK, sizes)


class TestAnyPicture:
    @pytest.mark.parametrize("shape", [(1, 1), (1, 200), (3, 3), (40, 60), (60, 2000)])
    @pytest.mark.parametrize("grey", [0, 130, 255])
    def test_blank_pictures_of_any_shape_show_nothing(self, shape, grey):
        found = LabelDetector(CODEBOOK, (1.5, 2.2)).detect(np.full(shape, grey, np.uint8))

        assert ((), ()) == (found.decoded, found.unreadable)

    def test_noise_shows_nothing(self):
        noise = np.random.default_rng(1).integers(0, 256, (300, 400), dtype=np.uint8)

        assert () == LabelDetector(CODEBOOK).detect(noise).decoded

    @pytest.mark.parametrize(
        "image", [np.zeros((5, 5, 3), np.uint8), np.zeros((5, 5), np.float32), np.zeros((0, 5), np.uint8)]
    )
    def test_what_is_no_luma_picture_is_refused(self, image):
        with pytest.raises(ValueError, match="luma picture"):
            LabelDetector(CODEBOOK).detect(image)

    def test_a_crop_that_is_not_contiguous_is_read(self):
        image = table((BOOK[9], 200, 150, 0))

        found = LabelDetector(CODEBOOK, (2.5, 3.5)).detect(image[100:300, 150:350])

        assert [BOOK[9]] == [s.tag for s in found.decoded]
