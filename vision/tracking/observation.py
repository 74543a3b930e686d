"""One frame as an observation in millimetres: the labels that lie there, and the places that it says nothing about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from companion.core.plane import distance
from companion.core.table import Box, LabelPlace, Observation, Pose
from vision.arrays import CellMask, TrackMask
from vision.faces.face_set import FACE_DOWN
from vision.geometry.localization import duplicates
from vision.tracking.blindness import Blindness
from vision.tracking.track import Verdict
from vision.tracking.tracked_frame import Cached, TrackedFrame

UNSEEN = (Verdict.HIDDEN, Verdict.HELD)
"""A label of which this is believed makes its place blind."""

MIDDLE = 0.5
"""Share of a card's shorter side that is its middle: what lies beside another one does not reach into its place."""

LABEL_REACH = 0.71
"""Half a square's diagonal, as a share of its edge."""


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
        b"" if table.blindness is None else table.blindness.lasting.tobytes(),
    )
    composed = table.composed
    if composed is None or composed.key != key:
        composed = Cached(key, _compose(tracked))
        table = replace(table, composed=composed)
    return replace(tracked, table=table, observation=composed.value)


def note_blindness(tracked: TrackedFrame) -> TrackedFrame:
    """Keeps the time for the cells that hands are over, and for those where something else hides a label."""
    table = tracked.table
    blind = (
        tracked.blocked | table.tracks.table.cells_of(_hidden_tracks(tracked)) if tracked.verdicts else tracked.blocked
    )
    if not blind.any():
        return tracked if table.blindness is None else replace(tracked, table=replace(table, blindness=None))
    blindness = table.blindness or Blindness.none(blind.shape, tracked.at)
    blindness = blindness.after(blind, tracked.motion.moving, _silent(tracked), tracked.at)
    return replace(tracked, table=replace(table, blindness=blindness))


def _silent(tracked: TrackedFrame) -> CellMask:
    """The cells of which nothing could be told for long; none where that is said of the whole table."""
    silence = tracked.stream.silence
    return np.zeros_like(tracked.blocked) if silence is None or silence.why is not None else silence.lasting


def with_backs_apart(observation: Observation, short: float) -> Observation:
    """The cards that lie face down are no labels. `short` is a card's shorter side in millimetres."""
    down = [place.pose for place in observation.labels if place.tag == FACE_DOWN]
    return replace(
        observation,
        labels=_without_backs(observation.labels),
        duplicates=tuple(tag for tag in observation.duplicates if tag != FACE_DOWN),
        faded=_without_backs(observation.faded),
        glimpsed=tuple(with_backs_apart(each, short) for each in observation.glimpsed),
        face_down=tuple(_box_around(pose, short * MIDDLE) for pose in down),
    )


def _without_backs(places: Iterable[LabelPlace]) -> tuple[LabelPlace, ...]:
    return tuple(place for place in places if place.tag != FACE_DOWN)


def _hidden_tracks(tracked: TrackedFrame) -> TrackMask:
    """The labels that something hides; not those that a hand may hold."""
    hidden = np.zeros(len(tracked.tracks), np.bool_)
    hidden[[number for number, verdict in tracked.verdicts.items() if verdict is Verdict.HIDDEN]] = True
    return hidden


def _compose(tracked: TrackedFrame) -> Observation:
    table, model = tracked.table, tracked.table.view.model
    verified, verdict = tracked.verified, tracked.verdicts.get
    pieces = [(i, track) for i, track in enumerate(tracked.tracks) if track.detection.tag not in model.anchors.places]
    labels = [track.place for i, track in pieces if verified[i] or verdict(i) is Verdict.COVERED]
    hidden = [track.place for i, track in pieces if verdict(i) in UNSEEN]
    hidden += [*table.tracks.unconfirmed_places, *table.hands.lifted_places]
    boxes = [_box_around(place.pose, model.label_mm) for place in hidden]
    return Observation(
        (*labels, *_unreadable_in_sight(tracked)),
        (*table.view.visibility.boxes(tracked.blocked), *boxes),
        duplicates(place.tag for place in labels),
        _lastingly_hidden(tracked),
    )


def _lastingly_hidden(tracked: TrackedFrame) -> tuple[Box, ...]:
    """The parts of the mat that could not be looked at for long."""
    table = tracked.table
    if table.blindness is None or not table.blindness.lasting.any():
        return ()
    lasting = table.blindness.lasting
    labels = table.tracks.table.chosen(_hidden_tracks(tracked) & table.tracks.table.touching(lasting))
    boxes = (_box_around(track.place.pose, table.view.model.label_mm) for track in labels)
    covered = lasting & (tracked.blocked | _silent(tracked))
    return (*table.view.visibility.boxes_in_picture(covered), *boxes)


def _box_around(label: Pose, label_mm: float) -> Box:
    """The square that a label covers at most, however it is turned."""
    reach = label_mm * LABEL_REACH
    return Box(label.x - reach, label.y - reach, label.x + reach, label.y + reach)


def _unreadable_in_sight(tracked: TrackedFrame) -> list[LabelPlace]:
    """The labels that are there and cannot be read, but for those that have become readable."""
    reach = tracked.table.view.model.label_mm / 2
    seen = [track.place.pose for track in tracked.table.tracks.table.chosen(tracked.verified)]
    return [
        place
        for place in tracked.table.tracks.unreadable_places
        if all(distance(place.pose, pose) > reach for pose in seen)
    ]
