"""When a finding is believed: at once, when the table has rested, or only when somebody says so."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from companion.config import Patience
from companion.core.belief.hypothesis import Either, Finding, Hypothesis, Unfinished, hypotheses_of
from companion.core.belief.scan import deciders
from companion.core.belief.search import Ambiguous, Illegal, Unexplained
from companion.core.game import Action
from companion.core.table import Change
from companion.session.away_pieces import AwayPieces
from companion.session.open_actions import GRACE, OpenActions

A = TypeVar("A", bound=Action)

COVERED = 10.0
"""Seconds after which a story is believed of which a part happened where something lies over the table still."""

LONG_COVERED = 20.0
"""Seconds after which it is asked what is true though something lies over the table: mostly it is gone by then."""


class Belief(Generic[A]):
    """What the table says, how long that has stood, and which actions are open. Time comes in by `tick`, seconds."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._now = self._since = 0.0
        self._wondering_since: float | None = None
        self._covered = False
        self.finding: Finding[A] = Hypothesis()
        self.told: Finding[A] = Hypothesis()
        """What the table said before hands were over it, as long as nothing else is seen to have happened since."""
        self._told_since: dict[A, float] = {}
        """Since when each action has been among what the table said."""
        self._left: Hypothesis[A] = Hypothesis()
        self._left_since = 0.0
        """What lies as only a value that nobody has told forbids, and since when."""
        self._asked: tuple[Hypothesis[A], ...] = ()
        """Among which stories it was asked, as long as nobody has answered and the table does not agree."""
        self.open = OpenActions()
        self.away = AwayPieces[A](patience, self.open)

    def tick(self, at: float) -> float:
        """Returns the seconds that have passed since the last tick.

        What has been asked about by then is what the next look goes on from.
        """
        passed, self._now = at - self._now, at
        self.away.now = at
        if isinstance(self.finding, Ambiguous | Either) and self.doubtful:
            self._asked, self.told = hypotheses_of(self.finding), self.finding
        return passed

    @property
    def now(self) -> float:
        return self._now

    def wonder(self) -> None:
        """The table has changed, and what it says now is not known yet: nothing more is believed or said of it."""
        if self._wondering_since is None:
            self._wondering_since = self._now

    def know(self) -> None:
        """What the table says is known again."""
        self._wondering_since = None

    @property
    def is_wondering(self) -> bool:
        return self._wondering_since is not None

    def consider(
        self,
        finding: Finding[A],
        missing: Collection[Change] = (),
        covered: bool = False,
        told: Finding[A] | None = None,
    ) -> None:
        """The same finding as before goes on resting. `missing` is what lies no longer where the game has it.

        `covered`: a part of the table is out of sight. `told`: what an earlier look said, which this one goes on from.
        """
        self._covered = covered
        if isinstance(finding, Hypothesis) and finding.changes_nothing and not finding.held:
            self._asked = ()
        if told is not None or not covered or not isinstance(finding, Hypothesis) or finding.actions:
            self._remember_told(finding)
            self.told = finding if told is None else told
        self._remember_left(finding)
        self.away.look(finding, missing, covered=covered)
        self._rest(finding)

    def act(self, seen: Sequence[A] = ()) -> None:
        """Something has been done, and the table is to be considered anew. `seen`: by what the camera saw alone."""
        self._covered = False
        self.told = self._left = Hypothesis()
        self._asked = self._asked_after(seen) if seen else ()
        if len(self._asked) > 1:
            self.told = Either(self._asked)
        self.away.act()
        self._rest(Hypothesis())

    def told_since(self, action: A) -> float:
        """When the table said first that this was done, if it has not said otherwise since."""
        return self._told_since.get(action, self._now)

    def _remember_told(self, finding: Finding[A]) -> None:
        actions = [action for each in (*hypotheses_of(self.told), *hypotheses_of(finding)) for action in each.actions]
        self._told_since = {action: self.told_since(action) for action in actions}

    def _asked_after(self, actions: Sequence[A]) -> tuple[Hypothesis[A], ...]:
        """The stories that were asked about after these, which the camera saw: each that began so has that behind it.

        What none of them tells of has nothing to do with them.
        """
        begun = [each for each in self._asked if not each.taken_back and {*actions} <= {*each.actions}]
        left = [tuple(action for action in each.actions if action not in actions) for each in begun]
        if begun:
            return tuple(Hypothesis(actions=each) for each in left) if all(left) else ()
        told = {action for each in self._asked for action in each.actions}
        return tuple(_after(each, actions) for each in self._asked) if told.isdisjoint(actions) else ()

    @property
    def is_asked(self) -> bool:
        """Whether people have been asked which of several stories is true, and nobody has answered."""
        return bool(self._asked)

    def answers_otherwise(self, found: Hypothesis[A]) -> bool:
        """Whether it goes on from none of the stories among which it was asked: no look answers instead of people."""
        told = [each for each in self._asked if each.taken_back == found.taken_back]
        return bool(self._asked) and not any({*each.actions} <= {*found.actions} for each in told)

    def _remember_left(self, finding: Finding[A]) -> None:
        """It is not, any more, where the table agrees with the game again."""
        if isinstance(finding, Illegal) and finding.violation.provisional:
            told = Hypothesis(actions=(*finding.actions, finding.action))
            self._left, self._left_since = told, self._left_since if told == self._left else self._now
        elif isinstance(finding, Hypothesis) and not finding.actions and not finding.held:
            self._left = Hypothesis()

    def left_there(self, found: Finding[A] | None = None) -> Hypothesis[A] | None:
        """What was said to lie as an untold value forbids it, if nothing but play with it explains what is found."""
        is_explained = isinstance(found, Hypothesis) and found.is_exact
        is_said = bool(self._left.actions) and self._now - self._left_since >= self._patience.doubt
        return self._left if is_said and not is_explained else None

    def _rest(self, finding: Finding[A]) -> None:
        if finding != self.finding:
            self.finding, self._since = finding, self._now

    @property
    def hasty(self) -> bool:
        """Whether what lands now may belong to an earlier decision.

        While that is being asked, time does not answer it. What another player has taken up since is also his act.
        """
        since = self.away.held_since
        lately = since is not None and self.open.is_hasty(since) and self._now - since < GRACE
        return isinstance(self.finding, Either) or self.open.is_hasty(self._now) or lately

    def at_once(self) -> Hypothesis[A] | None:
        """What may be played without waiting: what explains the table to the last piece."""
        found = self.finding
        if not isinstance(found, Hypothesis) or not found.is_exact or found.beneath or self.is_asked_about(found):
            return None
        return found if found.taken_back or len(deciders(found.actions)) <= 1 else None

    def is_asked_about(self, found: Hypothesis[A]) -> bool:
        """Whether people know more: they have said, gone on from, or been asked about something else, or were alone."""
        return found.refused or found.uncounted or self.is_long_past(found) or self.answers_otherwise(found)

    def is_long_past(self, found: Hypothesis[A]) -> bool:
        """Whether it revises what play has gone on from. A table put back as it was tells that plainly."""
        still = {action.player for action in found.actions if action.player is not None}
        return bool(found.taken_back and found.actions) and self.open.are_long_past(found.taken_back, self._now, still)

    def at_rest(self) -> Hypothesis[A] | None:
        """What may be played because the table has rested long enough."""
        found = self.finding
        if self.is_wondering or not isinstance(found, Hypothesis) or not self._rested(self._rest_of(found)):
            return None
        if found.forced:
            return found.discarded[0]
        is_asked = is_unlikely(found) or needs_word(found) or self.is_asked_about(found)
        return None if found.changes_nothing or is_asked else found

    def _rest_of(self, found: Hypothesis[A]) -> float:
        """What happened where nobody could look takes longer to believe: more of it may come to light.

        So does what is gone from several places, and anything while a hand may still be at it. While other pieces lie
        astray they may be about to be put right, and this with them.
        """
        if found.amid_doubt:
            return self._patience.astray
        if found.unseen and self._covered:
            return max(COVERED, self._patience.part)
        several = len({change.zone for change in found.held}) > 1
        return self._patience.part if found.unseen or several or self._covered else self._patience.story

    @property
    def doubtful(self) -> bool:
        """Whether the table has rested so long that a doubt is to be said.

        That takes longer while something is covered, and where what follows may still tell which story is true; most
        where what is covered may tell.
        """
        return self._rested(self._rest_of_doubt)

    @property
    def _rest_of_doubt(self) -> float:
        patience, several = self._patience, isinstance(self.finding, Ambiguous | Either)
        if self._covered and (several or isinstance(self.finding, Unexplained)):
            return max(LONG_COVERED, patience.part)
        return patience.part if self._covered or several else patience.doubt

    @property
    def unfinished(self) -> bool:
        """Whether the table has rested so long that what is missing is to be said."""
        return self._rested(self._patience.part)

    @property
    def patience_left(self) -> tuple[bool, bool]:
        """What the passing of time alone has brought to be said."""
        return self.doubtful, self._may_be_unfinished and self.unfinished

    @property
    def _may_be_unfinished(self) -> bool:
        found = self.finding
        return isinstance(found, Unfinished) or (isinstance(found, Hypothesis) and bool(found.held))

    @property
    def waiting(self) -> bool:
        """Whether the table has not yet rested long enough for everything."""
        patience = self._patience
        part = patience.part if self._may_be_unfinished else 0.0
        story = self._rest_of(self.finding) if isinstance(self.finding, Hypothesis) else patience.story
        return not self._rested(max(story, self._rest_of_doubt, part))

    def _rested(self, seconds: float) -> bool:
        until = self._now if self._wondering_since is None else self._wondering_since
        return until - self._since >= seconds


def _after(story: Hypothesis[A], actions: Sequence[A]) -> Hypothesis[A]:
    """The same story where these actions were made before the question was answered."""
    if not story.taken_back:
        return story
    return replace(story, taken_back=story.taken_back + len(actions), actions=(*story.actions, *actions))


def is_unlikely(found: Hypothesis[A]) -> bool:
    """Whether it needs more than one decision that nobody saw, or very many."""
    return len(deciders(found.actions)) - len(found.assumed) > 3 or len(found.assumed) > 1


def needs_word(found: Hypothesis[A]) -> bool:
    """Whether a decision without a trace stands before the only one that needs it: nothing has confirmed it yet.

    What else may have happened under a cover nothing that follows tells.
    """
    if found.beneath:
        return True
    if not found.assumed:
        return False
    following = found.actions[found.actions.index(found.assumed[0]) :]
    return sum(1 for action in following if action.player is not None and action not in found.assumed) <= 1
