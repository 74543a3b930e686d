"""Takes what the camera saw and what fingers asked for, one message after the other, and publishes screens.

One thread calls `handle`. Nothing is believed that the rules cannot explain, and nothing is asked that the table is
about to answer by itself: a story that may be half told, and every doubt, first has to rest on a still table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from companion.config import Patience
from companion.core.findings import Revision
from companion.core.game import Action
from companion.core.screen import Leave, NoticeKind, Screen
from companion.core.table import UNREADABLE, Observation
from companion.session.action_handler import ActionHandler
from companion.session.game_history import GameHistory
from companion.session.intent_handler import IntentHandler
from companion.session.messages import CameraChoice, Conclusion, Message, Tick, Trouble
from companion.session.prompt_queue import open_prompts
from companion.session.prompts import Prompt
from companion.session.screen_composer import ScreenComposer
from companion.session.session_state import SessionState

S = TypeVar("S")
A = TypeVar("A", bound=Action)

DEFAULT_PATIENCE = Patience()

LONGEST_GAP = 5.0
"""Seconds without a tick that still count as play: more is a sleeping machine."""

LOGGED = {NoticeKind.ILLEGAL: "illegal", NoticeKind.QUESTION: "asked", NoticeKind.DISAGREE: "disagree"}
"""The notices that are conclusions, and of which kind."""

DOUBTS = {NoticeKind.ILLEGAL, NoticeKind.DISAGREE}


class Session(Generic[S, A]):
    """The one owner of a game that is being played. `publish` gets every new screen, `report` every log line.

    `outside` gets what players ask for that is no matter of this game: another evening, another camera.
    """

    def __init__(
        self,
        history: GameHistory[S, A],
        publish: Callable[[Screen], None],
        report: Callable[[Conclusion], None],
        patience: Patience = DEFAULT_PATIENCE,
        outside: Callable[[Leave | CameraChoice], None] = lambda _: None,
    ) -> None:
        self.history = history
        self._state = SessionState.of(history, patience)
        self._actions = ActionHandler(self._state, report)
        self._intents = IntentHandler(self._state, self._actions, outside)
        self._composer = ScreenComposer(history)
        self._publish, self._report = publish, report
        self.screen: Screen | None = None

    @property
    def prompt(self) -> Prompt | None:
        """What is being said, with what each answer to it means; None where the game itself has the word."""
        return self._state.dialogue.shown

    @property
    def open_actions(self) -> int:
        """How many of the latest actions the table may still revise; all earlier ones are settled."""
        return self._state.belief.open.count

    def recollect(self, observation: Observation) -> None:
        """An earlier look of this evening: it tells where labels lay before others covered them, and nothing else."""
        self._state.table.recollect(observation)

    @property
    def resting(self) -> bool:
        """Whether nothing is waiting for the table to rest: all has been believed, or is being asked."""
        finding = self._state.belief.finding
        pending = finding != Revision()
        pending = pending or any(change.piece == UNREADABLE for change in self._state.table.differences())
        return not pending or not self._state.belief.waiting

    def handle(self, message: Message) -> None:
        """Takes one message, in order. Raises JournalError when it could not be written down: then nothing happened."""
        match message:
            case Tick(at):
                if not self._tick(at) and self.screen is not None:
                    self._show()
                    return
            case Observation():
                self._state.table.look(message)
                self._actions.reconsider()
            case Trouble():
                self._state.dialogue.fails(message)
            case _:
                self._intents.handle(message, self.screen)
        self._speak()
        self._show()

    def _tick(self, at: float) -> bool:
        """Whether anything but the clocks has changed: an explanation is believed, or a doubt is to be said."""
        belief, game, now = self._state.belief, self.history.game, self.history.state
        patience_left, passed = belief.patience_left, belief.tick(at)
        if 0 < passed < LONGEST_GAP and game.outcome(now) is None:
            self.history.spend(passed, game.to_move(now))
        settled = belief.at_rest()
        self._actions.revise(settled)
        return settled is not None or belief.patience_left != patience_left

    def _speak(self) -> None:
        """Shows the most urgent prompt; what is a conclusion of ours is logged."""
        dialogue = self._state.dialogue
        before = dialogue.shown
        own = self._composer.own_screen(dialogue.selection)
        prompt = next(open_prompts(self._state, {seat.seat: seat.name for seat in own.seats}), None)
        if dialogue.show(prompt) and prompt is not None:
            notice = prompt.notice
            if notice.kind in DOUBTS:
                self._state.table.doubt()
            if notice.kind in LOGGED and (before is None or before.notice.heading != notice.heading):
                self._report(Conclusion(LOGGED[notice.kind], (notice.heading,), self._state.table.differences()))

    def _show(self) -> None:
        screen = self._composer.compose(self._state.dialogue)
        if screen != self.screen:
            self.screen = screen
            self._publish(screen)
