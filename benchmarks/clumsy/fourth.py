"""The fourth set: an evening as it goes, thought up from the rules and from what players are told, not from the code.

Here: people who teach, count, change their minds, and leave things standing about.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import Any

from benchmarks.clumsy.family import behaviour, of_a_move
from benchmarks.clumsy.people import People
from benchmarks.clumsy.tabletop import OFF, Carry, Thing
from companion.core.table import Box, Pose, Zone

EVERYWHERE = Box(-1e4, -1e4, 1e4, 1e4)

fourth = partial(behaviour, into="fourth")


# --- what these people have in common ---


def whole_move(people: People, but: Sequence[Zone] = (), pause: float = 2.0) -> bool:
    """A move as it should be made, that touches none of these zones."""

    def keeps_off(action: Any) -> bool:
        zones = set(chain.from_iterable((move.source, move.target) for move in people.moves_of(action)))
        return zones.isdisjoint(but)

    action = people.a_decision(fits=keeps_off)
    if action is None:
        return False
    people.do(action)
    people.chance()
    people.wait(pause)
    return True


def free_things(people: People, zone: Zone | None = None) -> list[Thing]:
    """What lies open, there or anywhere, and has its label in sight."""
    return [
        thing
        for thing in people.table.things
        if people.table.is_free(thing) and thing.shows == "label" and zone in (None, thing.zone)
    ]


def some_piece(people: People) -> Thing | None:
    found = free_things(people)
    return people.random.choice(found) if found else None


def one_and_another(people: People) -> tuple[Any, Any] | None:
    """Two different decisions that are both possible now."""
    one = people.a_decision()
    if one is None:
        return None
    another = people.a_decision(fits=lambda action: action != one)
    return None if another is None else (one, another)


def carries(people: People, moves: Sequence[Carry], pause: float) -> None:
    for move in moves:
        people.carry(move)
        people.wait(pause)


def back(moves: Sequence[Carry]) -> list[Carry]:
    return [move.back for move in reversed(moves)]


# --- teaching ---


@fourth("teaching", "shows what he could do, puts it back, and does something else")
def shown_then_another(people: People) -> bool:
    found = one_and_another(people)
    if found is None:
        return False
    shown, meant = found
    moves = people.moves_of(shown)
    people.swiftly(moves)
    people.wait(people.random.uniform(1.5, 8))
    people.swiftly(back(moves))
    people.wait(people.random.uniform(1, 5))
    people.do(meant)
    people.chance()
    people.wait(2.0)
    return True


@fourth("teaching", "shows a move twice to a beginner before it is done")
@of_a_move()
def shown_twice(people: People, action: Any, moves: list[Carry]) -> None:
    for _ in range(2):
        people.swiftly(moves)
        people.wait(people.random.uniform(1, 4))
        people.swiftly(back(moves))
        people.wait(people.random.uniform(1, 3))
    people.do(action)
    people.wait(2.0)


@fourth("teaching", "hands a piece round, and it comes back where it was")
def handed_round(people: People) -> bool:
    thing = some_piece(people)
    if thing is None:
        return False
    people.wait(0.4, people.hands_over(thing.zone))
    people.table.take(thing.tag)
    people.wait(people.random.uniform(8, 25))
    people.wait(0.4, people.hands_over(thing.zone))
    people.table.put_at(thing.tag, thing.zone, people.table.sloppy(thing.label), on_top=True)
    people.wait(2.0)
    return True


@fourth("teaching", "points at the pieces one after the other")
def points(people: People) -> bool:
    zones = sorted({thing.zone for thing in people.table.things} & people.layout.zones.keys())
    for zone in people.random.sample(zones, min(5, len(zones))):
        people.wait(people.random.uniform(0.5, 2.5), people.hands_over(zone))
    people.wait(1.0)
    return whole_move(people)


@fourth("teaching", "a move is begun for the beginner, who ends it himself")
@of_a_move(least=2)
def begun_for_him(people: People, action: Any, moves: list[Carry]) -> None:
    first, rest = moves[:1], moves[1:]
    carries(people, first, people.random.uniform(2, 7))
    people.swiftly(back(first))
    people.wait(people.random.uniform(1, 3))
    carries(people, first, people.random.uniform(0.5, 2))
    people.happened(action)
    carries(people, rest, people.random.uniform(0.5, 2))
    people.wait(2.0)


# --- counting ---


def counted(people: People, *, same_order: bool, meanwhile: bool) -> bool:
    """All that lies open in one zone is taken up, counted, and laid back."""
    zones = sorted({thing.zone for thing in free_things(people)})
    fans = [zone for zone in zones if 2 <= len(people.table.zone_things(zone)) == len(free_things(people, zone))]
    if not fans:
        return False
    zone = people.random.choice(fans)
    things = people.table.zone_things(zone)
    people.wait(0.5, people.hands_over(zone))
    for thing in things:
        people.table.take(thing.tag)
    people.wait(people.random.uniform(2, 6))
    if meanwhile and not whole_move(people, but=(zone,)):
        return False
    poses = [thing.label for thing in things]
    if not same_order:
        people.random.shuffle(poses)
    for thing, pose in zip(things, poses, strict=True):
        people.wait(0.3, people.hands_over(zone))
        people.table.put_at(thing.tag, zone, people.table.sloppy(pose))
    people.wait(2.0)
    return True


fourth("counting", "a row is taken up, counted and laid back")(partial(counted, same_order=True, meanwhile=False))
fourth("counting", "a row is laid back in another order")(partial(counted, same_order=False, meanwhile=False))
fourth("counting", "a row is counted in hand while somebody plays")(partial(counted, same_order=True, meanwhile=True))


@fourth("counting", "pieces are slid aside one by one")
def slid_aside(people: People) -> bool:
    thing = some_piece(people)
    if thing is None:
        return False
    for each in free_things(people, thing.zone)[:4]:
        people.wait(0.3, people.hands_over(each.zone))
        people.table.change(each.tag, label=Pose(each.label.x + 4, each.label.y - 4, each.label.rotation + 10))
        people.wait(0.5)
    people.wait(1.0)
    return whole_move(people)


# --- minds that change ---


@fourth("minds that change", "ten seconds later the move is taken back, and another one made")
def after_ten_seconds(people: People) -> bool:
    found = one_and_another(people)
    if found is None:
        return False
    done, meant = found
    moves = people.moves_of(done)
    people.swiftly(moves)
    people.wait(people.random.uniform(9, 14))
    people.swiftly(back(moves))
    people.wait(people.random.uniform(2, 6))
    people.do(meant)
    people.chance()
    people.wait(2.0)
    return True


@fourth("minds that change", "ten seconds later the move is taken back, and that was it")
@of_a_move()
def taken_back_late(people: People, action: Any, moves: list[Carry]) -> None:
    before = people.state
    people.do(action)
    people.wait(people.random.uniform(9, 20))
    people.becomes(before)
    people.swiftly(back(moves))
    people.wait(people.random.uniform(2, 6))


@fourth("minds that change", "one, the other, and the first again")
def to_and_fro(people: People) -> bool:
    found = one_and_another(people)
    if found is None:
        return False
    one, other = (people.moves_of(action) for action in found)
    for moves in (one, other):
        people.swiftly(moves)
        people.wait(people.random.uniform(1.5, 4))
        people.swiftly(back(moves))
        people.wait(people.random.uniform(0.5, 2))
    people.do(found[0])
    people.chance()
    people.wait(2.0)
    return True


@fourth("minds that change", "half of it is put back, and done again")
@of_a_move(least=2)
def half_back(people: People, action: Any, moves: list[Carry]) -> None:
    people.happened(action)
    carries(people, moves, people.random.uniform(0.3, 1))
    people.wait(people.random.uniform(1, 4))
    people.swiftly([moves[-1].back])
    people.wait(people.random.uniform(2, 8))
    people.swiftly([moves[-1]])
    people.wait(2.0)


@fourth("minds that change", "after the next player's move both go back to before the first")
def both_taken_back(people: People) -> bool:
    start = people.state
    first = people.a_decision()
    if first is None:
        return False
    own = people.moves_of(first)
    people.do(first)
    people.wait(people.random.uniform(2, 5))
    second = people.a_decision(fits=lambda action: action.player != first.player) if people.only_decisions() else None
    if second is None:
        return False
    others = people.moves_of(second)
    people.do(second)
    people.wait(people.random.uniform(2, 5))
    people.note("in truth: both are taken back")
    people.becomes(start)
    people.swiftly(back(others))
    people.wait(people.random.uniform(0.5, 2))
    people.swiftly(back(own))
    people.wait(3.0)
    return True


@fourth("minds that change", "holds the piece over the table, and does it after all")
@of_a_move()
def hovers(people: People, action: Any, moves: list[Carry]) -> bool | None:
    if moves[0].source == OFF:
        return False
    tag = people.lift(moves[0])
    for _ in range(3):
        people.wait(people.random.uniform(2, 8), people.hands_over(people.random.choice(sorted(people.layout.zones))))
    people.happened(action)
    people.lay(tag, moves[0])
    carries(people, moves[1:], 0.5)
    people.wait(2.0)
    return None


# --- what stands about ---


def under_a_thing(people: People, moves: int, size: float) -> bool:
    """A plate or a phone lies there for some moves, which are made elsewhere."""
    zone = people.random.choice(sorted(people.layout.zones))
    x, y = people.layout.zones[zone].centre
    thing = Box(x - size, y - size, x + size, y + size)
    hidden = [name for name, box in people.layout.zones.items() if box.overlaps(thing)]
    people.covers.append(thing)
    people.wait(people.random.uniform(2, 5))
    for _ in range(moves):
        if not whole_move(people, but=hidden, pause=people.random.uniform(2, 6)):
            return False
    people.covers.remove(thing)
    people.wait(2.0)
    return True


fourth("standing about", "a phone lies there while others play elsewhere")(partial(under_a_thing, moves=2, size=60.0))
fourth("standing about", "a plate stands there for a move elsewhere")(partial(under_a_thing, moves=1, size=130.0))


@fourth("standing about", "a glass is pushed across the table")
def glass(people: People) -> bool:
    places = [people.layout.zones[zone].centre for zone in people.random.sample(sorted(people.layout.zones), 3)]
    for x, y in places:
        glass = Box(x - 40, y - 40, x + 40, y + 40)
        people.covers.append(glass)
        people.wait(people.random.uniform(1, 5))
        people.covers.remove(glass)
    people.wait(1.0)
    return whole_move(people)


@fourth("standing about", "somebody leans his elbow on a zone for two moves")
def elbow(people: People) -> bool:
    zone = people.random.choice(sorted(people.layout.zones))
    x, y = people.layout.zones[zone].centre
    arm = Box(x - 50, y - 50, x + 50, y + 50)
    hidden = [name for name, box in people.layout.zones.items() if box.overlaps(arm)]
    people.covers.append(arm)
    for _ in range(2):
        if not whole_move(people, but=hidden, pause=1.0):
            return False
    people.covers.remove(arm)
    people.wait(2.0)
    return True


@fourth("standing about", "a napkin lies over the place of a move, and is taken away after it")
@of_a_move()
def napkin(people: People, action: Any, moves: list[Carry]) -> bool | None:
    targets = [move.target for move in moves if move.target in people.layout.zones]
    if not targets:
        return False
    people.do(action)
    x, y = people.layout.zones[targets[0]].centre
    napkin = Box(x - 80, y - 80, x + 80, y + 80)
    people.covers.append(napkin)
    people.wait(people.random.uniform(2, 12))
    people.covers.remove(napkin)
    people.wait(2.0)
    return None
