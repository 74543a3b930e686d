"""The sizes a label may have."""

from itertools import pairwise

import numpy as np
import pytest

from vision.detection.module_size import BESIDE_OTHERS, ModuleSizeRange


def test_wide_ranges_are_searched_octave_by_octave():
    parts = ModuleSizeRange(1.0, 8.0).per_octave()

    assert (1.0, 8.0) == pytest.approx((parts[0].least, parts[-1].most))
    assert all(a.most == pytest.approx(b.least) for a, b in pairwise(parts))
    assert [2.0, 2.0, 2.0] == pytest.approx([part.most / part.least for part in parts])
    assert (ModuleSizeRange(1.6, 2.9),) == ModuleSizeRange(1.6, 2.9).per_octave()


def test_each_filter_is_for_sizes_near_it():
    assert (2.0,) == pytest.approx(ModuleSizeRange(1.7, 4 / 1.7).filters())
    assert 2 == len(ModuleSizeRange(1.0, 2.0).filters())


def test_beside_labels_that_have_been_read_others_are_much_as_large():
    beside = ModuleSizeRange(1.0, 2.0).beside(np.array([1.5, 1.8], dtype=np.float32))

    assert beside is not None
    assert (1.5 * BESIDE_OTHERS[0], 2.0) == pytest.approx((beside.least, beside.most))
    assert ModuleSizeRange(1.0, 2.0).beside(np.array([4.0], dtype=np.float32)) is None
