"""Codes that others printed, on rendered tables through the real reader: who is where, and never a guess."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from benchmarks.vision.foreign_symbols import Maker, stickers
from benchmarks.vision.scenes import Scene as Table
from benchmarks.vision.scenes import render
from benchmarks.vision.specs import HARD, TYPICAL, SceneSpec, at
from companion.simulation.renderer.scene import Item, Optics, RenderedMat, Scene, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from vision.detection.closed_set import closed_set, detector
from vision.detection.symbol_codebook import SymbolSet
from vision.detection.symbol_detector import SymbolDetector
from vision.detection.template_matcher import TemplateMatcher
from vision.detections import Detections
from vision.labels import MODULES, SYMBOL_MODULES, label_image
from vision.symbols import Symbol, symbol_image

SHORT = Maker("version 1, L", "CARD{:03d}", (1,), "l")
LONG = Maker("version 3, M", "https://example.org/card/{:04d}", (3,), "m")
MIXED = Maker("versions 1 to 3", "CARD {:03d}", (1, 2, 3), "m", quiet=1.0)
OURS = "N001W3KBDX"


def table(spec: SceneSpec, maker: Maker, known: dict[str, Symbol], others: dict[str, Symbol], seed: int) -> Table:
    """Nine labels, a third of them from `others` where there are any; `spec.ppm` are pixels of the codes' modules."""
    unit = spec.ppm * max(len(symbol.modules) for symbol in known.values()) / SYMBOL_MODULES
    scene = replace(at(spec, unit), width=int(390 * unit), height=int(300 * unit), labels=9, hands=0, foreign=0.5)
    return render(scene, list(known), list(others), seed, stickers({**known, **others}, maker.quiet))


def read(scene: Table, known: dict[str, Symbol]) -> Detections:
    return SymbolDetector(SymbolSet(known), (0.8 * scene.spec.ppm, 1.12 * scene.spec.ppm)).detect(scene.image)


@pytest.mark.parametrize(
    ("maker", "spec", "ppm"), [(SHORT, TYPICAL, 1.5), (LONG, TYPICAL, 1.25), (LONG, HARD, 2.0), (MIXED, TYPICAL, 2.0)]
)
def test_all_clear_codes_of_a_small_table(maker: Maker, spec: SceneSpec, ppm: float) -> None:
    """Any version, no ring, identity and place right in one frame."""
    known = maker.symbols(1, 60)
    scene = table(replace(spec, ppm=ppm, covered=0.0, glared=0.0), maker, known, {}, seed=1)
    found = {one.tag: one for one in read(scene, known).decoded}
    clear = {truth.payload: truth for truth in scene.truths if truth.kind == "clear"}

    assert len(clear) >= 6
    assert set(clear) <= set(found) <= {truth.payload for truth in scene.truths}
    for tag, truth in clear.items():
        assert np.hypot(found[tag].x - truth.centre[0], found[tag].y - truth.centre[1]) < truth.module_px


@pytest.mark.parametrize("maker", [SHORT, LONG])
def test_codes_of_the_same_series_that_are_not_in_the_set_stay_foreign(maker: Maker) -> None:
    """0 wrong identities."""
    known, others = maker.symbols(1, 20), maker.symbols(21, 60)
    seen = 0
    for seed in range(3):
        scene = table(replace(TYPICAL, ppm=1.5), maker, known, others, seed)
        there = {truth.payload for truth in scene.truths}
        decoded = {one.tag for one in read(scene, known).decoded}
        seen += len(decoded)

        assert any(truth.kind == "foreign" for truth in scene.truths)
        assert decoded <= there

    assert seen >= 4


