"""Before pictures are scored: which game lies there, who plays, and where the picture comes from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.screen import Button, Tone, Touched
from companion.core.text import NOTHING, Text, and_list, say, say_plural, verbatim
from companion.journal.store import KnownPerson
from companion.pages.evening_draft import EveningDraft, usual_draft
from companion.pages.home import players
from companion.pages.navigator import Navigator
from companion.pages.new_game import AtSeat, WhoSits
from companion.pages.page_context import PageContext
from companion.pages.scored_picture import GetPictures, ScoredPicture
from companion.picture_score.label_views import read_pictures
from companion.picture_score.table_pictures import pictures_on
from companion.picture_score.values import Picture
from companion.picture_score.who_plays import nameless

MODULE_MM, FILLED = 20 / 29, 0.85
"""Millimetres of a module of our labels, for which a pixel at least is needed; how much of a picture a table fills."""

MOST_PICTURES = 6
"""So many pictures of one table at most: each is a second's work."""


class ScoreWhatLies:
    """One touch is enough: the game is told by its labels, and as many play as the table is for."""

    def __init__(self, context: PageContext, navigator: Navigator) -> None:
        self._context, self._navigator = context, navigator
        self.draft = EveningDraft("")
        self._players = 0
        """How many play where nobody is named; 0 where the mat or the labels tell."""

    def view(self) -> ListPage:
        lines = (
            say("One picture of the table, and the points are counted. Nothing has to be followed before."),
            say("Everything that counts has to be in the picture, its labels upwards."),
        )
        game = self._context.games.get(self.draft.game)
        title = say("by its labels") if game is None else game.title
        rows = (
            Row(say("Which game?"), right=title, icon="layout-grid", intent=Touched("game")),
            Row(say("Who plays?"), self._people(), icon="users", intent=Touched("people")),
        )
        stick = Button(say("From a USB stick"), Touched("stick"), icon="usb")
        camera = Button(say("Take the picture"), Touched("camera"), "confirm", tone=Tone.GOOD, icon="camera")
        groups = (*self._how_many(), RowGroup(NOTHING, rows))
        return ListPage("score picture", say("Score what lies here"), groups, (*lines, *self._reach()), (stick, camera))

    def _how_many(self) -> tuple[RowGroup, ...]:
        """Asked where nobody is named: no picture tells of a player whose mark is hidden."""
        if self.draft.people:
            return ()
        game = self._context.games.get(self.draft.game)
        games = self._context.games.values() if game is None else [game]
        rows = [Row(say("as the mat says"), intent=Touched("players", "0"), chosen=not self._players)]
        for count in sorted({count for each in games for count in each.players}):
            chosen = count == self._players
            rows.append(Row(verbatim(str(count)), intent=Touched("players", str(count)), chosen=chosen))
        return (RowGroup(say("How many play?"), tuple(rows), beside=True),)

    def _reach(self) -> tuple[Text, ...]:
        """So large a table the companion's own camera can read, said before somebody tries."""
        size = self._context.machine.cameras.picture_size()
        if size is None:
            return ()
        wide, high = (int(pixels * MODULE_MM * FILLED / 10) for pixels in size)
        return (
            say(
                "The camera reads a table of up to {wide} by {high} cm; larger ones need several pictures.",
                wide=wide,
                high=high,
            ),
        )

    def touched(self, key: str, value: str) -> None:
        match key:
            case "players":
                self._players = int(value)
            case "game":
                self._navigator.push(WhichGame(self._context, self._navigator, self))
            case "people":
                self._navigator.push(WhoPlays(self._context, self._navigator, self))
            case "stick":
                self._navigator.push(FromStick(self._context, self._navigator, self._score))
            case _:
                self._score(from_camera(self._context))

    def _people(self) -> Text:
        if not self.draft.people:
            return say("as many as the table is for")
        return and_list(verbatim(person.name) for person in self.draft.people)

    def _score(self, get: GetPictures) -> None:
        draft = self.draft
        if not draft.people:
            names = enumerate(nameless(self._players))
            draft = replace(draft, people=tuple(KnownPerson(name, colour) for colour, name in names))
        self._navigator.push(ScoredPicture(self._context, self._navigator, draft, get))


def from_camera(context: PageContext) -> GetPictures:
    """What takes one picture with the camera."""
    take = context.machine.cameras.snapshot()
    return lambda: (Picture(str(say("the camera’s picture")), take()),)


