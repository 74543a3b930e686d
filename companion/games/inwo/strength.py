"""The running strength of an attack, term by term with what gives it (INWO-131, INWO-158, INWO-201)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from companion.core.game import Seat
from companion.core.rules import Statement
from companion.core.table import Piece
from companion.core.text import Text, say
from companion.games.inwo.attack import Attack, Help
from companion.games.inwo.card_plays import CardAttack, Play
from companion.games.inwo.card_values import (
    Purpose,
    alignments,
    fitting,
    global_power,
    opposed,
    opposed_traits,
    power,
    resistance,
    shared,
    shared_traits,
    value,
)
from companion.games.inwo.catalog import Kind, Trait
from companion.games.inwo.continuous_effects import InForce, in_force, play_of, reaches
from companion.games.inwo.effects import DESTRUCTIVE, EVERY, AidRight, Filter, Mode, Role, Scope, Until
from companion.games.inwo.immunity import are_linked, has_no_effect_on, is_ignored, is_immune, is_secret_from
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import State

# --- the strength of an attack as a sum of terms: what gives each, what two dice make of it, what cards add to it ---


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


# --- an attack ---


PER_ALIGNMENT = 4
POSITION = {1: 10, 2: 5}
FACTION, SPARE = 5, 3
AGENTS_AID, AGENTS_OPPOSE = 10, 6


@lru_cache(maxsize=512)
def strength(state: State) -> Strength:
    """Of the attack under way, as it stands."""
    attack = state.open_attack
    terms = [
        *_lead_terms(state, attack),
        *_bonus_terms(state, attack),
        *_target_terms(state, attack),
        *_defence_terms(state, attack),
        *(term for each in attack.helps for term in help_terms(state, attack, each)),
        *_agents_terms(state, attack),
        *boost_terms(state),
        *term_of(attack.by_hand, say("As the players decided"), "INWO-16"),
    ]
    return Strength(tuple(terms))


# --- the attacker ---


def _lead_terms(state: State, attack: Attack) -> Iterator[Term]:
    said = card_attack(state, attack)
    if said is not None and attack.card is not None:
        name = state.card(attack.card).title
        points = card_power(state, attack, said)
        yield from term_of(points, say("Power of {card}", card=name), "INWO-201", attack.card)
        if attack.helper is not None:
            helper = state.card(attack.helper).title
            points = power(state, attack.helper, Purpose(Role.ATTACK, attack.modes, whose=attack.player))
            yield Term(points, say("Power of {card}", card=helper), BOOK["INWO-203"], attack.helper)
        return
    if attack.attacker is None:
        return
    name, rule = state.card(attack.attacker).title, "INWO-131" if attack.mode is Mode.CONTROL else "INWO-158"
    points = power(state, attack.attacker, Purpose(Role.ATTACK, attack.modes, whose=attack.player))
    yield Term(points, say("Power of {card}", card=name), BOOK[rule], attack.attacker)
    yield from _alignment_terms(state, attack)


def _alignment_terms(state: State, attack: Attack) -> Iterator[Term]:
    """What shared alignments and pairs of opposites count (INWO-131, INWO-158), unless a card says otherwise."""
    assert attack.attacker is not None
    own, other = alignments(state, attack.attacker), alignments(state, attack.target)
    usual = PER_ALIGNMENT if attack.mode is Mode.CONTROL else -PER_ALIGNMENT
    for field, why, points in (
        ("shared", say("Shared alignments"), usual),
        ("opposed", say("Opposite alignments"), -usual),
    ):
        counted: dict[Piece | None, int] = {}
        for trait in (shared_traits if field == "shared" else opposed_traits)(own, other):
            amount, card = _modifier(state, attack, field, trait) or (points, None)
            counted[card] = counted.get(card, 0) + amount
        for card, amount in counted.items():
            yield from term_of(amount, why if card is None else state.card(card).title, "INWO-135", card)


def _modifier(state: State, attack: Attack, field: str, trait: Trait) -> tuple[int, Piece] | None:
    """What a card makes an alignment of the target count; what names it goes before what names none."""
    found = [
        (bool(modifier.of), getattr(modifier, field), each.card)
        for each in in_force(state)
        for modifier in each.effect.modifier
        if getattr(modifier, field) is not None
        and attack.mode in modifier.modes
        and (not modifier.of or trait in modifier.of)
        and fitting(state, modifier.target, attack.target)
        and reaches(state, each, modifier.scope, attack.player, attack.attacker or "")
        and not is_ignored(state, attack, each)
    ]
    named = [each for each in found if each[0]] or found
    return named[-1][1:] if named else None


def _bonus_terms(state: State, attack: Attack) -> Iterator[Term]:
    """INWO-155: of a card the direct bonus or that on any attempt, whichever is better.

    Where the attack counts as two kinds, the better of these. Rival factions count nothing in instants (INWO-205).
    """
    for each in in_force(state):
        if not each.effect.attack or each.player != attack.player or is_ignored(state, attack, each):
            continue
        ways = ((direct, mode) for direct in (True, False) for mode in attack.modes)
        points = max((_bonus(state, attack, each, mode, direct=direct) for direct, mode in ways), key=abs)
        yield from term_of(points, state.card(each.card).title, "INWO-155", each.card)
    owner = defender(state, attack)
    if attack.is_instant or owner is None or owner == attack.player:
        return
    mine, theirs = state.player(attack.player), state.player(owner)
    if mine.illuminati == theirs.illuminati:
        yield Term(FACTION, say("Rival faction"), BOOK["INWO-281"])
    if theirs.illuminati in mine.agents:
        yield Term(SPARE, say("Agents among the rival Illuminati"), BOOK["INWO-282"])
    if mine.illuminati in theirs.agents:
        yield Term(-SPARE, say("Agents among the own Illuminati"), BOOK["INWO-282"])


def _bonus(state: State, attack: Attack, each: InForce, mode: Mode, *, direct: bool) -> int:
    return sum(
        bonus.amount
        for bonus in each.effect.attack
        if bonus.direct == direct
        and mode in bonus.modes
        and (not direct or _leads(state, attack, each, bonus.scope))
        and fitting(state, bonus.target, attack.target)
        and fits_attackers(state, attack, bonus.attacker)
        and (bonus.rival is None or _rival(state, attack) == bonus.rival)
    )


def _rival(state: State, attack: Attack) -> Piece | None:
    owner = defender(state, attack)
    return None if owner is None else state.player(owner).illuminati


def _leads(state: State, attack: Attack, each: InForce, scope: Scope) -> bool:
    return attack.attacker is not None and reaches(state, each, scope, attack.player, attack.attacker)


def fits_attackers(state: State, attack: Attack, filter: Filter, *, aided: bool = False) -> bool:
    """Whether who leads fits (or the card that attacks by itself), or with `aided` one who aids."""
    lead = attack.attacker or attack.card
    aiding = [help.card for help in attack.helps if help.role is Role.AID] if aided else []
    return filter == EVERY or any(fitting(state, filter, card) for card in (lead, *aiding) if card is not None)


# --- the target ---


def defender(state: State, attack: Attack) -> Seat | None:
    """Who controls the target; nobody where it comes from the hand."""
    return None if attack.from_hand else state.controller(attack.target)


def _target_terms(state: State, attack: Attack) -> Iterator[Term]:
    """The position is never multiplied (INWO-138)."""
    name = state.card(attack.target).title
    if attack.mode is Mode.CONTROL:
        points = resistance(state, attack.target, Purpose(Role.DEFENCE, attack.modes))
        yield Term(-points, say("Resistance of {card}", card=name), BOOK["INWO-131"], attack.target)
    else:
        points = power(state, attack.target, Purpose(Role.DEFENCE, attack.modes))
        if attack.frozen is not None:
            points = attack.frozen
        rule = "INWO-158" if attack.frozen is None else "INWO-201"
        if _is_devastated_itself(state, attack):
            points, rule = points // 2, "INWO-212"
        yield Term(-points, say("Power of {card}", card=name), BOOK[rule], attack.target)
    owner = defender(state, attack)
    if owner is None:
        return
    placed = state.player(owner).placed(attack.target)
    if attack.mode is Mode.CONTROL and placed is not None and placed.master is not None:
        common = shared_traits(alignments(state, attack.target), alignments(state, placed.master))
        points = sum((_modifier(state, attack, "master", trait) or (PER_ALIGNMENT,))[0] for trait in common)
        yield from term_of(-points, say("Alignments shared with the master"), "INWO-137")
    # Nobody defends a Group by its place against himself (INWO-158, INWO-201).
    if owner != attack.player:
        position = POSITION.get(state.player(owner).distance(attack.target), 0)
        yield from term_of(-position, say("Position in the structure"), "INWO-131")


def _is_devastated_itself(state: State, attack: Attack) -> bool:
    owner = defender(state, attack)
    placed = state.player(owner).placed(attack.target) if owner is not None else None
    return placed is not None and placed.devastated and attack.mode in DESTRUCTIVE


def _defence_terms(state: State, attack: Attack) -> Iterator[Term]:
    """INWO-156: only for what lies in one's own structure."""
    owner = defender(state, attack)
    for each in in_force(state):
        if not each.effect.defence or is_ignored(state, attack, each):
            continue
        counted = [
            bonus
            for bonus in each.effect.defence
            if owner is not None
            and reaches(state, each, bonus.scope, owner, attack.target)
            and fitting(state, bonus.target, attack.target)
            and fits_attackers(state, attack, bonus.attacker, aided=bonus.aided)
        ]
        sums = (sum(bonus.amount for bonus in counted if mode in bonus.modes) for mode in attack.modes)
        points = max(sums, key=abs)
        yield from term_of(-points, state.card(each.card).title, "INWO-156", each.card)


