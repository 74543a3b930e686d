"""Detection of labels by detectors for the sizes that labels have where one camera sees the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.core.table import Tag
from vision.arrays import Luma, Quads
from vision.detection.closed_set import FacedSet
from vision.detection.roi_detection import NO_QUADS, Detector, DetectorFactory, Roi, RoiDetectors, detect_in_rois
from vision.detection.template_matcher import ClosedSet, TemplateMatcher
from vision.detections import Detection, Detections
from vision.faces.face_reader import FaceReader
from vision.tracking.global_motion import GlobalMotion
from vision.tracking.table_view import BESIDE_MM, TableView
from vision.tracking.track import Track

STILL_THERE = 0.55
"""The part of a known label that is to be seen correlates by so much; where another or none lies, by at most 0.51 in
12,000 places."""


@dataclass(frozen=True, slots=True, eq=False)
class TableDetector:
    """Detectors for one view of the table: one for all of the picture, others for the sizes in its parts."""

    factory: DetectorFactory
    whole: Detector
    parts: RoiDetectors
    faces: FaceReader | None
    codebook: ClosedSet

    @classmethod
    def of(cls, factory: DetectorFactory, view: TableView) -> TableDetector:
        share = view.model.smallest_share

        def for_a_part(module_px: tuple[float, float] | None) -> Detector:
            """Its detectors are asked for by the size of the largest labels; the smallest lie there too."""
            return factory(None if module_px is None else (share * module_px[0], module_px[1]))

        whole, parts = factory(view.module_range), RoiDetectors(for_a_part, view.module_px)
        faces = view.model.faces
        if faces is None:
            return cls(factory, whole, parts, None, whole.codebook)
        reader = FaceReader(faces, view.homography, (view.model.width, view.model.height), BESIDE_MM)
        return cls(factory, whole, parts, reader, FacedSet(whole.codebook, faces))

    def detect(self, image: Luma) -> Detections:
        """Every label in the picture; faces are read in regions only."""
        return self.whole.detect(image)

    def detect_in(self, image: Luma, rois: Sequence[Roi], known: Quads, displacement: GlobalMotion) -> Detections:
        """Every label and face in the regions but for those whose corners are `known`; all in pixels of home."""
        if displacement:
            rois = [_displaced(roi, displacement, image) for roi in rois]
        known = displacement.displaced(known)
        found = detect_in_rois(self.parts, image, rois, known)
        return displacement.detections_at_home(self._with_faces(found, image, rois, known))

    def with_faces(self, found: Detections, image: Luma) -> Detections:
        """Beside the labels that were found, the faces in all of the picture."""
        return self._with_faces(found, image, [Roi(0, 0, image.shape[1], image.shape[0])], NO_QUADS)

    def still_there(self, image: Luma, known: Sequence[Track]) -> dict[Tag, Detection]:
        """By their tags those of these labels and faces that are to be seen where they lay, if only in part.

        Of what is known to have lain there much less need be seen than of what may be any and lie anywhere.
        """
        labels = [replace(each.detection, face=None) for each in known if each.detection.tag in self.codebook]
        whole = TemplateMatcher(self.codebook, labels)
        parts = [whole.visible_part(number, image) for number in range(len(labels))]
        scores = TemplateMatcher(self.codebook, labels, parts=parts).scores(image).tolist()
        told = zip(labels, scores, strict=True)
        found = {label.tag: replace(label, score=score) for label, score in told if score >= STILL_THERE}
        if self.faces is not None:
            for track in known:
                tag, place = track.detection.tag, track.place
                if tag not in found and (face := self.faces.read_at(image, place)) is not None:
                    found[tag] = face
        return found

    def _with_faces(self, found: Detections, image: Luma, rois: Sequence[Roi], known: Quads) -> Detections:
        if self.faces is None:
            return found
        labels = np.concatenate([known, np.array([one.corners for one in found.decoded]).reshape(-1, 4, 2)])
        return replace(found, decoded=(*found.decoded, *self.faces.read(image, rois, labels)))


def _displaced(roi: Roi, displacement: GlobalMotion, image: Luma) -> Roi:
    """Where the picture shows a region of home now."""
    middle = ((roi.left + roi.right) / 2, (roi.top + roi.bottom) / 2)
    dx, dy = np.rint(displacement.displaced(middle) - middle).astype(int)
    rows, columns = image.shape
    left, right = np.clip((roi.left + dx, roi.right + dx), 0, columns)
    top, bottom = np.clip((roi.top + dy, roi.bottom + dy), 0, rows)
    return Roi(int(left), int(top), int(right), int(bottom))
