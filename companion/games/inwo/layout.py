"""Where things lie: fixed places for what lies beside, and structures read from the poses of their cards (INWO-84).

Each seat has a part of the mat with its Illuminati in the middle. A Group may lie anywhere: it belongs to the arrow at
which its own incoming arrow lies, whatever is drawn on the mat. A card that fits no arrow, or two, is left to people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from companion.core.game import Seat
from companion.core.plane import angle_between, distance, moved, piece_pose
from companion.core.table import (
    UNREADABLE,
    Box,
    LabelPlace,
    Observation,
    Piece,
    Pose,
    Reading,
    TableSnapshot,
    Tag,
    Zone,
)
from companion.core.tags import anchor_tags
from companion.core.zones import DICE, PUT_AWAY, Area, OnFixedZones, ZoneLayout, is_blind, put_away_corner
from companion.games.inwo.catalog import Catalog, Side
from companion.games.inwo.decks import DeckEvening
from companion.games.inwo.geometry import LONG, ROOT, SHORT, Spot, outgoing, places, puppet_spot, untold_edges
from companion.games.inwo.state import SEATS, Placed, Player, State
from companion.games.inwo.table import arrow_zone, shape, table

NEAR = 25.0
"""So far from where it should lie a card still belongs to an arrow, millimetres of its middle."""
STRAIGHT = 30.0
"""So far it may be turned, degrees."""
BLIND_REACH = 10.0
"""An arrow cannot be spoken for if the camera could not look at the label's place, so many millimetres around."""

UPRIGHT = 30.0
"""What lies beside a structure is turned less than so many degrees ..."""
BESIDE = 25.0
"""... and its label is so near to where something lies or the next card would, millimetres."""

NO_GROUPS = frozenset({"resources", "links", "exposed"})
"""Where beside a structure no Group lies: one that came there lies at an arrow."""

COLUMNS = {2: 2, 3: 3, 4: 2, 5: 3, 6: 3}
SEAT_WIDTH, SEAT_HEIGHT = 600.0, 640.0
STRIP = 100.0
"""Beside each structure, for what lies open there."""
MIDDLE = 110.0


