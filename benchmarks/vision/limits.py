"""Where reading ends: the angle between ray and label, and the light; and what rings and labels look like."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision import cards, peers
from benchmarks.vision.bench import Bench
from benchmarks.vision.measure import Tally, scenes, tally
from benchmarks.vision.scenes import Scene, Truth, render
from benchmarks.vision.specs import BUSY, BUSY_EMPTY, DARK, EASY, HARD, STEEP, TYPICAL, Range, at
from vision.detection.alignment import finder_likeness, sample_modules, typical_label, upright
from vision.detection.detector import LabelDetector
from vision.detection.edge_fit import ring_score
from vision.detection.finder_patterns import find_finders
from vision.detection.module_size import ModuleSizeRange
from vision.detection.proposals import View, legs_between, quads_from_triples

_ANGLES = (40, 50, 55, 58, 60, 62, 64, 66, 70)
_SIZES = Range(1.3, 3.0)
_FADED, _FADED_READ = 0.18, 90.0
_WHITES = (225.0, 110.0, 60.0, 40.0, 25.0, 15.0)


def angles(bench: Bench) -> None:
    """Labels of 1.3 to 3 pixels a module read, by the angle between the ray and the label's normal."""
    bench.report.title("Labels of 1.3 to 3 pixels a module, by the degrees between ray and label: read, of how many")
    shown, read = np.zeros(len(_ANGLES) - 1, int), np.zeros(len(_ANGLES) - 1, int)
    for ppm in (2.0, 2.6, 3.4):
        spec = replace(at(STEEP, ppm), tilt=Range(42.0, 64.0))
        reader = peers.closed_set(bench.codebook, spec)
        for scene in scenes(spec, range(1100, 1100 + bench.pictures), bench.payloads, ()):
            readings = reader(scene.image)
            for place, (low, high) in enumerate(pairwise(_ANGLES)):
                got = Tally()
                got.add(scene, list(readings), bench.known, partial(_is_between, low, high))
                shown[place] += got.shown.get("clear", 0)
                read[place] += got.read.get("clear", 0)
    for (low, high), count, of in zip(pairwise(_ANGLES), read, shown, strict=True):
        bench.report.line(f"{low} to {high} degrees {100 * count / max(of, 1):8.1f} % of {of}")


def _is_between(low: float, high: float, truth: Truth) -> bool:
    return low <= truth.angle < high and _SIZES.low <= truth.module_px <= _SIZES.high


def light(bench: Bench) -> None:
    """Labels read against how light white paper is, at the noise of a dark picture."""
    bench.report.title("Labels read at 1.6 pixels a module, by the grey value of white paper at its brightest place, %")
    for white in _WHITES:
        spec = replace(at(DARK, 1.6), white=white)
        pictures = scenes(spec, range(1200, 1200 + bench.pictures), bench.payloads, ())
        got = tally(peers.closed_set(bench.codebook, spec), pictures, bench.known)
        bench.report.line(f"white is {white:5.0f} {100 * got.recall():8.1f} % of {got.shown.get('clear', 0)}")


def faded(bench: Bench) -> None:
    """Labels read whose ink has faded, in light and picture of two kinds."""
    bench.report.title(
        f"Labels read whose ink has faded to {_FADED:.0%} of its contrast, % (goal {_FADED_READ:.0f} at 2.2)"
    )
    for kind in (EASY, TYPICAL):
        for ppm in (1.5, 2.2):
            spec = replace(at(kind, ppm), covered=0.0, glared=0.0, hands=0)
            seeds = range(1300, 1300 + bench.pictures)
            pictures = [render(spec, bench.payloads, (), seed, _faded) for seed in seeds]
            got = tally(peers.closed_set(bench.codebook, spec), pictures, bench.known)
            bench.report.wrong += got.wrong
            read, name = 100 * got.recall(), f"{spec.name}, {ppm} ppm"
            mark = bench.report.mark(ppm < 2.0 or read >= _FADED_READ, f"faded ink, {name}")
            bench.report.line(f"{name:20s}{read:8.1f} of {got.shown.get('clear', 0)}{mark}")


