"""The labels of single pictures, in pixels of the picture as it was given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.cameras.closed_label_set import closed_label_set
from companion.core.game import Game
from companion.core.table import Tag
from companion.errors import ImageError
from companion.label_sets.label_set import LabelSet, printed_tags
from companion.label_sets.piece_labels import tags_of
from companion.picture_score.told_by_pictures import TakenPicture
from hardware.image_files import read_luma
from vision.arrays import Luma
from vision.detection.closed_set import detector
from vision.detection.roi_detection import Detector
from vision.detections import Corners, Detection, UnreadableLabel
from vision.labels import FRAME_MODULES
from vision.threads import use_one_thread

LONG_EDGE = 4700
"""Pixels: a larger picture is halved first, and looked at whole only where its labels come out too small."""

SMALL_MODULE = 1.3
"""Pixels of a module below which a whole look at a larger picture is worth its time."""

FEWEST_LABELS = 2
"""With fewer there is no table in a picture."""

OTHER_GAME = 0.2
"""Of all labels, from which share on those of another game are no card left lying there."""


@dataclass(frozen=True, slots=True)
class LabelView:
    """What was read in one picture of (width, height) pixels."""

    name: str
    size: tuple[int, int]
    decoded: tuple[Detection, ...]
    unreadable: tuple[UnreadableLabel, ...]


def read_pictures(paths: Sequence[Path]) -> tuple[TakenPicture, ...]:
    """The pictures of these files, upright. Raises ImageError for the first that is none."""
    return tuple(TakenPicture(str(path), read_luma(path)) for path in paths)


def reader_of(games: Iterable[Game[Any, Any]], adopted: Mapping[str, LabelSet] | None = None) -> Detector:
    """What finds the labels of all these games, and of their mats."""
    tags: set[Tag] = set()
    printed: dict[Tag, Tag] = {}
    for game in games:
        tags |= {*tags_of(game)}
        tags |= {*game.copy.second_tags.values()} if game.copy is not None else set()
        if (own := (adopted or {}).get(game.name)) is not None:
            printed |= printed_tags(game, own)
    only = next(iter((adopted or {}).values()), None) if len(adopted or {}) == 1 else None
    return detector(closed_label_set(tags, only, printed))


def view_of(picture: TakenPicture, reader: Detector) -> LabelView:
    """The labels of a picture. Raises ImageError where it shows none."""
    use_one_thread()
    image, factor = picture.luma, 1
    while max(image.shape) / factor > LONG_EDGE:
        factor *= 2
    found = reader.detect(_smaller(image, factor))
    if factor > 1 and _module(found.decoded) < SMALL_MODULE:
        factor //= 2
        found = reader.detect(_smaller(image, factor))
    height, width = image.shape
    return LabelView(
        picture.name,
        (width, height),
        tuple(_detection_at(each, factor) for each in found.decoded),
        tuple(UnreadableLabel(_corners_at(each.corners, factor)) for each in found.unreadable),
    )


def _smaller(image: Luma, factor: int) -> Luma:
    if factor == 1:
        return image
    size = image.shape[1] // factor, image.shape[0] // factor
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _module(decoded: Sequence[Detection]) -> float:
    """The size in pixels of a module of the smaller labels; nothing where none was read."""
    return float(np.quantile([each.size_px for each in decoded], 0.2)) / FRAME_MODULES if decoded else 0.0


def _corners_at(corners: Corners, factor: int) -> Corners:
    one, two, three, four = (((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5) for x, y in corners)
    return one, two, three, four


def _detection_at(found: Detection, factor: int) -> Detection:
    if factor == 1:
        return found
    return Detection.from_corners(found.tag, _corners_at(found.corners, factor), found.score, found.margin)


def game_in(views: Sequence[LabelView], games: Mapping[str, Game[Any, Any]]) -> Game[Any, Any]:
    """The game whose labels lie there. Raises ImageError where there are none, or those of two games."""
    count = Counter({name: _count(views, game.piece_of) for name, game in games.items()})
    (first, most), *others = count.most_common()
    if most < FEWEST_LABELS:
        raise ImageError(f"{_named(views)}: no labels of a game can be read here; {CLOSER}")
    if others and others[0][1] > max(FEWEST_LABELS, OTHER_GAME * most):
        both = f"{games[first].title} and {games[others[0][0]].title}"
        raise ImageError(f"{_named(views)}: the labels of two games lie here, {both}; say which with --game.")
    return games[first]


CLOSER = "take the picture nearer, sharper or with more light."


def check_game(views: Sequence[LabelView], game: Game[Any, Any], games: Mapping[str, Game[Any, Any]]) -> None:
    """Raises ImageError where pictures show no labels of the game, another one's, or those of two copies."""
    counts = [_count([view], game.piece_of) for view in views]
    for view, own in zip(views, counts, strict=True):
        other = max(games.values(), key=lambda each: _count([view], each.piece_of))
        if own < FEWEST_LABELS and other is not game and _count([view], other.piece_of) > own:
            raise ImageError(f"{view.name}: this is a table of {other.title}, not of {game.title}; name that game.")
    if max(counts) < FEWEST_LABELS:
        raise ImageError(f"{_named(views)}: no table of {game.title} can be read here; {CLOSER}")
    second = {} if game.copy is None else game.copy.second_tags
    tags = (Counter(each.tag for each in view.decoded if each.tag in game.piece_of) for view in views)
    copies = max(_count(views, second.values()), *(sum(seen > 1 for seen in each.values()) for each in tags))
    if copies > FEWEST_LABELS and copies > OTHER_GAME * sum(counts):
        raise ImageError(f"{_named(views)}: pieces of two copies lie here; take a picture of one table alone.")


def _count(views: Sequence[LabelView], tags: Iterable[Tag]) -> int:
    wanted = set(tags)
    return sum(each.tag in wanted for view in views for each in view.decoded)


def _named(views: Sequence[LabelView]) -> str:
    return ", ".join(view.name for view in views)
