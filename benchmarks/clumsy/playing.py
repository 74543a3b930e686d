"""Moves against the rules, and moves as they should be."""

from __future__ import annotations

from functools import partial

from benchmarks.clumsy.family import behaviour
from benchmarks.clumsy.people import NAMED_WITHIN, People

# --- against the rules ---


def _against_the_rules(people: People, shortest: float, longest: float, pause: float) -> bool:
    """All in one go, or its parts in any order, `shortest` to `longest` seconds apart."""
    people.wait(pause)
    action = people.an_illegal()
    if action is None:
        return False
    moves = people.moves_of(action)
    people.illegal = action
    if longest:
        people.random.shuffle(moves)
        for move in moves:
            people.carry(move)
            people.wait(people.random.uniform(shortest, longest))
    else:
        people.swiftly(moves)
    people.lies_wrongly(action)
    people.wait(NAMED_WITHIN + 2.0)
    people.verdict.illegal = True
    if people.named_after is None or people.named_after > NAMED_WITHIN:
        prompt = people.session._state.dialogue.shown
        people.verdict.unnamed = True
        told = f"{prompt.notice.heading} | {', '.join(map(str, prompt.notice.lines))}" if prompt else "silence"
        people.verdict.notes.append(f"illegal {people.game.write_action(action)}: {told}")
    return True


for _name, _pause, _span in (
    ("an illegal move", 0.0, (0.0, 0.0)),
    ("an illegal move, its parts in any order", 0.0, (0.2, 3.0)),
    ("an illegal move after a pause", 15.0, (0.0, 0.0)),
    ("an illegal move after a pause, its parts in any order", 15.0, (0.2, 3.0)),
):
    behaviour("illegal", _name)(partial(_against_the_rules, shortest=_span[0], longest=_span[1], pause=_pause))


@behaviour("illegal", "an illegal move is made, seen, and a legal one made instead")
def illegal_then_legal(people: People) -> bool:
    if not _against_the_rules(people, 0.0, 0.0, 0.0):
        return False
    people.put_right()
    people.wait(people.random.uniform(2, 6))
    people.illegal = None
    return tidy(people)


# --- tidy ---


@behaviour("tidy", "a move")
def tidy(people: People) -> bool:
    """As it should be made."""
    action = people.a_decision()
    if action is None:
        return False
    people.do(action)
    people.chance()
    people.wait(2.0)
    return True


@behaviour("tidy", "several moves in a row")
def tidy_moves(people: People) -> bool:
    for _ in range(people.random.randrange(2, 7)):
        if not tidy(people):
            return False
        people.settle()
        people.wait(people.random.uniform(0.5, 6))
    return True


@behaviour("tidy", "what nobody can see is done with a button")
def by_button(people: People) -> bool:
    action = people.a_traceless_decision()
    if action is None:
        return False
    people.touch(action)
    people.chance()
    people.wait(2.0)
    return tidy(people)


@behaviour("tidy", "moves, some of whose labels cannot be read for a while")
def tidy_unreadable(people: People) -> bool:
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
