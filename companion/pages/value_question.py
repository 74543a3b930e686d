"""One printed value that decides something now: asked beside the piece, told with one touch, kept for ever."""

from __future__ import annotations

from companion.core.copy_form import (
    ChoiceInput,
    NumberInput,
    Question,
    QuestionSheet,
    RoutesInput,
    in_words,
    listed,
    pair,
)
from companion.core.printed_copy import copy_form_of
from companion.core.screen import Button, Close, Touched, ValueAsked
from companion.core.table import Crop
from companion.core.text import NOTHING, Text, say, say_plural, verbatim
from companion.core.value_pages import MapPad, NumberPad, PadKey, ValuePage
from companion.errors import CatalogError
from companion.owners_copy.copy_entry_state import CopyEntryState
from companion.pages.navigator import Navigator, NothingToShow
from companion.pages.pads import choice_keys, is_complete, map_pad, toggled, with_digit
from companion.pages.page_context import PageContext

HUNDRED = 100

MOST_LIKELY = 3
"""So many numbers are read at a glance beside the hundreds."""

MOST_ALONE = 6
"""So many where there are no hundreds to choose from."""


class ValueQuestion:
    """Asks the first value that decides what is about to be said; when it is told the game goes on by itself."""

    def __init__(self, context: PageContext, navigator: Navigator, game: str, asked: ValueAsked) -> None:
        self._context, self._navigator = context, navigator
        self._game, self.asked = game, asked
        self.capturing: CopyEntryState = context.copies.capturing(game)
        found = _first(self.capturing, asked.questions)
        if found is None:
            raise NothingToShow("What decides it has been told.")
        self.sheet, self.question = found
        session = context.session
        self._photo: Crop | None = session.picture_of(self.sheet.piece) if session and self.sheet.piece else None
        self._types, self._typed, self._from = False, "", ""
        self._hundred: int | None = None
        self._chosen: tuple[str, ...] = ()
        self._note: Text = NOTHING

    # --- what is shown ---

    def view(self) -> ValuePage:
        keys = () if self._types else self._keys()
        return ValuePage(
            self.question.asks,
            self.sheet.title,
            self.sheet.where,
            self.asked.why,
            self.sheet.icon,
            self.sheet.tint,
            self._photo,
            keys,
            bool(keys) and isinstance(self.question.kind, NumberInput),
            () if self._types else self._ranges(),
            self._pad(),
            tuple(self._buttons()),
            self._note if self._note is not NOTHING else self._more(),
        )

    def _more(self) -> Text:
        further = len(self.asked.questions) - 1
        if not further:
            return say("What you tell is kept for this copy, for good.")
        return say_plural(
            "What you tell is kept for good. {count} more value may be asked for it.",
            "What you tell is kept for good. {count} more values may be asked for it.",
            further,
        )

    def _keys(self) -> tuple[PadKey, ...]:
        match self.question.kind:
            case NumberInput() if self._hundred is None:
                return tuple(PadKey(in_words(self.question, value), Touched("tell", value)) for value in self._likely())
            case ChoiceInput(_, least, _, none) as kind:
                keys = choice_keys(kind, self._chosen)
                return (*keys, PadKey(none, Touched("tell", ""), "ban")) if not least else tuple(keys)
            case _:
                return ()

    def _ranges(self) -> tuple[PadKey, ...]:
        """A number in two touches: its hundred, then its ten."""
        kind = self.question.kind
        if not isinstance(kind, NumberInput) or kind.most < 2 * HUNDRED:
            return ()
        if self._hundred is not None:
            tens = range(max(self._hundred, 10), self._hundred + HUNDRED, 10)
            return tuple(PadKey(verbatim(str(ten)), Touched("tell", str(ten))) for ten in tens if ten <= kind.most)
        hundreds = range(0, kind.most + 1, HUNDRED)
        return tuple(
            PadKey(
                verbatim(f"{max(low, kind.least)}–{min(low + 99, kind.most)}"),
                Touched("hundred", str(low)),
            )
            for low in hundreds
        )

    def _likely(self) -> tuple[str, ...]:
        form, kind = copy_form_of(self._context.copies.known(self._game)), self.question.kind
        most = MOST_LIKELY if isinstance(kind, NumberInput) and kind.most >= 2 * HUNDRED else MOST_ALONE
        return tuple(form.likely(self.question, self.capturing.answers))[:most]

    def _pad(self) -> NumberPad | MapPad | None:
        match self.question.kind:
            case NumberInput() if self._types or not (self._likely() or self._ranges()):
                return NumberPad(self._typed, Touched("enter") if self._typed else None)
            case RoutesInput() as kind:
                return map_pad(kind, self._chosen, self._from)
            case _:
                return None

    def _buttons(self) -> list[Button]:
        buttons = [Button(say("Not now"), Close(), "dismiss", icon="x")]
        if isinstance(self.question.kind, NumberInput) and not self._types:
            buttons.insert(0, Button(say("Another number"), Touched("type"), icon="pencil"))
        if (
            isinstance(self.question.kind, ChoiceInput)
            and self._chosen
            and len(self._chosen) >= self.question.kind.least
        ):
            buttons.insert(0, Button(say("That is all"), Touched("enter"), "confirm", icon="check"))
        return buttons

    # --- what is touched ---

    def typed(self, letter: str) -> None:
        """Keys of a real keyboard."""
        if letter.isascii() and letter.isdecimal() and isinstance(self.question.kind, NumberInput):
            self.touched("digit", letter)

    def touched(self, key: str, value: str) -> None:
        self._note = NOTHING
        match key:
            case "tell":
                self._tell(value)
            case "type":
                self._types = True
            case "hundred" if value.isdecimal():
                self._hundred = int(value)
            case "digit" if isinstance(self.question.kind, NumberInput):
                self._types, self._typed = True, with_digit(self._typed, value)
                if is_complete(self.question.kind, self._typed):
                    self._tell(self._typed)
            case "backspace":
                self._typed = self._typed[:-1]
            case "choice" if isinstance(self.question.kind, ChoiceInput):
                self._choose(self.question.kind, value)
            case "place":
                self._join(value)
            case "enter":
                self._tell(self._typed if isinstance(self.question.kind, NumberInput) else listed(self._chosen))
            case _:
                pass

    def _choose(self, kind: ChoiceInput, value: str) -> None:
        self._chosen = toggled(self._chosen, value)
        if len(self._chosen) == kind.most:
            self._tell(listed(self._chosen))

    def _join(self, place: str) -> None:
        if not self._from or self._from == place:
            self._from = "" if self._from == place else place
            return
        self._chosen, self._from = toggled(self._chosen, pair(self._from, place)), ""

    def _tell(self, value: str) -> None:
        """On disk when this returns; then what was asked for is done, or the next value is asked."""
        self._typed, self._chosen = "", ()
        try:
            self.capturing.tell(self.question, value)
        except CatalogError:
            self._note = say("This cannot be. Touch it again.")
            return
        wrong = next(
            (each for each in self.capturing.remarks if not each.fits and self.question.name in each.questions), None
        )
        if wrong is not None:
            self.capturing.take_back()
            self._note = wrong.sentence
            return
        self._navigator.close()
        self._context.evening.learn(self._game)
        if self.asked.then is not None:
            self._context.playing().handle(self.asked.then)


def _first(capturing: CopyEntryState, questions: tuple[str, ...]) -> tuple[QuestionSheet, Question] | None:
    """The first of these questions that nobody has answered, with the sheet on which it stands."""
    by_name = {question.name: (sheet, question) for sheet in capturing.sheets for question in sheet.questions}
    waiting = (by_name[name] for name in questions if name in by_name)
    return next(((sheet, question) for sheet, question in waiting if capturing.is_open(question)), None)


def value_question(context: PageContext, navigator: Navigator) -> ValueQuestion:
    """What the evening under way asks for. Raises NothingToShow where that is nothing."""
    session = context.session
    prompt = None if session is None else session.prompt
    if session is None or prompt is None or prompt.notice.asks is None:
        raise NothingToShow("No printed value decides anything now.")
    return ValueQuestion(context, navigator, session.history.game.name, prompt.notice.asks)
