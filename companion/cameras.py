"""Setting up a camera: does it stand well, and how does its lens bend? What `companion camera` says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from companion.bootstrap import SIMULATED_SIZE, AnyGame, bare_table, camera_for, lens_of, simulated_camera, tags_of
from companion.config import Settings
from companion.core.table import TableLayout
from companion.errors import HardwareError
from companion.stage import LABEL_MM, Stage

if TYPE_CHECKING:
    from hardware.camera import Frame, FrameSource
    from vision.detections import Detection
    from vision.geometry.calibration import Calibration
    from vision.geometry.lens import LensModel
    from vision.geometry.placement_check import Region
    from vision.geometry.plane_fit import PlaneView

TRIES = 10
"""Frames in which the mat's anchors are looked for."""

VIEWS, LEAST_VIEWS, BOARD_TRIES = 12, 3, 300
"""Pictures of a chequerboard that are wanted, that are enough, and frames in which it is looked for."""

APART = 0.05
"""Two views of a chequerboard count as two from this share of the picture's width between their middles."""


def aim(game: AnyGame, players: int | None, source: str, settings: Settings) -> Iterator[str]:
    """Lines about how a camera stands over this game's mat. Raises HardwareError when it sees too little of it."""
    state = bare_table(game, players)
    layout = game.layout(state)
    stage = Stage(game, layout)
    stage.make(game.table(state))
    with camera_for(source, settings, lambda: simulated_camera(stage, lambda: (), SIMULATED_SIZE)) as camera:
        frame, detections, found = _placed(game, layout, camera, lens_of(source, settings))
    height, width = frame.image.shape
    lens, seen = found.homography.lens, len(found.used) + len(found.rejected)
    yield f"picture: {width} x {height} pixels, {len(detections)} labels read"
    yield f"anchors: {seen} of {len(layout.anchors)} seen, {len(found.used)} used; off their places by "
    yield f"  {found.residual_mm:.2f} mm (root mean square), {found.worst_mm:.2f} mm at most"
    yield f"lens: k1 {lens.k1:+.4f}, k2 {lens.k2:+.4f}"
    yield from _regions(frame, found, layout, detections)


def measure_lens(source: str, settings: Settings, board: tuple[int, int, float], out: Path) -> Iterator[str]:
    """Measures a camera's lens with a chequerboard of (columns, rows) inner corners and squares of so many mm.

    The profile is written to `out`. Raises HardwareError when the board was not seen often enough.
    """
    from vision.geometry.lens_calibration import calibrate_lens, lens_residual_mm
    from vision.geometry.lens_profiles import write_profile

    with camera_for(source, settings, _no_simulator) as camera:
        views, picture = _board_views(camera, board)
    if len(views) < LEAST_VIEWS:
        raise HardwareError(
            f"The chequerboard was seen in {len(views)} different places: {LEAST_VIEWS} are needed. Hold it still, "
            f"flat and wholly in sight, and check that it has {board[0]} x {board[1]} inner corners."
        )
    lens = calibrate_lens(views, picture)
    write_profile(out, source, lens)
    yield f"lens: k1 {lens.k1:+.4f}, k2 {lens.k2:+.4f} from {len(views)} views"
    yield f"corners are off their places by {lens_residual_mm(views, lens):.3f} mm (root mean square)"
    yield f"written to {out}"


def _no_simulator() -> FrameSource:
    raise HardwareError("The simulated camera sees no chequerboard: name a real camera, or folder:PATH.")


def _placed(
    game: AnyGame, layout: TableLayout, camera: FrameSource, lens: LensModel | None
) -> tuple[Frame, tuple[Detection, ...], Calibration]:
    from vision.detection.codebook import Codebook
    from vision.detection.detector import LabelDetector
    from vision.geometry.calibration import MatAnchors, calibrate

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
    from vision.geometry.placement_check import survey

    grid = survey(frame.image, found.homography, (layout.width, layout.height), detections, LABEL_MM)
    yield "regions of the mat, as the picture shows them: pixels per module, light (0 to 255), blur in modules"
    for row in grid:
        yield "  ".join(_region(region) for region in row)


def _region(region: Region) -> str:
    blur = "   -" if region.blur is None else f"{region.blur:4.2f}"
    faults = ", ".join(region.faults) or "well"
    return f"{region.pixels_per_module:5.2f} {region.light:4.0f} {blur} {faults:12s}"


def _board_views(camera: FrameSource, board: tuple[int, int, float]) -> tuple[list[PlaneView], tuple[int, int]]:
    from vision.geometry.lens_calibration import detect_chequerboard

    columns, rows, square_mm = board
    views: list[PlaneView] = []
    picture = (0, 0)
    for frame in islice(iter(camera.read, None), BOARD_TRIES):
        height, width = frame.image.shape
        if picture not in ((0, 0), (width, height)):
            raise HardwareError(
                f"The pictures are {picture[0]} and {width} pixels wide: one lens, one size of picture."
            )
        picture = (width, height)
        view = detect_chequerboard(frame.image, (columns, rows), square_mm)
        if view is not None and all(_apart(view, other) > APART * width for other in views):
            views.append(view)
        if len(views) == VIEWS:
            break
    return views, picture


def _apart(one: PlaneView, other: PlaneView) -> float:
    dx, dy = one.px.mean(axis=0) - other.px.mean(axis=0)
    return float(max(abs(dx), abs(dy)))
