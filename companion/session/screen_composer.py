"""The screen: what the game shows, with what is being said, the clocks, and what stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from companion.core.game import Action, Seat
from companion.core.screen import Answer, Button, Notice, Screen, SeatView, Undo
from companion.core.selection import Selection
from companion.core.text import say
from companion.session.dialogue import Dialogue
from companion.session.game_history import GameHistory, PlayedAction
from companion.session.prompts import Prompt

S = TypeVar("S")
A = TypeVar("A", bound=Action)

LATEST = 6
"""So many of the latest actions are listed."""


class ScreenComposer(Generic[S, A]):
    """Composes a screen only when something on it has changed: a clock that ticks asks the game for nothing."""

    def __init__(self, history: GameHistory[S, A]) -> None:
        self._history = history
        self._own: tuple[S, Selection, Screen] | None = None
        self._composed: tuple[object, Screen] | None = None

    def own_screen(self, selection: Selection) -> Screen:
        """The game's own screen of the state."""
        state = self._history.state
        if self._own is None or self._own[0] is not state or self._own[1] != selection:
            self._own = state, selection, self._history.game.present(state, selection)
        return self._own[2]

    def compose(self, dialogue: Dialogue) -> Screen:
        """The game's own screen with the prompt that is shown for a notice."""
        own = self.own_screen(dialogue.selection)
        clocks = {seat: int(spent) for seat, spent in self._history.clocks.items()}
        latest = self._history.played[-LATEST:]
        shown = own, clocks, latest, dialogue.shown, dialogue.number, dialogue.asked_why, dialogue.lasting
        if self._composed is None or self._composed[0] != shown:
            self._composed = shown, self._with_dialogue(own, clocks, latest, dialogue)
        return self._composed[1]

    def _with_dialogue(
        self, own: Screen, clocks: Mapping[Seat, int], latest: Sequence[PlayedAction[S, A]], dialogue: Dialogue
    ) -> Screen:
        prompt = dialogue.shown
        return replace(
            own,
            seats=tuple(_timed(seat, clocks) for seat in own.seats),
            buttons=(*own.buttons, _undo_button(bool(latest or dialogue.selection))),
            notice=own.notice if prompt is None else _notice(own.notice, prompt, dialogue),
            attention=own.attention if prompt is None else prompt.zones,
            history=tuple(self._history.game.sentence(played.before, played.action) for played in latest),
            remarks=own.remarks if dialogue.lasting is None else (dialogue.lasting, *own.remarks),
        )


def _notice(own: Notice | None, prompt: Prompt, dialogue: Dialogue) -> Notice:
    notice = prompt.notice
    answers = tuple(Button(label, Answer(number, dialogue.number)) for number, (label, _) in enumerate(prompt.replies))
    if prompt.aside and own is not None:
        return replace(own, lines=(*own.lines, notice.heading, *notice.lines), answers=(*own.answers, *answers))
    why = (prompt.broken.sentence,) if dialogue.asked_why and prompt.broken else ()
    return replace(notice, answers=answers, lines=(*notice.lines, *why))


def _timed(seat: SeatView, clocks: Mapping[Seat, int]) -> SeatView:
    minutes, seconds = divmod(clocks.get(seat.seat, 0), 60)
    return replace(seat, clock=f"{minutes}:{seconds:02}")


def _undo_button(standing: bool) -> Button:
    return Button(say("Undo"), Undo(), "undo", standing, None if standing else say("There is nothing to take back."))
