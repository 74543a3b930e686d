"""The label's drawing: an ordinary QR symbol in a ring of known measures."""

import numpy as np
import pytest
import zxingcpp

from companion.core.tags import anchors
from vision.labels import FRAME_MODULES, MODULES, data_modules, half_modules, label_image, symbol

PAYLOAD = anchors()[1]


class TestSymbol:
    def test_there_are_208_data_modules(self):
        """ISO/IEC 18004, version 1: 26 codewords of eight modules."""
        assert 208 == data_modules().sum()

    def test_all_symbols_agree_outside_the_data_modules(self):
        first, second = (symbol(payload)[~data_modules()] for payload in (anchors()[1], anchors()[2]))

        assert first.tolist() == second.tolist()

    def test_the_three_finders_are_where_the_standard_puts_them(self):
        drawn = symbol(PAYLOAD)

        for rows, columns in ((slice(0, 7), slice(0, 7)), (slice(0, 7), slice(14, 21)), (slice(14, 21), slice(0, 7))):
            finder = drawn[rows, columns]
            assert finder[[0, -1]].all()
            assert finder[2:5, 2:5].all()
            assert not finder[1, 1:6].any()

    @pytest.mark.parametrize("payload", ["N017K4Q2ZPX", "n017"])
    def test_what_does_not_fit_is_refused(self, payload):
        with pytest.raises(ValueError, match=r"fit|encod|alphanumeric|version"):
            symbol(payload)


class TestLabel:
    def test_from_outside_in(self):
        """DESIGN 2.14: 0.5 white, 1.5 black, 2 white, 21 symbol, and the same again: 29 modules."""
        row = half_modules(PAYLOAD)[29]
        expected = [False] * 1 + [True] * 3 + [False] * 4

        assert 2 * MODULES == len(row)
        assert expected == row[:8].tolist()
        assert expected == row[::-1][:8].tolist()
        assert MODULES - 1 == FRAME_MODULES

    @pytest.mark.parametrize("pixels_per_module", [1.0, 1.3, 2.0, 2.71, 4.0, 6.5])
    def test_the_picture_has_the_drawing_s_mean_grey(self, pixels_per_module):
        image = label_image(PAYLOAD, pixels_per_module)

        assert (round(MODULES * pixels_per_module),) * 2 == image.shape
        assert 255 * (1 - half_modules(PAYLOAD).mean()) == pytest.approx(image.mean(), abs=0.3)

    @pytest.mark.parametrize("pixels_per_module", [2.5, 3.0, 8.0])
    def test_a_general_reader_reads_it(self, pixels_per_module):
        """DESIGN 2.14: any phone can read it."""
        image = np.pad(label_image(PAYLOAD, pixels_per_module), 20, constant_values=90)

        assert [PAYLOAD] == [code.text for code in zxingcpp.read_barcodes(image)]
