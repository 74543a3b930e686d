"""The table, and how one camera sees it from where it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from companion.core.table import LabelPlace, PieceShape, Tag
from vision.arrays import CellMask, Doubles, Points
from vision.cell_grid import CellGrid
from vision.detection.roi_detection import LARGEST, SMALLEST, Roi
from vision.faces.face_set import FaceSet
from vision.geometry.calibration import Calibration, MatAnchors
from vision.geometry.homography import Homography
from vision.geometry.lens import LensModel
from vision.geometry.visibility import VisibilityMap
from vision.labels import MODULES
from vision.tracking.lit_rim import LitRim

FOUND_WITH_LARGEST = 0.8
"""Share of the largest label's edge."""

BESIDE_MM = 60.0
"""Labels are searched this far beside the mat too."""


@dataclass(frozen=True, slots=True)
class TableModel:
    """The mat in millimetres, its anchors, the labels' outer edge, and the pieces' shapes where they are known.

    `label_mm` is the edge of labels of which `edges` says nothing else. Without the camera's `lens` its
    distortion is found from the anchors. `is_lit` is a mat round which lights lie that change. Cards are known by their
    `faces`, too, where the owner has shown these. `known_places` are where labels were seen last, in an
    earlier watch.
    """

    width: float
    height: float
    anchors: MatAnchors
    label_mm: float = 20.0
    shapes: Mapping[Tag, PieceShape] = field(default_factory=dict)
    lens: LensModel | None = None
    edges: Mapping[Tag, float] = field(default_factory=dict)
    is_lit: bool = False
    faces: FaceSet | None = None
    known_places: Sequence[LabelPlace] = ()

    def edge_of(self, tag: Tag) -> float:
        """The outer edge of that label in millimetres."""
        return self.edges.get(tag, self.label_mm)

    @property
    def smallest_share(self) -> float:
        """From what share of the largest label's edge on labels are looked for beside it; 1 if it need not be told.

        Down to four fifths they are found with the largest, which costs less than a wider range.
        """
        share = min([self.label_mm, *self.edges.values()]) / self.label_mm
        return share if share < FOUND_WITH_LARGEST else 1.0


@dataclass(frozen=True, slots=True, eq=False)
class TableView:
    """All that follows from a calibration, until the camera is pushed.

    `search_area` is the part of the picture where labels may lie, `module_range` the pixels of the smallest and largest
    module in it, `margin` a label's edge in pixels at most.
    """

    model: TableModel
    calibration: Calibration
    grid: CellGrid
    search_area: Roi
    module_range: tuple[float, float]
    margin: float
    visibility: VisibilityMap
    rim: LitRim | None = None

    @classmethod
    def of(cls, model: TableModel, calibration: Calibration, grid: CellGrid) -> TableView:
        homography, size = calibration.homography, (model.width, model.height)
        rim = homography.to_px(_outline(-BESIDE_MM, -BESIDE_MM, size[0] + BESIDE_MM, size[1] + BESIDE_MM))
        modules = _module_px(model, homography, homography.to_px(_outline(0.0, 0.0, *size)))
        return cls(
            model,
            calibration,
            grid,
            search_area=_roi_around(rim, grid.picture),
            module_range=(SMALLEST * model.smallest_share * float(modules.min()), LARGEST * float(modules.max())),
            margin=MODULES * float(modules.max()),
            visibility=VisibilityMap.over(size, homography, grid),
            rim=LitRim.around(size, homography, grid) if model.is_lit else None,
        )

    @property
    def homography(self) -> Homography:
        return self.calibration.homography

    def is_for(self, picture: tuple[int, ...], cells: CellMask) -> bool:
        """Whether pictures of this shape are still the camera's: a folder may hold photographs of several."""
        return self.grid == CellGrid((picture[1], picture[0]), *cells.shape)

    def module_px(self, px: Points) -> Doubles:
        """A module's pixels where the picture shows labels lying, (n, 2) to (n,); beside the mat as at its rim."""
        return _module_px(self.model, self.homography, px)

    def to_small(self, px: ArrayLike, shape: tuple[int, ...]) -> Points:
        """Pixels of the picture as pixels of the small one of that shape."""
        return np.asarray((np.asarray(px) + 0.5) * (shape[1] / self.grid.picture[0]) - 0.5)


def _module_px(model: TableModel, homography: Homography, px: Points) -> Doubles:
    places = np.clip(homography.to_mm(px), 0.0, (model.width, model.height))
    return np.array([homography.pixels_per_mm(x, y) for x, y in places]) * model.label_mm / MODULES


def _outline(left: float, top: float, right: float, bottom: float) -> list[tuple[float, float]]:
    """The corners of a rectangle and the middles of its edges: a curved lens bends these outwards."""
    x, y = (left + right) / 2, (top + bottom) / 2
    return [(left, top), (x, top), (right, top), (right, y), (right, bottom), (x, bottom), (left, bottom), (left, y)]


def _roi_around(px: Points, picture: tuple[int, int]) -> Roi:
    low = np.clip(np.floor(px.min(axis=0)), 0, picture).astype(int)
    high = np.clip(np.ceil(px.max(axis=0)) + 1, 0, picture).astype(int)
    return Roi(int(low[0]), int(low[1]), int(high[0]), int(high[1]))
