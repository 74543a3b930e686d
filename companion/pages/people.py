"""The people of this house: who they are, two that are one, and one who wishes to be forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.screen import Tone, Touched
from companion.core.text import NOTHING, Text, say, say_plural, verbatim
from companion.journal.saved_games import KnownPerson
from companion.languages import LANGUAGE_NAMES, languages
from companion.pages.evening_draft import EveningDraft
from companion.pages.navigator import Navigator
from companion.pages.new_game import COLOUR_NAMES, name_page
from companion.pages.page_context import PageContext


class People:
    """Who plays in this house; a touch opens what is known of somebody."""

    def __init__(self, context: PageContext, navigator: Navigator) -> None:
        self._context, self._navigator = context, navigator

    def view(self) -> ListPage:
        people = self._context.store.people()
        rows = tuple(
            Row(
                verbatim(each.name),
                COLOUR_NAMES[each.colour],
                intent=Touched("person", each.name),
                colours=(each.colour,),
            )
            for each in people
        )
        new = Row(say("Somebody new"), say("Write a name"), icon="user-plus", intent=Touched("new"))
        lines = () if people else (say("Everyone who has played here is listed here, with their colour."),)
        return ListPage("people", say("People of this house"), (RowGroup(NOTHING, (new, *rows)),), lines, searched=True)

    def touched(self, key: str, value: str) -> None:
        if key == "new":
            known = EveningDraft("")
            for person in self._context.store.people()[:5]:
                known = known.seated(person.name)
            self._navigator.push(name_page(self._add, known, None))
        else:
            self._navigator.push(OnePerson(self._context, self._navigator, value))

    def _add(self, name: str) -> None:
        taken = [person.colour for person in self._context.store.people()]
        colour = min(range(len(COLOUR_NAMES)), key=taken.count)
        self._context.store.remember(KnownPerson(name, colour))
        self._navigator.close()


class OnePerson:
    def __init__(self, context: PageContext, navigator: Navigator, name: str) -> None:
        self._context, self._navigator, self._name = context, navigator, name

    @property
    def _person(self) -> KnownPerson:
        """As he is known; somebody of whom nothing is known has the first colour."""
        return next(
            (each for each in self._context.store.people() if each.name == self._name), KnownPerson(self._name, 0)
        )

    def view(self) -> ListPage:
        person = self._person
        rows = tuple(
            Row(words, intent=Touched("colour", str(number)), chosen=number == person.colour, colours=(number,))
            for number, words in enumerate(COLOUR_NAMES)
        )
        leave = Row(
            say("No longer plays here"),
            say("The evenings stay as they are"),
            icon="user-minus",
            intent=Touched("forget"),
        )
        groups = (
            RowGroup(say("Hand"), tuple(_hand(person, left=left) for left in (False, True)), beside=True),
            RowGroup(say("Languages, the first one touched first"), tuple(_languages(person))),
            RowGroup(say("Favourite colour"), rows),
            RowGroup(NOTHING, (self._merge(), leave, self._forget())),
        )
        played = len(self._context.store.evenings_with(self._name))
        line = say_plural("Has played in {count} evening.", "Has played in {count} evenings.", played)
        return ListPage("person", verbatim(self._name), groups, (line,))

    def _merge(self) -> Row:
        alone = say("Nobody else is listed yet.") if len(self._context.store.people()) < 2 else None
        return Row(
            say("Is somebody else in the list"),
            say("The evenings of both become those of one"),
            icon="users",
            intent=None if alone or self._plays_now else Touched("merge"),
            why_not=self._plays_now or alone,
        )

    def _forget(self) -> Row:
        return Row(
            say("Forget for good"),
            say("The evenings keep a seat, and no name"),
            icon="trash",
            intent=None if self._plays_now else Touched("for good"),
            tone=Tone.BAD,
            why_not=self._plays_now,
        )

    @property
    def _plays_now(self) -> Text | None:
        session = self._context.session
        if session is None or self._name not in session.history.names.values():
            return None
        return say("{name} plays right now; end or leave the evening before.", name=verbatim(self._name))

    def touched(self, key: str, value: str) -> None:
        match key:
            case "colour":
                self._context.store.remember(replace(self._person, colour=int(value)))
            case "language":
                self._context.store.remember(_speaking(self._person, value))
            case "hand":
                self._context.store.remember(replace(self._person, left_handed=value == LEFT))
            case "merge":
                self._navigator.push(WhoElse(self._context, self._navigator, self._name))
            case "for good":
                self._navigator.push(ForgetForGood(self._context, self._navigator, self._name))
            case _:
                self._context.store.forget(self._name)
                self._navigator.close()


LEFT, RIGHT = "left", "right"


def _hand(person: KnownPerson, *, left: bool) -> Row:
    words, value = (say("left-handed"), LEFT) if left else (say("right-handed"), RIGHT)
    return Row(words, intent=Touched("hand", value), chosen=person.left_handed is left)


def _languages(person: KnownPerson) -> Iterator[Row]:
    for code in languages():
        place = person.languages.index(code) + 1 if code in person.languages else 0
        number = verbatim(str(place)) if place and len(person.languages) > 1 else NOTHING
        name = verbatim(LANGUAGE_NAMES.get(code, code))
        yield Row(name, right=number, intent=Touched("language", code), chosen=bool(place))


def _speaking(person: KnownPerson, code: str) -> KnownPerson:
    """With this language behind the others, or without it."""
    others = tuple(each for each in person.languages if each != code)
    return replace(person, languages=others if code in person.languages else (*others, code))


class WhoElse:
    """Which of the others somebody is. Who has played at one table with him cannot be he."""

    def __init__(self, context: PageContext, navigator: Navigator, name: str) -> None:
        self._context, self._navigator, self._name = context, navigator, name
        self._met = {other for names in context.store.evenings_with(name) for other in names}

    def view(self) -> ListPage:
        rows = tuple(
            Row(
                verbatim(each.name),
                intent=None if (met := self._have_met(each.name)) else Touched("is", each.name),
                colours=(each.colour,),
                why_not=met,
            )
            for each in self._context.store.people()
            if each.name != self._name
        )
        name = verbatim(self._name)
        lines = (say("All evenings of {name} become those of whom you touch. This cannot be taken back.", name=name),)
        return ListPage("who else", say("Who is {name}?", name=name), (RowGroup(NOTHING, rows),), lines)

    def _have_met(self, other: str) -> Text | None:
        if other not in self._met:
            return None
        both = {"name": verbatim(self._name), "other": verbatim(other)}
        return say("{name} and {other} have played in one evening; they are two people.", **both)

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        self._context.store.merge(self._name, value)
        self._navigator.close()
        self._navigator.close()


class ForgetForGood:
    """Asked before a name is gone."""

    def __init__(self, context: PageContext, navigator: Navigator, name: str) -> None:
        self._context, self._navigator, self._name = context, navigator, name

    def view(self) -> ListPage:
        count = len(self._context.store.evenings_with(self._name))
        lines = (
            say_plural(
                "The name is taken out of {count} evening. What was played stays.",
                "The name is taken out of {count} evenings. What was played stays.",
                count,
            ),
            say("This cannot be taken back. What was handed on or copied before keeps the name."),
        )
        rows = (
            Row(say("Leave all as it is"), icon="x", intent=Touched("no")),
            Row(say("Forget for good"), icon="trash", intent=Touched("yes"), tone=Tone.BAD),
        )
        title = say("Forget {name}?", name=verbatim(self._name))
        return ListPage("forget for good", title, (RowGroup(NOTHING, rows),), lines)

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        self._navigator.close()
        if key == "yes":
            self._context.store.forget_for_good(self._name)
            self._navigator.close()
