"""What the company does in the third set: guests, phones, the lamp, and whose turn it is."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.clumsy.family import any_piece, of_a_move
from benchmarks.clumsy.judge import LINGERS
from benchmarks.clumsy.people import People
from benchmarks.clumsy.second import EVERYWHERE, cover_zone, elsewhere, free_pieces, pause, zones_of
from benchmarks.clumsy.tabletop import OFF, Carry
from benchmarks.clumsy.third import ASIDE, aside, behaviour, put_back
from companion.core.table import LabelPlace

# --- guests ---


@behaviour("guests", "a guest lays a foreign card down, and moves go on")
@of_a_move()
def foreign_card(people: People, action: Any, moves: list[Carry]) -> None:
    zone = elsewhere(people, moves)
    place = aside(people) if zone is None or people.random.random() < 0.5 else people.layout.spot(zone, 1)
    people.reality.foreign.append(LabelPlace("X.CO/ABC", place))
    pause(people, 1, 30)
    people.do(action)
    pause(people, 1, 20)
    people.reality.foreign.clear()
    people.wait(1.0)


@behaviour("guests", "a piece from the box is shown round, laid beside the boards, and goes back into the box")
def out_of_the_box(people: People) -> bool:
    pieces = sorted(set(people.game.piece_of.values()))
    tag = people.table.fetch(people.random.choice(pieces))
    people.table.put_at(tag, ASIDE, aside(people), on_top=True)
    pause(people, 2, 30)
    people.table.take(tag)
    people.table.drop(tag)
    people.wait(1.0)
    return True


@behaviour("guests", "a phone lies on one pile, then on another")
def phone_wanders(people: People) -> bool:
    zones = sorted({thing.zone for thing in free_pieces(people)})
    if len(zones) < 2:
        return False
    for zone in people.random.sample(zones, 2):
        cover = cover_zone(people, zone, people.random.uniform(45, 75))
        pause(people, 10, 40)
        people.covers.remove(cover)
        pause(people, 0.2, 2)
    return True


@behaviour("guests", "cups stand at three places while two moves are made elsewhere")
def cups(people: People) -> bool:
    zones = sorted({thing.zone for thing in free_pieces(people)})
    if len(zones) < 3:
        return False
    mugs = [cover_zone(people, zone, 40.0) for zone in people.random.sample(zones, 3)]
    pause(people, 3, 30)
    for _ in range(2):
        action = people.a_decision()
        if action is None or not people.only_decisions():
            return False
        places = [people.layout.zones[zone].centre for zone in zones_of(people.moves_of(action))]
        if any(mug.contains(*place) for mug in mugs for place in places):
            return False
        people.do(action)
        pause(people, 2, 10)
    for mug in mugs:
        people.covers.remove(mug)
        pause(people, 0.5, 5)
    people.chance()
    return True


@behaviour("guests", "a piece falls off the table and is found two minutes later, while play goes on")
def fallen(people: People) -> bool:
    thing = any_piece(people)
    if thing is None:
        return False
    people.note(f"{thing.piece} falls from {thing.zone}")
    people.table.take(thing.tag)
    pause(people, 1, 20)
    for _ in range(people.random.randrange(1, 4)):
        action = people.a_decision(fits=lambda each: thing.zone not in zones_of(people.moves_of(each)))
        if action is None or any((move.piece, move.source) == (thing.piece, OFF) for move in people.moves_of(action)):
            return False
        people.do(action)
        people.chance()
        pause(people, 10, 50)
    if thing.zone not in people.layout.zones:
        return False
    put_back(people, thing)
    people.wait(2.0)
    return True


@behaviour("guests", "the lamp goes out in the middle of a move, which is finished in the dark or after it")
@of_a_move(least=2)
def lamp_out(people: People, action: Any, moves: list[Carry]) -> None:
    people.happened(action)
    cut, light = people.random.randrange(1, len(moves)), people.random.randrange(1, len(moves) + 1)
    for move in moves[:cut]:
        people.carry(move)
    people.covers.append(EVERYWHERE)
    pause(people, 1, 15)
    for number, move in enumerate(moves):
        if number == light and EVERYWHERE in people.covers:
            people.covers.remove(EVERYWHERE)
            pause(people, 0.5, 5)
        if number >= cut:
            people.carry(move)
    people.covers.clear()
    people.wait(2.0)


@behaviour("guests", "the companion is switched off and on in the middle of a move")
@of_a_move(least=2)
def switched_off(people: People, action: Any, moves: list[Carry]) -> None:
    people.happened(action)
    cut = people.random.randrange(1, len(moves))
    for move in moves[:cut]:
        people.carry(move)
    pause(people, 0.3, 12)
    people.restart()
    pause(people, 0.5, 10)
    for move in moves[cut:]:
        people.carry(move)
        pause(people, 0.2, 4)


@behaviour("guests", "the next player's hand is at the table while the dealer deals in between the parts of a move")
def dealt_in_between(people: People) -> bool:
    action = people.a_decision(least=2)
    if action is None:
        return False
    moves = people.moves_of(action)
    people.happened(action)
    if people.only_decisions():
        return False
    people.carry(moves[0])
    pause(people, 0.2, 4)
    people.chance()
    pause(people, 0.2, 6)
    for move in moves[1:]:
        people.carry(move)
    return True


# --- whose turn it is ---


def _early(people: People, named_first: bool) -> bool:
    """The next player's move is on the table before the one before it is."""
    mine = people.a_decision()
    if mine is None:
        return False
    moves, between = people.moves_of(mine), people.game.apply(people.state, mine)
    theirs = people.possible.decision(between, 1, lambda action: action.player not in (None, mine.player))
    if theirs is None:
        return False
    others = people.possible.moves_of(between, theirs)
    if zones_of(others) & zones_of(moves) or any(move.source == OFF for move in others):
        return False
    people.judge.illegal = theirs
    people.swiftly(others)
    if people.possible.is_explicable(people.state, people.reality.in_sight()):
        return False
    if named_first:
        pause(people, 5, 15)
        people.swiftly([move.back for move in reversed(others)])
        pause(people, 0.5, 4)
        people.judge.illegal = None
        people.do(mine)
        pause(people, 0.5, 6)
        people.do(theirs)
    else:
        pause(people, 0.4, 6)
        people.happened(mine)
        people.happened(theirs)
        people.swiftly(moves)
        people.judge.illegal = None
    people.chance()
    return True


