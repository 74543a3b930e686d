"""The third set's miscounts, mix-ups and piles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from benchmarks.clumsy.family import any_piece, fans, of_a_move
from benchmarks.clumsy.people import People
from benchmarks.clumsy.second import free_pieces, pause, zones_of
from benchmarks.clumsy.tabletop import OFF, Carry, Thing
from benchmarks.clumsy.third import ASIDE, behaviour, lying, picked_up, put_back
from companion.core.table import Pose, Zone

# --- counting ---


def _companion_of(people: People, move: Carry) -> Thing | None:
    """Another piece in sight, where this one was."""
    others = [thing for thing in free_pieces(people) if thing.zone == move.source]
    return people.random.choice(others) if others else None


@behaviour("counting", "two pieces are picked up, one is laid, the other put back")
@of_a_move()
def one_too_many_in_the_hand(people: People, action: Any, moves: list[Carry]) -> bool:
    way = next((move for move in moves if move.source != OFF and not move.beneath), None)
    if way is None:
        return False
    tag = people.lift(way)
    other = _companion_of(people, way)
    if other is None:
        return False
    picked_up(people, other.tag)
    pause(people, 0.3, 12)
    people.happened(action)
    if people.random.random() < 0.5:
        put_back(people, other)
        people.lay(tag, way)
    else:
        people.lay(tag, way)
        pause(people, 0.3, 8)
        put_back(people, other)
    people.swiftly([move for move in moves if move is not way])
    return True


def _paid_too_much(people: People, then_the_next_acts: bool) -> bool:
    """A piece too many is laid where the others go, and taken back."""
    action = people.a_decision()
    ways = [] if action is None else [move for move in lying(people.moves_of(action)) if not move.beneath]
    if not ways:
        return False
    people.do(action)
    other = _companion_of(people, ways[-1])
    if other is None or ways[-1].target not in people.layout.zones:
        return False
    more = Carry(other.piece, ways[-1].source, ways[-1].target)
    people.judge.illegal = more
    people.carry(more)
    if people.possible.is_explicable(people.state, people.reality.in_sight()):
        return False
    pause(people, 0.5, 8)
    if then_the_next_acts:
        following = people.a_decision()
        if (
            following is None
            or not people.only_decisions()
            or {*zones_of([more])} & zones_of(people.moves_of(following))
        ):
            return False
        people.do(following)
        pause(people, 1, 10)
    people.carry(more.back)
    people.wait(2.0)
    people.judge.illegal = None
    people.chance()
    return True


behaviour("counting", "one too many is laid, and taken back")(partial(_paid_too_much, then_the_next_acts=False))
behaviour("counting", "one too many is laid, the next player acts, and then it is taken back")(
    partial(_paid_too_much, then_the_next_acts=True)
)


@behaviour("counting", "one too few is laid, and made good after the next player's move")
def made_good_later(people: People) -> bool:
    action = people.a_decision(least=2)
    if action is None:
        return False
    moves = people.moves_of(action)
    people.happened(action)
    following = people.a_decision(fits=lambda each: each.player != action.player)
    if following is None or not people.only_decisions() or zones_of(people.moves_of(following)) & zones_of(moves[-1:]):
        return False
    theirs = people.moves_of(following)
    people.swiftly(moves[:-1])
    pause(people, 1, 8)
    people.happened(following)
    people.swiftly(theirs)
    pause(people, 3, 25)
    people.carry(moves[-1])
    people.chance()
    return True


@behaviour("counting", "a move is made with another copy of the same piece")
@of_a_move()
def another_copy(people: People, action: Any, moves: list[Carry]) -> bool:
    way = next((move for move in lying(moves) if not move.beneath), None)
    if way is None:
        return False
    twin = people.table.fetch(way.piece)
    people.happened(action)
    if people.random.random() < 0.5:
        people.table.drop(people.lift(way))
        people.lay(twin, way)
    else:
        people.lay(twin, way)
        pause(people, 0.3, 6)
        people.table.drop(people.lift(way))
    people.swiftly([move for move in moves if move is not way])
    return True


@behaviour("counting", "two like pieces change places")
def likes_swapped(people: People) -> bool:
    free = free_pieces(people)
    pairs = [(a, b) for a in free for b in free if a.piece == b.piece and a.tag < b.tag and a.zone != b.zone]
    if not pairs:
        return False
    one, other = people.random.choice(pairs)
    for thing in (one, other):
        picked_up(people, thing.tag)
        pause(people, 0.1, 4)
    for thing, there in ((one, other), (other, one)):
        people.table.put_at(thing.tag, there.zone, people.table.sloppy(there.label))
        people.wait(0.4, people.hands_over(there.zone))
        pause(people, 0.1, 4)
    return True


@behaviour("counting", "a piece is laid before the wrong player, and put right")
@of_a_move()
def wrong_neighbour(people: People, action: Any, moves: list[Carry]) -> bool:
    places = [(move, zone) for move in lying(moves) for zone in _same_place_of_others(people, move.target)]
    if not places:
        return False
    way, zone = people.random.choice(places)
    people.judge.illegal = way
    people.carry(way._replace(target=zone))
    if people.possible.is_explicable(people.state, people.reality.in_sight()):
        return False
    pause(people, 1, 20)
    people.happened(action)
    people.carry(way._replace(source=zone))
    people.judge.illegal = None
    people.swiftly([move for move in moves if move is not way])
    return True


def _same_place_of_others(people: People, zone: Zone) -> list[Zone]:
    seat, dot, rest = zone.partition(".")
    if not dot or len(seat) != 1:
        return []
    spoken_for = people.game.table(people.state).zones
    return [
        other for other in spoken_for if other != zone and len(other.split(".")[0]) == 1 and other[1:] == dot + rest
    ]


@behaviour("counting", "two pieces are mixed up while a move is made elsewhere, and put right")
@of_a_move()
def mixed_up(people: People, action: Any, moves: list[Carry]) -> bool:
    free = [thing for thing in free_pieces(people) if thing.zone not in zones_of(moves)]
    pairs = [(a, b) for a in free for b in free if a.tag < b.tag and a.zone != b.zone and a.piece != b.piece]
    if not pairs:
        return False
    one, other = people.random.choice(pairs)
    people.judge.illegal = one
    for thing in (one, other):
        picked_up(people, thing.tag)
    for thing, there in ((one, other), (other, one)):
        put_back(people, replace(thing, zone=there.zone), people.table.sloppy(there.label))
    if people.possible.is_explicable(people.state, people.reality.in_sight()):
        return False
    pause(people, 0.5, 10)
    people.do(action)
    pause(people, 1, 25)
    for thing in (one, other):
        picked_up(people, thing.tag)
    for thing in (one, other):
        put_back(people, thing)
    people.judge.illegal = None
    return True


# --- piles ---


@behaviour("piles", "the whole pile moves some centimetres while a piece of it is taken")
@of_a_move()
def pile_moved(people: People, action: Any, moves: list[Carry]) -> bool:
    way = next((move for move in moves if move.source != OFF and not move.beneath), None)
    if way is None:
        return False
    people.happened(action)
    tag = people.lift(way)
    dx, dy = (people.random.uniform(-30, 30) for _ in range(2))
    _shift(people, people.table.zone_things(way.source), dx, dy)
    people.lay(tag, way)
    people.swiftly([move for move in moves if move is not way])
    return True


def _shift(people: People, things: Sequence[Thing], dx: float, dy: float) -> None:
    for thing in things:
        people.table.change(thing.tag, label=replace(thing.label, x=thing.label.x + dx, y=thing.label.y + dy))


@behaviour("piles", "somebody tidies all piles while a move goes on")
@of_a_move(least=2)
def tidied_meanwhile(people: People, action: Any, moves: list[Carry]) -> None:
    people.happened(action)
    people.carry(moves[0])
    for pile in fans(people):
        if pile[0].zone in zones_of(moves):
            continue
        for thing in pile:
            people.table.change(thing.tag, label=people.table.sloppy(replace(thing.label, rotation=0.0)))
        people.wait(people.random.uniform(0.4, 1.5), people.hands_over(pile[0].zone))
    for move in moves[1:]:
        people.carry(move)
        pause(people, 0.2, 3)


@behaviour("piles", "somebody draws all that is his some centimetres towards himself, and back")
def drawn_near(people: People) -> bool:
    seats = sorted({thing.zone[0] for thing in people.table.things if len(thing.zone.split(".")[0]) == 1})
    if not seats:
        return False
    seat = people.random.choice(seats)
    mine = [thing for thing in people.table.things if thing.zone.startswith(f"{seat}.")]
    people.wait(0.6, people.hands_over(*{thing.zone for thing in mine}))
    _shift(people, mine, people.random.uniform(-18, 18), people.random.uniform(-18, 18))
    pause(people, 2, 10)
    people.wait(0.6, people.hands_over(*{thing.zone for thing in mine}))
    for thing in mine:  # Whoever lays a card there next does not slip it under what lies in its place.
        people.table.change(thing.tag, label=people.table.sloppy(thing.label))
    people.wait(1.0)
    return True


def _beside(people: People, thing: Thing, farthest: float) -> Pose:
    """Up to so many millimetres from where it lay, in either direction."""
    dx, dy = (people.random.choice((-1, 1)) * people.random.uniform(5, farthest) for _ in range(2))
    return replace(thing.label, x=thing.label.x + dx, y=thing.label.y + dy)


@behaviour("piles", "a piece comes back beside its place, turned")
def beside_its_place(people: People) -> bool:
    thing = any_piece(people)
    if thing is None:
        return False
    picked_up(people, thing.tag)
    pause(people, 0.5, 15)
    label = replace(_beside(people, thing, 40), rotation=people.random.choice((0.0, 90.0, 180.0, 270.0)))
    people.table.put_at(thing.tag, thing.zone, label, on_top=True)
    people.wait(0.4, people.hands_over(thing.zone))
    pause(people, 2, 15)
    people.wait(0.6, people.hands_over(thing.zone))  # Which side of a card is its upper one may count.
    people.table.change(thing.tag, label=replace(label, rotation=thing.label.rotation))
    people.wait(1.0)
    return True


@behaviour("piles", "a piece is put back face down beside its place, and turned up later")
def face_down_beside(people: People) -> bool:
    thing = any_piece(people)
    if thing is None:
        return False
    picked_up(people, thing.tag)
    pause(people, 0.5, 6)
    people.table.put_at(thing.tag, thing.zone, _beside(people, thing, 25), on_top=True)
    people.table.change(thing.tag, shows="nothing")
    people.wait(0.4, people.hands_over(thing.zone))
    pause(people, 2, 30)
    people.wait(0.6, people.hands_over(thing.zone))
    people.table.change(thing.tag, shows="label", label=thing.label)
    people.wait(1.0)
    return True


@behaviour("piles", "a piece lies under another one as a bookmark for a while")
def bookmark(people: People) -> bool:
    free = free_pieces(people)
    if len(free) < 2:
        return False
    thing, over = people.random.sample(free, 2)
    picked_up(people, thing.tag)
    upper = people.table.take(over.tag)
    people.table.put_at(thing.tag, ASIDE, people.table.sloppy(over.label), on_top=True)
    people.table.put_at(upper.tag, over.zone, over.label, on_top=True)
    people.wait(0.6, people.hands_over(over.zone))
    pause(people, 5, 45)
    people.wait(0.4, people.hands_over(over.zone))
    people.table.take(thing.tag)
    people.frame(people.hands_over(over.zone))
    put_back(people, thing)
    return True
