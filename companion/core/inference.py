"""From a change on the table to the actions that made it.

The game can say what the table should look like, so the story is found by looking forward: the shortest legal sequence
of actions whose picture agrees with what people did. What a story adds that is not on the table yet is *outstanding*
handwork. If no legal story fits, the one illegal action that would is named with the rule it breaks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.core.game import Action, Game, violation
from companion.core.rules import Violation
from companion.core.table import UNREADABLE, Change, Differences, Piece, TableSnapshot, Zone, diff

S = TypeVar("S")
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class Explained(Generic[A]):
    """One story fits best. `outstanding` is what hands have yet to put right: seen minus expected, after the story.

    `provisional`: what is seen may be the first half of another legal action, so it should rest before it is believed.
    """

    actions: tuple[A, ...]
    outstanding: tuple[Change, ...] = ()
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class Ambiguous(Generic[A]):
    """Several stories fit equally well: people must say which."""

    readings: tuple[Explained[A], ...]


@dataclass(frozen=True, slots=True)
class Illegal(Generic[A]):
    """After these legal actions the table shows this one, and it breaks a rule."""

    actions: tuple[A, ...]
    action: A
    violation: Violation
    outstanding: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Unexplained:
    """No action of the game makes these changes."""

    changes: tuple[Change, ...]


Explanation = Explained[A] | Ambiguous[A] | Illegal[A] | Unexplained

MOST_STORIES = 100
"""A table that fits none of so many beginnings is not looked at further: that would take long, and convince nobody."""


def explain(game: Game[S, A], state: S, seen: TableSnapshot, *, max_decisions: int = 3) -> Explanation[A]:
    """The shortest story from `state` to `seen`, with at most `max_decisions` actions of players.

    Chance events are followed as far as the table shows them and are not counted. Labels that cannot be read neither
    need nor prevent a story: whoever identifies them changes `seen`.
    """
    search = _Search(game, state, seen)
    if not search.changed:
        return Explained(())
    frontier: Mapping[S, tuple[A, ...]] = dict([search.follow_chance(state, ())])
    visited: list[Mapping[S, tuple[A, ...]]] = []
    while True:
        if readings := search.readings(frontier):
            return _best(readings)
        visited.append(frontier)
        if len(visited) > max_decisions or not 0 < len(frontier) <= MOST_STORIES:
            break
        frontier = search.expand(frontier)
    for paths in visited:
        if broken := list(search.illegal(paths)):
            return min(broken, key=lambda found: len(found.outstanding))
    return Unexplained(tuple(search.gap(state)))


def _best(readings: list[Explained[A]]) -> Explained[A] | Ambiguous[A]:
    """The reading that leaves least to be done; the others, if any, make it provisional."""
    least = min(len(reading.outstanding) for reading in readings)
    best = [reading for reading in readings if len(reading.outstanding) == least]
    if len(best) > 1:
        return Ambiguous(tuple(best))
    return Explained(best[0].actions, best[0].outstanding, provisional=len(readings) > 1)


class _Search(Generic[S, A]):
    """The stories of one change. `changed` is where the table differs from the start: there a story must agree."""

    def __init__(self, game: Game[S, A], state: S, seen: TableSnapshot) -> None:
        self._game = game
        self._seen = seen
        self._unmet: dict[S, int] = {}
        self.changed: frozenset[tuple[Zone, Piece]] = frozenset()
        self.changed = frozenset((change.zone, change.piece) for change in self.gap(state))

    def differences(self, state: S) -> Differences:
        return Differences.between(self._game.table(state), self._seen)

    def gap(self, state: S) -> list[Change]:
        changes = diff(self._game.table(state), self._seen)
        return [change for change in changes if change.piece != UNREADABLE]

    def unmet(self, state: S) -> int:
        """How many pieces lie other than the story says, in the places where the table changed."""
        if state not in self._unmet:
            self._unmet[state] = sum(
                abs(change.delta) for change in self.gap(state) if (change.zone, change.piece) in self.changed
            )
        return self._unmet[state]

    def follow_chance(self, state: S, path: tuple[A, ...]) -> tuple[S, tuple[A, ...]]:
        """Chance has no plan: each event that brings the picture nearer is taken, in any order."""
        while True:
            nearer = next(
                (
                    (after, action)
                    for action, after in self._steps(state, by_chance=True)
                    if self.unmet(after) < self.unmet(state)
                ),
                None,
            )
            if nearer is None:
                return state, path
            state, path = nearer[0], (*path, nearer[1])

    def expand(self, frontier: Mapping[S, tuple[A, ...]]) -> dict[S, tuple[A, ...]]:
        reached: dict[S, tuple[A, ...]] = {}
        for state, path in frontier.items():
            for action, after in self._steps(state, by_chance=False):
                if self.unmet(after) <= self.unmet(state):
                    end, story = self.follow_chance(after, (*path, action))
                    reached.setdefault(end, story)
        return reached

    def readings(self, frontier: Mapping[S, tuple[A, ...]]) -> list[Explained[A]]:
        return [
            Explained(path, tuple(self.gap(state)))
            for state, path in frontier.items()
            if path and self.unmet(state) == 0
        ]

    def illegal(self, frontier: Mapping[S, tuple[A, ...]]) -> Iterator[Illegal[A]]:
        for state, path in frontier.items():
            for action in self._game.candidates_for(state, self.differences(state)):
                found = violation(self._game, state, action)
                if found is not None and self.unmet(after := self._game.apply(state, action)) == 0:
                    yield Illegal(path, action, found, tuple(self.gap(after)))

    def _steps(self, state: S, by_chance: bool) -> Iterator[tuple[A, S]]:
        if self._game.outcome(state) is not None:
            return
        for action in self._game.candidates_for(state, self.differences(state)):
            if (action.player is None) is by_chance and violation(self._game, state, action) is None:
                yield action, self._game.apply(state, action)
