"""The physical table of a trial: every card with its own label and pose, wherever clumsy hands leave it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import cos, hypot, radians, sin
from random import Random
from typing import Any, Literal, NamedTuple

from benchmarks.clumsy.stacks import Whole, gap, is_stacked, whole_table
from companion.core.game import Game
from companion.core.plane import piece_pose
from companion.core.table import Box, Piece, PieceShape, Pose, TableLayout, Tag, Zone

LABEL_MM = 20.0
OFF: Zone = ""
"""Where pieces are that lie nowhere on the mat: the box, the deck, a hidden hand."""

SAME_SPOT_MM = 8.0
SPOTS = 60
ALWAYS_ON_TOP = "elite"


class Carry(NamedTuple):
    """One piece goes from one zone to another, or OFF the mat, with all that lies `beneath` it in the same stack."""

    piece: Piece
    source: Zone
    target: Zone
    beneath: tuple[Piece, ...] = ()

    @property
    def back(self) -> Carry:
        return self._replace(source=self.target, target=self.source)


@dataclass(frozen=True)
class Thing:
    """A piece that lies on the table: its label's pose, and what shows of the label (torn: its frame alone).

    Of a piece that lies face down nobody sees what it is; where only the light is bad people do. `tilt` is by how many
    degrees its upper edge is lifted, `bend` how far the edges of a curled card stand up, in millimetres.
    """

    tag: Tag
    piece: Piece
    zone: Zone
    label: Pose
    shape: PieceShape
    shows: Literal["label", "torn", "washed out", "nothing"] = "label"
    tilt: float = 0.0
    bend: float = 0.0

    @cached_property
    def centre(self) -> Pose:
        return piece_pose(self.label, self.shape)

    @cached_property
    def _body(self) -> tuple[float, float, float, float, float, float, float]:
        """Centre, cosine and sine, half the width and depth with a quarter of a label, and how far that reaches."""
        turn, reach = radians(self.label.rotation), LABEL_MM / 4
        across, down = self.shape.width / 2 + reach, self.shape.height / 2 + reach
        return self.centre.x, self.centre.y, cos(turn), sin(turn), across, down, across + down

    def lies_over(self, label: Pose) -> bool:
        """Whether this piece's body covers more than a quarter of the edge of a label of that pose."""
        centre_x, centre_y, cosine, sine, half_width, half_depth, reach = self._body
        x, y = label.x - centre_x, label.y - centre_y
        if abs(x) > reach or abs(y) > reach:
            return False
        return abs(x * cosine + y * sine) < half_width and abs(y * cosine - x * sine) < half_depth


class NotPossible(Exception):
    """What was to be done with the hands cannot be done on this table."""


