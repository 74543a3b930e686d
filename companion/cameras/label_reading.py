"""The labels in single pictures of a table: what `companion read` says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.core.game import Game
from companion.errors import ImageError
from companion.labels import tags_of
from hardware.image_files import read_luma
from vision.arrays import Luma
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector
from vision.detection.qr_readers import CombinedReader, QrReader, ZbarReader, ZxingReader, elsewhere
from vision.detections import Detection


def read_labels(game: Game[Any, Any], images: Sequence[Path]) -> Iterator[list[dict[str, Any]] | ImageError]:
    """The game's labels in each picture, or why it cannot be read.

    What the closed set misses, a general reader may still find.
    """
    tags = frozenset(tags_of(game))
    closed, general = LabelDetector(Codebook(sorted(tags)), None), CombinedReader(ZxingReader(), ZbarReader())
    for path in images:
        try:
            luma = read_luma(path)
            ours = [other for other in _read(general, luma, path) if other.tag in tags]
        except ImageError as error:
            yield error
            continue
        found = closed.detect(luma).decoded
        yield [
            {"tag": label.tag, "x": round(label.x, 2), "y": round(label.y, 2), "score": round(label.score, 3)}
            for label in (*found, *elsewhere(ours, found))
        ]


def _read(reader: QrReader, luma: Luma, path: Path) -> tuple[Detection, ...]:
    try:
        return reader.read(luma)
    except ImageError as error:
        raise ImageError(f"{path}: {error}") from error
