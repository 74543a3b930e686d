"""The composition root: the one place where the rooms meet. Only the command line calls it.

Everything heavy is imported where it is used, so that `companion check` never waits for a camera library.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from companion.config import Settings
from companion.core.game import Game, Options
from companion.core.screen import Do
from companion.core.table import TableLayout, Zone
from companion.errors import ConfigError, HardwareError
from companion.record import Record
from companion.selfplay import SelfPlay
from companion.stage import LABEL_MM, Lying, Stage

if TYPE_CHECKING:
    from companion.simulation.renderer.scene import Item, Setup
    from hardware.camera import FrameSource
    from vision.geometry.lens import LensModel
    from vision.tracking.pipeline import TrackingPipeline

logger = logging.getLogger(__name__)

AnyGame = Game[Any, Any]

GAMES_FOLDER = Path(__file__).parent / "games"
SIMULATED_SIZE = (3456, 1944)
"""Pixels of the simulated camera: about 1.8 per module of a label on a mat of 1200 mm."""


def shipped_evening(game: str) -> Path:
    """The recorded evening that comes with the game. Raises ConfigError where none does."""
    path = GAMES_FOLDER / game / "evening.toml"
    if not path.exists():
        raise ConfigError(f"{game} brings no recorded evening; name one with --evening.")
    return path


# --- labels and pictures ---


def bare_table(game: AnyGame, players: int | None = None) -> Any:
    """The state before set-up for so many nameless players, else for as many as can play."""
    return game.setup(Options(tuple(f"{number}" for number in range(players or max(game.players)))))


def labels(game: AnyGame, kind: str, out: Path, players: int | None) -> Iterator[Path]:
    """Writes the labels and the mat; yields what was written."""
    from companion.printing.label_sheets import MatDrawing, SheetEntry, labels_pdf, labels_png, mat_pdf

    layout = game.layout(bare_table(game, players))
    pieces = [SheetEntry(tag, str(game.piece_name(piece))) for tag, piece in game.piece_of.items()]
    corners = [SheetEntry(tag, f"mat {number}") for number, tag in enumerate(layout.anchors, 1)]
    if kind == "png":
        yield from labels_png(out, [*pieces, *corners])
        return
    labels_pdf(out, [*pieces, *corners], LABEL_MM)
    yield out
    mat = out.with_name(f"{out.stem}-mat{out.suffix}")
    zones = {str(game.zone_name(zone)): box for zone, box in layout.zones.items()}
    mat_pdf(mat, MatDrawing(layout.width, layout.height, layout.anchors, zones, LABEL_MM))
    yield mat


def read(game: AnyGame, images: Sequence[Path]) -> list[list[dict[str, Any]]]:
    """The game's labels in each picture; what the closed set misses, a general reader may still find."""
    from hardware.image_files import read_luma
    from vision.detection.codebook import Codebook
    from vision.detection.detector import LabelDetector
    from vision.detection.qr_readers import CombinedReader, ZbarReader, ZxingReader, elsewhere

    tags = frozenset(tags_of(game))
    closed, general = LabelDetector(Codebook(sorted(tags)), None), CombinedReader(ZxingReader(), ZbarReader())
    answers = []
    for path in images:
        luma = read_luma(path)
        found = closed.detect(luma).decoded
        ours = [other for other in general.read(luma) if other.tag in tags]
        answers.append(
            [
                {"tag": label.tag, "x": round(label.x, 2), "y": round(label.y, 2), "score": round(label.score, 3)}
                for label in (*found, *elsewhere(ours, found))
            ]
        )
    return answers


def tags_of(game: AnyGame) -> Iterator[str]:
    """The labels of all pieces, and of the mat for most players."""
    yield from game.piece_of
    yield from game.layout(bare_table(game)).anchors


def watcher_of(game: AnyGame, layout: TableLayout, lens: LensModel | None = None) -> TrackingPipeline:
    """What turns frames of this game's table into observations; `lens` is the camera's, where it is known."""
    from vision.detection.codebook import Codebook
    from vision.detection.detector import LabelDetector
    from vision.geometry.calibration import MatAnchors
    from vision.tracking.pipeline import TableModel, TrackingPipeline

    book = Codebook(sorted((*game.piece_of, *layout.anchors)))
    shapes = {tag: game.shape(piece) for tag, piece in game.piece_of.items()}
    table = TableModel(layout.width, layout.height, MatAnchors(layout.anchors, LABEL_MM), LABEL_MM, shapes, lens)
    return TrackingPipeline(lambda module_px: LabelDetector(book, module_px), table)


# --- cameras ---


def lens_of(source: str, settings: Settings) -> LensModel | None:
    """The lens of that camera, where the settings name a file of profiles that knows it."""
    from vision.geometry.lens_profiles import read_profiles

    path = settings.camera.lens_profiles
    return read_profiles(Path(path).expanduser()).get(source) if path else None


def simulated_camera(stage: Stage, hands: Callable[[], Sequence[Zone]], size: tuple[int, int]) -> FrameSource:
    """The stage seen by a camera; `hands` is asked before each frame which zones hands are over."""
    from companion.simulation.renderer.scene import Hand, Scene
    from companion.simulation.renderer.simulated_camera import SimulatedCamera
    from vision.labels import label_image

    layout = stage.layout

    def scene() -> Scene:
        boxes = [layout.zones[zone] for zone in hands()]
        over = tuple(Hand(*box.centre, 90 if box.centre[1] > layout.height / 2 else 270) for box in boxes)
        return Scene(tuple(_item(stage, lying) for lying in stage.lying()), over)

    return SimulatedCamera(scene, lambda tag: label_image(tag, 10), _setup(layout, size))


def _setup(layout: TableLayout, size: tuple[int, int]) -> Setup:
    from companion.simulation.renderer.scene import Anchor, Mat, Optics, Setup

    anchors = tuple(Anchor(tag, pose.x, pose.y, pose.rotation) for tag, pose in layout.anchors.items())
    zones = tuple((zone, (box.left, box.top, box.right, box.bottom)) for zone, box in layout.zones.items())
    mat = Mat(layout.width, layout.height, anchors, LABEL_MM, zones)
    return Setup(mat, Optics(width=size[0], height=size[1]))


def _item(stage: Stage, lying: Lying) -> Item:
    from companion.simulation.renderer.scene import Item

    shape, centre = lying.shape, lying.centre
    return Item(
        lying.tag,
        centre.x,
        centre.y,
        centre.rotation,
        shape.width,
        shape.height,
        (shape.label_dx, shape.label_dy),
        LABEL_MM,
        caption=str(stage.game.piece_name(lying.piece)),
        unreadable_by=lying.spoilt,
    )


def self_play(record: Record[Any, Any], touch: Callable[[Do], None]) -> SelfPlay:
    """Hands that go on with this evening at a simulated table; `touch` takes what they do on the screen."""
    stage = Stage(record.game, record.game.layout(record.state))
    stage.make(record.game.table(record.state))
    return SelfPlay(record, stage, Random(1), touch)


def camera_for(source: str, settings: Settings, simulated: Callable[[], FrameSource]) -> FrameSource:
    """The camera that was asked for; `auto` takes a real one where there is one, else the simulated one.

    Raises HardwareError when a camera that was asked for by name cannot be opened.
    """
    from hardware.camera import CameraSettings, small_size
    from hardware.camera_registry import open_camera

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
