"""The cameras over one table, each on a thread of its own, and what they say together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from threading import Event, Lock
from typing import Any

from companion.cameras.sources import EveningCamera, lens_of, pipeline_for
from companion.config import Settings
from companion.core.game import Game
from companion.core.table import DiceThrown, LabelPlace, Observation, TableLayout
from companion.core.zones import DICE
from companion.label_sets.label_set import LabelSet
from companion.label_sets.piece_labels import LABEL_MM
from hardware.camera import Frame, FrameSource
from hardware.reconnecting import ReconnectingCamera
from vision.dice import DiceWatch
from vision.geometry.calibration import Calibration, MatAnchors
from vision.geometry.mat_fit import is_another_mat, stretch
from vision.tracking.camera_fusion import CameraFusion
from vision.tracking.pipeline import TrackingPipeline
from vision.tracking.silence import WhySilent
from vision.worker import JOIN_AFTER, VisionMessage, VisionThread


@dataclass(frozen=True)
class WatchedTable:
    """What is to be watched: a game's table; `simulated` opens a camera over a simulated one.

    `adopted` are the owner's codes on the pieces, where they carry others than our labels. `chosen_camera` is the one
    that was chosen of several (`sources.remembered`), `known_places` are where the labels were seen last.
    """

    game: Game[Any, Any]
    layout: TableLayout
    settings: Settings
    simulated: Callable[[], FrameSource]
    adopted: LabelSet | None = None
    chosen_camera: str = ""
    known_places: Sequence[LabelPlace] = ()


@dataclass(frozen=True, slots=True)
class MatSeen:
    """Whether the mat in sight is that of the watched table, as soon as that is known and whenever it changes."""

    fits: bool


@dataclass(frozen=True, slots=True)
class WatchSilent:
    """Why no camera has been able to tell anything of the table for long; None: one of them can again."""

    why: WhySilent | None


class TableWatch:
    """Watches a table with these cameras until it is stopped; `post` gets what they say, on their threads.

    Everything that takes time, finding and opening cameras above all, is done on their threads too. `after` are
    threads that may still hold them.
    """

    def __init__(
        self,
        table: WatchedTable,
        sources: Sequence[str],
        post: Callable[[VisionMessage | MatSeen | DiceThrown | WatchSilent], None],
        after: Sequence[VisionThread] = (),
    ) -> None:
        fusion, silences = CameraFusion(len(sources), post), _Silences(len(sources), post)
        self.threads: Sequence[VisionThread] = tuple(
            _thread(table, source, (fusion, n), partial(silences.hear, n), after) for n, source in enumerate(sources)
        )
        for thread in self.threads:
            thread.start()

    @property
    def latest(self) -> list[Frame]:
        """The newest frame of each camera that has given any."""
        return [thread.latest for thread in self.threads if thread.latest is not None]

    def progress(self) -> dict[str, int]:
        """How far each thread is that ought to get on, by its camera."""
        return {f"camera {n}": thread.turns for n, thread in enumerate(self.threads) if not thread.is_over}

    def stop(self) -> None:
        """Lets go of the cameras; waits for nothing."""
        for thread in self.threads:
            thread.stop()

    def join(self, timeout: float = JOIN_AFTER) -> None:
        """Waits until they are let go of, but not for ever."""
        for thread in self.threads:
            thread.join(timeout / len(self.threads))


def _thread(
    table: WatchedTable,
    source: str,
    place: tuple[CameraFusion, int],
    post: Callable[[MatSeen | DiceThrown | WatchSilent], None],
    earlier: Sequence[VisionThread],
) -> VisionThread:
    (fusion, number), stopping = place, Event()
    camera = EveningCamera(source, table.settings, table.simulated, stopping, table.chosen_camera)
    watched = _LatePipeline(table, camera, lambda said: None if stopping.is_set() else post(said))
    processor = fusion.processor(number, watched)
    return VisionThread(ReconnectingCamera(camera.open), processor, fusion.listener(number), earlier, stopping)


class _Silences:
    """The silences of several cameras as one: while one of them can tell, nothing is said."""

    def __init__(self, cameras: int, post: Callable[[MatSeen | DiceThrown | WatchSilent], None]) -> None:
        self._post, self._lock = post, Lock()
        self._able = [False] * cameras
        self._said = WatchSilent(None)

    def hear(self, camera: int, said: MatSeen | DiceThrown | WatchSilent) -> None:
        """What one camera's pipeline says of the table; called on that camera's thread."""
        with self._lock:
            if isinstance(said, MatSeen | DiceThrown):
                self._post(said)
                return
            self._able[camera] = said.why is None
            silence = WatchSilent(None) if any(self._able) else said
            if silence != self._said:
                self._said = silence
                self._post(silence)


class _LatePipeline:
    """A pipeline made with the first frame: on the camera's thread, and when it is known which camera that is."""

    def __init__(
        self, table: WatchedTable, camera: EveningCamera, say: Callable[[MatSeen | DiceThrown | WatchSilent], None]
    ) -> None:
        self._table, self._camera, self._say = table, camera, say
        self._judged: Calibration | None = None
        self._mat = MatSeen(fits=True)
        self._silence: WatchSilent | None = None
        box = table.layout.zones.get(DICE)
        self._dice = None if box is None else DiceWatch(box)

    @cached_property
    def _pipeline(self) -> TrackingPipeline:
        table = self._table
        lens = lens_of(str(self._camera.source), table.settings)
        return pipeline_for(
            table.game, table.layout, lens, table.adopted, table.settings, known_places=table.known_places
        )

    def process(self, frame: Frame) -> Observation | None:
        try:
            seen = self._pipeline.process(frame)
        finally:
            if self._silence != (silence := WatchSilent(self._pipeline.why_silent)):
                self._silence = silence
                self._say(silence)
        if self._pipeline.calibration is not self._judged:
            self._judge_mat(self._pipeline.calibration)
        if self._dice is not None and (thrown := self._dice.look(frame.image, self._pipeline.calibration)) is not None:
            self._say(thrown)
        return seen

    def _judge_mat(self, calibration: Calibration | None) -> None:
        self._judged = calibration
        if calibration is None:
            return
        anchors = MatAnchors(self._table.layout.anchors, LABEL_MM)
        labels = (track.detection for track in self._pipeline.tracks)
        mat = MatSeen(not is_another_mat(stretch(labels, anchors, calibration.homography)))
        if mat != self._mat:
            self._mat = mat
            self._say(mat)
