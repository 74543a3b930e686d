"""What is printed can be read: by any reader, by ours, at its real size."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from benchmarks.watching.evening import payload
from companion.core.table import Box, Pose
from companion.core.tags import anchors, readable
from companion.errors import ImageError
from companion.printing.label_sheets import OVERLAP_MM, MatDrawing, SheetEntry, cuts, labels_pdf, labels_png, mat_pdf
from companion.printing.pdf_document import printable, wrapped
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector
from vision.labels import FRAME_MODULES, MODULES

DPI = 200
PX_PER_MM = DPI / 25.4
ENTRIES = [SheetEntry(payload(number), f"Kaart number {number} õäöü") for number in range(1, 36)]


def pages(pdf: Path) -> list[NDArray[np.uint8]]:
    subprocess.run(["pdftoppm", "-r", str(DPI), "-gray", "-png", str(pdf), str(pdf.with_suffix(""))], check=True)
    return [cv2.imread(str(page), cv2.IMREAD_GRAYSCALE) for page in sorted(pdf.parent.glob(f"{pdf.stem}-*.png"))]


def words(pdf: Path) -> str:
    return subprocess.run(["pdftotext", str(pdf), "-"], check=True, capture_output=True, text=True).stdout


class TestLabelSheets:
    def test_every_label_is_printed_once_and_both_readers_read_it(self, tmp_path: Path) -> None:
        pdf = tmp_path / "labels.pdf"
        count = labels_pdf(pdf, ENTRIES)
        sheets = pages(pdf)
        reader = LabelDetector(Codebook(entry.tag for entry in ENTRIES), (2.0, 8.0))

        by_zxing = [code.text for sheet in sheets for code in zxingcpp.read_barcodes(sheet)]
        by_ours = [detection.tag for sheet in sheets for detection in reader.detect(sheet).decoded]

        assert 2 == count == len(sheets)
        assert sorted(entry.tag for entry in ENTRIES) == sorted(by_zxing)
        assert sorted(entry.tag for entry in ENTRIES) == sorted(by_ours)

    @pytest.mark.parametrize("label_mm", [12.0, 20.0])
    def test_a_label_has_the_size_that_was_asked_for(self, tmp_path: Path, label_mm: float) -> None:
        pdf = tmp_path / "one.pdf"
        labels_pdf(pdf, ENTRIES[:1], label_mm)
        (sheet,) = pages(pdf)

        (detection,) = LabelDetector(Codebook([ENTRIES[0].tag]), (2.0, 8.0)).detect(sheet).decoded

        assert pytest.approx(label_mm * FRAME_MODULES / MODULES, abs=0.1) == detection.size_px / PX_PER_MM

    def test_name_and_readable_code_stand_beside_it(self, tmp_path: Path) -> None:
        pdf = tmp_path / "named.pdf"
        labels_pdf(pdf, ENTRIES[:3])

        text = words(pdf)

        for entry in ENTRIES[:3]:
            assert readable(entry.tag) in text
            assert entry.name in " ".join(text.split())

    def test_the_same_entries_give_the_same_bytes(self, tmp_path: Path) -> None:
        labels_pdf(tmp_path / "a.pdf", ENTRIES)
        labels_pdf(tmp_path / "b.pdf", ENTRIES)

        assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()

    def test_one_picture_a_tag_named_by_its_payload(self, tmp_path: Path) -> None:
        paths = labels_png(tmp_path / "png", ENTRIES[:4], pixels_per_module=6)

        assert [f"{entry.tag}.png" for entry in ENTRIES[:4]] == [path.name for path in paths]
        for entry, path in zip(ENTRIES, paths, strict=False):
            picture = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
            assert (6 * MODULES, 6 * MODULES) == picture.shape
            assert [entry.tag] == [code.text for code in zxingcpp.read_barcodes(picture)]

    def test_a_place_that_cannot_be_written_is_one_clear_sentence(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("in the way")

        with pytest.raises(ImageError, match="cannot be written"):
            labels_pdf(tmp_path / "file" / "labels.pdf", ENTRIES[:1])
        with pytest.raises(ImageError, match="cannot be written"):
            labels_png(tmp_path / "file", ENTRIES[:1])


class TestMat:
    MAT = MatDrawing(
        width=500.0,
        height=330.0,
        anchors={
            tag: Pose(*place)
            for tag, place in zip(anchors().values(), [(20, 20), (190, 20), (480, 20), (20, 270, 90)], strict=False)
        },
        zones={"market": Box(60, 60, 300, 250)},
    )

    def test_every_anchor_is_whole_on_a_page_and_at_its_place(self, tmp_path: Path) -> None:
        """The first page shows the mat's own corner, 10 mm from the paper's edge, at real size."""
        pdf = tmp_path / "mat.pdf"
        count = mat_pdf(pdf, self.MAT)
        sheets = pages(pdf)
        reader = LabelDetector(Codebook(self.MAT.anchors), (2.0, 8.0))

        found = [reader.detect(sheet).decoded for sheet in sheets]

        assert count == len(sheets)
        assert set(self.MAT.anchors) <= {detection.tag for page in found for detection in page}
        corner = next(detection for detection in found[0] if detection.tag == next(iter(self.MAT.anchors)))
        assert pytest.approx((30.0, 30.0), abs=0.1) == (corner.x / PX_PER_MM, corner.y / PX_PER_MM)

    def test_zones_are_named(self, tmp_path: Path) -> None:
        mat_pdf(tmp_path / "mat.pdf", self.MAT)

        assert "market" in words(tmp_path / "mat.pdf")

    def test_a_zone_that_lies_on_others_is_drawn_and_not_named(self, tmp_path: Path) -> None:
        """Names over each other could not be read: the layers of a pile share the names of the lowest one."""
        pile = {"lowest layer": Box(60, 60, 160, 160), "upper layer": Box(110, 110, 170, 170)}
        mat_pdf(tmp_path / "mat.pdf", replace(self.MAT, zones=pile))

        assert "lowest" in words(tmp_path / "mat.pdf")
        assert "upper" not in words(tmp_path / "mat.pdf")

    @given(st.floats(100, 1300), st.lists(st.floats(0, 1300).map(lambda x: (x - 18.0, x + 18.0)), max_size=8))
    def test_pages_overlap_cover_everything_and_cut_no_lone_anchor(
        self, length: float, spans: list[tuple[float, float]]
    ) -> None:
        pieces = cuts(length, 190.0, spans)

        assert 0.0 == pieces[0][0]
        assert length == pieces[-1][1]
        assert all(end - start <= 190.0 + 1e-9 for start, end in pieces)
        assert all(before[1] - after[0] == pytest.approx(OVERLAP_MM) for before, after in pairwise(pieces))


class TestWords:
    def test_letters_that_the_font_lacks_lose_their_accent_only(self) -> None:
        assert "halva" == printable("ḫalva")
        assert "Łódź żelazo õäöüšž" == printable("Łódź żelazo õäöüšž")

    def test_a_long_name_is_broken_between_words(self) -> None:
        lines = wrapped("International Communist Conspiracy", 9.0, 45.0)

        assert "International Communist Conspiracy" == " ".join(lines)
        assert 2 == len(lines)
