"""What happens around the players of the second set: children, sleeves, a cat, and what nobody can see."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from benchmarks.clumsy.family import fans, of_a_move
from benchmarks.clumsy.people import People
from benchmarks.clumsy.second import (
    EVERYWHERE,
    a_following,
    behaviour,
    cover_zone,
    elsewhere,
    free_pieces,
    pause,
    zones_of,
)
from benchmarks.clumsy.tabletop import OFF, Carry

# --- children, sleeves, animals ---


def _dragged(people: People, count: int, far: float) -> bool:
    """Pieces that lie near each other are dragged along, and put back one by one, more or less."""
    free = free_pieces(people)
    if len(free) < count:
        return False
    middle = people.random.choice(free)
    near = sorted(free, key=lambda thing: abs(thing.label.x - middle.label.x) + abs(thing.label.y - middle.label.y))
    dx, dy = people.random.uniform(-far, far), people.random.uniform(-far, far)
    people.wait(0.6, people.hands_over(middle.zone))
    for thing in near[:count]:
        label = replace(thing.label, x=thing.label.x + dx, y=thing.label.y + dy)
        people.table.change(thing.tag, label=label)
    pause(people, 1, 10)
    for thing in near[:count]:
        people.table.take(thing.tag)
        people.wait(0.4, people.hands_over(thing.zone))
        people.table.put_at(thing.tag, thing.zone, people.table.sloppy(thing.label))
        pause(people, 0.2, 2)
    return True


behaviour("children", "a sleeve drags three pieces along by up to 25 mm")(partial(_dragged, count=3, far=25.0))
behaviour("children", "a sleeve drags three pieces along by up to 80 mm")(partial(_dragged, count=3, far=80.0))
behaviour("children", "a cat drags eight pieces along by up to 60 mm")(partial(_dragged, count=8, far=60.0))


@behaviour("children", "a child lays three pieces elsewhere, and they are put right one by one")
def laid_elsewhere(people: People) -> bool:
    free = free_pieces(people)
    zones = sorted(people.game.table(people.state).zones)
    if len(free) < 3:
        return False
    moved = [Carry(thing.piece, thing.zone, people.random.choice(zones)) for thing in people.random.sample(free, 3)]
    for carry in moved:
        people.carry(carry)
        pause(people, 0.3, 2)
    pause(people, 1, 6)
    for carry in reversed(moved):
        people.carry(carry.back)
        pause(people, 0.3, 2)
    return True


@behaviour("children", "a child turns five pieces face down, and they are turned again one after the other")
def five_face_down(people: People) -> bool:
    free = free_pieces(people)
    if len(free) < 5:
        return False
    turned = people.random.sample(free, 5)
    for thing in turned:
        people.wait(0.4, people.hands_over(thing.zone))
        people.table.change(thing.tag, shows="nothing")
    pause(people, 2, 20)
    for thing in turned:
        people.wait(0.4, people.hands_over(thing.zone))
        people.table.change(thing.tag, shows="label")
        pause(people, 0.2, 3)
    return True


@behaviour("children", "the top of a pile is carried about for long and laid back")
def top_carried_about(people: People) -> bool:
    piles = fans(people)
    if not piles:
        return False
    top = people.random.choice(piles)[-1]
    people.table.take(top.tag)
    people.wait(0.6, people.hands_over(top.zone))
    pause(people, 15, 60)
    people.table.put_at(top.tag, top.zone, people.table.sloppy(top.label))
    people.wait(0.6, people.hands_over(top.zone))
    return True


# --- out of sight ---


@behaviour("unseen", "an arm rests over a part of the table while a move is made elsewhere")
@of_a_move()
def arm_rests(people: People, action: Any, moves: list[Carry]) -> bool:
    zone = elsewhere(people, moves)
    if zone is None:
        return False
    arm = people.hands_over(zone)
    people.wait(people.random.uniform(1, 6), arm)
    people.happened(action)
    for move in moves:
        tag = people.table.fetch(move.piece) if move.source == OFF else people.table.take_from(move)
        people.wait(0.4, (*arm, *people.hands_over(*zones_of([move]))))
        people.table.lay(tag, move)
        people.wait(0.4, arm)
    people.wait(people.random.uniform(1, 6), arm)
    return True


@behaviour("unseen", "two moves are made under a book")
@of_a_move()
def two_under_a_book(people: People, action: Any, moves: list[Carry]) -> None:
    cover = cover_zone(people, min(zones_of(moves)), 150.0)
    pause(people, 1, 5)
    before = people.state
    people.do(action)
    pause(people, 1, 10)
    following = a_following(people, before)
    if following is not None:
        people.do(following)
    pause(people, 2, 30)
    people.covers.remove(cover)
    people.wait(1.0)


@behaviour("unseen", "the lamp flickers three times while a move is made in parts")
@of_a_move()
def flicker(people: People, action: Any, moves: list[Carry]) -> None:
    people.happened(action)
    for number in range(max(3, len(moves))):
        people.covers.append(EVERYWHERE)
        pause(people, 0.3, 2)
        people.covers.remove(EVERYWHERE)
        if number < len(moves):
            people.carry(moves[number])
        pause(people, 0.3, 2)


@behaviour("unseen", "a shadow wanders over three zones")
def wandering_shadow(people: People) -> bool:
    for zone in people.random.sample(sorted(people.layout.zones), 3):
        box = people.layout.zones[zone]
        dark = [thing for thing in people.table.things if box.contains(thing.label.x, thing.label.y)]
        for thing in dark:
            people.table.change(thing.tag, shows="torn")
        pause(people, 1, 12)
        for thing in dark:
            people.table.change(thing.tag, shows="label")
        pause(people, 0.2, 2)
    return True


@behaviour("unseen", "two handfuls are done late, one after the other")
def late_twice(people: People) -> bool:
    for _ in range(2):
        action = people.a_decision(least=2)
        if action is None or not people.only_decisions():
            return False
        first_part, *rest = people.moves_of(action)
        people.happened(action)
        people.carry(first_part)
        pause(people, 3, 12)
        people.swiftly(rest)
        pause(people, 0.5, 4)
    people.chance()
    return True
