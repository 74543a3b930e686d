"""What makes a table look otherwise than it lies there: arms, lamps, and pieces that do not lie flat."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from benchmarks.clumsy.family import any_piece, of_a_move
from benchmarks.clumsy.people import People
from benchmarks.clumsy.second import behaviour, elsewhere, free_pieces, pause, zones_of
from benchmarks.clumsy.tabletop import OFF, Carry, Thing
from companion.core.plane import moved
from companion.core.table import Box, Pose
from companion.simulation.renderer.scene import Reflection, Shadow

THUMB_MM = 15.0
CARD_MM = 60.0
"""What is so high is a card: tiles do not curl, and no thumb lifts them by an edge."""

HELD_MM = 25.0, 180.0
"""How far over the table a piece is held."""

MOST_BEND = 0.09
"""How far the edges of a curled card stand up at most, as a share of its height."""

# --- arms ---


def _small(x: float, y: float) -> Box:
    return Box(x - THUMB_MM, y - THUMB_MM, x + THUMB_MM, y + THUMB_MM)


@behaviour("appearing", "a hand rests on the edge of the table for a minute, and a move is made")
@of_a_move()
def hand_on_the_edge(people: People, action: Any, moves: list[Carry]) -> None:
    x, y = people.random.uniform(0.1, 0.9) * people.layout.width, people.random.choice((0.0, people.layout.height))
    for _ in range(people.random.randrange(1, 4)):
        resting = _resting(people, x, y)
        people.wait(people.random.uniform(8, 30), resting)
    people.happened(action)
    for move in moves:
        _carried_beside(people, move, resting)
    people.wait(people.random.uniform(1, 30), resting)


def _resting(people: People, x: float, y: float) -> tuple[Box, ...]:
    """Nobody keeps a hand just where it is."""
    x, y = x + people.random.uniform(-35, 35), y + people.random.uniform(-20, 20)
    return (Box(x - 60.0, y - 45.0, x + 60.0, y + 45.0),)


@behaviour("appearing", "two arms cross over the table while a move is made")
@of_a_move()
def arms_cross(people: People, action: Any, moves: list[Carry]) -> bool:
    one, other = elsewhere(people, moves), elsewhere(people, moves)
    if one is None or other is None:
        return False
    crossing = people.hands_over(one, other)
    people.wait(people.random.uniform(0.4, 5), crossing)
    people.happened(action)
    for move in moves:
        _carried_beside(people, move, crossing)
    people.wait(people.random.uniform(0.4, 5), crossing)
    return True


def _carried_beside(people: People, move: Carry, arms: tuple[Box, ...]) -> None:
    """While these arms stay where they are."""
    tag = people.table.fetch(move.piece) if move.source == OFF else people.table.take_from(move)
    people.wait(0.4, (*arms, *people.hands_over(*zones_of([move]))))
    people.table.lay(tag, move)
    people.wait(0.4, arms)


@behaviour("appearing", "a piece is held in sight here and there over the table, and put back")
def held_in_sight(people: People) -> bool:
    thing = any_piece(people)
    if thing is None:
        return False
    people.wait(0.4, people.hands_over(thing.zone))
    people.table.take(thing.tag)
    _shown_about(people, thing)
    people.table.put_at(thing.tag, thing.zone, people.table.sloppy(thing.label))
    people.wait(0.4, people.hands_over(thing.zone))
    return True


@behaviour("appearing", "the piece of a move is held in sight here and there over the table before it is laid")
@of_a_move()
def shown_before(people: People, action: Any, moves: list[Carry]) -> bool:
    move = next((move for move in moves if OFF not in (move.source, move.target) and not move.beneath), None)
    if move is None or (thing := people.table.find(move.source, move.piece)) is None:
        return False
    people.happened(action)
    tag = people.lift(move)
    _shown_about(people, thing)
    people.lay(tag, move)
    people.swiftly([other for other in moves if other is not move])
    return True


def _shown_about(people: People, thing: Thing) -> None:
    """By a hand at its edge, as high as hands are."""
    scenery, layout = people.reality.scenery, people.layout
    for _ in range(people.random.randrange(1, 5)):
        x, y = layout.zones[people.random.choice(sorted(layout.zones))].centre
        label = Pose(x, y, people.random.uniform(-20.0, 20.0))
        scenery.held[:] = [(replace(thing, label=label), people.random.uniform(*HELD_MM))]
        reach = thing.shape.height / 2 if y > layout.height / 2 else -thing.shape.height / 2
        people.wait(people.random.uniform(0.2, 4.0), (_small(x, y + reach),))
    scenery.held.clear()


@behaviour("appearing", "quick hands: each piece in a third of a second")
def quick_hands(people: People) -> bool:
    for _ in range(people.random.randrange(1, 4)):
        action = people.a_decision()
        if action is None or not people.only_decisions():
            return False
        moves = people.moves_of(action)
        people.happened(action)
        for move in moves:
            tag = people.table.fetch(move.piece) if move.source == OFF else people.table.take_from(move)
            people.frame(people.hands_over(*zones_of([move])))
            people.table.lay(tag, move)
            people.frame()
        pause(people, 2, 5)
    people.chance()
    return True


# --- light ---


@behaviour("appearing", "the lamp is turned up and down while a hand is at a move")
@of_a_move()
def lamp_steps(people: People, action: Any, moves: list[Carry]) -> None:
    people.happened(action)
    for move in moves:
        tag = people.table.fetch(move.piece) if move.source == OFF else people.table.take_from(move)
        hands = people.hands_over(*zones_of([move]))
        people.wait(people.random.uniform(0.2, 1.5), hands)
        people.reality.scenery.level = people.random.uniform(0.45, 1.1)
        people.wait(people.random.uniform(0.2, 1.5), hands)
        people.table.lay(tag, move)
        people.wait(0.4, hands)
        pause(people, 0.2, 3)


@behaviour("appearing", "a lamp's reflection wanders over the table while a move is made elsewhere")
@of_a_move()
def reflection_wanders(people: People, action: Any, moves: list[Carry]) -> bool:
    zone = elsewhere(people, moves)
    if zone is None:
        return False
    box = people.layout.zones[zone]
    steps, strength = people.random.randrange(4, 15), people.random.uniform(0.3, 1.0)
    acts_at = people.random.randrange(steps)
    for step in range(steps):
        x = box.left + (box.right - box.left) * step / steps
        people.reality.scenery.reflections[:] = [Reflection(x, box.centre[1], strength=strength)]
        if step == acts_at:
            people.do(action)
        pause(people, 0.2, 2)
    people.reality.scenery.reflections.clear()
    return True


@behaviour("appearing", "somebody leans over the table, and his shadow lies there while a move is made")
@of_a_move()
def leans_over(people: People, action: Any, _moves: list[Carry]) -> None:
    layout, shadows = people.layout, people.reality.scenery.shadows
    x, radius = people.random.uniform(0.0, 1.0) * layout.width, people.random.uniform(100.0, 350.0)
    from_the_edge, depth = people.random.choice((-1, 1)), people.random.uniform(0.15, 0.6)
    for step in range(4):
        near = layout.height * (0.5 + from_the_edge * (0.7 - 0.1 * step))
        shadows[:] = [Shadow(x + people.random.uniform(-20.0, 20.0), near, radius, depth)]
        pause(people, 0.2, 12)
        if step == 1:
            people.do(action)
    shadows.clear()
    pause(people, 1, 4)


# --- pieces that do not lie flat ---


def _cards(people: People) -> list[Thing]:
    return [thing for thing in free_pieces(people) if thing.shape.height >= CARD_MM]


@behaviour("appearing", "a thumb lifts a card by its edge, and it drops again")
def thumb(people: People) -> bool:
    cards = _cards(people)
    if not cards:
        return False
    card = people.random.choice(cards)
    edge = moved(card.centre, 0.0, -card.shape.height / 2 - THUMB_MM)
    hands = (_small(edge.x, edge.y),)
    people.wait(0.4, hands)
    for _ in range(people.random.randrange(1, 12)):
        people.table.change(card.tag, tilt=people.random.uniform(5.0, 65.0))
        people.wait(people.random.uniform(0.2, 0.8), hands)
    people.table.change(card.tag, tilt=0.0)
    people.wait(0.4, hands)
    return True


@behaviour("appearing", "a card leans on something while a move is made")
@of_a_move()
def leaning(people: People, action: Any, moves: list[Carry]) -> bool:
    cards = [card for card in _cards(people) if card.zone not in zones_of(moves)]
    if not cards:
        return False
    card = people.random.choice(cards)
    people.wait(0.6, people.hands_over(card.zone))
    people.table.change(card.tag, tilt=people.random.uniform(3.0, 18.0))
    pause(people, 1, 6)
    people.do(action)
    pause(people, 1, 6)
    people.table.change(card.tag, tilt=0.0)
    people.wait(0.4, people.hands_over(card.zone))
    return True


@behaviour("appearing", "all cards have curled, and moves are made")
def curled(people: People) -> bool:
    cards = _cards(people)
    if not cards:
        return False
    for card in cards:
        people.table.change(card.tag, bend=people.random.uniform(0.0, MOST_BEND) * card.shape.height)
    pause(people, 1, 4)
    for _ in range(people.random.randrange(1, 3)):
        action = people.a_decision()
        if action is None:
            return False
        people.do(action)
        people.chance()
        people.settle()
    return True
