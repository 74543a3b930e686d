"""How well a camera stands over a game's mat: what `companion camera --game` says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from companion.cameras.sources import SIMULATOR, EveningCamera, lens_of
from companion.config import Settings
from companion.core.game import Game
from companion.core.table import TableLayout
from companion.errors import HardwareError
from companion.labels import LABEL_MM, tags_of
from hardware.camera import Frame, FrameSource
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector
from vision.detections import Detection
from vision.geometry.calibration import Calibration, MatAnchors, calibrate
from vision.geometry.lens import LensModel
from vision.geometry.placement_check import RegionQuality, image_quality
from vision.threads import use_one_thread

TRIES = 10
"""Frames in which the mat's anchors are looked for."""


def placement_report(
    game: Game[Any, Any],
    layout: TableLayout,
    source: str,
    settings: Settings,
    simulated: Callable[[], FrameSource],
) -> Iterator[str]:
    """Lines about how a camera stands over this game's mat. Raises HardwareError when it sees too little of it."""
    use_one_thread()
    chosen = EveningCamera(source, settings, simulated)
    with chosen.open() as camera:
        frame, detections, found = _placed(game, layout, camera, lens_of(str(chosen.source), settings))
    height, width = frame.image.shape
    lens, seen = found.homography.lens, len(found.used) + len(found.rejected)
    yield "a simulated table, no camera" if chosen.source == SIMULATOR else f"camera: {chosen.source}"
    yield f"picture: {width} x {height} pixels, {len(detections)} labels read"
    yield f"anchors: {seen} of {len(layout.anchors)} seen, {len(found.used)} used; off their places by "
    yield f"  {found.residual_mm:.2f} mm (root mean square), {found.worst_mm:.2f} mm at most"
    yield f"lens: k1 {lens.k1:+.4f}, k2 {lens.k2:+.4f}"
    yield from _regions(frame, found, layout, detections)


def _placed(
    game: Game[Any, Any], layout: TableLayout, camera: FrameSource, lens: LensModel | None
) -> tuple[Frame, tuple[Detection, ...], Calibration]:
    reader, anchors = LabelDetector(Codebook(sorted(set(tags_of(game))))), MatAnchors(layout.anchors, LABEL_MM)
    seen = 0
    for frame in islice(iter(camera.read, None), TRIES):
        height, width = frame.image.shape
        detections = reader.detect(frame.image).decoded
        known = None if lens is None else lens.for_size((width, height))
        found = calibrate(detections, anchors, (width, height), known)
        if found is not None:
            return frame, detections, found
        seen = max(seen, sum(detection.tag in layout.anchors for detection in detections))
    raise HardwareError(
        f"The camera sees {seen} of the mat's {len(layout.anchors)} anchors, too few to know where it stands: lay out "
        "this game's printed mat, and have all of it in the picture, in the light and in focus."
    )


def _regions(frame: Frame, found: Calibration, layout: TableLayout, detections: tuple[Detection, ...]) -> Iterator[str]:
    """A table for the mat as the camera shows it, upper left first."""
    grid = image_quality(frame.image, found.homography, (layout.width, layout.height), detections, LABEL_MM)
    yield "regions of the mat, as the picture shows them: pixels per module, light (0 to 255), blur in modules"
    for row in grid:
        yield "  ".join(_region(region) for region in row)


def _region(region: RegionQuality) -> str:
    blur = "   -" if region.blur is None else f"{region.blur:4.2f}"
    faults = ", ".join(region.faults) or "well"
    return f"{region.pixels_per_module:5.2f} {region.light:4.0f} {blur} {faults:12s}"
