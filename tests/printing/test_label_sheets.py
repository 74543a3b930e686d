"""What is printed can be read: by any reader, by ours, at its real size."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from benchmarks.watching.evening import payload
from companion.core.table import Box, PieceShape, Pose
from companion.core.tags import anchors, readable
from companion.core.zones import corner_anchors
from companion.errors import ConfigError, ImageError
from companion.games import GAMES
from companion.label_sets.piece_labels import cards_of, labels_in_play, opening_state, pieces_in_play, told_by_faces
from companion.printing.first_page import LabelGroup, SheetEntry
from companion.printing.game_labels import LabelOrder, label_groups, mat_drawing, wanted_pieces, write_labels
from companion.printing.label_sheets import (
    STICKERS,
    UNPRINTABLE_MM,
    SheetPrint,
    labels_pdf,
    labels_png,
    plain_paper,
    stickers,
)
from companion.printing.mat_pages import OVERLAP_MM, PAGE_MARGIN_MM, MatDrawing, corners_pdf, cuts, mat_pdf
from companion.printing.pdf_document import printable, wrapped
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector
from vision.labels import FRAME_MODULES, MODULES

DPI = 200
FIRST_DRAWING_MM, LEFTMOST_DRAWING_MM = 60.0, 123.0
PX_PER_MM = DPI / 25.4
DARK = 200
ENTRIES = [SheetEntry(payload(number), f"Kaart number {number} õäöü") for number in range(1, 36)]


def pages(pdf: Path) -> list[NDArray[np.uint8]]:
    subprocess.run(["pdftoppm", "-r", str(DPI), "-gray", str(pdf), str(pdf.with_suffix(""))], check=True)
    return [cv2.imread(str(page), cv2.IMREAD_GRAYSCALE) for page in sorted(pdf.parent.glob(f"{pdf.stem}-*.pgm"))]


def words(pdf: Path, page: int | None = None, within: Box | None = None) -> str:
    """The words of a page, or of all; `within` a box in millimetres."""
    options = [] if page is None else ["-f", str(page), "-l", str(page)]
    if within is not None:
        left, top = round(within.left * PX_PER_MM), round(within.top * PX_PER_MM)
        size = round(within.right * PX_PER_MM) - left, round(within.bottom * PX_PER_MM) - top
        options += ["-r", str(DPI), "-x", str(left), "-y", str(top), "-W", str(size[0]), "-H", str(size[1])]
    return subprocess.run(["pdftotext", *options, str(pdf), "-"], check=True, capture_output=True, text=True).stdout


GROUPS = (LabelGroup("Kaart", tuple(ENTRIES), PieceShape(63.0, 88.0, 0.0, -30.0)),)


def printed(label_mm: float = 20.0, form: str | None = None, **order: Any) -> SheetPrint:
    found = plain_paper("a4", label_mm) if form is None else stickers(form, "a4", label_mm)
    return SheetPrint("Labels of a game", found, label_mm, **order)


class TestLabelSheets:
    @pytest.mark.parametrize("form", [None, "L7651", "5160"])
    def test_every_label_is_printed_once_and_both_readers_read_it(self, form: str | None, tmp_path: Path) -> None:
        pdf = tmp_path / "labels.pdf"
        count = labels_pdf(pdf, GROUPS, printed(form=form))
        _, *sheets = pages(pdf)
        reader = LabelDetector(Codebook(entry.tag for entry in ENTRIES), (2.0, 8.0))

        by_zxing = [code.text for sheet in sheets for code in zxingcpp.read_barcodes(sheet)]
        by_ours = [detection.tag for sheet in sheets for detection in reader.detect(sheet).decoded]

        assert count == 1 + len(sheets)
        assert sorted(entry.tag for entry in ENTRIES) == sorted(by_zxing)
        assert sorted(entry.tag for entry in ENTRIES) == sorted(by_ours)

    @pytest.mark.parametrize("label_mm", [10.0, 20.0, 25.0])
    def test_a_label_has_the_size_that_was_asked_for(self, tmp_path: Path, label_mm: float) -> None:
        pdf = tmp_path / "one.pdf"
        labels_pdf(pdf, (replace(GROUPS[0], entries=(replace(ENTRIES[0], label_mm=label_mm),)),), printed(label_mm))
        _, sheet = pages(pdf)

        (detection,) = LabelDetector(Codebook([ENTRIES[0].tag]), (2.0, 8.0)).detect(sheet).decoded

        assert pytest.approx(label_mm * FRAME_MODULES / MODULES, abs=0.1) == detection.size_px / PX_PER_MM

    def test_on_stickers_at_the_papers_edge_nothing_is_printed_where_printers_cannot(self, tmp_path: Path) -> None:
        pdf = tmp_path / "edge.pdf"
        labels_pdf(pdf, GROUPS, printed(form="3474"))
        _, sheet, *_ = pages(pdf)
        edge = int((UNPRINTABLE_MM - 0.2) * PX_PER_MM)

        assert sheet[edge:-edge, edge:-edge].min() < DARK
        for border in (sheet[:edge], sheet[-edge:], sheet[:, :edge], sheet[:, -edge:]):
            assert border.min() > DARK

    @pytest.mark.parametrize("form", [None, "L7651"])
    def test_name_and_readable_code_stay_with_it_when_it_is_cut_out(self, form: str | None, tmp_path: Path) -> None:
        pdf = tmp_path / "named.pdf"
        sheet = printed(form=form)
        labels_pdf(pdf, (replace(GROUPS[0], entries=tuple(ENTRIES[:3])),), sheet)

        for entry, place in zip(ENTRIES[:3], sheet.stickers.places(), strict=False):
            inside = " ".join(words(pdf, page=2, within=place).split())
            assert f"{entry.name} {readable(entry.tag)}" == inside

    def test_the_first_page_tells_what_it_is_and_how_many_of_each(self, tmp_path: Path) -> None:
        pdf = tmp_path / "first.pdf"
        labels_pdf(pdf, GROUPS, printed())
        said = " ".join(words(pdf, page=1).split())

        assert "Labels of a game 35 labels." in said
        assert "Kaart: 35 labels of 20 mm" in said

    def test_no_words_of_the_first_page_run_into_a_drawing(self, tmp_path: Path) -> None:
        """Where to stick, drawn for each kind of piece; cards are drawn fanned as well."""
        pdf = tmp_path / "first.pdf"
        long = replace(GROUPS[0], name="Kaart number one of those without a name to the last one of these")
        labels_pdf(pdf, (long,), printed())
        beside = [box for _, box in _word_boxes(pdf) if box.top > FIRST_DRAWING_MM]

        assert max(box.right for box in beside) < LEFTMOST_DRAWING_MM
        assert "Cards that lie fanned, as drawn beside it, all show their labels." in " ".join(words(pdf, 1).split())

    def test_used_stickers_are_left_out(self, tmp_path: Path) -> None:
        pdf = tmp_path / "start.pdf"
        sheet = printed(form="L7651", start=64)
        count = labels_pdf(pdf, (replace(GROUPS[0], entries=tuple(ENTRIES[:3])),), sheet)
        last_two = list(sheet.stickers.places())[-2:]

        assert 3 == count
        assert [entry.name for entry in ENTRIES[:2]] == [
            " ".join(words(pdf, page=2, within=place).split()).rpartition(" ")[0] for place in last_two
        ]

    def test_a_printer_that_is_off_is_made_up_for(self, tmp_path: Path) -> None:
        one = (replace(GROUPS[0], entries=tuple(ENTRIES[:1])),)
        places = []
        for number, offset in enumerate([(0.0, 0.0), (1.5, -2.0)]):
            pdf = tmp_path / f"{number}.pdf"
            labels_pdf(pdf, one, printed(form="L7651", offset=offset))
            (found,) = LabelDetector(Codebook([ENTRIES[0].tag]), (2.0, 8.0)).detect(pages(pdf)[1]).decoded
            places.append((found.x / PX_PER_MM, found.y / PX_PER_MM))

        assert pytest.approx((1.5, -2.0), abs=0.1) == (places[1][0] - places[0][0], places[1][1] - places[0][1])

    def test_the_same_entries_give_the_same_bytes(self, tmp_path: Path) -> None:
        labels_pdf(tmp_path / "a.pdf", GROUPS, printed())
        labels_pdf(tmp_path / "b.pdf", GROUPS, printed())

        assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()

    def test_one_picture_a_tag_named_by_its_payload(self, tmp_path: Path) -> None:
        paths = labels_png(tmp_path / "png", ENTRIES[:4], pixels_per_module=6, named=False)

        assert [f"{entry.tag}.png" for entry in ENTRIES[:4]] == [path.name for path in paths]
        for entry, path in zip(ENTRIES, paths, strict=False):
            picture = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
            assert (6 * MODULES, 6 * MODULES) == picture.shape
            assert [entry.tag] == [code.text for code in zxingcpp.read_barcodes(picture)]

    def test_pictures_are_found_by_the_names_of_their_pieces(self, tmp_path: Path) -> None:
        (path,) = labels_png(tmp_path, [SheetEntry(ENTRIES[0].tag, "IT & Electronics / Łódź")])

        assert f"{ENTRIES[0].tag}-IT-Electronics-Łódź.png" == path.name

    def test_a_place_that_cannot_be_written_is_one_clear_sentence(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("in the way")

        with pytest.raises(ImageError, match="cannot be written"):
            labels_pdf(tmp_path / "file" / "labels.pdf", GROUPS, printed())
        with pytest.raises(ImageError, match="cannot be written"):
            labels_png(tmp_path / "file", ENTRIES[:1])


@pytest.mark.parametrize("game", GAMES)
def test_labels_in_play_are_those_that_so_many_players_need(game: str) -> None:
    """Lost ones are printed by their names whether they are in play or not."""
    rules = GAMES[game]
    order = LabelOrder(players=min(rules.players), in_play=True)
    printed = {
        entry.tag for group in label_groups(rules, pieces=wanted_pieces(rules, order)) for entry in group.entries
    }

    assert set(labels_in_play(rules, pieces_in_play(rules))) == printed
    assert wanted_pieces(rules, replace(order, only=("anything",))) is None
    assert wanted_pieces(rules, LabelOrder()) is None


class TestStickers:
    @pytest.mark.parametrize("name", STICKERS)
    def test_lie_on_their_paper_without_overlapping(self, name: str) -> None:
        sheet = stickers(name, "a4", 10.0)
        places = list(sheet.places())

        assert sheet.count == len(places)
        assert not any(one.overlaps(other) for one, other in pairwise(places))

    @pytest.mark.parametrize(
        ("name", "label_mm", "message"),
        [
            ("L9999", 20.0, "no stickers 'L9999'; use L7651"),
            ("L4731", 20.0, "does not fit on stickers of 25.4 x 10 mm; use --label-mm 10 or less"),
            ("60x60:4x5@0,0", 20.0, "do not lie on the paper"),
            ("60x6.0.1:4x5@0,0", 20.0, "no number"),
        ],
    )
    def test_what_cannot_be_printed_on_is_said(self, name: str, label_mm: float, message: str) -> None:
        with pytest.raises(ConfigError, match=re.escape(message)):
            stickers(name, "a4", label_mm)

    def test_any_sheet_can_be_measured(self) -> None:
        sheet = stickers("50x30:3x8@20,15+60x33", "a4", 25.0)

        assert Box(140, 246, 190, 276) == list(sheet.places())[-1]


def _word_boxes(pdf: Path) -> list[tuple[str, Box]]:
    """The words of the first page and their boxes in millimetres."""
    told = subprocess.run(
        ["pdftotext", "-bbox", "-l", "1", str(pdf), "-"], check=True, capture_output=True, text=True
    ).stdout
    found = re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]+)<', told)
    return [(word, Box(*(float(point) * 25.4 / 72 for point in place))) for *place, word in found]


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
        """The first page after the plan shows the mat's own corner, 10 mm from the paper's edge, at real size."""
        pdf = tmp_path / "mat.pdf"
        count = mat_pdf(pdf, self.MAT)
        sheets = pages(pdf)
        reader = LabelDetector(Codebook(self.MAT.anchors), (2.0, 8.0))

        found = [reader.detect(sheet).decoded for sheet in sheets]

        assert count == len(sheets)
        assert set(self.MAT.anchors) <= {detection.tag for page in found[1:] for detection in page}
        corner = next(detection for detection in found[1] if detection.tag == next(iter(self.MAT.anchors)))
        assert pytest.approx((30.0, 30.0), abs=0.1) == (corner.x / PX_PER_MM, corner.y / PX_PER_MM)

    @pytest.mark.parametrize("paper", ["a4", "a3", "letter", "roll"])
    def test_nothing_is_printed_at_the_paper_edge(self, paper: str, tmp_path: Path) -> None:
        pdf = tmp_path / "mat.pdf"
        mat_pdf(pdf, self.MAT, paper)

        for page in pages(pdf):
            edge = round((PAGE_MARGIN_MM - 2.0) * PX_PER_MM)
            inside = page[edge:-edge, edge:-edge]
            assert 255 * (page.size - inside.size) == int(page.sum()) - int(inside.sum())

    def test_a_roll_takes_it_whole(self, tmp_path: Path) -> None:
        assert 1 == mat_pdf(tmp_path / "mat.pdf", self.MAT, "roll")

    def test_pages_without_anything_are_not_printed(self, tmp_path: Path) -> None:
        bare = replace(self.MAT, anchors=dict(list(self.MAT.anchors.items())[:1]), zones={})

        assert 1 == mat_pdf(tmp_path / "mat.pdf", bare)

    def test_no_name_is_cut_at_a_joint(self, tmp_path: Path) -> None:
        """Wherever the joints lie, the words stand whole on one page at least, and on none in part."""
        pdf = tmp_path / "mat.pdf"
        count = mat_pdf(pdf, replace(self.MAT, zones={"the discard pile": Box(150, 180, 330, 300)}))
        named = [" ".join(words(pdf, page=number).split()) for number in range(2, 1 + count)]

        assert any("the discard pile" in said for said in named)
        assert all(("discard" in said) == ("the discard pile" in said) for said in named)

    def test_zones_are_named(self, tmp_path: Path) -> None:
        mat_pdf(tmp_path / "mat.pdf", self.MAT)

        assert "market" in words(tmp_path / "mat.pdf")

    def test_the_far_players_names_are_turned_towards_them(self, tmp_path: Path) -> None:
        """Turned by half a turn, the page reads as it does from the far edge of the table."""
        turned = replace(self.MAT, zones={"far": Box(60, 60, 160, 160), "near": Box(60, 170, 160, 250)}, turned={"far"})
        mat_pdf(tmp_path / "mat.pdf", turned, "roll")
        upright = [box for word, box in _word_boxes(tmp_path / "mat.pdf") if word == "near"]
        far = [box for word, box in _word_boxes(tmp_path / "mat.pdf") if word == "far"]

        assert upright[0].top < 170 + 20 + PAGE_MARGIN_MM
        assert far[0].bottom > 160 - 10 + PAGE_MARGIN_MM

    @pytest.mark.parametrize("game", GAMES)
    def test_the_zones_of_a_game_are_named_for_people(self, game: str) -> None:
        drawing = mat_drawing(GAMES[game], min(GAMES[game].players))

        assert [] == [name for name in drawing.zones if re.search(r"\b(of|by) [A-F]\b", name)]
        assert len(drawing.zones) == len(GAMES[game].layout(opening_state(GAMES[game], min(GAMES[game].players))).zones)

    def test_four_corners_are_the_quick_way(self, tmp_path: Path) -> None:
        """One page; its labels are those of the mat's corners, and its measures those between them."""
        places = [(250, 20), (20, 20), (480, 20), (480, 310), (20, 310)]
        mat = replace(self.MAT, anchors={tag: Pose(*at) for tag, at in zip(anchors().values(), places, strict=False)})
        assert 1 == corners_pdf(tmp_path / "corners.pdf", mat)
        (sheet,) = pages(tmp_path / "corners.pdf")
        found = LabelDetector(Codebook(mat.anchors), (2.0, 8.0)).detect(sheet).decoded

        assert list(mat.anchors)[1:] == list(corner_anchors(mat.anchors, (500.0, 330.0)))
        assert {detection.tag for detection in found} == set(list(mat.anchors)[1:])
        assert "460 mm apart" in " ".join(words(tmp_path / "corners.pdf").split())

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


