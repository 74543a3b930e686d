"""One printed value that decides something now: asked beside the piece, told with one touch, kept for ever."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.core.copy_form import (
    ChoiceInput,
    Declaration,
    InputChoice,
    NumberInput,
    Question,
    QuestionSheet,
    RoutesInput,
    accepted,
    in_words,
    listed,
    pair,
)
from companion.core.printed_copy import copy_form_of
from companion.core.screen import Button, Close, Do, Touched, ValueAsked
from companion.core.table import Crop
from companion.core.text import NOTHING, Text, comma_list, say, say_plural, verbatim
from companion.core.value_pages import KeyRow, MapPad, NumberPad, PadKey, ValuePage
from companion.errors import CatalogError
from companion.owners_copy.copy_entry_state import CopyEntryState
from companion.pages.navigator import Navigator, NothingToShow
from companion.pages.pads import choice_keys, is_complete, map_pad, toggled, with_digit
from companion.pages.page_context import PageContext

HUNDRED = 100

MOST_LIKELY = 3
"""So many numbers are read at a glance beside the hundreds."""

MOST_TENS = 24
"""So many tens have room for a key each; of more their hundred is chosen first."""

MOST_ALIKE, MOST_AT_ONCE = 3, 5
"""So many other cards are offered as what this one may say; so much of one is read at a glance."""

FAR_LIKELIER = 100
"""What speaks for a card that says the same as this one so far, counted in cards that do not."""

MOST_BESIDE = 4
"""So many of the answers to a second question stand beside the first; the rest is asked by itself."""

TWO = 2
"""So many answers has what is there or not; so many things may stand beside each other."""

NOTHING_MORE: Mapping[str, str] = {}

MOST_ALONE = 6
"""So many where there are no hundreds to choose from."""


class ValueQuestion:
    """Asks the first value that decides what is about to be said; when it is told the game goes on by itself."""

    def __init__(
        self,
        context: PageContext,
        navigator: Navigator,
        game: str,
        asked: ValueAsked,
        declaration: Declaration | None = None,
    ) -> None:
        """`declaration` is what people are asked first, where that is not printed on any piece."""
        self._context, self._navigator = context, navigator
        self._game, self.asked = game, asked
        self.capturing: CopyEntryState = context.copies.capturing(game)
        self._declaration = declaration
        found = (
            _first(self.capturing, asked.questions)
            if declaration is None
            else (declaration.sheet, declaration.question)
        )
        if found is None:
            raise NothingToShow("What decides it has been told.")
        self.sheet, self.question = found
        self.said: Mapping[str, str] = {}
        self._take_as_said()
        session = context.session
        self._photo: Crop | None = session.picture_of(self.sheet.piece) if session and self.sheet.piece else None
        self._types, self._typed, self._from = False, "", ""
        self._several = False
        self._also: tuple[str, ...] = ()
        self._hundred: int | None = None
        self._chosen: tuple[str, ...] = ()
        self._note: Text = NOTHING

    # --- what is shown ---

    def view(self) -> ValuePage:
        keys = () if self._types else self._keys()
        return ValuePage(
            self._asks(),
            self.sheet.title,
            NOTHING if self.sheet.tags else self.sheet.where,  # of cards it says how they are told one after the other
            self.asked.why,
            self.sheet.icon,
            self.sheet.tint,
            self._photo,
            keys,
            self._table(),
            tuple(
                PadKey(each.asks, Touched("also", each.name), *_box(each.name in self._also)) for each in self._beside()
            ),
            bool(keys) and isinstance(self.question.kind, NumberInput),
            () if self._types else self._ranges(),
            self._pad(),
            tuple(self._buttons()),
            self._note if self._note is not NOTHING else self._more(),
        )

    def _take_as_said(self) -> None:
        """What the action has named already is not asked alone: the answer to what is asked next says that, too."""
        if self._declaration is not None or self.asked.action is None:
            return
        value = copy_form_of(self._context.copies.known(self._game)).said_by(self.asked.action).get(self.question.name)
        whole = next((each for each in _choices(self.question) if each.value == value and not each.then[1]), None)
        if whole is None:
            return
        said = {self.question.name: whole.value}
        sheet = self.capturing.sheet_with(self.sheet, said)
        after = (each for each in sheet.questions if each.name in sheet.together[:1])
        following = next(filter(self.capturing.is_open, after), None)
        if following is not None:
            self.said, self._said_in_words = said, whole.name
            self.sheet, self.question = sheet, following

    def _asks(self) -> Text:
        """The question, behind what is taken as said."""
        if not self.said:
            return self.question.asks
        return say("{answer}. {question}", answer=self._said_in_words, question=self.question.asks)

    def _more(self) -> Text:
        if self.said:
            return say("If it is not just that: “Something else”.")
        if self._declaration is not None:
            return say("It stands in the journal and can be undone.")
        if isinstance(kind := self.question.kind, ChoiceInput) and self._is_mostly_one(kind) and kind.most == TWO:
            return say("Where there are two, touch the + of one, then the other.")
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
            case _ if self._by_row() is not None:
                return ()
            case NumberInput() as kind if not self._tens(kind):
                return tuple(PadKey(in_words(self.question, value), Touched("tell", value)) for value in self._likely())
            case ChoiceInput(_, least, _, none) as kind:
                rows = [row.label for row in self._table()]
                keys = [
                    replace(key, more=self._with_another(_told_by(key)))
                    for key in choice_keys(kind, self._chosen)
                    if key.label not in rows
                ]
                return (*keys, PadKey(none, Touched("tell", ""), "ban")) if not least else tuple(keys)
            case _:
                return ()

    def _together(self) -> list[Question]:
        """What one touch tells with the value that is asked, as far as nobody has told it."""
        names = self.sheet.together
        if self._declaration is not None or self.question.name != next(iter(names), None):
            return []
        return [each for each in self.sheet.questions if each.name in names[1:] and self.capturing.is_open(each)]

    def _by_row(self) -> Question | None:
        """The second question of a table; of two answers the other one is only the lack of the first."""
        return next((each for each in self._together() if len(_choices(each)) > TWO), None)

    def _beside(self) -> list[Question]:
        return [each for each in self._together() if len(_choices(each)) == TWO]

    def _table(self) -> tuple[KeyRow, ...]:
        if (rows := self._by_row()) is not None:
            return tuple(
                KeyRow(row.name, tuple(_both(each, each, row) for each in _choices(self.question)))
                for row in _choices(rows)
            )
        return tuple(
            KeyRow(
                each.name,
                tuple(_both(then, each, then) for then in each.then[1][:MOST_BESIDE]),
                Touched("choice", each.value),
                self._with_another(each.value),
            )
            for each in self._with_more()
        )

    def second_of(self, first: str) -> list[str]:
        """Which value the second of two that one touch tells is."""
        if (rows := self._by_row()) is not None:
            return [rows.name]
        return [f"{self.sheet.name}.{each.then[0]}" for each in self._with_more() if each.value == first]

    def _with_more(self) -> list[InputChoice]:
        """Answers of which more is asked, where one of them is the whole answer."""
        if self._declaration is not None:
            return []
        return [each for each in _choices(self.question) if each.then[1] and each.value not in self._chosen]

    def _with_another(self, value: str) -> Touched | None:
        """Where two things may be printed, it is one touch for each of them."""
        kind = self.question.kind
        is_of_two = isinstance(kind, ChoiceInput) and self._is_mostly_one(kind) and kind.most == TWO
        return Touched("with another", value) if is_of_two else None

    def _is_mostly_one(self, kind: ChoiceInput) -> bool:
        """Whether one touch is the answer although there may be more of them."""
        return not self._several and kind.least <= 1 < kind.most

    def alike(self) -> list[dict[str, str]]:
        """The rest of this card as on others that were told, for one touch: first as on those like it so far."""
        return [answers for _, answers in self._models()]

    def _models(self) -> list[tuple[QuestionSheet, dict[str, str]]]:
        """Other cards, and what is open of this one if it says what they do."""
        here, told = self._endings(self.sheet), {**self.capturing.answers, **self.said}
        rest = [
            ending
            for ending, question in here.items()
            if self.capturing.is_open(question) and question.name not in self.said
        ]
        if self._chosen or not self.sheet.tags or not 1 < len(rest) <= MOST_AT_ONCE:
            return []
        so_far = {ending: told.get(question.name) for ending, question in here.items() if ending not in rest}
        models: dict[tuple[tuple[str, str], ...], QuestionSheet] = {}
        weights = Counter[tuple[tuple[str, str], ...]]()
        for sheet in self.capturing.sheets:
            there = self._endings(sheet) if self._is_of_a_kind(sheet) else {}
            if not there or (so_far and there.keys() != here.keys()):
                continue
            values = {ending: told[question.name] for ending, question in there.items() if question.name in told}
            if len(values) == len(there):
                key = tuple((ending, value) for ending, value in values.items() if ending not in so_far)
                models.setdefault(key, sheet)
                weights[key] += FAR_LIKELIER if so_far.items() <= values.items() else 1
        return [
            (models[key], {f"{self.sheet.name}{ending}": value for ending, value in key})
            for key, _ in weights.most_common(MOST_ALIKE)
        ]

    @staticmethod
    def _endings(sheet: QuestionSheet) -> dict[str, Question]:
        """What counts of a card, by the endings of the names, which cards share."""
        return {question.name.removeprefix(sheet.name): question for question in sheet.questions if question.counted}

    def _is_of_a_kind(self, sheet: QuestionSheet) -> bool:
        """Whether the same is asked first of the other card, with the same answers to choose from."""
        mine, other = self.sheet.questions[0], sheet.questions[0]
        return sheet.group == self.sheet.group and mine.kind == other.kind and mine.caption == other.caption

    def _alike_keys(self) -> tuple[PadKey, ...]:
        keys = []
        for number, (model, told) in enumerate(self._models()):
            words = [
                in_words(question, value)
                if question is model.questions[0]
                else say("{caption}: {value}", caption=question.caption, value=in_words(question, value))
                for ending, question in self._endings(model).items()
                if (value := told.get(f"{self.sheet.name}{ending}")) is not None
                and not (len(choices := _choices(question)) == TWO and value == choices[1].value)  # what is not there
            ]
            keys.append(PadKey(comma_list(words), Touched("alike", str(number)), "cards"))
        return tuple(keys)

    def _ranges(self) -> tuple[PadKey, ...]:
        """A number in two touches, its hundred, then its ten; or all of a piece in one, as another of its kind."""
        kind = self.question.kind
        if isinstance(kind, ChoiceInput):
            return self._alike_keys()
        if not isinstance(kind, NumberInput) or kind.most < 2 * HUNDRED:
            return ()
        if tens := self._tens(kind):
            return tuple(PadKey(verbatim(str(ten)), Touched("tell", str(ten))) for ten in tens)
        least, most = self._between(kind)
        return tuple(
            PadKey(verbatim(f"{max(low, least)}–{min(low + HUNDRED - 1, most)}"), Touched("hundred", str(low)))
            for low in range(least // HUNDRED * HUNDRED, most + 1, HUNDRED)
        )

    def _tens(self, kind: NumberInput) -> Sequence[int]:
        """All that it may be, if a key for each has room: of the chosen hundred, or between steps that are near."""
        if kind.most < 2 * HUNDRED:
            return ()
        least, most = self._between(kind)
        if self._hundred is not None:
            least, most = max(least, self._hundred), min(most, self._hundred + HUNDRED - 1)
        tens = range(-(-least // 10) * 10, most + 1, 10) or range(least, most + 1)
        return tens if len(tens) <= MOST_TENS else ()

    def _between(self, kind: NumberInput) -> tuple[int, int]:
        """The least and the most it may be: of a staircase's step what lies between the nearest that are known."""
        if not self.sheet.growing:
            return kind.least, kind.most
        steps = [question for question in self.sheet.questions if question.counted]
        at = steps.index(self.question)
        known = [(index, self._known(step)) for index, step in enumerate(steps) if not self.capturing.is_open(step)]
        return (
            max((value + 1 for index, value in known if index < at), default=kind.least),
            min((value - 1 for index, value in known if index > at), default=kind.most),
        )

    def _known(self, question: Question) -> int:
        return int(self.capturing.answers.get(question.name, question.printed))

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
        if self.said:
            buttons.insert(0, Button(say("Something else"), Touched("something else"), icon="pencil"))
        if isinstance(self.question.kind, NumberInput) and not self._types:
            buttons.insert(0, Button(say("Another number"), Touched("type"), icon="pencil"))
        kind = self.question.kind
        if isinstance(kind, ChoiceInput) and self._is_mostly_one(kind) and kind.most > TWO:
            buttons.insert(0, Button(say("More than one"), Touched("several"), icon="cards"))
        if self._declaration is not None and len(self.asked.questions) > 1:
            buttons.insert(0, Button(say("Piece by piece"), Touched("by piece"), icon="diamond"))
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
            case "several" | "alike" | "type" | "by piece" | "both" | "also" | "something else":
                self._tell_otherwise(key, value)
            case "hundred" if value.isdecimal():
                self._hundred = int(value)
            case "digit" if isinstance(self.question.kind, NumberInput):
                self._types, self._typed = True, with_digit(self._typed, value)
                if is_complete(self.question.kind, self._typed):
                    self._tell(self._typed)
            case "backspace":
                self._typed = self._typed[:-1]
            case "choice" | "with another" if isinstance(self.question.kind, ChoiceInput):
                self._several |= key == "with another"
                self._choose(self.question.kind, value)
            case "place":
                self._join(value)
            case "enter":
                self._tell(self._typed if isinstance(self.question.kind, NumberInput) else listed(self._chosen))
            case _:
                pass

    def _tell_otherwise(self, key: str, value: str) -> None:
        """The rest of the card as on that other one, or two values; several things, digits or pieces, one by one."""
        alike = self.alike()
        if key == "alike" and value.isdecimal() and int(value) < len(alike):
            self._learn(alike[int(value)])
        if key == "also" and value in [each.name for each in self._beside()]:
            self._also = toggled(self._also, value)
            return
        if key == "both" and value in [_told_by(each) for row in self._table() for each in row.keys]:
            first, _, second = value.partition(" ")
            self._tell(listed((*self._chosen, first)), dict.fromkeys(self.second_of(first), second))
        found = _first(self.capturing, self.asked.questions) if key in ("by piece", "something else") else None
        if found is not None:
            self._declaration, self.said, (self.sheet, self.question) = None, {}, found
        self._several, self._types = key == "several", key == "type"

    def _choose(self, kind: ChoiceInput, value: str) -> None:
        is_one = self._is_mostly_one(kind)
        self._chosen = toggled(self._chosen, value)
        if is_one or len(self._chosen) == kind.most:
            self._tell(listed(self._chosen))

    def _join(self, place: str) -> None:
        if not self._from or self._from == place:
            self._from = "" if self._from == place else place
            return
        self._chosen, self._from = toggled(self._chosen, pair(self._from, place)), ""

    def _tell(self, value: str, more: Mapping[str, str] = NOTHING_MORE) -> None:
        """On disk when this returns; then what was asked for is done, or the next value is asked."""
        self._typed, self._chosen = "", ()
        also = {each.name: _choices(each)[each.name not in self._also].value for each in self._beside()}
        try:
            told = {self.question.name: accepted(self.question, value), **more, **also}
        except CatalogError:
            self._note = say("This cannot be. Touch it again.")
            return
        if self._declaration is None:
            self._learn(told)
            return
        self._navigator.close()
        self._context.playing().handle(Do(self._declaration.action(told[self.question.name])))

    def _learn(self, told: Mapping[str, str]) -> None:
        told = {**self.said, **told}
        self.capturing.learn(told)
        wrong = next(
            (each for each in self.capturing.remarks if not each.fits and not told.keys().isdisjoint(each.questions)),
            None,
        )
        if wrong is not None:
            self.capturing.take_back()
            self._note = wrong.sentence
            return
        self._navigator.close()
        self._context.evening.learn(self._game)
        if self.asked.then is not None:
            self._context.playing().handle(self.asked.then)