@dataclass(slots=True)
class Tabletop:
    """Everything that lies on the mat, the lowest first; what is not on it is OFF, as many as anybody needs."""

    game: Game[Any, Any]
    layout: TableLayout
    random: Random
    slop_mm: float = 1.0
    slop_degrees: float = 3.0
    version: int = 0
    """Grows with every change."""
    reached: list[Pose] = field(default_factory=list)
    """Where hands have been since the latest frame."""
    _things: list[Thing] = field(default_factory=list)
    _off: dict[Piece, list[Tag]] = field(default_factory=lambda: defaultdict(list))
    _hiders: dict[Tag, Thing | None] = field(default_factory=dict)
    _boxes: dict[Zone, Box] = field(default_factory=dict)
    _rank: dict[Zone, int] = field(default_factory=dict)
    _piles: frozenset[Zone] = frozenset()

    def __post_init__(self) -> None:
        for tag, piece in self.game.piece_of.items():
            self._off[piece].append(tag)
        self.use(self.layout)

    def use(self, layout: TableLayout) -> None:
        """The same things; the zones may have others beside them."""
        self.layout, self._boxes, self._piles = layout, dict(layout.zones), layout.piles
        self._rank = {zone: number for number, zone in enumerate(self._boxes)}

    # --- hands ---

    def lay_out(self, whole: Whole) -> None:
        for zone in self.layout.zones:
            for piece in whole.get(zone, ()):
                self.put(self.fetch(piece), zone)

    def fetch(self, piece: Piece) -> Tag:
        """A label of that kind from off the mat; what was put away last comes back last."""
        if not self._off[piece]:
            raise NotPossible(f"no {piece} is left")
        return self._off[piece].pop(0)

    def take(self, tag: Tag) -> Thing:
        """Up into a hand."""
        thing = self.thing(tag)
        self._things.remove(thing)
        self.reached.append(thing.label)
        self._changed()
        return thing

    def take_from(self, carry: Carry) -> Tag:
        """What is carried, up into a hand. What lies beneath it and goes too is off the mat at once."""
        thing = self.find(carry.source, carry.piece)
        if thing is None:
            raise NotPossible(f"{carry} cannot be done")
        self.take(thing.tag)
        for piece in carry.beneath:
            below = self.find(carry.source, piece)
            if below is None:
                raise NotPossible(f"{carry} cannot be done")
            self.drop(self.take(below.tag).tag)
        return thing.tag

    def drop(self, tag: Tag) -> None:
        """A piece in a hand goes off the mat."""
        self._off[self.game.piece_of[tag]].append(tag)

    def lay(self, tag: Tag, carry: Carry) -> None:
        """Out of the hand, where it is carried to."""
        if carry.target == OFF:
            self.drop(tag)
            return
        for piece in carry.beneath:
            self.put(self.fetch(piece), carry.target)
        self.put(tag, carry.target)

    def put(self, tag: Tag, zone: Zone) -> Thing:
        """At the first free spot of the zone, as exactly as people do; in a stack, on top."""
        if zone not in self._rank:
            raise NotPossible(f"{zone} is nowhere")
        piece = self.game.piece_of[tag]
        if is_stacked(self.game, zone, piece) and (stack := self.stack(zone)):
            return self._stack_up(tag, zone, stack[-1])
        box = self._boxes[zone]
        for index in range(SPOTS):
            pose = self.layout.spot(zone, index)
            if not box.contains(pose.x, pose.y):
                break
            if not self._occupied(pose, zone):
                return self.put_at(tag, zone, self.sloppy(pose))
        raise NotPossible(f"no room in {zone}")

    def put_at(self, tag: Tag, zone: Zone, label: Pose, on_top: bool = False) -> Thing:
        """There; slipped under whatever has its label where this piece comes to lie, unless it is laid on top."""
        piece = self.game.piece_of[tag]
        thing = Thing(tag, piece, zone, label, self.game.shape(piece))
        under = (index for index, other in enumerate(self._things) if self._belongs_under(thing, other))
        index = len(self._things) if on_top else next(under, len(self._things))
        # What is slipped under something else goes over its neighbours in its own fan all the same.
        over = [other for other in self._things[index:] if other.zone == zone and self._belongs_under(other, thing)]
        higher = [other for other in self._things[index:] if other not in over]
        self._things[index:] = [*over, thing, *higher]
        self.reached.append(label)
        self._changed()
        return thing

    def change(self, tag: Tag, **values: Any) -> None:
        """Another pose or look, at its height in the heap."""
        index = next(i for i, thing in enumerate(self._things) if thing.tag == tag)
        self._things[index] = replace(self._things[index], **values)
        if "nothing" in values.values():  # Light may spoil a label; only a hand turns it down.
            self.reached.append(self._things[index].label)
        self._changed()

    def sloppy(self, pose: Pose) -> Pose:
        dx, dy = (self.random.uniform(-self.slop_mm, self.slop_mm) for _ in range(2))
        return Pose(
            pose.x + dx, pose.y + dy, pose.rotation + self.random.uniform(-self.slop_degrees, self.slop_degrees)
        )

    def _stack_up(self, tag: Tag, zone: Zone, top: Thing) -> Thing:
        """Elite tiles stay on top of whatever arrives."""
        laid = self.put_at(tag, zone, self.sloppy(top.label), on_top=True)
        if top.piece.startswith(ALWAYS_ON_TOP) and not laid.piece.startswith(ALWAYS_ON_TOP):
            self.reorder(zone, [top.tag])
        return laid

    def _occupied(self, pose: Pose, zone: Zone) -> bool:
        """Whether something lies there, on the same height."""
        return any(
            hypot(thing.label.x - pose.x, thing.label.y - pose.y) < SAME_SPOT_MM
            and not self._lies_higher_or_lower(zone, thing.zone)
            for thing in self._things
        )

    def _lies_higher_or_lower(self, one: Zone, other: Zone) -> bool:
        """Places of a pyramid share a part of the mat."""
        return (
            one != other
            and one in self._boxes
            and other in self._boxes
            and self._boxes[one].overlaps(self._boxes[other])
        )

    def _belongs_under(self, thing: Thing, other: Thing) -> bool:
        if self._lies_higher_or_lower(thing.zone, other.zone):
            touching = thing.lies_over(other.label) or other.lies_over(thing.label)
            return touching and self._rank[thing.zone] < self._rank[other.zone]
        return thing.lies_over(other.label)

    def _changed(self) -> None:
        self.version += 1
        self._hiders.clear()

    # --- what lies there ---

    @property
    def things(self) -> Sequence[Thing]:
        """The lowest first."""
        return tuple(self._things)

    def thing(self, tag: Tag) -> Thing:
        found = next((thing for thing in self._things if thing.tag == tag), None)
        if found is None:
            raise NotPossible(f"{tag} does not lie there")
        return found

    def find(self, zone: Zone, piece: Piece) -> Thing | None:
        """The topmost such piece in the zone."""
        fitting = (thing for thing in reversed(self._things) if thing.zone == zone and thing.piece == piece)
        return next(fitting, None)

    def zone_things(self, zone: Zone) -> list[Thing]:
        return [thing for thing in self._things if thing.zone == zone]

    def stack(self, zone: Zone) -> list[Thing]:
        """The pieces that lie on top of each other there, the lowest first."""
        return [thing for thing in self.zone_things(zone) if is_stacked(self.game, zone, thing.piece)]

    def is_free(self, thing: Thing) -> bool:
        """Whether nothing lies over its label."""
        return self.hider_of(thing) is None

    def is_hidden_rightly(self, thing: Thing, whole: Whole) -> bool:
        """Whether it belongs out of sight: in a stack but not its top, or under other zones."""
        return thing.zone not in whole or thing in self.stack(thing.zone)[:-1]

    def lying(self, zones: Sequence[Zone] | Whole) -> dict[Zone, tuple[Piece, ...]]:
        """What really lies in these zones."""
        found: dict[Zone, list[Piece]] = {zone: [] for zone in zones}
        for thing in self._things:
            if thing.zone in found:
                found[thing.zone].append(thing.piece)
        return {zone: tuple(pieces) for zone, pieces in found.items()}

    def carries_to(self, wanted: Whole) -> list[Carry]:
        """What has to be carried until the table shows what is wanted: straight from where there is too much."""
        return carries(self.lying(wanted), wanted, self._piles)

    def moves(self, before: Any, after: Any) -> list[Carry]:
        """What hands carry between two states."""
        return carries(whole_table(self.game, before), whole_table(self.game, after), self._piles)

    def is_pile(self, zone: Zone, pieces: Sequence[Piece]) -> bool:
        """Whether some of the pieces lie on top of each other there."""
        return len([piece for piece in pieces if is_stacked(self.game, zone, piece)]) > 1

    def misordered(self, wanted: Whole) -> Iterator[tuple[Zone, list[Tag]]]:
        """The stacks that lie in another order than they should, with their labels in the right one."""
        for zone, pieces in wanted.items():
            stack = self.stack(zone)
            right = [piece for piece in pieces if is_stacked(self.game, zone, piece)]
            if len(stack) > 1 and [thing.piece for thing in stack] != right:
                rest, tags = list(stack), []
                for piece in right:
                    if (thing := next((thing for thing in rest if thing.piece == piece), None)) is not None:
                        rest.remove(thing)
                        tags.append(thing.tag)
                yield zone, tags

    def reorder(self, zone: Zone, tags: Sequence[Tag]) -> None:
        for tag in tags:
            label = self.take(tag).label
            self.put_at(tag, zone, label, on_top=True)

    def hider_of(self, thing: Thing) -> Thing | None:
        """The piece, lying higher, that hides some of its label."""
        if thing.tag not in self._hiders:
            above = self._things[next(i for i, each in enumerate(self._things) if each.tag == thing.tag) + 1 :]
            self._hiders[thing.tag] = next((high for high in reversed(above) if high.lies_over(thing.label)), None)
        return self._hiders[thing.tag]


