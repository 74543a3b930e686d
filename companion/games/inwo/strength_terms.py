"""The strength of an attack as a sum of terms: what gives each, what two dice make of it, what cards add to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.rules import Statement
from companion.core.table import Piece
from companion.core.text import Text
from companion.games.inwo.attack import Attack
from companion.games.inwo.card_plays import CardAttack, Play
from companion.games.inwo.card_values import Purpose, fitting, power
from companion.games.inwo.continuous_effects import play_of
from companion.games.inwo.effects import Role, Scope, Until
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import State

LEAST, MOST = 2, 10
"""Below 2 an attack fails without a roll (INWO-134), above 10 the dice always fail (INWO-133)."""


@dataclass(frozen=True, slots=True)
class Term:
    """One part of the strength, and the rule that grants it; `card` is the card that gives it."""

    points: int
    why: Text
    rule: Statement
    card: Piece | None = None


@dataclass(frozen=True, slots=True)
class Strength:
    terms: tuple[Term, ...]

    @property
    def total(self) -> int:
        return sum(term.points for term in self.terms)

    @property
    def needed(self) -> int | None:
        """The highest roll that succeeds; None where the attack fails without one."""
        return None if self.total < LEAST else min(self.total, MOST)

    @property
    def chances(self) -> int:
        """How many of the 36 rolls succeed."""
        return chances(self.total)


def chances(strength: int) -> int:
    """INWO-132 to INWO-134: rolls of the strength or less, eleven and twelve excepted."""
    return sum(first + second <= min(strength, MOST) for first in range(1, 7) for second in range(1, 7))


def term_of(points: int, why: Text, rule: str, card: Piece | None = None) -> Iterator[Term]:
    if points:
        yield Term(points, why, BOOK[rule], card)


# --- what cards add by themselves (INWO-141, INWO-201) ---


def card_attack(state: State, attack: Attack) -> CardAttack | None:
    """What the card does that attacks by itself."""
    play = None if attack.card is None or attack.attacker is not None else play_of(state, attack.card, attack.use)
    return None if play is None else play.attack


def card_power(state: State, attack: Attack, said: CardAttack) -> int:
    """The Power of a card's own attack against this target (INWO-201)."""
    power = next((each.power for each in said.against if fitting(state, each.target, attack.target)), said.power)
    if said.per_rival_card is not None:
        owner = state.controller(attack.target)
        held = state.player(owner) if owner is not None else None
        cards = held.cards_in_play if held is not None else ()
        power += said.per_amount * sum(said.per_rival_card.fits(state.card(card).traits) for card in cards)
    return power


def strengthens(play: Play) -> bool:
    """Whether it makes the attack under way stronger or weaker."""
    return bool(play.boost) or play.adds


def boost_terms(state: State) -> Iterator[Term]:
    """What was played to make the attack stronger or weaker."""
    for lasts in state.lasting:
        play = play_of(state, lasts.card, lasts.use)
        if play is None or lasts.until is not Until.ATTACK:
            continue
        other = play_of(state, lasts.target, None) if play.adds and lasts.target is not None else None
        if other is not None and other.attack is not None and state.attack is not None:
            yield from term_of(
                card_power(state, state.attack, other.attack), state.card(lasts.card).title, "INWO-204", lasts.card
            )
        else:
            points = play.boost * _boosting_power(state, lasts.card, play)
            yield from term_of(points, state.card(lasts.card).title, "INWO-141", lasts.card)


def _boosting_power(state: State, card: Piece, play: Play) -> int:
    """The Power that is counted so many times: of the target as the attack counts it, or of the card itself."""
    attack = state.attack
    if play.boost_power is None or attack is None:
        return 1
    if play.boost_power is Scope.TARGET:
        return attack.frozen if attack.frozen is not None else power(state, attack.target)
    return power(state, card, Purpose(Role.ATTACK, attack.modes))
