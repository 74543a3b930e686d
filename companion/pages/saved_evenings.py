"""Evenings that are in the journal: the list, and each one to be looked at again."""

from __future__ import annotations

from companion.core.action import SEATS
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.screen import Button, Open
from companion.core.text import Text, and_list, say, verbatim
from companion.games import title_of, with_profile
from companion.journal.saved_games import PLAYED_OUT
from companion.journal.store import SavedEvening
from companion.pages.calendar import day, duration
from companion.pages.home import colours_of
from companion.pages.page_context import PageContext
from companion.pages.point_format import format_points
from companion.session.game_history import GameHistory


class SavedEvenings:
    """Every evening, the newest first: who played, how it ended, when."""

    def __init__(self, context: PageContext) -> None:
        self._context = context

    def view(self) -> ListPage:
        here = self._context.store.evenings()
        still = tuple(self._row(each) for each in here if each.ended is None)
        over = tuple(self._row(each) for each in here if each.ended is not None)
        groups = []
        if still:
            groups.append(RowGroup(say("Can be continued"), still))
        if over:
            groups.append(RowGroup(say("Ended"), over))
        lines = (
            say("No evening has been played yet."),
            say("Each one is kept here: who won and why, its score sheet, and every move to play back."),
        )
        figures = Button(say("In figures"), Open("statistics"), icon="chart-bar")
        return ListPage(
            "evenings",
            say("Earlier evenings"),
            tuple(groups),
            () if here else lines,
            corner=figures if over else None,
            icon="history",
        )

    def touched(self, key: str, value: str) -> None:
        """Every row opens a page of its own."""

    def _row(self, evening: SavedEvening) -> Row:
        game = self._context.games.get(evening.game)
        return Row(
            verbatim(title_of(evening.game)) if game is None else game.title,
            when_and_who(evening),
            ending(evening),
            intent=Open("evening", evening.id),
            colours=winners_colours(evening),
        )


def when_and_who(evening: SavedEvening) -> Text:
    """`2026-11-22, 19:40 · 52 minutes · Liisa 850 and Ott 1 100`."""
    ended = evening.ending or PLAYED_OUT
    points = dict(ended.points)
    who = and_list(
        verbatim(f"{name} {format_points(points[seat])}" if seat in points else name)
        for seat, name in zip(SEATS, evening.names, strict=False)
    )
    if not ended.seconds:
        return say("{when} · {people}", when=day(evening.begun), people=who)
    return say("{when} · {time} · {people}", when=day(evening.begun), time=duration(ended.seconds), people=who)


def ending(evening: SavedEvening) -> Text:
    """`Ott won`, `ended early`, `not finished`."""
    if evening.ended is None:
        return say("not finished")
    if evening.ending is None or evening.ending.abandoned:
        return say("ended early")
    if not evening.ending.winners:
        return say("a draw")
    names = [evening.names["ABCDEF".index(seat)] for seat in evening.ending.winners]
    return say("{winners} won", winners=and_list(verbatim(name) for name in names))


def winners_colours(evening: SavedEvening) -> tuple[int, ...]:
    if evening.ending is None:
        return ()
    colours = colours_of(evening)
    return tuple(colours["ABCDEF".index(seat)] for seat in evening.ending.winners)[:2]


def recorded(context: PageContext, id: str) -> GameHistory[object, object]:  # type: ignore[type-var]
    """An evening of the journal, to be looked at and not to be changed. Raises GameError where its game is gone."""
    if id == "":
        return context.playing().history
    saved = context.store.load(id)
    return GameHistory(with_profile(saved.game, saved.profile), context.store, saved, read_only=True)
