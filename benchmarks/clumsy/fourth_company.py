"""The fourth set: several hands at once, children, the light, the power, and nobody who answers."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.clumsy.family import of_a_move
from benchmarks.clumsy.fourth import EVERYWHERE, carries, fourth, free_things, some_piece, whole_move
from benchmarks.clumsy.people import People
from benchmarks.clumsy.tabletop import OFF, Carry
from companion.core.game import is_legal
from companion.core.table import Box, Pose, owner

# --- several hands ---


def two_decisions(people: People) -> tuple[list[Carry], list[Carry], Any, Any] | None:
    """A decision, the next one, and what hands carry for each: none carries what the other one moves."""
    first = people.a_decision()
    if first is None:
        return None
    own = people.moves_of(first)
    after = people.game.apply(people.state, first)
    legal = people.possible.legal(after)
    if any(action.player is None for action in legal):
        return None
    second = people.possible.decision(after, 1, lambda action: action.player != first.player)
    if second is None:
        return None
    others = people.possible.moves_of(after, second)
    places = {(move.piece, zone) for move in own for zone in (move.source, move.target) if zone != OFF}
    if any((move.piece, zone) in places for move in others for zone in (move.source, move.target)):
        return None
    return own, others, first, second


@fourth("several hands", "both reach in at once, and the second lays down first")
def crossed(people: People) -> bool:
    found = two_decisions(people)
    if found is None:
        return False
    own, others, first, second = found
    # Who lays down first has moved first, where the rules allow it: no more is to be seen of two hands at once.
    either_way = is_legal(people.game, people.state, second) and is_legal(
        people.game, people.game.apply(people.state, second), first
    )
    for action in (second, first) if either_way else (first, second):
        people.happened(action)
    one, other = own[0], others[0]
    in_hand, in_other = people.lift(one), people.lift(other)
    people.lay(in_other, other)
    carries(people, others[1:], 0.4)
    people.lay(in_hand, one)
    carries(people, own[1:], 0.4)
    people.chance()
    people.wait(2.0)
    return True


@fourth("several hands", "the next player plays while the first is still laying down")
def overtaken(people: People) -> bool:
    found = two_decisions(people)
    if found is None or len(found[0]) < 2:
        return False
    own, others, first, second = found
    people.happened(first)
    carries(people, own[:1], people.random.uniform(0.5, 2))
    people.happened(second)
    carries(people, others, people.random.uniform(0.3, 1))
    carries(people, own[1:], people.random.uniform(0.3, 1))
    people.chance()
    people.wait(2.0)
    return True


@fourth("several hands", "one plays with the right hand, and tidies up with the left")
@of_a_move()
def both_hands(people: People, action: Any, moves: list[Carry]) -> None:
    touched = {zone for move in moves for zone in (move.source, move.target)}
    others = [thing for thing in free_things(people) if thing.zone not in touched]
    people.happened(action)
    for move in moves:
        people.carry(move)
        if others:
            thing = people.random.choice(others)
            people.table.change(thing.tag, label=people.table.sloppy(thing.label))
    people.wait(2.0)


@fourth("several hands", "three moves as fast as hands can")
def blitz(people: People) -> bool:
    return all(whole_move(people, pause=0.4) for _ in range(3))


@fourth("several hands", "all lean over the table while a move is made")
@of_a_move()
def crowd(people: People, action: Any, moves: list[Carry]) -> None:
    people.covers.append(EVERYWHERE)
    people.wait(1.0)
    people.happened(action)
    people.swiftly(moves)
    people.wait(people.random.uniform(0.5, 2.5))
    people.covers.remove(EVERYWHERE)
    people.wait(2.0)


# --- children ---


@fourth("children", "a child turns what lies in a zone")
def turned(people: People) -> bool:
    thing = some_piece(people)
    if thing is None:
        return False
    for each in free_things(people, thing.zone):
        people.wait(0.3, people.hands_over(each.zone))
        turned = people.table.sloppy(each.label)
        people.table.change(each.tag, label=Pose(turned.x, turned.y, turned.rotation + 90))
    people.wait(1.5)
    return whole_move(people)


@fourth("children", "a child changes two like pieces over")
def changed_over(people: People) -> bool:
    things = free_things(people)
    pairs = [(one, other) for one in things for other in things if one.tag < other.tag and one.piece == other.piece]
    if not pairs:
        return False
    one, other = people.random.choice(pairs)
    people.wait(0.4, people.hands_over(one.zone, other.zone))
    people.table.take(one.tag)
    people.table.take(other.tag)
    people.wait(people.random.uniform(0.5, 3))
    people.wait(0.4, people.hands_over(one.zone, other.zone))
    people.table.put_at(one.tag, other.zone, other.label, on_top=True)
    people.table.put_at(other.tag, one.zone, one.label, on_top=True)
    people.wait(2.0)
    return whole_move(people)


@fourth("children", "a child lays one piece on another for a while")
def on_another(people: People) -> bool:
    things = free_things(people)
    if len(things) < 2:
        return False
    one, under = people.random.sample(things, 2)
    people.wait(0.4, people.hands_over(one.zone, under.zone))
    people.table.take(one.tag)
    people.table.put_at(one.tag, under.zone, under.label, on_top=True)
    people.wait(people.random.uniform(2, 10))
    people.wait(0.4, people.hands_over(one.zone, under.zone))
    people.table.take(one.tag)
    people.table.put_at(one.tag, one.zone, one.label, on_top=True)
    people.wait(2.0)
    return True


@fourth("children", "a piece lies astray while two turns are played")
def astray_for_two_turns(people: People) -> bool:
    thing = some_piece(people)
    places = [zone for zone in people.layout.zones if thing is not None and zone != thing.zone]
    if thing is None or not places:
        return False
    astray = people.random.choice(places)
    people.wait(0.4, people.hands_over(thing.zone))
    people.table.take(thing.tag)
    people.table.put(thing.tag, astray)
    people.wait(people.random.uniform(1, 3))
    for _ in range(2):
        if not whole_move(people, but=(astray, thing.zone)):
            return False
    if all(each.tag != thing.tag for each in people.table.things):
        return False
    people.wait(0.4, people.hands_over(astray))
    people.table.take(thing.tag)
    people.table.put_at(thing.tag, thing.zone, thing.label, on_top=True)
    people.wait(3.0)
    return True


@fourth("children", "a piece falls on the floor, and is found a turn later")
def on_the_floor(people: People) -> bool:
    thing = some_piece(people)
    if thing is None:
        return False
    people.wait(0.4, people.hands_over(thing.zone))
    people.table.take(thing.tag)
    people.wait(people.random.uniform(1, 6))
    if not whole_move(people, but=(thing.zone,)):
        return False
    people.wait(0.4, people.hands_over(thing.zone))
    people.table.put_at(thing.tag, thing.zone, thing.label, on_top=True)
    people.wait(3.0)
    return True


# --- piles ---


def below(people: People, seconds: float) -> bool:
    """The top of a pile is lifted to see what lies below."""
    tops = [thing for thing in free_things(people) if len(people.table.stack(thing.zone)) > 1]
    tops = [thing for thing in tops if people.table.stack(thing.zone)[-1].tag == thing.tag]
    if not tops:
        return False
    top = people.random.choice(tops)
    people.wait(0.4, people.hands_over(top.zone))
    people.table.take(top.tag)
    people.wait(people.random.uniform(seconds / 2, seconds))
    people.wait(0.4, people.hands_over(top.zone))
    people.table.put_at(top.tag, top.zone, people.table.sloppy(top.label), on_top=True)
    people.wait(2.0)
    return True


fourth("piles", "looks what lies below the top")(partial(below, seconds=3.0))
fourth("piles", "looks for long what lies below the top")(partial(below, seconds=20.0))


@fourth("piles", "two piles are changed over slowly, and back")
def piles_changed_over(people: People) -> bool:
    zones = sorted({thing.zone for thing in people.table.things if len(people.table.stack(thing.zone)) > 1})
    if len(zones) < 2:
        return False
    one, other = people.random.sample(zones, 2)
    lay = {zone: people.table.stack(zone) for zone in (one, other)}
    for target, source in ((one, other), (other, one), (one, one), (other, other)):
        for thing in lay[source]:
            people.wait(0.3, people.hands_over(thing.zone, target))
            people.table.take(thing.tag)
            people.table.put_at(thing.tag, target, people.table.sloppy(lay[target][0].label), on_top=True)
        people.wait(people.random.uniform(0.5, 3))
    people.wait(2.0)
    return True


@fourth("piles", "what is one's own is moved about slowly, piece by piece")
def moved_about(people: People) -> bool:
    def stays_his(action: Any) -> bool:
        moves = people.moves_of(action)
        return all(OFF not in (move.source, move.target) and owner(move.source) == owner(move.target) for move in moves)

    action = people.a_decision(least=2, fits=stays_his)
    if action is None:
        return False
    moves = people.moves_of(action)
    people.happened(action)
    carries(people, moves, people.random.uniform(1, 5))
    people.chance()
    people.wait(2.0)
    return True


# --- light ---


@fourth("light and labels", "the light flickers while a move is made")
@of_a_move()
def flickers(people: People, action: Any, moves: list[Carry]) -> None:
    people.happened(action)
    for move in moves:
        people.carry(move)
        people.covers.append(EVERYWHERE)
        people.wait(people.random.uniform(0.3, 1.2))
        people.covers.remove(EVERYWHERE)
        people.wait(0.4)
    people.wait(2.0)


@fourth("light and labels", "the sun wanders over three zones while people play")
def sun(people: People) -> bool:
    for zone in people.random.sample(sorted(people.layout.zones), 3):
        box = people.layout.zones.get(zone)
        if box is None:
            return False  # The place went with what was moved meanwhile.
        lit = [thing.tag for thing in free_things(people) if box.contains(thing.label.x, thing.label.y)]
        for tag in lit:
            people.table.change(tag, shows="torn")
        people.wait(people.random.uniform(1, 3))
        if not whole_move(people, but=(zone,), pause=1.0):
            return False
        for thing in people.table.things:
            if thing.tag in lit:
                people.table.change(thing.tag, shows="label")
    people.wait(2.0)
    return True


@fourth("light and labels", "a piece is laid face down, and turned up")
@of_a_move()
def face_down(people: People, action: Any, moves: list[Carry]) -> bool | None:
    if moves[0].target == OFF:
        return False
    people.happened(action)
    tag = people.lift(moves[0])
    people.lay(tag, moves[0])
    if any(thing.tag == tag for thing in people.table.things):
        people.table.change(tag, shows="nothing")
        people.wait(people.random.uniform(1, 7))
        people.table.change(tag, shows="label")
    carries(people, moves[1:], 0.5)
    people.wait(2.0)
    return None


@fourth("light and labels", "a die lies on a label while others play")
def die(people: People) -> bool:
    thing = some_piece(people)
    if thing is None:
        return False
    x, y = thing.label.x, thing.label.y
    die = Box(x - 9, y - 9, x + 9, y + 9)
    people.covers.append(die)
    people.wait(1.0)
    for _ in range(2):
        if not whole_move(people, but=(thing.zone,)):
            return False
    people.covers.remove(die)
    people.wait(2.0)
    return True


# --- power ---


def _puts_away(people: People, action: Any) -> bool:
    return all(move.target == OFF for move in people.moves_of(action))


def without_power(people: People, moves: int, *, puts_away: bool = False) -> bool:
    """The companion is off while so many moves are made; when it is on again the table stands as after them."""
    for _ in range(moves):
        action = people.a_decision(fits=lambda each: not puts_away or _puts_away(people, each))
        if action is None:
            return False
        carried = people.moves_of(action)
        people.happened(action)
        for move in carried:
            tag = people.table.fetch(move.piece) if move.source == OFF else people.table.take_from(move)
            people.table.lay(tag, move)
        if not people.only_decisions():
            return False
    people.restart()
    people.wait(4.0)
    return True


fourth("power", "a move is made while the power is off")(partial(without_power, moves=1))
fourth("power", "two moves are made while the power is off")(partial(without_power, moves=2))
fourth("power", "something is put away while the power is off")(partial(without_power, moves=1, puts_away=True))
fourth("power", "two things are put away while the power is off")(partial(without_power, moves=2, puts_away=True))


@fourth("power", "the power fails in the middle of a move")
@of_a_move(least=2)
def in_the_middle(people: People, action: Any, moves: list[Carry]) -> None:
    people.happened(action)
    carries(people, moves[:1], 0.5)
    people.wait(people.random.uniform(0.5, 4))
    people.restart()
    people.wait(people.random.uniform(2, 6))
    carries(people, moves[1:], 0.5)
    people.wait(2.0)


@fourth("power", "the power fails while a piece is in a hand")
@of_a_move()
def in_a_hand(people: People, action: Any, moves: list[Carry]) -> bool | None:
    if moves[0].source == OFF:
        return False
    people.happened(action)
    tag = people.lift(moves[0])
    people.wait(people.random.uniform(0.5, 4))
    people.restart()
    people.wait(people.random.uniform(2, 6))
    people.lay(tag, moves[0])
    carries(people, moves[1:], 0.5)
    people.wait(2.0)
    return None


# --- nobody answers ---


def nobody_answers(people: People, moves: int) -> bool:
    """Whatever is asked stands there while play goes on."""
    return all(whole_move(people, pause=people.random.uniform(3, 10)) for _ in range(moves))


fourth("nobody answers", "three moves, and nobody looks at the screen")(partial(nobody_answers, moves=3))
fourth("nobody answers", "six moves, and nobody looks at the screen")(partial(nobody_answers, moves=6))
fourth("nobody answers", "twenty moves, and nobody looks at the screen")(partial(nobody_answers, moves=20))


@fourth("nobody answers", "a held piece is asked about, and answered half a minute later")
@of_a_move()
def answered_late(people: People, action: Any, moves: list[Carry]) -> bool | None:
    if moves[0].source == OFF:
        return False
    people.happened(action)
    tag = people.lift(moves[0])
    people.wait(30.0)
    people.lay(tag, moves[0])
    carries(people, moves[1:], people.random.uniform(1, 5))
    people.wait(2.0)
    return None


# --- tidy people ---


@fourth("tidy people", "six moves without haste")
def without_haste(people: People) -> bool:
    done = sum(whole_move(people, pause=people.random.uniform(4, 12)) for _ in range(6))
    return done > 2


@fourth("tidy people", "a move, and what leaves no trace by touch")
def by_touch(people: People) -> bool:
    if not whole_move(people):
        return False
    people.settle()
    action = people.a_traceless_decision()
    if action is None:
        return False
    people.touch(action)
    people.chance()
    return whole_move(people)


@fourth("tidy people", "a move whose parts are far apart")
@of_a_move(least=2)
def far_apart(people: People, action: Any, moves: list[Carry]) -> None:
    people.happened(action)
    carries(people, moves, people.random.uniform(8, 25))
    people.wait(2.0)


@fourth("tidy people", "the parts of a move the other way round")
@of_a_move(least=2)
def other_way_round(people: People, action: Any, moves: list[Carry]) -> None:
    people.happened(action)
    carries(people, list(reversed(moves)), people.random.uniform(0.5, 3))
    people.wait(2.0)
