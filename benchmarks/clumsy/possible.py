"""What people may do in a position: legal decisions that show, and moves against the rules that hands can carry out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

from benchmarks.clumsy.slips import broken_by, slips
from benchmarks.clumsy.tabletop import OFF, Carry, Tabletop
from companion.conformance.playouts import AnyGame
from companion.core.belief.observation_model import Look
from companion.core.belief.partial_actions import assumed
from companion.core.belief.search import Ambiguous, Explained, explain
from companion.core.game import legal_actions
from companion.core.heights import Height
from companion.core.table import TableSnapshot, diff
from companion.session.reconciler import TAKEBACKS

MOST_CANDIDATES = 4000
"""So many candidates are asked for the rule that they break: some positions have a hundred thousand."""

MOST_OF_A_KIND = 40
MOST_TRIED = 12
"""So many illegal moves of one kind, and legal ones of one kind, are tried until one fits."""

Fits = Callable[[Any], bool]


@dataclass(slots=True)
class Possible:
    """The actions of a state, each kind equally likely."""

    game: AnyGame
    table: Tabletop
    random: Random
    _legal: tuple[Any, tuple[Any, ...]] | None = field(default=None)

    def legal(self, state: Any) -> Sequence[Any]:
        if self._legal is None or self._legal[0] is not state:
            self._legal = state, tuple(legal_actions(self.game, state))
        return self._legal[1]

    def moves_of(self, state: Any, action: Any) -> list[Carry]:
        """What hands have to carry for it."""
        return self.table.moves(state, self.game.apply(state, action))

    def shows(self, state: Any, action: Any) -> bool:
        """Whether the table looks otherwise after it."""
        return self.game.table(state) != self._table_after(state, action)

    def decision(self, state: Any, least: int, fits: Fits) -> Any | None:
        """A legal decision that shows on the table, with at least so many carries."""
        return self._first(
            _by(type, self.legal(state)),
            MOST_OF_A_KIND,
            lambda action: fits(action) and self.shows(state, action) and len(self.moves_of(state, action)) >= least,
        )

    def traceless(self, state: Any) -> Any | None:
        """One that nobody can see, such as a pass."""
        return self._first(_by(type, self.legal(state)), MOST_OF_A_KIND, lambda action: not self.shows(state, action))

    def against_the_rules(self, state: Any, earlier: Sequence[Any], fits: Fits) -> tuple[Any, bool] | None:
        """An action against the rules that hands can carry out, that nothing legal looks like, nor is on the way to.

        Nor does it look as if the latest moves had been taken back, or another one made instead, as anybody may do.

        Each pair of a kind of action and a broken rule is equally likely. `earlier` are other states of the evening.
        Returned with whether it is plain what was meant.
        """
        other = slips(self.game, state, earlier, self.random)
        plain = {*islice(self.game.candidates(state), MOST_CANDIDATES), *other.plain}
        tried = [action for action in sorted({*plain, *other.crossed}, key=repr) if fits(action)]
        self.random.shuffle(tried)
        rules = [(action, broken_by(self.game, state, action)) for action in tried[:MOST_CANDIDATES]]
        broken = {action: found.rule.id for action, found in rules if found is not None}
        kinds = _by(lambda action: (type(action), broken[action]), broken)
        legal = [self._table_after(state, action) for action in self.legal(state)]
        taken_back = [self.game.table(before) for before in earlier[-TAKEBACKS:]]
        found = self._first(
            kinds,
            MOST_TRIED,
            lambda action: (
                self._can_be_made(state, action, type(action) in other.fetching)
                and not self._is_legal_or_part(state, after := self._look_after(state, action), legal)
                and all(diff(before, after.seen) for before in taken_back)
                and not (earlier and self._makes(earlier[-1], after.seen))
            ),
        )
        return None if found is None else (found, found in plain)

    def _makes(self, state: Any, after: TableSnapshot) -> bool:
        """Whether one legal move makes that table."""
        return any(not diff(self._table_after(state, action), after) for action in legal_actions(self.game, state))

    def _can_be_made(self, state: Any, action: Any, fetches: bool) -> bool:
        """Whether hands can carry it out, and do more than taking away: that may be in somebody's hand."""
        moves = self.moves_of(state, action)
        if all(move.target == OFF for move in moves) or (not fetches and any(move.source == OFF for move in moves)):
            return False
        return self._are_there(moves)

    def is_explicable(self, state: Any, seen: TableSnapshot) -> bool:
        """Whether that table is as it should be, or what a legal move makes of it, or on the way to that."""
        legal = [self._table_after(state, action) for action in self.legal(state)]
        return not diff(self.game.table(state), seen) or self._is_legal_or_part(state, Look(seen, seen, {}), legal)

    def _is_legal_or_part(self, state: Any, look: Look, legal: Sequence[TableSnapshot]) -> bool:
        """Whether hands that keep to the rules may have made that table, or be at it."""
        now = self.game.table(state)
        if any(not diff(other, look.seen) or is_between(now, look.seen, other) for other in legal):
            return True
        return self._has_legal_story(state, look)

    def _has_legal_story(self, state: Any, look: Look) -> bool:
        """Whether several legal moves, each of which shows, make that table."""
        match explain(self.game, state, look.seen, heights=look.heights):
            case Ambiguous(readings):
                return any(not assumed(self.game, state, reading.actions, look) for reading in readings)
            case Explained(actions):
                return not assumed(self.game, state, actions, look)
            case _:
                return False

    def _look_after(self, state: Any, action: Any) -> Look:
        """What there is to be seen after it, the labels of piles included."""
        after = self.game.apply(state, action)
        heights = {zone: Height(height, height) for zone, height in self.game.pile_heights(after).items()}
        return Look(self.game.table(after), self.game.table(after), heights)

    def _are_there(self, moves: Sequence[Carry]) -> bool:
        lying = Counter((thing.zone, thing.piece) for thing in self.table.things)
        lying.subtract((move.source, move.piece) for move in moves if move.source != OFF)
        return all(number >= 0 for number in lying.values())

    def _table_after(self, state: Any, action: Any) -> TableSnapshot:
        return self.game.table(self.game.apply(state, action))

    def _first(self, kinds: Sequence[list[Any]], most: int, fits: Fits) -> Any | None:
        """What fits first: kinds in random order, and of each kind so many at the most."""
        order = list(kinds)
        self.random.shuffle(order)
        for some in order:
            self.random.shuffle(some)
            if (found := next((action for action in some[:most] if fits(action)), None)) is not None:
                return found
        return None


def _by(kind: Callable[[Any], object], some: Iterable[Any]) -> Sequence[list[Any]]:
    """What players do, kind by kind."""
    kinds: dict[object, list[Any]] = {}
    for action in some:
        if action.player is not None:
            kinds.setdefault(kind(action), []).append(action)
    return list(kinds.values())


def is_between(before: TableSnapshot, now: TableSnapshot, after: TableSnapshot) -> bool:
    """Whether some, and not all, of what changes on the way from `before` to `after` has changed, and nothing else."""
    if not diff(before, now) or not diff(after, now):
        return False
    whole = {(change.zone, change.piece): change.delta for change in diff(before, after)}
    some = ((change.delta, whole.get((change.zone, change.piece), 0)) for change in diff(before, now))
    return all(0 < part <= all_of_it or all_of_it <= part < 0 for part, all_of_it in some)
