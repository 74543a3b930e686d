"""Cards by their faces, told as labels are: where the picture shows the place in which a card's label would be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.core.plane import moved
from companion.core.table import Box, Pose
from vision.arrays import Luma, Quads
from vision.detection.roi_detection import Roi
from vision.detections import Detection, as_corners
from vision.faces.card_detector import find_cards
from vision.faces.face_set import FaceSet
from vision.faces.plan import plan_of
from vision.faces.seen_card import SeenCard
from vision.geometry.calibration import label_points
from vision.geometry.homography import Homography


class FaceReader:
    """Reads the faces of a set over a mat of `size` millimetres and `beside` so much around it."""

    def __init__(self, faces: FaceSet, homography: Homography, size: tuple[float, float], beside: float) -> None:
        self.faces = faces
        self._homography = homography
        self._edge = Box(-beside, -beside, size[0] + beside, size[1] + beside)

    def read(self, image: Luma, rois: Sequence[Roi], labels: Quads) -> tuple[Detection, ...]:
        """The cards whose label's place lies in the regions, but for those on which one of the `labels` was read.

        Two regions may hold one card: it is told once.
        """
        found: list[Detection] = []
        for roi in rois:
            taken = np.concatenate([labels, np.array([one.corners for one in found]).reshape(-1, 4, 2)])
            plan = plan_of(image, self._homography, self._box(roi))
            seen = map(self._told, find_cards(self.faces, plan))
            found += [one for one in seen if roi.contains(one.x, one.y) and not _lies_on(one, taken)]
        return tuple(found)

    def _box(self, roi: Roi) -> Box:
        """The region in millimetres, with all of the cards that have their labels in it."""
        outline = [(x, y) for x in (roi.left, roi.right) for y in (roi.top, roi.bottom)]
        places, reach = self._homography.to_mm(outline), self.faces.reach
        (left, top), (right, bottom) = places.min(axis=0) - reach, places.max(axis=0) + reach
        edge = self._edge
        return Box(max(left, edge.left), max(top, edge.top), min(right, edge.right), min(bottom, edge.bottom))

    def _told(self, card: SeenCard) -> Detection:
        name = self.faces.names[card.face]
        face = self.faces.faces[name]
        across, down = (card.scale * step for step in face.label_at)
        label = moved(Pose(card.x, card.y, card.rotation + (90.0 if face.is_across else 0.0)), across, down)
        corners = as_corners(self._homography.to_px(label_points(label, card.scale * face.label_mm)[1:]))
        return Detection.from_corners(face.tags[0], corners, card.score, card.margin, name)


def _lies_on(card: Detection, labels: Quads) -> bool:
    """Whether the place of the card's label is that of one of these."""
    reach = np.abs(labels - labels.mean(axis=1, keepdims=True)).max(axis=(1, 2), initial=0.0)
    return bool((np.abs(labels.mean(axis=1) - (card.x, card.y)).max(axis=1) < reach).any())
