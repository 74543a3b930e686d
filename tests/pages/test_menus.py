"""Menus never open empty: what stands in them can be touched or says why not, in 40 positions of each game.

As on every other screen there are sentences on them, never notation.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from benchmarks.window_evenings.touch_paths import offered
from companion.conformance.playouts import sensible
from companion.core.clock import COUNTING
from companion.core.game import Options
from companion.core.page_parts import Row
from companion.core.pages import ArticlePage, ClockPage, DoorsPage, ListPage, Page, PuttingRightPage, TypingPage
from companion.core.result_pages import EndPage, HistoryPage, ResultPage, SheetPage
from companion.core.screen import Button, Forbidden, NoticeKind, Open, Screen, Select
from companion.core.selection import NO_SELECTION
from companion.core.setup_steps import SetupPage
from companion.core.statistics_pages import StatisticsPage
from companion.core.text import ENGLISH, Text, verbatim, with_names
from companion.games import GAMES
from companion.pages.contents import page_of
from companion.pages.putting_right import PuttingRight
from companion.pages.putting_right_lists import AllPieces, Counted
from tests.pages.conftest import Visitor
from tests.ui.test_no_notation import NOTATION, fields_of, texts

POSITIONS, OFTEN, SOMETIMES = 40, 2, 10
NAMES = ("Liisa", "Ott", "Kadri", "Jaan", "Piret", "Oskar")
ALWAYS = ("correct", "put right")
NOW_AND_THEN = (
    *("more", "end", "set up", "history", "result", "sheet", "clock", "rules", "camera", "settings", "tour"),
    *("shut down", "take along"),
)
"""Pages that change little from one action to the next, or are long."""


@pytest.mark.parametrize("name", GAMES)
def test_no_menu_opens_empty(name: str) -> None:
    seen, said = 0, set[Text]()
    for number, visitor in enumerate(positions(name)):
        history = visitor.context.playing().history
        state, where = history.state, partial(history.game.write_position, history.state)
        for shown in (*menus(visitor, number), *(choices(history.game, state) if number % OFTEN == 0 else ())):
            assert is_not_empty(shown), where()
            assert [] == mute(shown), where()
            said.update(texts(shown))
            seen += 1

    assert 2 * POSITIONS * len(ALWAYS) <= seen
    people = dict(zip("ABCDEF", NAMES, strict=True))
    lines = {with_names(text, people).render(ENGLISH) for text in said}
    assert [] == sorted(line for line in lines if NOTATION.search(line))


def positions(name: str) -> Iterator[Visitor]:
    """Houses in which random evenings of every number of players are played, after each few actions."""
    game, random, left = GAMES[name], Random(14), POSITIONS
    while left:
        for players in game.players:
            visitor = Visitor()
            visitor.evenings.begin(name, Options(NAMES[:players]), COUNTING, range(6))
            history = visitor.context.playing().history
            for step in range(MOST_ACTIONS):
                if step % EVERY == 0:
                    if not left:
                        return
                    left -= 1
                    yield visitor
                action = sensible(history.game, history.state, random)
                if action is None:
                    break
                history.do([action], "touch")


EVERY, MOST_ACTIONS = 14, 120


def menus(visitor: Visitor, number: int) -> Iterator[Page]:
    """Every page that can be opened over a game, some of them only sometimes."""
    for page in (*ALWAYS, *(NOW_AND_THEN if number % SOMETIMES == 0 else ())):
        opened = page_of(Open(page), visitor.context, visitor.navigator)
        yield opened.view()
        if isinstance(opened, PuttingRight):
            yield AllPieces(opened, visitor.navigator).view()
            yield Counted(opened, visitor.navigator).view()
            opened.closed()


def choices(game: Any, state: Any) -> Iterator[Screen]:
    """What a touch on each menu of the live table opens."""
    for intent in dict.fromkeys(offered(game.present(state))):
        if isinstance(intent, Select):
            yield game.present(state, NO_SELECTION.picking(intent.pick))


def is_not_empty(shown: Page | Screen) -> bool:
    match shown:
        case ListPage(groups=groups, lines=lines):
            return any(group.rows for group in groups) or bool(lines)
        case DoorsPage(doors=doors):
            return len(doors) > 0
        case HistoryPage(happenings=happenings, nothing=nothing):
            return bool(happenings) or bool(str(nothing))
        case Screen(notice=notice, boards=boards) if notice is None or notice.kind is NoticeKind.SAYING:
            return bool(boards)
        case Screen(notice=notice):
            # A question whose only answer is the way back has to say why.
            return notice is not None and (len(notice.answers) > 1 or bool(notice.lines) or notice.detail is not None)
        case _:
            return isinstance(shown, FILLED)


FILLED = (
    ArticlePage,
    ClockPage,
    EndPage,
    PuttingRightPage,
    ResultPage,
    SetupPage,
    SheetPage,
    StatisticsPage,
    TypingPage,
)
"""These have no list that could be empty."""


def mute(shown: object) -> list[Row | Button]:
    """What cannot be touched and does not say why."""
    match shown:
        case Row(intent=None, chosen=False, why_not=None):
            return [shown]
        case Button(enabled=False, why_not=None):
            return [shown]
        case Button(enabled=False, why_not=Forbidden(reason=reason)):
            return [] if str(reason) else [shown]
        case tuple():
            return [each for part in shown for each in mute(part)]
        case _:
            return [each for name in fields_of(type(shown)) for each in mute(getattr(shown, name))]


def test_an_empty_menu_would_be_noticed() -> None:
    empty = ListPage("empty", verbatim("Nothing"), ())
    assert not is_not_empty(empty)
    assert [Row(verbatim("Off"))] == mute((Row(verbatim("Off")),))
