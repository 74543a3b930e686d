"""A camera looked through by people: what it sees and how well, for pages. It is not the one that watches an evening,
which has to let go of it meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from companion.cameras.camera_reasons import reason_in_words
from companion.cameras.label_adoption import Adoption
from companion.cameras.sources import EveningCamera
from companion.cameras.table_watch import WatchedTable
from companion.cameras.view_inspector import ViewInspector
from companion.core.camera_view import CameraAtHand, CameraView, NoView
from companion.core.game import Game
from companion.core.table import Tag
from companion.core.text import say, verbatim
from companion.errors import CompanionError
from companion.label_sets.label_set import read_label_set
from hardware.camera import Frame
from hardware.reconnecting import ReconnectingCamera
from vision.geometry.lens_profiles import write_profile
from vision.threads import use_one_thread
from vision.worker import JOIN_AFTER, CameraEnded, CameraLost, VisionMessage, VisionThread

EVERY = 0.4
"""Seconds between two looks at least: each is a full search."""


class TableEye:
    """`show` gets what is seen, on the camera's thread. Only one table is looked at at a time, through one camera.

    `sources` are those that the settings name; which of them it is, `source` says.
    """

    def __init__(self, sources: Sequence[str], show: Callable[[CameraView | NoView], None]) -> None:
        self._sources, self._show = sources, show
        self.source = sources[0]
        self._looking: _Looking | None = None

    @property
    def threads(self) -> Sequence[VisionThread]:
        """Those that may hold the camera."""
        return () if self._looking is None else (self._looking.thread,)

    def begin(self, table: WatchedTable, after: Sequence[VisionThread]) -> None:
        """Look at this table from now on. `after` are threads that may still hold the camera."""
        self.end()
        camera = EveningCamera(self.source, table.settings, table.simulated, chosen=table.chosen_camera)
        at_hand = partial(self._at_hand, camera)
        looks = _Looks(ViewInspector(table, camera), lambda seen: self._show(replace(seen, cameras=at_hand())))
        earlier = (*after, *self.threads)
        thread = VisionThread(ReconnectingCamera(camera.open), looks, looks.hear, earlier)
        self._looking = _Looking(thread, looks, camera)
        thread.start()

    def _at_hand(self, camera: EveningCamera) -> tuple[CameraAtHand, ...]:
        """Those that are plugged in, or where the settings name some, these."""
        if camera.attached:
            return tuple(
                CameraAtHand(each.source, verbatim(each.title), each.source == camera.source)
                for each in camera.attached
            )
        return tuple(
            CameraAtHand(source, say("Camera {number} of the settings", number=number), source == self.source)
            for number, source in enumerate(self._sources, start=1)
        )

    def end(self) -> None:
        """Lets go of the camera; waits for nothing."""
        if self._looking is not None:
            self._looking.looks.is_over = True
            self._looking.thread.stop()

    def join(self, timeout: float = JOIN_AFTER) -> None:
        """Waits until the camera is let go of, but not for ever."""
        if self._looking is not None:
            self._looking.thread.join(timeout)

    def keep_lens(self, path: str) -> None:
        """Writes the lens, as the anchors showed it last, into a file of profiles. Raises CompanionError."""
        lens = None if self._looking is None else self._looking.looks.inspector.lens
        if self._looking is None or lens is None:
            raise NoLensYet("The mat's labels have not shown yet how the lens bends: have more of them in sight.")
        write_profile(Path(path).expanduser(), str(self._looking.camera.source), lens)

    def adopt(self, path: Path, game: Game[Any, Any], tag: Tag, symbol_mm: float) -> None:
        """The one code in the latest picture stands for this tag from now on, in the label set at that path.

        `symbol_mm` is the edge of the first of a set; the others are of about its size. Raises CompanionError.
        """
        inspector = None if self._looking is None else self._looking.looks.inspector
        if inspector is None or inspector.image is None:
            raise NothingSeenYet("The camera has not seen anything yet; wait until there is a picture.")
        is_begun = path.exists() and bool(read_label_set(path, game).labels)
        adoption = Adoption(game, path, None if is_begun else symbol_mm)
        adoption.take(tag, inspector.image)
        inspector.know(adoption.labels)


class _Looks:
    """Shows what is seen in some of the frames, and why nothing is."""

    def __init__(self, inspector: ViewInspector, show: Callable[[CameraView | NoView], None]) -> None:
        self.inspector, self._show = inspector, show
        self._due = float("-inf")
        self.is_over = False

    def process(self, frame: Frame) -> None:
        if frame.taken_at < self._due:
            return
        use_one_thread()
        self._due = frame.taken_at + EVERY
        self._say(self.inspector.inspect(frame))

    def hear(self, said: VisionMessage) -> None:
        match said:
            case CameraLost(reason, is_there):
                self._say(NoView(reason_in_words(reason), is_there))
            case CameraEnded():
                self._say(NoView(say("The recorded pictures are at their end.")))
            case _:
                pass

    def _say(self, seen: CameraView | NoView) -> None:
        if not self.is_over:
            self._show(seen)


@dataclass(frozen=True, slots=True)
class _Looking:
    thread: VisionThread
    looks: _Looks
    camera: EveningCamera


class NoLensYet(CompanionError):
    """Too few anchors were seen; the sentence says what to do."""


class NothingSeenYet(CompanionError):
    """There is no picture; the sentence says what to do."""
