"""What hands have yet to do, as arithmetic on changes: the state may run ahead of the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any

from companion.core.game import Game
from companion.core.table import UNREADABLE, Change, TableSnapshot, Zone
from companion.core.text import Text, say


def still_due(due: Iterable[Change], gap: Iterable[Change], seen: TableSnapshot) -> tuple[Change, ...]:
    """What is left of the handwork: each change as far as the table still shows it; all of it where nothing is seen."""
    shown = {(change.zone, change.piece): change.delta for change in gap}
    left = []
    for change in due:
        now = shown.get((change.zone, change.piece), 0) if change.zone in seen.zones else change.delta
        delta = max(min(now, change.delta), 0) if change.delta > 0 else min(max(now, change.delta), 0)
        if delta:
            left.append(Change(change.zone, change.piece, delta))
    return tuple(left)


def as_if_done(seen: TableSnapshot, due: Iterable[Change]) -> TableSnapshot:
    """The table as it will look when the handwork is done: nobody has to explain what is already agreed."""
    zones = {zone: Counter(pieces) for zone, pieces in seen.zones.items()}
    for change in due:
        if change.zone in zones:
            zones[change.zone][change.piece] -= change.delta
    return TableSnapshot.of({zone: counter.elements() for zone, counter in zones.items()})


def uncovered(gap: Sequence[Change], piles: frozenset[Zone]) -> tuple[Change, ...]:
    """Without the tops of piles that another piece is about to cover: nobody has to take those away."""
    covered = {change.zone for change in gap if change.delta < 0} & piles
    return tuple(change for change in gap if change.delta < 0 or change.zone not in covered)


def instructions(game: Game[Any, Any], gap: Iterable[Change]) -> Iterator[Text]:
    """How to make the table agree: what is too much here and missing there is moved, the rest comes and goes."""
    changes = {(change.zone, change.piece): change.delta for change in gap}
    for here, there in permutations(changes, 2):
        count = min(changes[here], -changes[there])
        if here[1] == there[1] and count > 0:
            yield _moved(game, Change(*here, count), there[0])
            changes[here] -= count
            changes[there] += count
    for (zone, piece), delta in changes.items():
        if delta:
            yield _come_or_gone(game, Change(zone, piece, delta))


def _moved(game: Game[Any, Any], change: Change, target: Zone) -> Text:
    piece, source, there = game.piece_name(change.piece), game.zone_name(change.zone), game.zone_name(target)
    if change.delta == 1:
        return say("move {piece} from {source} to {target}", piece=piece, source=source, target=there)
    return say(
        "move {count} {piece} from {source} to {target}", count=change.delta, piece=piece, source=source, target=there
    )


def _come_or_gone(game: Game[Any, Any], change: Change) -> Text:
    zone = game.zone_name(change.zone)
    if change.piece == UNREADABLE:
        return say("make the label in {zone} readable", zone=zone)
    piece = game.piece_name(change.piece)
    match change.delta:
        case 1:
            return say("take {piece} away from {zone}", piece=piece, zone=zone)
        case -1:
            return say("put {piece} into {zone}", piece=piece, zone=zone)
        case more if more > 0:
            return say("take {count} {piece} away from {zone}", count=more, piece=piece, zone=zone)
        case fewer:
            return say("put {count} {piece} into {zone}", count=-fewer, piece=piece, zone=zone)
