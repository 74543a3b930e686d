"""The sizes a label may have."""

from itertools import pairwise

import pytest

from vision.detection.module_size import ModuleSizeRange


def test_wide_ranges_are_searched_in_parts_that_meet():
    parts = ModuleSizeRange(1.0, 8.0).per_scale()

    assert (1.0, 8.0) == pytest.approx((parts[0].least, parts[-1].most))
    assert all(a.most == pytest.approx(b.least) for a, b in pairwise(parts))
    assert all(part.most / part.least < 1.51 for part in parts)
    assert (ModuleSizeRange(1.6, 2.2).least,) == tuple(part.least for part in ModuleSizeRange(1.6, 2.2).per_scale())
