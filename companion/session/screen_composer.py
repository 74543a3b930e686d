"""The screen: what the game shows, with what is being said, the clocks, and what stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from companion.core.clock import clock_time, face
from companion.core.game import Action, Seat
from companion.core.journal_entries import CAMERA
from companion.core.rules import Statement
from companion.core.screen import (
    Answer,
    Button,
    Dismiss,
    Identify,
    Notice,
    NoticeKind,
    Open,
    Screen,
    SeatView,
    Seen,
    Select,
    Undo,
)
from companion.core.selection import Selection
from companion.core.table import Piece, Zone, diff
from companion.core.text import NOTHING, Text, say, with_names
from companion.session.dialogue import Dialogue
from companion.session.game_history import GameHistory, PlayedAction
from companion.session.messages import Concern
from companion.session.replies import Prompt

S = TypeVar("S")
A = TypeVar("A", bound=Action)

MOST_ANSWERS = 4
"""More answers to a doubt leave no room for the drawing of the place."""

SIGNS = {Concern.JOURNAL: "device-floppy", Concern.CAMERA: "camera-off"}

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
            own = self._history.game.present(state, selection)
            self._own = state, selection, replace(own, notice=self._with_signs(own.notice))
        return self._own[2]

    def _with_signs(self, notice: Notice | None) -> Notice | None:
        """The game's own question; answers that are pieces show what kind of piece, and of many are found by it."""
        if notice is None or not notice.chooses:
            return notice
        game = self._history.game
        pieces = set(game.piece_of.values())

        def signed(answer: Button) -> Button:
            piece = answer.intent.pick.what if isinstance(answer.intent, Select) else ""
            if answer.icon or piece not in pieces:
                return answer
            icon, tint = game.sign(piece) or ("", "")
            return replace(answer, icon=icon, tint=tint, group=game.family(piece))

        return replace(notice, answers=tuple(map(signed, notice.answers)))

    def compose(self, dialogue: Dialogue, open_actions: int = 0, unseen: Sequence[Zone] = ()) -> Screen:
        """The game's own screen with the prompt that is shown for a notice.

        The latest `open_actions` may still turn out to have been others; the `unseen` zones cannot be looked at.
        """
        own = self.own_screen(dialogue.selection)
        history = self._history
        clocks = {seat: clock_time(face(history.time, clock)) for seat, clock in history.clocks.items()}
        latest = self._history.played[-LATEST:]
        shown = (
            own,
            self._history.decided,
            clocks,
            latest,
            dialogue.shown,
            dialogue.number,
            dialogue.asked_why,
            dialogue.lasts,
            dialogue.unwatched,
            open_actions,
            unseen,
        )
        if self._composed is None or self._composed[0] != shown:
            screen = self._with_dialogue(own, clocks, latest, dialogue)
            unsettled = tuple(self._filled(latest[-open_actions:] if open_actions else ()))
            self._composed = shown, replace(screen, unsettled=unsettled, unseen=frozenset(unseen))
        return self._composed[1]

    def _filled(self, latest: Sequence[PlayedAction[S, A]]) -> Iterator[tuple[Zone, Seat]]:
        """The places that these actions have filled, with whose they were."""
        game = self._history.game
        for played in latest:
            if played.action.player is not None:
                after = game.table(game.apply(played.before, played.action))
                for zone in {change.zone for change in diff(game.table(played.before), after) if change.delta > 0}:
                    yield zone, played.action.player

    def _with_dialogue(
        self, own: Screen, clocks: Mapping[Seat, str], latest: Sequence[PlayedAction[S, A]], dialogue: Dialogue
    ) -> Screen:
        prompt, lasts = dialogue.shown, dialogue.lasts
        names = {seat.seat: seat.name for seat in own.seats}
        numbered = self._ends(prompt, own) if prompt is not None else ()
        notice = own.notice if prompt is None else self._notice(own.notice, prompt, dialogue)
        return replace(
            own,
            seats=tuple(
                _with_clock(seat, clocks, self._history.colour(seat.seat), dict(prompt.asked if prompt else ()))
                for seat in own.seats
            ),
            buttons=(*self._lay_button(), *own.buttons, _undo_button(bool(latest or dialogue.selection))),
            notice=None if notice is None else _for_people(notice, names),
            attention=own.attention if prompt is None else prompt.zones,
            history=tuple(map(self._history.told, latest)),
            clocks_stand=dialogue.takes_no_time,
            trouble=None if lasts is None else lasts.what,
            trouble_icon="" if lasts is None else SIGNS.get(lasts.concern, "alert-triangle"),
            unwatched=dialogue.unwatched,
            seen=None if not latest else Seen.CAMERA if latest[-1].source == CAMERA else Seen.FINGER,
            astray=() if prompt is None else prompt.astray,
            numbered=numbered,
        )

    def _ends(self, prompt: Prompt, screen: Screen) -> tuple[tuple[Zone, Piece], ...]:
        """The places that a refusal is about: those in the camera's picture, else those that are drawn."""
        if prompt.notice.place is not None:
            return prompt.ends(self._history.game.layout(self._history.state).zones, now=True)
        boards = (*screen.boards, *(seat.board for seat in screen.seats))
        drawn = {cell.zone for board in boards for cell in board.cells}
        drawn |= {link.zone for board in boards for link in board.links}
        if ends := prompt.ends(drawn):
            return ends
        there = [zone for zone in prompt.zones if zone in drawn] if prompt.notice.kind is NoticeKind.ILLEGAL else []
        return ((there[0], ""),) if len(there) == 1 else ()

    def _lay_button(self) -> Iterator[Button]:
        """Where no camera sees what is laid, people tell it."""
        if next(self._history.game.to_lay(self._history.state), None) is not None:
            yield Button(say("Lay it out"), Open("lay"), icon="layout-grid")

    def _notice(self, own: Notice | None, prompt: Prompt, dialogue: Dialogue) -> Notice:
        notice = prompt.notice
        answers = tuple(self._answer(prompt, number, dialogue.number) for number in range(len(prompt.replies)))
        if prompt.aside and own is not None:
            return replace(own, lines=(*own.lines, notice.heading, *notice.lines), answers=(*own.answers, *answers))
        if notice.kind is NoticeKind.DISAGREE:
            put_right = Button(say("Put the whole table right"), Open("put right"), icon="hand-move")
            answers = (*answers[:-1][: MOST_ANSWERS - 2], put_right, answers[-1])
        if prompt.page is not None:
            answers = (prompt.page, *answers)
        decided = self._decided(prompt.broken)
        if len(ends := self._ends(prompt, self.own_screen(dialogue.selection))) > 1:
            notice = self._numbered(notice, *ends)
        said = replace(notice, answers=answers, lines=(*notice.lines, *decided), asked_why=dialogue.asked_why)
        if prompt.broken is None:
            return said
        return replace(said, why=_why(prompt.broken), related=self._beside(prompt.broken))

    def _beside(self, rule: Statement) -> tuple[Button, ...]:
        """The page of the rule itself, then those of the rules that belong to it."""
        book = self._history.game.rulebook
        return tuple(Button(each.sentence, Open("rule", each.id)) for each in (rule, *book.beside(rule)))

    def _numbered(self, notice: Notice, first: tuple[Zone, Piece], second: tuple[Zone, Piece]) -> Notice:
        """With the numbers that the places have in the drawing."""
        game = self._history.game
        if first[1] != second[1]:
            return replace(notice, pointed=(game.piece_name(first[1]), game.piece_name(second[1])))
        source, target = game.zone_name(first[0]), game.zone_name(second[0])
        told = say("From {source} (1) to {target} (2).", source=source, target=target)
        return replace(notice, lines=(*notice.lines, told))

    def _answer(self, prompt: Prompt, number: int, asked: int) -> Button:
        """An answer; a piece has its sign and what speaks for it."""
        label, reply = prompt.replies[number]
        sign = self._history.game.sign(reply.piece) if isinstance(reply, Identify) else None
        icon, tint = sign or ("x" if isinstance(reply, Dismiss) else "", "")
        second = prompt.reasons[number] if number < len(prompt.reasons) else None
        group = self._history.game.family(reply.piece) if isinstance(reply, Identify) else NOTHING
        return Button(label, Answer(number, asked), icon=icon, tint=tint, second=second, group=group)

    def _decided(self, rule: Statement | None) -> tuple[Text, ...]:
        """What the table has decided this evening about a rule that is cited."""
        if rule is None or rule.setting not in self._history.decided:
            return ()
        setting = next(each for each in self._history.game.settings if each.name == rule.setting)
        return (setting.decided(self._history.decided[setting.name]),)


def _why(rule: Statement) -> tuple[Text, ...]:
    """The rule, and a case that explains it."""
    return (rule.sentence,) if rule.example == NOTHING else (rule.sentence, rule.example)


def _for_people(notice: Notice, names: Mapping[Seat, str]) -> Notice:
    """The notice with names for the letters of seats."""
    return replace(
        notice,
        heading=with_names(notice.heading, names),
        lines=tuple(with_names(line, names) for line in notice.lines),
        repair=None if notice.repair is None else with_names(notice.repair, names),
        answers=tuple(replace(answer, label=with_names(answer.label, names)) for answer in notice.answers),
    )


def _with_clock(seat: SeatView, clocks: Mapping[Seat, str], colour: int, asked: Mapping[Seat, Text]) -> SeatView:
    return replace(seat, clock=clocks.get(seat.seat, ""), colour=colour, asked=asked.get(seat.seat))


def _undo_button(standing: bool) -> Button:
    return Button(say("Undo"), Undo(), "undo", standing, None if standing else say("There is nothing to take back."))
