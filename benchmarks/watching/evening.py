"""One simulated evening: a stage, a camera over it, a pipeline, and a referee."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import islice
from time import process_time

import numpy as np

from benchmarks.watching.play import CARD, Play
from benchmarks.watching.referee import Referee
from companion.core.table import Pose
from companion.core.tags import ALPHABET, TagId, anchors, stem
from companion.simulation.renderer.scene import LABEL_MM, Anchor, Mat, Optics, Scene, Setup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector
from vision.geometry.calibration import MatAnchors
from vision.labels import label_image
from vision.tracking.pipeline import TableModel, TrackingPipeline

WIDTH, HEIGHT = 900.0, 600.0
EDGE = 15.0
CARDS = 60
LABEL_PIXELS_PER_MODULE = 10


@dataclass(frozen=True, slots=True)
class Evening:
    """What an evening came to: who judged it, who watched it, what was played, and CPU seconds for each look."""

    referee: Referee
    pipeline: TrackingPipeline
    play: Play
    look_seconds: tuple[float, ...]


def evening(frames: int, seed: int, optics: Optics) -> Evening:
    """Plays, watches and judges so many frames."""
    tags = [payload(number) for number in range(1, CARDS + 1)]
    mat, play, referee = playing_mat(), Play(tags, seed), Referee()
    pipeline = pipeline_of(mat, tags)
    seconds: list[float] = []

    def shown() -> Iterator[Scene]:
        for scene in islice(play.scenes(), frames):
            referee.show(scene)
            yield scene

    with SimulatedCamera(shown(), picture, Setup(mat, optics)) as table:
        while (frame := table.read()) is not None:
            start = process_time()
            said = pipeline.process(frame)
            seconds.append(process_time() - start)
            referee.hear(said, len(seconds))
    return Evening(referee, pipeline, play, tuple(seconds))


def payload(number: int) -> str:
    """A payload like those that are printed, of a game that does not exist."""
    digest = int.from_bytes(sha256(str(number).encode()).digest()[:8])
    return stem(TagId("X", number)) + "".join(ALPHABET[digest // 36**place % 36] for place in range(5))


def picture(tag: str) -> np.typing.NDArray[np.uint8]:
    return label_image(tag, LABEL_PIXELS_PER_MODULE)


def playing_mat() -> Mat:
    """900 x 600 mm with ten anchors along its edges."""
    xs = (EDGE, WIDTH / 3, WIDTH * 2 / 3, WIDTH - EDGE)
    places = [(x, y) for y in (EDGE, HEIGHT - EDGE) for x in xs] + [(EDGE, HEIGHT / 2), (WIDTH - EDGE, HEIGHT / 2)]
    return Mat(WIDTH, HEIGHT, tuple(Anchor(tag, x, y) for tag, (x, y) in zip(anchors().values(), places, strict=False)))


def mat_anchors(mat: Mat) -> MatAnchors:
    return MatAnchors({anchor.tag: Pose(anchor.x, anchor.y, anchor.rotation) for anchor in mat.anchors}, mat.anchor_mm)


def pipeline_of(mat: Mat, tags: list[str]) -> TrackingPipeline:
    """A pipeline that knows these tags and the shape of the cards they are on."""
    book = Codebook([*tags, *(anchor.tag for anchor in mat.anchors)])
    table = TableModel(mat.width, mat.height, mat_anchors(mat), LABEL_MM, dict.fromkeys(tags, CARD))
    return TrackingPipeline(partial(LabelDetector, book), table)
