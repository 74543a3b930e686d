"""What is printed on the owner's copy, told value by value: the piece, its values, the keys to tell the next one."""

from __future__ import annotations

from typing import Any

from companion.core.camera_view import CameraView
from companion.core.copy_form import (
    ChoiceInput,
    NameInput,
    NumberInput,
    Question,
    QuestionSheet,
    RoutesInput,
    in_words,
    listed,
    pair,
    parts,
)
from companion.core.facts import Provenance
from companion.core.game import Game, Options
from companion.core.pages import Page
from companion.core.screen import Button, Tone, Touched
from companion.core.table import Crop, Tag
from companion.core.text import NOTHING, Text, comma_list, say, say_plural, verbatim
from companion.core.value_pages import (
    ChoicePad,
    CopyEntryPage,
    MapPad,
    NumberPad,
    PadKey,
    PrintedValue,
    Told,
)
from companion.errors import CatalogError
from companion.label_sets.piece_labels import opening_state
from companion.owners_copy.copy_entry_state import CopyEntryState
from companion.pages.missing_values import MissingValues
from companion.pages.navigator import Navigator, NothingToShow
from companion.pages.pads import choice_keys, is_complete, map_pad, that_is_all, toggled, with_digit
from companion.pages.page_context import PageContext
from companion.pages.typing import BACKSPACE, ENTER, Typing

MOST_REPEATED = 4
"""So many values are read at a glance."""

FEW = 3
"""So many likely values stand beside the keys at most."""

UNTOLD = verbatim("–")


