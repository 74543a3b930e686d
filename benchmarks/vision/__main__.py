"""`python -m benchmarks.vision [--quick] [--part NAME] [--photos DIR] [--plot FILE]`: the tables of reading.

Every time and ratio is processor time on one thread, measured in turn on the same frame. `!` marks a missed goal. The
exit code is 1 when a tag was read that was not there.
"""

from __future__ import annotations

import os

# Ratios of time mean something only when everybody uses one thread; BLAS reads this when numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import cv2

from benchmarks.vision import ablation, adopted, busy, costs, false_reads, limits, pose, recall, thresholds
from benchmarks.vision.bench import Bench
from benchmarks.vision.memory import peak
from benchmarks.vision.photos import photographs
from benchmarks.vision.plot import draw
from companion.errors import ImageError

PICTURES, DECODINGS = 5, 100_000
SIZES = (0.8, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0)


def _curves(bench: Bench, plot: Path) -> None:
    draw(recall.curves(bench, SIZES), plot, SIZES)


PARTS: dict[str, tuple[Callable[[Bench], None], ...]] = {
    "recall": (recall.goals,),
    "false-reads": (lambda bench: false_reads.false_reads(bench, DECODINGS // 10 if bench.quick else DECODINGS),),
    "thresholds": (thresholds.thresholds,),
    "adopted": (adopted.recall, lambda bench: adopted.strangers(bench, 200 if bench.quick else 2000)),
    "speed": (costs.speed,),
    "busy": (busy.cost, busy.growth),
    "unreadable": (busy.unreadable, busy.spoiled_by_scale),
    "steps": (ablation.ablation,),
    "limits": (limits.angles, limits.light),
    "looks": (limits.looks,),
    "pose": (pose.pose,),
    "watching": (costs.verifying, costs.watching),
    "growth": (costs.growth,),
    "memory": (peak,),
}
_QUICK = ("recall", "false-reads", "thresholds", "speed", "busy", "unreadable", "pose")


def rendered(bench: Bench, plot: Path, only: tuple[str, ...]) -> None:
    """The parts that are named, or all but the photographs'."""
    for name, tables in PARTS.items():
        if name in (only or (_QUICK if bench.quick else PARTS)):
            for table in tables:
                table(bench)
    if "curves" in only or not (only or bench.quick):
        _curves(bench, plot)


@click.command()
@click.option(
    "--quick", is_flag=True, help="A few minutes: one picture of each kind, no slow peers in large frames, no plot."
)
@click.option("--pictures", type=click.IntRange(1), default=PICTURES, show_default=True, help="So many of each kind.")
@click.option("--part", "parts", type=click.Choice([*PARTS, "curves"]), multiple=True, help="Only these tables.")
@click.option("--quick-peers", is_flag=True, help="Without OpenCV's readers, which take most of the time.")
@click.option("--photos", type=click.Path(path_type=Path), help="Only this folder of photographs and .txt truths.")
@click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), default=Path("docs/recall.png"), show_default=True
)
def main(parts: tuple[str, ...], photos: Path | None, plot: Path, **extent: Any) -> None:
    """Measure the closed-set reader and its peers on rendered tables or on photographs."""
    cv2.setNumThreads(1)
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    start = time.monotonic()
    bench = Bench(1 if extent["quick"] else extent["pictures"], extent["quick"], slow_peers=not extent["quick_peers"])
    if photos is not None:
        try:
            photographs(bench, photos)
        except ImageError as error:
            raise click.ClickException(str(error)) from error
    else:
        rendered(bench, plot, parts)
    bench.report.summary(time.monotonic() - start)
    sys.exit(1 if bench.report.wrong else 0)


if __name__ == "__main__":
    main()
