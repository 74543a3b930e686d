"""General readers: ordinary QR codes, ours or not, with place and turn."""

from dataclasses import replace

import numpy as np
import pytest
import segno

from companion.core.tags import anchors
from companion.errors import ImageError
from vision.detection.codebook import Codebook
from vision.detection.qr_readers import SecondOpinions, ZbarReader, ZxingReader
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


class GivesUp:
    def read(self, image):
        raise ImageError("a library gave up on this picture")


def tags(found):
    return [detection.tag for detection in found]


def opinions(*readers):
    return SecondOpinions(Codebook(list(anchors().values())), readers)


class TestSecondOpinions:
    def test_what_two_see_at_one_place_is_reported_once(self):
        image = table_with_label(0)
        (seen,) = ZxingReader().read(image)

        assert [PAYLOAD] == tags(opinions(ZxingReader(), ZbarReader()).read(image)[0])
        assert [] == tags(opinions(ZxingReader(), ZbarReader()).read(image, [seen])[0])

    def test_what_does_not_look_like_its_tag_does_not_count(self):
        """No reader may say of a label what the label does not show."""
        image = table_with_label(0)
        (seen,) = ZxingReader().read(image)
        misread = replace(seen, tag=anchors()[4])

        assert [] == tags(opinions(Fixed(misread)).read(image)[0])

    def test_foreign_texts_are_left_out(self):
        (seen,) = ZxingReader().read(table_with_label(0))

        assert [] == tags(opinions(Fixed(replace(seen, tag="https://example.org"))).read(table_with_label(0))[0])

    @pytest.mark.parametrize("turns", range(4))
    def test_a_mirrored_picture_holds_no_label(self, turns):
        """General readers read mirrored codes; a label in a mirror is none on the table."""
        mirrored = np.ascontiguousarray(table_with_label(turns)[:, ::-1])

        assert [PAYLOAD] == tags(ZxingReader().read(mirrored))
        assert ((), ()) == opinions(ZxingReader(), ZbarReader()).read(mirrored)

    def test_a_reader_that_gives_up_costs_only_its_own_labels(self):
        """Item 3."""
        found, failures = opinions(GivesUp(), ZbarReader()).read(table_with_label(1))

        assert [PAYLOAD] == tags(found)
        assert ["a library gave up on this picture"] == [str(failure) for failure in failures]

    def test_a_code_whose_orientation_zbar_cannot_tell(self, monkeypatch):
        """Pyzbar 0.1.9 raises ValueError for it, on four of the photographs."""
        monkeypatch.setattr("pyzbar.pyzbar.zbar_symbol_get_orientation", lambda _symbol: 4294967295)

        with pytest.raises(ImageError, match=r"pyzbar gave up on this picture"):
            ZbarReader().read(table_with_label(0))
