"""Fingers on the screen in the third set: late, besides what is done on the table, and Undo."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.clumsy.family import any_piece, of_a_move
from benchmarks.clumsy.owner import answer
from benchmarks.clumsy.people import MOST_TOUCHES, People
from benchmarks.clumsy.second import EVERYWHERE, make_moves, pause, zones_of
from benchmarks.clumsy.tabletop import OFF, Carry
from benchmarks.clumsy.third import behaviour, go_to, picked_up, put_back
from companion.core.screen import Do, Undo
from companion.session.messages import Redo

LATE = 20.0
"""Seconds after which the owner answers who was in the kitchen."""


@behaviour("fingers", "the owner answers after twenty seconds, while a piece is away and play goes on")
def late_answers(people: People) -> bool:
    thing = any_piece(people)
    if thing is None:
        return False
    picked_up(people, thing.tag)
    pause(people, 8, 30)
    action = people.a_decision(fits=lambda each: thing.zone not in zones_of(people.moves_of(each)))
    if action is None or any((move.piece, move.source) == (thing.piece, OFF) for move in people.moves_of(action)):
        return False
    people.do(action)
    people.chance()
    if thing.zone not in people.layout.zones:
        return False
    people.wait(LATE)
    put_back(people, thing)
    _answers_late(people)
    return True


@behaviour("fingers", "a move in the dark and another after it; the owner answers after twenty seconds")
@of_a_move()
def late_after_the_dark(people: People, action: Any, _moves: list[Carry]) -> None:
    people.covers.append(EVERYWHERE)
    pause(people, 1, 5)
    people.do(action)
    people.covers.remove(EVERYWHERE)
    pause(people, 2, 6)
    following = people.a_decision()
    if following is not None and people.only_decisions():
        people.do(following)
    _answers_late(people)


def _answers_late(people: People) -> None:
    for _ in range(MOST_TOUCHES):
        people.wait(LATE)
        tap = answer(people.session, people.reality)
        if tap is None:
            return
        people.verdict.touches += 1
        people.tap(tap)


def _tap(people: People, what: Any) -> None:
    people.frame()
    people.note(f"finger: {what}")
    people.judge.is_undone = isinstance(what, Undo)
    people.session.handle(what)
    people.judge.listen()


def _also_touched(people: People, when: str) -> bool:
    """The action is done on the screen as well as on the table, by somebody who reads what stands on it."""
    action = people.a_decision()
    if action is None:
        return False
    moves = people.moves_of(action)
    people.happened(action)
    if when == "before":
        _tap(people, Do(action))
        pause(people, 0.5, 9)
        people.swiftly(moves)
    elif when == "between":
        people.carry(moves[0])
        pause(people, 0.2, 3)
        if people.history.state != people.state and people.history.state in people.reality.truth:
            _tap(people, Do(action))
        pause(people, 0.2, 4)
        people.swiftly(moves[1:])
    else:
        people.swiftly(moves)
        pause(people, 0.2, 1.0)
        if people.history.state != people.state and people.history.state in people.reality.truth:
            _tap(people, Do(action))
    people.wait(3.0)
    people.chance()
    return True


for _when in ("before", "between", "after"):
    behaviour("fingers", f"a move is tapped as well as made: {_when}")(partial(_also_touched, when=_when))


def _undone(people: People, how: Callable[[People, Any, list[Carry]], None]) -> bool:
    action = people.a_decision()
    if action is None:
        return False
    before, moves = people.state, people.moves_of(action)
    people.do(action)
    people.wait(people.random.uniform(2, 8))
    if people.history.state != people.state:
        return False
    how(people, before, moves)
    people.wait(3.0)
    people.judge.is_undone = False
    people.chance()
    return True


def _tapped_then_carried(people: People, before: Any, moves: list[Carry]) -> None:
    people.becomes(before)
    _tap(people, Undo())
    for move in reversed(moves):
        pause(people, 0.5, 8)
        people.carry(move.back)


def _carried_then_tapped(people: People, before: Any, moves: list[Carry]) -> None:
    """Whoever reads that it is taken back already does not tap."""
    believed = people.history.state
    people.becomes(before)
    people.swiftly([move.back for move in reversed(moves)])
    pause(people, 0.0, 1.0)
    if people.history.state == believed:
        _tap(people, Undo())


def _half_carried_then_tapped(people: People, before: Any, moves: list[Carry]) -> None:
    believed = people.history.state
    people.becomes(before)
    people.carry(moves[-1].back)
    pause(people, 0.2, 3)
    if people.history.state == believed:
        _tap(people, Undo())
    pause(people, 0.2, 3)
    people.swiftly([move.back for move in reversed(moves[:-1])])


def _tapped_by_mistake(people: People, _before: Any, _moves: list[Carry]) -> None:
    _tap(people, Undo())
    pause(people, 1, 9)
    if people.history.state != people.state:
        _tap(people, Redo())


for _name, _how in (
    ("the owner taps Undo, and the pieces go back one by one", _tapped_then_carried),
    ("the pieces go back, and the owner taps Undo at the same time", _carried_then_tapped),
    ("the owner taps Undo when half of the pieces have gone back", _half_carried_then_tapped),
    ("the owner taps Undo by mistake, and does it again", _tapped_by_mistake),
):
    behaviour("fingers", _name)(partial(_undone, how=_how))


@behaviour("fingers", "Undo is tapped twice for two moves, and something else is made on the table at once")
def undone_twice(people: People) -> bool:
    before = people.state
    if not make_moves(people, 2, 3, 9):
        return False
    if people.history.state != people.state:
        return False
    for _ in range(2):
        if people.history.state != before:  # Two moves may stand there as one.
            _tap(people, Undo())
            pause(people, 0.3, 2)
    go_to(people, before)
    pause(people, 1, 5)
    people.judge.is_undone = False
    other = people.a_decision()
    if other is None:
        return False
    people.do(other)
    people.chance()
    return True
