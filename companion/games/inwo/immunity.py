"""Who cannot touch whom: immunity, and Secret Groups (INWO-194 to INWO-198)."""

from __future__ import annotations

from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.inwo.attack import Attack
from companion.games.inwo.catalog import Kind
from companion.games.inwo.continuous import InForce, in_force, reaches
from companion.games.inwo.effects import Scope
from companion.games.inwo.effects_data import filters
from companion.games.inwo.state import State
from companion.games.inwo.values import fitting, traits


def are_linked(state: State, seat: Seat, one: Piece, other: Piece) -> bool:
    """Whether one of two Groups is the other's master."""
    first, second = state.player(seat).placed(one), state.player(seat).placed(other)
    return first is not None and second is not None and (first.master == other or second.master == one)


def is_ignored(state: State, attack: Attack, each: InForce) -> bool:
    """INWO-194, INWO-197: abilities of Groups do not reach Secret Groups, nor those who are immune to them.

    Cards that mention Secret Groups do (INWO-198).
    """
    source = each.card
    if not each.printed_on or state.card(source).kind is Kind.ILLUMINATI:
        return False
    if any("Secret" in (*filter.any, *filter.all) for filter in filters(each.effect)):
        return False
    involved = [card for card in (attack.attacker, attack.target) if card is not None and card != source]
    return any(_bars(state, attack, source, card, each.player) for card in involved)


def _bars(state: State, attack: Attack, source: Piece, card: Piece, seat: Seat | None) -> bool:
    if source in (attack.attacker, attack.target) and "Secret" in traits(state, source):
        return False
    if "Secret" in traits(state, card) and "Secret" not in traits(state, source):
        owner = state.controller(card)
        if not (owner is not None and owner == seat and are_linked(state, owner, source, card)):
            return True
    return card == attack.target and state.controller(card) != seat and is_immune(state, card, source, abilities=True)


def is_immune(state: State, card: Piece, other: Piece, *, aid: bool = False, abilities: bool = False) -> bool:
    """INWO-194, INWO-195: whether a Group in play is immune to another; never to one of the same player."""
    owner = state.controller(card)
    if owner is None or state.controller(other) == owner:
        return False
    for each in in_force(state):
        for immunity in each.effect.immune:
            concerned = immunity.abilities if abilities else immunity.aid if aid else immunity.attacks
            if (
                concerned
                and reaches(state, each, immunity.scope, owner, card)
                and fitting(state, immunity.who, card)
                and fitting(state, immunity.against, other)
            ):
                return True
    return False


def is_player_immune(state: State, seat: Seat, other: Piece) -> bool:
    """INWO-194: the immunity of a whole structure covers hand and decks as well."""
    return any(
        immunity.abilities and immunity.scope is Scope.OWN and fitting(state, immunity.against, other)
        for each in in_force(state)
        if each.player == seat
        for immunity in each.effect.immune
    )


def is_secret_from(state: State, target: Piece, other: Piece) -> bool:
    """INWO-197, INWO-198: a Secret Group is out of reach of others but for Illuminati."""
    if state.card(other).kind is Kind.ILLUMINATI or "Secret" in traits(state, other):
        return False
    return "Secret" in traits(state, target)
