"""What fingers, buttons and keys ask for: an action, a pick on the way to one, or another subject of the talk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, cast

from companion.core.belief.hypothesis import Hypothesis
from companion.core.game import Action
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
from companion.core.selection import Selection
from companion.session import prompts, sight_prompts
from companion.session.action_handler import ActionHandler
from companion.session.corrections import likely_pieces
from companion.session.messages import CameraChoice
from companion.session.prompts import (
    Allow,
    AskWhich,
    Believe,
    LeaveAlone,
    MissUnseen,
    Prompt,
    Reply,
    Restore,
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
        """`screen` is what the fingers see."""
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

    def _obey(self, intent: Intent | CameraChoice) -> None:
        match intent:
            case Do(action):
                self._actions.touch(cast(A, action))
            case Select(pick):
                self._pick(self._dialogue.selection.picking(pick))
            case Back() | Undo() if self._dialogue.selection:
                self._pick(self._dialogue.selection.back())
            case Answer():
                reply = self._dialogue.reply_to(intent)
                if reply is not None:
                    self._follow(reply)
            case Drag():
                self._drag(intent)
            case Why():
                self._dialogue.asked_why = not self._dialogue.asked_why
            case Back() | Pass() | Confirm() | Open() | Close() | Touched() | Typed():
                pass
            case _:
                self._follow(intent)

    def _pick(self, selection: Selection) -> None:
        self._dialogue.opened, self._dialogue.selection = None, selection

    def _follow(self, reply: Reply) -> None:
        self._dialogue.opened = None
        match reply:
            case Believe(actions, taken_back):
                self._actions.confirm(Hypothesis(taken_back, cast(tuple[A, ...], actions)))
            case Allow(actions, rule):
                self._actions.overrule(cast(Sequence[A], actions), rule)
            case TakeBack(moves):
                self._actions.undo(moves)
            case Do(action):
                self._actions.touch(cast(A, action))
            case Undo():
                self._actions.undo()
            case Identify():
                self._actions.correct(reply)
            case Decide():
                self._actions.decide(reply)
            case _:
                self._turn_to(reply)

    def _turn_to(
        self,
        reply: Restore | TrustTable | LeaveAlone | MissUnseen | AskWhich | Inspect | CameraChoice | Dismiss | Leave,
    ) -> None:
        """Changes what is talked about; nothing is done to the game."""
        match reply:
            case Restore():
                self._refuse_what_was_offered()
                self._dialogue.answer()
                self._table.restore()
                self._session.belief.consider(Hypothesis())
            case TrustTable():
                self._nothing_was_tried()
                self._refuse_what_was_offered()
                self._dialogue.answer()
                self._table.stop_restoring()
                self._actions.reconsider()
            case LeaveAlone():
                self._table.stop_restoring()
                self._table.leave_alone()
                self._actions.reconsider()
            case MissUnseen():
                self._table.miss_unseen()
                self._actions.reconsider()
            case AskWhich(labels):
                self._nothing_was_tried()
                self._dialogue.opened = sight_prompts.which_is_misread(self._session.history.game, labels)
            case Inspect():
                self._nothing_was_tried()
                self._inspect(reply)
            case Dismiss():
                self._dialogue.dismiss()
            case CameraChoice():
                self._dialogue.dismiss()
                self._outside(reply)
            case Leave():
                self._outside(reply)

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

    def _drag(self, drag: Drag) -> None:
        history = self._session.history
        found = what_brings_it_there(history.game, history.state, drag)
        if isinstance(found, Prompt):
            self._dialogue.opened = found
        else:
            self._actions.touch(cast(A, found))

    def _inspect(self, place: Inspect) -> None:
        history = self._session.history
        tag = history.labels.tag_of(place.piece, self._table.reading, place.zone)
        if tag is None or self._dialogue.blind:  # Nobody corrects what a camera saw that sees nothing now.
            self._dialogue.opened = what_to_do_with_it(history.game, history.state, place)
        else:
            pieces = likely_pieces(history, self._table, place.zone, place.piece)
            label = tag, self._table.crop_of(place.zone, tag)
            self._dialogue.opened = prompts.what_is_it(history.game, place.zone, place.piece, label, pieces)
