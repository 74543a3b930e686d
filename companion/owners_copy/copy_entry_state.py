"""A capture under way: which value is asked, what has been told, what stands next."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain

from companion.core.copy_form import (
    Answers,
    AnswerStatus,
    CopyForm,
    Question,
    QuestionSheet,
    Remark,
    accepted,
    is_needed,
    is_open,
    sound,
    status,
)
from companion.core.table import Piece, Tag
from companion.owners_copy.answer_log import AnswerLog


class CopyEntryState:
    """Asks sheet by sheet. `wanted` are the pieces of which the values matter now; they are asked first."""

    def __init__(self, form: CopyForm, log: AnswerLog, wanted: Collection[Piece] | None = None) -> None:
        self._form, self._log, self.wanted = form, log, wanted
        self._told_changed()
        first = self._first_open(self.sheets) or next(iter(self.sheets), None)
        self._at = "" if first is None else first.name
        self._asked = ""

    # --- what is known ---

    def sheet_with(self, sheet: QuestionSheet, answers: Answers) -> QuestionSheet:
        """What would be asked about the same piece if these answers were told, too."""
        return next(each for each in self._form.sheets({**self._answers, **answers}) if each.name == sheet.name)

    @property
    def answers(self) -> Answers:
        return self._answers

    @property
    def sheets(self) -> Sequence[QuestionSheet]:
        """What is asked of whoever tells a copy."""
        return self._sheets

    @property
    def all_sheets(self) -> Sequence[QuestionSheet]:
        """What is asked in play, too."""
        return self._all_sheets

    @cached_property
    def status(self) -> AnswerStatus:
        return status(self._sheets, self._answers, self.wanted, self.remarks)

    @cached_property
    def remarks(self) -> Sequence[Remark]:
        return self._form.remarks(self._answers)

    @property
    def profile(self) -> str:
        """The profile of what has been told and is not doubted."""
        return self._form.profile(sound(self._form, self._answers))

    @property
    def sheet(self) -> QuestionSheet | None:
        """What is asked about; None where there is nothing to ask."""
        return next((sheet for sheet in self.sheets if sheet.name == self._at), None)

    @property
    def question(self) -> Question | None:
        """What is asked: what a finger has chosen, else the sheet's first open value, else its first."""
        sheet = self.sheet
        if sheet is None or not sheet.questions:
            return None
        chosen = next((question for question in sheet.questions if question.name == self._asked), None)
        waiting = (question for question in sheet.questions if self.is_open(question))
        return chosen or next(waiting, sheet.questions[0])

    @property
    def likely(self) -> Sequence[str]:
        """What the value that is asked may well be."""
        question = self.question
        return () if question is None or question.name in self._answers else self._form.likely(question, self._answers)

    @property
    def said_anything(self) -> bool:
        return bool(self._log.said)

    def is_open(self, question: Question) -> bool:
        return is_open(question, self._answers)

    def waiting(self, sheet: QuestionSheet) -> int:
        """How many of its values nobody knows yet."""
        return sum(map(self.is_open, sheet.questions))

    def model(self) -> QuestionSheet | None:
        """The sheet that this one repeats: the one before while nothing is told; then the only one that goes on so."""
        sheet = self.sheet
        if sheet is None or not sheet.like or not self.waiting(sheet):
            return None
        before = [other for other in self._before(sheet) if not self.waiting(other)]
        told = self._by_ending(sheet, self._answers)
        if not told:
            return before[0] if before and before[0].name == sheet.like else None
        alike = {
            tuple(values.items()): other
            for other in before
            if told.items() <= (values := self._by_ending(other, self._answers)).items()
        }
        return next(iter(alike.values())) if len(alike) == 1 else None

    def rest(self) -> list[tuple[Question, str]]:
        """What would be told with one touch: the open values of this sheet, as on its model."""
        sheet, model = self.sheet, self.model()
        if sheet is None or model is None:
            return []
        values = self._by_ending(model, self._answers)
        waiting = [question for question in model.questions if question.name.removeprefix(model.name) in values]
        told = self._by_ending(sheet, self._answers)
        ending = {question: question.name.removeprefix(model.name) for question in waiting}
        return [
            (replace(question, name=f"{sheet.name}{ending[question]}"), values[ending[question]])
            for question in waiting
            if ending[question] not in told
        ]

    def _before(self, sheet: QuestionSheet) -> Iterator[QuestionSheet]:
        """The sheets like this one that come before it, the nearest first."""
        by_name = {other.name: other for other in self.sheets if other.group == sheet.group}
        while (like := by_name.get(sheet.like)) is not None:
            yield like
            sheet = like

    @staticmethod
    def _by_ending(sheet: QuestionSheet, answers: Answers) -> dict[str, str]:
        """The sheet's answers by the endings of their questions, which it shares with those like it."""
        return {
            question.name.removeprefix(sheet.name): answers[question.name]
            for question in sheet.questions
            if question.name in answers
        }

    # --- what is told ---

    def tell(self, question: Question, value: str) -> None:
        """An answer, on disk when this returns; asks what comes next.

        Raises CatalogError for what cannot be an answer, JournalError where it cannot be written.
        """
        self._say([(question.name, accepted(question, value))])
        self._go_on()

    def tell_same(self) -> None:
        """What is left of this sheet is as on its model."""
        if rest := self.rest():
            self._say([(question.name, value) for question, value in rest])
            self._go_on()

    def take_back(self) -> None:
        """The latest thing that was said was not meant; it is asked again."""
        said = self._log.take_back()
        self._told_changed()
        for sheet in self.sheets:
            for question in sheet.questions:
                if said and question.name == said[0][0]:
                    self._at, self._asked = sheet.name, question.name

    def learn(self, answers: Answers) -> None:
        """What somebody else's profile says, all at once; to be taken back at once as well."""
        self._say([(name, value) for name, value in answers.items() if self._answers.get(name) != value])

    # --- where one is ---

    def ask(self, question: str) -> None:
        """This value of the sheet, to tell it or to tell it anew."""
        self._asked = question

    def go_to(self, sheet: str) -> None:
        self._at, self._asked = sheet, ""

    def go_to_label(self, tag: Tag, piece: Piece) -> None:
        """What is asked about the one that wears this label, or about such a piece: the first with an open value."""
        of_label = [sheet for sheet in self.sheets if tag in sheet.tags]
        of_piece = [sheet for sheet in self.sheets if sheet.piece == piece and not sheet.tags]
        found = [*of_label, *filter(self.waiting, of_piece), *of_piece]
        if found:
            self.go_to(found[0].name)

    def neighbour(self, by: int) -> QuestionSheet | None:
        """The sheet so many places on."""
        names = [sheet.name for sheet in self.sheets]
        at = names.index(self._at) + by if self._at in names else -1
        return self.sheets[at] if 0 <= at < len(names) else None

    def next_open(self) -> QuestionSheet | None:
        """The next sheet with an open value, from here on and round; those that matter now come first."""
        names = [sheet.name for sheet in self.sheets]
        here = names.index(self._at) if self._at in names else 0
        return self._first_open([*self.sheets[here + 1 :], *self.sheets[: here + 1]])

    def _first_open(self, sheets: Sequence[QuestionSheet]) -> QuestionSheet | None:
        """Of these sheets the first that matters now, else the first that counts, else any with an open value."""
        counted = [sheet for sheet in sheets if any(map(self._matters, sheet.questions))]
        now = (sheet for sheet in counted if is_needed(sheet, self.wanted))
        return next(chain(now, counted, filter(self.waiting, sheets)), None)

    def _matters(self, question: Question) -> bool:
        return question.counted and self.is_open(question)

    def _go_on(self) -> None:
        """Asks the next open value of this sheet, or goes to the next sheet that has one."""
        sheet = self.sheet
        asked, self._asked = self._asked, ""
        if sheet is None or any(map(self._matters, sheet.questions)):
            return
        following = self.next_open()
        if following is not None and not (asked and self.waiting(sheet)):
            self._at = following.name

    def _say(self, said: Sequence[tuple[str, str]]) -> None:
        self._log.append(said)
        self._told_changed()

    def _told_changed(self) -> None:
        self._answers = self._log.answers
        self._all_sheets = self._form.sheets(self._answers)
        self._sheets = [sheet for sheet in self._all_sheets if not sheet.in_play]
        for computed in ("status", "remarks"):
            self.__dict__.pop(computed, None)