def _choices(question: Question) -> tuple[InputChoice, ...]:
    return question.kind.choices if isinstance(question.kind, ChoiceInput) else ()


def _both(shown: InputChoice, first: InputChoice, second: InputChoice) -> PadKey:
    return PadKey(shown.name, Touched("both", f"{first.value} {second.value}"))


def _told_by(key: PadKey) -> str:
    return key.intent.value if isinstance(key.intent, Touched) else ""


def _box(chosen: bool) -> tuple[str, str, bool]:
    """Icon, tint and state of something that is ticked or not."""
    return "square-check" if chosen else "square", "", chosen


def _first(capturing: CopyEntryState, questions: tuple[str, ...]) -> tuple[QuestionSheet, Question] | None:
    """The first of these questions that nobody has answered, with the sheet on which it stands."""
    by_name = {question.name: (sheet, question) for sheet in capturing.all_sheets for question in sheet.questions}
    waiting = (by_name[name] for name in questions if name in by_name)
    return next(((sheet, question) for sheet, question in waiting if capturing.is_open(question)), None)


def value_question(context: PageContext, navigator: Navigator) -> ValueQuestion:
    """What the evening under way asks for. Raises NothingToShow where that is nothing."""
    session = context.session
    prompt = None if session is None else session.prompt
    if session is None or prompt is None or prompt.notice.asks is None:
        raise NothingToShow("No printed value decides anything now.")
    history, asked = session.history, prompt.notice.asks
    declaration = history.game.declaration(history.state, asked.questions[0])
    return ValueQuestion(context, navigator, history.game.name, asked, declaration)
