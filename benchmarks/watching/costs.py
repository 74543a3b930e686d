"""What looking costs.

The whole `TrackingPipeline.process` on frames of 12 megapixels with 200 known labels, against one read of the same
frame by zxing-cpp: over quiet minutes of several sources, under an arm that shakes, and while a hand is over a tenth of
the table and up to three cards change. The first look, when no size is known, and the worst frame after a push of the
camera are held against a search for labels of all sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle, islice
from time import thread_time

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.watching.evening import mat_anchors, payload, picture
from companion.core.table import PieceShape
from companion.core.tags import anchors
from companion.simulation.renderer.scene import (
    LABEL_MM,
    Anchor,
    Bump,
    Item,
    Optics,
    RenderedMat,
    Scene,
    SceneHand,
    SceneSetup,
)
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from hardware.camera import Frame
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector
from vision.detection.qr_readers import ZxingReader
from vision.threads import use_one_thread
from vision.tracking.pipeline import TableModel, TrackingPipeline

COLUMNS, ROWS = 20, 10
PITCH = 56.0
EDGE = 15.0
TILE_MM = 40.0
WIDTH, HEIGHT = COLUMNS * PITCH + 4 * EDGE, ROWS * PITCH + 4 * EDGE
OPTICS = Optics(width=4608, height=2592, small_width=768)
TAGS = [payload(number) for number in range(1, COLUMNS * ROWS + 1)]

FRAMES_A_MINUTE = 600
DIFFERENT_FRAMES = 16
"""Frames that differ in their noise; a quiet minute shows them again and again."""

SETTLING_LOOKS = 30

FLICKER, JPEG_QUALITY, SHAKE_PX = 0.03, 80, 3.0
PUSH = Bump(25.0, -14.0, 0.6)


@dataclass(frozen=True, slots=True)
class Costs:
    """Processor milliseconds of each look, and of zxing-cpp's read of one such frame."""

    looks: NDArray[np.float64]
    zxing: float
    known: int

    def __str__(self) -> str:
        ninth = np.percentile(self.looks, 90)
        median, mean, worst = np.median(self.looks), self.looks.mean(), self.looks.max()
        figures = (("median", median), ("mean", mean), ("nine in ten under", ninth), ("worst", worst))
        parts = [f"{name} {value:.2f} ms = 1/{self.zxing / value:.1f}" for name, value in figures]
        return f"{', '.join(parts)} of zxing-cpp's {self.zxing:.0f} ms; {self.known} known labels"


def quiet_minute(source: Callable[[Frame], Frame]) -> Costs:
    """A minute in which nothing moves, with all that is done every now and then, as that source sees it."""
    pipeline = _pipeline()
    with _table(islice(cycle([Scene(tiles())]), DIFFERENT_FRAMES)) as camera:
        frames = list(map(source, iter(camera.read, None)))
    minute = [replace(frame, taken_at=number / 10) for number, frame in enumerate(islice(cycle(frames), 630))]
    took = _timed(pipeline, minute)[SETTLING_LOOKS:]
    return Costs(np.array(took[:FRAMES_A_MINUTE]), _zxing(frames[0]), len(pipeline.tracks))


def with_small_picture(frame: Frame) -> Frame:
    """As a Raspberry Pi's camera gives it."""
    return frame


def sources() -> dict[str, Callable[[Frame], Frame]]:
    """How different cameras show the same table."""
    random = np.random.default_rng(1)

    def without_small(frame: Frame) -> Frame:
        return replace(frame, small=None)

    def flickering(frame: Frame) -> Frame:
        light = 1.0 + float(random.uniform(-FLICKER, FLICKER))
        image = np.asarray(cv2.convertScaleAbs(frame.image, alpha=light), np.uint8)
        return replace(frame, image=image, small=None)

    def compressed(frame: Frame) -> Frame:
        _, data = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        return replace(frame, image=np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), np.uint8), small=None)

    return {
        "with the camera's small picture": with_small_picture,
        "without it": without_small,
        f"a lamp that flickers by {FLICKER:.0%}": flickering,
        f"JPEG of quality {JPEG_QUALITY}": compressed,
    }


def shaking_looks() -> Costs:
    """Quiet looks under an arm that shakes by 3 pixels."""
    pipeline, random = _pipeline(), np.random.default_rng(2)
    reach = SHAKE_PX / (OPTICS.width / WIDTH)
    bumps = [Bump(*(float(value) for value in random.uniform(-reach, reach, 2))) for _ in range(2 * SETTLING_LOOKS)]
    with _table(Scene(tiles(), bump=bump) for bump in bumps) as camera:
        first = camera.read()
        assert first is not None, "the scenes are not at their end"
        took = _timed(pipeline, [first]) + _timed(pipeline, iter(camera.read, None))
    return Costs(np.array(took[SETTLING_LOOKS:]), _zxing(first), len(pipeline.tracks))


