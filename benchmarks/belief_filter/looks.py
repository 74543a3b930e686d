"""What the camera saw at one moment, and how far it agrees with a state, or with hands on the way to another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from benchmarks.playouts import AnyGame
from companion.core.belief.transposition_table import position
from companion.core.heights import Height
from companion.core.plane import covers, distance
from companion.core.table import (
    UNREADABLE,
    Change,
    LabelPlace,
    Observation,
    Piece,
    Pose,
    Reading,
    TableSnapshot,
    Tag,
    Zone,
    diff,
)

STIRRED_MM = 3.0
"""What lies over another piece now, and did not before, has moved by more than that."""

LABEL_MM = 10.0
"""Half a label: what covers as much of its edge hides it."""


class Misfit(NamedTuple):
    """What of a look a position does not explain: pieces that lie elsewhere, or nowhere; and what is left to do."""

    astray: int
    held: tuple[Change, ...]
    left: tuple[Change, ...] = ()


@dataclass(eq=False)
class Look:
    """A table that stood still from `at` on, `until` the next one, in seconds.

    By zone, what may be `buried` under others there, and of what lay there the label has `moved` elsewhere, in sight.
    """

    at: float
    seen: TableSnapshot
    reading: Reading
    buried: Mapping[Zone, Counter[Piece]]
    moved: Mapping[Zone, Counter[Piece]] = field(default_factory=dict)
    heights: Mapping[Zone, Height] = field(default_factory=dict)
    done: int = 0
    """How many actions stood in the journal then."""
    until: float = 0.0
    _spans: dict[tuple[int, ...], tuple[Sequence[Any], Misfit]] = field(default_factory=dict)
    """By the states' identities, which are much quicker to compare; they are kept, so that none is given twice."""

    def on(self, game: AnyGame, state: Any) -> Misfit:
        """All hands at rest in that state."""
        kept = self._spans.get((id(state),))
        found = None if kept is None else kept[1]
        if found is None:
            here = position(game, state)
            found = self._misfit(diff(here.table, self.seen), self._unlike([here.pile_heights]))
            self._spans[id(state),] = (state,), found
        return found

    def spanning(self, game: AnyGame, states: Sequence[Any]) -> Misfit:
        """Each piece may lie as in any of these states; what has left its place and not landed yet is in a hand."""
        if len(states) == 1:
            return self.on(game, states[0])
        key = tuple(map(id, states))
        kept = self._spans.get(key)
        found = None if kept is None else kept[1]
        if found is None:
            first, *others = (
                {(c.zone, c.piece): c.delta for c in diff(position(game, s).table, self.seen)} for s in states
            )
            strange = [
                Change(zone, piece, min((delta, *(other.get((zone, piece), 0) for other in others)), key=abs))
                for (zone, piece), delta in first.items()
                if all(other.get((zone, piece), 0) * delta > 0 for other in others)
            ]
            last = others[-1]
            left = tuple(Change(zone, piece, delta) for (zone, piece), delta in last.items())
            unlike = self._unlike([position(game, state).pile_heights for state in states])
            too_early = len(states) > 2 and not self._is_begun(game, states[0], states[1], first)
            found = self._misfit(strange, unlike + too_early)._replace(left=left)
            self._spans[key] = states, found
        return found

    def _is_begun(self, game: AnyGame, before: Any, after: Any, since: Mapping[tuple[Zone, Piece], int]) -> bool:
        """Whether anything of that step is seen, or may lie out of sight: who comes after may be at it, too."""
        step = diff(position(game, before).table, position(game, after).table)
        if any(change.zone not in self.seen.zones for change in step):
            return True
        return any(since.get((zone, piece), 0) * delta > 0 for zone, piece, delta in step)

    def _unlike(self, piles: Sequence[Mapping[Zone, int]]) -> int:
        """How many piles are higher or lower, by their labels, than in all of these states."""
        count = 0
        for zone, (least, most) in self.heights.items() if piles[0] else ():
            known = [heights[zone] for heights in piles if zone in heights]
            count += bool(known) and (max(known) < least or min(known) > most)
        return count

    def _misfit(self, changes: Iterable[Change], unlike: int = 0) -> Misfit:
        came, gone = Counter[Piece](), list[Change]()
        for zone, piece, delta in changes:
            if delta > 0:
                came[piece] += delta
            elif lacking := min(0, delta + self.buried.get(zone, Counter())[piece]):
                gone.append(Change(zone, piece, lacking))
        elsewhere, held, carried = came.copy(), list[Change](), 0
        for zone, piece, delta in gone:
            moved = min(-delta, elsewhere[piece] + elsewhere[UNREADABLE])
            elsewhere[piece] -= min(moved, elsewhere[piece])
            # Whose label lies in sight is in nobody's hand.
            in_sight = max(0, min(-delta - moved, self.moved.get(zone, Counter())[piece]))
            carried += in_sight
            if left := delta + moved + in_sight:
                held.append(Change(zone, piece, left))
        return Misfit(came.total() + carried + unlike, tuple(held))


class Eye:
    """Where each label was seen last, and how all lay then: what is out of sight may lie under what came since."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._last: dict[Tag, tuple[Zone, LabelPlace, Mapping[Tag, Pose]]] = {}
        self._home: dict[Tag, Zone] = {}
        """Where each label lay when table and game agreed last."""

    def agree(self) -> None:
        self._home = {tag: zone for tag, (zone, _, _) in self._last.items()}

    def moved(self, reading: Reading, piece_of: Mapping[Tag, Piece | None]) -> dict[Zone, Counter[Piece]]:
        found: dict[Zone, Counter[Piece]] = {}
        for zone, tags in reading.zones.items():
            for tag in tags:
                piece = piece_of.get(tag)
                if piece is not None and self._home.get(tag, zone) != zone:
                    found.setdefault(self._home[tag], Counter())[piece] += 1
        return found

    def buried(
        self, reading: Reading, seen: Observation, piece_of: Mapping[Tag, Piece | None]
    ) -> dict[Zone, Counter[Piece]]:
        """What may lie out of sight in each zone of this reading, under labels that have come there or moved since."""
        places = {place.tag: place for place in seen.pieces}
        poses = {tag: place.pose for tag, place in places.items()}
        where = {tag: zone for zone, tags in reading.zones.items() for tag in tags}
        found: dict[Zone, Counter[Piece]] = {}
        for tag, (zone, place, lay) in self._last.items():
            piece = piece_of.get(tag)
            if tag in poses or zone not in reading.zones or piece is None:
                continue
            if any(
                self._hides(other, poses[other], place.pose, lay, piece_of)
                for other in reading.zones[zone]
                if other in poses
            ):
                found.setdefault(zone, Counter())[piece] += 1
        for tag, zone in where.items():
            if tag in places:
                self._last[tag] = zone, places[tag], poses
        return found

    def _hides(
        self, tag: Tag, pose: Pose, place: Pose, lay: Mapping[Tag, Pose], piece_of: Mapping[Tag, Piece | None]
    ) -> bool:
        piece = piece_of.get(tag)
        if piece is None or (tag in lay and distance(lay[tag], pose) <= STIRRED_MM):
            return False
        return covers(pose, self._game.shape(piece), place, LABEL_MM)
