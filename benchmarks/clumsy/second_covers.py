"""What people of the second set do while something lies over the table: books and boxes that come, move and go."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.clumsy.family import of_a_move
from benchmarks.clumsy.people import People
from benchmarks.clumsy.second import a_following, behaviour, cover_zone, pause, zones_of
from benchmarks.clumsy.tabletop import Carry
from companion.core.table import Box, Zone

A_BOOK, A_BOX = 150.0, 90.0
"""Half the breadth of what is laid down, in mm."""


def _lift(people: People, cover: Box) -> None:
    people.covers.remove(cover)
    people.wait(1.0)


def _a_place(moves: list[Carry]) -> Zone:
    return min(zones_of(moves))


def _under(people: People, count: int) -> bool:
    """So many moves, the first of them where the cover lies, are made before it is lifted."""
    action = people.a_decision()
    if action is None:
        return False
    cover = cover_zone(people, _a_place(people.moves_of(action)), A_BOOK)
    pause(people, 1, 6)
    before = people.state
    for number in range(count):
        following = action if number == 0 else a_following(people, before)
        if following is not None:
            people.do(following)
            pause(people, 1, 8)
    pause(people, 0, 20)
    _lift(people, cover)
    people.chance()
    return True


behaviour("covers", "a move is made under a book")(partial(_under, count=1))
behaviour("covers", "two moves are made, the first one under a book")(partial(_under, count=2))
behaviour("covers", "three moves are made, the first one under a book")(partial(_under, count=3))


@behaviour("covers", "a book is pushed on in steps while two moves are made")
@of_a_move()
def pushed_on(people: People, action: Any, moves: list[Carry]) -> None:
    cover = cover_zone(people, _a_place(moves), A_BOX)
    pause(people, 1, 5)
    before = people.state
    people.do(action)
    for _ in range(people.random.randrange(1, 4)):
        pause(people, 1, 6)
        people.covers.remove(cover)
        x, y = (people.random.uniform(-100, 100) for _ in range(2))
        cover = Box(cover.left + x, cover.top + y, cover.right + x, cover.bottom + y)
        people.covers.append(cover)
    following = a_following(people, before)
    if following is not None:
        people.do(following)
    pause(people, 1, 10)
    _lift(people, cover)


@behaviour("covers", "two boxes stand at the places of a move, and are taken away one after the other")
@of_a_move()
def two_boxes(people: People, action: Any, moves: list[Carry]) -> None:
    zones = sorted(zones_of(moves))
    other = zones[-1] if len(zones) > 1 else people.random.choice(sorted(people.layout.zones))
    covers = [cover_zone(people, zone, A_BOX) for zone in (zones[0], other)]
    pause(people, 1, 6)
    people.do(action)
    pause(people, 1, 10)
    people.random.shuffle(covers)
    for cover in covers:
        _lift(people, cover)
        pause(people, 0, 8)


@behaviour("covers", "a book is laid down in the midst of a move")
@of_a_move(least=2)
def laid_down_in_the_midst(people: People, action: Any, moves: list[Carry]) -> None:
    people.happened(action)
    people.carry(moves[0])
    pause(people, 0.2, 2)
    cover = cover_zone(people, _a_place(moves[1:]), A_BOOK)
    pause(people, 0.5, 6)
    for move in moves[1:]:
        people.carry(move)
    pause(people, 1, 15)
    _lift(people, cover)


@behaviour("covers", "a book is taken away in the midst of a move")
@of_a_move(least=2)
def lifted_in_the_midst(people: People, action: Any, moves: list[Carry]) -> None:
    cover = cover_zone(people, _a_place(moves[:1]), A_BOOK)
    pause(people, 1, 6)
    people.happened(action)
    people.carry(moves[0])
    pause(people, 0.5, 6)
    people.covers.remove(cover)
    pause(people, 0.2, 3)
    for move in moves[1:]:
        people.carry(move)


@behaviour("covers", "a move is made under a book and taken back there, before another one")
@of_a_move()
def taken_back_there(people: People, action: Any, moves: list[Carry]) -> bool:
    before = people.state
    cover = cover_zone(people, _a_place(moves), A_BOOK)
    pause(people, 1, 6)
    people.do(action)
    pause(people, 1, 5)
    people.becomes(before)
    people.swiftly([move.back for move in reversed(moves)])
    pause(people, 1, 5)
    another = a_following(people, before)
    if another is None:
        return False
    people.do(another)
    pause(people, 1, 10)
    _lift(people, cover)
    return True


@behaviour("covers", "a book is laid over what has just been done, and the next player acts")
@of_a_move()
def laid_over_it(people: People, action: Any, moves: list[Carry]) -> None:
    before = people.state
    people.do(action)
    pause(people, 0, 1.5)
    cover = cover_zone(people, _a_place(moves), A_BOOK)
    pause(people, 1, 8)
    following = a_following(people, before)
    if following is not None:
        people.do(following)
    pause(people, 1, 12)
    _lift(people, cover)
