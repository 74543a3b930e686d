"""The question which Great Goals somebody has, where nobody has told the colours of his tiles (NWO-77)."""

from __future__ import annotations

from companion.core.copy_form import ChoiceInput, Declaration, InputChoice, Question, QuestionSheet, listed, parts
from companion.core.text import say, verbatim
from companion.games.new_world_order.actions.declare import Declare
from companion.games.new_world_order.goals import TILES_PER_GOAL
from companion.games.new_world_order.scoring import DECLARED, GOALS, goals_of, may_serve
from companion.games.new_world_order.state import State


def declaration(state: State, question: str) -> Declaration | None:
    """Of those Great Goals that the seat's tiles can make by what is told of them."""
    seat = question.removeprefix(DECLARED)
    if seat == question or seat not in state.seats:
        return None
    player, catalog, colours = state.player(seat), state.catalog, state.catalog.colours
    goals = tuple(
        InputChoice(goal.id, goal.name, tint="" if catalog.unknown(goal, "colour") else colours[goal.colour].tint)
        for goal in catalog.goals.values()
        if may_serve(state, player, (goal.id,))
    )
    most = min(len(goals), len(player.tiles) // TILES_PER_GOAL)
    asks = say("Which Great Goals does {who} have?", who=player.name)
    reached = goals_of(state, player)
    now = listed(goal.id for goal in catalog.goals.values() if goal.colour in reached)
    kind = ChoiceInput(goals, 0, most, none=say("none of them"))
    asked = Question(question, asks, GOALS, kind, printed=now)
    where = say("Three tiles of its colour for each; no tile counts for two of them.")
    sheet = QuestionSheet(question, verbatim(player.name), GOALS, (asked,), where=where, icon="target", in_play=True)
    return Declaration(sheet, lambda value: Declare(seat, parts(value)))
