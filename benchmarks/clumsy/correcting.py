"""Handwork that is done late or wrong, and moves that are taken back."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.clumsy.family import behaviour, of_a_move
from benchmarks.clumsy.people import People
from benchmarks.clumsy.tabletop import OFF, Carry

# --- handwork ---


@of_a_move(least=2)
def _handwork(people: People, action: Any, moves: list[Carry], span: tuple[float, float], wrong: bool) -> bool:
    """The piece that moves is laid at once; what follows from it is done late, or wrongly first."""
    first, *rest = moves
    people.happened(action)
    people.carry(first)
    people.wait(people.random.uniform(*span))
    for move in rest:
        if wrong and OFF not in (move.target, move.source):
            astray = people.random.choice(sorted(people.game.table(people.state).zones))
            people.carry(Carry(move.piece, move.source, astray))
            people.wait(people.random.uniform(2, 8))
            if people.table.find(astray, move.piece) is None:
                return False
            people.carry(Carry(move.piece, astray, move.target))
        else:
            people.carry(move)
    return True


behaviour("handwork", "what follows from a move is done late")(partial(_handwork, span=(4.0, 15.0), wrong=False))
behaviour("handwork", "what follows from a move is forgotten for long")(
    partial(_handwork, span=(20.0, 60.0), wrong=False)
)
behaviour("handwork", "what follows from a move is done wrong, then right")(
    partial(_handwork, span=(0.5, 4.0), wrong=True)
)


# --- taken back ---


@behaviour("taken back", "a move is taken back as a whole")
@of_a_move()
def taken_back(people: People, action: Any, moves: list[Carry]) -> None:
    before = people.state
    people.do(action)
    people.wait(people.random.uniform(0.5, 10))
    people.becomes(before)
    people.swiftly([move.back for move in reversed(moves)])


@behaviour("taken back", "a move is taken back piece by piece")
@of_a_move(least=2)
def taken_back_slowly(people: People, action: Any, moves: list[Carry]) -> None:
    before = people.state
    people.do(action)
    people.wait(people.random.uniform(0.5, 10))
    people.becomes(before)
    for move in reversed(moves):
        people.carry(move.back)
        people.wait(people.random.uniform(0.5, 6))


@behaviour("taken back", "a move is taken back and another one made")
def something_else(people: People) -> bool:
    action, other = people.a_decision(), people.a_decision()
    if action is None or other is None or action == other or action.player != other.player:
        return False
    before, moves = people.state, people.moves_of(action)
    people.do(action)
    people.wait(people.random.uniform(0.5, 10))
    people.becomes(before)
    people.swiftly([move.back for move in reversed(moves)])
    people.wait(people.random.uniform(0.2, 3))
    people.do(other)
    people.chance()
    return True


@behaviour("taken back", "half a move is taken back and done again")
@of_a_move(least=2)
def half_taken_back(people: People, action: Any, moves: list[Carry]) -> bool:
    people.do(action)
    people.wait(people.random.uniform(1, 6))
    undone = people.random.choice(moves)
    if undone.target == OFF or people.table.find(undone.target, undone.piece) is None:
        return False
    people.carry(undone.back)
    people.wait(people.random.uniform(1, 6))
    if undone.source != OFF and people.table.find(undone.source, undone.piece) is None:
        return False
    people.carry(undone)
    return True


@behaviour("taken back", "two moves are taken back, one after the other")
def two_taken_back(people: People) -> bool:
    moves: list[list[Carry]] = []
    states = []
    for _ in range(2):
        action = people.a_decision()
        if action is None or not people.only_decisions():
            return False
        moves.append(people.moves_of(action))
        states.append(people.state)
        people.do(action)
        people.wait(people.random.uniform(1, 8))
    for mine, before in zip(reversed(moves), reversed(states), strict=True):
        people.becomes(before)
        people.swiftly([move.back for move in reversed(mine)])
        people.wait(people.random.uniform(1, 8))
    return True
