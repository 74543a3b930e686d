"""The running strength of an attack as the players read it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.screen_parts import Balance, SumTerm
from companion.core.text import NOTHING, Text, and_list, say, say_plural, verbatim
from companion.games.inwo.attack import Attack
from companion.games.inwo.rules_attack import waiting_for
from companion.games.inwo.rules_declare import illegal_now
from companion.games.inwo.rules_result import is_decided
from companion.games.inwo.state import State
from companion.games.inwo.strength_terms import Strength

MINUS = "\u2212"


def attack_heading(state: State, attack: Attack, now: Strength) -> Text:
    target = state.card(attack.target).title
    illegal = illegal_now(state, attack) if attack.roll is None else None
    if illegal is not None:
        return say("The attack on {target} is illegal now. {reason}", target=target, reason=illegal)
    if is_decided(state, attack) and not (attack.roll is None and waiting_for(state)):
        return say("The attack on {target} is decided.", target=target)
    return say("Attack on {target}: strength {total}", target=target, total=now.total)


def strength_lines(state: State, now: Strength) -> Iterator[Text]:
    for term in now.terms:
        yield say("{points} {why} [{rule}]", points=f"{term.points:+d}", why=term.why, rule=term.rule.citation)
    if now.needed is None:
        yield say("Strength {total}: it fails without a roll.", total=now.total)
    else:
        yield say("Succeeds with this roll or less: {needed}", needed=now.needed)
        yield say_plural("{count} of 36 rolls does.", "{count} of 36 rolls do.", now.chances)
    yield from still_to_speak(state)


def still_to_speak(state: State) -> Iterator[Text]:
    names = [verbatim(state.player(seat).name) for seat in waiting_for(state)]
    if names:
        yield say("Waiting for {names}", names=and_list(names))


def balance(state: State, now: Strength) -> Balance:
    """The same as a sum that is drawn: each amount with whoever gives it."""
    terms = tuple(
        SumTerm(
            f"{term.points:+d}".replace("-", MINUS),
            term.why,
            term.rule.citation,
            (state.controller(term.card) or "") if term.card is not None else "",
        )
        for term in now.terms
    )
    return Balance(terms, now.needed, now.chances, next(still_to_speak(state), NOTHING))