# --- help ---


def help_terms(state: State, attack: Attack, help: Help) -> Iterator[Term]:
    """What one helper counts; a Group counts once, the target for each of its tokens.

    Who has lost the right to help meanwhile counts nothing, and gets no token back (INWO-255).
    """
    name = state.card(help.card).title
    if help.role is Role.SELF_DEFENCE:
        points = help.tokens * self_defence(state, attack, help.card)
        yield from term_of(-points, say("{card} defends itself", card=name), "INWO-152", help.card)
        return
    out = is_barred(state, attack, help.card, help.role) or is_kept_out(state, attack, help)
    points = 0 if out else help_points(state, attack, help.player, help.card, help.role)
    if help.role is Role.AID:
        yield from term_of(points, say("{card} aids", card=name), "INWO-146", help.card)
    else:
        yield from term_of(-points, say("{card} opposes", card=name), "INWO-148", help.card)


def is_barred(state: State, attack: Attack, card: Piece, role: Role) -> bool:
    """Whether it may not help: the target is immune to it (INWO-195), or a card says so."""
    immune = role is Role.AID and is_immune(state, attack.target, card, aid=True)
    return immune or any(right.bars for right in aid_rights(state, attack, card, role))


def is_kept_out(state: State, attack: Attack, help: Help) -> bool:
    """Whether an attack on or by a Secret Group is out of its reach (INWO-198)."""
    if help.role is Role.SELF_DEFENCE or has_secret_right(state, attack, help.card, help.role):
        return False
    aids, lead = help.role is Role.AID, attack.attacker
    at_target = aids or not attack.from_hand or help.player != attack.player
    near = not aids and is_near_target(state, attack, help.card)
    if at_target and not near and is_secret_from(state, attack.target, help.card):
        return True
    if not aids or lead is None or not is_secret_from(state, lead, help.card):
        return False
    return not are_linked(state, help.player, help.card, lead)


