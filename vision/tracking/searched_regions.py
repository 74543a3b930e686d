"""The parts of a picture that were read anew, and what was found in them."""

from __future__ import annotations

from dataclasses import dataclass

from vision.arrays import CellMask
from vision.cell_grid import CellGrid
from vision.detection.roi_detection import Roi
from vision.detections import Detections

NO_DETECTIONS = Detections((), ())


@dataclass(frozen=True, slots=True, eq=False)
class SearchedRegions:
    """Rectangles of the picture, and the labels that were detected in them.

    `changed` are the cells in plain sight that differ from the reference image; None when that is not known.
    """

    rois: tuple[Roi, ...]
    found: Detections = NO_DETECTIONS
    changed: CellMask | None = None

    def hold(self, x: float, y: float) -> bool:
        """Whether a pixel lies in one of the rectangles."""
        return any(roi.contains(x, y) for roi in self.rois)

    def has_changed(self, x: float, y: float, grid: CellGrid) -> bool:
        """Whether the picture has changed at a pixel."""
        row, column = grid.holding((x, y))
        return self.changed is not None and bool(self.changed[row, column])


NOT_SEARCHED = SearchedRegions(())
