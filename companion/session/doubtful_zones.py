"""What on the table is in doubt: it is being talked about, and play may go on elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.core.belief.hypothesis import Hypothesis
from companion.core.game import Action
from companion.core.table import Change, Zone

A = TypeVar("A", bound=Action)


@dataclass(slots=True)
class DoubtfulZones:
    """The differences that were talked about, and the zones among theirs that do not agree yet."""

    _changes: frozenset[Change] = frozenset()
    zones: frozenset[Zone] = frozenset()

    def about(self, changes: Sequence[Change]) -> None:
        self._changes, self.zones = frozenset(changes), frozenset(change.zone for change in changes)

    def agree(self, zones: Collection[Zone]) -> None:
        self.zones = self.zones.difference(zones)

    def weighed(self, found: Hypothesis[A], differing: Sequence[Change], *, elsewhere: bool) -> Hypothesis[A]:
        """The same story, which may be a part of the disorder: a child has laid this elsewhere, too.

        `elsewhere`: it tells nothing of what is in doubt. Nor is it sure while pieces that lay astray are in a hand,
        nor if it is all that is left to be put right.
        """
        astray = {change.piece for change in self._changes if change.delta > 0 and self.zones}
        is_in_hand = any(change.piece in astray for change in found.held)
        is_left = bool(self.zones) and set(differing) < self._changes
        return replace(found, amid_doubt=not found.taken_back and (elsewhere or is_in_hand or is_left))
