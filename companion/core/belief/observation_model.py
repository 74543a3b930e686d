"""Pieces out of sight: buried under others, or up in somebody's hand. The ways to understand a look that lacks them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.core.heights import Height
from companion.core.table import UNREADABLE, Change, Piece, TableSnapshot, Zone, diff


@dataclass(frozen=True, slots=True)
class Hidden:
    """What the labels tell of pieces out of sight.

    By zone, the pieces that may be `buried` under others there, those that were and have `resurfaced`, and those that
    have `arrived` from another zone or `departed` to one, even if the place looks as it did before; and how high piles
    are by that, `heights_if_gone` if what is out of sight and not covered lies there no more.
    Those of the `uncertain` ones may be wrong: they were otherwise before anything else was, or what was taken up may
    have come back beneath. From the zones that `lack` something it went in that order, before anything else changed.
    On the piles that were `passed` something came to lie that has gone on to another one since. Over the `covered`
    zones something lay, while so many of the latest open actions were made. Where it is `level` no more lies than the
    game has there, whatever has arrived. Where a `replaced` piece lay another of its kind lies now. What has `landed`
    in a zone was seen last there, side by side, and nobody can look now. The labels of the `new` ones had been in sight
    nowhere; those of the `returned` ones were taken for gone from just there.
    """

    buried: Mapping[Zone, Sequence[Piece]] = field(default_factory=dict)
    resurfaced: Mapping[Zone, Sequence[Piece]] = field(default_factory=dict)
    arrived: Mapping[Zone, Sequence[Piece]] = field(default_factory=dict)
    heights: Mapping[Zone, Height] = field(default_factory=dict)
    heights_if_gone: Mapping[Zone, Height] = field(default_factory=dict)
    uncertain: frozenset[Zone] = frozenset()
    lack: Sequence[Zone] = ()
    departed: Mapping[Zone, Sequence[Piece]] = field(default_factory=dict)
    passed: frozenset[Zone] = frozenset()
    covered: Mapping[Zone, int] = field(default_factory=dict)
    level: frozenset[Zone] = frozenset()
    replaced: Collection[tuple[Zone, Piece]] = ()
    landed: Mapping[Zone, Sequence[Piece]] = field(default_factory=dict)
    new: Mapping[Zone, Sequence[Piece]] = field(default_factory=dict)
    returned: Mapping[Zone, Sequence[Piece]] = field(default_factory=dict)

    @property
    def replaced_by_new(self) -> Collection[tuple[Zone, Piece]]:
        """The replaced ones in whose place nothing lies that has come from elsewhere on the table."""
        moved = {piece for pieces in self.departed.values() for piece in pieces}
        return [(zone, piece) for zone, piece in self.replaced if piece not in moved]


@dataclass(frozen=True, slots=True)
class Sighting:
    """The table as it is `seen`, the same with everything `done` that is known to be left to do, and what is hidden."""

    seen: TableSnapshot
    done: TableSnapshot
    hidden: Hidden


@dataclass(frozen=True, slots=True)
class Look:
    """A way to understand what is not in sight: the table so understood, with the `held` pieces back in their places.

    In `lying` they are not.
    """

    seen: TableSnapshot
    lying: TableSnapshot
    heights: Mapping[Zone, Height]
    held: tuple[Change, ...] = ()


def looks(expected: TableSnapshot, seen: TableSnapshot, hidden: Hidden) -> tuple[Look, ...]:
    """The ways to understand the look, the likeliest first; the last one takes it as it is."""
    found = []
    lying = _with(expected, seen, hidden.buried)
    for look in (lying, seen) if lying != seen else (seen,):
        back, held = _put_back(expected, look, hidden)
        if held:
            found.append(Look(back, look, _as_high_with(held, hidden), held))
        earlier = tuple(change for change in held if change.zone in hidden.lack)
        if 0 < len(earlier) < len(held):  # What went last may have gone for good, while the rest is still held.
            zones = {**look.zones, **{change.zone: back.zones[change.zone] for change in earlier}}
            found.append(Look(TableSnapshot(zones), look, hidden.heights, earlier))
        latest = _went_last(held, hidden.lack)
        came = {change.zone for change in diff(expected, look) if change.delta > 0}
        if len(latest) < len(held) and came.issuperset(change.zone for change in latest):
            # Or what went first has, and something lies over what went last.
            zones = {**look.zones, **{change.zone: back.zones[change.zone] for change in latest}}
            found.append(Look(TableSnapshot(zones), look, hidden.heights, latest))
        found.append(Look(look, look, hidden.heights_if_gone if held else hidden.heights))
    return tuple(found)


def _went_last(held: Sequence[Change], lack: Sequence[Zone]) -> tuple[Change, ...]:
    """Those of them that are gone from where something was missed last."""
    order = {zone: number for number, zone in enumerate(lack)}
    last = max((order.get(change.zone, len(order)) for change in held), default=0)
    return tuple(change for change in held if order.get(change.zone, len(order)) == last)


def _as_high_with(held: Sequence[Change], hidden: Hidden) -> Mapping[Zone, Height]:
    """How high piles are with what is held back on them, where another label was seen to go from them."""
    raised = dict(hidden.heights)
    for zone, _, delta in held:
        if zone in raised and zone in hidden.departed:
            raised[zone] = Height(raised[zone].least, raised[zone].most - delta)
    return raised


def _with(expected: TableSnapshot, seen: TableSnapshot, buried: Mapping[Zone, Sequence[Piece]]) -> TableSnapshot:
    """The table with those of its missing pieces that may be buried."""
    zones = dict(seen.zones)
    for zone, pieces in buried.items():
        if zone in zones and zone in expected.zones:
            lacking = Counter(expected.zones[zone]) - Counter(zones[zone])
            zones[zone] = tuple(sorted((*zones[zone], *(lacking & Counter(pieces)).elements())))
    return TableSnapshot(zones)


def _put_back(expected: TableSnapshot, seen: TableSnapshot, hidden: Hidden) -> tuple[TableSnapshot, tuple[Change, ...]]:
    """The table with every piece that vanished put back where it lay, and those pieces.

    Of several of a kind those are put back that vanished first: what came to lie elsewhere since was taken last.
    """
    changes, resurfaced = diff(expected, seen), hidden.resurfaced
    in_sight = {zone: pieces for zone, pieces in hidden.departed.items() if zone in seen.zones}
    balance = _unnoticed(changes, hidden.arrived, 1)
    balance.subtract(_unnoticed(changes, in_sight, -1))
    balance.update(piece for pieces in hidden.landed.values() for piece in pieces)
    for zone in hidden.level & hidden.arrived.keys():  # What was there before its like came lies nowhere any more.
        laid = _unnoticed(changes, {zone: hidden.arrived[zone]}, 1)
        balance.subtract(laid - _unnoticed(changes, {zone: in_sight.get(zone, ())}, -1))
    for change in changes:
        back = resurfaced.get(change.zone, ()).count(change.piece) if change.delta > 0 else 0
        balance[change.piece] += change.delta - min(back, max(change.delta, 0))
    balance.subtract(_others_of_their_kind(changes, hidden))
    if balance[UNREADABLE] > 0:
        return seen, ()
    back_there, held = dict[Zone, Counter[Piece]](), []
    laid_on = [each for each in changes if each.delta > resurfaced.get(each.zone, ()).count(each.piece)]
    covered = hidden.heights.keys() & {change.zone for change in laid_on}
    lack = [*hidden.lack]
    longest_gone = sorted(changes, key=lambda each: lack.index(each.zone) if each.zone in lack else len(lack))
    for change in longest_gone:
        # What something was laid on in a pile of which only the top shows is under it, and in nobody's hand.
        count = 0 if change.zone in covered else min(-change.delta, -balance[change.piece])
        if count > 0:
            balance[change.piece] += count
            lying = back_there.setdefault(change.zone, Counter(seen.zones[change.zone]))
            lying -= Counter(resurfaced.get(change.zone, ())) - Counter(expected.zones[change.zone])
            lying[change.piece] += count
            held.append(Change(change.zone, change.piece, -count))
    for zone, piece in exchanged(expected, seen, hidden):
        back_there.setdefault(zone, Counter(seen.zones[zone]))[piece] += 1
        held.append(Change(zone, piece, -1))
    changed = {zone: tuple(sorted(pieces.elements())) for zone, pieces in back_there.items()}
    return TableSnapshot({**seen.zones, **changed}), tuple(held)


def exchanged(expected: TableSnapshot, seen: TableSnapshot, hidden: Hidden) -> Iterator[tuple[Zone, Piece]]:
    """What has gone where another of its kind has come to lie since, from off the table: its place is not its own."""
    shown = {(change.zone, change.piece) for change in diff(expected, seen)} if hidden.replaced else ()
    for zone, piece in sorted(hidden.replaced_by_new):
        lies = zone in hidden.level and piece in seen.zones.get(zone, ())
        if lies and (zone, piece) not in shown:
            yield zone, piece


def _others_of_their_kind(changes: Sequence[Change], hidden: Hidden) -> Counter[Piece]:
    """What has come with new labels when the labels of its like had been seen to be gone: it is not that."""
    gone = {change.piece for change in changes if change.delta < 0 and change.zone in hidden.lack}
    came = Counter[Piece]()
    for change in changes:
        if change.piece in gone:
            came[change.piece] += max(0, min(change.delta, hidden.new.get(change.zone, ()).count(change.piece)))
    return came


def _unnoticed(changes: Sequence[Change], moved: Mapping[Zone, Sequence[Piece]], sign: int) -> Counter[Piece]:
    """The pieces that came (1) or went (-1) where that changes nothing: on a pile of their kind, or from one."""
    shown = Counter({(change.zone, change.piece): change.delta * sign for change in changes if change.delta * sign > 0})
    all_moved = Counter((zone, piece) for zone, pieces in moved.items() for piece in pieces)
    balance = Counter[Piece]()
    for (_, piece), count in (all_moved - shown).items():
        balance[piece] += count
    return balance
