"""Several cameras over one table: what each of them is certain of, as one observation of one table.

Each camera has its own thread, its own watcher and its own calibration on the same anchors; here they only speak to
each other. A camera that is lost, or that has not found its anchors yet, is as good as blind: the others go on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Lock

from companion.core.table import LabelPlace, Observation, Tag
from hardware.camera import Frame
from vision.locate import merged, same_place_mm
from vision.settle import LOOKS
from vision.worker import CameraBack, CameraEnded, CameraLost, Looker, VisionMessage

NOTHING = Observation(())

OWN_LOOKS = 2 * LOOKS
"""A camera that says otherwise than a newer claim has so many looks to see for itself: two votes."""


@dataclass(slots=True)
class View:
    """What one camera said last, how often it has looked, and since when it has claimed each tag to be where it is.

    `lost` is why it gives no picture, `back` the number of looks it had when it was found again.
    """

    said: Observation = NOTHING
    looks: int = 0
    claims: dict[Tag, Claim] = field(default_factory=dict)
    lost: str | None = None
    back: int = -OWN_LOOKS
    ended: bool = False

    @property
    def may_speak(self) -> bool:
        """After a camera was lost, what it knew has to be looked at again."""
        return self.said is not NOTHING and self.lost is None and self.looks - self.back >= OWN_LOOKS


@dataclass(frozen=True, slots=True)
class Claim:
    """A tag that a camera has begun to see somewhere: the number of that news, and how often all had looked then."""

    number: int
    looks: tuple[int, ...]


class Together:
    """Merges the messages of `cameras` cameras into one stream. `post` is called on their threads, one at a time."""

    def __init__(self, cameras: int, post: Callable[[VisionMessage], None]) -> None:
        self._views = [View() for _ in range(cameras)]
        self._post = post
        self._lock = Lock()
        self._news = 0
        self._unsettled = False
        self._said: Observation | None = None

    def looker(self, camera: int, looker: Looker) -> Looker:
        """The looker for that camera's thread: what it sees is posted from here."""
        return _Member(looker, partial(self._looked, camera))

    def ear(self, camera: int) -> Callable[[VisionMessage], None]:
        """Where that camera's thread posts what it has to say."""
        return partial(self.hear, camera)

    def hear(self, camera: int, message: VisionMessage) -> None:
        """What a camera's thread has to say about the camera itself."""
        with self._lock:
            match message:
                case Observation():
                    self._note(camera, message)
                    self._speak()
                case CameraLost(reason):
                    self._views[camera].lost = reason
                    self._speak()
                    self._post(message)
                case CameraBack():
                    self._views[camera].lost, self._views[camera].back = None, self._views[camera].looks
                    self._unsettled = True
                    self._post(self._still_lost() or message)
                case CameraEnded():
                    self._views[camera].ended = True
                    if all(view.ended for view in self._views):
                        self._post(message)

    def _looked(self, camera: int, said: Observation | None) -> None:
        with self._lock:
            self._views[camera].looks += 1
            if said is not None:
                self._note(camera, said)
            if said is not None or self._unsettled:
                self._speak()

    def _note(self, camera: int, said: Observation) -> None:
        view = self._views[camera]
        before = {place.tag: place for place in view.said.labels}
        self._news += 1
        claim = Claim(self._news, tuple(other.looks for other in self._views))
        view.claims = {
            place.tag: view.claims[place.tag]
            if place.tag in before and same_place_mm(place, before[place.tag])
            else claim
            for place in said.labels
        }
        view.said = said

    def _speak(self) -> None:
        believed = [self._believed(number) if view.may_speak else NOTHING for number, view in enumerate(self._views)]
        self._unsettled = any(view.said is not seen for view, seen in zip(self._views, believed, strict=True))
        speaking = [seen for seen in believed if seen is not NOTHING]
        whole = merged(speaking)
        if speaking and whole != self._said:
            self._said = whole
            self._post(whole)

    def _believed(self, camera: int) -> Observation:
        """What a camera said, but for the labels that another one has since begun to see elsewhere."""
        said = self._views[camera].said
        labels = tuple(place for place in said.labels if not self._is_overtaken(camera, place))
        return said if len(labels) == len(said.labels) else replace(said, labels=labels)

    def _is_overtaken(self, camera: int, place: LabelPlace) -> bool:
        mine = self._views[camera].claims[place.tag]
        for other in self._views:
            claim = other.claims.get(place.tag, mine)
            is_newer = other.may_speak and claim.number > mine.number
            had_time = self._views[camera].looks - claim.looks[camera] >= OWN_LOOKS
            if (
                is_newer
                and not had_time
                and not any(theirs.tag == place.tag and same_place_mm(theirs, place) for theirs in other.said.labels)
            ):
                return True
        return False

    def _still_lost(self) -> CameraLost | None:
        reasons = [view.lost for view in self._views if view.lost is not None]
        return CameraLost(reasons[0]) if reasons else None


class _Member:
    """One of several lookers: tells the others after each look."""

    def __init__(self, looker: Looker, tell: Callable[[Observation | None], None]) -> None:
        self._looker, self._tell = looker, tell

    def look(self, frame: Frame) -> Observation | None:
        """Looks and tells; there is nothing left to be posted by this camera alone."""
        self._tell(self._looker.look(frame))
        return None