@dataclass(frozen=True)
class TreeLayout(OnFixedZones):
    """The `TableLayout` of one state."""

    fixed: ZoneLayout
    evening: DeckEvening
    roots: Mapping[Seat, Pose]
    structures: Mapping[Seat, tuple[Placed, ...]]
    expected: TableSnapshot
    labels: Mapping[Tag, Piece] = field(repr=False)
    decks: Mapping[Seat, frozenset[Piece]] = field(default_factory=dict, repr=False)
    """Which cards are each player's, in play, in hands and on piles."""
    discarded: Mapping[Seat, tuple[Piece, ...]] = field(default_factory=dict, repr=False)

    @cached_property
    def zones(self) -> Mapping[Zone, Box]:
        return {**self.fixed.zones, **{zone: _around(pose) for zone, (pose, _) in self._edges.items()}}

    @cached_property
    def _edges(self) -> dict[Zone, tuple[Pose, Piece | None]]:
        return {**self._arrows, **self._at(untold_edges)}

    @cached_property
    def _arrows(self) -> dict[Zone, tuple[Pose, Piece | None]]:
        """Where the label of a puppet lies at each arrow, and which puppet is expected there."""
        return self._at(outgoing)

    def _at(self, sides: Callable[[Catalog, Placed], Iterable[Side]]) -> dict[Zone, tuple[Pose, Piece | None]]:
        found: dict[Zone, tuple[Pose, Piece | None]] = {}
        for seat, structure in self.structures.items():
            lying = places(self.evening.catalog, structure)
            puppets = {(placed.master, placed.side): placed.card for placed in structure}
            for placed in structure:
                for side in sides(self.evening.catalog, placed):
                    puppet = puppets.get((placed.card, side))
                    zone = arrow_zone(seat, placed.card, side)
                    spot = _spot_at(self.evening.catalog, placed.card, lying[placed.card], side, puppet)
                    found[zone] = (self._label_pose(seat, spot, puppet), puppet)
        return found

    def _label_pose(self, seat: Seat, spot: Spot, piece: Piece | None) -> Pose:
        root = self.roots[seat]
        middle = moved(root, spot.x, spot.y)
        card = (
            shape(self.evening, piece) if piece is not None else shape(self.evening, _any_group(self.evening.catalog))
        )
        at = Pose(middle.x, middle.y, root.rotation + spot.quarters * 90.0)
        return moved(at, card.label_dx, card.label_dy)

    def spot(self, zone: Zone, index: int) -> Pose:
        """Where the label goes; for arrows that of the puppet that is expected there, else of any Group."""
        if zone in self._edges:
            return self._edges[zone][0]
        return self.fixed.spot(zone, index)

    # --- reading ---

    def read(self, observation: Observation) -> Reading:
        """Each Group by the arrow at which it lies, the rest by its place.

        Where a structure has grown over what lies beside it, a card that came may belong to either: neither is told.
        """
        found: dict[Zone, list[Tag]] = {}
        taken: set[int] = set()
        labels = list(observation.pieces)
        disputed: set[Zone] = set()
        for zone, index in self._assigned(labels):
            found.setdefault(zone, []).append(labels[index].tag)
            taken.add(index)
            beside = self._beside(labels[index])
            if beside is not None and self.labels.get(labels[index].tag) not in self.expected.zones.get(zone, ()):
                disputed |= {zone, beside}
        left = tuple(place for index, place in enumerate(labels) if index not in taken)
        zones: dict[Zone, tuple[Tag, ...]] = self.fixed.tags_by_zone(Observation(left, observation.blind))
        astray = self._astray(left)
        for zone, (pose, _) in self._edges.items():
            if not is_blind(_around(pose, BLIND_REACH), observation.blind):
                zones[zone] = (*found.get(zone, ()), *astray.get(zone, ()))
        known = {*self._edges, *zones}
        told = {zone: tuple(tags) for zone, tags in found.items() if zone not in known or zone in self.fixed.areas}
        read = self._with_the_corner({**zones, **told})
        return Reading({zone: tags for zone, tags in read.items() if zone not in disputed})

    def _with_the_corner(self, zones: Mapping[Zone, tuple[Tag, ...]]) -> Mapping[Zone, tuple[Tag, ...]]:
        """What lies in the corner lies on its owner's discards; a pile that shows nothing may lie there as well."""
        if not zones.get(PUT_AWAY):
            return zones
        read = dict(zones)
        for seat, own in self.decks.items():
            pile = f"{seat}.discard"
            both = [*zones.get(pile, ()), *(tag for tag in zones[PUT_AWAY] if self.labels.get(tag) in own)]
            top = [tag for tag in both if self.labels.get(tag) in self.expected.zones.get(pile, ())]
            came = [tag for tag in both if self.labels.get(tag) not in self.discarded[seat]]
            read.pop(pile, None)
            if pile in zones and (came or top):
                read[pile] = tuple(came or top)
        return read

    def _astray(self, labels: Sequence[LabelPlace]) -> Mapping[Zone, Sequence[Tag]]:
        """What lies on the label's place of an arrow, though nothing of its kind, or turned so, can lie there."""
        found: dict[Zone, list[Tag]] = {}
        for label in labels:
            if self.fixed.zone_at(label.pose) is None and self._is_card(label.tag):
                near = [(distance(label.pose, pose), zone) for zone, (pose, _) in self._arrows.items()]
                off, zone = min(near, default=(NEAR, ""))
                if off < NEAR:
                    found.setdefault(zone, []).append(label.tag)
        return found

    def _beside(self, label: LabelPlace) -> Zone | None:
        """The zone beside the structures in which a label lies as things are laid there: upright, in order."""
        zone = self.fixed.zone_at(label.pose)
        card = self.labels.get(label.tag)
        if zone is None or zone in self._illuminati:
            return None
        if card is not None and self.evening[card].is_group and zone.partition(".")[2] in NO_GROUPS:
            return None
        area = self.fixed.areas[zone]
        lying = len(self.expected.zones.get(zone, ()))
        spots = [area.spot(index) for index in range(1 if area.pile else lying + 2)]
        off = min(distance(label.pose, spot) for spot in spots)
        return zone if off < BESIDE and angle_between(label.pose, spots[0]) < UPRIGHT else None

    @cached_property
    def _illuminati(self) -> frozenset[Zone]:
        return frozenset(f"{seat}.illuminati" for seat in self.roots)

    def _rests_beside(self, label: LabelPlace) -> bool:
        """Whether a label lies beside the structures where its card is known to lie."""
        zone = self._beside(label)
        return zone is not None and self.labels.get(label.tag) in self.expected.zones.get(zone, ())

    def _assigned(self, labels: list[LabelPlace]) -> Iterator[tuple[Zone, int]]:
        """From each Illuminati on: which label lies at which arrow, the nearest first, each once.

        Puppets that still lie where they are known to come first, so that no other arrow near them takes them.
        """
        free = {
            index for index, place in enumerate(labels) if self._is_card(place.tag) and not self._rests_beside(place)
        }
        starts: list[tuple[Seat, Pose]] = []
        for seat, root in self.roots.items():
            if not self.structures[seat]:
                continue
            start, index = self._root(labels, free, self.structures[seat][0].card, root)
            starts.append((seat, start))
            if index is not None:
                free.discard(index)
                yield f"{seat}.illuminati", index
        resting = _Look(labels, set(free), None, [])
        at_rest = {
            index
            for seat, start in starts
            for _, index in self._below(resting, seat, self.structures[seat][0].card, start)
        }
        look = _Look(labels, free, at_rest, [])
        for seat, start in starts:
            yield from self._below(look, seat, self.structures[seat][0].card, start)
        yield from self._at_untold_edges(look)

    def _is_card(self, tag: Tag) -> bool:
        return tag == UNREADABLE or tag in self.labels

    def _root(self, labels: list[LabelPlace], free: set[int], card: Piece, expected: Pose) -> tuple[Pose, int | None]:
        """Where the Illuminati really lies: its label moves the whole structure."""
        reach = NEAR * 4
        own = [
            index
            for index in free
            if self.labels.get(labels[index].tag) == card
            and distance(piece_pose(labels[index].pose, shape(self.evening, card)), expected) < reach
        ]
        if not own:
            return expected, None
        nearest = min(own, key=lambda index: distance(labels[index].pose, expected))
        return piece_pose(labels[nearest].pose, shape(self.evening, card)), nearest

    def _at_untold_edges(self, look: _Look) -> Iterator[tuple[Zone, int]]:
        """What lies nowhere else, at an edge that may have an arrow for all that anybody has told."""
        for index in sorted(look.free):
            if look.at_rest is None or index in look.at_rest or self._beside(look.labels[index]) is not None:
                look.free.discard(index)
        for seat, master, at in tuple(look.lying) if look.free else ():
            for side in untold_edges(self.evening.catalog, self._placed(seat, master)):
                best = self._nearest(look, (master, side, at), None)
                if best is not None and best.card is not None:
                    look.free.discard(best.label)
                    yield arrow_zone(seat, master, side), best.label
                    yield from self._below(look, seat, best.card, best.at)

    def _placed(self, seat: Seat, card: Piece) -> Placed:
        return next((placed for placed in self.structures[seat] if placed.card == card), Placed(card))

    def _below(self, look: _Look, seat: Seat, master: Piece, at: Pose) -> Iterator[tuple[Zone, int]]:
        puppets = {(placed.master, placed.side): placed.card for placed in self.structures[seat]}
        look.lying.append((seat, master, at))
        for side in outgoing(self.evening.catalog, self._placed(seat, master)):
            expected = puppets.get((master, side))
            best = self._nearest(look, (master, side, at), expected)
            zone = arrow_zone(seat, master, side)
            if best is not None:
                look.free.discard(best.label)
                yield zone, best.label
                if best.card is not None:
                    yield from self._below(look, seat, best.card, best.at)
                    continue
            if expected is not None and best is None:
                spot = puppet_spot(self.evening[master], ROOT, side, self.evening[expected])
                yield from self._below(look, seat, expected, pose_at(at, spot))

    def _nearest(self, look: _Look, arrow: tuple[Piece, Side, Pose], expected: Piece | None) -> _Found | None:
        master, side, at = arrow
        found = []
        for index in look.free:
            place = look.labels[index]
            card = self.labels.get(place.tag, expected)
            elsewhere = card != expected and (look.at_rest is None or index in look.at_rest)
            if card is None or elsewhere or not self.evening[card].is_group:
                continue
            wanted = pose_at(at, puppet_spot(self.evening[master], ROOT, side, self.evening[card]))
            lies = piece_pose(place.pose, shape(self.evening, card))
            off, turned = distance(wanted, lies), angle_between(wanted, lies)
            if off <= NEAR and turned <= STRAIGHT:
                found.append(_Found(off + turned / 4, index, card if place.tag != UNREADABLE else expected, lies))
        return min(found, default=None, key=lambda each: each.off)