def looks_from_nowhere() -> str:
    """The first look and the worst one after a push, against a search for labels of all sizes."""
    pipeline = _pipeline()
    with _table([Scene(tiles())] * 4 + [Scene(tiles(), bump=PUSH)] * 6) as camera:
        first = camera.read()
        assert first is not None, "the scenes are not at their end"
        took = _timed(pipeline, [first]) + _timed(pipeline, iter(camera.read, None))
    start = thread_time()
    LabelDetector(_codebook()).detect(first.image)
    whole = (thread_time() - start) * 1000
    pushed = max(took[4:])
    return (
        f"{took[0]:.0f} ms = 1/{whole / took[0]:.1f}, the worst after a push {pushed:.0f} ms = 1/{whole / pushed:.1f} "
        f"of a search for all sizes, {whole:.0f} ms; {len(pipeline.tracks)} known labels"
    )


def busy_looks() -> Costs:
    """Looks while a hand wanders over a tenth of the table and turns, moves and takes a tile."""
    pipeline = _pipeline()
    quiet = [Scene(tiles())] * SETTLING_LOOKS
    with _table((*quiet, *_busy())) as camera:
        first = camera.read()
        assert first is not None, "the scenes are not at their end"
        took = _timed(pipeline, [first])
        took += _timed(pipeline, iter(camera.read, None))
    return Costs(np.array(took[SETTLING_LOOKS:]), _zxing(first), len(pipeline.tracks))


def photograph() -> NDArray[np.uint8]:
    """The table as it lies at first."""
    with _table([Scene(tiles())]) as camera:
        frame = camera.read()
    assert frame is not None, "there is one scene"
    return frame.image


def tiles() -> tuple[Item, ...]:
    places = [
        (2.5 * EDGE + (column + 0.5) * PITCH, 2.5 * EDGE + (row + 0.5) * PITCH)
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
    return tuple(
        Item(tag, x, y, 7.0 * (n % 13), TILE_MM, TILE_MM)
        for n, (tag, (x, y)) in enumerate(zip(TAGS, places, strict=True))
    )


def _busy() -> Iterator[Scene]:
    """Every four frames another three tiles have changed; the hand and its arm cover about a tenth of the mat."""
    lying = list(tiles())
    for step in range(40):
        if step % 4 == 0:
            first = 30 + step
            lying[first] = replace(lying[first], rotation=lying[first].rotation + 30.0)
            lying[first + 1] = replace(lying[first + 1], x=lying[first + 1].x + 5.0)
            lying[first + 2] = replace(lying[first + 2], tag=None)
        yield Scene(tuple(lying), (SceneHand(WIDTH / 2 + 8.0 * step, HEIGHT * 0.1, 90.0, 150.0),))


def _mat() -> RenderedMat:
    xs = (EDGE, WIDTH / 3, WIDTH * 2 / 3, WIDTH - EDGE)
    places = [(x, y) for y in (EDGE, HEIGHT - EDGE) for x in xs]
    return RenderedMat(
        WIDTH, HEIGHT, tuple(Anchor(tag, *place) for tag, place in zip(anchors().values(), places, strict=False))
    )


def _table(scenes: Iterable[Scene]) -> SimulatedCamera:
    return SimulatedCamera(scenes, picture, SceneSetup(_mat(), OPTICS))


def _pipeline() -> TrackingPipeline:
    mat, book = _mat(), _codebook()
    shapes = dict.fromkeys(TAGS, PieceShape(TILE_MM, TILE_MM))
    return TrackingPipeline(partial(LabelDetector, book), TableModel(WIDTH, HEIGHT, mat_anchors(mat), LABEL_MM, shapes))


def _codebook() -> Codebook:
    return Codebook([*TAGS, *(anchor.tag for anchor in _mat().anchors)])


def _timed(pipeline: TrackingPipeline, frames: Iterable[Frame]) -> list[float]:
    took = []
    for frame in frames:
        start = thread_time()
        pipeline.process(frame)
        took.append((thread_time() - start) * 1000)
    return took


def _zxing(frame: Frame) -> float:
    reader, took = ZxingReader(), []
    for _ in range(5):
        start = thread_time()
        reader.read(frame.image)
        took.append((thread_time() - start) * 1000)
    return min(took)


def figures() -> Iterator[str]:
    """On one thread."""
    use_one_thread()
    for name, source in sources().items():
        yield f"quiet minute, {name}: {quiet_minute(source)}"
    yield f"shaking looks: {shaking_looks()}"
    yield f"busy looks: {busy_looks()}"
    yield f"first look: {looks_from_nowhere()}"
