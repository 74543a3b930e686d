"""Putting the whole table right outside the rules: the list of changes, what cannot be, one entry, undo."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.conformance.playouts import sensible
from companion.core.clock import COUNTING
from companion.core.editing import as_seen, corrected, lying, objection, pieces_for, places_for
from companion.core.editor import Figure, FigureChange, PieceMove, TableEdit
from companion.core.game import Options
from companion.core.journal_entries import Edited
from companion.core.pages import ListPage, PuttingRightPage
from companion.core.result_pages import HistoryPage
from companion.core.screen import Drag, Inspect, Undo
from companion.core.table import Change, LabelPlace, Observation
from companion.core.text import Opening, Text, with_names
from companion.core.value_pages import CountPage
from companion.games import GAMES
from companion.session.game_history import GameHistory
from companion.session.messages import Tick
from companion.simulation.physical_table import PhysicalTable
from tests.pages.conftest import Visitor

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")
ACTIONS, SOME = 14, 60


@pytest.fixture(params=list(GAMES))
def evening(request: pytest.FixtureRequest, visitor: Visitor) -> Visitor:
    """Somebody in the middle of an evening of each game."""
    game = GAMES[request.param]
    visitor.evenings.begin(request.param, Options(NAMES[: list(game.players)[1]]), COUNTING, range(6))
    history, random = history_of(visitor), Random(7)
    while len(history.played) < ACTIONS or not numbers(history) or not possible(visitor):
        action = sensible(history.game, history.state, random)
        assert action is not None, "the game is over"
        history.do([action], "touch")
    return visitor


def history_of(visitor: Visitor) -> GameHistory[Any, Any]:
    return visitor.context.playing().history


def moves(visitor: Visitor) -> Iterator[tuple[PieceMove, Text | None]]:
    """Moves of one piece on the table to another place of it, and what is against the position after it."""
    history = history_of(visitor)
    game, state = history.game, history.state
    shown = game.table(state).zones
    for zone, pieces in shown.items():
        for piece in dict.fromkeys(pieces):
            for target in places_for(game, state, piece, zone):
                move = PieceMove(piece, zone, target)
                yield move, objection(game, state, corrected(game, state, (move,)))


def numbers(history: GameHistory[Any, Any]) -> list[Figure]:
    """What is counted and may be one more."""
    return [each for each in history.game.editor.figures(history.state) if each.is_number and each.neighbour(+1)]


def possible(visitor: Visitor) -> list[PieceMove]:
    """A move to another place on the table that makes a position of the game."""
    shown = history_of(visitor).game.table(history_of(visitor).state).zones
    return [*islice((move for move, wrong in moves(visitor) if wrong is None and move.target in shown), 1)]


def test_a_drawn_piece_lies_there_for_the_game_too_and_undo_takes_the_whole_back(evening: Visitor) -> None:
    history = history_of(evening)
    before, entries, (move,) = history.state, len(history.entries), possible(evening)
    evening.opens("put right")
    assert isinstance(evening.page, PuttingRightPage)
    evening.does(Drag(move.source, move.piece, move.target))
    assert before is history.state, "nothing counts before they say so"
    evening.touches("stands")

    assert evening.page is None
    assert move.piece in lying(history.game, history.state)[move.target]
    assert entries + 1 == len(history.entries)
    assert isinstance(history.entries[-1].event, Edited)
    again = GameHistory(history.game, evening.store, evening.store.load(history.id))
    assert again.fault is None
    assert history.game.write_position(history.state) == history.game.write_position(again.state)
    evening.context.playing().handle(Undo())
    assert history.game.write_position(before) == history.game.write_position(history.state)


def test_the_history_tells_it_in_words_and_does_it_again(evening: Visitor) -> None:
    (move,) = possible(evening)
    evening.opens("put right").does(Drag(move.source, move.piece, move.target)).touches("stands")
    history = history_of(evening)
    after = history.game.write_position(history.state)
    evening.opens("history")
    page = evening.page
    assert isinstance(page, HistoryPage)
    told = str(page.happenings[0].sentence)
    assert told.startswith("Put right by hand: ")
    assert str(history.game.piece_name(move.piece)) in told
    evening.context.playing().handle(Undo())
    evening.touches("again")

    assert after == history.game.write_position(history.state)


def test_a_touched_piece_is_asked_about_and_each_change_can_be_forgotten(evening: Visitor) -> None:
    (move,) = possible(evening)
    evening.opens("put right").does(Inspect(move.source, move.piece))
    assert isinstance(evening.page, ListPage)
    assert Opening(history_of(evening).game.piece_name(move.piece)) == evening.page.title
    evening.touches("to", move.target)
    assert isinstance(evening.page, PuttingRightPage)
    assert "1 change" in [str(button.label) for button in evening.page.buttons]
    evening.touches("changes")
    assert 1 == len(evening.rows)
    evening.touches("forget", "0")
    assert [] == evening.rows
    evening.goes_back()

    assert isinstance(evening.page, PuttingRightPage)
    assert not next(button for button in evening.page.buttons if button.key == "confirm").enabled


def test_a_change_and_its_way_back_are_no_change(evening: Visitor) -> None:
    (move,) = possible(evening)
    evening.opens("put right").does(Drag(move.source, move.piece, move.target))
    evening.does(Drag(move.target, move.piece, move.source))

    assert isinstance(evening.page, PuttingRightPage)
    assert "No changes" in [str(button.label) for button in evening.page.buttons]


@pytest.mark.parametrize("evening", list(GAMES)[:2], indirect=True)
def test_what_can_be_no_position_is_said_and_nothing_happens(evening: Visitor) -> None:
    history = history_of(evening)
    move, wrong = next((move, wrong) for move, wrong in islice(moves(evening), SOME) if wrong is not None)
    entries = len(history.entries)
    evening.opens("put right").does(Drag(move.source, move.piece, move.target)).touches("stands")

    assert isinstance(evening.page, PuttingRightPage), "it is still open"
    assert str(with_names(wrong, history.names)) == str(evening.page.hint)
    assert entries == len(history.entries)


def test_counts_are_typed_or_changed_by_one_and_choices_set_by_a_touch(evening: Visitor) -> None:
    history = history_of(evening)
    figures = history.game.editor.figures(history.state)
    number = numbers(history)[0]
    choice = next(each for each in figures if not each.is_number and len(each.choices) > 1)
    other = next(value for value in choice.choices if value != choice.value)
    evening.opens("put right").touches("counted").touches("figure", number.name)
    page = evening.page
    assert isinstance(page, CountPage)
    assert number.value == page.value
    assert page.more is not None
    evening.does(page.more).touches("done")
    evening.touches("figure", choice.name).touches("set", other)
    while not isinstance(evening.page, PuttingRightPage):
        evening.goes_back()
    evening.touches("changes")

    assert str(number.title) in str(evening.rows[0].title)


def test_cancel_leaves_all_as_it_was_and_the_game_sees_again(evening: Visitor) -> None:
    history = history_of(evening)
    before, (move,) = history.state, possible(evening)
    evening.opens("put right").does(Drag(move.source, move.piece, move.target)).touches("cancel")

    assert evening.page is None
    assert before is history.state


def test_what_the_camera_sees_otherwise_is_told_as_moves(evening: Visitor) -> None:
    history, (move,) = history_of(evening), possible(evening)
    changes = Change(move.source, move.piece, -1), Change(move.target, move.piece, +1)

    assert (move,) == as_seen(history.game, history.state, changes)


def test_what_the_camera_sees_meanwhile_is_taken_for_no_move(evening: Visitor) -> None:
    history = history_of(evening)
    (move,) = possible(evening)
    session = evening.context.playing()
    table = PhysicalTable(history.game, history.game.layout(history.state))
    table.make(history.game.table(history.state))
    session.handle(look(table))
    played = len(history.played)
    zones = {zone: list(pieces) for zone, pieces in history.game.table(history.state).zones.items()}
    zones[move.source].remove(move.piece)
    zones[move.target].append(move.piece)
    evening.opens("put right")
    assert isinstance(evening.page, PuttingRightPage)
    table.make(type(history.game.table(history.state)).of(zones))
    session.handle(look(table))
    assert played == len(history.played)


def look(table: PhysicalTable) -> Observation:
    return Observation(tuple(LabelPlace(each.tag, each.label) for each in table.visible()))


def test_the_cards_in_a_hand_are_one_number_that_is_typed(evening: Visitor) -> None:
    """Each figure counts at once; what cannot be is not taken, and says what can."""
    number = max(numbers(history_of(evening)), key=lambda each: len(each.choices))
    most = list(number.choices)[-1]
    evening.opens("put right").touches("counted").touches("figure", number.name)
    for digit in most:
        evening.touches("digit", digit)
    assert isinstance(evening.page, CountPage)
    assert most == evening.page.value, str(evening.page.note)
    evening.touches("digit", "9").touches("digit", "9").touches("digit", "9")
    assert isinstance(evening.page, CountPage)
    assert evening.page.value in number.choices
    assert most in str(evening.page.note)
    evening.touches("done")

    assert evening.row(str(number.title)).right != number.choices[number.value]


def test_a_figure_that_is_another_is_one_line_in_the_journal(evening: Visitor) -> None:
    history = history_of(evening)
    figure = next(
        each
        for each in numbers(history)
        if objection(
            history.game,
            history.state,
            corrected(history.game, history.state, (FigureChange(each.name, str(each.neighbour(+1))),)),
        )
        is None
    )
    value = figure.neighbour(+1)
    assert value is not None
    evening.opens("put right").touches("counted").touches("figure", figure.name).touches("set", value)
    evening.touches("done").touches("stands")
    event = history.entries[-1].event

    assert isinstance(event, Edited)
    assert (f"{FigureChange(figure.name, value).name} = {value}",) == event.edits


def test_a_piece_may_be_another_one_and_something_may_lie_where_nothing_is_known(evening: Visitor) -> None:
    history = history_of(evening)
    shown = history.game.table(history.state).zones
    found = [
        (zone, piece)
        for zone, pieces in shown.items()
        for piece in dict.fromkeys(pieces)
        if len(list(pieces_for(history.game, history.state, zone))) > 0
        and any(place not in shown for place in places_for(history.game, history.state, piece, zone))
    ]
    zone, piece = found[0]
    evening.opens("put right").does(Inspect(zone, piece)).touches("another")
    other = next(row for row in evening.rows if row.intent is not None)
    evening.does(other.intent)  # type: ignore[arg-type]
    page = evening.page
    assert isinstance(page, PuttingRightPage)
    assert str(other.title) in str(page.hint)
    evening.touches("changes")
    assert 2 == len(evening.rows), "one was put away, the other fetched"
    evening.goes_back()
    empty = next(place for place in empty_places(history) if place not in (zone, other))
    evening.touches("empty", empty)

    assert isinstance(evening.page, ListPage)
    assert evening.page.lines


def empty_places(history: GameHistory[Any, Any]) -> list[str]:
    return [zone for zone, pieces in history.game.table(history.state).zones.items() if not pieces]


def test_afterwards_the_camera_sees_what_the_game_expects(evening: Visitor) -> None:
    """A table that had drifted apart: doubts before, none after it was put right, and nothing is taken for a move."""
    history, (move,) = history_of(evening), possible(evening)
    session = evening.context.playing()
    table = PhysicalTable(history.game, history.game.layout(history.state))
    table.make(history.game.table(corrected(history.game, history.state, (move,))))
    evening.opens("put right")
    session.handle(look(table))
    evening.does(Drag(move.source, move.piece, move.target)).touches("stands")
    played = len(history.played)
    for second in range(1, 20):
        session.handle(look(table))
        session.handle(Tick(float(second)))

    assert isinstance(history.played[-1].action, TableEdit)
    assert played == len(history.played)
    assert () == session.seen_otherwise
    assert session.prompt is None


@pytest.mark.parametrize("evening", ["inwo"], indirect=True)
def test_what_comes_onto_a_pile_from_out_of_sight_lies_beneath_what_the_camera_saw(evening: Visitor) -> None:
    """Two cards were thrown away, the camera saw the second alone, and another lies where no move brings it."""
    history, session, (moved,) = history_of(evening), evening.context.playing(), possible(evening)
    seen, unseen = history.game.editor.stores(history.state)["A.group_deck"].pieces[:2]
    table = PhysicalTable(history.game, history.game.layout(history.state))
    thrown = PieceMove(seen, "A.group_deck", "A.discard")
    table.make(history.game.table(corrected(history.game, history.state, (moved, thrown))))
    session.handle(look(table))
    evening.opens("put right").touches("all").touches("store", "A.group_deck")
    evening.touches("piece", unseen).touches("to", "A.discard").touches("stands")

    assert [unseen, seen] == list(history.state.player("A").discard[-2:])


def test_clocks_stand_meanwhile(evening: Visitor) -> None:
    history, session = history_of(evening), evening.context.playing()
    session.handle(Tick(1.0))
    evening.opens("put right")
    before = dict(history.clocks)
    session.handle(Tick(31.0))
    assert before == history.clocks
    evening.touches("cancel")
    session.handle(Tick(32.0))

    assert not history.game.to_move(history.state) or before != history.clocks