def self_defence(state: State, attack: Attack, card: Piece) -> int:
    """INWO-152: the multiplier goes up by one; in the older reading the permanent Power counts once more.

    INWO-152-R.
    """
    purpose = Purpose(Role.SELF_DEFENCE, attack.modes)
    if state.rule("self_defence") == "multiplied":
        return value(state, card, "power", purpose, 1)
    return power(state, card, purpose) + power(state, card, Purpose(permanent=True))


def help_points(state: State, attack: Attack, seat: Seat, card: Piece, role: Role) -> int:
    """Full Power or Global Power (INWO-147 to INWO-149). A bonus to Power does not raise Global Power (INWO-154)."""
    purpose = Purpose(role, attack.modes, whose=seat)
    if helps_fully(state, attack, card, role):
        return power(state, card, purpose)
    return global_power(state, card, purpose)


def helps_fully(state: State, attack: Attack, card: Piece, role: Role) -> bool:
    """Illuminati always do (INWO-151); to destroy it takes an opposite (INWO-149)."""
    if state.card(card).kind is Kind.ILLUMINATI or has_full_right(state, attack, card, role):
        return True
    own, other = alignments(state, card), alignments(state, attack.target)
    if role is Role.AID and attack.mode is not Mode.CONTROL:
        return opposed(own, other) > 0
    if role is Role.OPPOSE and is_near_target(state, attack, card):
        return True
    return shared(own, other) > 0


def is_near_target(state: State, attack: Attack, card: Piece) -> bool:
    """Whether it is the target's master or puppet (INWO-148)."""
    owner = defender(state, attack)
    return owner is not None and are_linked(state, owner, card, attack.target)


def has_full_right(state: State, attack: Attack, card: Piece, role: Role) -> bool:
    return any(right.full and not right.bars for right in aid_rights(state, attack, card, role))


def has_secret_right(state: State, attack: Attack, card: Piece, role: Role) -> bool:
    return any(right.secret for right in aid_rights(state, attack, card, role))


def aid_rights(state: State, attack: Attack, card: Piece, role: Role) -> Iterator[AidRight]:
    """What cards say of this Group's help in this attack."""
    seat = state.controller(card)
    for each in in_force(state):
        for right in each.effect.aid:
            if (
                role in right.sides
                and attack.is_one_of(right.modes)
                and reaches(state, each, right.scope, seat, card)
                and fitting(state, right.who, card)
                and fitting(state, right.target, attack.target)
                and fits_attackers(state, attack, right.attacker)
                and not has_no_effect_on(state, each, card)
            ):
                yield right


def _agents_terms(state: State, attack: Attack) -> Iterator[Term]:
    owner = state.controller(attack.target)
    barred = any(
        each.effect.bars_agents is not None and reaches(state, each, each.effect.bars_agents, owner, attack.target)
        for each in in_force(state)
    )
    if attack.agents is None or barred:
        return
    if attack.agents_aid:
        yield Term(AGENTS_AID, say("Agents"), BOOK["INWO-168"], attack.target)
    else:
        yield Term(-AGENTS_OPPOSE, say("Agents"), BOOK["INWO-168"], attack.target)
