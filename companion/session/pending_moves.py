"""Moves that hands have yet to make, as arithmetic on changes: the state may run ahead of the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from companion.core.game import Table
from companion.core.table import Change, Piece, TableSnapshot, Tag, Zone, diff
from companion.session.game_history import GameHistory


def still_pending(
    pending: Iterable[Change], gap: Iterable[Change], seen: TableSnapshot, unsure: Collection[Change] = ()
) -> tuple[Change, ...]:
    """What is left of them: each change as far as the table still shows it; all of it where nothing is seen.

    Where even more is gone for good, hands did not leave the `unsure` ones undone: they are at something else.
    """
    gap, pending = tuple(gap), tuple(pending)
    shown = {(change.zone, change.piece): change.delta for change in gap}
    moved = {change.piece for change in gap if change.delta > 0}
    lacking, due = _lacking(change for change in gap if change.piece not in moved), _lacking(pending)
    done = {change.zone for change in unsure if lacking[change.zone] > due[change.zone]}
    left = []
    for change in pending:
        if change.delta < 0 and change.zone in done:
            continue
        now = shown.get((change.zone, change.piece), 0) if change.zone in seen.zones else change.delta
        delta = max(min(now, change.delta), 0) if change.delta > 0 else min(max(now, change.delta), 0)
        if delta:
            left.append(Change(change.zone, change.piece, delta))
    return tuple(left)


def _lacking(changes: Iterable[Change]) -> Counter[Zone]:
    """How many pieces each zone lacks."""
    lacking = Counter[Zone]()
    for change in changes:
        lacking[change.zone] += max(0, -change.delta)
    return lacking


def still_to_see(
    changes: Iterable[Change], seen: TableSnapshot, departed: Mapping[Zone, Sequence[Tag]]
) -> list[Change]:
    """What has to change where nobody can look; what has to go from there has gone if it lies elsewhere by now."""
    hidden = (change for change in changes if change.zone not in seen.zones)
    return [change for change in hidden if not 0 < change.delta <= len(departed.get(change.zone, ()))]


def uncovered(gap: Sequence[Change], piles: frozenset[Zone]) -> tuple[Change, ...]:
    """Without the tops of piles that another piece is about to cover: nobody has to take those away."""
    covered = {change.zone for change in gap if change.delta < 0} & piles
    return tuple(change for change in gap if change.delta < 0 or change.zone not in covered)


def gone_from_sight(before: TableSnapshot, now: TableSnapshot, stacks: Collection[Zone]) -> set[Piece]:
    """What lay side by side with others and lies on top of nothing any more."""
    open_then = {piece for zone, pieces in before.zones.items() if zone not in stacks for piece in pieces}
    return open_then.difference(*now.zones.values())


def interrupted(game: Table[Any, Any], history: GameHistory[Any, Any]) -> tuple[Change, ...]:
    """What hands may not have done when the game was interrupted: all that the latest move changed."""
    return diff(game.table(history.state), game.table(_before_the_latest(history)))


def restacked(game: Table[Any, Any], history: GameHistory[Any, Any]) -> frozenset[Zone]:
    """The piles that the latest move made higher or lower: hands may not have done that either."""
    before, now = game.pile_heights(_before_the_latest(history)), game.pile_heights(history.state)
    return frozenset(zone for zone, height in now.items() if before.get(zone) != height)


def _before_the_latest(history: GameHistory[Any, Any]) -> Any:
    return history.latest[0].before if history.latest else history.state
