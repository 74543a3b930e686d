"""A closed set of card faces: what the cards that one owner has shown look like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np

from companion.core.table import Tag
from vision.arrays import Doubles, Floats, Luma
from vision.faces.card_outlines import printed_corners
from vision.faces.face_lights import FaceLights, lights_of
from vision.faces.face_parts import FACE_PX, FaceGrid, FacePart, at_cells, shared_layout, upright
from vision.faces.occlusion_masks import every_edge, straight_edges
from vision.faces.title_strips import TitleStrips
from vision.labels import MODULES

SOFT, COARSE, FINE = FaceGrid(16, 22, 2.0), FaceGrid(20, 28, 1.2), FaceGrid(32, 45, 0.7)
"""Cells of about 4, 3 and 2 mm: the first tell a card that is some millimetres off, the second one of which half is
hidden, the last whether it is that card."""

PARTS = 8, (0.45,)
"""Directions of the straight edges beyond which a card is compared with all faces, and what they leave of it."""

DIRECTIONS = {SOFT: 12, COARSE: 16, FINE: 24}
"""Directions of the edges by which a card is compared with one face."""

TITLE = 0.28
"""Share of a card's length, from its middle, beyond which lies what a fan leaves of it: the upper fifth."""


LOOKED_AT = 60
"""So many faces at least tell what is printed on those of a series."""

FACE_DOWN: Tag = "face down"
"""Stands, as tag, for a card of which the back shows. It may be any card."""

BAND, BAND_RIM_MM, BAND_BLUR_MM = (16, 13), 2.0, 0.4
"""Points across and down by which a face is verified: as many as a label has data modules."""

VERIFIED = BAND[0] * BAND[1]


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """`picture` is upright, FACE_PX pixels a millimetre; `tags` are those of all pieces that look so.

    On these a label's middle would be `label_at` millimetres from the card's, across and down, its edge `label_mm`.
    A back has FACE_DOWN alone.
    """

    picture: Luma
    tags: tuple[Tag, ...]
    label_at: tuple[float, float]
    label_mm: float

    @property
    def turn(self) -> float:
        """Degrees, clockwise, from its picture with the shorter side lying to how it is read."""
        return 90.0 if self.picture.shape[1] > self.picture.shape[0] else 0.0


class FaceSet:
    """Faces of cards of one size, by their names, and backs of them. Raises ValueError where they are of several."""

    def __init__(self, faces: Mapping[str, Face]) -> None:
        faces = dict(sorted(faces.items(), key=lambda each: each[1].tags == (FACE_DOWN,)))
        pictures = [upright(face.picture) for face in faces.values()]
        sizes = {picture.shape for picture in pictures}
        if len(sizes) != 1:
            raise ValueError("The faces of a set are those of cards of one size.")
        rows, columns = sizes.pop()
        self.faces, self.names = faces, tuple(faces)
        self.short, self.long = columns / FACE_PX, rows / FACE_PX
        self._patterns = {name: _pattern(face) for name, face in faces.items()}
        self.reach = max(map(_reach, faces.values()))
        """Millimetres from the place of a card's label to its furthest corner."""
        self.first_back = sum(face.tags != (FACE_DOWN,) for face in faces.values())
        """From this number on they are backs."""
        self.soft, self.coarse, self.fine = (self._lights(grid, pictures) for grid in (SOFT, COARSE, FINE))
        self.corners = printed_corners(pictures[:: max(len(pictures) // LOOKED_AT, 1)])
        self.titles = TitleStrips(pictures[: self.first_back], self.short, self.long)

    def __contains__(self, name: object) -> bool:
        return name in self.faces

    def patterns(self, names: Sequence[str]) -> tuple[Doubles, Floats]:
        """By what each face is verified where it lies, as a label's data modules (`template_matcher.ClosedSet`).

        These are points of the band right across the card in which its label would lie: what covers that hides the
        label, what does not leaves both.
        """
        looks = [self._patterns[name] for name in names]
        places = np.array([places for places, _ in looks]).reshape(-1, VERIFIED, 2)
        return places, np.array([light for _, light in looks], np.float32).reshape(-1, VERIFIED)

    def _lights(self, grid: FaceGrid, pictures: Sequence[Luma]) -> FaceLights:
        places = grid.places(self.short, self.long)
        parts = () if grid is FINE else self._parts(places, lights_of(pictures, places, grid.blur_mm))
        return FaceLights.of(grid, pictures, places, every_edge(places, DIRECTIONS[grid]), parts)

    def _parts(self, places: Doubles, values: Floats) -> Sequence[FacePart]:
        title, layout = TITLE * self.long, shared_layout(values)
        whole, titles = np.ones(len(places), np.bool_), (-places[:, 1] > title, places[:, 1] > title)
        return [FacePart(part, values, layout) for part in (whole, *straight_edges(places, *PARTS), *titles)]


def _reach(face: Face) -> float:
    height, width = (edge / FACE_PX / 2 for edge in face.picture.shape)
    return hypot(width + abs(face.label_at[0]), height + abs(face.label_at[1]))


def _pattern(face: Face) -> tuple[Doubles, Floats]:
    """Points of the band in label coordinates, (VERIFIED, 2), and the face's light there, (VERIFIED,)."""
    reach = face.picture.shape[1] / FACE_PX / 2 - BAND_RIM_MM, face.label_mm / 2 - BAND_RIM_MM
    x, y = (np.linspace(-most, most, count) for most, count in zip(reach, BAND, strict=True))
    places = np.stack(np.meshgrid(x, y + face.label_at[1]), axis=-1).reshape(-1, 2)
    light = at_cells(face.picture, places, BAND_BLUR_MM)
    return (places - face.label_at) * (MODULES / face.label_mm) + MODULES / 2, light
