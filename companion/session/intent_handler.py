"""What fingers, buttons and keys ask for: an action, a pick on the way to one, or another subject of the talk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import singledispatchmethod
from typing import Any, Generic, TypeVar, cast

from companion.core.belief.hypothesis import Hypothesis
from companion.core.game import Action, violation
from companion.core.screen import (
    Answer,
    Back,
    Close,
    Confirm,
    Decide,
    Dismiss,
    Do,
    Drag,
    Identify,
    Inspect,
    Intent,
    Leave,
    Open,
    Pass,
    Screen,
    Select,
    Touched,
    Typed,
    Undo,
    Why,
)
from companion.core.screen_parts import Throw
from companion.core.selection import Selection
from companion.session import prompts, sight_prompts
from companion.session.action_handler import ActionHandler
from companion.session.corrections import likely_pieces
from companion.session.messages import CameraChoice
from companion.session.replies import (
    Allow,
    AskWhich,
    Believe,
    LeaveAlone,
    MissUnseen,
    Prompt,
    Reply,
    Restore,
    StillThere,
    TakeBack,
    TrustTable,
)
from companion.session.session_state import SessionState
from companion.session.touched_piece import what_brings_it_there, what_to_do_with_it

S = TypeVar("S")
A = TypeVar("A", bound=Action)


class IntentHandler(Generic[S, A]):
    """`outside` gets what is no matter of this game."""

    def __init__(
        self,
        session: SessionState[S, A],
        actions: ActionHandler[S, A],
        outside: Callable[[Leave | CameraChoice], None],
    ) -> None:
        self._session, self._dialogue, self._table = session, session.dialogue, session.table
        self._actions, self._outside = actions, outside

    def handle(self, intent: Intent | CameraChoice, screen: Screen | None) -> None:
        """`screen` is what the fingers see: a physical button does what its button on it asks for."""
        match intent:
            case Pass():
                for button in screen.buttons if screen else ():
                    if button.key == "pass":
                        self._obey(button.intent)
            case Confirm():
                foremost = screen.notice.foremost if screen is not None and screen.notice is not None else None
                if foremost is not None:
                    self._obey(foremost.intent)
            case _:
                self._obey(intent)

    def let_the_throw_stand(self, screen: Screen | None) -> None:
        """Whoever takes the dice up has read them: what they decide is done, where no piece shows that it was."""
        notice = screen.notice if screen is not None else None
        if notice is None or not isinstance(notice.detail, Throw) or notice.foremost is None:
            return
        history, done = self._session.history, notice.foremost.intent
        action = cast(A, done.action) if isinstance(done, Do) else None
        if action is not None and violation(history.game, history.state, action) is None:
            after = history.game.apply(history.state, action)
            if history.game.table(after) == history.game.table(history.state):
                self._actions.touch(action)

    # --- intents ---

    @singledispatchmethod
    def _obey(self, intent: Any) -> None:
        """What has no handler of its own here, by its type, is the same as a reply."""
        self._follow(intent)

    @_obey.register
    def _touch(self, done: Do) -> None:
        self._actions.touch(cast(A, done.action), cast(tuple[A, ...], done.then))

    @_obey.register
    def _select(self, select: Select) -> None:
        self._pick(self._dialogue.selection.picking(select.pick))

    @_obey.register
    def _step_back(self, back: Back | Undo) -> None:
        """Out of what has been picked, or else out of the latest action."""
        if self._dialogue.selection:
            self._pick(self._dialogue.selection.back())
        elif isinstance(back, Undo):
            self._follow(back)

    @_obey.register
    def _answer(self, answer: Answer) -> None:
        reply = self._dialogue.reply_to(answer)
        if reply is not None:
            self._follow(reply)

    @_obey.register
    def _drag(self, drag: Drag) -> None:
        history = self._session.history
        found = what_brings_it_there(history.game, history.state, drag)
        if isinstance(found, Prompt):
            self._dialogue.opened = found
        else:
            self._actions.touch(cast(A, found))

    @_obey.register
    def _ask_why(self, _: Why) -> None:
        self._dialogue.asked_why = not self._dialogue.asked_why

    @_obey.register
    def _leave_to_pages(self, _: Pass | Confirm | Open | Close | Touched | Typed) -> None:
        """They ask nothing of a game."""

    def _pick(self, selection: Selection) -> None:
        self._dialogue.opened, self._dialogue.selection = None, selection

    # --- replies ---

    def _follow(self, reply: Reply) -> None:
        self._dialogue.opened = None
        self._reply(reply)

    @singledispatchmethod
    def _reply(self, reply: Any) -> None:
        raise TypeError(f"nobody takes {reply!r}")

    @_reply.register
    def _believe(self, reply: Believe) -> None:
        self._actions.confirm(Hypothesis(reply.taken_back, cast(tuple[A, ...], reply.actions)))

    @_reply.register
    def _allow(self, reply: Allow) -> None:
        self._actions.overrule(cast(Sequence[A], reply.actions), reply.rule)

    @_reply.register
    def _take_back(self, reply: TakeBack) -> None:
        self._actions.undo(reply.actions)

    @_reply.register
    def _do(self, reply: Do) -> None:
        self._actions.touch(cast(A, reply.action), cast(tuple[A, ...], reply.then))

    @_reply.register
    def _undo(self, _: Undo) -> None:
        self._actions.undo()

    @_reply.register
    def _identify(self, reply: Identify) -> None:
        self._actions.correct(reply)

    @_reply.register
    def _decide(self, reply: Decide) -> None:
        self._actions.decide(reply)

    # --- replies that change what is talked about, and nothing in the game ---

    @_reply.register
    def _restore(self, _: Restore) -> None:
        self._refuse_what_was_offered()
        self._dialogue.answer()
        self._table.restore()
        self._session.belief.consider(Hypothesis())

    @_reply.register
    def _trust_table(self, _: TrustTable) -> None:
        self._nothing_was_tried()
        self._refuse_what_was_offered()
        self._dialogue.answer()
        self._table.stop_restoring()
        self._actions.reconsider()

    @_reply.register
    def _leave_alone(self, _: LeaveAlone) -> None:
        self._table.stop_restoring()
        self._table.leave_alone()
        self._actions.reconsider()

    @_reply.register
    def _still_there(self, _: StillThere) -> None:
        self._table.sight.unseen.answer()
        self._actions.reconsider()

    @_reply.register
    def _miss_unseen(self, reply: MissUnseen) -> None:
        self._table.miss_unseen(reply.gone)
        self._actions.reconsider()

    @_reply.register
    def _ask_which(self, reply: AskWhich) -> None:
        self._nothing_was_tried()
        self._dialogue.opened = sight_prompts.which_is_misread(self._session.history.game, reply.suspects)

    @_reply.register
    def _inspect(self, place: Inspect) -> None:
        self._nothing_was_tried()
        history = self._session.history
        tag = history.labels.tag_of(place.piece, self._table.sight.reading, place.zone)
        if tag is None or self._dialogue.blind:  # Nobody corrects what a camera saw that sees nothing now.
            self._dialogue.opened = what_to_do_with_it(history.game, history.state, place)
        else:
            pieces = likely_pieces(history, self._table, place.zone, place.piece)
            label = tag, self._table.sight.crop_of(place.zone, tag)
            self._dialogue.opened = prompts.what_is_it(history.game, place.zone, place.piece, label, pieces)

    @_reply.register
    def _dismiss(self, _: Dismiss) -> None:
        self._dialogue.dismiss()

    @_reply.register
    def _choose_camera(self, choice: CameraChoice) -> None:
        self._dialogue.dismiss()
        self._outside(choice)

    @_reply.register
    def _leave(self, leave: Leave) -> None:
        self._outside(leave)

    def _nothing_was_tried(self) -> None:
        """What was said to be against a rule was only seen so."""
        said = self._dialogue.shown
        if said is not None and said.tried is not None and said.broken is not None:
            self._session.history.not_refused(said.tried, said.broken.id)

    def _refuse_what_was_offered(self) -> None:
        """None of the stories among the answers is what happened."""
        replies = [reply for _, reply in self._dialogue.shown.replies] if self._dialogue.shown else []
        self._actions.refuse(
            Hypothesis(reply.taken_back, cast(tuple[A, ...], reply.actions))
            for reply in replies
            if isinstance(reply, Believe)
        )
