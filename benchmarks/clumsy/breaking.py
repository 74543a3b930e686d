"""Moves against the rules: each has to be named, with its rule, within four seconds of the hand's leaving."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from benchmarks.clumsy.family import any_piece, behaviour
from benchmarks.clumsy.judge import asks, told
from benchmarks.clumsy.people import People
from benchmarks.clumsy.playing import tidy
from benchmarks.clumsy.tabletop import Carry
from companion.core.screen import Answer, NoticeKind
from companion.session.replies import Prompt, TrustTable

NAMED_WITHIN = 4.0
"""Seconds from the hand's leaving."""

TOLD_WITHIN = 6.0
"""Seconds until a piece that lies where no move brings it is talked about."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How it is done: in one go, or its parts in some order with so many seconds between them."""

    pause: float = 0.0
    between: tuple[float, float] | None = None
    reverse: bool = False


def against_the_rules(people: People, manner: Manner, fits: Callable[[Any], bool] = lambda _: True) -> bool:
    """Does something illegal, and waits for it to be named."""
    people.wait(manner.pause)
    found = people.an_illegal(fits)
    if found is None:
        return False
    action, is_plain = found
    moves = people.moves_of(action)
    people.judge.illegal = action
    people.note(f"against the rules: {people.game.write_action(action)}")
    _make(people, moves, manner)
    _expect(people, names_a_rule, NAMED_WITHIN, is_plain=is_plain)
    return True


def _make(people: People, moves: list[Carry], manner: Manner) -> None:
    if manner.between is None:
        people.swiftly(moves)
        return
    people.random.shuffle(moves)
    if manner.reverse:
        moves.sort(key=lambda move: move.target)
    for number, move in enumerate(moves):
        if number:
            people.wait(people.random.uniform(*manner.between))
        people.carry(move)


def _expect(people: People, is_told: Callable[[Prompt], bool], within: float, *, is_plain: bool) -> None:
    """Something has to be said of it; asked about a decision that nobody saw, people deny it, once.

    Where it is not plain what was meant, the list of differences says enough.
    """
    people.verdict.illegal = True
    if _hears(people, is_told, within):
        return
    denial = _denial(people)
    if denial is not None:
        people.verdict.excuse("an illegal move named after a decision that would excuse it was denied")
        people.tap(denial)
        if _hears(people, is_told, within):
            return
    prompt = people.session.prompt
    if not is_plain and prompt is not None and asks(prompt):
        people.verdict.excuse("a mixture of two moves told by the list of differences, without a rule")
    else:
        people.judge.mark("unnamed", told(prompt))


def _hears(people: People, is_told: Callable[[Prompt], bool], within: float) -> bool:
    end = people.reality.at + within
    while people.reality.at < end:
        people.frame()
        prompt = people.session.prompt
        if prompt is not None and is_told(prompt):
            return True
    return False


def _denial(people: People) -> Answer | None:
    """The "No" of "Did this happen before?"."""
    screen, prompt = people.session.screen, people.session.prompt
    if screen is None or screen.notice is None or prompt is None or not asks(prompt):
        return None
    for button in screen.notice.answers:
        if isinstance(button.intent, Answer) and isinstance(prompt.replies[button.intent.number][1], TrustTable):
            return button.intent
    return None


def names_a_rule(prompt: Prompt) -> bool:
    """Whether it says that a rule is broken, or by which rule something is not finished."""
    kind, named = prompt.notice.kind, prompt.notice.rule is not None
    return kind is NoticeKind.ILLEGAL or (kind in (NoticeKind.SAYING, NoticeKind.REFUSED) and named)


_MANNERS: Sequence[tuple[str, Manner]] = (
    ("at once", Manner()),
    ("its parts in any order, quickly", Manner(between=(0.2, 2.0))),
    ("its parts in any order, slowly", Manner(between=(2.0, 6.0))),
    ("its last parts first", Manner(between=(0.4, 2.0), reverse=True)),
    ("after a pause", Manner(pause=15.0)),
    ("after a long pause, its parts in any order", Manner(pause=60.0, between=(0.2, 3.0))),
)

for _name, _manner in _MANNERS:
    behaviour("illegal", f"an illegal move, {_name}")(partial(against_the_rules, manner=_manner))


@behaviour("illegal", "a move out of turn")
def out_of_turn(people: People) -> bool:
    """By somebody who has no legal action now."""
    on_turn = {action.player for action in people.legal()}
    return against_the_rules(people, Manner(), lambda action: action.player not in on_turn)


@behaviour("illegal", "an illegal move by whose turn it is")
def in_turn(people: People) -> bool:
    on_turn = {action.player for action in people.legal()}
    return against_the_rules(people, Manner(), lambda action: action.player in on_turn)


@behaviour("illegal", "an illegal move hard on the heels of a legal one")
def after_a_legal_one(people: People) -> bool:
    if not tidy(people):
        return False
    return against_the_rules(people, Manner())


@behaviour("illegal", "an illegal move is seen, and a legal one made instead")
def illegal_then_legal(people: People) -> bool:
    return against_the_rules(people, Manner()) and _instead(people)


@behaviour("illegal", "an illegal move is made twice, and a legal one at last")
def illegal_twice(people: People) -> bool:
    if not against_the_rules(people, Manner()):
        return False
    people.put_right()
    people.wait(people.random.uniform(1, 4))
    people.judge.illegal = None
    return against_the_rules(people, Manner(between=(0.3, 1.5))) and _instead(people)


def _instead(people: People) -> bool:
    people.put_right()
    people.wait(people.random.uniform(2, 6))
    people.judge.illegal = None
    return tidy(people)


@behaviour("illegal", "a piece is laid where no move brings it")
def anywhere(people: People) -> bool:
    """It is talked about: by its rule, or in the list of differences."""
    thing = any_piece(people)
    if thing is None:
        return False
    target = people.random.choice(sorted(people.game.table(people.state).zones))
    carry = Carry(thing.piece, thing.zone, target)
    people.judge.illegal = carry
    people.carry(carry)
    seen = people.reality.in_sight()
    if people.possible.is_explicable(people.state, seen):
        return False
    _expect(people, lambda prompt: asks(prompt) or names_a_rule(prompt), TOLD_WITHIN, is_plain=True)
    return True
