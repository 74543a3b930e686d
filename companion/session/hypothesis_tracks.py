"""What earlier looks at the table told that was not believed yet, and whether the newest one goes on from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from typing import Generic, TypeVar

from companion.core.belief.hypothesis import (
    Either,
    Finding,
    Hypothesis,
    Unfinished,
    hypotheses_of,
    is_whole,
    one_or_either,
)
from companion.core.belief.search import Ambiguous, Unexplained
from companion.core.game import Action
from companion.core.table import Change, Piece, Zone, diff
from companion.session.belief import is_unlikely
from companion.session.session_state import SessionState

S = TypeVar("S")
A = TypeVar("A", bound=Action)

MOST_LEFT_OPEN = 3
"""Of more stories it is not tried whether they still fit: each is a question of its own, and few answers are kept."""

MOST_ASKED = 8
"""So many stories are followed; of more, those in which the fewest pieces are in a hand still, while play goes on."""


class HypothesisTracks(Generic[S, A]):
    """Goes on from what was told, be it that something was done or that it was taken back."""

    def __init__(self, session: SessionState[S, A]) -> None:
        self._game, self._history, self._table = session.game, session.history, session.table
        self._belief = session.belief

    def left_open(self) -> tuple[Hypothesis[A], ...]:
        """The stories among which all of the table left open what happened, if what hands leave in sight fits each."""
        told = self._belief.told
        if not self._table.sight.covered or not isinstance(told, Either) or len(told.readings) > MOST_LEFT_OPEN:
            return ()
        fitting = all(self._table.finding_after(each) == Hypothesis() for each in told.readings)
        return told.readings if fitting else ()

    def in_the_order_begun(self, found: Finding[A]) -> Finding[A]:
        """Of the same decisions in several orders the one that the look before told, a part of which was still missing.

        What was not finished yet had been begun before the rest was done.
        """
        told = self._belief.told
        if not isinstance(found, Ambiguous) or not isinstance(told, Unfinished) or told.taken_back:
            return found
        are_one = len({frozenset(each.actions) for each in found.readings}) == 1
        begun = [each for each in found.readings if each.actions == told.actions and not each.outstanding]
        return Hypothesis(actions=begun[0].actions) if are_one and begun else found

    def told_before(self, found: Finding[A]) -> Sequence[Hypothesis[A]]:
        """What the look before told and was not believed yet, where what is found now goes on from it.

        That something was taken back is asked where something else may have happened.
        """
        told = hypotheses_of(self._belief.told)
        may_be = told if len(told) > 1 else [each for each in told if not each.taken_back]
        return [each for each in may_be if self._goes_on_from(each, found)]

    def each_with_what_follows(self, told: Sequence[Hypothesis[A]], found: Finding[A]) -> Finding[A] | None:
        """Several stories with what has been done since, or has only gone out of sight, if it has by what is found.

        Of what people have been asked about it is told, too, if it was put away. Nothing is, where all the table lies
        as if none of them had happened.
        """
        if found == Hypothesis() and not self._table.sight.covered:
            return None
        is_away = self._belief.is_asked or (isinstance(found, Hypothesis) and bool(found.held))
        each_on = [[*self._with_what_follows(one, is_away)] for one in told]
        if len(told) < 2 or not all(each_on):
            return None
        stories = [*dict.fromkeys(story for goes_on in each_on for story in goes_on)]
        if len(stories) > MOST_ASKED:
            stories = sorted(stories, key=lambda story: len(story.held))[:MOST_ASKED]
        return one_or_either(stories)

    def _with_what_follows(self, told: Hypothesis[A], is_away: bool) -> Iterator[Hypothesis[A]]:
        """What people have been asked about stands also where nothing follows, and goes on in more than one way."""
        follows, is_asked = self._table.finding_after(told), self._belief.is_asked
        for each in hypotheses_of(follows) if is_asked or isinstance(follows, Hypothesis) else ():
            if (each.actions or each.held or is_asked) and (is_away or not each.held):
                yield replace(told, actions=(*told.actions, *each.actions), held=each.held)
            for fate in (*each.discarded, *each.fates) if is_asked and each.changes_nothing else ():
                if not fate.taken_back:
                    yield replace(told, actions=(*told.actions, *fate.actions), held=fate.held)

    def _goes_on_from(self, told: Hypothesis[A], found: Finding[A]) -> bool:
        """Whether what the look before told, and was not believed yet, is what this one goes on from."""
        is_asked = self._belief.is_asked  # Each of the stories goes on then, if it can.
        is_doubted = told.outstanding or told.assumed or told.beneath or (is_unlikely(told) and not is_asked)
        if told.changes_nothing or is_doubted or self._belief.is_asked_about(told):
            return False
        if told.amid_doubt and isinstance(found, Hypothesis) and len({each.player for each in found.actions}) < 2:
            return False  # Nobody else has gone on since.
        is_away = _is_taken_up_again(found, told)
        is_told = isinstance(found, Hypothesis) and found.is_exact and not _forgets(found, told) and not is_away
        if is_told and isinstance(found, Hypothesis) and not is_asked and not self._knows_nothing_of(told, found):
            return False
        if isinstance(found, Either) and not is_asked and not all(_begins_with(each, told) for each in found.readings):
            return False  # The table now allows another story too.
        follows = self._table.finding_after(told)
        if not isinstance(follows, Hypothesis):  # Which of them it was is asked then.
            may_be = isinstance(follows, Ambiguous) and isinstance(found, Unexplained)
            return (may_be or is_asked) and is_whole(follows)
        if not follows.is_exact:
            return False
        if told.unseen and not follows.actions and not is_away:
            return False  # Nothing has gone on: it is the same look, still at a part of the table.
        # What would have been laid where nobody could look has not been seen there: it is in nobody's hand now.
        landed = {(change.zone, change.piece) for change in told.unseen if change.delta > 0}
        return landed.isdisjoint((change.zone, change.piece) for change in follows.held)

    def _knows_nothing_of(self, told: Hypothesis[A], found: Hypothesis[A]) -> bool:
        """Whether nothing that was seen to have come, and what told explains, ever came there by what is found."""
        apply = self._game.apply
        before, since = (self._history.before_latest(each.taken_back) for each in (found, told))
        lay = self._came(self._history.state, reduce(apply, told.actions, since))
        states = (reduce(apply, found.actions[:number], before) for number in range(1, len(found.actions) + 1))
        return bool(lay and found.actions) and all(lay.isdisjoint(self._came(before, state)) for state in states)

    def _came(self, before: S, after: S) -> set[tuple[Zone, Piece]]:
        """What lies there that did not before."""
        changes = diff(self._game.table(before), self._game.table(after))
        return {(change.zone, change.piece) for change in changes if change.delta > 0}


def _forgets(found: Hypothesis[A], told: Hypothesis[A]) -> bool:
    """Whether this story knows nothing of what was seen before.

    That is what chance brought, and is gone again; or what was put away before others acted, if it is thought to be
    held still, and something that went later to have gone before.
    """
    if not found.actions:
        return False
    forgotten = [each for each in told.actions if each not in found.actions]
    by_chance = any(each.player is None for each in forgotten)
    instead = [each for each in found.actions if each.player is not None and each not in told.actions]
    others = any(each.player is not None and each in found.actions for each in told.actions)
    return by_chance or bool(found.held and forgotten and instead and others)


def _is_taken_up_again(found: Finding[A], told: Hypothesis[A]) -> bool:
    """Whether what was seen to land is away again, and so it is from where nobody could look then."""
    away = {*found.held} if isinstance(found, Hypothesis) and found.changes_nothing else set[Change]()
    return bool(told.unseen) and away.issuperset(told.unseen)


def _begins_with(story: Hypothesis[A], told: Hypothesis[A]) -> bool:
    return story.taken_back == told.taken_back and story.actions[: len(told.actions)] == told.actions
