"""A new evening: who sits where, the house rules, how time runs. Whatever is changed, the rest stays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from companion.core.game import Game
from companion.core.page_parts import Person as Player
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import Chair, ListPage, SeatsPage
from companion.core.printed_copy import copy_form_of
from companion.core.screen import Button, Open, Tone, Touched
from companion.core.text import NOTHING, Text, or_list, say, say_plural, verbatim
from companion.errors import ConfigError
from companion.pages.confirm_button import confirm_button
from companion.pages.copy_entry import CopyEntry
from companion.pages.evening_draft import COLOURS, LONGEST_NAME, EveningDraft, usual_draft
from companion.pages.home import players
from companion.pages.house_rules import HouseRules, summary
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.pages.time_choice import TimeChoice, in_words
from companion.pages.typing import Typing

COLOUR_NAMES = (
    say("blue, a disc"),
    say("orange, a square"),
    say("teal, a triangle"),
    say("pink, a diamond"),
    say("yellow, a star"),
    say("white, a cross"),
)
FORWARD, BACKWARD = 1, -1


class Seats:
    """Who sits where; begins the evening."""

    def __init__(self, context: PageContext, navigator: Navigator, game: str) -> None:
        self._context, self._navigator = context, navigator
        self._game: Game[Any, Any] = context.games[game]
        self.draft = usual_draft(game, self._game, context.store.usual(game))
        self._trouble: Text | None = None
        self.lays_out = False
        """Whether the screen goes on with what lies where."""

    def view(self) -> SeatsPage:
        game, draft = self._game, self.draft
        roles = game.chairs(draft.options)
        chairs = [
            Chair(Player(each.name, each.colour), roles[number] if roles else NOTHING, _sits(number))
            for number, each in enumerate(draft.people)
        ]
        if len(draft.people) < max(game.players):
            chairs.append(Chair(None, say("sit here"), Touched("sit down")))
        rows = (
            Row(say("House rules"), summary(game, draft), icon="adjustments-horizontal", intent=Touched("rules")),
            Row(say("Clock"), in_words(draft.time), icon="clock", intent=Touched("clock")),
        )
        why_not = self._why_not()
        begin = confirm_button(say("Begin the evening"), "begin", why_not, "player-play")
        copy = Button(say("Your copy"), Touched("copy"), icon="cards")
        told = (copy,) if copy_form_of(game).sheets({}) else ()
        lies = Button(
            say("Go on with what lies here"),
            Touched("lies here"),
            enabled=why_not is None,
            why_not=why_not,
            icon="camera",
        )
        again = self._as_last_time()
        hint = self._trouble or why_not or say("Touch a seat to change the name, the colour or the place.")
        picture = self._context.picture_of(draft.game)
        return SeatsPage(
            say("Who sits where?"),
            game.title,
            picture,
            tuple(chairs),
            rows,
            hint,
            (again, lies, *told, begin),
            say("this screen"),
        )

    def touched(self, key: str, value: str) -> None:
        self._trouble = None
        match key:
            case "sit down":
                who = WhoSits(self._context, self._navigator, self)
                self._navigator.push(who if who.known else who.new_name())
            case "seat":
                self._navigator.push(AtSeat(self._context, self._navigator, self, int(value)))
            case "rules":
                self._navigator.push(HouseRules(self._game, self._navigator, self))
            case "copy":
                options = self.draft.played_with(self._game.settings)
                self._navigator.push(CopyEntry(self._context, self._navigator, self.draft.game, options))
            case "clock":
                self._navigator.push(TimeChoice(self._navigator, self))
            case "as last time":
                self.draft = usual_draft(self.draft.game, self._game, self._context.store.usual(self.draft.game))
            case "lies here":
                self._go_on_with_what_lies_here()
            case "begin":
                self._begin()
            case _:
                pass

    def _go_on_with_what_lies_here(self) -> None:
        """A table in play without a journal: one picture of it begins the evening."""
        from companion.pages.picture_sources import from_camera
        from companion.pages.scored_picture import ScoredPicture

        draft = replace(self.draft, settings=self.draft.played_with(self._game.settings).settings)
        page = ScoredPicture(self._context, self._navigator, draft, from_camera(self._context), resumes=True)
        self._navigator.push(page)

    def _as_last_time(self) -> Button:
        """Off where there is no last time, or where nothing has been changed since it was taken up."""
        last = self._context.store.usual(self.draft.game)
        why_not = None
        if last is None:
            why_not = say("Nobody has played this game here before.")
        elif self.draft == usual_draft(self.draft.game, self._game, last):
            why_not = say("Everything is as last time already.")
        return Button(
            say("As last time"), Touched("as last time"), enabled=why_not is None, why_not=why_not, icon="users"
        )

    def _begin(self) -> None:
        draft = self.draft
        colours = [person.colour for person in draft.people]
        try:
            options = draft.played_with(self._game.settings)
            self._context.evening.begin(draft.game, options, draft.time, colours)
            if self.lays_out and self._context.playing().history.game.setup_steps(
                self._context.playing().history.state
            ):
                self._navigator.handle(Open("set up"))
        except ConfigError as error:
            self._trouble = verbatim(str(error))

    def _why_not(self) -> Text | None:
        allowed, here = list(self._game.players), len(self.draft.people)
        if here in allowed:
            return None
        if not here:
            return say("Nobody sits here yet. Touch a free seat.")
        return say_plural(
            "{count} person sits here; this game is for {players}.",
            "{count} people sit here; this game is for {players}.",
            here,
            players=or_list(allowed) if len(allowed) < 4 else players(self._game),
        )


def _sits(number: int) -> Touched:
    return Touched("seat", str(number))


class Arranged(Protocol):
    """Where people sit down."""

    draft: EveningDraft


class AtSeat:
    """One person at the table: name, colour, place."""

    def __init__(self, context: PageContext, navigator: Navigator, seats: Arranged, chair: int) -> None:
        self._context, self._navigator, self._seats, self._chair = context, navigator, seats, chair

    def view(self) -> ListPage:
        draft = self._seats.draft
        person = draft.people[self._chair]
        others = {each.colour: each.name for each in draft.people if each is not person}
        colours = tuple(
            Row(
                name,
                say("{name} has it; you would change", name=others[number]) if number in others else NOTHING,
                intent=Touched("colour", str(number)),
                chosen=number == person.colour,
                colours=(number,),
            )
            for number, name in enumerate(COLOUR_NAMES[:COLOURS])
        )
        alone = len(draft.people) < 2
        why_alone = say("Nobody else sits here yet.") if alone else None
        place = (
            Row(say("Another name"), verbatim(person.name), icon="pencil", intent=Touched("name")),
            Row(
                say("One place on, clockwise"),
                icon="rotate",
                intent=None if alone else Touched("move", str(FORWARD)),
                why_not=why_alone,
            ),
            Row(
                say("One place back"),
                icon="arrow-back-up",
                intent=None if alone else Touched("move", str(BACKWARD)),
                why_not=why_alone,
            ),
            Row(say("Does not play tonight"), icon="user-minus", intent=Touched("stand up")),
        )
        groups = (RowGroup(say("Name and place"), place), RowGroup(say("Colour and shape"), colours))
        done = Button(say("Back to the table"), Touched("done"), "confirm", tone=Tone.GOOD, icon="check")
        return ListPage("at seat", verbatim(person.name), groups, buttons=(done,))

    def touched(self, key: str, value: str) -> None:
        seats = self._seats
        match key:
            case "colour":
                seats.draft = seats.draft.coloured(self._chair, int(value))
            case "move":
                seats.draft = seats.draft.moved(self._chair, int(value))
                self._chair = (self._chair + int(value)) % len(seats.draft.people)
            case "stand up":
                seats.draft = seats.draft.without(self._chair)
                self._navigator.close()
            case "name":
                self._navigator.push(name_page(self._rename, seats.draft, self._chair))
            case _:
                self._navigator.close()

    def _rename(self, name: str) -> None:
        self._seats.draft = self._seats.draft.named(self._chair, name)
        self._navigator.close()


class WhoSits:
    """Who sits down: somebody of the house, or a new name."""

    def __init__(self, context: PageContext, navigator: Navigator, seats: Arranged) -> None:
        self._context, self._navigator, self._seats = context, navigator, seats

    @property
    def known(self) -> tuple[Row, ...]:
        """The people of this house who do not sit yet."""
        seated = {person.name for person in self._seats.draft.people}
        return tuple(
            Row(verbatim(person.name), intent=Touched("person", person.name), colours=(person.colour,))
            for person in self._context.store.people()
            if person.name not in seated
        )

    def view(self) -> ListPage:
        new = Row(say("Somebody new"), say("Write a name"), icon="user-plus", intent=Touched("new"))
        groups = (RowGroup(NOTHING, (new,)), RowGroup(say("People of this house"), self.known))
        return ListPage("who sits", say("Who sits down?"), groups)

    def new_name(self) -> Typing:
        """The keyboard; whoever is written there sits."""
        return name_page(self._seat_new, self._seats.draft, None)

    def touched(self, key: str, value: str) -> None:
        self._navigator.close()
        if key == "new":
            self._navigator.push(self.new_name())
            return
        colour = next((each.colour for each in self._context.store.people() if each.name == value), None)
        self._seats.draft = self._seats.draft.seated(value, colour)

    def _seat_new(self, name: str) -> None:
        self._seats.draft = self._seats.draft.seated(name)
        self._navigator.close()


def name_page(done: Callable[[str], None], draft: EveningDraft, chair: int | None) -> Typing:
    """Asks for a name that nobody else at the table has."""

    def why_not(name: str) -> Text | None:
        others = (person.name for number, person in enumerate(draft.people) if number != chair)
        if not name:
            return say("Write a name first.")
        return say("{name} sits here already.", name=name) if name in others else None

    return Typing(
        say("What is the name?"),
        say_plural("A name of up to {count} letter", "A name of up to {count} letters", LONGEST_NAME),
        say("That is the name"),
        done,
        LONGEST_NAME,
        name=True,
        why_not=why_not,
        icon="user",
    )
