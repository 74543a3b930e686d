"""Zones on the mat as values: areas with places for labels, and how labels seen become a reading of zones.

Shared by the games' layouts. All lengths are millimetres of the mat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.core.plane import distance, moved
from companion.core.table import Box, Observation, Pose, Reading, TableLayout, Tag, Zone
from companion.core.text import say

PUT_AWAY: Zone = "away"
"""The corner for what leaves the game: whatever is laid there is put away. Rules know nothing of it."""

PUT_AWAY_NAME = say("the corner for what is put away")


DICE: Zone = "dice"
"""Where dice are thrown: it is printed grey, so that light and dark ones stand out. Rules know nothing of it."""

DICE_NAME = say("the place for the dice")


@dataclass(frozen=True, slots=True)
class Area:
    """A zone's part of the mat. A label whose centre lies in `box` is in the zone.

    The labels of its pieces lie in rows: `per_row` of them, `across` apart, rows `down` apart, starting at `first`.
    Steps are in the area's own directions, turned with `first.rotation`. In a pile only the latest piece shows.
    """

    zone: Zone
    box: Box
    first: Pose
    across: float = 0.0
    down: float = 0.0
    per_row: int = 1
    pile: bool = False

    def spot(self, index: int) -> Pose:
        """Where the label of piece number `index` is to lie."""
        row, column = divmod(index, self.per_row)
        return moved(self.first, column * self.across, row * self.down)


def put_away_corner(box: Box) -> Area:
    """A corner of the mat for what is put away, its label where a card's upper edge would be."""
    return Area(PUT_AWAY, box, Pose((box.left + box.right) / 2, min(box.top + 20.0, box.centre[1])), pile=True)


@dataclass(frozen=True, slots=True)
class ZoneLayout:
    """A `TableLayout` of areas that do not overlap."""

    width: float
    height: float
    anchors: Mapping[Tag, Pose]
    areas: Mapping[Zone, Area] = field(default_factory=dict)

    def read(self, observation: Observation) -> Reading:
        """The tags in each zone that no blind box overlaps."""
        return Reading(self.tags_by_zone(observation))

    @property
    def zones(self) -> Mapping[Zone, Box]:
        return {zone: area.box for zone, area in self.areas.items()}

    @property
    def piles(self) -> frozenset[Zone]:
        return frozenset(zone for zone, area in self.areas.items() if area.pile)

    def tags_by_zone(self, observation: Observation) -> dict[Zone, tuple[Tag, ...]]:
        blind = observation.blind
        seen: dict[Zone, list[Tag]] = {zone: [] for zone, area in self.areas.items() if not is_blind(area.box, blind)}
        for label in observation.pieces:
            zone = self.zone_at(label.pose)
            if zone in seen:
                seen[zone].append(label.tag)
        return {zone: tuple(tags) for zone, tags in seen.items()}

    def zone_at(self, pose: Pose) -> Zone | None:
        """In which zone a label lies there."""
        x, y = pose.x, pose.y
        for zone, area in self.areas.items():  # written out: asked for every label of every look
            box = area.box
            if box.left <= x < box.right and box.top <= y < box.bottom:
                return zone
        return None

    def spot(self, zone: Zone, index: int) -> Pose:
        return self.areas[zone].spot(index)


def is_blind(box: Box, blind: Iterable[Box]) -> bool:
    """Whether the camera could not look at all of the box."""
    return any(map(box.overlaps, blind))


def corner_anchors(anchors: Mapping[Tag, Pose], size: tuple[float, float]) -> dict[Tag, Pose]:
    """Those nearest to the corners of a mat of (width, height), clockwise from its upper left."""
    corners = (Pose(0.0, 0.0), Pose(size[0], 0.0), Pose(*size), Pose(0.0, size[1]))
    nearest = [min(anchors, key=lambda tag: distance(anchors[tag], corner)) for corner in corners]
    return {tag: anchors[tag] for tag in nearest}


@dataclass(frozen=True, slots=True)
class CornersOnly:
    """A table without a mat: of a layout's anchors only those of its corners are taped onto it."""

    layout: TableLayout

    @property
    def width(self) -> float:
        return self.layout.width

    @property
    def height(self) -> float:
        return self.layout.height

    @property
    def anchors(self) -> Mapping[Tag, Pose]:
        return corner_anchors(self.layout.anchors, (self.width, self.height))

    @property
    def zones(self) -> Mapping[Zone, Box]:
        return self.layout.zones

    @property
    def piles(self) -> frozenset[Zone]:
        return self.layout.piles

    def spot(self, zone: Zone, index: int) -> Pose:
        return self.layout.spot(zone, index)

    def read(self, observation: Observation) -> Reading:
        return self.layout.read(observation)


class OnFixedZones:
    """What a layout takes from fixed zones on which it builds."""

    __slots__ = ()

    fixed: ZoneLayout

    @property
    def width(self) -> float:
        return self.fixed.width

    @property
    def height(self) -> float:
        return self.fixed.height

    @property
    def anchors(self) -> Mapping[Tag, Pose]:
        return self.fixed.anchors

    @property
    def piles(self) -> frozenset[Zone]:
        return self.fixed.piles
