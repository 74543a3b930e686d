"""What happens to pieces that nobody plays: pushed, covered, squared, slipped, laid over each other."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from benchmarks.clumsy.family import any_piece, behaviour, fans
from benchmarks.clumsy.people import People
from benchmarks.clumsy.tabletop import OFF
from companion.core.table import Box, Pose

# --- pushed, turned, bumped ---


def _shifted(people: People, far: float, turn: float) -> bool:
    thing = any_piece(people)
    if thing is None:
        return False
    hands = people.hands_over(thing.zone)
    people.wait(0.6, hands)
    label = Pose(
        thing.label.x + people.random.uniform(-far, far),
        thing.label.y + people.random.uniform(-far, far),
        thing.label.rotation + people.random.uniform(-turn, turn),
    )
    people.table.change(thing.tag, label=label)
    people.wait(people.random.uniform(2, 8))
    hands = people.hands_over(thing.zone)
    people.wait(0.4, hands)
    people.table.change(thing.tag, label=thing.label)
    people.frame(hands)
    return True


behaviour("pushed", "a piece is pushed a little")(partial(_shifted, far=8.0, turn=10.0))
behaviour("pushed", "a piece is pushed and turned")(partial(_shifted, far=15.0, turn=180.0))
behaviour("pushed", "a piece is turned on the spot")(partial(_shifted, far=1.0, turn=180.0))


@behaviour("pushed", "the table is bumped: everything shifts by millimetres")
def bumped(people: People) -> bool:
    dx, dy = (people.random.uniform(-4, 4) for _ in range(2))
    for _ in range(3):
        people.frame(hidden=True)
    for thing in people.table.things:
        x, y = dx + people.random.uniform(-1, 1), dy + people.random.uniform(-1, 1)
        people.table.change(thing.tag, label=replace(thing.label, x=thing.label.x + x, y=thing.label.y + y))
    people.wait(4.0)
    return True


# --- covered ---


def _covered(people: People, size: float, shortest: float, longest: float, acts: bool) -> bool:
    """Something lies over a part of the table for some time; with a move beneath it or without."""
    action = people.a_decision() if acts else None
    if acts and action is None:
        return False
    moves = people.moves_of(action) if action is not None else []
    zones = [zone for move in moves for zone in (move.source, move.target) if zone != OFF]
    middle = people.layout.zones[people.random.choice(zones or list(people.layout.zones))].centre
    across, down = size * people.random.uniform(0.6, 1.2), size * people.random.uniform(0.6, 1.2)
    cover = Box(middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down)
    people.covers.append(cover)
    people.wait(people.random.uniform(1, 3))
    if action is not None:
        people.do(action)
    people.wait(people.random.uniform(shortest, longest))
    people.covers.remove(cover)
    people.wait(1.0)
    people.chance()
    return True


for _name, _size, _times in (
    ("hand", 60.0, (5.0, 12.0)),
    ("book", 130.0, (10.0, 120.0)),
    ("cup", 45.0, (10.0, 60.0)),
    ("sleeve", 90.0, (3.0, 20.0)),
    ("phone", 75.0, (10.0, 60.0)),
):
    behaviour("covered", f"a {_name} lies there, nothing happens beneath")(
        partial(_covered, size=_size, shortest=_times[0], longest=_times[1], acts=False)
    )
    behaviour("covered", f"a {_name} lies there, a move happens beneath")(
        partial(_covered, size=_size, shortest=_times[0], longest=_times[1], acts=True)
    )


# --- face down, overlapping, squared, fanned, slipped ---


@behaviour("heaps", "a piece lies face down for a while")
def face_down(people: People) -> bool:
    thing = any_piece(people)
    if thing is None:
        return False
    people.wait(0.6, people.hands_over(thing.zone))
    people.table.change(thing.tag, shows="nothing")
    people.wait(people.random.uniform(3, 20))
    people.wait(0.6, people.hands_over(thing.zone))
    people.table.change(thing.tag, shows="label")
    return True


def _squared(people: People, spread: bool) -> bool:
    piles = fans(people)
    if not piles:
        return False
    pile = people.random.choice(piles)
    top = pile[-1]
    hands = people.hands_over(top.zone)
    people.wait(0.6, hands)
    for thing in pile[:-1]:
        label = people.table.sloppy(top.label)
        people.table.change(thing.tag, label=label)
    people.wait(0.4, hands)
    people.wait(people.random.uniform(3, 30))
    if spread:
        people.wait(0.6, people.hands_over(top.zone))
        for thing in pile[:-1]:
            people.table.change(thing.tag, label=thing.label)
        people.wait(2.0)
        return True
    action = people.a_decision()
    if action is not None:
        if any(move.source == top.zone for move in people.moves_of(action)):
            return False
        people.do(action)
        people.chance()
        people.wait(2.0)
    return True


behaviour("heaps", "a pile is squared, then fanned again")(partial(_squared, spread=True))
behaviour("heaps", "a pile is squared, and the next one plays on")(partial(_squared, spread=False))


@behaviour("heaps", "a fan is spread wider and comes apart")
def fanned_wide(people: People) -> bool:
    piles = fans(people)
    if not piles:
        return False
    pile = people.random.choice(piles)
    people.wait(0.6, people.hands_over(pile[0].zone))
    box = people.layout.zones[pile[0].zone]
    for number, thing in enumerate(pile):
        x, y = thing.label.x + people.random.uniform(-6, 6), thing.label.y + people.random.uniform(-3, 3) * number
        if box.contains(x, y):
            people.table.change(thing.tag, label=replace(thing.label, x=x, y=y))
    people.wait(people.random.uniform(2, 8))
    return True


@behaviour("heaps", "a piece is laid half over another")
def half_over(people: People) -> bool:
    thing, other = any_piece(people), any_piece(people)
    if thing is None or other is None or thing.tag == other.tag or thing.zone != other.zone:
        return False
    people.wait(0.6, people.hands_over(thing.zone))
    taken = people.table.take(thing.tag)
    label = Pose(other.label.x + people.random.uniform(5, 25), other.label.y + people.random.uniform(-15, 15), 0.0)
    box = people.layout.zones[thing.zone]
    if not box.contains(label.x, label.y):
        label = other.label
    people.table.put_at(taken.tag, thing.zone, label, on_top=True)
    people.wait(people.random.uniform(3, 12))
    return True


@behaviour("heaps", "a card slips under its neighbour")
def slipped(people: People) -> bool:
    piles = fans(people)
    if not piles:
        return False
    pile = people.random.choice(piles)
    thing = people.random.choice(pile[:-1])
    people.wait(0.4, people.hands_over(thing.zone))
    people.table.change(thing.tag, label=people.table.sloppy(pile[-1].label))
    people.wait(people.random.uniform(3, 15))
    return True
