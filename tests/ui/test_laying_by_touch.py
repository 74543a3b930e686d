"""Telling what lies on the table, by real touches in the real window: from the home page to the first turn.

One evening of each game, about four seconds each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.clock import COUNTING
from companion.core.game import Options
from companion.core.initial_layout import places_to_lay
from companion.core.journal_entries import AT_RANDOM
from companion.core.screen import Button, Do, Intent, Open, Screen, Touched, Undo
from companion.core.setup_steps import LayingPage
from companion.core.table import Observation
from companion.games import GAMES
from companion.session.game_history import GameHistory
from companion.session.messages import Redo
from tests.ui.test_evening_by_touch import FIRST, Room

AT_MOST = 45
NAMES = ("Ann", "Ben", "Cid", "Dan")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path / "journal.db")
    context = made.application.context
    context.machine = replace(context.machine, choose=Random(2).randrange)
    yield made
    made.application.window.close()
    made.store.close()


class Fingers:
    """Counts the touches."""

    def __init__(self, room: Room) -> None:
        self.room, self.count = room, 0

    def touch(self, *intents: Intent) -> None:
        for intent in intents:
            self.room.taps(intent)
            self.count += 1

    @property
    def page(self) -> LayingPage | None:
        shown = self.room.shown
        return shown if isinstance(shown, LayingPage) else None

    def lay(self, title: str) -> None:
        """The first of what may lie there that is called so."""
        assert self.page is not None
        cell = next(cell for cell in self.page.choices if title in str(cell.title))
        assert cell.intent is not None
        self.touch(cell.intent)


def people(game: str) -> tuple[str, ...]:
    return NAMES[: 3 if 3 in GAMES[game].players else 4]


def begins(room: Room, game: str) -> Fingers:
    """The people of the last evening sit there again: home, the game, the button."""
    room.store.begin(game, Options(people(game)), "", COUNTING, range(len(people(game))))
    room.open()
    fingers = Fingers(room)
    fingers.touch(Open("new game", game), Touched("begin"))
    return fingers


def history(room: Room) -> GameHistory[Any, Any]:
    assert room.application.context.session is not None
    return room.application.context.session.history


def is_set_up(room: Room) -> bool:
    stood = history(room)
    return next(stood.game.to_lay(stood.state), None) is None


@pytest.mark.parametrize("game", GAMES)
def test_who_only_tries_is_dealt_to_at_random_and_the_journal_says_so(room: Room, game: str) -> None:
    fingers = begins(room, game)
    fingers.touch(Open("more"), Open("set up"), Open("lay"), Touched("at random"))
    assert isinstance(room.shown, Screen)
    assert is_set_up(room)
    assert fingers.count <= AT_MOST
    dealt = [played for played in history(room).played if played.source == AT_RANDOM]
    assert len(dealt) >= len(people(game))
    told = [str(history(room).told(played)) for played in dealt]

    assert {"At random, to try it out"} == {sentence.partition(":")[0] for sentence in told}
    room.application.handle(Undo())
    room.application.handle(Redo())

    assert AT_RANDOM == history(room).played[-1].source, "what is done again is still not what anybody laid"


@pytest.mark.parametrize("game", [game for game in GAMES if game != FIRST])
def test_what_lies_on_the_table_is_told_piece_by_piece(room: Room, game: str) -> None:
    """Each touch lays what it shows; the page closes by itself when all of it lies there.

    The first game has the most pieces: it is told below.
    """
    fingers = begins(room, game)
    fingers.touch(Open("more"), Open("set up"), Open("lay"))
    random, way_there = Random(5), fingers.count
    while (page := fingers.page) is not None:
        before, sort = history(room).state, page.choices
        fingers.touch(random.choice([cell.intent for cell in sort if cell.intent is not None]))
        assert before != history(room).state or fingers.page != page, "what was touched lies there"

    assert isinstance(room.shown, Screen)
    assert is_set_up(room) or history(room).game.to_move(history(room).state)
    assert way_there == 5
    assert fingers.count <= AT_MOST, "from the home page on"


def test_the_whole_set_up_of_three_is_told_in_45_touches(room: Room) -> None:
    """29 of 30 tiles, 3 characters, 13 cards: the last tile and the cards named on a character are not asked."""
    fingers = begins(room, FIRST)
    fingers.touch(Open("lay"))
    way_there, random = fingers.count, Random(6)
    while (page := fingers.page) is not None:
        before = history(room).state
        corporations = page.choices[: len(page.choices) // (2 if page.place == "market" else 1)]
        fingers.touch(random.choice([cell.intent for cell in corporations if cell.intent is not None]))
        assert before != history(room).state or fingers.page != page, "what was touched lies there"

    assert history(room).game.to_move(history(room).state)
    assert (3, AT_MOST) == (way_there, fingers.count - way_there)


def still_to_lie(page: LayingPage) -> int:
    """Pieces of which one is asked for; those that look alike stand there once."""
    return sum(each.count for each in page.choices)


def test_a_place_out_of_turn_is_touched_and_a_slip_taken_back(room: Room) -> None:
    fingers = begins(room, FIRST)
    fingers.touch(Open("lay"))
    assert fingers.page is not None
    assert 30 == still_to_lie(fingers.page)
    fingers.touch(Touched("place", "pyramid.1.3.3"))
    assert "pyramid.1.3.3" == fingers.page.place
    cell = fingers.page.choices[7]
    assert cell.value, "a tile is known by its figure"
    assert cell.tints, "and by its colours"
    assert cell.intent is not None
    fingers.touch(cell.intent)
    lying = history(room).game.table(history(room).state).zones
    assert ["pyramid.1.3.3"] == [zone for zone, pieces in lying.items() if pieces]
    assert 29 == still_to_lie(fingers.page)
    assert "pyramid.1.0.0" == fingers.page.place, "the next place is chosen by itself"
    fingers.touch(Touched("undo"))

    assert 30 == still_to_lie(fingers.page)


def test_nothing_is_dealt_at_random_where_a_camera_looks(room: Room) -> None:
    """A market of one card that was seen: what lies on the table counts."""
    fingers = begins(room, FIRST)
    session = room.application.context.session
    assert session is not None
    layout = session.history.game.layout(session.history.state)
    session.handle(Observation((), (), (), ()))
    assert session.is_looked_at, layout
    fingers.touch(Open("lay"))
    assert fingers.page is not None
    deal = next(button for button in fingers.page.buttons if button.intent == Touched("at random"))
    assert not deal.enabled
    room.application.handle(Touched("at random"))

    assert [] == list(history(room).played)


def test_tiles_that_change_places_are_known_by_figure_and_colours(room: Room) -> None:
    """What is left is worth too much for the top: it, and what lies there, is shown as it looks; a touch is it."""
    room.open()
    room.application.begin(FIRST, Options(people(FIRST)), COUNTING, ())
    while not (place := next(places_to_lay(history(room).game, history(room).state))).asks:
        worth = [int(way.looks.value) for way in place.ways]
        cheapest = min(range(len(worth)), key=lambda number: worth[number] % 1000)
        action = place.ways[cheapest].action
        assert action is not None
        room.application.handle(Do(action))
    lying = len(history(room).played)
    room.touch.frames(1)
    menu = room.shown
    assert isinstance(menu, Screen)
    room.taps(next(button.intent for button in menu.buttons if "Enter" in str(button.label)))
    room.taps(next(answer.intent for answer in _answers(room) if "Exchange" in str(answer.label)))
    left = _pieces(room)
    assert 30 - lying == len(left)
    room.taps(left[0].intent)
    answers = _pieces(room)
    assert lying == len(answers)
    cheap = next(answer for answer in answers if answer.looks is not None and int(answer.looks.value) <= 300)
    room.taps(cheap.intent)

    assert isinstance(cheap.intent, Do)
    assert cheap.intent.action == history(room).played[-1].action


def _pieces(room: Room) -> list[Button]:
    """The answers that stand for a piece, each with its figure and its colours; a tile of 1000 has none."""
    pieces = [answer for answer in _answers(room) if answer.looks is not None]
    looks = [answer.looks for answer in pieces if answer.looks is not None]
    assert all(cell.value and (cell.tints or cell.value == "1000") for cell in looks)
    return pieces


def _answers(room: Room) -> tuple[Button, ...]:
    assert isinstance(room.shown, Screen)
    assert room.shown.notice is not None
    return room.shown.notice.answers
