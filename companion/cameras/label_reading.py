"""The labels in single pictures of a table: what `companion read` says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.cameras.closed_label_set import closed_label_set
from companion.core.game import Game
from companion.core.table import Tag
from companion.errors import ImageError
from companion.label_sets.label_set import LabelSet, printed_tags
from companion.label_sets.piece_labels import tags_of
from hardware.image_files import read_luma
from vision.detection.closed_set import detector
from vision.detection.qr_readers import SecondOpinions, ZbarReader, ZxingReader
from vision.threads import use_one_thread


@dataclass(frozen=True, slots=True)
class PictureLabels:
    """A picture's labels, and what general readers complained of: labels that only they can read may be missing."""

    labels: list[dict[str, Any]]
    complaints: tuple[ImageError, ...] = ()


def read_labels(
    game: Game[Any, Any], images: Sequence[Path], adopted: LabelSet | None = None, also: Iterable[Tag] = ()
) -> Iterator[PictureLabels | ImageError]:
    """The game's labels and those named, or the codes adopted for them, in each picture, or why it cannot be read.

    What the closed set misses, a general reader may still find.
    """
    use_one_thread()
    known = closed_label_set({*tags_of(game), *also}, adopted, printed_tags(game, adopted))
    texts = {} if adopted is None else adopted.tag_of_text
    closed, general = detector(known), SecondOpinions(known, [ZxingReader(), ZbarReader()], texts)
    for path in images:
        try:
            luma = read_luma(path)
        except ImageError as error:
            yield error
            continue
        found = closed.detect(luma).decoded
        more, complaints = general.read(luma, found)
        yield PictureLabels(
            [
                {"tag": label.tag, "x": round(label.x, 2), "y": round(label.y, 2), "score": round(label.score, 3)}
                for label in (*found, *more)
            ],
            tuple(ImageError(f"{path}: {complaint}") for complaint in complaints),
        )
