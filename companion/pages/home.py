"""The first page: go on with the last evening, begin a new one, look something up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.game import Rules
from companion.core.pages import GameTile, HomePage, Resume
from companion.core.screen import Button, Open, Touched
from companion.core.text import Text, and_list, or_list, say, say_plural, verbatim
from companion.journal.store import SavedEvening
from companion.pages.calendar import greeting, since
from companion.pages.page_context import PageContext


class Home:
    def __init__(self, context: PageContext) -> None:
        self._context = context

    def view(self) -> HomePage:
        context = self._context
        begin = say("Or begin a new evening") if self._open() else say("Begin an evening")
        tiles = tuple(
            GameTile(game.title, players(game), context.picture_of(name), Open("new game", name))
            for name, game in context.games.items()
        )
        doors = (
            *(
                (Button(say("All tables"), Open("club"), icon="layout-grid"),)
                if context.machine.club is not None
                else ()
            ),
            Button(say("Score what lies here"), Open("score picture"), icon="camera"),
            Button(say("Look up a rule"), Open("rules"), icon="gavel"),
            self._look_back(),
            Button(say("How it works"), Open("tour"), icon="help"),
        )
        camera = replace(context.machine.cameras.state(), intent=Open("camera set up"))
        return HomePage(greeting(context.machine.now()), camera, self._resume(), begin, tiles, doors, Open("settings"))

    def _look_back(self) -> Button:
        """To the evenings that there were; before the first one, to what comes before it."""
        if self._context.store.games():
            return Button(say("Earlier evenings"), Open("evenings"), icon="history")
        return Button(say("Getting ready"), Open("getting ready"), icon="checks")

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        if key == "go on" and (saved := self._context.store.latest()) is not None:
            self._context.evening.go_on(saved)

    def _open(self) -> SavedEvening | None:
        """The newest evening that is not over, of a game that is still here."""
        evenings = self._context.store.evenings()
        return next((each for each in evenings if each.ended is None and each.game in self._context.games), None)

    def _resume(self) -> Resume | None:
        evening = self._open()
        if evening is None:
            return None
        people = and_list(verbatim(name) for name in evening.names)
        stopped = since(evening.latest, self._context.machine.now())
        return Resume(
            say("Go on: {game}", game=self._context.games[evening.game].title),
            say("{people} · {stopped}", people=people, stopped=stopped),
            self._context.picture_of(evening.game),
            colours_of(evening),
            Touched("go on"),
        )


def players(game: Rules[Any, Any]) -> Text:
    """`2 to 5 players`, `2, 4 or 6 players`."""
    counts = list(game.players)
    if counts == list(range(counts[0], counts[-1] + 1)) and len(counts) > 1:
        return say_plural("{least} to {count} player", "{least} to {count} players", counts[-1], least=counts[0])
    return say("{counts} players", counts=or_list(counts))


def colours_of(evening: SavedEvening) -> tuple[int, ...]:
    """The colours of the people, those of their seats where nobody chose."""
    return evening.colours or tuple(range(len(evening.names)))
