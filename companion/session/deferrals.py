"""What is set aside while the table is compared with the game: moves yet to make, zones put back or left alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from companion.core.game import Table
from companion.core.table import Change, Piece, TableSnapshot, Zone, as_if_done
from companion.session import pending_moves
from companion.session.game_history import GameHistory


class Deferrals:
    """`pending` are differences that everybody knows of: what hands have yet to do.

    While zones are being put back, nothing in them is taken for a move; those that are left alone are forgotten until
    they change.
    """

    def __init__(self) -> None:
        self.pending = self._interrupted = tuple[Change, ...]()
        self.restoring: frozenset[Zone] = frozenset()
        self.left_alone: Mapping[Zone, tuple[Piece, ...]] = {}

    @property
    def zones(self) -> frozenset[Zone]:
        """Those in which nothing is taken for a move."""
        return self.restoring.union(self.left_alone)

    def done(self, seen: TableSnapshot) -> TableSnapshot:
        """The table as it will lie when the pending moves are made, but for what is left alone."""
        return as_if_done(seen, self.pending).without(self.left_alone.keys())

    def interrupt(self, game: Table[Any, Any], history: GameHistory[Any, Any]) -> None:
        """The game was interrupted: hands may not have done what the latest move asks."""
        self.pending = self._interrupted = pending_moves.interrupted(game, history)

    def expect(self, pending: Sequence[Change]) -> None:
        self.pending, self._interrupted = tuple(pending), ()

    def look(self, seen: TableSnapshot, gap: Sequence[Change]) -> None:
        """What has been done is no longer pending, and what has changed is no longer left alone."""
        left = self.left_alone.items()
        self.left_alone = {zone: lay for zone, lay in left if seen.zones.get(zone, lay) == lay}
        self.pending = pending_moves.still_pending(self.pending, gap, seen, self._interrupted)

    def leave_alone(self, seen: TableSnapshot, zones: Collection[Zone]) -> None:
        self.left_alone = {**self.left_alone, **{zone: seen.zones[zone] for zone in zones}}

    def agree(self, zones: Collection[Zone], known: Collection[Zone]) -> None:
        """These zones agree again: they are no longer being put back, nor is what the game does not have."""
        self.restoring = (self.restoring - frozenset(zones)).intersection(known)

    def forget(self) -> None:
        self.pending, self.restoring, self.left_alone = (), frozenset(), {}
