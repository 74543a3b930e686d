"""Handwork that is done late or wrong, and moves that are taken back."""

from __future__ import annotations

from functools import partial

from benchmarks.clumsy.family import behaviour
from benchmarks.clumsy.people import People
from benchmarks.clumsy.tabletop import OFF, Carry

# --- handwork ---


def _handwork(people: People, shortest: float, longest: float, wrong: bool) -> bool:
    """The piece that moves is laid at once; what follows from it is done late, or wrongly first."""
    action = people.a_decision(least=2)
    if action is None:
        return False
    first, *rest = people.moves_of(action)
    people.happened(action)
    people.carry(first)
    people.wait(people.random.uniform(shortest, longest))
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
    people.chance()
    return True


behaviour("handwork", "what follows from a move is done late")(
    partial(_handwork, shortest=4.0, longest=15.0, wrong=False)
)
behaviour("handwork", "what follows from a move is forgotten for long")(
    partial(_handwork, shortest=20.0, longest=60.0, wrong=False)
)
behaviour("handwork", "what follows from a move is done wrong, then right")(
    partial(_handwork, shortest=0.5, longest=4.0, wrong=True)
)


# --- taken back ---


@behaviour("taken back", "a move is taken back as a whole")
def taken_back(people: People) -> bool:
    action = people.a_decision()
    if action is None:
        return False
    moves, before = people.moves_of(action), people.state
    people.do(action)
    people.wait(people.random.uniform(0.5, 10))
    people.becomes(before)
    people.swiftly([move.back for move in reversed(moves)])
    return True


@behaviour("taken back", "a move is taken back piece by piece")
def taken_back_slowly(people: People) -> bool:
    action = people.a_decision(least=2)
    if action is None:
        return False
    moves, before = people.moves_of(action), people.state
    people.do(action)
    people.wait(people.random.uniform(0.5, 10))
    people.becomes(before)
    for move in reversed(moves):
        people.carry(move.back)
        people.wait(people.random.uniform(0.5, 6))
    return True


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
def half_taken_back(people: People) -> bool:
    action = people.a_decision(least=2)
    if action is None:
        return False
    moves = people.moves_of(action)
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
    people.chance()
    return True


@behaviour("taken back", "two moves are taken back, one after the other")
def two_taken_back(people: People) -> bool:
    moves: list[list[Carry]] = []
    states = []
    for _ in range(2):
        action = people.a_decision()
        if action is None or any(each.player is None for each in people.legal()):
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
