"""Busy boards: what a search costs there, how cost grows, and what is called an unreadable label."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from benchmarks.vision import cards, peers, spoiled
from benchmarks.vision.bench import Bench
from benchmarks.vision.measure import in_turn, milliseconds, scenes
from benchmarks.vision.scenes import CLEAR, Scene, Truth, render
from benchmarks.vision.specs import AMONG_DECOYS, BUSY, BUSY_EMPTY, EASY, Range, SceneSpec, at
from vision.detection.detector import LabelDetector
from vision.detection.roi_detection import LARGEST, SMALLEST
from vision.detections import Detection, Detections, UnreadableLabel

_RANGES = (("told", 0.5), ("watched", 1.0), ("no size", 2.0))
"""How the sizes are given, and the share of ZBar's time that a search may take."""

_ROUNDS = 9
FALSE_ALARMS, _SPOILED_REPORTED = 0.2, 0.9


def cost(bench: Bench) -> None:
    """Processor time of a full search on busy boards, the sizes told, as the watcher asks, and not known at all.

    Against ZBar it is the median of the rounds' ratios: a busy machine disturbs both of a round.
    """
    bench.report.title(
        "Full search on busy boards: ms, and ours against pyzbar, the median of rounds in turn (goals 0.5, 1, 2)"
    )
    heads = "".join(f"{name:>10s}" for name, _ in _RANGES)
    bench.report.line(f"{'board':30s}{heads}{'pyzbar':>10s}{'zxing-cpp':>11s}{'/pyzbar':>21s}")
    boards = [(at(BUSY, ppm), seed) for ppm in (1.4, 2.0) for seed in range(400, 400 + min(bench.pictures, 3))]
    for spec, seed in [*boards, (at(BUSY_EMPTY, 1.4), 400)]:
        image = render(spec, bench.payloads, (), seed).image
        rounds = in_turn({**_ours(bench, spec), **peers.quick_peers()}, image, _ROUNDS)
        took = {way: 1e3 * min(times) for way, times in rounds.items()}
        name = f"{spec.name}, {spec.ppm} ppm, {seed}"
        shares = [float(np.median(np.divide(rounds[way], rounds[peers.PYZBAR]))) for way, _ in _RANGES]
        marks = [
            f"{share:6.2f}{bench.report.mark(share <= goal, f'{name}, {way}: {share:.2f} of pyzbar')}"
            for share, (way, goal) in zip(shares, _RANGES, strict=True)
        ]
        cells = "".join(f"{took[way]:10.0f}" for way, _ in _RANGES)
        bench.report.line(f"{name:30s}{cells}{took[peers.PYZBAR]:10.0f}{took[peers.ZXING]:11.0f}{''.join(marks)}")


def growth(bench: Bench) -> None:
    """Cost against the ornaments on the board, the ratio of sizes that are looked for, and the camera's tilt."""
    bench.report.title("Full search at 1.4 ppm against ornaments on the board, the size told")
    for ornaments in (0, 100, 200, 400, 800):
        spec = replace(at(BUSY, 1.4), ornaments=ornaments)
        image = render(spec, bench.payloads, (), 500).image
        took = milliseconds({peers.OURS: peers.closed_set(bench.codebook, spec)}, image, _ROUNDS)
        bench.report.line(f"{ornaments:8d} ornaments {took[peers.OURS]:8.1f} ms")
    bench.report.title("Full search of a busy board at 1.4 ppm against the ratio of sizes")
    image = render(at(BUSY, 1.4), bench.payloads, (), 500).image
    for ratio in (1.2, 1.4, 1.6, 2.0, 2.8, 4.0, 8.0):
        sizes = 1.4 / ratio**0.5, 1.4 * ratio**0.5
        took = milliseconds({peers.OURS: peers.closed_set_of_sizes(bench.codebook, sizes)}, image, _ROUNDS)
        bench.report.line(f"{ratio:8.1f} to 1 {took[peers.OURS]:8.1f} ms")
    bench.report.title(
        "Full search of a busy board at 1.8 ppm against the camera's tilt, the sizes that labels have there"
    )
    for tilt in (0.0, 15.0, 30.0, 45.0, 55.0):
        scene = render(replace(at(BUSY, 1.8), tilt=Range(tilt, tilt), hands=0), bench.payloads, (), 500)
        modules = [truth.module_px for truth in scene.truths]
        sizes = SMALLEST * min(modules), LARGEST * max(modules)
        took = milliseconds({peers.OURS: peers.closed_set_of_sizes(bench.codebook, sizes)}, scene.image, _ROUNDS)
        bench.report.line(f"{tilt:8.0f} degrees, {sizes[1] / sizes[0]:.1f} to 1 {took[peers.OURS]:8.1f} ms")


