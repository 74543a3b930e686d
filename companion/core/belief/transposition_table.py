"""The transposition table: what was found out of a state, kept from search to search and from look to look.

One look at the table is explained in several ways, from now and as if the latest moves had been others, and the next
look hardly differs: the same states come up again and again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

from companion.core.game import Action, Game, Seat
from companion.core.rules import Rule
from companion.core.table import TableSnapshot, Zone

S = TypeVar("S")
A = TypeVar("A", bound=Action)

MOST_POSITIONS = 600
"""How many are kept: what the searches of one look come to. More make each collection of garbage take longer."""


_UNTRIED: Any = object()


class Position(Generic[S, A]):
    """A state, what lies on the table in it, and where actions lead from it. Each is worked out when asked for."""

    def __init__(self, game: Game[S, A], state: S) -> None:
        self.game, self.state = game, state
        self._after: dict[A, S | None] = {}
        self._after_slips: dict[A, S] = {}
        self._rules_left: dict[tuple[type, Seat | None], Sequence[Rule[S, A]] | None] = {}

    @cached_property
    def table(self) -> TableSnapshot:
        return self.game.table(self.state)

    @cached_property
    def pile_heights(self) -> Mapping[Zone, int]:
        return self.game.pile_heights(self.state)

    @cached_property
    def candidates(self) -> Sequence[A]:
        return tuple(self.game.candidates(self.state))

    @cached_property
    def is_over(self) -> bool:
        return self.game.outcome(self.state) is not None

    def after(self, action: A) -> Position[S, A] | None:
        """The position after the action, or None if that breaks a rule."""
        state = self._after.get(action, _UNTRIED)
        if state is _UNTRIED:
            state = self._after[action] = self.game.apply(self.state, action) if self._is_legal(action) else None
        return None if state is None else position(self.game, state)

    def is_barred(self, action: A) -> bool:
        """Whether a rule forbids its player whatever is of that kind: what is asked once for all of it."""
        return self._rules_of(action) is None

    def _is_legal(self, action: A) -> bool:
        rules = self._rules_of(action)
        if rules is None:
            return False
        for rule in rules:  # noqa: SIM110  asked thousands of times for one look at the table
            if rule.check(self.state, action) is not None:
                return False
        return True

    def _rules_of(self, action: A) -> Sequence[Rule[S, A]] | None:
        """The rules that ask more of the action than who does it; None if one of the others is broken."""
        kind = type(action), action.player
        if kind in self._rules_left:
            return self._rules_left[kind]
        rules = self._rules_left[kind] = self._left_of(self.game.rules[kind[0]], action)
        return rules

    def _left_of(self, rules: Sequence[Rule[S, A]], action: A) -> Sequence[Rule[S, A]] | None:
        if any(rule.of_player and rule.check(self.state, action) is not None for rule in rules):
            return None
        return [rule for rule in rules if not rule.of_player]

    def after_slip(self, action: A) -> Position[S, A]:
        """The position after an action that breaks a rule."""
        if action not in self._after_slips:
            self._after_slips[action] = self.game.apply(self.state, action)
        return position(self.game, self._after_slips[action])


def positions(start: Position[S, A], actions: Iterable[A]) -> Iterator[Position[S, A]]:
    """The start, and the position after each of the actions, legal or not."""
    yield start
    for action in actions:
        start = start.after(action) or start.after_slip(action)
        yield start


def position(game: Game[S, A], state: S) -> Position[S, A]:
    """The position of that state: the same one for equal states, as long as it is kept."""
    return _position(game, state)


@lru_cache(maxsize=MOST_POSITIONS)
def _position(game: Any, state: Any) -> Position[Any, Any]:
    return Position(game, state)
