"""Positions of Iron Sky put right by hand: what the camera tells of piles, and what no label shows."""

from __future__ import annotations

import pytest

from companion.core.editing import as_seen, corrected, edited, figure_of, objection
from companion.core.editor import EditRefused, FigureChange, PieceMove
from companion.core.heights import Height
from companion.core.screen import Do
from companion.core.table import Change
from companion.games.iron_sky import GAME
from companion.games.iron_sky.state import State
from tests.clumsy_scenarios import people_before
from tests.games.iron_sky.tables import table


def test_what_lay_above_the_new_top_of_a_pile_has_gone_to_the_only_pile_that_has_grown() -> None:
    """Two tiles went onto one of their kind, of which a label tells; the tile that lay beneath them is in sight."""
    state = table(america={1: "U1", 4: "uwc_europe uwc_america uwc_america"})
    changes = Change("america.4.cc", "uwc_america", -1), Change("america.4.cc", "uwc_europe", +1)
    move = PieceMove("uwc_america", "america.4.cc", "america.1.cc")

    assert () == as_seen(GAME, state, changes), "nobody knows how many went, nor where to"
    heights = {"america.4.cc": Height(1, 1), "america.1.cc": Height(2, 4)}
    assert (move, move) == as_seen(GAME, state, changes, heights)
    assert () == as_seen(GAME, state, changes, {**heights, "america.5.cc": Height(5)}), "two piles have grown"


def test_the_army_of_a_neutral_continent_comes_from_the_pool_together_and_goes_back_so() -> None:
    """ISK-74: of its two tiles the camera sees one."""
    state = table(2, america={4: "U1"})
    assert ("europe", "asia") == state.neutral
    (move,) = as_seen(GAME, state, (Change("pool", "uwc_asia", -1), Change("america.4.cc", "uwc_asia", +1)))
    after = corrected(GAME, state, (move,))

    assert ("europe",) == after.neutral
    assert ("uwc_america", "uwc_asia", "uwc_asia") == after.board("america").territories[3].centre.tiles
    assert None is objection(GAME, state, after)
    assert state.neutral == edited(GAME, after, (PieceMove("uwc_asia", move.target, "pool"),)).neutral
    one = edited(GAME, after, (PieceMove("uwc_asia", move.target, "america.5.cc"),))
    with pytest.raises(EditRefused):
        edited(GAME, one, (PieceMove("uwc_asia", move.target, "pool"),))


def commanded(state: State, value: str) -> str:
    """What is open after that was said of it."""
    after = corrected(GAME, state, (FigureChange("E.open", value),))
    assert None is objection(GAME, state, after)
    todo = after.player("E").todo
    return "" if todo is None else f"{todo.command.value} {todo.card} {todo.left}"


def test_a_command_is_said_to_be_carried_out_or_begun() -> None:
    """ISK-52: what a card commands shows nowhere, and how far it has been carried out neither."""
    begun = {"command": "recruit", "card": "general_recruit_2", "left": 1, "placed": 1}
    state = table(seats={"E": {"discard": ["general_recruit_2"], "todo": begun}})
    figure = figure_of(GAME, state, "E.open")
    assert figure is not None

    assert ("recruit", ["nothing", "Recruit"]) == (figure.value, [str(words) for words in figure.choices.values()])
    assert "recruit general_recruit_2 1" == commanded(state, "recruit")
    assert "" == commanded(state, "-")
    assert "recruit general_recruit_2 2" == commanded(corrected(GAME, state, (FigureChange("E.open", "-"),)), "recruit")
    assert None is figure_of(GAME, table(), "E.open"), "he has laid no card"


def test_what_hands_have_yet_to_do_is_not_as_the_camera_sees_it() -> None:
    """What an order that was given with a finger cost is told back, if the table is to be as it lies."""
    people, action = people_before(GAME, r"[A-F]: organise 1 .* with 1 PP", 2)
    held = people.state.player(action.player).politics
    people.session.handle(Do(action))
    assert held - 1 == people.history.state.player(action.player).politics
    back = corrected(GAME, people.history.state, people.session.seen_otherwise)

    assert held == back.player(action.player).politics
