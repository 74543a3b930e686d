"""A whole evening begun with nothing told: a hidden copy answers what is asked, and a referee who knows it looks on.

What hands do is legal by that copy, with a rule broken now and then. Each verdict, each state and who has won is
compared with what the other referee says, who has known every value from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from random import Random
from typing import Any, Protocol, cast

from benchmarks.telling_owner import printed_copy
from companion.core.copy_form import (
    ChoiceInput,
    CopyForm,
    Declaration,
    NumberInput,
    Question,
    QuestionSheet,
    RoutesInput,
    accepted,
    ends,
    listed,
    pair,
    parts,
    sound,
)
from companion.core.game import Action, Game, Options, is_legal, legal_actions, violation
from companion.core.printed_copy import asking, copy_form_of, with_profile
from companion.core.screen import Do, Intent, Touched, ValueAsked
from companion.core.text import NOTHING
from companion.games import GAMES
from companion.owners_copy.house_copies import Copies
from companion.pages.value_question import ValueQuestion
from scripts.gallery.page_screens import context, navigator

AnyGame = Game[Any, Any]
Choose = Callable[[AnyGame, Any, Random], Any]
"""What is done next by the rules; None where nothing can be."""

Told = tuple[int, Mapping[str, str]]
"""How often the screen has been touched, and all that these touches have told."""


class Tell(Protocol):
    """Answers a question, or what people declare, by this copy."""

    def __call__(
        self,
        truth: Mapping[str, str],
        question: Question,
        declaration: Declaration | None = None,
        action: Action | None = None,
        /,
    ) -> Told: ...


SLIPS = 0.03
"""How often something is tried that the rules forbid."""

MOST_ACTIONS = 4000
"""More than any evening has."""

IN_TENS = 100
"""Values that may be as high are printed in tens."""

YES = "yes"
"""What is there."""

COMPARED = 10
"""After so many actions the two states are compared."""

MOST_TRIED = 40
"""So many candidates are looked through for something forbidden."""


def hidden_copy(form: CopyForm, seed: int) -> dict[str, str]:
    """What a copy may say that nobody has told: no placeholder where it shipped, and ladders of its own.

    Names are left out: nothing rests on them.
    """
    random = Random(seed)
    counted = {
        question.name
        for sheet in form.sheets({})
        if not sheet.in_play
        for question in sheet.questions
        if question.counted
    }
    truth = {name: value for name, value in printed_copy(form, seed).items() if name in counted}
    for question in (each for sheet in form.sheets({}) for each in sheet.questions if each.name in truth):
        truth[question.name] = _laid_otherwise(question, truth[question.name], random)
    for sheet in form.sheets({}):
        if sheet.growing:
            ladder = _ladder(sheet, truth, random)
            if all(remark.fits for remark in form.remarks(truth | ladder)):
                truth |= ladder
    return truth


def _ladder(sheet: QuestionSheet, printed: Mapping[str, str], random: Random) -> dict[str, str]:
    """Growing values in tens, up to about as much as is printed."""
    names = [question.name for question in sheet.questions if question.counted]
    kind = sheet.questions[0].kind
    if not isinstance(kind, NumberInput) or kind.most < IN_TENS or int(printed[names[-1]]) % 10:
        return _row(names, printed, random)
    most = int(printed[names[-1]]) * random.uniform(0.75, 1.05)
    curve = random.uniform(1.2, 2.0)
    steps = [max(count, round(most / 10 * (count / len(names)) ** curve)) for count in range(1, len(names) + 1)]
    for at in range(1, len(steps)):
        steps[at] = max(steps[at], steps[at - 1] + 1)
    return {name: str(10 * step) for name, step in zip(names, steps, strict=True)}


def _row(names: Sequence[str], printed: Mapping[str, str], random: Random) -> dict[str, str]:
    """Small values that never fall, or never grow, as those that ship do, between their ends."""
    values = [int(printed[name]) for name in names]
    found = sorted((random.randint(min(values), max(values)) for _ in values), reverse=values[0] > values[-1])
    return {name: str(value) for name, value in zip(names, found, strict=True)}


def _laid_otherwise(question: Question, value: str, random: Random) -> str:
    """As many routes, or things that several may be of, but others."""
    match question.kind:
        case RoutesInput(places):
            groups: dict[str, list[str]] = {}
            for place in places:
                groups.setdefault(place.name.rpartition(".")[0], []).append(place.name)
            other = {
                name: to
                for names in groups.values()
                for name, to in zip(names, random.sample(names, len(names)), strict=True)
            }
            return listed(pair(*(other[end] for end in ends(route))) for route in parts(value))
        case ChoiceInput(choices, _, most) if most > 2:
            chosen = random.sample([choice.value for choice in choices], len(parts(value)))
            return accepted(question, listed(chosen))
        case _:
            return value


class _Doing:
    """In the place of the evening under way: what a page asks it for."""

    def __init__(self) -> None:
        self.done: list[Intent] = []

    def handle(self, intent: Intent) -> None:
        self.done.append(intent)


class Finger:
    """Tells values on the real page, and counts its touches."""

    def __init__(self, game: str) -> None:
        self._context, self._game = context(empty=True), game
        self._context.copies = Copies(GAMES, asks=True)

    def __call__(
        self,
        truth: Mapping[str, str],
        question: Question,
        declaration: Declaration | None = None,
        action: Action | None = None,
        /,
    ) -> Told:
        if declaration is not None:
            return self._declare(truth[question.name], declaration)
        asked = ValueAsked((question.name,), NOTHING, action=action)
        page = ValueQuestion(self._context, navigator(), self._game, asked)
        before, touches = dict(page.capturing.answers), 0
        if any(truth[name] != value for name, value in page.said.items()):
            page.touched("something else", "")
            touches += 1
        for number, told in enumerate(page.alike()):
            if all(truth.get(name) == value for name, value in told.items()):
                page.touched("alike", str(number))
                return touches + 1, {**page.said, **told}
        for key, of in _touches(page, page.question, truth):
            page.touched(key, of)
            touches += 1
        return touches, dict(page.capturing.answers.items() - before.items())

    def _declare(self, value: str, declaration: Declaration) -> Told:
        """What the page does then is an action."""
        question, evening = declaration.question, _Doing()
        self._context.session = cast(Any, evening)
        page = ValueQuestion(self._context, navigator(), self._game, ValueAsked((question.name,), NOTHING), declaration)
        touches = 0
        for key, of in _touches(page, question, {question.name: value}):
            page.touched(key, of)
            touches += 1
        self._context.session = None
        if evening.done != [Do(declaration.action(value))]:
            raise Stuck(question.name)
        return touches, {question.name: value}


def one_touch(
    truth: Mapping[str, str],
    question: Question,
    declaration: Declaration | None = None,  # noqa: ARG001
    action: Action | None = None,  # noqa: ARG001
    /,
) -> Told:
    """Where touches are not counted."""
    return 1, {question.name: truth[question.name]}


def _touches(page: ValueQuestion, question: Question, truth: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The quickest way that is offered: what else is there, and a key."""
    value = truth[question.name]
    ticked = (switch.intent for switch in page.view().switches)
    yield from ((each.key, each.value) for each in ticked if isinstance(each, Touched) and truth[each.value] == YES)
    if (both := _both(page, question, truth)) is not None:
        yield both.key, both.value
    elif isinstance(question.kind, NumberInput):
        yield from _number(page, question.kind, value)
    else:
        yield from _choices(page, value, truth)
        if isinstance(question.kind, ChoiceInput) and 1 < len(parts(value)) < question.kind.most:
            yield "enter", ""