def moving(bench: Bench) -> None:
    """Labels read on a table that moves while the shutter is open, and what is said where none lies."""
    bench.report.title("Labels read in a picture that moves by so many pixels, %; tags and unreadable labels made up")
    for ppm in (1.5, 2.2):
        spec = replace(at(TYPICAL, ppm), covered=0.0, glared=0.0, hands=0, read_noise=0.0, shot_noise=0.0)
        detector = LabelDetector(bench.codebook, peers.module_range(spec))
        pictures = scenes(spec, range(1400, 1400 + bench.pictures), bench.payloads, ())
        for pixels in (2, 4, 8):
            got, made_up = Tally(), 0
            for seed, scene in enumerate(pictures, 1400):
                found = detector.detect(_moved(scene.image, pixels, seed))
                got.add(scene, [peers.Reading(s.tag, s.x, s.y) for s in found.decoded], bench.known, lambda _: True)
                made_up += sum(not _is_of_any(scene, one.x, one.y) for one in found.unreadable)
            bench.report.wrong += got.wrong
            bench.report.line(
                f"{ppm} ppm, {pixels} px {100 * got.recall():8.1f} of {got.shown.get('clear', 0)}"
                f"   tags {got.wrong}, unreadable {made_up}"
            )


def _is_of_any(scene: Scene, x: float, y: float) -> bool:
    return any(np.hypot(x - truth.centre[0], y - truth.centre[1]) < 15 * truth.module_px for truth in scene.truths)


def _moved(image: NDArray[np.uint8], pixels: int, seed: int) -> NDArray[np.uint8]:
    """A picture that moves in some direction, with the noise of a sensor."""
    rng = np.random.default_rng(seed)
    turn, edge = rng.uniform(0, np.pi), 2 * pixels + 1
    at_ = np.linspace(-pixels / 2, pixels / 2, 8 * pixels)
    path = np.zeros((edge, edge), np.float32)
    np.add.at(
        path, (np.rint(pixels + at_ * np.sin(turn)).astype(int), np.rint(pixels + at_ * np.cos(turn)).astype(int)), 1.0
    )
    soft = cv2.filter2D(image.astype(np.float32), cv2.CV_32F, path / path.sum())
    noisy = soft + 4.0 * rng.standard_normal(soft.shape, np.float32)
    return np.asarray(np.clip(np.rint(noisy), 0, 255), np.uint8)


def _faded(payload: str) -> cards.Floats:
    return np.asarray(cards.PAPER + _FADED * (cards.our_label(payload) - cards.PAPER), np.float32)


def looks(bench: Bench) -> None:
    """How labels look where they are, and proposals where none is: ring score, likeness, second finder pattern."""
    bench.report.title(
        "Ring score, likeness to what all labels share, second finder: 0, 1, 5, 50 % of labels are below"
    )
    for spec in (at(TYPICAL, 1.0), at(TYPICAL, 1.5), at(HARD, 1.5), at(DARK, 1.6), at(BUSY, 1.4)):
        pictures = scenes(spec, range(1300, 1300 + bench.pictures), bench.payloads, ())
        seen = np.concatenate([_look(bench, scene, _corners(scene)) for scene in pictures])
        bench.report.line(_row(f"{spec.name} {spec.ppm} ppm", seen, (0, 1, 5, 50)))
    bench.report.title("The same of proposals from three finders where no label is: 50, 90, 99, 100 % are below")
    for spec in (at(BUSY_EMPTY, 1.4), at(BUSY_EMPTY, 2.0)):
        pictures = scenes(spec, range(1300, 1300 + bench.pictures), bench.payloads, ())
        seen = np.concatenate([_look(bench, scene, _proposals(scene)) for scene in pictures])
        bench.report.line(_row(f"{spec.name} {spec.ppm} ppm", seen, (50, 90, 99, 100)))


def _corners(scene: Scene) -> NDArray[np.float32]:
    clear = [truth.corners for truth in scene.truths if truth.kind == "clear"]
    return np.array(clear, dtype=np.float32).reshape(-1, 4, 2)


def _proposals(scene: Scene) -> NDArray[np.float32]:
    sizes = ModuleSizeRange(*peers.module_range(scene.spec))
    finders = find_finders(scene.image, sizes.filters()).strongest(1000)
    view = View.unknown(finders.places, sizes)
    quads, _ = quads_from_triples(finders, view, legs_between(finders, view))
    return quads[:: max(1, len(quads) // 5000)]


def _look(bench: Bench, scene: Scene, quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Shape (K, 3)."""
    _, alike = upright(sample_modules(scene.image, quads), quads, typical_label(bench.codebook))
    second = finder_likeness(scene.image, quads)[:, 1]
    return np.stack([ring_score(scene.image, quads), alike, second], axis=1)


def _row(name: str, seen: NDArray[np.float32], shares: tuple[int, ...]) -> str:
    cells = ("  ".join(f"{value:5.2f}" for value in np.percentile(column, shares)) for column in seen.T)
    return f"{name:26s}{len(seen):7d}   " + "   |".join(cells)
