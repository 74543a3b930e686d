"""What fingers have picked on the way to an action: a part of the conversation, not of the game.

A selection is no state: it is not journalled, inference does not see it, and it is gone as soon as the state changes.
A game's `present` gets it beside the state and shows what can be picked next; what it cannot make sense of it ignores.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing picked: its kind, which one, and for which seat, such as `Pick("origin", "america.3", "A")`.

    Kinds are the game's own words; where an action's field is picked, the kind is the field's name.
    """

    kind: str
    what: str = ""
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Selection:
    """What has been picked so far, the latest last, at most one of each kind."""

    path: tuple[Pick, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.path)

    @property
    def latest(self) -> Pick | None:
        return self.path[-1] if self.path else None

    def of(self, kind: str) -> Pick | None:
        """What has been picked of this kind."""
        return next((pick for pick in self.path if pick.kind == kind), None)

    def picking(self, pick: Pick) -> Selection:
        """With one thing more; of a kind that has been picked already, instead of that and what followed."""
        before = takewhile(lambda earlier: earlier.kind != pick.kind, self.path)
        return Selection((*before, pick))

    def back(self) -> Selection:
        """Without the latest pick."""
        return Selection(self.path[:-1])


NO_SELECTION = Selection()
