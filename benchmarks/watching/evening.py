"""One simulated evening: a stage, a camera over it, a pipeline, and a referee."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from itertools import islice
from time import process_time
from typing import TypeVar

import numpy as np

from benchmarks.watching.play import CARD, Play
from benchmarks.watching.referee import Referee
from companion.core.table import Pose
from companion.core.tags import ALPHABET, TagId, anchors, stem
from companion.simulation.renderer.scene import LABEL_MM, Anchor, Optics, RenderedMat, Scene, SceneSetup
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
FRAMES_A_MINUTE = 600

_Key = TypeVar("_Key", int, str)


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

    with SimulatedCamera(shown(), picture, SceneSetup(mat, optics)) as table:
        while (frame := table.read()) is not None:
            start = process_time()
            said = pipeline.process(frame)
            seconds.append(process_time() - start)
            referee.hear(said, len(seconds))
    return Evening(referee, pipeline, play, tuple(seconds))


def figures(minutes: float, optics: Optics) -> Iterator[str]:
    """What was played, what was said and what of it was wrong: does the pipeline ever say what is not so?"""
    frames = round(minutes * FRAMES_A_MINUTE)
    played = evening(frames, optics.seed, optics)
    referee, looks = played.referee, np.array(played.look_seconds) * 1000
    yield f"{minutes:g} minutes, seed {optics.seed}, {frames} frames of {optics.width} x {optics.height} pixels"
    yield f"played: {_counts(played.play.shown)}"
    yield f"watched: {_counts(asdict(played.pipeline.counters))}"
    yield f"said {referee.said} times; phantom removals and moves: {len(referee.wrong)}"
    yield from (f"  {line}" for line in referee.wrong[:20])
    counts = referee.looks
    share = 100 * counts["right"] / max(counts.total(), 1)
    yield (
        f"labels at rest after the vote: {counts.total()} looks, {counts['wrong']} wrong, {counts['missing']} missing, "
        f"{counts['unspoken of']} unspoken of: {share:.4f} % right"
    )
    yield "frames without a hand until it was told, and how often:"
    for how, delays in referee.delays.items():
        yield f"  a card that was {how}: {_counts(delays)}"
    yield f"CPU ms a look: median {np.median(looks):.2f}, mean {looks.mean():.2f}, worst {looks.max():.0f}"


def _counts(of: Mapping[_Key, int]) -> str:
    return ", ".join(f"{what}: {count}" for what, count in sorted(of.items()))


def payload(number: int) -> str:
    """A payload like those that are printed, of a game that does not exist."""
    digest = int.from_bytes(sha256(str(number).encode()).digest()[:8])
    return stem(TagId("X", number)) + "".join(ALPHABET[digest // 36**place % 36] for place in range(5))


def picture(tag: str) -> np.typing.NDArray[np.uint8]:
    return label_image(tag, LABEL_PIXELS_PER_MODULE)


def playing_mat() -> RenderedMat:
    """900 x 600 mm with ten anchors along its edges."""
    xs = (EDGE, WIDTH / 3, WIDTH * 2 / 3, WIDTH - EDGE)
    places = [(x, y) for y in (EDGE, HEIGHT - EDGE) for x in xs] + [(EDGE, HEIGHT / 2), (WIDTH - EDGE, HEIGHT / 2)]
    return RenderedMat(
        WIDTH, HEIGHT, tuple(Anchor(tag, x, y) for tag, (x, y) in zip(anchors().values(), places, strict=False))
    )


def mat_anchors(mat: RenderedMat) -> MatAnchors:
    return MatAnchors({anchor.tag: Pose(anchor.x, anchor.y, anchor.rotation) for anchor in mat.anchors}, mat.anchor_mm)


def pipeline_of(mat: RenderedMat, tags: list[str], is_lit: bool = False) -> TrackingPipeline:
    """A pipeline that knows these tags and the shape of the cards they are on, and whether lights lie round the mat."""
    book = Codebook([*tags, *(anchor.tag for anchor in mat.anchors)])
    shapes = dict.fromkeys(tags, CARD)
    table = TableModel(mat.width, mat.height, mat_anchors(mat), LABEL_MM, shapes, is_lit=is_lit)
    return TrackingPipeline(partial(LabelDetector, book), table)
