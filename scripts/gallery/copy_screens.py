"""The pages of the owner's copy: what is told of it, its decks, and the stick it goes onto."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from companion.conformance.playouts import sensible, start
from companion.core.copy_form import NameInput, Question
from companion.core.printed_copy import asking, copy_form_of, with_profile
from companion.core.screen import Touched, Typed, ValueAsked
from companion.core.text import say
from companion.games import GAMES
from companion.owners_copy.house_copies import Copies
from companion.pages.copy_entry import CopyEntry
from companion.pages.copy_exchange import CopyExchange
from companion.pages.decks import Decks
from companion.pages.machine import Sticks
from companion.pages.page_context import PageContext
from companion.pages.value_question import ValueQuestion
from companion.simulation.owner import printed_copy
from scripts.gallery.page_screens import NAMES, Made, context, navigator

DECIDED_BY_DECLARING = 3
"""A seed of a random evening whose winner rests on what people declare."""


def copy_pages() -> Iterator[Made]:
    """An owner tells what is printed on his copy."""
    for game, rules in GAMES.items():
        kinds: dict[str, str] = {}
        for sheet in copy_form_of(rules).sheets({}):
            kinds.setdefault(f"{sheet.group}-{type(sheet.questions[0].kind).__name__}".lower(), sheet.name)
        for kind, name in kinds.items():
            yield f"copy-{game}-{kind.replace(' ', '-')}", partial(told, game, name, 0)
            yield f"copy-{game}-{kind.replace(' ', '-')}-told", partial(told, game, name, 4)
        if rules.decks is not None:
            yield f"decks-{game}", partial(decks_of, game, "")
            yield f"deck-{game}", partial(decks_of, game, NAMES[0])
            yield f"deck-{game}-pick", partial(decks_of, game, NAMES[1], "to")
        if like := [sheet for sheet in copy_form_of(rules).sheets({}) if sheet.like]:
            yield f"copy-{game}-same", partial(repeated, game, like[0].name, 0)
            yield f"copy-{game}-rest", partial(repeated, game, like[-1].name, 3)
        if asking(rules) is not rules:
            yield from _asked(game, kinds)
        if kinds:
            yield f"copy-{game}-stick", partial(on_a_stick, game)
            yield f"copy-{game}-missing", partial(missing_values, game)


def _asked(game: str, kinds: Mapping[str, str]) -> Iterator[Made]:
    """A value of each kind that decides something, and a card that may say what others do."""
    for kind, name in kinds.items():
        yield f"value-{game}-{kind.replace(' ', '-')}", partial(value_asked, game, name)
        if kind == "cards-numberinput":
            digits = Touched("type"), Touched("digit", "2")
            yield f"value-{game}-hundred", partial(value_asked, game, name, Touched("hundred", "800"))
            yield f"value-{game}-digits", partial(value_asked, game, name, *digits)
            yield f"value-{game}-between", partial(value_asked, game, name, asked=1)
    if "declaration" in vars(type(GAMES[game])):
        yield f"value-{game}-declared", partial(declared, game)
    if together := [sheet for sheet in copy_form_of(GAMES[game]).sheets({}) if sheet.together]:
        yield f"value-{game}-first-of-a-card", partial(value_at_once, game, together[0].name, 0)
        yield f"value-{game}-two-at-once", partial(value_at_once, game, together[0].name, 1)
        yield f"value-{game}-half-said", partial(value_half_said, game)
    if like := [sheet for sheet in copy_form_of(GAMES[game]).sheets({}) if sheet.like and sheet.tags]:
        yield f"value-{game}-alike", partial(value_alike, game, like[0].name)


def told(game: str, sheet: str, values: int) -> object:
    """That sheet with so many of its values told as the shipped ones, and one that is being told."""
    page = CopyEntry(context(empty=True), navigator(), game)
    capturing = page.capturing
    capturing.go_to(sheet)
    for _ in range(values):
        question = capturing.question
        assert question is not None
        if isinstance(question.kind, NameInput):
            break
        capturing.tell(question, question.printed)
    capturing.go_to(sheet)
    if values:
        page.touched("digit", "2")
    return page.view()


def on_a_stick(game: str) -> object:
    home = context(empty=True)
    home.machine = replace(home.machine, sticks=Sticks(mounted=lambda: [Path("/media/house/GAMES")]))
    page = CopyExchange(home, navigator(), game)
    page.touched("write", "/nowhere/at/all")
    return page.view()


def repeated(game: str, sheet: str, values: int) -> object:
    """A card that goes on like the one before it, after so many of its values."""
    page = CopyEntry(context(empty=True), navigator(), game)
    capturing = page.capturing
    asked = next(each for each in capturing.sheets if each.name == sheet)
    for name, most in ((asked.like, len(asked.questions)), (asked.name, values)):
        capturing.go_to(name)
        for _ in range(most):
            question = capturing.question
            if capturing.sheet is None or capturing.sheet.name != name or question is None:
                break
            before = f"{asked.like}{question.name.removeprefix(asked.name)}"
            capturing.tell(question, capturing.answers.get(before, question.printed))
    capturing.go_to(sheet)
    return page.view()


def decks_of(game: str, owner: str, letters: str = "") -> object:
    """The decks of a house, one of them, or a card that is picked for it."""
    home, flow = context(), navigator()
    drafts = home.copies.decks(game)
    decks = GAMES[game].decks
    assert decks is not None, "the game has decks"
    cards = list(decks.deck_rules.cards)
    drafts.add(NAMES[0], [(card, "") for card in cards[::9]])
    drafts.add(NAMES[1], [(cards[0], ""), (cards[0], "")])
    flow.push(Decks(home, flow, game))
    if owner:
        flow.handle(Touched("deck", owner))
    if letters:
        flow.handle(Touched("pick"))
    for letter in letters:
        flow.handle(Typed(letter))
    assert flow.top is not None
    return flow.top.view()


def missing_values(game: str) -> object:
    flow = navigator()
    CopyEntry(context(empty=True), flow, game).touched("missing", "")
    assert flow.top is not None
    return flow.top.view()


def value_asked(game: str, sheet: str, *touches: Touched, asked: int = -1) -> object:
    """A value of that sheet, the last or that one, decides what is about to be said; the others have been told."""
    home = context(empty=True)
    home.copies = Copies(GAMES, asks=True)
    capturing = home.copies.capturing(game)
    capturing.go_to(sheet)
    assert capturing.sheet is not None
    others = [each for each in capturing.sheet.questions if each.counted and capturing.is_open(each)]
    question = others.pop(asked)
    for other in others:
        capturing.tell(other, other.printed)
    why = say("It decides whether {who} may take {tile}.", who=NAMES[0], tile=say("the {points} tile", points=400))
    page = ValueQuestion(home, navigator(), game, ValueAsked((question.name,), why))
    for touch in touches:
        page.touched(touch.key, touch.value)
    return page.view()


def value_at_once(game: str, sheet: str, told: int) -> object:
    """A value of a card that one touch tells together with others; so many have been told."""
    home = context(empty=True)
    home.copies = Copies(GAMES, asks=True)
    asked = _counted(home, game, sheet)
    home.copies.capturing(game).learn({each.name: each.printed for each in asked[:told]})
    why = say("It decides whether this may be done.")
    return ValueQuestion(home, navigator(), game, ValueAsked((asked[told].name,), why)).view()


def value_half_said(game: str) -> object:
    """The first value of a card decides something, and what is done with it has said half of it."""
    home = context(empty=True)
    home.copies = Copies(GAMES, asks=True)
    form, why = copy_form_of(asking(GAMES[game])), say("It decides whether this may be done.")
    known = with_profile(asking(GAMES[game]), form.profile(printed_copy(form)))
    state, random = start(known, 2), Random(DECIDED_BY_DECLARING)
    while (action := sensible(known, state, random)) is not None:
        state = known.apply(state, action)
        for name in form.said_by(action):
            page = ValueQuestion(home, navigator(), game, ValueAsked((name,), why, action=action))
            if page.said:
                return page.view()
    raise AssertionError("No card was played in the whole evening.")


def declared(game: str) -> object:
    """The end of a random evening of which nothing has been told: what people declare decides who has won."""
    known, blank, random = GAMES[game], asking(GAMES[game]), Random(DECIDED_BY_DECLARING)
    state = start(known, len(NAMES[:3]))
    while (action := sensible(known, state, random)) is not None:
        state = known.apply(state, action)
    lines = known.write_position(state).splitlines()
    over = blank.read_position("\n".join(line for line in lines if not line.startswith("profile")))
    questions = blank.result_untold(over)
    name = next(each for each in questions if blank.declaration(over, each) is not None)
    home = context(empty=True)
    home.copies = Copies(GAMES, asks=True)
    why = say("It decides who has won.")
    return ValueQuestion(home, navigator(), game, ValueAsked((name,), why), blank.declaration(over, name)).view()


def value_alike(game: str, sheet: str) -> object:
    """The first value of a card decides something, when three others of its kind have been told."""
    home = context(empty=True)
    home.copies = Copies(GAMES, asks=True)
    capturing = home.copies.capturing(game)
    kind = sheet.rpartition(".")[0]
    for number in (4, 8, 11):
        for question in _counted(home, game, f"{kind}.{number}"):
            capturing.tell(question, question.printed)
    first = next(iter(_counted(home, game, sheet)))
    return ValueQuestion(home, navigator(), game, ValueAsked((first.name,), say("It decides what this brings."))).view()


def _counted(home: PageContext, game: str, name: str) -> list[Question]:
    sheets = home.copies.capturing(game).sheets
    return [each for sheet in sheets if sheet.name == name for each in sheet.questions if each.counted]
