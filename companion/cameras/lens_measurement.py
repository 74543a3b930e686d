"""How a camera's lens bends, measured with a chequerboard: what `companion camera --board` does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from companion.cameras.sources import EveningCamera
from companion.config import Settings
from companion.errors import HardwareError
from hardware.camera import FrameSource
from vision.geometry.lens_calibration import calibrate_lens, detect_chequerboard, lens_residual_mm
from vision.geometry.lens_profiles import write_profile
from vision.geometry.plane_fit import PlaneView
from vision.threads import use_one_thread

VIEWS, LEAST_VIEWS, BOARD_TRIES = 12, 3, 300
"""Pictures of a chequerboard that are wanted, that are enough, and frames in which it is looked for."""

APART = 0.05
"""Two views of a chequerboard count as two from this share of the picture's width between their middles."""


def measure_lens(source: str, settings: Settings, board: tuple[int, int, float], out: Path) -> Iterator[str]:
    """Measures a camera's lens with a chequerboard of (columns, rows) inner corners and squares of so many mm.

    The profile is written to `out`. Raises HardwareError when the board was not seen often enough.
    """
    use_one_thread()
    chosen = EveningCamera(source, settings, _no_simulator)
    with chosen.open() as camera:
        views, picture = _board_views(camera, board)
    if len(views) < LEAST_VIEWS:
        raise HardwareError(
            f"The chequerboard was seen in {len(views)} different places: {LEAST_VIEWS} are needed. Hold it still, "
            f"flat and wholly in sight, and check that it has {board[0]} x {board[1]} inner corners."
        )
    lens = calibrate_lens(views, picture)
    write_profile(out, str(chosen.source), lens)
    yield f"lens: k1 {lens.k1:+.4f}, k2 {lens.k2:+.4f} from {len(views)} views"
    yield f"corners are off their places by {lens_residual_mm(views, lens):.3f} mm (root mean square)"
    yield f"written to {out}"


def _no_simulator() -> FrameSource:
    raise HardwareError("The simulated camera sees no chequerboard: name a real camera, or folder:PATH.")


def _board_views(camera: FrameSource, board: tuple[int, int, float]) -> tuple[list[PlaneView], tuple[int, int]]:
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
