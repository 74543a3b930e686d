"""Moves that are made clumsily: pieces held for long, carried one by one, by two people at once."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.clumsy.family import any_piece, behaviour, of_a_move
from benchmarks.clumsy.people import People
from benchmarks.clumsy.tabletop import OFF, Carry
from companion.core.table import Zone

# --- held ---


@behaviour("held", "a piece is taken up, thought about and put back")
def held_and_put_back(people: People) -> bool:
    thing = any_piece(people)
    if thing is None:
        return False
    tag = people.lift(Carry(thing.piece, thing.zone, OFF))
    people.wait(people.random.uniform(1, 30))
    hands = people.hands_over(thing.zone)
    people.wait(0.4, hands)
    held = people.game.piece_of[tag]
    people.table.put_at(tag, thing.zone, people.table.sloppy(thing.label) if held == thing.piece else thing.label)
    people.frame(hands)
    return True


@behaviour("held", "the piece of a move is held for long before it is laid")
@of_a_move()
def held_before_it_is_laid(people: People, action: Any, moves: list[Carry]) -> None:
    tags = [people.lift(move) for move in moves if move.source != OFF]
    people.wait(people.random.uniform(2, 30))
    people.happened(action)
    held = iter(tags)
    for move in moves:
        people.lay(next(held) if move.source != OFF else people.lift(move), move)


@behaviour("held", "a piece is taken up and another of the same move is done instead")
def thought_better(people: People) -> bool:
    action, other = people.a_decision(), people.a_decision()
    if action is None or other is None or people.moves_of(action) == people.moves_of(other):
        return False
    move = people.moves_of(action)[0]
    if move.source == OFF:
        return False
    tag = people.lift(move)
    people.wait(people.random.uniform(1, 8))
    people.lay(tag, Carry(move.piece, OFF, move.source, move.beneath))
    people.wait(people.random.uniform(0.4, 4))
    people.do(other)
    people.chance()
    return True


@behaviour("held", "a piece is put elsewhere, and then where it was")
def put_elsewhere(people: People) -> bool:
    thing = any_piece(people)
    if thing is None:
        return False
    zones = sorted(people.game.table(people.state).zones)
    astray = Carry(thing.piece, thing.zone, people.random.choice(zones))
    people.carry(astray)
    people.wait(people.random.uniform(2, 10))
    people.carry(astray.back)
    people.wait(1.0)
    return True


@behaviour("held", "pieces of two players are held at once and put back")
def two_held(people: People) -> bool:
    free = [thing for thing in people.table.things if people.table.is_free(thing)]
    if len(free) < 2:
        return False
    held = people.random.sample(free, 2)
    for thing in held:
        people.table.take(thing.tag)
        people.wait(people.random.uniform(0.4, 4), people.hands_over(thing.zone))
    people.wait(people.random.uniform(1, 10))
    for thing in held:
        people.table.put_at(thing.tag, thing.zone, people.table.sloppy(thing.label))
        people.wait(0.6, people.hands_over(thing.zone))
    return True


# --- cards one by one ---


@of_a_move(least=2)
def _parts(people: People, action: Any, moves: list[Carry], span: tuple[float, float], order: str) -> None:
    if order == "reversed":
        moves.reverse()
    elif order == "shuffled":
        people.random.shuffle(moves)
    people.happened(action)
    for number, move in enumerate(moves):
        if number:
            people.wait(people.random.uniform(*span))
        people.carry(move)


for _span in ((0.3, 2.0), (2.0, 5.0), (5.0, 20.0)):
    for _order in ("as written", "reversed", "shuffled"):
        behaviour("one by one", f"parts of a move {_order}, {_span[0]:g} to {_span[1]:g} s apart")(
            partial(_parts, span=_span, order=_order)
        )


@behaviour("one by one", "all departs first, then all lands")
@of_a_move(least=2)
def departs_then_lands(people: People, action: Any, moves: list[Carry]) -> None:
    people.happened(action)
    tags = []
    for move in moves:
        tags.append(people.lift(move))
        people.wait(people.random.uniform(0.3, 3))
    people.wait(people.random.uniform(1, 12))
    for tag, move in zip(tags, moves, strict=True):
        people.lay(tag, move)
        people.wait(people.random.uniform(0.3, 3))


# --- two at once ---


def _overlapping(people: People, pause: float) -> bool:
    """The next player acts before the last one has finished."""
    first = people.a_decision(least=2)
    if first is None:
        return False
    moves = people.moves_of(first)
    people.happened(first)
    second = people.a_decision(fits=lambda action: action.player != first.player)
    if second is None:
        return False
    theirs = people.moves_of(second)
    touched = {zone for move in moves for zone in (move.source, move.target)} - {OFF}
    if any({move.source, move.target} & touched & _private(people) for move in theirs):
        return False
    cut = people.random.randrange(1, len(moves))
    for move in moves[:cut]:
        people.carry(move)
    people.wait(pause)
    people.happened(second)
    if any(move.source != OFF and people.table.find(move.source, move.piece) is None for move in theirs):
        return False
    people.swiftly(theirs)
    people.wait(pause)
    people.swiftly(moves[cut:])
    people.chance()
    return True


def _private(people: People) -> set[Zone]:
    """The zones of seats; what both reach into is for all."""
    return {zone for zone in people.layout.zones if len(zone.split(".")[0]) == 1}


for _pause in (0.4, 1.5, 4.0):
    behaviour("two at once", f"the next one acts {_pause:g} s before the last has finished")(
        partial(_overlapping, pause=_pause)
    )


@behaviour("two at once", "two moves directly after each other, one look")
def hard_on_the_heels(people: People) -> bool:
    first = people.a_decision()
    if first is None:
        return False
    before, mine = people.state, people.moves_of(first)
    people.happened(first)
    people.swiftly(mine)
    second = people.a_decision(fits=lambda action: action.player != first.player)
    if second is not None:
        people.do(second)
    if people.game.table(before) == people.game.table(people.state):
        return False  # The second undid the first between two looks: no eye could tell.
    people.chance()
    return True
