"""What people have said did not happen: while the table lies as it did then, it is not believed again, but asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Generic, TypeVar

from companion.core.belief.hypothesis import Finding, Hypothesis
from companion.core.game import Action
from companion.core.table import Piece, TableSnapshot, Zone, diff
from companion.session.belief import needs_word
from companion.session.game_history import GameHistory

S = TypeVar("S")
A = TypeVar("A", bound=Action)


class DeniedStates(Generic[S, A]):
    """The states that were refused. What leads there in another way, or goes on from there, is refused with them."""

    def __init__(self, history: GameHistory[S, A]) -> None:
        self._history, self._game = history, history.game
        self._refused: list[tuple[S, Mapping[Zone, tuple[Piece, ...]]]] = []
        """Each with what lay where it shows on the table."""

    def refuse(self, state: S, seen: TableSnapshot) -> None:
        """The table lies as it is `seen`, and yet this is not what happened."""
        now = self._game.table(self._history.state)
        if differing := diff(now, seen):
            zones = {change.zone for change in (*differing, *diff(now, self._game.table(state)))}
            self._refused.append((state, {zone: seen.zones[zone] for zone in zones & seen.zones.keys()}))

    def look(self, seen: TableSnapshot) -> None:
        """Where anything lies otherwise now something else has happened; what people have done since did happen."""
        self._refused = [
            (state, lay)
            for state, lay in self._refused
            if state != self._history.state and all(seen.zones.get(zone, lay[zone]) == lay[zone] for zone in lay)
        ]

    def weighed(self, found: Finding[A]) -> Finding[A]:
        """The same, but that nothing is believed of it that was refused."""
        if not isinstance(found, Hypothesis) or needs_word(found):
            return found  # The camera alone believes nothing of it anyway.
        if found.forced and self.has(found.discarded[0]):
            return replace(found, forced=False)
        return replace(found, refused=True) if self.has(found) else found

    def has(self, story: Hypothesis[A]) -> bool:
        refused = [state for state, _ in self._refused]
        return bool(refused) and any(state in refused for state in self._reached(story))

    def _reached(self, story: Hypothesis[A]) -> Iterator[S]:
        """The states after each of its actions, or the one to which it takes all back."""
        state = self._history.before_latest(story.taken_back)
        if story.taken_back and not story.actions:
            yield state
        for action in story.actions:
            state = self._game.apply(state, action)
            yield state
