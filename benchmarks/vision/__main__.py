"""`python -m benchmarks.vision [--quick] [--part NAME] [--photos DIR] [--markdown PAGE]`: the tables of reading.

Every time and ratio is processor time on one thread, measured in turn on the same frame. `!` marks a missed goal. The
exit code is 1 when a tag was read that was not there.
"""

from __future__ import annotations

import os

# Ratios of time mean something only when everybody uses one thread; BLAS reads this when numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
import cv2

from benchmarks.marked_pages import PAGE, put_on_pages, require_marks
from benchmarks.vision import (
    ablation,
    adopted,
    busy,
    costs,
    dice,
    empty_tables,
    face_conclusions,
    faces,
    faces_watched,
    false_reads,
    limits,
    pose,
    recall,
    thresholds,
)
from benchmarks.vision.adopted_photos import adopted_again
from benchmarks.vision.bench import Bench
from benchmarks.vision.memory import peak
from benchmarks.vision.photos import photographs, pictures_in
from companion.errors import ImageError

PICTURES, DECODINGS = 5, 100_000
SIZES = (0.8, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0)

Table = Callable[[Bench], None]


def _curves(plot: Path, bench: Bench) -> None:
    from benchmarks.vision.plot import draw  # matplotlib: whoever reads these tables' names draws nothing.

    draw(recall.curves(bench, SIZES), plot, SIZES)


def rendered_parts(plot: Path) -> dict[str, tuple[Table, ...]]:
    """The tables of rendered scenes by the name of their part, which is that of their marks on a page."""
    return {
        "recall": (recall.goals,),
        "false-reads": (lambda bench: false_reads.false_reads(bench, DECODINGS // 10 if bench.quick else DECODINGS),),
        "thresholds": (thresholds.thresholds,),
        "adopted": (adopted.recall,),
        "adopted-glare": (adopted.in_a_glare,),
        "adopted-strangers": (lambda bench: adopted.strangers(bench, 200 if bench.quick else 2000),),
        "speed": (costs.speed,),
        "busy": (busy.cost, busy.growth),
        "unreadable": (busy.unreadable, busy.spoiled_by_scale),
        "empty-tables": (empty_tables.empty_tables,),
        "steps": (ablation.ablation,),
        "limits": (limits.angles, limits.light, limits.faded, limits.moving),
        "looks": (limits.looks,),
        "dice": (dice.dice,),
        "faces": (faces.faces, faces.strangers, faces.cost),
        "faces-quiet": (faces_watched.quiet,),
        "faces-wrong": (face_conclusions.wrong_conclusions,),
        "pose": (pose.pose,),
        "watching": (costs.verifying, costs.watching),
        "growth": (costs.growth,),
        "memory": (peak,),
        "curves": (lambda bench: _curves(plot, bench),),
    }


def photographed_parts(folder: Path) -> dict[str, tuple[Table, ...]]:
    """The same of a folder of photographs."""
    return {
        "photographs": (lambda bench: photographs(bench, folder),),
        "empty-tables-photographs": (lambda bench: empty_tables.photographed_tables(bench, folder),),
        "empty-tables-framed": (lambda bench: empty_tables.framed_photographs(bench, folder),),
        "adopted-photographs": (lambda bench: adopted_again(bench, pictures_in(folder)),),
    }


_PLOT = Path("docs/recall.png")
_QUICK = ("recall", "false-reads", "thresholds", "speed", "busy", "unreadable", "pose")


def measure(bench: Bench, parts: dict[str, tuple[Table, ...]], pages: Sequence[Path]) -> None:
    """Prints the tables of each part, and puts them between their marks on the pages as soon as they are there."""
    require_marks(pages, parts)
    for name, tables in parts.items():
        bench.report.lines.clear()
        start = time.process_time()
        for table in tables:
            table(bench)
        many = "one picture" if bench.pictures == 1 else f"{bench.pictures} pictures"
        bench.report.line(f"({name}: up to {many} of each kind, {time.process_time() - start:.0f} s of processor time)")
        if pages:
            put_on_pages(pages, name, bench.report.lines)


@click.command()
@click.option(
    "--quick", is_flag=True, help="A few minutes: one picture of each kind, no slow peers in large frames, no plot."
)
@click.option("--pictures", type=click.IntRange(1), default=PICTURES, show_default=True, help="So many of each kind.")
@click.option(
    "--part", "only", type=click.Choice(list(rendered_parts(_PLOT))), multiple=True, help="Only these tables."
)
@click.option("--quick-peers", is_flag=True, help="Without OpenCV's readers, which take most of the time.")
@click.option("--photos", type=click.Path(path_type=Path), help="Only this folder of photographs and .txt truths.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), default=_PLOT, show_default=True)
@click.option("--markdown", "pages", type=PAGE, multiple=True, help="Puts each part between its marks on these pages.")
def main(only: tuple[str, ...], photos: Path | None, plot: Path, pages: tuple[Path, ...], **extent: Any) -> None:
    """Measure the closed-set reader and its peers on rendered tables or on photographs."""
    cv2.setNumThreads(1)
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    start = time.monotonic()
    quick = extent["quick"]
    bench = Bench(1 if quick else extent["pictures"], quick, slow_peers=not extent["quick_peers"])
    parts = rendered_parts(plot) if photos is None else photographed_parts(photos)
    wanted = (only or (_QUICK if quick else parts)) if photos is None else parts
    try:
        measure(bench, {name: parts[name] for name in parts if name in wanted}, pages)
    except ImageError as error:
        raise click.ClickException(str(error)) from error
    bench.report.summary(time.monotonic() - start)
    sys.exit(1 if bench.report.wrong else 0)


if __name__ == "__main__":
    main()
