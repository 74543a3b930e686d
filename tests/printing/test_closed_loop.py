"""Sheets: what is printed, cut out, stuck and photographed is read again, every label of it."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.core.table import PieceShape, Tag
from companion.games import GAMES
from companion.label_sets.piece_labels import LABEL_SHARE, label_edge
from companion.printing.first_page import LabelGroup, SheetEntry
from companion.printing.label_sheets import WHITE_EDGE_MM, SheetPrint, cut_size, labels_pdf, largest_on, plain_paper
from companion.simulation.renderer.scene import Item, Optics, RenderedMat, Scene, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from vision.arrays import Luma
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector
from vision.detection.roi_detection import LARGEST, SMALLEST
from vision.labels import MODULES

EDGES = (10.0, 12.0, 14.0, 17.0, 20.0, 25.0)
PAPER_EDGE = 25.0


def entries() -> list[SheetEntry]:
    """Twenty-four labels of all games, four of each size."""
    tags = [tag for game in GAMES.values() for tag in list(game.piece_of)[:: max(1, len(game.piece_of) // 8)]][:24]
    return [SheetEntry(tag, f"piece {number}", EDGES[number % 6]) for number, tag in enumerate(tags)]


def printed_labels(pdf: Path, labels: Sequence[SheetEntry], dpi: int) -> dict[Tag, Luma]:
    """Each label cut out of the second page, as the printer put it there."""
    options = ["-f", "2", "-l", "2", "-singlefile", "-r", str(dpi), "-gray"]
    subprocess.run(["pdftoppm", *options, str(pdf), str(pdf.with_suffix(""))], check=True)
    page = cv2.imread(str(pdf.with_suffix(".pgm")), cv2.IMREAD_GRAYSCALE)
    found = {}
    for entry, place in zip(labels, plain_paper("a4", PAPER_EDGE).places(), strict=False):
        left, top = place.left + cut_size(entry.label_mm)[0] / 2 - entry.label_mm / 2, place.top + WHITE_EDGE_MM
        box = [round(mm * dpi / 25.4) for mm in (top, top + entry.label_mm, left, left + entry.label_mm)]
        found[entry.tag] = page[box[0] : box[1], box[2] : box[3]]
    return found


@pytest.mark.parametrize("dpi", [300, pytest.param(600, marks=pytest.mark.slow)])
def test_every_printed_label_of_every_size_is_read_again(dpi: int, tmp_path: Path) -> None:
    labels = entries()
    pdf = tmp_path / "sheets.pdf"
    group = LabelGroup("pieces", tuple(labels), PieceShape(40.0, 40.0))
    labels_pdf(pdf, (group,), SheetPrint("Labels", plain_paper("a4", PAPER_EDGE), PAPER_EDGE))
    pictures = printed_labels(pdf, labels, dpi)
    items = tuple(
        Item(
            entry.tag,
            30.0 + 42 * (number % 6),
            28.0 + 38 * (number // 6),
            7.0 * number,
            entry.label_mm + 6,
            entry.label_mm + 6,
            label_mm=entry.label_mm,
        )
        for number, entry in enumerate(labels)
    )
    setup = SceneSetup(RenderedMat(280.0, 170.0), Optics(width=1728, height=1050, tilt=5.0))
    camera = SimulatedCamera([Scene(items)], pictures.__getitem__, setup)
    frame = camera.read()
    assert frame is not None
    middle = camera.camera().to_px(np.array([(140.0, 85.0), (141.0, 85.0)]))
    module_px = float(np.hypot(*(middle[1] - middle[0]))) / MODULES
    sizes = SMALLEST * EDGES[0] * module_px, LARGEST * EDGES[-1] * module_px

    known = Codebook([tag for game in GAMES.values() for tag in game.piece_of])
    read = {detection.tag for detection in LabelDetector(known, sizes).detect(frame.image).decoded}
    assert {entry.tag for entry in labels} == read


@pytest.mark.parametrize("sticker", [10.0, 12.7, 21.2, 25.4])
def test_a_label_on_a_sticker_has_a_millimetre_of_white_outside_its_ring(sticker: float) -> None:
    edge = largest_on(sticker)
    ring = edge * 28 / 29

    assert pytest.approx(1.0) == (sticker - ring) / 2


@pytest.mark.parametrize("game", GAMES)
def test_no_piece_vanishes_under_its_label(game: str) -> None:
    """A token of 22 mm keeps a rim to be known by, also under a label with its words."""
    for piece in set(GAMES[game].piece_of.values()):
        shape = GAMES[game].shape(piece)
        edge, least = label_edge(shape), min(shape.width, shape.height)
        assert 10.0 <= edge <= 20.0
        assert edge <= LABEL_SHARE * least
        assert cut_size(edge)[1] <= max(shape.width, shape.height)
