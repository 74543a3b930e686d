"""One tracked label: what is known about it between one frame and the next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from companion.core.table import LabelPlace, Tag
from vision.detection.template_matcher import VisiblePart
from vision.detections import Detection, UnreadableLabel
from vision.faces.face_set import FACE_DOWN

LEAST_VERIFY = 0.3
"""A label that was moved by a module, or is gone, correlates with its old place by less (VISION: at most 0.25)."""

VERIFY_SHARE = 0.6
"""A label that shows less than this share of what it showed when it was read is looked at again."""

TrackKey = tuple[Tag, float]
"""A label and the time since when it lies at its place."""

CONFIRMED = 2
"""Searches that have to find a frame without a readable label before it is spoken of."""


class Verdict(Enum):
    """Why a label is not seen at its place, though no hand is over it.

    A buried label has another right on it, as in a pile; a covered one has the body of a piece over it, as in a fan. A
    held one may be in a hand that is still in the picture.
    """

    GONE = "gone"
    SPOILED = "spoiled"
    COVERED = "covered"
    BURIED = "buried"
    HIDDEN = "hidden"
    HELD = "held"


UNDER_PIECE = (Verdict.COVERED, Verdict.BURIED)
"""The label lies under a piece that is known: nothing more is to be found out about it."""


@dataclass(frozen=True, slots=True)
class Track:
    """One label: where the picture showed it last, where that is on the mat, and how well it could be verified.

    `since` is when it was first seen at its place, in seconds, `lost_since` from when on the place, in plain sight, no
    longer shows it, `misses` how often it was searched since, and `verdict` what is believed to be the reason.
    `part` is what was to be seen of it when it was read; None while that has not been looked at.
    """

    detection: Detection
    place: LabelPlace
    reference_score: float
    since: float
    lost_since: float | None = None
    misses: int = 0
    verdict: Verdict | None = None
    part: VisiblePart | None = None

    @property
    def key(self) -> TrackKey:
        return self.detection.tag, self.since

    @property
    def face(self) -> str | None:
        """The face by which it was known; None for a label."""
        return self.detection.face

    @property
    def is_face_down(self) -> bool:
        """Whether it is a card of which only the back shows."""
        return self.detection.tag == FACE_DOWN

    @property
    def least_score(self) -> float:
        """The verification below which the label is no longer taken to be where it was."""
        return max(LEAST_VERIFY, VERIFY_SHARE * self.reference_score)

    def lost_for(self, at: float) -> float:
        """Seconds since the label was last seen; 0 while it is."""
        return at - self.lost_since if self.lost_since is not None else 0.0

    def seen(self) -> Track:
        """The track after a frame that shows the label at its place."""
        return replace(self, lost_since=None, misses=0, verdict=None)

    def lost(self, at: float) -> Track:
        """The track after the first frame that shows its place without it."""
        return replace(self, lost_since=at, misses=0, verdict=None)

    def missed(self, at: float) -> Track:
        """The track after a search of its place that did not find the label."""
        return replace(self, misses=self.misses + 1, lost_since=self.lost_since or at)


@dataclass(frozen=True, slots=True)
class TentativeTrack:
    """A frame in which no label could be read: in how many searches it was found, and in how many since then not."""

    detection: UnreadableLabel
    place: LabelPlace
    hits: int = 1
    misses: int = 0

    @property
    def is_confirmed(self) -> bool:
        return self.hits >= CONFIRMED