class TestLabelsForTilesOnly:
    """Cards that are known by their faces go without."""

    def test_a_game_of_nothing_but_such_cards_has_its_mat_printed_and_no_sheet(self, tmp_path: Path) -> None:
        game = next(game for game in GAMES.values() if set(told_by_faces(game)) == set(game.piece_of.values()))
        order = LabelOrder(players=2, in_play=True, tiles_only=True)

        assert ["labels-mat.pdf", "labels-cards.pdf"] == [
            path.name for path in write_labels(game, tmp_path / "labels.pdf", order)
        ]

    def test_the_sheet_has_all_labels_but_those_of_cards(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A game whose cards look alike stands in for one with tiles whose cards do not."""
        game = next(game for game in GAMES.values() if not told_by_faces(game))
        monkeypatch.setattr("companion.printing.game_labels.told_by_faces", cards_of)
        groups = label_groups(game, pieces=wanted_pieces(game, LabelOrder(tiles_only=True)))
        labelled = {entry.tag for group in groups for entry in group.entries}

        assert {tag for tag, piece in game.piece_of.items() if piece not in cards_of(game)} == labelled
        assert labelled

    @pytest.mark.parametrize(
        ("only", "said"), [((), "so that their faces cannot tell them apart"), (("x",), "ask for one of the two")]
    )
    def test_what_cannot_be_is_refused(self, only: tuple[str, ...], said: str) -> None:
        game = next(game for game in GAMES.values() if not told_by_faces(game))
        with pytest.raises(ConfigError, match=said):
            wanted_pieces(game, LabelOrder(tiles_only=True, only=only))
