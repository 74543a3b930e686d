"""What a quiet look at a table costs when its cards are known by their faces, beside the same table with labels."""

from __future__ import annotations

from functools import partial
from itertools import cycle, islice
from time import thread_time

import numpy as np

from benchmarks.vision.bench import Bench
from benchmarks.vision.faces import SIDES, known
from benchmarks.vision.printed_faces import card_face
from benchmarks.watching.evening import mat_anchors, payload, picture
from companion.core.table import PieceShape
from companion.core.tags import anchors
from companion.simulation.renderer.scene import Anchor, Item, Optics, RenderedMat, Scene, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from hardware.camera import Frame
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector
from vision.faces.face_set import Face, FaceSet
from vision.tracking.pipeline import TableModel, TrackingPipeline

WIDTH, HEIGHT, EDGE = 1200.0, 800.0, 15.0
LABEL_AT = 0.0, -32.0
COLUMNS = 15
SETTLING, MINUTE, DIFFERENT = 40, 600, 4
"""Frames until all is read, of a minute, and how many that differ in their noise."""

GOAL = 1.5


def quiet(bench: Bench) -> None:
    """A minute in which nothing moves, with all that is done every now and then, through the whole pipeline."""
    bench.report.title("A quiet look, mean of a minute, ms of processor time (goal: 1.5 times that with labels)")
    bench.report.line(f"{'cards':>8s}{'labels':>10s}{'faces':>10s}{'ratio':>8s}{'known by faces':>16s}")
    for cards in (60, 120):
        (labels, _), (faces, seen) = _minute(cards, by_faces=False), _minute(cards, by_faces=True)
        mark = bench.report.mark(faces <= GOAL * labels, f"faces, a quiet look at {cards} cards")
        bench.report.line(f"{cards:8d}{labels:10.2f}{faces:10.2f}{faces / labels:7.2f}{mark}{seen:16d}")


def _minute(cards: int, *, by_faces: bool) -> tuple[float, int]:
    """The mean of its looks, and how many cards are known at its end."""
    tags = [payload(number + 1) for number in range(cards)]
    mat = _mat()
    book = Codebook([*tags, *(anchor.tag for anchor in mat.anchors)])
    shapes = dict.fromkeys(tags, PieceShape(*SIDES, *LABEL_AT))
    model = TableModel(WIDTH, HEIGHT, mat_anchors(mat), 20.0, shapes, faces=_faces(tags) if by_faces else None)
    pipeline = TrackingPipeline(partial(LabelDetector, book), model)
    items = tuple(
        Item(None if by_faces else tag, *_place(number), label_offset=LABEL_AT, face=str(number))
        for number, tag in enumerate(tags)
    )
    with SimulatedCamera([Scene(items)] * DIFFERENT, _printed, SceneSetup(mat, Optics(3456, 1944))) as camera:
        frames = list(iter(camera.read, None))
    took = [_took(pipeline, frame, number) for number, frame in enumerate(islice(cycle(frames), SETTLING + MINUTE))]
    return float(np.mean(took[SETTLING:])), sum(track.detection.tag in shapes for track in pipeline.tracks)


def _took(pipeline: TrackingPipeline, frame: Frame, number: int) -> float:
    start = thread_time()
    pipeline.process(Frame(frame.image, number / 10, frame.small))
    return (thread_time() - start) * 1000


def _place(number: int) -> tuple[float, float]:
    return 75.0 * (number % COLUMNS) + 75.0, 91.0 * (number // COLUMNS) + 81.0


def _faces(tags: list[str]) -> FaceSet:
    """All that are known: those of the cards on the table, and others of which none lies there."""
    kept = known().faces
    on_table = {str(n): Face(kept[str(n)].picture, (tag,), LABEL_AT, 20.0) for n, tag in enumerate(tags)}
    return FaceSet({**kept, **on_table})


def _printed(name: str) -> np.typing.NDArray[np.uint8]:
    return card_face(int(name)) if name.isdigit() else picture(name)


def _mat() -> RenderedMat:
    xs = (EDGE, WIDTH / 3, WIDTH * 2 / 3, WIDTH - EDGE)
    places = [(x, y) for y in (EDGE, HEIGHT - EDGE) for x in xs]
    return RenderedMat(
        WIDTH, HEIGHT, tuple(Anchor(tag, *place) for tag, place in zip(anchors().values(), places, strict=False))
    )
