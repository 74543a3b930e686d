"""Fusion of several cameras over one table: what each is certain of, as one observation of one table.

Each camera has its own thread, its own pipeline and its own calibration on the same anchors; here they only speak to
each other. A camera that is lost, or that has not found its anchors yet, is as good as blind: the others go on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Lock

from companion.core.table import LabelPlace, Observation, Tag
from hardware.camera import Frame
from vision.geometry.localization import merge_observations, same_place_mm
from vision.tracking.temporal_filter import WINDOW
from vision.worker import CameraBack, CameraEnded, CameraLost, FrameProcessor, VisionMessage

OWN_FRAMES = 2 * WINDOW
"""A camera that says otherwise than a newer claim has so many frames to see for itself: two votes."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A tag that a camera has begun to see somewhere: the number of that news, and the frames each camera had then."""

    number: int
    frames: tuple[int, ...]


@dataclass(slots=True)
class CameraStatus:
    """What one camera said last, how many frames it has had, and since when it claims each tag to be where it is.

    `said` is None before it has said anything, `lost` why it gives no picture, `back_at` how many frames it had had
    when it was found again.
    """

    said: Observation | None = None
    frames: int = 0
    claims: dict[Tag, Claim] = field(default_factory=dict)
    lost: str | None = None
    back_at: int = -OWN_FRAMES
    ended: bool = False

    @property
    def is_believed(self) -> bool:
        """After a camera was lost, what it knew has to be seen again."""
        return self.said is not None and self.lost is None and self.frames - self.back_at >= OWN_FRAMES

    @property
    def labels(self) -> tuple[LabelPlace, ...]:
        return self.said.labels if self.said is not None else ()


class CameraFusion:
    """Merges the messages of `cameras` cameras into one stream. `post` is called on their threads, one at a time."""

    def __init__(self, cameras: int, post: Callable[[VisionMessage], None]) -> None:
        self._cameras = [CameraStatus() for _ in range(cameras)]
        self._post = post
        self._lock = Lock()
        self._news = 0
        self._is_unsettled = False
        self._said: Observation | None = None

    def processor(self, camera: int, pipeline: FrameProcessor) -> FrameProcessor:
        """The processor for that camera's thread: what its pipeline is certain of is posted from here."""
        return _Member(pipeline, partial(self._processed, camera))

    def listener(self, camera: int) -> Callable[[VisionMessage], None]:
        """Where that camera's thread posts what it has to say about the camera itself."""
        return partial(self.receive, camera)

    def receive(self, camera: int, message: VisionMessage) -> None:
        """What a camera's thread has to say."""
        status = self._cameras[camera]
        with self._lock:
            match message:
                case Observation():
                    self._note(camera, message)
                    self._speak()
                case CameraLost(reason):
                    status.lost = reason
                    self._speak()
                    self._post(message)
                case CameraBack():
                    status.lost, status.back_at = None, status.frames
                    self._is_unsettled = True
                    self._post(self._still_lost() or message)
                case CameraEnded():
                    status.ended = True
                    if all(other.ended for other in self._cameras):
                        self._post(message)

    def _processed(self, camera: int, said: Observation | None) -> None:
        with self._lock:
            self._cameras[camera].frames += 1
            if said is not None:
                self._note(camera, said)
            if said is not None or self._is_unsettled:
                self._speak()

    def _note(self, camera: int, said: Observation) -> None:
        status = self._cameras[camera]
        before = {place.tag: place for place in status.labels}
        self._news += 1
        claim = Claim(self._news, tuple(other.frames for other in self._cameras))
        status.claims = {
            place.tag: status.claims[place.tag]
            if place.tag in before and same_place_mm(place, before[place.tag])
            else claim
            for place in said.labels
        }
        status.said = said

    def _speak(self) -> None:
        believed = [self._believed(number) for number in range(len(self._cameras))]
        self._is_unsettled = any(status.said != seen for status, seen in zip(self._cameras, believed, strict=True))
        speaking = [seen for seen in believed if seen is not None]
        merged = _longest_known_first(merge_observations(speaking), self._said)
        if len(self._cameras) == 1 and speaking:  # Of several, another one may have seen the hand.
            merged = replace(merged, faded=speaking[0].faded)
        if speaking and merged != self._said:
            self._said = merged
            self._post(merged)

    def _believed(self, camera: int) -> Observation | None:
        """What a camera said, but for the labels that another one has since begun to see elsewhere."""
        status = self._cameras[camera]
        if status.said is None or not status.is_believed:
            return None
        labels = tuple(place for place in status.labels if not self._is_overtaken(camera, place))
        return replace(status.said, labels=labels)

    def _is_overtaken(self, camera: int, place: LabelPlace) -> bool:
        """Whether another camera has a newer claim to the tag, elsewhere, that this one had no time to answer."""
        status = self._cameras[camera]
        mine = status.claims[place.tag]
        return any(
            other.is_believed
            and claim.number > mine.number
            and status.frames - claim.frames[camera] < OWN_FRAMES
            and not any(theirs.tag == place.tag and same_place_mm(theirs, place) for theirs in other.labels)
            for other in self._cameras
            if (claim := other.claims.get(place.tag)) is not None
        )

    def _still_lost(self) -> CameraLost | None:
        reasons = [status.lost for status in self._cameras if status.lost is not None]
        return CameraLost(reasons[0]) if reasons else None


def _longest_known_first(merged: Observation, before: Observation | None) -> Observation:
    """Of a doubled tag the place that was spoken of before comes first: the newer one is the copy."""
    if before is None or not merged.duplicates:
        return merged
    known = {place.tag: place for place in before.pieces}

    def is_new(place: LabelPlace) -> bool:
        return place.tag not in known or not same_place_mm(place, known[place.tag])

    return replace(merged, labels=tuple(sorted(merged.labels, key=is_new)))


class _Member:
    """One of several pipelines: tells the others after each frame."""

    def __init__(self, pipeline: FrameProcessor, tell: Callable[[Observation | None], None]) -> None:
        self._pipeline, self._tell = pipeline, tell

    def process(self, frame: Frame) -> Observation | None:
        """Processes and tells; there is nothing left to be posted by this camera alone."""
        self._tell(self._pipeline.process(frame))
        return None