def _number(page: ValueQuestion, kind: NumberInput, value: str) -> Iterator[tuple[str, str]]:
    """A key, a hundred and its ten, or digits."""
    for key in _keys(page):
        if key == Touched("tell", value):
            yield key.key, key.value
            return
    hundred = str(int(value) // 100 * 100)
    for key in _keys(page):
        if key == Touched("hundred", hundred) and int(value) % 10 == 0:
            yield key.key, key.value
            yield "tell", value
            return
    if page.view().pad is None:
        yield "type", ""
    for digit in value:
        yield "digit", digit
    if int(value) * 10 <= kind.most:
        yield "enter", ""


def _both(page: ValueQuestion, question: Question, truth: Mapping[str, str]) -> Touched | None:
    """The key that tells this value and another one."""
    value = truth[question.name]
    wanted = {f"{value} {truth[name]}" for name in page.second_of(value) if name in truth}
    return next((each for each in _in_table(page) if each.value in wanted), None)


def _in_table(page: ValueQuestion) -> list[Touched]:
    return [key.intent for row in page.view().table for key in row.keys if isinstance(key.intent, Touched)]


def _choices(page: ValueQuestion, value: str, truth: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    chosen = parts(value)
    if len(chosen) > 1 and Touched("several") in [button.intent for button in page.view().buttons]:
        yield "several", ""
    if len(chosen) > 1 and Touched("with another", chosen[0]) in _with_another(page):
        first, last = sorted(chosen, key=lambda each: bool(page.second_of(each)))
        yield "with another", first
        wanted = {f"{last} {truth[name]}" for name in page.second_of(last)}
        both = next((each for each in _in_table(page) if each.value in wanted), Touched("choice", last))
        yield both.key, both.value
        return
    for each in chosen:
        yield "choice", each
    if not chosen:
        yield "tell", ""


def _with_another(page: ValueQuestion) -> list[Intent | None]:
    view = page.view()
    return [*(key.more for key in view.keys), *(row.more for row in view.table)]


def _keys(page: ValueQuestion) -> list[Touched]:
    view = page.view()
    return [key.intent for key in (*view.keys, *view.ranges) if isinstance(key.intent, Touched)]


def eager(game: AnyGame, state: Any, random: Random) -> Any:
    """What somebody does who buys when he can, takes what he has already, and seldom throws anything away."""
    kinds: dict[str, list[Any]] = {}
    for action in legal_actions(game, state):
        kinds.setdefault(type(action).__name__, []).append(action)
    if not kinds:
        return None
    first = next((kind for kind in FIRST if kind in kinds and random.random() < FIRST[kind]), None)
    if first == "Pick":
        own = {card for pile in state.player(kinds[first][0].player).slots for card in pile.cards}
        kinds[first] = [action for action in kinds[first] if own.intersection(action.cards)] or kinds[first]
    likely = [kind for kind in kinds if kind not in SELDOM or random.random() < SELDOM_DONE] or list(kinds)
    return random.choice(kinds[first or random.choice(likely)])


FIRST = {"Laid": 1.0, "Buy": 0.8, "Pick": 0.7}
"""What is done before all else, with its likelihood."""

SELDOM, SELDOM_DONE = ("Discard", "Rearrange", "Swap", "Exchanged"), 0.15


@dataclass
class UntoldEvening:
    """`touches` are those that questions about values took, `first_move` those before anybody's first own action."""

    touches: int = 0
    first_move: int = 0
    begun: bool = False
    asked: list[str] = field(default_factory=list)
    verdicts: int = 0
    wrong: list[str] = field(default_factory=list)
    actions: int = 0


@dataclass
class _Referee:
    """Knows what has been told so far."""

    blank: AnyGame
    options: Options
    answers: dict[str, str] = field(default_factory=dict)
    done: list[Action] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game = self.blank
        self.state = self.game.initial_state(self.options)

    def learn(self, answers: Mapping[str, str]) -> None:
        """The evening so far stands as it would have with these values."""
        self.answers |= answers
        form = copy_form_of(self.blank)
        self.game = with_profile(self.blank, form.profile(sound(form, self.answers)))
        self.state = reduce(self.game.apply, self.done, self.game.initial_state(self.options))

    def do(self, action: Action) -> None:
        self.done.append(action)
        self.state = self.game.apply(self.state, action)


def _position(game: AnyGame, state: Any) -> str:
    """Without the line that says which copy it is of."""
    lines = game.write_position(state).splitlines()
    return "\n".join(line for line in lines if not line.startswith("profile = "))


class Stuck(Exception):
    """The same value is asked again although it has been told."""


class UntoldPlay:
    """One evening. `truth` are the answers of the hidden copy, which has to be one that can be.

    `tell` says how often the screen is touched to tell a value, and what that tells.
    """

    def __init__(self, game: AnyGame, truth: Mapping[str, str], options: Options, tell: Tell, random: Random) -> None:
        self._told_by, self._random = tell, random
        blank = asking(game)
        self._knowing = with_profile(blank, copy_form_of(blank).profile(truth))
        sheets = copy_form_of(self._knowing).sheets(truth)
        self._truth = {each.name: each.printed for sheet in sheets for each in sheet.questions}
        self._truth |= truth
        self._told = _Referee(blank, options)
        self._state = self._knowing.initial_state(options)
        self.evening = UntoldEvening()

    def play(self, choose: Choose, most: int = MOST_ACTIONS) -> UntoldEvening:
        evening, knowing = self.evening, self._knowing
        while evening.actions < most and not evening.wrong:
            if self._random.random() < SLIPS:
                self._slip()
            action = choose(knowing, self._state, self._random)
            if action is None or not self._judge(action):
                break
            if not evening.begun and action.player is not None and next(knowing.to_lay(self._state), None) is None:
                evening.begun, evening.first_move = True, evening.touches
            self._do(action)
        while (questions := self._told.game.result_untold(self._told.state)) and knowing.outcome(self._state):
            self._tell(questions)
        self._compare_results()
        return evening

    def _tell(self, questions: tuple[str, ...], action: Action | None = None) -> None:
        told = self._told
        if (declared := told.game.declaration(told.state, questions[0])) is not None:
            self._declare(declared)
            return
        name = next((each for each in questions if each not in told.answers), None)
        if name is None:
            raise Stuck(questions[0])
        sheets = copy_form_of(told.blank).sheets(told.answers)
        question = next(each for sheet in sheets for each in sheet.questions if each.name == name)
        touches, answers = self._told_by(self._truth, question, None, action)
        self.evening.touches += touches
        self.evening.asked.extend(answers)
        told.learn(answers)

    def _declare(self, declaration: Declaration) -> None:
        """As whoever knows all values would declare it."""
        name = declaration.question.name
        real = self._knowing.declaration(self._state, name)
        if real is None or name in self.evening.asked:
            raise Stuck(name)
        value = real.question.printed
        touches, _ = self._told_by({name: value}, declaration.question, declaration)
        self.evening.touches += touches
        self.evening.asked.append(name)
        action = declaration.action(value)
        self.evening.verdicts += 1
        if (broken := violation(self._told.game, self._told.state, action)) is not None:
            self.evening.wrong.append(f"{self._told.game.write_action(action)}: {broken.check} instead of None")
        self._told.do(action)

    def _judge(self, action: Action) -> bool:
        """Whether it is legal; what is untold is asked until that is certain."""
        told, knowing = self._told, self._knowing
        while (broken := violation(told.game, told.state, action)) is not None and broken.untold:
            self._tell(broken.untold, action)
        expected = violation(knowing, self._state, action)
        self.evening.verdicts += 1
        said, right = (None if each is None else each.check for each in (broken, expected))
        if said != right:
            self.evening.wrong.append(f"{knowing.write_action(action)}: {said} instead of {right}")
        return expected is None

    def _do(self, action: Action) -> None:
        self.evening.actions += 1
        self._state = self._knowing.apply(self._state, action)
        self._told.do(action)
        if self.evening.actions % COMPARED == 0 and self._written() != _position(self._knowing, self._state):
            self.evening.wrong.append(f"{self._knowing.write_action(action)} led elsewhere")

    def _written(self) -> str:
        return _position(self._told.game, self._told.state)

    def _slip(self) -> None:
        """Something that hands could do and the rules forbid, if it is soon found."""
        candidates = list(self._knowing.candidates(self._state))
        self._random.shuffle(candidates)
        for action in candidates[:MOST_TRIED]:
            if not is_legal(self._knowing, self._state, action):
                self._judge(action)
                return

    def _compare_results(self) -> None:
        told, evening = self._told, self.evening
        said, right = told.game.outcome(told.state), self._knowing.outcome(self._state)
        if (said and said.winners) != (right and right.winners):
            evening.wrong.append(f"won: {said and said.winners} instead of {right and right.winners}")
        for mine, real in zip(told.game.score(told.state), self._knowing.score(self._state), strict=True):
            if not mine.provisional and mine.total != real.total:
                evening.wrong.append(f"{mine.player} has {mine.total} instead of {real.total}")
