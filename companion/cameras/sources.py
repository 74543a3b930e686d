"""Which camera looks at the table, and what turns its frames into observations of a game."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from companion.config import Settings
from companion.core.game import Game
from companion.core.table import TableLayout
from companion.errors import HardwareError
from companion.labels import LABEL_MM
from hardware.camera import CameraSettings, FrameSource, small_size
from hardware.camera_registry import open_camera
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector
from vision.geometry.calibration import MatAnchors
from vision.geometry.lens import LensModel
from vision.geometry.lens_profiles import read_profiles
from vision.tracking.pipeline import TableModel, TrackingPipeline

logger = logging.getLogger(__name__)


def camera_for(source: str, settings: Settings, simulated: Callable[[], FrameSource]) -> FrameSource:
    """The camera that was asked for; `auto` takes a real one where there is one, else the simulated one.

    Raises HardwareError when a camera that was asked for by name cannot be opened.
    """
    wanted = settings.camera
    asked = CameraSettings(wanted.size, small_size(wanted.size), wanted.frames_per_second, wanted.lens or None)
    for real in _real_cameras() if source == "auto" else [source] if source != "simulator" else []:
        try:
            return open_camera(real, asked, time.monotonic)
        except HardwareError as error:
            if source != "auto":
                raise
            logger.warning("%s", error)
    return simulated()


def _real_cameras() -> Iterator[str]:
    if find_spec("picamera2") is not None:
        yield "pi"
    elif Path("/dev/video0").exists():
        yield "webcam:0"


def lens_of(source: str, settings: Settings) -> LensModel | None:
    """The lens of that camera, where the settings name a file of profiles that knows it."""
    path = settings.camera.lens_profiles
    return read_profiles(Path(path).expanduser()).get(source) if path else None


def pipeline_for(game: Game[Any, Any], layout: TableLayout, lens: LensModel | None = None) -> TrackingPipeline:
    """What turns frames of this game's table into observations; `lens` is the camera's, where it is known."""
    book = Codebook(sorted((*game.piece_of, *layout.anchors)))
    shapes = {tag: game.shape(piece) for tag, piece in game.piece_of.items()}
    table = TableModel(layout.width, layout.height, MatAnchors(layout.anchors, LABEL_MM), LABEL_MM, shapes, lens)
    return TrackingPipeline(lambda module_px: LabelDetector(book, module_px), table)
