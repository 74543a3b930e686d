"""`python -m benchmarks.vision [--quick] [--photos DIR] [--plot FILE]`: prints the tables of reading labels.

Every time and ratio is processor time on one thread, measured in turn on the same frame. `!` marks a missed goal. The
exit code is 1 when a tag was read that was not there.
"""

from __future__ import annotations

import os

# Ratios of time mean something only when everybody uses one thread; BLAS reads this when numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import sys
import time
from pathlib import Path

import click
import cv2

from benchmarks.vision import costs, false_reads, pose, recall, thresholds
from benchmarks.vision.bench import Bench
from benchmarks.vision.memory import peak
from benchmarks.vision.photos import photographs
from benchmarks.vision.plot import draw
from companion.errors import ImageError

PICTURES, DECODINGS = 5, 100_000
SIZES = (0.8, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0)


@click.command()
@click.option(
    "--quick", is_flag=True, help="A few minutes: one picture of each kind, no slow peers in large frames, no plot."
)
@click.option("--photos", type=click.Path(path_type=Path), help="Only this folder of photographs and .txt truths.")
@click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), default=Path("docs/recall.png"), show_default=True
)
def main(quick: bool, photos: Path | None, plot: Path) -> None:
    """Measure the closed-set reader and its peers on rendered tables or on photographs."""
    cv2.setNumThreads(1)
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    start = time.monotonic()
    bench = Bench(1 if quick else PICTURES, quick)
    if photos is not None:
        try:
            photographs(bench, photos)
        except ImageError as error:
            raise click.ClickException(str(error)) from error
    else:
        rendered(bench, plot)
    bench.report.summary(time.monotonic() - start)
    sys.exit(1 if bench.report.wrong else 0)


def rendered(bench: Bench, plot: Path) -> None:
    """All tables but the photographs'."""
    recall.goals(bench)
    false_reads.false_reads(bench, DECODINGS // 10 if bench.quick else DECODINGS)
    thresholds.thresholds(bench)
    costs.speed(bench)
    pose.pose(bench)
    if bench.quick:
        return
    costs.verifying(bench)
    costs.watching(bench)
    costs.growth(bench)
    peak(bench)
    draw(recall.curves(bench, SIZES), plot, SIZES)


if __name__ == "__main__":
    main()
