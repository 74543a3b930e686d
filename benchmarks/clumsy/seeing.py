"""What the camera has trouble with: labels, light, and things swept away."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.clumsy.family import any_piece, behaviour, of_a_move
from benchmarks.clumsy.people import People
from benchmarks.clumsy.playing import tidy
from benchmarks.clumsy.tabletop import OFF, Carry
from companion.core.table import Box, LabelPlace, Pose

# --- labels ---


@behaviour("labels", "a foreign code lies on the table")
def foreign_code(people: People) -> bool:
    box = people.layout.zones[people.random.choice(sorted(people.layout.zones))]
    people.reality.foreign.append(LabelPlace("X.CO/ABC", Pose(*box.centre)))
    people.wait(people.random.uniform(3, 20))
    people.reality.foreign.clear()
    people.wait(1.0)
    return True


@behaviour("labels", "one label lies there twice")
def doubled(people: People) -> bool:
    thing = any_piece(people)
    if thing is None:
        return False
    box = people.layout.zones[people.random.choice(sorted(people.layout.zones))]
    people.reality.foreign.append(LabelPlace(thing.tag, Pose(*box.centre)))
    people.wait(people.random.uniform(3, 15))
    people.reality.foreign.clear()
    people.wait(2.0)
    return True


@behaviour("labels", "a move is made with a piece whose label shines, then it can be read")
@of_a_move()
def shining_move(people: People, action: Any, moves: list[Carry]) -> None:
    before = {thing.tag for thing in people.table.things}
    people.happened(action)
    hands = people.hands_over(*sorted({move.target for move in moves} - {OFF}))
    for move in moves:
        people.table.lay(people.lift(move), move)
        laid = [thing for thing in people.table.things if thing.tag not in before or thing.zone == move.target]
        if laid and move.target != OFF:
            people.table.change(laid[-1].tag, shows="torn")
    people.wait(0.6, hands)
    people.wait(people.random.uniform(1, 12))
    for thing in people.table.things:
        if thing.shows == "torn":
            people.table.change(thing.tag, shows="label")
    people.wait(2.0)


@behaviour("labels", "a label is torn or shines for a while")
def torn(people: People) -> bool:
    thing = any_piece(people)
    if thing is None:
        return False
    people.table.change(thing.tag, shows="torn")
    people.wait(people.random.uniform(3, 20))
    people.table.change(thing.tag, shows="label")
    people.wait(1.0)
    return True


@behaviour("labels", "moves, some of whose labels cannot be read for a while")
def unreadable_now_and_then(people: People) -> bool:
    for _ in range(people.random.randrange(1, 4)):
        free = [thing for thing in people.table.things if people.table.is_free(thing) and thing.shows == "label"]
        torn = people.random.sample(free, min(len(free), 2))
        for thing in torn:
            people.table.change(thing.tag, shows="torn")
        people.wait(people.random.uniform(1, 5))
        if not tidy(people):
            return False
        people.settle()
        for thing in torn:
            if any(each.tag == thing.tag for each in people.table.things):
                people.table.change(thing.tag, shows="label")
        people.wait(2.0)
    return True


def _leaves_on_the_table(people: People, action: Any) -> bool:
    """Whether hands put nothing away that no camera sees lying there, nor that it has gone."""
    washed_out = {(thing.zone, thing.piece) for thing in people.table.things if thing.shows == "washed out"}
    return not any(move.target == OFF and (move.source, move.piece) in washed_out for move in people.moves_of(action))


def _washed_out(people: People, restarted: bool, moves: int, for_good: bool) -> bool:
    """Labels show nothing any more where they lie; moves are made, of these pieces too, and nobody minds the light."""
    free = [thing for thing in people.table.things if people.table.is_free(thing) and thing.shows == "label"]
    for thing in people.random.sample(free, min(len(free), people.random.randrange(1, 3))):
        people.table.change(thing.tag, shows="washed out")
    if restarted:
        people.restart()
    people.wait(people.random.uniform(1, 15))
    for _ in range(people.random.randrange(1, moves)):
        if not tidy(people, partial(_leaves_on_the_table, people)):
            return False
        people.settle()
    for thing in () if for_good else [thing for thing in people.table.things if thing.shows == "washed out"]:
        people.table.change(thing.tag, shows="label")
    people.wait(2.0)
    return True


for _name, _restarted, _moves, _for_good in (
    ("a label in the glare after a restart", True, 3, False),
    ("a label washed out from the beginning", True, 5, True),
    ("a label washed out for a while, and moves are made", False, 4, False),
):
    behaviour("labels", _name)(partial(_washed_out, restarted=_restarted, moves=_moves, for_good=_for_good))


# --- light ---


@behaviour("light", "the lamp goes off and on")
def lamp(people: People) -> bool:
    everywhere = Box(-1e4, -1e4, 1e4, 1e4)
    people.covers.append(everywhere)
    people.wait(people.random.uniform(1, 20))
    people.covers.remove(everywhere)
    people.wait(2.0)
    return True


@behaviour("light", "a move is made in the dark")
@of_a_move()
def in_the_dark(people: People, action: Any, _moves: list[Carry]) -> None:
    everywhere = Box(-1e4, -1e4, 1e4, 1e4)
    people.covers.append(everywhere)
    people.wait(people.random.uniform(1, 5))
    people.do(action)
    people.covers.remove(everywhere)
    people.wait(2.0)


@behaviour("light", "a shadow lies over a part of the table: nothing in it can be read")
def shadow(people: People) -> bool:
    box = people.layout.zones[people.random.choice(sorted(people.layout.zones))]
    dark = [thing for thing in people.table.things if box.contains(thing.label.x, thing.label.y)]
    for thing in dark:
        people.table.change(thing.tag, shows="torn")
    people.wait(people.random.uniform(2, 30))
    for thing in dark:
        people.table.change(thing.tag, shows="label")
    people.wait(1.0)
    return True


# --- swept away ---


def _swept(people: People, count: int, differently: bool) -> bool:
    free = [thing for thing in people.table.things if people.table.is_free(thing)]
    if len(free) < count:
        return False
    swept = people.random.sample(free, count)
    people.wait(0.6, people.hands_over(*{thing.zone for thing in swept}))
    for thing in swept:
        people.table.take(thing.tag)
    people.wait(people.random.uniform(3, 25))
    for thing in swept:
        label = people.table.sloppy(thing.label) if differently else thing.label
        hands = people.hands_over(thing.zone)
        people.wait(0.4, hands)
        people.table.put_at(thing.tag, thing.zone, label)
        people.frame(hands)
    return True


for _count in (1, 2, 5, 10):
    behaviour("swept away", f"{_count} swept away and put back")(partial(_swept, count=_count, differently=True))
