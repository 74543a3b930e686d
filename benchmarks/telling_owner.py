"""A simulated owner: takes the pieces from the box one after the other and tells what is printed, by touches alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from companion.core.copy_form import (
    ChoiceInput,
    CopyForm,
    NameInput,
    NumberInput,
    Question,
    QuestionSheet,
    RoutesInput,
    ends,
    parts,
)
from companion.core.facts import Provenance
from companion.core.screen import Touched, Typed
from companion.core.value_pages import CopyEntryPage
from companion.pages.copy_entry import CopyEntry

TOUCH_SECONDS = 1.4
"""To read a value off a card and touch a key; assumed, not measured with people."""

PIECE_SECONDS = 4.0
"""To put a piece away and take the next one; assumed as well."""

Printed = Mapping[str, str]
"""What is printed on the owner's copy, by the names of the questions."""


@dataclass(frozen=True, slots=True)
class TouchTally:
    """What telling a copy took."""

    touches: int
    values: int
    pieces: int

    @property
    def touches_a_value(self) -> float:
        return self.touches / max(1, self.values)

    @property
    def minutes(self) -> float:
        """By the assumed seconds for a touch and for a piece."""
        return (self.touches * TOUCH_SECONDS + self.pieces * PIECE_SECONDS) / 60


def printed_copy(form: CopyForm, seed: int = 0) -> Printed:
    """An owner's copy: what the shipped values say, but no placeholder on the card on which it shipped.

    What is asked in the same way lies in another order, whole cards at a time, so that sums and shapes still hold.
    """
    printed: dict[str, str] = {}
    alike: dict[object, list[QuestionSheet]] = {}
    for sheet in form.sheets({}):
        made_up = not sheet.growing and all(
            question.known is Provenance.PROVISIONAL for question in sheet.questions if question.counted
        )
        asked = tuple(question.name.removeprefix(sheet.name) for question in sheet.questions)
        same = (sheet.group, sheet.name.rpartition(".")[0], asked)
        alike.setdefault(same if made_up else sheet.name, []).append(sheet)
    for sheets in alike.values():
        for sheet, other in zip(sheets, Random(seed).sample(sheets, len(sheets)), strict=True):
            values = zip(sheet.questions, other.questions, strict=True)
            printed |= {question.name: of_other.printed for question, of_other in values}
    return printed


def tell_copy(
    page: CopyEntry, printed: Printed, touch: Callable[[Touched | Typed], None], most: int = 10_000
) -> TouchTally:
    """Tells every value that counts and is open; what `touch` does with an intent is what a finger would do."""
    touches, told, pieces = 0, 0, set[str]()
    open_before = page.capturing.status.needed

    def finger(intent: Touched | Typed) -> None:
        nonlocal touches
        touches += 1
        touch(intent)

    while page.capturing.status.needed and touches < most:
        question, sheet = page.capturing.question, page.capturing.sheet
        assert question is not None, "something is asked while something is needed"
        assert sheet is not None, "what is asked stands on a sheet"
        pieces.update(sheet.tags[:1] or [sheet.piece] * bool(sheet.piece))
        if isinstance(question.kind, NameInput):
            finger(Touched("next open"))
        elif _looks_the_same(page, printed):
            finger(Touched("same"))
        else:
            _tell(page, question, printed[question.name], finger)
    told = open_before - page.capturing.status.needed
    return TouchTally(touches, told, len(pieces))


def _looks_the_same(page: CopyEntry, printed: Printed) -> bool:
    """Whether what one touch would tell of this card is what stands on it."""
    view = page.view()
    assert isinstance(view, CopyEntryPage)
    rest = page.capturing.rest()
    offered = Touched("same") in {button.intent for button in view.likely}
    return offered and all(printed.get(question.name) == value for question, value in rest)


def _tell(page: CopyEntry, question: Question, value: str, finger: Callable[[Touched | Typed], None]) -> None:
    """One value, the quickest way that is offered."""
    view = page.view()
    assert isinstance(view, CopyEntryPage)
    if Touched("likely", value) in {button.intent for button in view.likely}:
        finger(Touched("likely", value))
        return
    for intent in _keys(question, value):
        finger(intent)


def _keys(question: Question, value: str) -> Iterator[Touched]:
    """What a finger touches for this answer."""
    match question.kind:
        case NumberInput(_, most):
            yield from (Touched("digit", digit) for digit in value)
            if int(value) * 10 <= most:
                yield Touched("enter")
        case ChoiceInput(_, _, most):
            yield from (Touched("choice", choice) for choice in parts(value))
            if len(parts(value)) < most:
                yield Touched("enter") if value else Touched("none")
        case RoutesInput():
            yield from (Touched("place", place) for route in parts(value) for place in ends(route))
            yield Touched("enter")
        case NameInput():
            raise AssertionError("names are written on another page")