behaviour("turns", "the next player acts first, and then whose turn it was")(partial(_early, named_first=False))
behaviour("turns", "the next player acts too early, takes it back, and both act in their order")(
    partial(_early, named_first=True)
)


@behaviour("turns", "an illegal move, taken back at once, and a legal one within two seconds")
def illegal_for_a_moment(people: People) -> bool:
    found = people.an_illegal()
    if found is None:
        return False
    moves = people.moves_of(found[0])
    people.judge.illegal = found[0]
    people.note(f"against the rules: {people.game.write_action(found[0])}")
    people.swiftly(moves)
    pause(people, 0.2, 1.2)
    people.swiftly([move.back for move in reversed(moves)])
    pause(people, 0.0, 0.8)
    action = people.a_decision()
    if action is None:
        return False
    people.do(action)
    people.wait(LINGERS)
    people.judge.illegal = None
    people.chance()
    return True


@behaviour("turns", "an illegal move is taken back in two parts, with a pause between them")
def illegal_half_back(people: People) -> bool:
    found = people.an_illegal()
    if found is None:
        return False
    moves = people.moves_of(found[0])
    if len(moves) < 2:
        return False
    people.judge.illegal = found[0]
    people.note(f"against the rules: {people.game.write_action(found[0])}")
    people.swiftly(moves)
    pause(people, 1, 9)
    backwards = [move.back for move in reversed(moves)]
    people.swiftly(backwards[:1])
    pause(people, 1, 9)
    if people.possible.is_explicable(people.state, people.reality.in_sight()):
        return False
    people.swiftly(backwards[1:])
    people.wait(2.0)
    people.judge.illegal = None
    return True
