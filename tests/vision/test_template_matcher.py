"""Known labels are confirmed where they are, at about a microsecond each."""

import numpy as np
import pytest

from tests.vision.test_detector import BOOK, CODEBOOK, table
from vision.detection.detector import LabelDetector
from vision.detection.template_matcher import WHOLE, TemplateMatcher

IMAGE = table((BOOK[1], 40, 60, 0), (BOOK[2], 200, 90, 1))


@pytest.fixture(scope="module")
def matcher():
    known = LabelDetector(CODEBOOK, (2.5, 3.5)).detect(IMAGE).decoded
    assert 2 == len(known)
    return TemplateMatcher(CODEBOOK, known)


def test_a_label_at_its_place_is_confirmed(matcher):
    assert matcher.scores(IMAGE).min() > 0.8


def test_one_label_is_verified_as_among_others(matcher):
    known = LabelDetector(CODEBOOK, (2.5, 3.5)).detect(IMAGE).decoded

    assert TemplateMatcher(CODEBOOK, known[1:]).scores(IMAGE)[0] == pytest.approx(matcher.scores(IMAGE)[1], abs=1e-5)


def test_a_label_moved_by_little_more_than_a_module_is_noticed(matcher):
    """VISION 5: moved by 1.1 modules the score falls to about 0."""
    assert np.abs(matcher.scores(np.roll(IMAGE, 4, axis=1))).max() < 0.35


def test_another_tag_at_the_place_is_noticed(matcher):
    other = table((BOOK[11], 40, 60, 0), (BOOK[12], 200, 90, 1))

    assert np.abs(matcher.scores(other)).max() < 0.4


def test_a_label_with_a_covered_part_is_verified_by_the_rest(matcher):
    known = LabelDetector(CODEBOOK, (2.5, 3.5)).detect(IMAGE).decoded
    left = min(range(2), key=lambda number: known[number].x)
    picture = IMAGE.copy()
    edge = round(known[left].x + 0.1 * known[left].size_px)
    picture[:, edge : edge + 60] = 190

    part = matcher.visible_part(left, picture)
    by_the_rest = TemplateMatcher(CODEBOOK, known, parts=[part if number == left else WHOLE for number in range(2)])

    assert matcher.scores(picture)[left] < 0.75
    assert by_the_rest.scores(picture)[left] > 0.8
    assert by_the_rest.scores(np.roll(picture, 4, axis=0))[left] < 0.35
    assert by_the_rest.scores(picture)[1 - left] == matcher.scores(picture)[1 - left]


def test_nothing_is_taken_for_covered_where_all_is_to_be_seen(matcher):
    assert WHOLE == matcher.visible_part(0, IMAGE)


def test_no_labels_need_no_time():
    assert 0 == len(TemplateMatcher(CODEBOOK, ()).scores(IMAGE))


def test_a_smaller_picture_than_the_places_is_no_crash(matcher):
    assert (2,) == matcher.scores(IMAGE[:100, :100]).shape
