"""A folder of photographs with the texts of their codes beside them (`name.txt`): each reader alone, and ours.

The closed set may accept none of them. A library that gives up on a picture is counted, with a text beside it or not.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from benchmarks.vision import peers
from benchmarks.vision.bench import Bench
from companion.errors import ImageError
from hardware.image_files import PICTURES, is_picture, read_luma
from vision.detection.detector import LabelDetector
from vision.detection.qr_readers import ZbarReader, ZxingReader

_THOROUGH = "zxing thorough"


def photographs(bench: Bench, folder: Path) -> None:
    """Prints how many codes each reader reads, folder by folder, and how many tags the closed set wrongly accepts.

    Raises ImageError when there is no such folder or no picture in it.
    """
    paths = pictures_in(folder)
    readers = {
        peers.ZXING: peers.general(ZxingReader()), _THOROUGH: peers.general(ZxingReader(thorough=True)),
        peers.PYZBAR: peers.general(ZbarReader()), **peers.slow_peers(),
    }  # fmt: skip
    bench.report.title(f"Photographs in {folder.name}: texts read, and tags the closed set accepts (goal: none)")
    heads = "".join(f"{name:>16s}" for name in readers)
    bench.report.line(f"{'folder':20s}{'pictures':>9s}{'texts':>7s}{heads}{'accepted':>10s}")
    total: Counter[str] = Counter()
    for part in sorted({path.parent for path in paths}):
        got = _counted(bench, readers, [path for path in paths if path.parent == part])
        total += got
        _print(bench, part.name, got, readers)
    _print(bench, "all", total, readers)
    _print_failures(bench, total, readers)
    bench.report.wrong += total["accepted"]
    if not total["texts"]:
        bench.report.line(
            "No picture has its text in a .txt file beside it: there is nothing to compare readings with."
        )


def pictures_in(folder: Path) -> list[Path]:
    """Raises ImageError when there is no such folder or no picture in it."""
    if not folder.is_dir():
        raise ImageError(f"{folder}: there is no such folder; name one that holds photographs.")
    paths = sorted(filter(is_picture, folder.rglob("*")))
    if not paths:
        raise ImageError(
            f"{folder}: there is no picture in this folder; put {', '.join(sorted(PICTURES))} files there."
        )
    return paths


def _counted(bench: Bench, readers: dict[str, peers.Reader], paths: list[Path]) -> Counter[str]:
    closed, got = LabelDetector(bench.codebook), Counter[str]()
    for path in paths:
        try:
            image = read_luma(path)
        except ImageError as error:
            bench.report.line(f"left out: {error}")
            continue
        got["pictures"] += 1
        got["accepted"] += len(closed.detect(image).decoded)
        truth = path.with_suffix(".txt")
        wanted = _plain(truth.read_text(encoding="utf-8", errors="replace")) if truth.is_file() else None
        got["texts"] += wanted is not None
        for name, read in readers.items():
            try:
                got[name] += any(_plain(_text(reading)) == wanted for reading in read(image))
            except ImageError as error:
                bench.report.line(f"{path.parent.name}/{path.name}: {error}")
                got[f"{name} failed"] += 1
    return got


def _text(reading: object) -> str:
    return reading.text if isinstance(reading, peers.Reading) else ""


def _plain(text: str) -> str:
    """Without the line ends in which editors differ."""
    return "\n".join(text.split("\r\n")).strip()


def _print_failures(bench: Bench, got: Counter[str], readers: dict[str, peers.Reader]) -> None:
    for name in readers:
        if failures := got[f"{name} failed"]:
            bench.report.line(f"{name} gave up on {failures} pictures.")


def _print(bench: Bench, name: str, got: Counter[str], readers: dict[str, peers.Reader]) -> None:
    cells = "".join(f"{got[reader]:16d}" for reader in readers)
    bench.report.line(f"{name:20s}{got['pictures']:9d}{got['texts']:7d}{cells}{got['accepted']:10d}")
