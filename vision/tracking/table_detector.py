"""Detection of labels by detectors for the sizes that labels have where one camera sees the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.arrays import Luma, Quads
from vision.detection.codebook import Codebook
from vision.detection.roi_detection import Detector, DetectorFactory, Roi, RoiDetectors, detect_in_rois
from vision.detections import Detections
from vision.tracking.table_view import TableView


@dataclass(frozen=True, slots=True, eq=False)
class TableDetector:
    """Detectors for one view of the table: one for all of the picture, others for the sizes in its parts."""

    factory: DetectorFactory
    whole: Detector
    parts: RoiDetectors

    @classmethod
    def of(cls, factory: DetectorFactory, view: TableView) -> TableDetector:
        return cls(factory, factory(view.module_range), RoiDetectors(factory, view.module_px))

    @property
    def codebook(self) -> Codebook:
        return self.whole.codebook

    def detect(self, image: Luma) -> Detections:
        """Every label in the picture."""
        return self.whole.detect(image)

    def detect_in(self, image: Luma, rois: Sequence[Roi], known: Quads) -> Detections:
        """Every label in the regions but for those whose corners are `known`."""
        return detect_in_rois(self.parts, image, rois, known)
