"""Pieces that lie where the game has them though no label is seen there: washed out, in the glare, under a crumb.

Nobody was at them since the label was seen last, and play goes on as if they were in sight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.core.table import UNREADABLE, Change, Piece, Reading, TableSnapshot, Tag, Zone
from companion.session.known_labels import KnownLabels

MOST = 3
"""More pieces than so many, or than are in sight, are not just unseen: the table is being laid, or has been cleared."""

Place = tuple[Zone, Piece]


@dataclass(frozen=True, slots=True)
class _Unseen:
    """How many lie there, and the labels they may bear: those that were in sight nowhere.

    `elsewhere`: one of those is in sight in another place now.
    """

    count: int
    labels: frozenset[Tag]
    elsewhere: bool = False


@dataclass(slots=True)
class UnseenPieces:
    """Each counts as lying there until it is seen again, or can be nothing that is not in sight elsewhere.

    `in_question` says that people have not been asked yet whether they do lie there.
    """

    in_question: bool = False
    denied: set[Place] = field(default_factory=set)
    """What people say to have gone from there."""
    _lying: dict[Place, _Unseen] = field(default_factory=dict)
    _looked_at: set[Zone] = field(default_factory=set)

    def first_look(self, lacking: Sequence[Change], reading: Reading, labels: KnownLabels) -> bool:
        """Whether some of what the first look at a zone does not show lies there, since nothing else differs."""
        new, count = reading.zones.keys() - self._looked_at, sum(-change.delta for change in lacking)
        few = count <= min(MOST, sum(map(len, reading.zones.values())))
        self._looked_at |= new
        if lacking and few and all(change.delta < 0 and change.zone in new for change in lacking):
            self.in_question = self.suppose(lacking, reading, labels) or self.in_question
            return self.in_question
        return False

    def suppose(self, lacking: Iterable[Change], reading: Reading, labels: KnownLabels) -> bool:
        """Whether some of what is lacking may lie there all the same; from now on it is taken to."""
        seen = {tag for tags in reading.zones.values() for tag in tags}
        found = {}
        for change in lacking:
            unseen = labels.of_piece(change.piece) - seen
            if unseen:
                found[change.zone, change.piece] = _Unseen(min(-change.delta, len(unseen)), unseen)
        self._lying |= found
        return bool(found)

    def fade(self, faded: Mapping[Zone, Sequence[Tag]], lacking: Iterable[Change], labels: KnownLabels) -> bool:
        """Whether some of what is lacking has only faded; from now on it is taken to lie there."""
        found = {}
        for change in lacking:
            tags = frozenset(tag for tag in faded.get(change.zone, ()) if labels.piece_of(tag) == change.piece)
            if tags and change.delta < 0:
                before = self._lying.get((change.zone, change.piece), _Unseen(0, frozenset()))
                count = before.count + min(len(tags), -change.delta)
                found[change.zone, change.piece] = _Unseen(count, before.labels | tags, before.elsewhere)
        self._lying |= found
        self.in_question = self.in_question or bool(found)
        return bool(found)

    def look(self, reading: Reading, seen: TableSnapshot, expected: TableSnapshot) -> None:
        where = {tag: zone for zone, tags in reading.zones.items() for tag in tags}
        self._lying = {
            place: left
            for place, unseen in self._lying.items()
            if (left := _left(place, unseen, where, seen, expected)).count > 0
        }
        self.in_question = self.in_question and bool(self._lying)

    def with_them(self, seen: TableSnapshot) -> TableSnapshot:
        """The table with these pieces; a label that is there and cannot be read is one of them."""
        zones = dict(seen.zones)
        for zone in {zone for zone, _ in self._lying} & zones.keys():
            pieces = [piece for (at, piece), unseen in self._lying.items() if at == zone for _ in range(unseen.count)]
            zones[zone] = tuple(sorted((*zones[zone], *pieces[zones[zone].count(UNREADABLE) :])))
        return TableSnapshot(zones)

    def gone(self, seen: TableSnapshot, expected: TableSnapshot) -> TableSnapshot | None:
        """The table without those that may have been moved, if there are any.

        Somebody was where others came or went, and at what may be in sight elsewhere now.
        """
        zones = dict(seen.zones)
        for (zone, piece), unseen in self._lying.items():
            lying = Counter(zones.get(zone, ()))
            others_moved = zone in zones and Counter(expected.zones.get(zone, ())) != Counter(seen.zones[zone])
            if zone in zones and (others_moved or unseen.elsewhere):
                zones[zone] = tuple(sorted((lying - Counter({piece: unseen.count})).elements()))
        return TableSnapshot(zones) if zones != seen.zones else None

    def answer(self) -> None:
        """People say that they lie there."""
        self.in_question = False

    def forget(self, gone: Place | None = None) -> None:
        """People say that they do not: those, or all; what is left is still in question."""
        denied = self._lying.keys() & {gone} if gone is not None else set(self._lying)
        self.denied |= denied
        self._lying = {place: unseen for place, unseen in self._lying.items() if place not in denied}
        self.in_question = self.in_question and bool(self._lying)

    @property
    def changes(self) -> Sequence[Change]:
        """What the table lacks by what is seen alone."""
        return [Change(zone, piece, -unseen.count) for (zone, piece), unseen in sorted(self._lying.items())]


def _left(
    place: Place, unseen: _Unseen, where: Mapping[Tag, Zone], seen: TableSnapshot, expected: TableSnapshot
) -> _Unseen:
    """How many of them still lie there out of sight."""
    zone, piece = place
    elsewhere = {tag for tag in unseen.labels if where.get(tag, zone) != zone}
    count = min(unseen.count, len(unseen.labels - elsewhere))
    if zone in seen.zones:
        count = min(count, expected.zones.get(zone, ()).count(piece) - seen.zones[zone].count(piece))
    return _Unseen(count, unseen.labels, bool(elsewhere))
