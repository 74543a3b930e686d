"""Who cannot touch whom: immunity, and Secret Groups (INWO-194 to INWO-198)."""

from __future__ import annotations

from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.inwo.attack import Attack
from companion.games.inwo.card_effects import filters
from companion.games.inwo.catalog import Kind
from companion.games.inwo.continuous_effects import InForce, in_force, reaches, traits
from companion.games.inwo.effects import Continuous, Scope
from companion.games.inwo.state import State


def are_linked(state: State, seat: Seat, one: Piece, other: Piece) -> bool:
    """Whether one of two Groups is the other's master."""
    first, second = state.player(seat).placed(one), state.player(seat).placed(other)
    return first is not None and second is not None and (first.master == other or second.master == one)


# --- abilities that do nothing ---


def has_no_effect_on(state: State, each: InForce, card: Piece) -> bool:
    """INWO-194, INWO-197: an ability of a Group does not touch a Secret one, nor one that is immune to it."""
    return _passes_by(state, each, card) or _is_immune_to_ability(state, each, card)


def is_ignored(state: State, attack: Attack, each: InForce) -> bool:
    """INWO-194, INWO-197: whether an ability counts nothing in this attack, for its parties are Secret or immune."""
    return is_ignored_between(state, each, attack.attacker, attack.target) or _is_immune_to_ability(
        state, each, attack.target
    )


def is_ignored_between(state: State, each: InForce, attacker: Piece | None, target: Piece) -> bool:
    """Bonuses, penalties and immunities by abilities where a Secret Group attacks or is attacked (INWO-197)."""
    return any(card is not None and _passes_by(state, each, card) for card in (attacker, target))


def _ability_of(state: State, each: InForce) -> Piece | None:
    """The Group whose ability it is: its own, or that of a Resource linked to it (INWO-198). Illuminati reach all."""
    group = each.card if each.printed_on else each.carrier
    is_ability = each.printed_on or state.card(each.card).kind is Kind.RESOURCE
    return group if is_ability and group is not None and state.card(group).kind is not Kind.ILLUMINATI else None


def _passes_by(state: State, each: InForce, card: Piece) -> bool:
    """Whether it does not reach a Secret Group: but for what mentions those, other Secret ones, master and puppets."""
    source = _ability_of(state, each)
    if source is None or source == card or not is_secret_from(state, card, source) or _mentions_secret(each.effect):
        return False
    owner = state.controller(card)
    return owner is None or owner != each.player or not are_linked(state, owner, source, card)


def _is_immune_to_ability(state: State, each: InForce, card: Piece) -> bool:
    source = _ability_of(state, each)
    if source is None or source == card or not each.printed_on:
        return False
    return state.controller(card) != each.player and is_immune(state, card, source, abilities=True)


def _mentions_secret(effect: Continuous) -> bool:
    return any("Secret" in filter.asked for filter in filters(effect))


# --- who is out of reach ---


def is_immune(state: State, card: Piece, other: Piece, *, aid: bool = False, abilities: bool = False) -> bool:
    """INWO-194, INWO-195: whether a Group in play is immune to another; never to one of the same player."""
    owner = state.controller(card)
    if owner is None or state.controller(other) == owner:
        return False
    lead = other if not aid or state.attack is None else state.attack.attacker
    for each in in_force(state):
        for immunity in each.effect.immune:
            concerned = immunity.abilities if abilities else immunity.aid if aid else immunity.attacks
            if (
                concerned
                and reaches(state, each, immunity.scope, owner, card)
                and immunity.who.fits(traits(state, card))
                and immunity.against.fits(traits(state, other))
                and (abilities or not is_ignored_between(state, each, lead, card))
            ):
                return True
    return False


def is_player_immune(state: State, seat: Seat, other: Piece) -> bool:
    """INWO-194: the immunity of a whole structure covers hand and decks as well."""
    return any(
        immunity.abilities and immunity.scope is Scope.OWN and immunity.against.fits(traits(state, other))
        for each in in_force(state)
        if each.player == seat
        for immunity in each.effect.immune
    )


def is_secret_from(state: State, target: Piece, other: Piece) -> bool:
    """INWO-197, INWO-198: a Secret Group is out of reach of others but for Illuminati."""
    if state.card(other).kind is Kind.ILLUMINATI or "Secret" in traits(state, other):
        return False
    return "Secret" in traits(state, target)
