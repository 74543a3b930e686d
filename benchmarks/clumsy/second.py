"""A second set of behaviours, with other timings and mixtures: it tells whether the companion holds for what it was not
built with in sight. Nobody tunes anything on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from benchmarks.clumsy.family import Behaviour, any_piece, fans, of_a_move
from benchmarks.clumsy.family import behaviour as first
from benchmarks.clumsy.people import People
from benchmarks.clumsy.tabletop import OFF, Carry, Thing
from companion.core.table import Box, Zone

behaviour: Callable[[str, str], Callable[[Behaviour], Behaviour]] = partial(first, into="second")

EVERYWHERE = Box(-1e4, -1e4, 1e4, 1e4)


def pause(people: People, shortest: float, longest: float) -> None:
    people.wait(people.random.uniform(shortest, longest))


def free_pieces(people: People) -> list[Thing]:
    return [thing for thing in people.table.things if people.table.is_free(thing)]


def cover_zone(people: People, zone: Zone, reach: float) -> Box:
    x, y = people.layout.zones[zone].centre
    cover = Box(x - reach, y - reach, x + reach, y + reach)
    people.covers.append(cover)
    return cover


def zones_of(moves: list[Carry]) -> set[Zone]:
    return {zone for move in moves for zone in (move.source, move.target)} - {OFF}


def a_following(people: People, before: Any) -> Any | None:
    """What a player may do next, if it is for a player to decide.

    Not what makes the table look again as it was before the cover lay there: nobody who comes to it could know.
    """
    if not people.only_decisions():
        return None
    looked = people.game.table(before), people.game.pile_heights(before)

    def leaves_a_trace(action: Any) -> bool:
        after = people.game.apply(people.state, action)
        return (people.game.table(after), people.game.pile_heights(after)) != looked

    return people.a_decision(fits=leaves_a_trace)


def make_moves(people: People, count: int, shortest: float, longest: float) -> bool:
    """So many moves one after the other, after each a pause; False where it is for no player to go on."""
    for _ in range(count):
        action = people.a_decision()
        if action is None or not people.only_decisions():
            return False
        people.do(action)
        pause(people, shortest, longest)
    return True


def elsewhere(people: People, moves: list[Carry]) -> Zone | None:
    """A zone with pieces, with which the move has nothing to do."""
    zones = sorted({thing.zone for thing in free_pieces(people)} - zones_of(moves))
    return people.random.choice(zones) if zones else None


def _do_and_go_on(people: People, action: Any) -> None:
    people.do(action)
    people.chance()


# --- two things at once ---


@behaviour("mixed", "a piece of another zone is held while a move is made, then put back")
@of_a_move()
def held_meanwhile(people: People, action: Any, moves: list[Carry]) -> bool:
    zone = elsewhere(people, moves)
    if zone is None:
        return False
    held = next(thing for thing in reversed(free_pieces(people)) if thing.zone == zone)
    people.table.take(held.tag)
    pause(people, 0.5, 4)
    people.do(action)
    pause(people, 0.5, 9)
    people.table.put_at(held.tag, zone, people.table.sloppy(held.label))
    people.wait(0.6, people.hands_over(zone))
    return True


@behaviour("mixed", "a phone comes and goes over the place of a move whose parts come one by one")
@of_a_move(least=2)
def covered_parts(people: People, action: Any, moves: list[Carry]) -> None:
    people.happened(action)
    for move in moves:
        zone = move.target if move.target != OFF else move.source
        people.carry(move)
        cover = cover_zone(people, zone, 60.0)
        pause(people, 1, 8)
        people.covers.remove(cover)
        pause(people, 0.3, 3)


@behaviour("mixed", "one squares a pile while another makes a move in parts")
@of_a_move(least=2)
def squared_meanwhile(people: People, action: Any, moves: list[Carry]) -> bool:
    piles = [pile for pile in fans(people) if pile[0].zone not in zones_of(moves)]
    if not piles:
        return False
    pile = people.random.choice(piles)
    people.happened(action)
    people.carry(moves[0])
    for thing in pile[:-1]:
        people.table.change(thing.tag, label=people.table.sloppy(pile[-1].label))
    people.wait(0.6, people.hands_over(pile[0].zone))
    for move in moves[1:]:
        pause(people, 1, 6)
        people.carry(move)
    return True


@behaviour("mixed", "a label shines while the next player already acts")
@of_a_move()
def shining_meanwhile(people: People, action: Any, moves: list[Carry]) -> bool:
    thing = any_piece(people)
    if thing is None or thing.zone in zones_of(moves):
        return False
    people.table.change(thing.tag, shows="torn")
    pause(people, 0.5, 5)
    _do_and_go_on(people, action)
    pause(people, 1, 10)
    if any(each.tag == thing.tag for each in people.table.things):
        people.table.change(thing.tag, shows="label")
    people.wait(2.0)
    return True


@behaviour("mixed", "the table is bumped between the parts of a move")
@of_a_move(least=2)
def bumped_between(people: People, action: Any, moves: list[Carry]) -> None:
    first_part, *rest = moves
    people.happened(action)
    people.carry(first_part)
    pause(people, 0.3, 3)
    for _ in range(2):
        people.frame(hidden=True)
    for thing in people.table.things:
        x, y = (people.random.uniform(-3, 3) for _ in range(2))
        people.table.change(thing.tag, label=replace(thing.label, x=thing.label.x + x, y=thing.label.y + y))
    pause(people, 0.5, 4)
    for move in rest:
        people.carry(move)


# --- hesitation ---


@behaviour("hesitating", "somebody corrects himself twice")
def corrected_twice(people: People) -> bool:
    before = people.state
    for _ in range(2):
        action = people.a_decision()
        if action is None:
            return False
        moves = people.moves_of(action)
        people.do(action)
        pause(people, 0.4, 6)
        people.becomes(before)
        people.swiftly([move.back for move in reversed(moves)])
        pause(people, 0.4, 3)
    action = people.a_decision()
    if action is None:
        return False
    _do_and_go_on(people, action)
    return True


@behaviour("hesitating", "a move is made, taken back, and the same made again")
@of_a_move()
def the_same_again(people: People, action: Any, moves: list[Carry]) -> None:
    before = people.state
    people.do(action)
    pause(people, 0.4, 8)
    people.becomes(before)
    for move in reversed(moves):
        people.carry(move.back)
        pause(people, 0.2, 2)
    pause(people, 0.4, 8)
    people.do(action)


@behaviour("hesitating", "the piece of a move is laid down half-way, and goes on after a while")
@of_a_move()
def half_way(people: People, action: Any, moves: list[Carry]) -> bool:
    move = next((move for move in moves if OFF not in (move.source, move.target)), None)
    if move is None:
        return False
    tag = people.lift(move)
    where = people.layout.zones[move.target].centre
    label = replace(people.layout.spot(move.target, 0), x=where[0] + 110.0, y=where[1])
    people.table.put_at(tag, move.target, label, on_top=True)
    pause(people, 2, 10)
    people.table.take(tag)
    people.happened(action)
    people.lay(tag, move)
    people.swiftly([other for other in moves if other is not move])
    return True


@behaviour("hesitating", "two pieces of a player are in the hand; one comes back, the other much later")
def two_in_the_hand(people: People) -> bool:
    free = free_pieces(people)
    if len(free) < 2:
        return False
    early, late = people.random.sample(free, 2)
    for thing in (early, late):
        people.table.take(thing.tag)
        people.wait(0.6, people.hands_over(thing.zone))
    for thing, longest in ((early, 5.0), (late, 40.0)):
        pause(people, 1, longest)
        people.table.put_at(thing.tag, thing.zone, people.table.sloppy(thing.label))
        people.wait(0.4, people.hands_over(thing.zone))
    return True


# --- other timings ---


@of_a_move(least=2)
def _spread_out(people: People, action: Any, moves: list[Carry], shortest: float, longest: float) -> None:
    people.random.shuffle(moves)
    people.happened(action)
    for move in moves:
        people.carry(move)
        pause(people, shortest, longest)


behaviour("timing", "parts of a move in any order, 20 to 45 s apart")(partial(_spread_out, shortest=20.0, longest=45.0))
behaviour("timing", "parts of a move in any order, hardly a moment apart")(
    partial(_spread_out, shortest=0.0, longest=0.4)
)


@behaviour("timing", "three moves within three seconds")
def three_quickly(people: People) -> bool:
    if not make_moves(people, 3, 0.0, 0.6):
        return False
    people.chance()
    return True


@behaviour("timing", "a move, then nothing for two minutes, then the next")
@of_a_move()
def long_thought(people: People, action: Any, _moves: list[Carry]) -> None:
    _do_and_go_on(people, action)
    people.settle()
    people.wait(120.0)


@behaviour("timing", "the second of two moves begins before the first is finished, and is finished first")
def interleaved(people: People) -> bool:
    mine = people.a_decision(least=2)
    if mine is None:
        return False
    moves = people.moves_of(mine)
    people.happened(mine)
    theirs = people.a_decision(fits=lambda action: action.player != mine.player)
    if theirs is None:
        return False
    others = people.moves_of(theirs)
    if zones_of(others) & zones_of(moves):
        return False
    people.carry(moves[0])
    pause(people, 0.2, 1.5)
    people.happened(theirs)
    for move in others:
        people.carry(move)
    pause(people, 0.2, 1.5)
    for move in moves[1:]:
        people.carry(move)
    people.chance()
    return True
