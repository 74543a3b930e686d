"""Actions that people may take for legal ones: of another moment or player, or with a part of another action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

from benchmarks.clumsy.stacks import Whole, gap, whole_table
from companion.conformance.playouts import AnyGame
from companion.core.game import legal_actions, violation
from companion.core.rules import Violation

EARLIER = 5
"""So many other moments of the evening are looked at for what was legal there."""

CROSSED = 600
"""So many actions are made of two."""

NO_ACTION = (ValueError, KeyError, IndexError, TypeError, AttributeError, AssertionError, StopIteration)
"""What comes of an action that means nothing in a state."""


@dataclass(frozen=True, slots=True)
class Slips:
    """Actions of players, many against the rules; each does as much on the table as the legal one it is made of.

    `plain` are legal at another moment or for another player; `crossed` have a part of another action, so that it is
    not plain to see what they were meant to be. `fetching` are the kinds of action that legally bring pieces from off
    the mat: of others nobody takes a piece that lies nowhere.
    """

    plain: tuple[Any, ...]
    crossed: tuple[Any, ...]
    fetching: frozenset[type]


def slips(game: AnyGame, state: Any, earlier: Sequence[Any], random: Random) -> Slips:
    moments = [state, *random.sample(earlier, min(EARLIER, len(earlier)))]
    kinds: dict[type, list[_Model]] = {}
    for moment in moments:
        now = whole_table(game, moment)
        for action in legal_actions(game, moment):
            if action.player is not None:
                changes = _changes(game, now, game.apply(moment, action))
                kinds.setdefault(type(action), []).append(_Model(action, changes))
    fetching = frozenset(kind for kind, models in kinds.items() if any(sum(model.changes) > 0 for model in models))
    known = [model for models in kinds.values() for model in models]
    seats = sorted({model.action.player for model in known})
    others = [each for model in known for seat in seats for each in model.with_part("player", seat)]
    crossed = _crossed(list(kinds.values()), random)
    return Slips(_intact(game, state, [*known, *others]), _intact(game, state, crossed), fetching)


@dataclass(frozen=True, slots=True)
class _Model:
    """An action, and how many pieces come and go where it, or what it is made of, is legal."""

    action: Any
    changes: tuple[int, int]

    def with_part(self, name: str, value: Any) -> Iterator[_Model]:
        """The action with another value, if that is an action at all."""
        try:
            yield _Model(replace(self.action, **{name: value}), self.changes)
        except NO_ACTION:
            return


def _crossed(kinds: Sequence[list[_Model]], random: Random) -> Iterator[_Model]:
    for _ in range(CROSSED if kinds else 0):
        models = random.choice(kinds)
        one, other = random.choice(models), random.choice(models)
        name = random.choice([field.name for field in fields(one.action)])
        yield from one.with_part(name, getattr(other.action, name))


def _intact(game: AnyGame, state: Any, models: Iterable[_Model]) -> tuple[Any, ...]:
    """Those that do as much here: of half a move nobody could say what it was meant to be."""
    unlike, now = {model.action: model.changes for model in models}, whole_table(game, state)
    return tuple(action for action, changes in unlike.items() if _changes_here(game, state, now, action) == changes)


def _changes_here(game: AnyGame, state: Any, now: Whole, action: Any) -> tuple[int, int] | None:
    """None where it means nothing: no hand can make it."""
    try:
        return _changes(game, now, game.apply(state, action))
    except NO_ACTION:
        return None


def _changes(game: AnyGame, now: Whole, after: Any) -> tuple[int, int]:
    """How many pieces come to lie in a zone until that state, and how many go from one, as a negative number."""
    deltas = gap(now, whole_table(game, after)).values()
    return sum(delta for delta in deltas if delta > 0), sum(delta for delta in deltas if delta < 0)


def broken_by(game: AnyGame, state: Any, action: Any) -> Violation | None:
    """The rule that it breaks; None where it breaks none, or means nothing."""
    try:
        return violation(game, state, action)
    except NO_ACTION:
        return None
