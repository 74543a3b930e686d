"""What really is: the states that really were, what really lies on the table, and what of it a camera could see."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from benchmarks.clumsy.eye import IdealEye
from benchmarks.clumsy.scenery import Scenery
from benchmarks.clumsy.stacks import whole_table
from benchmarks.clumsy.tabletop import Tabletop
from companion.conformance.playouts import AnyGame
from companion.core.table import Box, Change, LabelPlace, TableSnapshot, Zone, diff

Boxes = tuple[Box, ...]

UNDER_WAY = 4
"""So many of the latest states may have moves between them that hands have not finished."""


@dataclass(slots=True)
class Reality:
    """`truth` are the states that really were, the one that is now last. `at` is in seconds."""

    game: AnyGame
    table: Tabletop
    truth: list[Any]
    at: float = 0.0
    hands: Boxes = ()
    covers: list[Box] = field(default_factory=list)
    foreign: list[LabelPlace] = field(default_factory=list)
    """Labels that are no pieces of this table, or copies of some that are."""
    scenery: Scenery = field(default_factory=lambda: Scenery(Random(1)))
    _looked: tuple[object, frozenset[Zone]] | None = None
    _astray_at: dict[Zone, float] = field(default_factory=dict)
    _unread_at: dict[Zone, float] = field(default_factory=dict)
    _right_since: float | None = None

    @property
    def state(self) -> Any:
        """What is true now."""
        return self.truth[-1]

    def note(self, eye: IdealEye) -> None:
        """Once a frame: keeps the time for what lies astray or cannot be read, and for a table that is as it should be.

        `eye` knows which labels have been read where they lie.
        """
        asked = self.table.version, len(self.truth), tuple(self.covers)
        if self._looked is None or self._looked[0] != asked:
            self._looked = asked, self._surplus()
            self._right_since = self.at if self._is_right() else None
        for zone in self._looked[1]:
            self._astray_at[zone] = self.at
        for zone in self._unread(eye):
            self._unread_at[zone] = self.at

    def astray(self, lately: float) -> frozenset[Zone]:
        """Where, not so many seconds ago, a piece lay in sight that neither this state nor the one before has there."""
        return frozenset(zone for zone, at in self._astray_at.items() if self.at - at <= lately)

    def unread(self, lately: float) -> frozenset[Zone]:
        """Where, not so many seconds ago, a label lay that nobody could read, nor had read there before."""
        return frozenset(zone for zone, at in self._unread_at.items() if self.at - at <= lately)

    def right_for(self) -> float | None:
        """The seconds for which the table has been in sight and just as it should be; None while it is not."""
        return None if self._right_since is None or self.hands else self.at - self._right_since

    def lies_as(self, state: Any) -> bool:
        """Whether each piece, in sight or not, lies where it does in that state: hands have nothing left to carry."""
        return not self.table.carries_to(whole_table(self.game, state))

    def lies_like(self, state: Any) -> bool:
        """Whether, to the last piece, the table lies as in that state, or looks so, which is not the true one."""
        seen = self.table.layout.read(IdealEye(self.table).look()).identify(self.game.piece_of)
        looks = not self._otherwise(state, seen) and bool(diff(self.game.table(self.state), seen))
        return looks or (self.lies_as(state) and not self._is_right())

    def _otherwise(self, state: Any, seen: TableSnapshot) -> list[Change]:
        """Where the table lies otherwise than in that state, but for what still lies there under what went astray."""
        covered = {(thing.zone, thing.piece) for thing in self.table.things if self.table.hider_of(thing) is not None}
        changes = diff(self.game.table(state), seen)
        return [each for each in changes if each.delta > 0 or (each.zone, each.piece) not in covered]

    def in_sight(self) -> TableSnapshot:
        """The table as far as hands and covers let anybody see it; the light is no matter for people."""
        seen = IdealEye(self.table, [*self._washed_out()]).look(self.hands, tuple(self.covers))
        return self.table.layout.read(seen).identify(self.game.piece_of)

    def _washed_out(self) -> Iterator[LabelPlace]:
        return (
            LabelPlace(thing.tag, thing.label)
            for thing in self.table.things
            if thing.shows == "washed out" and self.table.hider_of(thing) is None
        )

    def _is_right(self) -> bool:
        if self.covers or any(thing.shows != "label" for thing in self.table.things):
            return False
        return self.lies_as(self.state)

    def _unread(self, eye: IdealEye) -> set[Zone]:
        torn = {thing.zone for thing in self.table.things if thing.shows == "torn" and not eye.knows(thing)}
        boxes = self.table.layout.zones.items() if self.foreign else ()
        return torn | {
            zone for zone, box in boxes for place in self.foreign if box.contains(place.pose.x, place.pose.y)
        }

    def _surplus(self) -> frozenset[Zone]:
        """The zones with a piece in sight that does not belong there, and those that lack one that is in sight."""
        seen = self.table.layout.read(IdealEye(self.table).look()).identify(self.game.piece_of)
        return frozenset.intersection(*(self._surplus_of(state, seen) for state in self.truth[-2:]))

    def _surplus_of(self, state: Any, seen: TableSnapshot) -> frozenset[Zone]:
        """What lies in a zone of which the game says nothing, such as one inside a pyramid, is missed elsewhere."""
        expected = self.game.table(state)
        unasked = {piece for zone, pieces in seen.zones.items() if zone not in expected.zones for piece in pieces}
        changes = diff(expected, seen)
        return frozenset(change.zone for change in changes if change.delta > 0 or change.piece in unasked)


def overlap(zones: Collection[Zone], astray: Collection[Zone]) -> bool:
    """Whether what is said may be of what lies astray: what names no zone may."""
    return bool(astray) and (not zones or not set(zones).isdisjoint(astray))