class CopyEntry:
    """Tells the copy of one game; goes on where it was left, with what the evening that is `arranged` needs first."""

    def __init__(self, context: PageContext, navigator: Navigator, game: str, arranged: Options | None = None) -> None:
        if game not in context.games:
            raise NothingToShow(f"There is no game '{game}'.")
        self._context, self._navigator, self._game = context, navigator, game
        self.capturing: CopyEntryState = context.copies.capturing(game, context.needed_tonight(game, arranged))
        if not self.capturing.sheets:
            raise NothingToShow("Everything that is printed on this game is known.")
        known = context.copies.game(game)
        self._pieces = known.piece_of
        context.machine.cameras.look(known, _state_of(context, game, known))
        self._seen: Tag = ""
        self._photo: Crop | None = None
        self._fault: Text = NOTHING
        self._typed, self._from = "", ""
        self._chosen: tuple[str, ...] = ()
        self._drawn: tuple[str, ...] | None = None
        self._just_told: tuple[str, ...] = ()

    # --- what is shown ---

    def view(self) -> Page:
        capturing = self.capturing
        sheet, question, status = capturing.sheet, capturing.question, capturing.status
        assert sheet is not None, "a capture has sheets"
        remark, tone = self._remark(sheet)
        return CopyEntryPage(
            self._context.games[self._game].title,
            1 - status.to_go / max(1, status.total),
            say_plural("{count} of {all} to go", "{count} of {all} to go", status.to_go, all=status.total),
            self._needed(),
            sheet.title,
            sheet.where,
            say("seen") if self._sees(sheet) else NOTHING,
            sheet.icon,
            sheet.tint,
            self._photo if self._sees(sheet) else None,
            self._slots(sheet, question),
            sheet.growing,
            NOTHING if question is None else question.asks,
            None if question is None else self._pad(question),
            self._likely(question),
            self._buttons(),
            remark,
            tone,
        )

    def _needed(self) -> Text:
        needed = self.capturing.status.needed
        if not needed:
            return say("none needed tonight")
        return say_plural("{count} needed for tonight", "{count} needed for tonight", needed)

    def _slots(self, sheet: QuestionSheet, asked: Question | None) -> tuple[PrintedValue, ...]:
        told = {question.name: self._told(question) for question in sheet.questions}
        figures = [int(value) for question in sheet.questions if (value := self._value(question)).isdecimal()]
        highest = max(figures, default=1)
        return tuple(
            PrintedValue(
                question.caption,
                self._shown(question),
                told[question.name],
                question is asked,
                Touched("slot", question.name),
                int(value) / max(1, highest) if (value := self._value(question)).isdecimal() else 0.0,
            )
            for question in sheet.questions
        )

    def _told(self, question: Question) -> Told:
        if any(question.name in remark.questions for remark in self.capturing.remarks if not remark.fits):
            return Told.DOUBTED
        if question.name in self.capturing.answers:
            return Told.TOLD
        return Told.OPEN if self.capturing.is_open(question) else Told.KNOWN

    def _value(self, question: Question) -> str:
        """What is known of it; nothing where nobody has told it."""
        known = "" if question.known is Provenance.PROVISIONAL else question.printed
        return self.capturing.answers.get(question.name, known)

    def _shown(self, question: Question) -> Text:
        if question is self.capturing.question and self._typed:
            return verbatim(f"{self._typed}_")
        value = self._value(question)
        if not self.capturing.is_open(question):
            return _in_few_words(question, value)
        return say("{value}, by use", value=in_words(question, question.shown)) if question.shown else UNTOLD

    def _likely(self, question: Question | None) -> tuple[Button, ...]:
        same = self._same()
        if question is None or self._typed or self._chosen:
            return same
        words = tuple(
            Button(in_words(question, value), Touched("likely", value), icon="bolt")
            for value in self.capturing.likely[:FEW]
        )
        return (*same, *words)

    def _same(self) -> tuple[Button, ...]:
        """The rest of this card as on another one, where there is one like it."""
        model, rest = self.capturing.model(), self.capturing.rest()
        if model is None or self._chosen or self._typed:
            return ()
        if len(rest) == len(model.questions):
            return (Button(say("Same as {sheet}", sheet=model.short_title), Touched("same"), icon="stack-2"),)
        if len(rest) > MOST_REPEATED:
            return ()
        words = comma_list(in_words(question, value) for question, value in rest)
        repeated = say("Then, as on {sheet}: {rest}", sheet=model.short_title, rest=words)
        return (Button(repeated, Touched("same"), icon="stack-2"),)

    def _pad(self, question: Question) -> NumberPad | ChoicePad | MapPad:
        match question.kind:
            case NumberInput():
                return NumberPad(self._typed, Touched("enter") if self._typed else None)
            case ChoiceInput(_, least, most, none) as kind:
                told = self._chosen or (parts(self._value(question)) if not self.capturing.is_open(question) else ())
                keys = choice_keys(kind, told)
                if not least:
                    keys.append(
                        PadKey(none, Touched("none"), "ban", chosen=not told and self._told(question) is Told.TOLD)
                    )
                enough = least <= len(self._chosen) < most and bool(self._chosen)
                return ChoicePad(tuple(keys), that_is_all() if enough else None)
            case RoutesInput() as kind:
                return map_pad(kind, self._routes(question), self._from)
            case NameInput():
                write = PadKey(say("Write it"), Touched("write"), "pencil")
                return ChoicePad((write, PadKey(say("Leave it out"), Touched("next open"), "x")))

    def _routes(self, question: Question) -> tuple[str, ...]:
        if self._drawn is not None:
            return self._drawn
        return () if self.capturing.is_open(question) else parts(self._value(question))

    def _remark(self, sheet: QuestionSheet) -> tuple[Text, Tone]:
        """What a check says of this piece, what cannot be right first."""
        if self._fault is not NOTHING:
            return self._fault, Tone.BAD
        names = {question.name for question in sheet.questions} | self._latest()
        concerning = [remark for remark in self.capturing.remarks if names & set(remark.questions)]
        for remark in sorted(concerning, key=lambda remark: remark.fits):
            return remark.sentence, Tone.GOOD if remark.fits else Tone.BAD
        return NOTHING, Tone.NORMAL

    def _latest(self) -> set[str]:
        """The questions that were told with the last touch, which may be another piece's."""
        return set(self._just_told)

    def _buttons(self) -> tuple[Button, ...]:
        before, after = self.capturing.neighbour(-1), self.capturing.neighbour(1)
        back = say("This is the first one.")
        on = say("This is the last one.")
        return (
            Button(
                NOTHING if before is None else before.short_title,
                Touched("go to", "" if before is None else before.name),
                enabled=before is not None,
                why_not=back if before is None else None,
                icon="chevron-left",
            ),
            Button(
                say("Take back"),
                Touched("take back"),
                enabled=self.capturing.said_anything,
                why_not=None if self.capturing.said_anything else say("Nothing has been told yet."),
                icon="arrow-back-up",
            ),
            Button(say("Missing"), Touched("missing"), icon="list-details"),
            Button(
                NOTHING if after is None else after.short_title,
                Touched("go to", "" if after is None else after.name),
                enabled=after is not None,
                why_not=on if after is None else None,
                icon="chevron-right",
            ),
        )

    # --- what is touched ---

    def typed(self, letter: str) -> None:
        """Keys of a real keyboard."""
        question = self.capturing.question
        if question is None or not isinstance(question.kind, NumberInput):
            return
        if letter == BACKSPACE:
            self.touched("backspace", "")
        elif letter == ENTER:
            self.touched("enter", "")
        elif letter.isascii() and letter.isdecimal():
            self.touched("digit", letter)

    def touched(self, key: str, value: str) -> None:
        asked = self.capturing.question
        self._fault = NOTHING
        match key:
            case "slot":
                self._clear()
                self.capturing.ask(value)
            case "go to" | "next open":
                self._clear()
                following = self.capturing.next_open() if key == "next open" else None
                self.capturing.go_to(value or (following.name if following is not None else value))
            case "take back":
                self._clear()
                self.capturing.take_back()
            case "missing":
                self._navigator.push(MissingValues(self.capturing, self._navigator))
            case "same":
                self._clear()
                self.capturing.tell_same()
            case _:
                if asked is not None:
                    self._answer(asked, key, value)

    def _answer(self, question: Question, key: str, value: str) -> None:
        match key:
            case "digit" if isinstance(question.kind, NumberInput):
                self._typed = with_digit(self._typed, value)
                if is_complete(question.kind, self._typed):
                    self._tell(question, self._typed)
            case "backspace":
                self._typed = self._typed[:-1]
            case "likely":
                self._tell(question, value)
            case "none":
                self._tell(question, "")
            case "choice" if isinstance(question.kind, ChoiceInput):
                self._choose(question, question.kind, value)
            case "place":
                self._join(question, value)
            case "write":
                self._write(question)
            case "enter":
                self._enter(question)
            case _:
                pass

    def _choose(self, question: Question, kind: ChoiceInput, value: str) -> None:
        self._chosen = toggled(self._chosen, value)
        if len(self._chosen) == kind.most:
            self._tell(question, listed(self._chosen))

    def _join(self, question: Question, place: str) -> None:
        """The second of two places makes a route, or takes it away."""
        if not self._from or self._from == place:
            self._from = "" if self._from == place else place
            return
        self._drawn = toggled(self._routes(question), pair(self._from, place))
        self._from = ""

    def _enter(self, question: Question) -> None:
        match question.kind:
            case NumberInput() if self._typed:
                self._tell(question, self._typed)
            case ChoiceInput() if self._chosen:
                self._tell(question, listed(self._chosen))
            case RoutesInput():
                self._tell(question, listed(self._routes(question)))
            case _:
                pass

    def _write(self, question: Question) -> None:
        assert isinstance(question.kind, NameInput)

        def done(line: str) -> None:
            self._navigator.close()
            self._tell(question, line)

        def why_not(line: str) -> Text | None:
            return None if any(map(str.isalnum, line)) else say("Write the name first.")

        typing = Typing(question.asks, say("As it is printed"), say("That is it"), done, question.kind.longest)
        typing.name, typing.why_not, typing.icon = True, why_not, "pencil"
        self._navigator.push(typing)

    def _tell(self, question: Question, value: str) -> None:
        self._clear()
        try:
            self.capturing.tell(question, value)
        except CatalogError:
            self._fault = _expected(question)
        else:
            self._just_told = (question.name,)

    def _clear(self) -> None:
        """What was begun and not told is forgotten."""
        self._typed, self._from = "", ""
        self._chosen, self._drawn, self._just_told = (), None, ()

    # --- what the camera sees ---

    def saw(self, seen: object) -> None:
        """A piece that has just come under the camera is what is asked about, unless something is being typed."""
        if not isinstance(seen, CameraView):
            return
        of_pieces = [(tag, crop) for tag, crop in seen.close_ups if tag in self._pieces]
        if len(of_pieces) != 1:
            return
        [(self._seen, self._photo)] = of_pieces
        if not (self._typed or self._chosen or self._drawn):
            self._fault = NOTHING
            self.capturing.go_to_label(self._seen, self._pieces[self._seen])

    def closed(self) -> None:
        """What was told counts in the evening under way, which has its camera back."""
        try:
            self._context.evening.learn(self._game)
        finally:
            self._context.machine.cameras.look_away()

    def _sees(self, sheet: QuestionSheet) -> bool:
        """Whether the piece that came last is this sheet's."""
        if not self._seen:
            return False
        return self._seen in sheet.tags if sheet.tags else self._pieces[self._seen] == sheet.piece


def _state_of(context: PageContext, game: str, known: Game[Any, Any]) -> Any:
    """What lies on the table that the camera looks at: the evening's, else what an evening begins with."""
    if context.session is not None and context.session.history.game.name == game:
        return context.session.history.state
    return opening_state(known)


def _in_few_words(question: Question, value: str) -> Text:
    """An answer where there is little room."""
    if isinstance(question.kind, RoutesInput):
        return say_plural("{count} route", "{count} routes", len(parts(value)))
    return in_words(question, value)


def _expected(question: Question) -> Text:
    match question.kind:
        case NumberInput(least, most):
            return say("It is a number from {least} to {most}.", least=least, most=most)
        case _:
            return say("That is not possible. Touch it again.")