class WhichGame:
    """The game that lies there, where it shall not be told by its labels."""

    def __init__(self, context: PageContext, navigator: Navigator, page: ScoreWhatLies) -> None:
        self._context, self._navigator, self._page = context, navigator, page

    def view(self) -> ListPage:
        chosen = self._page.draft.game
        told = Row(say("By its labels"), icon="scan", intent=Touched("game", ""), chosen=not chosen)
        rows = tuple(
            Row(game.title, players(game), icon="layout-grid", intent=Touched("game", name), chosen=name == chosen)
            for name, game in self._context.games.items()
        )
        return ListPage("which game", say("Which game?"), (RowGroup(NOTHING, (told, *rows)),))

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        """The people are those who played it the last time."""
        self._navigator.close()
        if value != self._page.draft.game:
            game = self._context.games.get(value)
            last = None if game is None else usual_draft(value, game, self._context.store.usual(value))
            self._page.draft = EveningDraft("") if last is None else last


class WhoPlays:
    """Who sits where, clockwise from the first seat; nobody where names make no difference."""

    def __init__(self, context: PageContext, navigator: Navigator, page: ScoreWhatLies) -> None:
        self._context, self._navigator, self._page = context, navigator, page

    def view(self) -> ListPage:
        people = self._page.draft.people
        rows = tuple(
            Row(verbatim(person.name), intent=Touched("seat", str(chair)), colours=(person.colour,))
            for chair, person in enumerate(people)
        )
        game = self._context.games.get(self._page.draft.game)
        games = self._context.games.values() if game is None else [game]
        full = len(people) >= max(max(each.players) for each in games)
        more = () if full else (Row(say("One more person"), icon="user-plus", intent=Touched("sit down")),)
        line = say("Clockwise, as they sit. With nobody here as many play as the table is for.")
        return ListPage("who plays", say("Who plays?"), (RowGroup(NOTHING, (*rows, *more)),), (line,))

    def touched(self, key: str, value: str) -> None:
        if key == "sit down":
            who = WhoSits(self._context, self._navigator, self._page)
            self._navigator.push(who if who.known else who.new_name())
        else:
            self._navigator.push(AtSeat(self._context, self._navigator, self._page, int(value)))


class FromStick:
    """Picture files of the sticks that are plugged in, the newest first; several of one table can be chosen."""

    def __init__(self, context: PageContext, navigator: Navigator, score: Callable[[GetPictures], None]) -> None:
        self._context, self._navigator, self._score = context, navigator, score
        self._chosen: tuple[Path, ...] = ()
        self._files: Sequence[Path] = ()
        self._look()

    def _look(self) -> None:
        self._files = pictures_on(self._context.machine.sticks.mounted())
        self._chosen = tuple(path for path in self._chosen if path in self._files)

    def view(self) -> ListPage:
        rows = tuple(
            Row(
                verbatim(path.name),
                verbatim(path.parent.name),
                icon="camera",
                intent=Touched("file", str(number)),
                chosen=path in self._chosen,
            )
            for number, path in enumerate(self._files)
        )
        lines = [say("Touch the picture of your table, or several that show it together.")]
        if not rows:
            lines = [say("There are no pictures."), say("Put a USB stick in, wait a moment, then touch “Look again”.")]
        again = Button(say("Look again"), Touched("again"), icon="refresh")
        why_not = None if self._chosen else say("Touch a picture first.")
        score = Button(
            say_plural("Score {count} picture", "Score {count} pictures", max(1, len(self._chosen))),
            Touched("score"),
            "confirm",
            enabled=why_not is None,
            why_not=why_not,
            tone=Tone.GOOD,
            icon="chart-bar",
        )
        return ListPage(
            "pictures",
            say("From a USB stick"),
            (RowGroup(NOTHING, rows),),
            tuple(lines),
            (again, score) if rows else (again,),
            searched=True,
            icon="usb",
        )

    def touched(self, key: str, value: str) -> None:
        match key:
            case "again":
                self._look()
            case "file":
                path = self._files[int(value)]
                others = tuple(each for each in self._chosen if each != path)
                self._chosen = others if path in self._chosen else (*others, path)[-MOST_PICTURES:]
            case _:
                self._navigator.close()
                self._score(partial(read_pictures, self._chosen))