def unreadable(bench: Bench) -> None:
    """Unreadable labels a picture where there are none, and the share of spoiled ones that are read or reported."""
    bench.report.title(f"Called unreadable: a picture where nothing is a label (goal {FALSE_ALARMS})")
    for spec in (replace(at(EASY, 2.0), labels=0), at(BUSY_EMPTY, 1.4), at(BUSY_EMPTY, 2.0), at(BUSY_EMPTY, 2.8)):
        detector = LabelDetector(bench.codebook, peers.watched_range(spec))
        pictures = scenes(spec, range(800, 800 + bench.pictures), bench.payloads, ())
        found = float(np.mean([len(detector.detect(scene.image).unreadable) for scene in pictures]))
        name = f"{spec.name if spec.ornaments else 'cards without labels'}, {spec.ppm} ppm"
        bench.report.line(f"{name:34s}{found:8.2f}{bench.report.mark(found <= FALSE_ALARMS, f'unreadable, {name}')}")
    bench.report.title("Spoiled labels, %: read all the same, and reported as unreadable (goal: 90 together)")
    strange = replace(AMONG_DECOYS, covered=0.0, foreign=1.0, nuisances=False)
    spoiled_only = replace(strange, foreign=0.0)
    for ppm in (1.4, 2.0, 2.8):
        _print_spoiled(bench, "in no set", at(strange, ppm), cards.our_label)
        for name, spoil in spoiled.KINDS.items():
            _print_spoiled(bench, name, at(spoiled_only, ppm), spoiled.sticker(spoil))


def spoiled_by_scale(bench: Bench) -> None:
    """The share of spoiled labels that are read or reported, over small steps of size: no step may be a cliff."""
    bench.report.title("Spoiled labels over the size of a module: read or reported as unreadable, %")
    spec = replace(AMONG_DECOYS, covered=0.0, foreign=0.0, nuisances=False)
    kinds = ("worn", "washed out, ring only", "in a glare")
    bench.report.line(f"{'ppm':>6s}" + "".join(f"{kind:>24s}" for kind in kinds))
    for step in range(17):
        ppm = 1.03**step
        shares = [_read_and_reported(bench, at(spec, ppm), spoiled.sticker(spoiled.KINDS[kind])) for kind in kinds]
        cells = "".join(f"{100 * told.sum(axis=1).mean():18.1f} of {len(told):2d}" for told in shares)
        bench.report.line(f"{ppm:6.2f}{cells}")


def _print_spoiled(bench: Bench, name: str, spec: SceneSpec, sticker: cards.Sticker) -> None:
    told = _read_and_reported(bench, spec, sticker)
    read, reported = 100 * np.mean(told, axis=0)
    mark = bench.report.mark(read + reported >= 100 * _SPOILED_REPORTED, f"spoiled: {name}, {spec.ppm} ppm")
    bench.report.line(f"{f'{name}, {spec.ppm} ppm':34s}{read:8.1f}{reported:8.1f} of {len(told)}{mark}")


def _read_and_reported(bench: Bench, spec: SceneSpec, sticker: cards.Sticker) -> NDArray[np.bool_]:
    """For each label in the pictures whether it was read, and whether it was reported, shape (K, 2)."""
    detector = LabelDetector(bench.codebook, peers.watched_range(spec))
    seen: list[tuple[bool, bool]] = []
    for seed in range(800, 800 + bench.pictures):
        scene = render(spec, bench.payloads, bench.strangers, seed, sticker)
        seen += told(scene, detector.detect(scene.image))
    return np.array(seen, dtype=np.bool_)


def _ours(bench: Bench, spec: SceneSpec) -> dict[str, peers.Reader]:
    sizes = (peers.module_range(spec), peers.watched_range(spec), None)
    return {
        way: peers.closed_set_of_sizes(bench.codebook, range_) for (way, _), range_ in zip(_RANGES, sizes, strict=True)
    }


def told(scene: Scene, found: Detections) -> list[tuple[bool, bool]]:
    """For each label that is in sight whole, whether it was read, and whether it was only reported as unreadable."""
    whole = [truth for truth in scene.truths if truth.kind in ("clear", "foreign") and truth.visible >= CLEAR]
    read = [any(label.tag == truth.payload and _is_at(label, truth) for label in found.decoded) for truth in whole]
    seen = [any(_is_at(label, truth) for label in found.unreadable) for truth in whole]
    return [(hit, only and not hit) for hit, only in zip(read, seen, strict=True)]


def _is_at(label: Detection | UnreadableLabel, truth: Truth) -> bool:
    return bool(np.hypot(label.x - truth.centre[0], label.y - truth.centre[1]) < 3 * truth.module_px)
