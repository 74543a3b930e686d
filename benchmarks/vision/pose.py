"""How exact the reported centres, turns and sizes are, in millimetres on the card."""

from __future__ import annotations

import numpy as np

from benchmarks.vision.bench import Bench
from benchmarks.vision.measure import scenes
from benchmarks.vision.peers import module_range
from benchmarks.vision.scenes import Truth
from benchmarks.vision.specs import COVERED, DARK, HARD, TILTED, TYPICAL, at
from vision.detection.detector import LabelDetector
from vision.detections import Detection
from vision.labels import FRAME_MODULES, MODULES

LABEL_MM = 16.0
GOAL_MM, GOAL_DEGREES = 3.0, 3.0
_SCENES = (at(TYPICAL, 1.0), at(TYPICAL, 1.5), at(TYPICAL, 2.5), at(HARD, 2.0), at(HARD, 2.5), at(TILTED, 2.4),
           at(DARK, 2.0), at(COVERED, 2.0))  # fmt: skip


def pose(bench: Bench) -> None:
    """Errors of every reading, covered labels too: median, 95th percentile and worst."""
    bench.report.title(
        f"Pose errors of all readings, labels of {LABEL_MM:.0f} mm: median / 95th percentile / worst"
        f" (goal: about {GOAL_MM:.0f} mm, {GOAL_DEGREES:.0f} degrees)"
    )
    bench.report.line(f"{'scene':20s}{'readings':>9s}{'centre, mm':>22s}{'rotation, degrees':>22s}{'size, %':>20s}")
    for spec in _SCENES:
        detector = LabelDetector(bench.codebook, module_range(spec))
        errors: list[tuple[float, float, float]] = []
        for scene in scenes(spec, range(700, 700 + max(1, bench.pictures // 2)), bench.payloads, ()):
            truths = {truth.payload: truth for truth in scene.truths}
            errors.extend(pose_error(s, truths[s.tag]) for s in detector.detect(scene.image).decoded)
        low, most, worst = np.median(errors, axis=0), np.percentile(errors, 95, axis=0), np.max(errors, axis=0)
        name = f"{spec.name} {spec.ppm} ppm"
        mark = bench.report.mark(worst[0] <= GOAL_MM and worst[1] <= GOAL_DEGREES, f"pose, {name}")
        cells = "".join(f"{f'{a:.2f} / {b:.2f} / {c:.2f}':>21s}" for a, b, c in zip(low, most, worst, strict=True))
        bench.report.line(f"{name:20s}{len(errors):9d}{cells}{mark}")


def pose_error(detection: Detection, truth: Truth) -> tuple[float, float, float]:
    """Millimetres, degrees, per cent of the size."""
    edge = truth.corners[1] - truth.corners[0] + truth.corners[2] - truth.corners[3]
    turn = np.rad2deg(np.arctan2(edge[1], edge[0]))
    apart = np.hypot(detection.x - truth.centre[0], detection.y - truth.centre[1]) / truth.module_px
    return (
        float(apart * LABEL_MM / MODULES),
        float(abs((detection.rotation_deg - turn + 180) % 360 - 180)),
        float(100 * abs(detection.size_px / FRAME_MODULES / truth.module_px - 1)),
    )
