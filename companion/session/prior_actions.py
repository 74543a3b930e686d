"""What must have happened before what a look is found to say: pieces were put away meanwhile, or left as they lay."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from itertools import pairwise
from typing import Generic, TypeVar

from companion.core.belief.hypothesis import Either, Finding, Hypothesis
from companion.core.game import Action, violation
from companion.core.table import Change, diff
from companion.session.recorded_actions import fault
from companion.session.session_state import SessionState

S = TypeVar("S")
A = TypeVar("A", bound=Action)


class PriorActions(Generic[S, A]):
    def __init__(self, session: SessionState[S, A]) -> None:
        self._game, self._history, self._table = session.game, session.history, session.table
        self._belief, self._away = session.belief, session.belief.away

    def believed(self, found: Finding[A], missing: Sequence[Change]) -> Iterator[Hypothesis[A]]:
        """What happened before what is found, the surest first.

        `missing` is what lies no longer where the game has it. What was held by several players was put away in turn;
        or it had to be, its like lies in its place, or whoever held it has gone on himself; or others have gone on for
        long without it; or only that makes sense of what has landed. Last comes what only an untold value forbids.
        """
        replaced = self._table.sight.replaced()
        follows: Finding[A] = Hypothesis() if self._away.is_replaced(replaced) else found
        for told in (self._put_away_in_turn(found), self._away.put_away(found, replaced)):
            if told is not None and self.may_follow(told.actions, follows):
                yield told
        if (long_gone := self.before_the_latest(*self._away.long_gone(found, missing), found)) is not None:
            yield long_gone
        for told in (self._away.discarded(found), self._belief.left_there(found)):
            if told is not None and self._lets_explain(told):
                yield told

    def or_after_a_fate(self, found: Finding[A], missing: Collection[Change]) -> Finding[A]:
        """What lands after it was held for long may be the end of what nobody saw: a card was played, and is done with.

        That is asked where it can be no more than the end of it: a decision that was not open before. And whoever goes
        on so that nothing may become any more of what he holds has put it away: how is asked.
        """
        others = [told for each in self._away.said_fates(found) if (told := self._ends(each))]
        if isinstance(found, Hypothesis) and others:
            return Either((found, *others))
        closed = self._away.fates_of_those_who_go_on(found, missing)
        if not isinstance(found, Hypothesis) or any(self.may_follow(found.actions, each) for each in closed):
            return found
        possible = [each for each in closed if self.may_follow(each.actions, found)]
        possible = [each for each in possible if self._tells_of_all_that_was_held(each)] or possible
        if len(possible) < 2:
            return found  # One alone has been believed already, if it is likely.
        return Either(tuple(Hypothesis(actions=(*each.actions, *found.actions)) for each in possible))

    def _tells_of_all_that_was_held(self, fate: Hypothesis[A]) -> bool:
        now, after = self._history.state, reduce(self._game.apply, fate.actions, self._history.state)
        gone = {(each.zone, each.piece) for each in diff(self._game.table(now), self._game.table(after))}
        return gone.issuperset((each.zone, each.piece) for each in self._away.kept)

    def _ends(self, fate: Hypothesis[A]) -> Hypothesis[A] | None:
        """What explains the table if that had happened before, by what only that makes legal."""
        if fate.taken_back or not self.may_follow(fate.actions, Hypothesis()):
            return None
        follows = self._table.finding_after(fate)
        if not isinstance(follows, Hypothesis) or not follows.actions or not follows.is_exact or follows.held:
            return None
        is_new = violation(self._game, self._history.state, follows.actions[0]) is not None
        return Hypothesis(actions=(*fate.actions, *follows.actions)) if is_new else None

    def _put_away_in_turn(self, found: Finding[A]) -> Hypothesis[A] | None:
        """What players put away one after the other, each when it was his turn because of the one before.

        Nobody is thought to hold a piece still when others have gone on with theirs.
        """
        told = self._away.said_to_be_put_away(found)
        if told is None or len({action.player for action in told.actions}) < 2:
            return None
        now = self._history.state
        for action, following in pairwise(told.actions):
            if action.player != following.player and violation(self._game, now, following) is None:
                return None
            now = self._game.apply(now, action)
        return told

    def before_the_latest(
        self, later: int, actions: Sequence[A], found: Finding[A] | None = None
    ) -> Hypothesis[A] | None:
        """These before so many of the latest actions, if those, and what was found, are as legal after them."""
        if not later:
            return None
        told = (*actions, *self._history.latest_actions(later))
        follows = self.may_follow(told, found or Hypothesis(), self._history.before_latest(later))
        return Hypothesis(later, told) if follows else None

    def _lets_explain(self, before: Hypothesis[A]) -> bool:
        """Whether what has landed makes sense after those actions, to the last piece, and does not before."""
        if not self.may_follow(before.actions, Hypothesis()):
            return False
        found = self._table.finding_after(before)
        is_whole = isinstance(found, Hypothesis) and bool(found.actions) and found.is_exact
        return is_whole and isinstance(found, Hypothesis) and set(found.held) <= set(before.held)

    def may_follow(self, before: Sequence[A], found: Finding[A], state: S | None = None) -> bool:
        """Whether what was found is legal after those actions too, from that state or from now."""
        state = self._history.state if state is None else state
        for action in (*before, *(found.actions if isinstance(found, Hypothesis) else ())):
            if fault(self._game, state, action) is not None:
                return False
            state = self._game.apply(state, action)
        return True
