"""Which camera looks at the table, and what turns its frames into observations of a game."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event
from typing import Any

from companion import config
from companion.cameras.closed_label_set import closed_label_set
from companion.cameras.learnt_faces import face_set
from companion.config import Settings
from companion.core.command_cards import SHAPE, command_of
from companion.core.game import Game, Table
from companion.core.table import LabelPlace, TableLayout, Tag
from companion.errors import HardwareError, NoCameraError
from companion.label_sets.label_set import LabelSet, printed_tags
from companion.label_sets.piece_labels import LABEL_MM, label_edge
from hardware.camera import AttachedCamera, CameraSettings, FrameSource, small_size
from hardware.camera_process import CameraProcess, attached_cameras
from hardware.live_camera import LiveCamera, PictureHealth
from hardware.pacing import PacedCamera
from vision.arrays import Luma
from vision.detection.closed_set import detector
from vision.geometry.calibration import MatAnchors
from vision.geometry.lens import LensModel
from vision.geometry.lens_profiles import read_profiles
from vision.threads import use_one_thread
from vision.tracking.pipeline import TableModel, TrackingPipeline

USUAL = Settings()

logger = logging.getLogger(__name__)

AUTO, SIMULATOR = "auto", config.SIMULATOR

LIVE = ("pi", "webcam")
"""Real cameras, which wait for their own frames and never come to an end."""

SLOWEST = 0.1
"""Frames per second at least."""

PATIENCE = 2.0
"""Seconds without a picture after which a driver shall say so itself, before it counts as one that hangs."""


class EveningCamera:
    """Opens the camera of an evening, as often as it is lost.

    What `auto` means is found out once: while one camera is lost, no other takes its place, and no simulated table.
    Where several are plugged in, the `chosen` one (see `remembered`) is taken if it is there, else the first.
    `simulated` opens that where it is asked for by name. Cameras run in processes of their own; waiting for them ends
    when `stopping` is set.
    """

    def __init__(
        self,
        source: str,
        settings: Settings,
        simulated: Callable[[], FrameSource],
        stopping: Event | None = None,
        chosen: str = "",
    ) -> None:
        self._settings, self._simulated, self._stopping = settings, simulated, stopping or Event()
        self._chosen, self._health = chosen, PictureHealth()
        self.attached: Sequence[AttachedCamera] = ()
        """The cameras that were plugged in when `auto` looked for them."""
        self.source: str | None = None if source == AUTO else source
        """The name of the camera; None until it is known what `auto` means."""

    def open(self) -> FrameSource:
        """Opens the camera. Raises NoCameraError where `auto` finds none, HardwareError where it cannot be opened."""
        if self.source is not None:
            return self._opened(self.source)
        failure: HardwareError = NoCameraError(
            "No camera was found: plug one in, or name one with --camera or in the settings."
        )
        self.attached = attached_cameras(self._stopping)
        for camera in chosen_first(self.attached, self._chosen):
            try:
                opened = self._opened(camera.source)
            except HardwareError as error:
                logger.warning("%s", error)
                failure = error
            else:
                self.source = camera.source
                return opened
        raise failure

    def _opened(self, source: str) -> FrameSource:
        if source == SIMULATOR:
            return self._paced(self._simulated())
        wanted = self._settings.camera
        asked = CameraSettings(
            wanted.size,
            small_size(wanted.size),
            wanted.frames_per_second,
            wanted.lens or None,
            patience=PATIENCE,
            mains_hz=wanted.mains,
        )
        opened = CameraProcess(source, asked, self._stopping)
        return LiveCamera(opened, self._health) if source.startswith(LIVE) else self._paced(opened)

    def _paced(self, source: FrameSource) -> FrameSource:
        return PacedCamera(source, 1 / max(self._settings.camera.frames_per_second, SLOWEST))


SETTLES_WITHIN = 12
"""Frames in which a camera that was just opened finds its light and its focus."""


def one_picture(camera: EveningCamera) -> Luma:
    """What the camera sees once it has found its light. Raises HardwareError where it gives no picture."""
    latest: Luma | None = None
    with camera.open() as opened:
        for _ in range(SETTLES_WITHIN):
            frame = opened.read()
            if frame is None:
                break
            latest = frame.image.copy()  # It may lie in memory that goes with the camera.
    if latest is None:
        raise HardwareError("The camera gives no picture; look at its cable, then try again.")
    return latest


def remembered(camera: AttachedCamera) -> str:
    """How the choice of a camera is kept."""
    return f"{camera.source} {camera.title}"


def chosen_first(attached: Sequence[AttachedCamera], chosen: str) -> Sequence[AttachedCamera]:
    """The chosen camera before the others, also if it has another number since; without it, the order as it is."""
    return sorted(attached, key=lambda camera: (remembered(camera) != chosen, not chosen.endswith(f" {camera.title}")))


def lens_of(source: str, settings: Settings) -> LensModel | None:
    """The lens of that camera, where the settings name a file of profiles that knows it."""
    path = settings.camera.lens_profiles
    return read_profiles(Path(path).expanduser()).get(source) if path else None


def pipeline_for(  # noqa: PLR0913 - all that is known of a table
    game: Game[Any, Any],
    layout: TableLayout,
    lens: LensModel | None = None,
    adopted: LabelSet | None = None,
    settings: Settings = USUAL,
    *,
    known_places: Sequence[LabelPlace] = (),
) -> TrackingPipeline:
    """What turns frames of this game's table into observations; `lens` is the camera's, where it is known.

    The codes of an `adopted` label set lie there in place of our labels of the same tags; of ours on pieces the
    largest have the edge that the `settings` tell, as they do whether lights that change lie round the mat, and where
    the faces are by which cards without labels are known. `known_places` are where labels were seen last.
    """
    use_one_thread()
    known = closed_label_set((*game.piece_of, *layout.anchors, *command_of()), adopted, printed_tags(game, adopted))
    label_mm = LABEL_MM if adopted is None else adopted.label_mm
    shapes = {tag: game.shape(piece) for tag, piece in game.piece_of.items()} | dict.fromkeys(command_of(), SHAPE)
    edges = printed_edges(game, layout, adopted, settings.camera.label_mm)
    anchors = MatAnchors(layout.anchors, LABEL_MM)
    faces = face_set(settings.faces.get(game.name), game, settings.camera.label_mm)
    is_lit = settings.strip.lights > 0
    table = TableModel(layout.width, layout.height, anchors, label_mm, shapes, lens, edges, is_lit, faces, known_places)
    return TrackingPipeline(lambda module_px: detector(known, module_px, LABEL_MM / label_mm), table)


def printed_edges(
    game: Table[Any, Any], layout: TableLayout, adopted: LabelSet | None = None, largest: float = LABEL_MM
) -> dict[Tag, float]:
    """The outer edges in millimetres of our own labels on this table, the mat's and the command cards' included."""
    foreign = set() if adopted is None else set(adopted.modules_of)
    pieces = {tag: label_edge(game.shape(piece), largest) for tag, piece in game.piece_of.items() if tag not in foreign}
    return {**pieces, **dict.fromkeys((*layout.anchors, *command_of()), LABEL_MM)}
