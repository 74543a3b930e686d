"""The table as it is seen beside the table as the game has it: what differs, and what explains it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import reduce
from typing import Generic, TypeVar

from companion.core.belief.cost import Cost
from companion.core.belief.hypothesis import Finding, Hypothesis, OpenAction, is_whole
from companion.core.belief.observation_model import Sighting
from companion.core.belief.revision import cheapest_findings
from companion.core.belief.search import Unexplained
from companion.core.game import Action
from companion.core.heights import fit_heights
from companion.core.table import (
    UNREADABLE,
    Change,
    Observation,
    Piece,
    TableSnapshot,
    Zone,
    as_if_done,
    diff,
    explain_away,
    raw_diff,
)
from companion.session import pending_moves
from companion.session.closing_audit import ClosingLook
from companion.session.deferrals import Deferrals
from companion.session.doubtful_zones import DoubtfulZones
from companion.session.game_history import GameHistory
from companion.session.recorded_actions import is_action
from companion.session.seen_table import SeenTable
from companion.session.thinking import Run, Thinker, at_once

S = TypeVar("S")
A = TypeVar("A", bound=Action)

TAKEBACKS = 6
"""So many moves back the table is recognised when players restore it by hand."""


def _put_away_unseen(found: Hypothesis[A]) -> Hypothesis[A] | None:
    """What put all of it away while nobody looked, if it can only have been that: not believed unless people say so."""
    told = found.discarded[0] if len(found.discarded) == 1 else None
    if told is None or told.held or told.taken_back:
        return None
    return replace(told, assumed=tuple(action for action in told.actions if action.player is not None))


class Reconciler(Generic[S, A]):
    """Compares what is in `sight` with the history, but for what is set aside. It changes nothing in the game."""

    def __init__(self, history: GameHistory[S, A], run: Run = at_once) -> None:
        self._history, self._game = history, history.game
        self._thinker = Thinker[S, A](history.game, run)
        self.sight = SeenTable(history)
        self.deferred = Deferrals()
        self._doubt = DoubtfulZones()
        self._found: tuple[object, Finding[A]] | None = None
        self._is_recalled = False
        self.agreed: tuple[S, Observation] | None = None
        """The newest look, if all of the table lies in it as the game has it in that state."""
        self._uncounted = frozenset[Zone]()
        """Piles that had another top when the table was seen again: how much came to them meanwhile nobody saw."""
        self._said_before_seen = False
        """Whether people have said how the table stands before anybody looked at it."""

    # --- what is seen ---

    def look(self, observation: Observation, at: float = 0.0) -> None:
        is_first = self.sight.observation is None
        if is_first and not self._is_recalled:
            self.deferred.interrupt(self._game, self._history)
        self.sight.take(observation)
        self.look_again()
        if is_first:
            if not self._is_recalled or not self.differences():
                # A pile that looks as it should is taken to be as high, unless hands were at it.
                self.sight.agree(but=pending_moves.restacked(self._game, self._history))
            self._uncounted = self._grown_unseen()
            if self._said_before_seen:
                self._suppose_unseen()
        self.sight.look_under_covers(observation.blind, at)
        if self.sight.fade(observation.faded, self.differences()):
            self.look_again()

    def recall(self, observation: Observation) -> None:
        """So the table lay when it agreed with this state: what differs now was done while nobody looked."""
        self.sight.recall(observation)
        self._is_recalled = True

    def _agreed(self) -> tuple[S, Observation] | None:
        state, sight = self._history.state, self.sight
        is_whole = not (sight.gap() or sight.covered or self.deferred.pending or sight.unseen.changes)
        if sight.observation is None or not is_whole or not fit_heights(self._game, state, sight.told()):
            return None
        return state, sight.observation

    def _grown_unseen(self) -> frozenset[Zone]:
        piles = self._game.pile_heights(self._history.state).keys() if self._history.played else ()
        return frozenset(change.zone for change in self.differences() if change.delta > 0 and change.zone in piles)

    def compare(self, observation: Observation, at: float) -> None:
        """The first look after a while of play by touch: what differs is for hands to put right, and is no move."""
        self.look(observation, at)
        self.deferred.expect(())
        self.restore()

    def look_again(self) -> None:
        """The same picture, after a correction or an action."""
        if self.sight.observation is None:
            return  # Nobody looks at the table: it says nothing, neither of what lies there nor of what does not.
        self.sight.read()
        self.deferred.look(self.sight.seen, self.sight.gap())
        self.sight.first_look(() if self.deferred.restoring else self.differences())
        self.sight.lack(self.differences())

    def differences(self) -> tuple[Change, ...]:
        """Where the table differs from the game and from the pending moves, but for what was left alone."""
        return diff(self.sight.expected, self.deferred.done(self.sight.seen))

    def fits(self, state: S) -> bool:
        """Whether the table looks like this state, pending moves done."""
        return not diff(self._game.table(state), self.deferred.done(self.sight.seen))

    def stands_for(self, state: S, zone: Zone, believed: Piece) -> Piece | None:
        """What that label in the zone is on if the table looks like this state but for it; None if it does not."""
        seen, expected = self.sight.seen.without(self.deferred.left_alone.keys()), self._game.table(state)
        if believed not in (lying := list(seen.zones.get(zone, ()))):
            return None
        lying[lying.index(believed)] = UNREADABLE
        raw = raw_diff(expected, TableSnapshot({**seen.zones, zone: tuple(lying)}))
        lacking = [change.piece for change in raw if change.zone == zone and change.delta < 0]
        return lacking[0] if len(lacking) == 1 and not explain_away(raw) else None

    # --- what explains it ---

    def finding(self, made: Sequence[float], hasty: bool = False) -> Finding[A]:
        """What explains the table; a table that rests is not explained again.

        The open actions were `made` at these times. A doubt in one place does not stop the game elsewhere, and what is
        being put back is no move. Raises StillThinking while it is not known.
        """
        set_aside = self.deferred.pending, self.deferred.restoring, tuple(self.deferred.left_alone)
        asked = self._history.state, self.sight.seen, self.sight.told(), set_aside, tuple(made)
        if self._found is None or self._found[0] != asked:
            self._found = asked, self._as_counted(self._revised(made, hasty))
        if self._found[1] == Hypothesis(held=self.sight.gap()):
            self.sight.agree()
            self.agreed = self._agreed()
        return self._found[1]

    def _as_counted(self, found: Finding[A]) -> Finding[A]:
        self._uncounted -= self.sight.seen.zones.keys() - {change.zone for change in self.differences()}
        if not self._uncounted or not isinstance(found, Hypothesis) or not found.actions:
            return found
        before = self._history.before_latest(found.taken_back)
        now, later = (
            self._game.pile_heights(each) for each in (before, reduce(self._game.apply, found.actions, before))
        )
        return replace(found, uncounted=any(later.get(zone, 0) > now.get(zone, 0) for zone in self._uncounted))

    def _revised(self, made: Sequence[float], hasty: bool) -> Finding[A]:
        found = self._revision(made, hasty)
        if not is_whole(found) and (fewer := self.sight.unseen.gone(self.sight.seen, self.sight.expected)):
            without = self._revision(made, hasty, seen=fewer)
            if is_whole(without):
                return without
        if isinstance(found, Hypothesis) and not (found.actions or found.forced or self.sight.may_be_held(found)):
            return _put_away_unseen(found) or Unexplained(found.held)
        if isinstance(found, Hypothesis) and not found.actions and self.sight.is_put_away(found.held):
            found = _put_away(found)
        told = found
        if not (isinstance(found, Hypothesis) or is_whole(found)) and self._doubt.zones:
            told = self._revision(made, hasty, self._doubt.zones)
        if isinstance(told, Hypothesis) and told.actions and told.is_exact:
            return self._doubt.weighed(told, self.differences(), elsewhere=told is not found)
        return found

    def _revision(
        self, made: Sequence[float], hasty: bool, masked: Collection[Zone] = (), seen: TableSnapshot | None = None
    ) -> Finding[A]:
        sighting = self._sighting(self.deferred.zones.union(masked), seen, made)
        return self._thinker.finding(self._history.state, self._open_actions(len(made)), sighting, hasty=hasty)

    def _open_actions(self, count: int) -> Sequence[OpenAction[S, A]]:
        played = self._history.played[len(self._history.played) - count :]
        return [OpenAction(each.before, each.action) for each in played if is_action(each.action)]

    def why(self, made: Sequence[float]) -> Sequence[tuple[Cost, Finding[A]]]:
        """The three cheapest explanations of the table as it lies now, with what speaks against each."""
        sighting = self._sighting(self.deferred.zones, None, made)
        return cheapest_findings(self._game, self._history.state, self._open_actions(len(made)), sighting)

    def finding_after(self, told: Hypothesis[A]) -> Finding[A]:
        """What would explain the table if that had happened before. Raises StillThinking while it is not known."""
        state = reduce(self._game.apply, told.actions, self._history.before_latest(told.taken_back))
        return self._thinker.finding(state, (), self._sighting(self.deferred.zones))

    def _sighting(
        self, away: Collection[Zone], look: TableSnapshot | None = None, made: Sequence[float] = ()
    ) -> Sighting:
        seen = (self.sight.seen if look is None else look).without(away)
        return Sighting(seen, as_if_done(seen, self.deferred.pending), self.sight.hidden(away, made))

    def closing_look(self) -> ClosingLook | None:
        """The newest look, to be held against a result; None where nobody has looked."""
        sight = self.sight
        if sight.observation is None:
            return None
        seen = self._history.labels.identify(sight.reading) if sight.unseen.in_question else sight.seen
        buried = frozenset((zone, piece) for zone, lying in sight.hidden((), ()).buried.items() for piece in lying)
        blind = [zone for zone, pieces in sight.expected.zones.items() if pieces and zone not in seen.zones]
        waiting = [change.zone for change in self.to_do()]
        not_compared = tuple(dict.fromkeys((*blind, *waiting)))
        return ClosingLook(seen, sight.told(), buried, self.deferred.pending, not_compared)

    def doubt(self) -> None:
        """What differs now is being talked about: play may go on elsewhere."""
        self._doubt.about(self.differences())

    def leave_alone(self) -> None:
        """What differs now stays as it is until it changes, and nothing more is said of it."""
        self._suppose_unseen()
        self.deferred.leave_alone(self.sight.seen, {change.zone for change in self.differences()})

    def _suppose_unseen(self) -> None:
        self.sight.expect()
        self.sight.suppose_unseen(self.differences())

    def miss_unseen(self, gone: tuple[Zone, Piece] | None = None) -> None:
        """What is not seen does not lie there, nor under others: those pieces of a zone, or all."""
        self.sight.unseen.forget(gone)
        self.sight.forget_buried()
        self.look_again()

    def taken_back(self) -> Sequence[A]:
        """The latest actions, if the table looks as it did before them."""
        played = self._history.since_put_right
        decisions = [index for index, each in enumerate(played) if each.action.player is not None]
        for index in decisions[: -TAKEBACKS - 1 : -1]:
            before = played[index].before
            if not diff(self._game.table(before), self.sight.seen) and fit_heights(
                self._game, before, self.sight.told()
            ):
                return tuple(each.action for each in played[index:] if is_action(each.action))
        return ()

    # --- what hands have yet to do, or are putting back ---

    @property
    def pending(self) -> tuple[Change, ...]:
        return self.deferred.pending

    def expect_moves(self, before: S, unexplained: tuple[Change, ...] = (), believed: S | None = None) -> None:
        """After actions since that state: what the table lacks is pending, but for what they do not explain.

        What they change where the camera cannot look is pending too, if it was not `believed` before: hands may not
        have done it yet.
        """
        if self.sight.observation is None:
            return  # Nobody looks at the table: nothing would ever tell that it has been done.
        self.sight.expect()
        self.sight.await_gone(before)
        changed = diff(self.sight.expected, self._game.table(before if believed is None else believed))
        hidden = self.sight.still_to_see(changed)
        lacking = [change for change in self.sight.gap() if change.piece != UNREADABLE and change not in unexplained]
        self.deferred.expect((*lacking, *hidden))

    def put_right(self) -> None:
        """The table stands as people said: nothing is pending, put back or left alone, and what is buried is new."""
        self.deferred.forget()
        self._doubt = DoubtfulZones()
        self.sight.forget_buried()
        self._said_before_seen = self.sight.observation is None
        self.look_again()
        self._suppose_unseen()

    def not_due(self, outstanding: Sequence[Change]) -> tuple[Change, ...]:
        """What differs and is neither due yet nor left to do by the latest actions."""
        due = {(change.zone, change.piece) for change in (*self.deferred.pending, *outstanding)}
        return tuple(change for change in self.sight.gap() if (change.zone, change.piece) not in due)

    def to_do(self) -> tuple[Change, ...]:
        """The pending moves as they are said: what lies on a pile is covered, not taken away."""
        return pending_moves.uncovered(self.deferred.pending, self._game.layout(self._history.state).piles)

    @property
    def restoring(self) -> bool:
        return bool(self.deferred.restoring)

    def restore(self) -> None:
        """Until the table agrees in the zones that differ now, nothing on it is taken for a move."""
        self.sight.expect()
        self.deferred.restoring = frozenset(change.zone for change in self.differences())

    def stop_restoring(self) -> None:
        self.deferred.restoring = frozenset()

    def check_restored(self) -> None:
        """The zones in sight that agree again are no longer being put back, and no longer in doubt."""
        done = self.sight.seen.zones.keys() - {change.zone for change in self.sight.gap()}
        self.deferred.agree(done, self.sight.expected.zones)
        self._doubt.agree(done)


def _put_away(found: Hypothesis[A]) -> Hypothesis[A]:
    """What only is gone, and lies in the corner for that: nobody holds it."""
    told = [each for each in found.discarded if each.actions and not (each.taken_back or each.held)]
    return replace(found, discarded=(told[0],), forced=True, fates=()) if told else found
