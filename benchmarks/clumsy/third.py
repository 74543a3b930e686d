"""A third set of behaviours, written down before the second was read: what strangers do at their own tables.

This part is about the pieces of a move: laid aside, passed on, mixed up, counted wrong, thought over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from benchmarks.clumsy.family import Behaviour, any_piece, of_a_move
from benchmarks.clumsy.family import behaviour as first
from benchmarks.clumsy.people import People
from benchmarks.clumsy.second import make_moves, pause
from benchmarks.clumsy.stacks import whole_table
from benchmarks.clumsy.tabletop import OFF, Carry, NotPossible, Thing
from companion.core.table import Piece, Pose, Tag, Zone

behaviour: Callable[[str, str], Callable[[Behaviour], Behaviour]] = partial(first, into="third")

ASIDE: Zone = "aside"
"""Where no zone is: beside the boards, in the middle of the table."""

PLACES_TRIED = 200
ROOM_MM = 30.0


def aside(people: People) -> Pose:
    """A free place in no zone."""
    layout, random = people.layout, people.random
    for _ in range(PLACES_TRIED):
        x, y = random.uniform(40, layout.width - 40), random.uniform(40, layout.height - 40)
        if any(box.contains(x, y) for box in layout.zones.values()):
            continue
        if all(abs(thing.centre.x - x) + abs(thing.centre.y - y) > ROOM_MM for thing in people.table.things):
            return Pose(x, y, random.uniform(-30, 30))
    raise NotPossible("no room beside the zones")


def lay_aside(people: People, tag: Tag, label: Pose | None = None) -> None:
    people.note(f"hand lays {people.game.piece_of[tag]} aside")
    people.table.put_at(tag, ASIDE, label or aside(people), on_top=True)
    people.wait(0.4)


def picked_up(people: People, tag: Tag) -> Thing:
    """A hand takes it from wherever it lies, and is gone with it."""
    thing = people.table.thing(tag)
    people.note(f"hand takes {thing.piece} from {thing.zone}")
    people.wait(0.4, people.hands_over(thing.zone))
    people.table.take(tag)
    people.frame()
    return thing


def put_back(people: People, thing: Thing, label: Pose | None = None) -> None:
    people.note(f"hand puts {thing.piece} back into {thing.zone}")
    people.table.put_at(thing.tag, thing.zone, label or people.table.sloppy(thing.label))
    people.wait(0.4, people.hands_over(thing.zone))


def go_to(people: People, state: Any) -> None:
    """The table is made to look like that, in one go."""
    people.becomes(state)
    people.swiftly(people.table.carries_to(whole_table(people.game, state)))


def lying(moves: Sequence[Carry]) -> list[Carry]:
    """The carries from one place on the table to another."""
    return [move for move in moves if OFF not in (move.source, move.target)]


# --- on the way ---


@behaviour("on the way", "all pieces of a move lie in a heap beside the boards, and are sorted later")
@of_a_move()
def heap_first(people: People, action: Any, moves: list[Carry]) -> bool:
    landing = [move for move in moves if move.target != OFF and not move.beneath]
    if not landing:
        return False
    people.happened(action)
    heap, middle = [], aside(people)
    for number, move in enumerate(landing):
        tag = people.lift(move)
        lay_aside(people, tag, replace(middle, x=middle.x + 27.0 * number))
        heap.append((tag, move))
        pause(people, 0.2, 2)
    pause(people, 1, 25)
    for tag, move in heap:
        picked_up(people, tag)
        people.lay(tag, move)
        pause(people, 0.2, 4)
    people.swiftly([move for move in moves if move not in landing])
    return True


@behaviour("on the way", "the piece of a move is passed over the table and laid at two places on its way")
@of_a_move()
def passed_on(people: People, action: Any, moves: list[Carry]) -> bool:
    ways = [move for move in lying(moves) if not move.beneath]
    if not ways:
        return False
    people.happened(action)
    tag = people.lift(ways[0])
    for _ in range(2):
        lay_aside(people, tag)
        pause(people, 0.5, 9)
        picked_up(people, tag)
    people.lay(tag, ways[0])
    people.swiftly([move for move in moves if move is not ways[0]])
    return True


@behaviour("on the way", "a piece is handed to a neighbour to look at, laid down there, and comes home")
def handed_round(people: People) -> bool:
    thing = any_piece(people)
    if thing is None:
        return False
    picked_up(people, thing.tag)
    for _ in range(people.random.randrange(1, 4)):
        pause(people, 0.5, 8)
        lay_aside(people, thing.tag)
        pause(people, 0.5, 12)
        picked_up(people, thing.tag)
    put_back(people, thing)
    return True


@behaviour("on the way", "a card is read close to the eyes, over the table, and laid back")
def read_closely(people: People) -> bool:
    thing = any_piece(people)
    if thing is None:
        return False
    picked_up(people, thing.tag)
    place = aside(people)
    for _ in range(people.random.randrange(5, 40)):
        dx, dy, turn = (people.random.uniform(-6, 6) for _ in range(3))
        place = Pose(place.x + dx, place.y + dy, place.rotation + turn)
        people.table.put_at(thing.tag, ASIDE, place, on_top=True)
        people.frame()
        people.table.take(thing.tag)
    put_back(people, thing)
    return True


@behaviour("on the way", "a hand with the piece of a move hovers over its goal, goes away, and comes back")
@of_a_move()
def hovering(people: People, action: Any, moves: list[Carry]) -> bool:
    way = next(iter(lying(moves)), None)
    if way is None:
        return False
    tag = people.lift(way)
    for _ in range(people.random.randrange(1, 4)):
        people.wait(people.random.uniform(1, 6), people.hands_over(way.target))
        pause(people, 0.6, 6)
    people.happened(action)
    people.lay(tag, way)
    people.swiftly([move for move in moves if move is not way])
    return True


@behaviour("on the way", "the piece of a move lies face down at its goal and is turned up later")
@of_a_move()
def turned_up_later(people: People, action: Any, moves: list[Carry]) -> bool:
    landing = next((move for move in moves if move.target != OFF and not move.beneath), None)
    if landing is None:
        return False
    people.happened(action)
    tag = people.lift(landing)
    people.lay(tag, landing)
    people.table.change(tag, shows="nothing")
    pause(people, 3, 20)
    people.swiftly([move for move in moves if move is not landing])
    pause(people, 0.3, 5)
    people.wait(0.6, people.hands_over(landing.target))
    if all(thing.tag != tag for thing in people.table.things):
        return False
    people.table.change(tag, shows="label")
    people.wait(1.0)
    return True


# --- thinking aloud ---


@behaviour("thinking", "a piece of a move goes to one place, another, and a third")
def three_places(people: People) -> bool:
    action = people.a_decision()
    if action is None:
        return False
    before, source = people.state, _departs(people.moves_of(action))
    for _ in range(people.random.randrange(2, 4)):
        people.note(f"in truth: {people.game.write_action(action)}")
        go_to(people, people.game.apply(before, action))
        pause(people, 0.6, 7)
        action = people.possible.decision(
            before, 1, lambda each: _departs(people.possible.moves_of(before, each)) == source
        )
        if action is None:
            break
    people.chance()
    return True


def _departs(moves: Sequence[Carry]) -> set[tuple[Piece, Zone]]:
    return {(move.piece, move.source) for move in moves}


@behaviour("thinking", "a move, undone at once, another one, undone, and the first again")
def to_and_fro(people: People) -> bool:
    one, other = people.a_decision(), people.a_decision()
    if one is None or other is None or one == other or one.player != other.player:
        return False
    before = people.state
    for action in (one, other):
        people.note(f"in truth: {people.game.write_action(action)}")
        go_to(people, people.game.apply(before, action))
        pause(people, 0.3, 5)
        go_to(people, before)
        pause(people, 0.3, 3)
    people.do(one)
    people.chance()
    return True


@behaviour("thinking", "two moves are taken back in one sweep, and something else done")
def swept_back(people: People) -> bool:
    before = people.state
    if not make_moves(people, 2, 0.5, 9):
        return False
    go_to(people, before)
    pause(people, 0.4, 9)
    other = people.a_decision()
    if other is None:
        return False
    people.do(other)
    people.chance()
    return True


@behaviour("thinking", "what has just been laid is taken up again, looked at, and laid back")
@of_a_move()
def admired(people: People, action: Any, moves: list[Carry]) -> bool:
    landing = next((move for move in moves if move.target != OFF and not move.beneath), None)
    if landing is None:
        return False
    people.do(action)
    pause(people, 0.5, 8)
    thing = people.table.find(landing.target, landing.piece)
    if thing is None or not people.table.is_free(thing):
        return False
    picked_up(people, thing.tag)
    pause(people, 0.5, 15)
    put_back(people, thing)
    return True


@behaviour("thinking", "a piece is lifted and set down again four times within some seconds")
def fidgeted(people: People) -> bool:
    thing = any_piece(people)
    if thing is None:
        return False
    for _ in range(4):
        picked_up(people, thing.tag)
        pause(people, 0.1, 1.5)
        put_back(people, thing)
        pause(people, 0.1, 1.5)
    return True


@behaviour("thinking", "three to five minutes pass in the middle of a move")
@of_a_move(least=2)
def long_break(people: People, action: Any, moves: list[Carry]) -> None:
    people.happened(action)
    cut = people.random.randrange(1, len(moves))
    for move in moves[:cut]:
        people.carry(move)
    pause(people, 180, 300)
    for move in moves[cut:]:
        people.carry(move)
        pause(people, 0.3, 4)
