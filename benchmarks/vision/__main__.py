"""`python -m benchmarks.vision [--quick] [--photos DIR] [--plot FILE]`: prints the tables of reading labels."""

from __future__ import annotations

import os

# Ratios of time mean something only when everybody uses one thread; BLAS reads this when numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from pathlib import Path

import click
import cv2

from benchmarks.vision import costs, tables
from benchmarks.vision.memory import print_peak
from benchmarks.vision.photos import photographs
from benchmarks.vision.plot import draw


@click.command()
@click.option("--quick", is_flag=True, help="A minute's version: fewer pictures, no slow peers, no plot.")
@click.option(
    "--photos", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Photographs and .txt truths."
)
@click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), default=Path("docs/recall.png"), show_default=True
)
def main(quick: bool, photos: Path | None, plot: Path) -> None:
    """Measure the closed-set reader and its peers on rendered tables."""
    cv2.setNumThreads(1)
    bench = tables.Bench(pictures=1 if quick else 5)
    if photos is not None:
        photographs(photos, bench.codebook)
        return
    tables.recall_goals(bench)
    costs.speed(bench)
    costs.quiet_frame(bench)
    tables.false_reads(bench, 8_000 if quick else 100_000)
    if not quick:
        costs.growth(bench)
        costs.pose(bench)
        print_peak()
        costs.opencv_readers(bench)
        sizes = (0.8, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0)
        draw(tables.recall_curves(bench, sizes), plot, sizes)


if __name__ == "__main__":
    main()
