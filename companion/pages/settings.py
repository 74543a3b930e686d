"""What this house prefers: light, letters, motion, language, people; what this is; how it works."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version

from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ArticlePage, ListPage, Paragraph
from companion.core.screen import Button, Open, Tone, Touched
from companion.core.text import NOTHING, Text, say, say_plural, verbatim
from companion.languages import LANGUAGE_NAMES, languages
from companion.pages.navigator import Navigator
from companion.pages.page_context import LOCATION, PageContext
from companion.pages.typing import Typing

LONGEST_LOCATION = 40

CHOICES: dict[str, tuple[Text, dict[str, Text]]] = {
    "theme": (say("Colours"), {"dark": say("dark, for the evening"), "light": say("light, for the day")}),
    "letters": (say("Size of the letters"), {"normal": say("normal"), "large": say("larger")}),
    "sleep": (
        say("The display sleeps"),
        {"30": say("after half an hour"), "10": say("after ten minutes"), "never": say("never")},
    ),
    "turn": (
        say("The picture is turned"),
        {
            "0": say("not at all"),
            "90": say("a quarter to the right"),
            "180": say("by half"),
            "270": say("a quarter to the left"),
        },
    ),
    "facing": (
        say("The screen lies on the table"),
        {
            "1": say("it stays as it is"),
            "2": say("it turns by half to whoever is on turn"),
            "4": say("it turns to whoever is on turn, on all four sides"),
        },
    ),
    "buttons": (
        say("The buttons of the table"),
        {"right": say("at the right"), "left": say("at the left"), "own": say("at the hand of whoever is on turn")},
    ),
    "own language": (
        say("What is said at the table"),
        {"off": say("in the language of the house"), "on": say("in the language of whoever is on turn")},
    ),
    "brightness": (
        say("Brightness"),
        {"100": say("full"), "60": say("medium"), "30": say("low"), "12": say("very low")},
    ),
    "sound": (say("Sound of the clock"), {"on": say("when time runs out"), "off": say("never")}),
    "read aloud": (
        say("Read aloud"),
        {"off": say("nothing"), "on": say("whose turn it is, what is not allowed, what is asked")},
    ),
    "edge lights": (
        say("Lights at the edge of the screen"),
        {"off": say("none"), "on": say("where the fault lies, where it goes, whose turn it is")},
    ),
    "motion": (say("Things that move"), {"on": say("glide"), "off": say("are there at once")}),
    "rules broken": (
        say("Rules most often broken, in the figures"),
        {"off": say("are not shown"), "on": say("are shown")},
    ),
}
"""Preference by name: its title, and its choices, the usual one first."""


def preferred(stored: Mapping[str, str], name: str) -> str:
    """What this house prefers; the usual where it has said nothing that is known."""
    choices = CHOICES[name][1]
    return stored[name] if stored.get(name) in choices else next(iter(choices))


class HouseSettings:
    def __init__(self, context: PageContext) -> None:
        self._context = context

    def view(self) -> ListPage:
        stored = {**self._context.usual, **self._context.store.preferences()}
        # Who cannot read the rest looks for the language.
        groups = [self._languages(stored)] if len(languages()) > 1 else []
        for name, (title, choices) in CHOICES.items():
            if (reason := self._context.machine.unavailable.get(name)) is not None:
                grey = Row(say("cannot be set here"), reason, icon="ban", why_not=reason)
                groups.append(RowGroup(title, (grey,)))
                continue
            chosen = preferred(stored, name)
            rows = tuple(
                Row(words, intent=Touched(name, choice), chosen=choice == chosen) for choice, words in choices.items()
            )
            groups.append(RowGroup(title, rows, beside=True))
        groups.append(RowGroup(say("More"), self._more()))
        return ListPage("settings", say("Settings"), tuple(groups))

    def _more(self) -> tuple[Row, ...]:
        """What has a page of its own."""
        count = len(self._context.store.people())
        people = say_plural("{count} person is known", "{count} people are known", count)
        return (
            Row(say("People of this house"), people, icon="users", intent=Open("people")),
            Row(
                say("Where you play"),
                verbatim(self._context.location) if self._context.location else say("For BG Stats and calendars"),
                icon="map-pin",
                intent=Open("location"),
            ),
            Row(say("Your copies"), say("What is printed on your games"), icon="cards", intent=Open("copies")),
            Row(
                say("Camera"),
                say("Look through it: height, light, what is hidden"),
                icon="camera",
                intent=Open("camera set up"),
            ),
            Row(
                say("Getting ready"),
                say("From the first label to the first move, step by step"),
                icon="checks",
                intent=Open("getting ready"),
            ),
            Row(say("Labels"), say("Stick them while the camera counts"), icon="qrcode", intent=Open("sticking")),
            Row(say("Cards without labels"), say("Known by their faces"), icon="cards", intent=Open("cards")),
            Row(say("Buttons, lamps, sound"), say("Try them out"), icon="hand-click", intent=Open("hardware")),
            Row(say("How it works"), say("A tour of two minutes"), icon="help", intent=Open("tour")),
            Row(say("About"), say("Version, licences, what is kept"), icon="info-circle", intent=Open("about")),
            Row(say("Report a mistake"), say("Write down what has gone wrong"), icon="message", intent=Open("report")),
            Row(say("Shut down"), say("So that the plug can be pulled"), icon="power", intent=Open("shut down")),
        )

    def _languages(self, stored: dict[str, str]) -> RowGroup:
        spoken = stored.get("language", self._context.language)
        rows = tuple(
            Row(verbatim(LANGUAGE_NAMES.get(code, code)), intent=Touched("language", code), chosen=code == spoken)
            for code in languages()
        )
        return RowGroup(say("Language"), rows, beside=True)

    def touched(self, key: str, value: str) -> None:
        self._context.store.prefer(key, value)
        self._context.evening.wear(self._context.store.preferences())


def location_page(context: PageContext, navigator: Navigator) -> Typing:
    """Asks where this house plays; nothing is an answer, too."""

    def done(line: str) -> None:
        context.store.prefer(LOCATION, " ".join(line.split()))
        navigator.close()

    return Typing(
        say("Where do you play?"),
        say("Such as “at home” or the name of a club"),
        say("That is the place"),
        done,
        LONGEST_LOCATION,
        icon="map-pin",
        line=context.location,
    )


TOUR = (
    (
        say("The table is the game"),
        say("Play with your cards and tiles as always. The camera reads the label on each piece; the screen follows."),
        say("The bar at the top wears the colour of whoever is on turn."),
    ),
    (
        say("It asks little"),
        say("What explains the table is believed by itself, and may still change while you play on."),
        say("Only what nothing explains is asked, and one touch answers it."),
    ),
    (
        say("It knows the rules"),
        say("A move that breaks a rule is shown with the rule, the page and the way back. Why says more."),
        say("You may allow it all the same: the evening is yours."),
    ),
    (
        say("Nothing is lost"),
        say("Every action is written down at once. Pull the plug, and the evening goes on where it stood."),
        say("Undo takes the latest action back; under More you can go back to any point."),
    ),
)


class Tour:
    """Four short steps."""

    def __init__(self, navigator: Navigator) -> None:
        self._navigator, self._step = navigator, 0

    def view(self) -> ArticlePage:
        title, *sentences = TOUR[self._step]
        step = say("Step {step} of {steps}", step=self._step + 1, steps=len(TOUR))
        last = self._step == len(TOUR) - 1
        first = self._step == 0
        buttons = (
            Button(
                say("Back"),
                Touched("back"),
                enabled=not first,
                why_not=say("This is the first step.") if first else None,
                icon="chevron-left",
            ),
            Button(
                say("That is all") if last else say("Go on"), Touched("on"), "confirm", tone=Tone.GOOD, icon="check"
            ),
        )
        first_one, *others = sentences
        paragraphs = (Paragraph(first_one), *(Paragraph(each, Tone.GOOD, "bulb") for each in others))
        return ArticlePage("tour", title, paragraphs, buttons, step, "help")

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        if key == "back":
            self._step = max(0, self._step - 1)
        elif self._step == len(TOUR) - 1:
            self._navigator.close()
        else:
            self._step += 1


class About:
    """What this is, its version, what it keeps and where its letters and signs come from."""

    def __init__(self, context: PageContext) -> None:
        self._context = context

    def view(self) -> ListPage:
        evenings = len(self._context.store.evenings())
        kept = say_plural(
            "{count} evening is kept in its journal.", "{count} evenings are kept in its journal.", evenings
        )
        rows = (
            Row(
                say("A companion for board games on a real table"),
                say("It works without a network and sends nothing."),
                _version(),
                icon="lamp",
            ),
            Row(say("Earlier evenings"), kept, icon="history", intent=Open("evenings")),
            Row(
                say("The games belong to their publishers."),
                say("No text of their rulebooks is in here."),
                icon="book",
            ),
            Row(
                say("Licence: Apache 2.0"),
                say("Letters: IBM Plex, OFL 1.1. Signs: Tabler Icons, MIT."),
                icon="scale",
            ),
            Row(
                say("Report a mistake"),
                say("A file that you can give to its makers"),
                icon="file-text",
                intent=Open("report"),
            ),
        )
        return ListPage("about", say("About"), (RowGroup(NOTHING, rows),))

    def touched(self, key: str, value: str) -> None:
        """Nothing on it can be touched."""


def _version() -> Text:
    """Which version this is; nothing where it runs uninstalled."""
    try:
        return say("Version {version}", version=version("table-companion"))
    except PackageNotFoundError:
        return NOTHING
