"""How well labels are placed: errors in millimetres and degrees.

Sixty cards at random places and rotations, read in one frame, against where they truly lie.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from benchmarks.watching.evening import mat_anchors, payload, picture, playing_mat
from benchmarks.watching.play import label_pose
from companion.core.plane import angle_between, distance
from companion.simulation.renderer.scene import LABEL_MM, Item, Optics, Scene, SceneLight, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector
from vision.geometry.calibration import calibrate
from vision.geometry.localization import localize
from vision.labels import MODULES

CARDS = 60
CAMERAS = (
    (2304, 1296, 8.0),
    (3072, 1728, 0.0),
    (3072, 1728, 8.0),
    (3072, 1728, 25.0),
    (3072, 1728, 40.0),
    (4608, 2592, 8.0),
)


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Errors of the labels that were read: millimetres and degrees, both (n,); pixels per module in the middle."""

    millimetres: np.typing.NDArray[np.float64]
    degrees: np.typing.NDArray[np.float64]
    pixels_per_module: float
    residual_mm: float


def accuracy(optics: Optics, seed: int = 1) -> Accuracy | None:
    """One frame; None when the camera could not be placed."""
    mat, items = playing_mat(), scattered(seed)
    with SimulatedCamera([Scene(items, light=SceneLight(unevenness=2.5))], picture, SceneSetup(mat, optics)) as table:
        frame = table.read()
    if frame is None:
        return None
    book = Codebook([*(str(item.tag) for item in items), *(anchor.tag for anchor in mat.anchors)])
    found = LabelDetector(book).detect(frame.image)
    camera = calibrate(found.decoded, mat_anchors(mat), (optics.width, optics.height))
    if camera is None:
        return None
    truth = {item.tag: label_pose(item) for item in items}
    seen = [place for place in localize(found, camera.homography).labels if place.tag in truth]
    off = np.array([distance(place.pose, truth[place.tag]) for place in seen])
    degrees = np.array([angle_between(place.pose, truth[place.tag]) for place in seen])
    ppm = camera.homography.pixels_per_mm(mat.width / 2, mat.height / 2) * LABEL_MM / MODULES
    return Accuracy(off, degrees, ppm, camera.residual_mm)


def scattered(seed: int) -> tuple[Item, ...]:
    """Square tiles in a loose grid, each turned at random."""
    random = np.random.default_rng(seed)
    places = [(80.0 + column * 82.0, 75.0 + row * 90.0) for row in range(6) for column in range(10)][:CARDS]
    jitter = random.uniform(-9, 9, (CARDS, 2))
    return tuple(
        Item(payload(n + 1), x + float(dx), y + float(dy), float(random.uniform(-180, 180)), 40.0, 40.0)
        for n, ((x, y), (dx, dy)) in enumerate(zip(places, jitter, strict=True))
    )


def figures() -> Iterator[str]:
    yield "picture      tilt  px/module  read   mm: mean  worst  degrees: mean  worst  residual mm"
    for width, height, tilt in CAMERAS:
        got = accuracy(Optics(width=width, height=height, tilt=tilt))
        if got is None:
            yield f"{width} x {height}  {tilt:4.0f}  the camera could not be placed"
            continue
        mm, degrees = got.millimetres, got.degrees
        yield (
            f"{width} x {height}  {tilt:4.0f}  {got.pixels_per_module:9.2f}  {len(mm):4d}  {mm.mean():9.2f}  "
            f"{mm.max():5.2f}  {degrees.mean():13.2f}  {degrees.max():5.2f}  {got.residual_mm:11.3f}"
        )
