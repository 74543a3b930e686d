"""What a look at the table tells about what was done: what came, what went, what cannot be read or was not seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import overload

from companion.core.table import UNREADABLE, Change, Piece, TableSnapshot, Zone, explain_away, raw_diff


@dataclass(frozen=True)
class Evidence(Sequence[Change]):
    """The changes of `diff` but for unreadable labels, and by zone what may lie behind those.

    In `raw`, `came` and `gone` nothing is explained away: every missing piece is gone, though it may still lie there as
    one of the zone's `unread` labels. `unseen` are the zones that the camera could not speak for. Of piles of which
    only the top shows, the labels may tell that some were `restacked`, higher or lower than expected whatever lies on
    top now, and that others are `intact`.
    """

    changes: tuple[Change, ...]
    raw: tuple[Change, ...]
    unseen: frozenset[Zone]
    restacked: frozenset[Zone] = field(default=frozenset(), kw_only=True)
    intact: frozenset[Zone] = field(default=frozenset(), kw_only=True)

    @staticmethod
    def between(
        expected: TableSnapshot,
        seen: TableSnapshot,
        *,
        restacked: frozenset[Zone] = frozenset(),
        intact: frozenset[Zone] = frozenset(),
    ) -> Evidence:
        raw = raw_diff(expected, seen)
        is_all_seen = expected.zones.keys() <= seen.zones.keys()
        unseen = frozenset() if is_all_seen else frozenset(expected.zones.keys() - seen.zones.keys())
        return Evidence(_readable(explain_away(raw)), raw, unseen, restacked=restacked, intact=intact)

    @staticmethod
    def of(changes: Iterable[Change]) -> Evidence:
        """Evidence from changes alone, where every zone could be seen."""
        known = tuple(sorted(changes))
        return Evidence(_readable(known), known, frozenset())

    def __len__(self) -> int:
        return len(self.changes)

    @overload
    def __getitem__(self, index: int) -> Change: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Change, ...]: ...

    def __getitem__(self, index: int | slice) -> Change | tuple[Change, ...]:
        return self.changes[index]

    @cached_property
    def came(self) -> Mapping[Zone, Counter[Piece]]:
        return self._pieces(+1)

    @cached_property
    def gone(self) -> Mapping[Zone, Counter[Piece]]:
        return self._pieces(-1)

    def _pieces(self, sign: int) -> dict[Zone, Counter[Piece]]:
        zones: dict[Zone, Counter[Piece]] = {}
        for change in self.raw:
            if change.delta * sign > 0 and change.piece != UNREADABLE:
                zones.setdefault(change.zone, Counter())[change.piece] += abs(change.delta)
        return zones

    @cached_property
    def unread(self) -> Mapping[Zone, int]:
        """How many unreadable labels more than expected lie in a zone."""
        return {change.zone: change.delta for change in self.raw if change.piece == UNREADABLE and change.delta > 0}

    @cached_property
    def touched(self) -> frozenset[Zone]:
        """The zones in which something differs."""
        return frozenset(change.zone for change in self.raw)

    @cached_property
    def hidden(self) -> frozenset[Zone]:
        """The zones in which anything may lie: not seen, or with labels that cannot be read."""
        return self.unseen | frozenset(self.unread)

    def missing(self, zone: Zone) -> int:
        """How many labels fewer than expected lie in the zone, what newly came not counted."""
        return max(0, self.gone.get(zone, Counter()).total() - self.unread.get(zone, 0))

    def new_unread(self, zone: Zone) -> int:
        """How many unreadable labels more than missing pieces lie in the zone: something came that cannot be read."""
        return max(0, self.unread.get(zone, 0) - self.gone.get(zone, Counter()).total())

    def shows(self, change: Change) -> bool:
        """Whether the change is seen, or may have happened where nobody can tell."""
        pieces = self.came if change.delta > 0 else self.gone
        return change.zone in self.hidden or change.piece in pieces.get(change.zone, ())


def _readable(changes: Iterable[Change]) -> tuple[Change, ...]:
    return tuple(change for change in changes if change.piece != UNREADABLE)
