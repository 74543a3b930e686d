"""What an owner is asked about his own copy, as values: a game says what is printed where, and nothing else knows.

A *sheet* is what is asked about one piece, a *question* one printed value of it. Answers are kept as text by the names
of their questions, as they came from a finger; only the game that asked knows what they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from companion.core.action import Action
from companion.core.facts import Provenance
from companion.core.table import Piece, Tag
from companion.core.text import NOTHING, Text, and_list, say, verbatim
from companion.errors import CatalogError

Answers = Mapping[str, str]
"""What has been said, by the names of the questions."""


@dataclass(frozen=True, slots=True)
class InputChoice:
    """Something that can be touched as an answer; `icon` and `tint` ("#rrggbb") where it has them.

    `then` are the answers to what is asked of it alone, which can be touched with it: the end of that question's name
    is the key.
    """

    value: str
    name: Text
    icon: str = ""
    tint: str = ""
    then: tuple[str, tuple[InputChoice, ...]] = ("", ())


@dataclass(frozen=True, slots=True)
class NumberInput:
    """A whole number from `least` to `most`."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class ChoiceInput:
    """From `least` to `most` of some things; one of them where both are 1. `none` is what to touch for none at all."""

    choices: tuple[InputChoice, ...]
    least: int = 1
    most: int = 1
    none: Text = NOTHING


@dataclass(frozen=True, slots=True)
class MapPoint:
    """A place on a map that is touched; `x` and `y` of its middle in shares of the map."""

    name: str
    label: Text
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class RoutesInput:
    """Pairs of places, each touched one after the other; touched again, a pair is taken away."""

    places: tuple[MapPoint, ...]


@dataclass(frozen=True, slots=True)
class NameInput:
    """A printed name of at most so many letters."""

    longest: int = 40


InputKind = NumberInput | ChoiceInput | RoutesInput | NameInput


@dataclass(frozen=True, slots=True)
class Question:
    """One printed value. `caption` stands over it in a row of values.

    `known` says how it is known before anybody is asked, and `printed` what is known. Play can begin without the values
    that are not `counted`, such as names. `shown` is the part of an untold value that use at the table has shown.
    """

    name: str
    asks: Text
    caption: Text
    kind: InputKind
    known: Provenance = Provenance.PROVISIONAL
    printed: str = ""
    counted: bool = True
    shown: str = ""


@dataclass(frozen=True, slots=True)
class QuestionSheet:
    """What is asked about one piece, or about something printed that is no piece, such as a map.

    `where` says where on it to look, `like` which sheet before has the same questions and may well have the same
    answers. `growing`: the values are steps of a staircase. `short` is for small places. `tags`
    are the labels of just this one, where several of a piece differ. `in_play`: it is asked only where it decides
    something, one part of what another sheet asks whole. `together`: questions that play asks with one touch, by name:
    what the first may be by what the second may be, and beside them what is there or not, and mostly is not.
    """

    name: str
    title: Text
    group: Text
    questions: tuple[Question, ...]
    piece: Piece = ""
    where: Text = NOTHING
    icon: str = ""
    tint: str = ""
    like: str = ""
    growing: bool = False
    short: Text = NOTHING
    tags: tuple[Tag, ...] = ()
    in_play: bool = False
    together: tuple[str, ...] = ()

    @property
    def short_title(self) -> Text:
        return self.title if self.short is NOTHING else self.short


@dataclass(frozen=True)
class Declaration:
    """A question that people answer by what lies before them, not by what is printed: the answer is an action."""

    sheet: QuestionSheet
    action: Callable[[str], Action]

    @property
    def question(self) -> Question:
        return self.sheet.questions[0]


@dataclass(frozen=True, slots=True)
class Remark:
    """What a check says of some answers: that they cannot be right and why, or that they fit what the rules know."""

    sentence: Text
    questions: tuple[str, ...]
    fits: bool = False


class CopyForm(Protocol):
    """A game's side of the capture of an owner's copy."""

    def sheets(self, answers: Answers) -> Sequence[QuestionSheet]:
        """Everything that is asked, in the order in which the pieces come out of the box."""

    def likely(self, question: Question, answers: Answers) -> Sequence[str]:
        """What the value may well be by what has been told, the likeliest first; a few, or none."""

    def said_by(self, action: Action) -> Answers:
        """What would have to be printed for the action to be what was done, as far as it names that itself."""

    def remarks(self, answers: Answers) -> Sequence[Remark]:
        """What the sums and shapes say."""

    def profile(self, answers: Answers) -> str:
        """The profile (TOML) of what is known by these answers; what is known in part only is left out."""

    def answers(self) -> Answers:
        """What the game's own profile knows from an owner already, as answers."""


@dataclass(frozen=True)
class NoForm:
    """Of a game of which everything is known."""

    def sheets(self, answers: Answers) -> Sequence[QuestionSheet]:  # noqa: ARG002
        return ()

    def likely(self, question: Question, answers: Answers) -> Sequence[str]:  # noqa: ARG002
        return ()

    def said_by(self, action: Action) -> Answers:  # noqa: ARG002
        return {}

    def remarks(self, answers: Answers) -> Sequence[Remark]:  # noqa: ARG002
        return ()

    def profile(self, answers: Answers) -> str:  # noqa: ARG002
        return ""

    def answers(self) -> Answers:
        return {}


