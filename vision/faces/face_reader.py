"""Cards by their faces, told as labels are: where the picture shows the place in which a card's label would be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

import cv2
import numpy as np

from companion.core.plane import moved
from companion.core.table import Box, LabelPlace, Pose
from vision.arrays import Floats, Luma, Quads
from vision.detection.roi_detection import Roi
from vision.detections import Detection, as_corners
from vision.faces.card_detector import find_cards
from vision.faces.face_set import FACE_DOWN, FaceSet
from vision.faces.plan import plan_of
from vision.faces.seen_card import SeenCard
from vision.faces.title_strips import title_at
from vision.geometry.calibration import label_points
from vision.geometry.homography import Homography

SHRUNK, SAME = 8, 5.0
"""A region looks the same when no square of so many pixels, in the light that is now, differs by more grey levels."""

REMEMBERED = 24
"""Regions of which it is known what was last found in them: those that are searched again and again."""


class FaceReader:
    """Reads the faces of a set over a mat of `size` millimetres and `beside` so much around it.

    What looks as it did is not searched twice: a table at rest costs no more than one with labels.
    """

    def __init__(self, faces: FaceSet, homography: Homography, size: tuple[float, float], beside: float) -> None:
        self.faces = faces
        self._homography = homography
        self._face_of = {tag: name for name, face in faces.faces.items() for tag in face.tags if tag != FACE_DOWN}
        self._looks: dict[Roi, tuple[Floats, list[Detection]]] = {}
        self._edge = Box(-beside, -beside, size[0] + beside, size[1] + beside)

    def read(self, image: Luma, rois: Sequence[Roi], labels: Quads) -> tuple[Detection, ...]:
        """The cards whose label's place lies in the regions, but for those on which one of the `labels` was read.

        Two regions may hold one card: it is told once.
        """
        found: list[Detection] = []
        for roi in rois:
            taken = np.concatenate([labels, np.array([one.corners for one in found]).reshape(-1, 4, 2)])
            found += [one for one in self._seen(image, roi) if not _lies_on(one, taken)]
        return tuple(found)

    def read_at(self, image: Luma, place: LabelPlace) -> Detection | None:
        """The card of that tag, if its title is still to be seen where its label's place was."""
        name = self._face_of.get(place.tag)
        if name is None:
            return None
        face, number = self.faces.faces[name], self.faces.names.index(name)
        at = moved(place.pose, *(-step for step in face.label_at))
        lay = SeenCard(number, at.x, at.y, at.rotation - face.turn, 1.0, 1.0, 1.0, 1.0)
        reach = hypot(self.faces.short, self.faces.long) / 2
        box = self._on_table(Box(at.x - reach, at.y - reach, at.x + reach, at.y + reach))
        seen = title_at(self.faces.titles, plan_of(image, self._homography, box), lay)
        return None if seen is None else replace(self._told(seen), tag=place.tag)

    def _seen(self, image: Luma, roi: Roi) -> list[Detection]:
        """The cards of the set whose label's place lies in the region."""
        look = _shrunk(image, roi)
        before = self._looks.pop(roi, None)
        if before is None or not _is_same(before[0], look):
            told = map(self._told, find_cards(self.faces, plan_of(image, self._homography, self._box(roi))))
            before = look, [one for one in told if roi.contains(one.x, one.y)]
        self._looks[roi] = before
        if len(self._looks) > REMEMBERED:
            self._looks.pop(next(iter(self._looks)))
        return before[1]

    def _box(self, roi: Roi) -> Box:
        """The region in millimetres, with all of the cards that have their labels in it."""
        outline = [(x, y) for x in (roi.left, roi.right) for y in (roi.top, roi.bottom)]
        places, reach = self._homography.to_mm(outline), self.faces.reach
        return self._on_table(Box(*(places.min(axis=0) - reach).tolist(), *(places.max(axis=0) + reach).tolist()))

    def _on_table(self, box: Box) -> Box:
        edge = self._edge
        left, top = max(box.left, edge.left), max(box.top, edge.top)
        return Box(left, top, min(box.right, edge.right), min(box.bottom, edge.bottom))

    def _told(self, card: SeenCard) -> Detection:
        name = self.faces.names[card.face]
        face = self.faces.faces[name]
        across, down = (card.scale * step for step in face.label_at)
        label = moved(Pose(card.x, card.y, card.rotation + face.turn), across, down)
        corners = as_corners(self._homography.to_px(label_points(label, card.scale * face.label_mm)[1:]))
        return Detection.from_corners(face.tags[0], corners, card.score, card.margin, name)


def _shrunk(image: Luma, roi: Roi) -> Floats:
    part = image[roi.top : roi.bottom, roi.left : roi.right]
    size = max(part.shape[1] // SHRUNK, 1), max(part.shape[0] // SHRUNK, 1)
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.float32)


def _is_same(before: Floats, now: Floats) -> bool:
    gain = float(now.sum()) / max(float(before.sum()), 1.0)
    return bool(np.abs(now - gain * before).max() <= SAME)


def _lies_on(card: Detection, labels: Quads) -> bool:
    """Whether the place of the card's label is that of one of these."""
    reach = np.abs(labels - labels.mean(axis=1, keepdims=True)).max(axis=(1, 2), initial=0.0)
    return bool((np.abs(labels.mean(axis=1) - (card.x, card.y)).max(axis=1) < reach).any())
