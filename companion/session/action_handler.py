"""What changes the game: actions that are believed, touched, allowed, taken back or corrected.

Each is written into the history first; then the log is told, and the table what hands have yet to do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from companion.core.game import Action, violation
from companion.core.revision import Revision
from companion.core.screen import Identify
from companion.core.text import Text, say
from companion.session import prompts
from companion.session.corrections import amendment
from companion.session.messages import Conclusion
from companion.session.session_state import SessionState

S = TypeVar("S")
A = TypeVar("A", bound=Action)


class ActionHandler(Generic[S, A]):
    def __init__(self, session: SessionState[S, A], report: Callable[[Conclusion], None]) -> None:
        self._game, self._history, self._table = session.game, session.history, session.table
        self._belief, self._dialogue, self._report = session.belief, session.dialogue, report

    def reconsider(self) -> None:
        """After a change on the table or in the game: what explains it now, and may it be believed at once?"""
        self._table.check_restored()
        if not self._table.differences():
            self._dialogue.answered.clear()
        found = self._table.finding(self._belief.open.count, self._belief.hasty)
        self._belief.consider(found, self._table.covered)
        self.revise(self._belief.at_once())

    def revise(self, found: Revision[A] | None, *, said: bool = False) -> None:
        """What the camera saw is written down as what happened, instead of what it seemed to be before.

        `said`: by people, who know too what is still to be done.
        """
        if found is None or found.changes_nothing:
            return
        saw, before = self._table.differences(), self._history.before_latest(found.taken_back)[0]
        taken = self._history.revise(found.taken_back, found.actions, "camera")
        self._belief.open.take_back(found.taken_back)
        self._belief.open.make(found.actions, self._belief.now)
        if taken:
            self._report(Conclusion("revised", self._notations(taken), saw))
        if found.actions:
            self._report(Conclusion("explained", self._notations(found.actions), saw))
        self._table.look_again()
        self._table.expect_moves(before, () if said else self._table.not_due(found.outstanding))
        self._acted()
        self.reconsider()

    def confirm(self, found: Revision[A]) -> None:
        """What people say that they did is written down."""
        self.revise(found, said=True)
        self._belief.open.settle()

    def overrule(self, actions: Sequence[A], overruled: str) -> None:
        """The players set that rule aside for the last of the actions."""
        saw, before = self._table.differences(), self._history.state
        self._history.do(actions, "camera", overruled)
        self._report(Conclusion("overruled", self._notations(actions), saw))
        self._belief.open.settle()
        self._table.look_again()
        self._table.expect_moves(before)
        self._acted()
        self.reconsider()

    def touch(self, action: A) -> None:
        """What fingers asked for is done, or refused with the rule."""
        broken = violation(self._game, self._history.state, action)
        if broken is not None:
            self._dialogue.opened = prompts.refused(self._game, action, broken)
            return
        unexplained, before = self._table.differences(), self._history.state
        self._history.do((action,), "touch")
        self._belief.open.settle()
        self._report(Conclusion("touched", self._notations((action,))))
        self._table.expect_moves(before, unexplained)
        self._table.stop_restoring()
        self._acted()
        self.reconsider()

    def undo(self, moves: int = 1) -> None:
        """Takes back the players' latest actions; the table is then to be put back."""
        for _ in range(moves):
            if taken := self._history.undo("touch"):
                self._report(Conclusion("undone", self._notations(taken)))
        self._belief.open.settle()
        self._table.look_again()
        self._acted()
        self._table.restore()
        self.reconsider()

    def correct(self, label: Identify) -> None:
        """The label is on that piece; if it was believed to be on another, the action that believed so is amended."""
        self._history.correct(label.zone, label.tag, label.piece, "touch")
        piece, zone = self._game.piece_name(label.piece), self._game.zone_name(label.zone)
        self._report(Conclusion("corrected", (say("{piece} in {zone}", piece=piece, zone=zone),)))
        self._table.look_again()
        self.reconsider()
        if isinstance(self._belief.finding, Revision):
            return
        if amended := amendment(self._history, self._table):
            index, action = amended
            self._history.amend(index, action, "touch")
            self._report(Conclusion("corrected", self._notations((action,))))
            self._dialogue.acted()
            self._table.look_again()
            self.reconsider()

    def _acted(self) -> None:
        self._dialogue.acted()
        self._belief.consider(Revision())
        self._history.mark_end(self._game.outcome(self._history.state) is not None)

    def _notations(self, actions: Sequence[A]) -> tuple[Text, ...]:
        return prompts.notations(self._game, actions)
