"""A label of which a part is covered is told by the part that is seen."""

from functools import cache

import numpy as np
import pytest

from companion.conformance.tag_tables import make
from companion.core.tags import TagId
from tests.vision.drawings import CODEBOOK, IMAGE, TRUE
from vision.detection.codebook import Codebook
from vision.detection.decode import SYMBOL_CENTRES, VISIBLE_MARGIN, VISIBLE_SCORE
from vision.detection.warp import sample, views

PATCH = sample(IMAGE, views(TRUE), SYMBOL_CENTRES)


@cache
def others() -> Codebook:
    """Labels of no set of ours."""
    return Codebook(list(make([TagId("X", number) for number in range(1, 200)], []).values()))


def covered(direction: float, share: float) -> np.ndarray:
    """The patch with a share of it hidden under one grey, behind a straight edge."""
    y, x = np.mgrid[:21, :21]
    along = (x * np.cos(direction) + y * np.sin(direction)).ravel()
    return np.where(along > np.quantile(along, 1 - share), 128.0, PATCH).astype(np.float32)


def counts(match):
    return (match.score >= VISIBLE_SCORE) & (match.margin >= VISIBLE_MARGIN)


@pytest.mark.parametrize("share", [0.0, 0.2, 0.35, 0.45])
@pytest.mark.parametrize("direction", [0.0, 1.2, 2.5, 4.0])
def test_the_part_that_is_seen_tells_the_tag(direction, share):
    """Labels of which half may be covered."""
    match = CODEBOOK.identify_visible(covered(direction, share))

    assert (2, 0) == (match.index[0], match.turns[0])
    assert counts(match).all()


def test_a_part_of_a_label_in_no_set_tells_nothing():
    """Never a guess: whatever is hidden of it, no tag of another set leads by what is asked for."""
    patches = np.concatenate([covered(angle, share) for angle in np.arange(0, 6.2, 0.4) for share in (0.0, 0.3, 0.45)])

    assert not counts(others().identify_visible(patches)).any()


def test_noise_tells_nothing():
    noise = np.random.default_rng(3).normal(128, 40, (300, 441)).astype(np.float32)

    assert not counts(others().identify_visible(noise)).any()


def test_no_patch_gives_no_match():
    assert 0 == len(CODEBOOK.identify_visible(PATCH[:0]).index)