class TestOneCode:
    """A code of two on a flat picture, six pixels a module."""

    KNOWN = SHORT.symbols(1, 2)
    PPM = 4.0

    def picture(self, symbol: Symbol, turns: int = 0) -> np.ndarray:
        image = np.full((260, 300), 150, np.uint8)
        edge = round(MODULES * self.PPM)
        image[60 : 60 + edge, 80 : 80 + edge] = np.rot90(symbol_image(symbol, self.PPM), -turns)
        return cv2.GaussianBlur(image, (0, 0), 1.0)

    def decoded(self, image: np.ndarray) -> Detections:
        return SymbolDetector(SymbolSet(self.KNOWN), (3.0, 5.0)).detect(image)

    @pytest.mark.parametrize("turns", range(4))
    def test_is_found_turned_and_verified_where_it_is(self, turns: int) -> None:
        image = self.picture(self.KNOWN["CARD002"], turns)
        (one,) = self.decoded(image).decoded

        assert "CARD002" == one.tag
        assert pytest.approx(0.0, abs=1.0) == (one.rotation_deg - 90.0 * turns + 180) % 360 - 180
        matcher = TemplateMatcher(SymbolSet(self.KNOWN), [one])
        assert matcher.scores(image)[0] > 0.8
        assert matcher.scores(np.roll(image, 5, axis=1))[0] < 0.4

    def test_mirrored_or_white_on_black_is_not_found(self) -> None:
        image = self.picture(self.KNOWN["CARD001"])

        assert () == self.decoded(np.ascontiguousarray(image[:, ::-1])).decoded
        assert () == self.decoded(255 - image).decoded

    def test_under_a_token_is_unreadable_and_another_makers_is_nothing(self) -> None:
        """What is told to be unreadable must be a label."""
        under = self.picture(self.KNOWN["CARD001"])
        cv2.circle(under, (138, 118), 30, 100, -1)
        other = self.picture(LONG.symbols(1, 1)["https://example.org/card/0001"])

        assert (0, 1) == (len(self.decoded(under).decoded), len(self.decoded(under).unreadable))
        assert Detections((), ()) == self.decoded(other)

    def test_with_a_codeword_fewer_than_another_code_has_is_doubted(self) -> None:
        """ISO/IEC 18004: what differs in as many codewords as two codes do may be another code."""
        symbol = self.KNOWN["CARD001"]
        spoilt = symbol.modules.copy()
        worst = symbol.structure.codeword < symbol.least_difference
        spoilt[worst & symbol.structure.data] ^= np.arange((worst & symbol.structure.data).sum()) % 2 == 0

        found = self.decoded(self.picture(Symbol(spoilt)))

        assert () == found.decoded
        assert 1 == len(found.unreadable)


def test_codes_in_a_glare_are_unreadable_however_they_are_turned() -> None:
    """A reflection leaves three corners of a code, and no ring tells that a label is there."""
    known = SHORT.symbols(1, 24)
    lying = [
        Item(text, 100.0 + n % 8 * 95, 100.0 + n // 8 * 110, 15.0 * n, unreadable_by="glare")
        for n, text in enumerate(known)
    ]
    found = on_a_mat(known, lying)
    clear = on_a_mat(known, [replace(item, unreadable_by=None) for item in lying])

    assert () == found.decoded
    assert 24 == len(clear.decoded)
    assert () == clear.unreadable
    near = [any(np.hypot(one.x - it.x, one.y - it.y) < 10 for it in found.unreadable) for one in clear.decoded]
    assert 22 <= sum(near)
    assert sum(near) == len(found.unreadable)


def on_a_mat(known: dict[str, Symbol], items: list[Item]) -> Detections:
    """What is read of cards on a mat by a camera that sees 2.3 pixels a module."""
    setup = SceneSetup(RenderedMat(865.0, 420.0), Optics(width=3000, height=1688))
    with SimulatedCamera([Scene(tuple(items))], lambda text: symbol_image(known[text], 10), setup) as camera:
        frame = camera.read()
    assert frame is not None
    return SymbolDetector(SymbolSet(known), (1.8, 2.6)).detect(frame.image)


def test_our_labels_and_other_codes_on_one_table() -> None:
    known = SHORT.symbols(1, 3)
    image = np.full((300, 500), 150, np.uint8)
    edge = round(MODULES * 4.0)
    image[60 : 60 + edge, 60 : 60 + edge] = label_image(OURS, 4.0)
    image[60 : 60 + edge, 260 : 260 + edge] = symbol_image(known["CARD003"], 4.0)
    image = cv2.GaussianBlur(image, (0, 0), 1.0)
    both = closed_set([OURS], known)

    found = detector(both, (3.0, 5.0)).detect(image)

    assert {OURS, "CARD003"} == {one.tag for one in found.decoded}
    assert () == found.unreadable
    assert (TemplateMatcher(both, found.decoded).scores(image) > 0.8).all()


def test_an_empty_table_has_no_codes() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (300, 400)).astype(np.uint8)

    for image in (np.full((300, 400), 150, np.uint8), noise):
        assert Detections((), ()) == SymbolDetector(SymbolSet(SHORT.symbols(1, 5)), (2.0, 3.0)).detect(image)
