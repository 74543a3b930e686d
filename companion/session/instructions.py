"""How to make the table agree with the game, as sentences for the people at it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from companion.core.game import Presentation
from companion.core.table import UNREADABLE, Change, Piece, Zone
from companion.core.text import Text, say, say_plural


def instructions(game: Presentation[Any, Any], gap: Iterable[Change]) -> Iterator[Text]:
    """What is too much here and missing there is moved, the rest comes and goes."""
    changes = {(change.zone, change.piece): change.delta for change in gap}
    for change, target in _moves(changes):
        yield _moved(game, change, target)
    for (zone, piece), delta in changes.items():
        if delta:
            yield _come_or_gone(game, Change(zone, piece, delta))


def astray(gap: Iterable[Change]) -> tuple[tuple[Zone, Zone], ...]:
    """From where each piece lies to where it belongs, for those that lie somewhere."""
    changes = {(change.zone, change.piece): change.delta for change in gap}
    return tuple((change.zone, target) for change, target in _moves(changes))


@dataclass(frozen=True, slots=True)
class PieceRoute:
    """Which piece went, or was to go, from where to where, if anywhere."""

    piece: Piece
    source: Zone
    target: Zone = ""


def piece_routes(gap: Iterable[Change]) -> Iterator[PieceRoute]:
    """Of the pieces that lie elsewhere than they should, how they came there."""
    changes = {(change.zone, change.piece): change.delta for change in gap}
    for change, belongs in _moves(changes):
        yield PieceRoute(change.piece, belongs, change.zone)


def _moves(changes: dict[tuple[Zone, Piece], int]) -> Iterator[tuple[Change, Zone]]:
    """What is too much in one place and missing in another; it is taken out of the changes."""
    for here, there in permutations(changes, 2):
        count = min(changes[here], -changes[there])
        if here[1] == there[1] and count > 0:
            changes[here] -= count
            changes[there] += count
            yield Change(*here, count), there[0]


def _moved(game: Presentation[Any, Any], change: Change, target: Zone) -> Text:
    return say_plural(
        "move {piece} from {source} to {target}",
        "move {count} {piece} from {source} to {target}",
        change.delta,
        piece=game.piece_name(change.piece),
        source=game.zone_name(change.zone),
        target=game.zone_name(target),
    )


def _come_or_gone(game: Presentation[Any, Any], change: Change) -> Text:
    zone = game.zone_name(change.zone)
    if change.piece == UNREADABLE:
        return say("make the label in {zone} readable", zone=zone)
    piece, count = game.piece_name(change.piece), abs(change.delta)
    if change.delta > 0:
        return say_plural(
            "take {piece} away from {zone}", "take {count} {piece} away from {zone}", count, piece=piece, zone=zone
        )
    return say_plural("put {piece} into {zone}", "put {count} {piece} into {zone}", count, piece=piece, zone=zone)
