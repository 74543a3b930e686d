"""What reading costs, as ratios on the same frame in the same run on one thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from benchmarks.vision import peers
from benchmarks.vision.bench import Bench
from benchmarks.vision.measure import milliseconds, tally
from benchmarks.vision.scenes import render
from benchmarks.vision.specs import TYPICAL, SceneSpec, at
from benchmarks.watching.costs import Costs, busy_looks, quiet_minute, with_small_picture
from vision.detection.detector import LabelDetector
from vision.detection.template_matcher import TemplateMatcher

_FULL = replace(TYPICAL, width=4608, height=2592)
QUIET, BUSY, OF_PYZBAR, OF_ZXING, CLOSE = 1 / 80, 1 / 3, 0.5, 2.0, 3.0


def speed(bench: Bench) -> None:
    """Processor time of a full search against the peers'."""
    bench.report.title(
        "Full search, typical: ms of processor time, and ours against pyzbar (goal 0.5), zxing-cpp (2 from 3 ppm)"
    )
    heads = "".join(f"{name:>14s}" for name in peers.NAMES)
    bench.report.line(f"{'frame, labels, ppm':23s}{heads}{'/pyzbar':>9s}{'/zxing':>8s}{'recall %':>10s}")
    for ppm in (1.5, 3.0) if bench.quick else (1.5, 2.0, 2.5, 3.0):
        _print_speed(bench, replace(at(TYPICAL, ppm), labels=60))
    for ppm in (3.0,) if bench.quick else (2.0, 3.0, 4.0):
        _print_speed(bench, replace(at(_FULL, ppm), labels=150))


def _print_speed(bench: Bench, spec: SceneSpec) -> None:
    scene = render(spec, bench.payloads, (), 400)
    readers = bench.readers(spec)
    took = milliseconds({name: readers[name] for name in (peers.OURS, peers.ZXING)}, scene.image, _rounds(spec))
    took |= milliseconds({peers.PYZBAR: readers[peers.PYZBAR]}, scene.image, 2)
    if not bench.quick and spec.width < _FULL.width:
        # OpenCV's take a minute for a large frame full of labels.
        took |= milliseconds({name: readers[name] for name in peers.SLOW if name in readers}, scene.image, 1)
    name = f"{spec.width}x{spec.height}, {spec.labels}, {spec.ppm}"
    of_pyzbar, of_zxing = took[peers.OURS] / took[peers.PYZBAR], took[peers.OURS] / took[peers.ZXING]
    marks = (
        bench.report.mark(of_pyzbar <= OF_PYZBAR, f"{name}: {of_pyzbar:.2f} of pyzbar"),
        bench.report.mark(of_zxing <= OF_ZXING or spec.ppm < CLOSE, f"{name}: {of_zxing:.2f} of zxing-cpp"),
    )
    cells = "".join(f"{took[peer]:14.0f}" if peer in took else f"{'-':>14s}" for peer in peers.NAMES)
    share = 100 * tally(readers[peers.OURS], [scene], bench.known).recall()
    bench.report.line(f"{name:23s}{cells}{of_pyzbar:8.2f}{marks[0]}{of_zxing:7.2f}{marks[1]}{share:10.1f}")


def _rounds(spec: SceneSpec) -> int:
    """So many that the quickest is not one of a moment in which the machine was slow."""
    return 9 if spec.width >= _FULL.width else 60


def growth(bench: Bench) -> None:
    """Cost of a full search against the number of labels, and against pixels."""
    by_labels = [(labels, replace(at(_FULL, 2.5), labels=labels)) for labels in (20, 60, 120, 180, 250)]
    sizes = ((1280, 720), (2304, 1296), (3456, 1944), (4608, 2592))
    by_pixels = [
        (width * height / 1e6, replace(at(TYPICAL, 2.5), width=width, height=height, labels=15, hands=0))
        for width, height in sizes
    ]
    _print_growth(bench, "labels", "labels in 4608x2592", by_labels)
    _print_growth(bench, "megapixels", "megapixels, 15 labels", by_pixels)


def _print_growth(bench: Bench, unit: str, title: str, specs: Sequence[tuple[float, SceneSpec]]) -> None:
    """Times and the straight line through them."""
    bench.report.title(f"Full search at 2.5 ppm against {title}")
    took = []
    for amount, spec in specs:
        reader = peers.closed_set(bench.codebook, spec)
        took.append(milliseconds({peers.OURS: reader}, render(spec, bench.payloads, (), 500).image, 15)[peers.OURS])
        bench.report.line(f"{amount:8.1f} {unit:12s}{took[-1]:8.1f} ms")
    amounts = np.array([amount for amount, _ in specs])
    slope, start = np.polyfit(amounts, took, 1)
    off = 100 * float(np.abs(np.array(took) / (start + slope * amounts) - 1).max())
    bench.report.line(
        f"straight line: {start:.1f} ms and {slope:.2f} ms for each of the {unit}; at most {off:.0f} % off it"
    )


def verifying(bench: Bench) -> None:
    """One look at each known label, without anything round it."""
    spec = replace(at(_FULL, 2.5), labels=200, hands=0, glared=0.0)
    image = render(spec, bench.payloads, (), 600).image
    detector = LabelDetector(bench.codebook, peers.module_range(spec))
    known = detector.detect(image).decoded
    matcher = TemplateMatcher(bench.codebook, known)
    ms = milliseconds({peers.OURS: matcher.scores}, image, 200)[peers.OURS]
    there = matcher.scores(image)
    moved = matcher.scores(np.roll(image, round(1.1 * spec.ppm), axis=1))
    bench.report.title(
        f"Verifying {len(known)} known labels in 12 MP: {ms:.3f} ms, {1e3 * ms / len(known):.2f} us a label"
    )
    bench.report.line(
        f"scores where they are: 1st percentile {np.percentile(there, 1):.2f}, median {np.median(there):.2f};"
        f" moved by 1.1 modules: median {np.median(moved):.2f}, 99th percentile {np.percentile(moved, 99):.2f}"
    )


def watching(bench: Bench) -> None:
    """The watcher's whole look at a quiet and at a busy table, against one read of the frame by zxing-cpp."""
    bench.report.title("The watcher's whole look, 12 MP, 200 known labels, against zxing-cpp's read of the same frame")
    bench.report.line(
        f"{'table':45s}{'goal':>7s}{'median':>9s}{'mean':>9s}{'mean, ms':>10s}{'zxing, ms':>11s}{'known':>7s}"
    )
    _print_watching(bench, "quiet minute: all labels verified each second", QUIET, quiet_minute(with_small_picture))
    _print_watching(bench, "hand over a tenth, up to three cards changed", BUSY, busy_looks())


def _print_watching(bench: Bench, name: str, goal: float, costs: Costs) -> None:
    mean, median = float(costs.looks.mean()), float(np.median(costs.looks))
    mark = bench.report.mark(mean / costs.zxing <= goal, name)
    shares = "".join(f"{f'1/{costs.zxing / value:.1f}':>9s}" for value in (median, mean))
    bench.report.line(
        f"{name:45s}{f'1/{1 / goal:.0f}':>7s}{shares}{mean:9.2f}{mark}{costs.zxing:11.0f}{costs.known:7d}"
    )