def carries(before: Whole, after: Whole, piles: Collection[Zone]) -> list[Carry]:
    """The single carries by hand between two tables. A pile that goes off the mat goes as a whole."""
    changed = gap(before, after)
    spare = [(zone, piece) for (zone, piece), delta in changed.items() for _ in range(-delta)]
    found = []
    landings = [(zone, piece) for (zone, piece), delta in changed.items() for _ in range(delta)]
    for zone, piece in _lowest_first(landings, after):
        source = next((place for place in spare if place[1] == piece), None)
        if source is not None:
            spare.remove(source)
        found.append(Carry(piece, source[0] if source else OFF, zone))
    going = Counter(zone for zone, _ in spare)
    for zone in [zone for zone in before if zone in piles and going[zone] > 1]:
        gone = Counter(piece for spot, piece in spare if spot == zone)
        pieces = [piece for piece in before[zone] if gone[piece] > 0 and not gone.subtract([piece])]
        spare = [place for place in spare if place[0] != zone]
        found.append(Carry(pieces[-1], zone, OFF, tuple(pieces[:-1])))
    return found + [Carry(piece, zone, OFF) for zone, piece in spare]


def _lowest_first(landings: Sequence[tuple[Zone, Piece]], after: Whole) -> list[tuple[Zone, Piece]]:
    """What comes to one zone in the order in which it lies there: a stack that goes elsewhere keeps its order."""
    ordered = list[tuple[Zone, Piece]]()
    for zone in dict.fromkeys(zone for zone, _ in landings):
        coming, highest_first = [piece for spot, piece in landings if spot == zone], list[tuple[Zone, Piece]]()
        for piece in reversed(after[zone]):
            if piece in coming:
                coming.remove(piece)
                highest_first.append((zone, piece))
        ordered += reversed(highest_first)
    return ordered
