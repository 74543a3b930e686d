"""One frame as an observation in millimetres: the labels that lie there, and the places that it says nothing about."""

from __future__ import annotations

from dataclasses import replace

from companion.core.table import LabelPlace, Observation
from vision.geometry.localization import duplicates
from vision.geometry.poses import box_around, distance
from vision.tracking.track import Verdict
from vision.tracking.tracked_frame import Cached, TrackedFrame

UNSEEN = (Verdict.HIDDEN, Verdict.HELD)
"""A label of which this is believed makes its place blind."""


def observe(tracked: TrackedFrame) -> TrackedFrame:
    """Fills in the observation; the one of the frame before when nothing is different."""
    table = tracked.table
    key = (
        table.tracks.table.version,
        table.tracks.tentative,
        tuple(table.hands.lifted),
        tracked.verified.tobytes(),
        tracked.blocked.tobytes(),
        tuple(tracked.verdicts.items()),
    )
    composed = table.composed
    if composed is None or composed.key != key:
        composed = Cached(key, _compose(tracked))
        table = replace(table, composed=composed)
    return replace(tracked, table=table, observation=composed.value)


def _compose(tracked: TrackedFrame) -> Observation:
    table, model = tracked.table, tracked.table.view.model
    verified, verdict = tracked.verified, tracked.verdicts.get
    pieces = [(i, track) for i, track in enumerate(tracked.tracks) if track.detection.tag not in model.anchors.places]
    labels = [track.place for i, track in pieces if verified[i] or verdict(i) is Verdict.COVERED]
    hidden = [track.place for i, track in pieces if verdict(i) in UNSEEN]
    hidden += [*table.tracks.unconfirmed_places, *table.hands.lifted_places]
    boxes = [box_around(place.pose, model.label_mm) for place in hidden]
    twice = duplicates(place.tag for place in labels)
    return Observation(
        (*labels, *_unreadable_in_sight(tracked)), (*table.view.visibility.boxes(tracked.blocked), *boxes), twice
    )


def _unreadable_in_sight(tracked: TrackedFrame) -> list[LabelPlace]:
    """The labels that are there and cannot be read, but for those that have become readable."""
    reach = tracked.table.view.model.label_mm / 2
    seen = [track.place.pose for track in tracked.table.tracks.table.chosen(tracked.verified)]
    return [
        place
        for place in tracked.table.tracks.unreadable_places
        if all(distance(place.pose, pose) > reach for pose in seen)
    ]
