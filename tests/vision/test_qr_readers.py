"""General readers: ordinary QR codes, ours or not, with place and turn."""

from dataclasses import replace

import numpy as np
import pytest
import segno

from companion.core.tags import anchors
from vision.detection.qr_readers import CombinedReader, ZbarReader, ZxingReader
from vision.labels import FRAME_MODULES, MODULES, label_image

PAYLOAD = anchors()[3]
PPM = 6


def table_with_label(turns):
    image = np.full((400, 500), 190, np.uint8)
    image[60 : 60 + MODULES * PPM, 100 : 100 + MODULES * PPM] = label_image(PAYLOAD, PPM)
    return np.ascontiguousarray(np.rot90(image, -turns))


def centre(turns):
    x, y = 100 + MODULES * PPM / 2 - 0.5, 60 + MODULES * PPM / 2 - 0.5
    width, height = 500, 400
    for _ in range(turns):
        x, y, width, height = height - 1 - y, x, height, width
    return x, y


@pytest.mark.parametrize(
    "reader", [ZxingReader(), ZxingReader(thorough=True), ZbarReader()], ids=["zxing", "zxing thorough", "pyzbar"]
)
class TestGeneralReaders:
    @pytest.mark.parametrize("turns", range(4))
    def test_text_place_turn_and_size(self, reader, turns):
        (detection,) = reader.read(table_with_label(turns))

        assert PAYLOAD == detection.tag
        assert centre(turns) == pytest.approx((detection.x, detection.y), abs=2)
        assert 90 * turns == pytest.approx(detection.rotation_deg, abs=2)
        assert FRAME_MODULES * PPM == pytest.approx(detection.size_px, rel=0.03)
        assert (1.0, 1.0) == (detection.score, detection.margin)

    def test_a_foreign_code_is_read_too(self, reader):
        code = np.array([list(row) for row in segno.make_qr("hello, table").matrix_iter(10, 4)])
        image = np.where(code > 0, 20, 230).astype(np.uint8)

        assert ["hello, table"] == [detection.tag for detection in reader.read(image)]

    def test_an_empty_table_has_nothing(self, reader):
        assert () == reader.read(np.full((200, 300), 120, np.uint8))


class Fixed:
    """A reader that always sees the same."""

    def __init__(self, *found):
        self._found = found

    def read(self, image):
        return self._found


def tags(reader, image):
    return [detection.tag for detection in reader.read(image)]


class TestSecondOpinion:
    def test_what_only_one_of_two_sees_is_reported_once(self):
        image = table_with_label(0)
        (seen,) = ZxingReader().read(image)
        elsewhere = replace(seen, tag="another", x=seen.x + 2 * seen.size_px)
        same_place = replace(seen, tag="misread", x=seen.x + 3)

        assert [PAYLOAD] == tags(CombinedReader(ZxingReader(), ZbarReader()), image)
        assert [PAYLOAD, "another"] == tags(CombinedReader(ZxingReader(), Fixed(same_place, elsewhere)), image)
        assert ["misread"] == tags(CombinedReader(Fixed(), Fixed(same_place)), image)
