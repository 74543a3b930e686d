"""What changes the game: actions that are believed, touched, allowed, taken back or corrected.

Each is written into the history first; then the log is told, and the table what hands have yet to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from typing import Generic, TypeVar

from companion.core.belief.hypothesis import Either, Hypothesis
from companion.core.belief.search import Illegal
from companion.core.editor import Edit
from companion.core.game import Action, violation
from companion.core.journal_entries import AT_RANDOM, CAMERA
from companion.core.screen import Decide, Identify
from companion.core.table import diff
from companion.core.text import Text, say, verbatim
from companion.session import prompts
from companion.session.corrections import amendment
from companion.session.denied_states import DeniedStates
from companion.session.game_history import PlayedAction
from companion.session.hypothesis_tracks import HypothesisTracks
from companion.session.messages import Conclusion
from companion.session.order_of_play import times_begun, was_believed_since
from companion.session.prior_actions import PriorActions
from companion.session.recorded_actions import in_notation, written
from companion.session.session_state import SessionState
from companion.session.thinking import StillThinking

S = TypeVar("S")
A = TypeVar("A", bound=Action)


MOST_REVEALED = 8
"""So many pieces come to light in one look at most."""

REACTION = 1.5
"""Seconds in which a finger may still mean what the camera has just seen to be done, or taken back."""


class ActionHandler(Generic[S, A]):
    def __init__(self, session: SessionState[S, A], report: Callable[[Conclusion], None]) -> None:
        self._game, self._history, self._table = session.game, session.history, session.table
        self._belief, self._dialogue, self._report = session.belief, session.dialogue, report
        self._refusals, self._tracks = DeniedStates[S, A](session.history), HypothesisTracks(session)
        self._prior = PriorActions(session)
        self._stood: list[S] = []
        """The states that were believed since the latest change on the table or in the game."""
        self._taken_back_at = float("-inf")
        """When the camera last saw that something was taken back, in seconds."""
        self._corrected = False
        """Whether that change was a correction, which may amend what was played."""

    def reconsider(self, *, corrected: bool = False) -> None:
        """After a change on the table or in the game: what explains it now, as far as it may be believed at once."""
        self._reveal()
        self._stood, self._corrected = [self._history.state], corrected
        self.go_on()

    def _reveal(self) -> None:
        """In an evening that began with what lay there, what comes to light is what has lain there all the time."""
        for _ in range(MOST_REVEALED if self._history.is_rescued else 0):
            if not (edits := self._game.found.revealed(self._history.state, self._table.sight.seen)):
                return
            self._history.put_right(edits, CAMERA)
            self._belief.open.settle()
            self._table.look_again()

    def go_on(self) -> None:
        """Reconsiders as far as it is known what explains the table."""
        try:
            self._believe_at_once()
        except StillThinking:
            self._belief.wonder()
            return
        except Exception:
            self._belief.know()  # Nothing more is to come of this look.
            raise
        self._belief.know()
        if self._corrected and not isinstance(self._belief.finding, Hypothesis):
            self._amend()

    def _believe_at_once(self) -> None:
        """Raises StillThinking, all that is known being done, where nothing can go on before more is known."""
        while self._history.state not in self._stood[:-1]:
            found = self._to_believe()
            if found is None or found.changes_nothing:
                return
            self._write_down(self._in_its_place(found), said=False)
            self._stood.append(self._history.state)
        self._consider()  # It goes round in a circle: the table may be either, and one look settles nothing.

    def _to_believe(self) -> Hypothesis[A] | None:
        """What explains the table best, if it may be believed at once."""
        before = self._consider()
        if before is not None:
            self._table.sight.accept_replacements()
        return self._belief.at_once() if before is None else before

    def _consider(self) -> Hypothesis[A] | None:
        """Looks for what explains the table; returns what must have happened before."""
        self._table.check_restored()
        self._refusals.look(self._table.sight.seen)
        if not self._table.differences():
            self._dialogue.answered.clear()
        told_now = self._table.finding(self._belief.open.times, self._belief.hasty)
        said = self._refusals.weighed(self._tracks.in_the_order_begun(told_now))
        left_open = self._tracks.left_open()
        missing = [change for change in self._table.sight.gap() if change.delta < 0]
        found = Either(left_open) if left_open else self._prior.or_after_a_fate(said, missing)
        before = next(self._prior.believed(found, missing), None)
        # What was asked about goes on before anything is thought to have been put away meanwhile.
        told = self._tracks.told_before(found) if self._belief.is_asked or before is None else ()
        whole = self._tracks.each_with_what_follows(told, found)
        says, since = (whole, self._belief.told) if whole is not None else (found, None)
        # Last: until all is known, nothing is believed of it.
        self._belief.consider(says, missing, self._table.sight.covered, since)
        before = told[0] if len(told) == 1 else before
        return None if before is None or self._refusals.has(before) else before

    def revise(self, found: Hypothesis[A] | None) -> None:
        """What the camera saw is written down as what happened, instead of what it seemed to be before."""
        if found is not None and not found.changes_nothing:
            self._write_down(self._in_its_place(found), said=False)
            self.reconsider()

    def _in_its_place(self, found: Hypothesis[A]) -> Hypothesis[A]:
        """The same before the latest decisions of others, if it was begun before them and that leads to as much."""
        if found.taken_back:
            return found
        now, after = self._history.state, self._after(self._history.state, found.actions)
        changes = diff(self._game.table(now), self._game.table(after))
        covered = {change.zone for change in changes if change.delta > 0}
        taken = [change for change in changes if change.zone not in covered]
        earlier = self._prior.before_the_latest(
            self._belief.away.begun_before(found, taken, self._belief.finding), found.actions
        )
        if earlier is None:
            return found
        instead = self._after(self._history.before_latest(earlier.taken_back), earlier.actions)
        return found if diff(self._game.table(after), self._game.table(instead)) else earlier

    def _after(self, state: S, actions: Sequence[A]) -> S:
        return reduce(self._game.apply, actions, state)

    def _write_down(self, found: Hypothesis[A], *, said: bool) -> None:
        """`said`: by people, who know too what of it is still to be done."""
        saw, before = self._table.differences(), self._history.before_latest(found.taken_back)
        believed, open_ones = self._history.state, self._belief.open
        kept = dict(zip(self._history.latest_actions(open_ones.count), open_ones.begun, strict=False))
        taken = self._history.revise(found.taken_back, found.actions, "touch" if said else CAMERA)
        open_ones.take_back(found.taken_back)
        begun = times_begun(self._game, self._belief, before, found.actions, kept if taken else {})
        open_ones.make(found.actions, self._belief.now, begun)
        if taken and not found.actions and not said:
            self._taken_back_at = self._belief.now
        if taken:
            self._report(Conclusion("revised", self._notations(taken), saw))
        if found.actions:
            self._report(Conclusion("explained", self._notations(found.actions), saw))
        self._table.look_again()
        self._table.expect_moves(before, saw if said else self._table.not_due(found.outstanding), believed)
        self._acted(() if said or taken else found.actions)

    def confirm(self, found: Hypothesis[A]) -> None:
        """What people say that they did is written down."""
        self._write_down(found, said=True)
        self._belief.open.settle()
        self.reconsider()

    def refuse(self, offered: Iterable[Hypothesis[A]]) -> None:
        """None of these happened, people say."""
        for each in offered:
            before = self._history.before_latest(each.taken_back)
            self._refusals.refuse(self._after(before, each.actions), self._table.sight.seen)
            asked = prompts.otherwise(self._game, self._history.state, each)
            self._dialogue.answered.add(asked.notice.heading)

    def overrule(self, actions: Sequence[A], overruled: str) -> None:
        """The players set that rule aside for the last of the actions."""
        saw, before = self._table.differences(), self._history.state
        self._history.do(actions, "touch", overruled)
        self._belief.open.settle()
        self._report(Conclusion("overruled", self._notations(actions), saw))
        self._table.look_again()
        self._table.expect_moves(before)
        self._acted()
        self.reconsider()

    def touch(self, action: A, then: Sequence[A] = ()) -> None:
        """What fingers asked for is done, or refused with the rule; `then` what goes with it, as far as it is legal.

        A finger on its way while the camera saw the same confirms it.
        """
        if was_believed_since(self._belief.now - REACTION, action, self._history, self._belief):
            self.confirm(Hypothesis())
            return
        if (put_away := self._put_away_by_who_goes_on(action)) is not None:
            self._write_down(put_away, said=False)
        left = self._belief.left_there()
        if left is not None and self._prior.may_follow(left.actions, Hypothesis(actions=(action,))):
            self._write_down(left, said=False)
        if (broken := violation(self._game, self._history.state, action)) is not None:
            slip = Illegal((), action, broken)
            self._dialogue.opened = prompts.refused(self._game, self._history.state, slip, say("All right"))
            return
        unexplained, before = self._table.differences(), self._history.state
        done = (action, *self._as_far_as_legal(self._game.apply(before, action), then))
        self._history.do_together(done)
        self._belief.open.settle()
        self._report(Conclusion("touched", self._notations(done)))
        self._table.expect_moves(before, unexplained)
        self._table.stop_restoring()
        self._acted()
        self.reconsider()

    def throw(self, dice: tuple[int, int]) -> None:
        """What the camera has read of two dice is the throw that is awaited, if any is: shown, and undone by touch."""
        actions = self._game.thrown(self._history.state, dice)
        if not actions:
            return
        self._history.do_together(actions, CAMERA)
        self._belief.open.settle()
        self._report(Conclusion("explained", self._notations(actions)))
        self._acted()
        self.reconsider()

    def _as_far_as_legal(self, state: S, actions: Sequence[A]) -> Iterator[A]:
        for action in actions:
            if self._game.outcome(state) is not None or violation(self._game, state, action) is not None:
                return
            yield action
            state = self._game.apply(state, action)

    def _put_away_by_who_goes_on(self, action: A) -> Hypothesis[A] | None:
        """What is thought to be in a hand was put away, by what had to come before this, or by whoever touches this.

        Whose hand is on the screen holds nothing in it; what others have taken up, not just now, is gone if only that
        makes this legal.
        """
        found = self._belief.finding
        if not isinstance(found, Hypothesis) or not found.changes_nothing or len(found.discarded) != 1:
            return None
        discards = found.discarded[0]
        is_his = action.player in {each.player for each in discards.actions}
        gone = max(self._belief.away.missed.get(change, self._belief.now) for change in found.held)
        is_needed = violation(self._game, self._history.state, action) is not None
        is_needed = is_needed and self._belief.now - gone >= REACTION
        if discards.taken_back or discards.held or not (is_his or is_needed):
            return None
        return discards if self._prior.may_follow((*discards.actions, action), Hypothesis()) else None

    def undo(self, moves: int = 1) -> None:
        """Takes back the players' latest actions; the table is then to be put back.

        A finger on its way while the camera saw one taken back does not take back the one before.
        """
        if moves == 1 and self._belief.now - self._taken_back_at < REACTION:
            return
        undone = self._history.state
        for _ in range(moves):
            if taken := self._history.undo("touch"):
                self._report(Conclusion("undone", self._recorded(taken)))
        self._put_back(undone)

    def go_back(self, actions: int) -> None:
        """Takes back the so many latest actions, with what chance brought among them."""
        undone = self._history.state
        while actions > 0 and (taken := self._history.undo("touch")):
            self._report(Conclusion("undone", self._recorded(taken)))
            actions -= len(taken)
        self._put_back(undone)

    def _put_back(self, undone: S) -> None:
        """Hands are to put the table back: what was undone is not what happened."""
        self._belief.open.settle()
        self._table.look_again()
        self._refusals.refuse(undone, self._table.sight.seen)
        self._acted()
        self._table.restore()
        self.reconsider()

    def redo(self) -> None:
        """Does again what was taken back last; hands then have to do it, too."""
        before = self._history.state
        if not (done := self._history.redo("touch")):
            return
        self._belief.open.settle()
        self._report(Conclusion("touched", self._recorded(done)))
        self._table.stop_restoring()
        self._table.look_again()
        self._table.expect_moves(before)
        self._acted()
        self.reconsider()

    def deal_at_random(self, actions: Sequence[A]) -> None:
        """Nobody laid these; the journal says so."""
        self._history.do(actions, AT_RANDOM)
        self._belief.open.settle()
        self._report(Conclusion("touched", self._notations(actions)))
        self._acted()
        self.reconsider()

    def put_right(self, edits: Sequence[Edit]) -> None:
        """The table stands as people say, whatever the rules say. Raises EditRefused for what can be no position."""
        saw = self._table.differences()
        self._history.put_right(edits, "touch")
        self._report(Conclusion("put right", self._recorded(self._history.played[-1:]), saw))
        self._belief.open.settle()
        self._acted()
        self._table.put_right()
        self.reconsider()

    def correct(self, label: Identify) -> None:
        """The label is on that piece; if it was believed to be on another, the action that believed so is amended."""
        self._history.correct(label.zone, label.tag, label.piece, "touch")
        piece, zone = self._game.piece_name(label.piece), self._game.zone_name(label.zone)
        self._report(Conclusion("corrected", (say("{piece} in {zone}", piece=piece, zone=zone),)))
        self._table.look_again()
        self.reconsider(corrected=True)

    def _amend(self) -> None:
        """What a corrected label makes impossible to explain was believed otherwise when it was played."""
        self._corrected = False
        if amended := amendment(self._history, self._table):
            index, action = amended
            self._history.amend(index, action, "touch")
            self._report(Conclusion("corrected", self._notations((action,))))
            self._dialogue.acted()
            self._table.look_again()
            self.reconsider()

    def decide(self, point: Decide) -> None:
        """The table has decided an ambiguous point; what lies there is judged anew."""
        self._history.decide(point.setting, point.choice, "touch")
        self._report(Conclusion("decided", (verbatim(f"{point.setting} = {point.choice}"),)))
        self._belief.open.settle()
        self._acted()
        self.reconsider()

    def _acted(self, seen: Sequence[A] = ()) -> None:
        self._dialogue.acted()
        self._belief.act(seen)
        self._history.mark_end()

    def _recorded(self, played: Sequence[PlayedAction[S, A]]) -> tuple[Text, ...]:
        return tuple(verbatim(in_notation(written(self._game, each.action))) for each in played)

    def _notations(self, actions: Sequence[A]) -> tuple[Text, ...]:
        return tuple(verbatim(self._game.write_action(action)) for action in actions)
