"""The distributions that the thresholds of `vision.detection.decode` rest on."""

from __future__ import annotations

from itertools import islice

import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.bench import Bench
from benchmarks.vision.false_reads import strange_labels
from benchmarks.vision.measure import scenes
from benchmarks.vision.peers import module_range
from benchmarks.vision.specs import COVERED, DARK, HARD, TYPICAL, SceneSpec, at
from vision.detection.alignment import TagTemplates, align
from vision.detection.codebook import Match
from vision.detection.decode import PLAUSIBLE_MARGIN, SYMBOL_CENTRES
from vision.detection.detector import LabelDetector
from vision.detection.warp import sample, views

_FAINT = (at(TYPICAL, 1.5), at(TYPICAL, 1.0), at(HARD, 1.5), at(DARK, 1.6), at(COVERED, 2.0))
_SHARES = (50.0, 99.0, 99.9, 100.0)


def thresholds(bench: Bench) -> None:
    """Score and lead of labels in no set, as they are and once aligned, and of true readings."""
    bench.report.title("Score and lead over the next tag: labels in no set (half, 99 %, 99.9 % are below; most)")
    sheets = 2 if bench.quick else 25
    first: list[Match] = []
    second: list[Match] = []
    for image, quads in islice(strange_labels(bench), sheets):
        match = bench.codebook.identify(sample(image, views(quads), SYMBOL_CENTRES))
        chosen = np.flatnonzero(match.margin >= PLAUSIBLE_MARGIN)
        turned = np.take_along_axis(quads, ((np.arange(4) + match.turns[:, None]) % 4)[..., None], axis=1)
        better = align(image, turned[chosen], TagTemplates.of(bench.codebook, match.index[chosen]))
        first.append(match)
        second.append(bench.codebook.identify(sample(image, views(better), SYMBOL_CENTRES)))
    for name, looks in (("as they are", first), ("doubtful, once aligned", second)):
        score, margin = (np.concatenate([getattr(match, what) for match in looks]) for what in ("score", "margin"))
        bench.report.line(f"{name:24s}{len(score):7d}   score {_row(score, _SHARES)}   lead {_row(margin, _SHARES)}")
    bench.report.title("Score and lead of true readings (least; 0.1 %, 1 % are below; half)")
    for spec in _FAINT:
        score, margin = _true_readings(bench, spec)
        shares = (0.0, 0.1, 1.0, 50.0)
        name = f"{spec.name} {spec.ppm} ppm"
        bench.report.line(f"{name:24s}{len(score):7d}   score {_row(score, shares)}   lead {_row(margin, shares)}")


def _true_readings(bench: Bench, spec: SceneSpec) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    detector = LabelDetector(bench.codebook, module_range(spec))
    found = [
        detection
        for scene in scenes(spec, range(900, 900 + bench.pictures), bench.payloads, ())
        for detection in detector.detect(scene.image).decoded
    ]
    return np.array([detection.score for detection in found]), np.array([detection.margin for detection in found])


def _row(values: NDArray[np.floating], shares: tuple[float, ...]) -> str:
    return " ".join(f"{value:5.2f}" for value in np.percentile(values, shares))
