"""A patch is told by its correlation with all known tags."""

import numpy as np
import pytest

from companion.core.tags import anchors
from tests.vision.drawings import CODEBOOK, IMAGE, TRUE
from vision.detection.codebook import Codebook
from vision.detection.decode import SYMBOL_CENTRES
from vision.detection.warp import sample, views

PATCH = sample(IMAGE, views(TRUE), SYMBOL_CENTRES)


def test_the_drawn_tag_is_found():
    match = CODEBOOK.identify(PATCH)

    assert (2, 0) == (match.index[0], match.turns[0])
    assert match.score[0] > 0.9
    assert match.margin[0] > 0.4


@pytest.mark.parametrize("turns", range(4))
def test_turned_patches_give_tag_and_turns(turns):
    patch = np.rot90(PATCH.reshape(21, 21), -turns).reshape(1, 441)
    match = CODEBOOK.identify(np.ascontiguousarray(patch))

    assert (2, turns) == (match.index[0], match.turns[0])


def test_light_and_contrast_do_not_matter():
    dim = PATCH * 0.2 + np.linspace(10, 90, 441, dtype=np.float32)

    assert 2 == CODEBOOK.identify(dim).index[0]
    assert CODEBOOK.identify(dim).margin[0] > 0.35


def test_noise_has_no_lead():
    """What is no label of ours has a lead under the least that is accepted."""
    noise = np.random.default_rng(0).normal(128, 40, (2000, 441)).astype(np.float32)

    assert CODEBOOK.identify(noise).margin.max() < 0.18


def test_a_book_of_one_tag():
    match = Codebook([CODEBOOK.payloads[2]]).identify(PATCH)

    assert (0, 0) == (match.index[0], match.turns[0])


@pytest.mark.parametrize("payloads", [[], [anchors()[1], anchors()[1]]])
def test_an_empty_or_ambiguous_book_is_refused(payloads):
    with pytest.raises(ValueError, match="codebook"):
        Codebook(payloads)
