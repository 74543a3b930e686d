"""The labels in single pictures of a table: what `companion read` says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.core.game import Game
from companion.labels import tags_of
from hardware.image_files import read_luma
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector
from vision.detection.qr_readers import CombinedReader, ZbarReader, ZxingReader, elsewhere


def read_labels(game: Game[Any, Any], images: Sequence[Path]) -> list[list[dict[str, Any]]]:
    """The game's labels in each picture; what the closed set misses, a general reader may still find."""
    tags = frozenset(tags_of(game))
    closed, general = LabelDetector(Codebook(sorted(tags)), None), CombinedReader(ZxingReader(), ZbarReader())
    answers = []
    for path in images:
        luma = read_luma(path)
        found = closed.detect(luma).decoded
        ours = [other for other in general.read(luma) if other.tag in tags]
        answers.append(
            [
                {"tag": label.tag, "x": round(label.x, 2), "y": round(label.y, 2), "score": round(label.score, 3)}
                for label in (*found, *elsewhere(ours, found))
            ]
        )
    return answers
