"""What reading costs, as ratios on the same frame in the same run on one thread, and how exact it is."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from benchmarks.vision import peers
from benchmarks.vision.measure import milliseconds, scenes, tally
from benchmarks.vision.scenes import Truth, render
from benchmarks.vision.specs import HARD, TYPICAL, SceneSpec, at
from benchmarks.vision.tables import Bench
from vision.labels import FRAME_MODULES
from vision.reader import ClosedSetReader
from vision.sightings import TagSighting

_FRAMES = ((1920, 1080, 60, (1.5, 2.0, 2.5)), (4608, 2592, 150, (2.0, 3.0, 4.0)))


def speed(bench: Bench) -> None:
    """Processor time of a full search against the peers'."""
    print("\nFull search, typical, ms of processor time on one thread, and ratios")
    print(f"{'frame, labels, ppm':24s}{'ours':>7s}{'zxing-cpp':>11s}{'pyzbar':>8s}", end="")
    print(f"{'ours/pyzbar':>13s}{'ours/zxing':>12s}{'recall %':>10s}")
    for width, height, labels, sizes in _FRAMES:
        for ppm in sizes:
            _print_speed(bench, replace(at(TYPICAL, ppm), width=width, height=height, labels=labels))


def _print_speed(bench: Bench, spec: SceneSpec) -> None:
    scene = render(spec, bench.payloads, (), 400)
    readers = bench.readers(spec)
    ours, zxing, pyzbar = (milliseconds(readers[n], scene.image) for n in (peers.OURS, peers.ZXING, peers.PYZBAR))
    share = tally(readers[peers.OURS], [scene], bench.known).recall()
    name = f"{spec.width}x{spec.height}, {spec.labels}, {spec.ppm}"
    print(
        f"{name:24s}{ours:7.0f}{zxing:11.0f}{pyzbar:8.0f}{ours / pyzbar:13.2f}{ours / zxing:12.2f}{100 * share:10.1f}"
    )


def growth(bench: Bench) -> None:
    """Cost of a full search against the number of labels."""
    print("\nFull search of 4608x2592 at 2.5 ppm against the number of labels, ms")
    for labels in (20, 60, 120, 250):
        spec = replace(at(TYPICAL, 2.5), width=4608, height=2592, labels=labels)
        scene = render(spec, bench.payloads, (), 500)
        took = milliseconds(peers.closed_set(bench.codebook, spec), scene.image)
        print(f"{len(scene.truths):5d} labels {took:8.0f}", flush=True)


def quiet_frame(bench: Bench) -> None:
    """Re-verifying known labels against zxing-cpp's full read of the same 12 MP frame."""
    spec = replace(at(TYPICAL, 2.5), width=4608, height=2592, labels=200, hands=0, glared=0.0)
    scene = render(spec, bench.payloads, (), 600)
    reader = ClosedSetReader(bench.codebook, peers.module_range(spec))
    known = reader.read(scene.image).sightings
    zxing = milliseconds(peers.quick_peers()[peers.ZXING], scene.image)
    reader.verify_all(scene.image, known)
    start, rounds = time.process_time(), 200
    for _ in range(rounds):
        scores = reader.verify_all(scene.image, known)
    took = (time.process_time() - start) / rounds * 1e3
    moved = reader.verify_all(np.roll(scene.image, round(1.1 * spec.ppm), axis=1), known)
    print(f"\nQuiet frame, {len(known)} known labels: {took:.3f} ms, {1e3 * took / len(known):.2f} us a label", end="")
    print(f"; zxing-cpp {zxing:.0f} ms: 1/{zxing / took:.0f}")
    print(
        f"scores at their places: 1st percentile {np.percentile(scores, 1):.2f}, median {np.median(scores):.2f}", end=""
    )
    print(f"; all moved by 1.1 modules: median {np.median(moved):.2f}, 99th percentile {np.percentile(moved, 99):.2f}")


def pose(bench: Bench) -> None:
    """How exact the reported centres, turns and sizes are."""
    print("\nPose error, median / 95th percentile: centre (modules), rotation (degrees), size (%)")
    for spec in (at(TYPICAL, 1.5), at(TYPICAL, 2.5), at(HARD, 2.5)):
        reader = ClosedSetReader(bench.codebook, peers.module_range(spec))
        errors: list[tuple[float, float, float]] = []
        for scene in scenes(spec, range(700, 702), bench.payloads, ()):
            truths = {truth.payload: truth for truth in scene.truths if truth.kind == "clear"}
            found = reader.read(scene.image).sightings
            errors.extend(_pose_error(s, truths[s.tag]) for s in found if s.tag in truths)
        low, high = np.median(errors, axis=0), np.percentile(errors, 95, axis=0)
        print(f"{spec.name} {spec.ppm} ppm: " + "; ".join(f"{a:.3f} / {b:.3f}" for a, b in zip(low, high, strict=True)))


def _pose_error(sighting: TagSighting, truth: Truth) -> tuple[float, float, float]:
    edge = truth.corners[1] - truth.corners[0] + truth.corners[2] - truth.corners[3]
    turn = np.rad2deg(np.arctan2(edge[1], edge[0]))
    return (
        float(np.hypot(sighting.x - truth.centre[0], sighting.y - truth.centre[1]) / truth.module_px),
        float(abs((sighting.rotation_deg - turn + 180) % 360 - 180)),
        float(100 * abs(sighting.size_px / FRAME_MODULES / truth.module_px - 1)),
    )


def opencv_readers(bench: Bench) -> None:
    """OpenCV's own readers, on one picture of 20 labels: they take seconds, and more with every label."""
    spec = replace(at(TYPICAL, 4.0), labels=20, width=2304, height=1296)
    scene = render(spec, bench.payloads, (), 800)
    print("\nOpenCV's readers, typical 4 ppm, 20 labels: recall %, ms")
    for name, read in {**bench.readers(spec), **peers.slow_peers()}.items():
        share = tally(read, [scene], bench.known).recall()
        print(f"{name:14s}{100 * share:7.1f}{milliseconds(read, scene.image, 1):9.0f}", flush=True)