class _Look(NamedTuple):
    """The labels, those that are still free, those at rest (None while these are looked for), and where masters lie."""

    labels: list[LabelPlace]
    free: set[int]
    at_rest: set[int] | None
    lying: list[tuple[Seat, Piece, Pose]]


class _Found(NamedTuple):
    off: float
    label: int
    card: Piece | None
    at: Pose


def pose_at(at: Pose, spot: Spot) -> Pose:
    """A spot beside a card that lies there, in the card's own directions."""
    middle = moved(at, spot.x, spot.y)
    return Pose(middle.x, middle.y, at.rotation + spot.quarters * 90.0)


def _spot_at(catalog: Catalog, master: Piece, at: Spot, side: Side, puppet: Piece | None) -> Spot:
    card = catalog[puppet] if puppet is not None else catalog[_any_group(catalog)]
    return puppet_spot(catalog[master], at, side, card)


@lru_cache(maxsize=8)
def _any_group(catalog: Catalog) -> Piece:
    return next(card.id for card in catalog.cards.values() if card.is_group)


def _around(pose: Pose, reach: float = 31.0) -> Box:
    return Box(pose.x - reach, pose.y - reach, pose.x + reach, pose.y + reach)


# --- the mat ---


@lru_cache(maxsize=16)
def _fixed(players: int) -> tuple[ZoneLayout, Mapping[Seat, Pose]]:
    columns = COLUMNS[players]
    rows = -(-players // columns)
    width, height = columns * SEAT_WIDTH, rows * SEAT_HEIGHT + MIDDLE
    areas: list[Area] = []
    roots: dict[Seat, Pose] = {}
    for index, seat in enumerate(SEATS[:players]):
        row, column = divmod(index, columns)
        left, top = column * SEAT_WIDTH, row * (SEAT_HEIGHT + MIDDLE)
        roots[seat] = Pose(left + SEAT_WIDTH / 2, top + SEAT_HEIGHT / 2)
        areas += _strips(seat, left, top)
    areas += _middle(STRIP * 2, width - STRIP * 2, SEAT_HEIGHT)
    areas.append(put_away_corner(Box(40.0, SEAT_HEIGHT, STRIP * 2, SEAT_HEIGHT + MIDDLE)))
    dice = Box(width - STRIP * 2 + 5.0, SEAT_HEIGHT + 5.0, width - 40.0, SEAT_HEIGHT + MIDDLE - 5.0)
    areas.append(Area(DICE, dice, Pose(*dice.centre)))
    anchors = dict(zip(anchor_tags(), _anchor_poses(width, height), strict=False))
    return ZoneLayout(width, height, anchors, {area.zone: area for area in areas}), roots


def _middle(left: float, right: float, top: float) -> Iterator[Area]:
    """New World Orders, and beside them what is being played."""
    border = left + 4 * (SHORT + 7)
    for zone, start, end in (("orders", left, border), ("played", border, right)):
        first = Pose(start + SHORT / 2 + 5, top + 20)
        yield Area(zone, Box(start, top, end, top + MIDDLE), first, across=SHORT + 7, per_row=8)


def _strips(seat: Seat, left: float, top: float) -> Iterator[Area]:
    """Left and right of a structure: Resources and linked Plots in rows, exposed Plots, piles."""
    right = left + SEAT_WIDTH - STRIP
    first = Pose(left + SHORT / 2 + 5, top + 20)
    yield Area(f"{seat}.resources", Box(left, top, left + STRIP, top + 320), first, down=24.0, across=0)
    links = Pose(left + SHORT / 2 + 5, top + 340)
    yield Area(f"{seat}.links", Box(left, top + 320, left + STRIP, top + SEAT_HEIGHT), links, down=24.0)
    exposed = Pose(right + SHORT / 2 + 5, top + 20)
    yield Area(f"{seat}.exposed", Box(right, top, right + STRIP, top + 430), exposed, down=24.0)
    for number, pile in enumerate(("discard", "destroyed")):
        y = top + 430 + number * 105
        box = Box(right, y, right + STRIP, y + 105)
        yield Area(f"{seat}.{pile}", box, Pose(right + SHORT / 2 + 5, y + 20), pile=True)
    middle = Pose(left + SEAT_WIDTH / 2, top + SEAT_HEIGHT / 2)
    box = Box(middle.x - LONG / 2, middle.y - SHORT / 2, middle.x + LONG / 2, middle.y + SHORT / 2)
    yield Area(f"{seat}.illuminati", box, moved(middle, 0.0, 12.0 - SHORT / 2))


def _anchor_poses(width: float, height: float) -> Iterator[Pose]:
    for y in (20.0, height / 2, height - 20.0):
        for x in (20.0, width / 3, 2 * width / 3, width - 20.0):
            yield Pose(x, y)


def layout(state: State) -> TreeLayout:
    return _layout(state)


@lru_cache(maxsize=8)
def _layout(state: State) -> TreeLayout:
    """Each look asks for it several times, and where arrows lie takes long to work out."""
    fixed, roots = _fixed(len(state.players))
    structures = {seat: player.structure for seat, player in state.each()}
    decks = {seat: frozenset(_cards_of(player)) for seat, player in state.each()}
    discarded = {seat: player.discard for seat, player in state.each()}
    return TreeLayout(fixed, state.evening, roots, structures, table(state), state.evening.labels, decks, discarded)


def _cards_of(player: Player) -> Iterator[Piece]:
    yield from (*player.cards_in_play, *player.exposed, *player.discard, *player.unseen_plots, *player.unseen_groups)