@dataclass(frozen=True, slots=True)
class AnswerStatus:
    """How far a capture is: how many values there are, how many nobody knows yet, how many of these matter now."""

    total: int
    to_go: int
    needed: int
    doubtful: int = 0
    by_group: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Values and those to go, by the names of the groups."""


def is_open(question: Question, answers: Answers) -> bool:
    """Whether nobody knows the value yet."""
    return question.name not in answers and question.known is Provenance.PROVISIONAL


def is_needed(sheet: QuestionSheet, pieces: Collection[Piece] | None) -> bool:
    """Whether the sheet is about one of these pieces, or about none, such as a map; any is where None is given."""
    return pieces is None or not sheet.piece or sheet.piece in pieces


def status(
    sheets: Iterable[QuestionSheet],
    answers: Answers,
    pieces: Collection[Piece] | None = None,
    remarks: Iterable[Remark] = (),
) -> AnswerStatus:
    """How far the capture is. Needed are the counted values of these pieces, or of all where None is given."""
    groups: dict[Text, tuple[int, int]] = {}
    needed = 0
    for sheet in sheets:
        if sheet.in_play:
            continue
        waiting = [question for question in sheet.questions if is_open(question, answers)]
        all_of, open_of = groups.get(sheet.group, (0, 0))
        groups[sheet.group] = all_of + len(sheet.questions), open_of + len(waiting)
        if is_needed(sheet, pieces):
            needed += sum(question.counted for question in waiting)
    doubtful = {name for remark in remarks if not remark.fits for name in remark.questions}
    total, to_go = (sum(counts) for counts in zip(*groups.values(), strict=True)) if groups else (0, 0)
    return AnswerStatus(total, to_go, needed, len(doubtful), {str(group): counts for group, counts in groups.items()})


def sound(form: CopyForm, answers: Answers) -> dict[str, str]:
    """The answers that no check doubts."""
    doubted = {name for remark in form.remarks(answers) if not remark.fits for name in remark.questions}
    return {name: value for name, value in answers.items() if name not in doubted}


def in_words(question: Question, value: str) -> Text:
    """An answer as people read it."""
    match question.kind:
        case ChoiceInput(choices, _, _, none):
            names = {choice.value: choice.name for choice in choices}
            chosen = [names[each] for each in parts(value) if each in names]
            return and_list(chosen) if chosen else none
        case RoutesInput(places):
            labels = {place.name: place.label for place in places}
            both = [tuple(labels.get(each, verbatim(each)) for each in ends(route)) for route in parts(value)]
            return and_list(say("{one} to {other}", one=one, other=other) for one, other in both)
        case _:
            return verbatim(value)


@dataclass(frozen=True, slots=True)
class Different:
    """A value that two copies do not share: of which piece, what; None where one does not know it."""

    sheet: Text
    caption: Text
    here: Text | None
    there: Text | None

    def sentence(self) -> Text:
        """The difference for people."""
        values = {"sheet": self.sheet, "caption": self.caption, "here": self.here, "there": self.there}
        if self.here is None:
            return say("{sheet}, {caption}: {there} there; nobody has told it here.", **values)
        if self.there is None:
            return say("{sheet}, {caption}: {here} here; nobody has told it there.", **values)
        return say("{sheet}, {caption}: {here} here, {there} there.", **values)


def different(here: CopyForm, there: CopyForm) -> Iterator[Different]:
    """Every value that two copies of a game do not share, in the order in which it is asked."""
    of_there = {question.name: question for sheet in there.sheets({}) for question in sheet.questions}
    for sheet in here.sheets({}):
        for question in sheet.questions:
            other = of_there.get(question.name)
            one, two = _known(question), None if other is None else _known(other)
            if one != two:
                said_there = None if two is None or other is None else in_words(other, two)
                said_here = None if one is None else in_words(question, one)
                yield Different(sheet.title, question.caption, said_here, said_there)


def _known(question: Question) -> str | None:
    return None if question.known is Provenance.PROVISIONAL else question.printed


# --- answers as text ---


def listed(values: Iterable[str]) -> str:
    """Several choices, or several routes, as one answer."""
    return " ".join(values)


def parts(answer: str) -> tuple[str, ...]:
    return tuple(answer.split())


def pair(one: str, other: str) -> str:
    """A route as part of an answer, the same from both ends."""
    return "~".join(sorted((one, other)))


def ends(route: str) -> tuple[str, str]:
    one, _, other = route.partition("~")
    return one, other


def accepted(question: Question, value: str) -> str:
    """The answer as it is kept. Raises CatalogError for what cannot be an answer to the question."""
    match question.kind:
        case NumberInput(least, most):
            if value.isascii() and value.isdecimal() and len(value) < 10 and least <= int(value) <= most:
                return str(int(value))
            raise CatalogError(f"{question.asks} A whole number from {least} to {most} is expected, not {value!r}.")
        case ChoiceInput(choices, least, most):
            known = [choice.value for choice in choices]
            chosen = parts(value)
            if least <= len(set(chosen)) == len(chosen) <= most and set(chosen) <= set(known):
                return listed(sorted(chosen, key=known.index))
            count = str(least) if least == most else f"{least} to {most}"
            raise CatalogError(f"{question.asks} {count} of {', '.join(known)} is expected, not {value!r}.")
        case RoutesInput(places):
            known = [place.name for place in places]
            both = [ends(route) for route in parts(value)]
            if all(one != other and {one, other} <= set(known) for one, other in both):
                return listed(dict.fromkeys(pair(*each) for each in both))
            raise CatalogError(f"{question.asks} Routes between two of {', '.join(known)} are expected, not {value!r}.")
        case NameInput(longest):
            line = " ".join(value.split())
            if len(line) <= longest and line.isprintable() and any(map(str.isalnum, line)):
                return line
            raise CatalogError(f"{question.asks} A name of up to {longest} letters is expected, not {value!r}.")
