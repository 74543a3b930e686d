"""Detection of labels by detectors for the sizes that labels have where one camera sees the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from vision.arrays import Doubles, Luma, Points, Quads
from vision.detection.roi_detection import Detector, DetectorFactory, Roi, RoiDetectors, detect_in_rois
from vision.detection.verifier import ClosedSet
from vision.detections import Detections
from vision.tracking.global_motion import GlobalMotion
from vision.tracking.table_view import TableView

SAME_SIZE = 0.95
"""Labels whose edges differ by less are looked for together."""


@dataclass(frozen=True, slots=True, eq=False)
class TableDetector:
    """Detectors for one view of the table: one for all of the picture, others for the sizes in its parts."""

    factory: DetectorFactory
    whole: Detector
    parts: tuple[RoiDetectors, ...]

    @classmethod
    def of(cls, factory: DetectorFactory, view: TableView) -> TableDetector:
        # One range for all sizes would be searched in the picture that the smallest need, in which a washed-out ring of
        # the largest is not found.
        model = view.model
        shares = [1.0]
        for share in sorted({edge / model.label_mm for edge in model.edges.values()}, reverse=True):
            if share < SAME_SIZE * shares[-1]:
                shares.append(share)
        parts = tuple(RoiDetectors(factory, partial(_module_px, view, share)) for share in shares)
        return cls(factory, factory(view.module_range), parts)

    @property
    def codebook(self) -> ClosedSet:
        return self.whole.codebook

    def detect(self, image: Luma) -> Detections:
        """Every label in the picture."""
        return self.whole.detect(image)

    def detect_in(self, image: Luma, rois: Sequence[Roi], known: Quads, displacement: GlobalMotion) -> Detections:
        """Every label in the regions but for those whose corners are `known`; all in pixels of home."""
        if displacement:
            rois = [_displaced(roi, displacement, image) for roi in rois]
        found = Detections((), ())
        here = displacement.displaced(known)
        for part in self.parts:
            more = detect_in_rois(part, image, rois, here)
            found = Detections(found.decoded + more.decoded, found.unreadable + more.unreadable)
            outlines = [each.corners for each in more.decoded] + [each.corners for each in more.unreadable]
            here = np.concatenate([here, np.array(outlines, here.dtype).reshape(-1, 4, 2)])
        return displacement.detections_at_home(found)


def _module_px(view: TableView, share: float, points: Points) -> Doubles:
    """A module's pixels of labels that are by so much smaller than the largest."""
    return share * view.module_px(points)


def _displaced(roi: Roi, displacement: GlobalMotion, image: Luma) -> Roi:
    """Where the picture shows a region of home now."""
    middle = ((roi.left + roi.right) / 2, (roi.top + roi.bottom) / 2)
    dx, dy = np.rint(displacement.displaced(middle) - middle).astype(int)
    rows, columns = image.shape
    left, right = np.clip((roi.left + dx, roi.right + dx), 0, columns)
    top, bottom = np.clip((roi.top + dy, roi.bottom + dy), 0, rows)
    return Roi(int(left), int(top), int(right), int(bottom))
