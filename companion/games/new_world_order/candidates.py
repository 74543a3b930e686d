"""Everything hands could do now that the rules might allow, and so all legal actions.

Left out is only what changes nothing that the rules know: which of several empty slots a pile lies in, and moving a
pile to another one. Both are found from the table instead (inference.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import compress

from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.candidates_cards import Holding, discards, disposable, free_moves, holding, picks
from companion.games.new_world_order.catalog import Catalog, Effect
from companion.games.new_world_order.phases import awaits_second, leading_character
from companion.games.new_world_order.piles import Kind, kind, robbery_limit
from companion.games.new_world_order.purchases import buys
from companion.games.new_world_order.pyramid import PLACES, open_places, unlaid
from companion.games.new_world_order.rules_setup import cannot_be_finished, characters_in_use
from companion.games.new_world_order.rules_specials import blackmail_roles
from companion.games.new_world_order.stages import Phase
from companion.games.new_world_order.state import AWAY, Away, Place, State

_pass = lru_cache(maxsize=8)(act.Pass)


def candidates(state: State) -> Iterator[act.Action]:
    match state.phase:
        case Phase.TURNS:
            return iter(_turns(state))
        case Phase.DEAL:
            return iter(_deal(state))
        case Phase.SETUP:
            return iter(_setup(state))
        case Phase.OVER:
            return iter(())


# --- set-up and deal ---


def _setup(state: State) -> list[act.Action]:
    left = unlaid(state)
    found: list[act.Action] = []
    for place in open_places(state):
        found += map(_layings(state.catalog, place).__getitem__, left)
    if cannot_be_finished(state):
        found += [act.Exchanged(tile, laid) for tile in left for laid in state.pyramid if laid is not None]
    taken = characters_in_use(state)
    remaining = [character for character in state.catalog.characters if character not in taken]
    for seat in state.seats:
        found += _preparation(state, seat, remaining)
        if state.player(seat).starters:
            found += free_moves(state, holding(state, seat))
    return found


@lru_cache(maxsize=len(PLACES))
def _layings(catalog: Catalog, place: int) -> dict[Piece, act.Laid]:
    """Every tile laid on this place."""
    return {tile: act.Laid(tile, *PLACES[place]) for tile in catalog.tiles}


def _preparation(state: State, seat: Seat, remaining: list[Piece]) -> list[act.Action]:
    player = state.player(seat)
    if player.character is None:
        return [act.Drew(seat, character) for character in remaining]
    if awaits_second(state, player):
        return [act.Choose(seat, character) for character in remaining]
    if len(player.starters) == 3:
        return []
    named = state.catalog.characters[leading_character(player) or player.character].starters
    return [act.Started(seat, card) for card in named or state.catalog.corporations]


def _deal(state: State) -> list[act.Action]:
    found: list[act.Action] = [*compress(_dealings(state.catalog), state.unseen)]
    if state.round == 1:
        for seat in state.seats:
            found += free_moves(state, holding(state, seat))
    found += [act.SetAside(card) for card in dict.fromkeys(state.due)]
    if state.due_with(Effect.BLACKMAIL) is not None:
        found += _blackmails(state)
    if state.due_with(Effect.CUT_LOSSES) is not None:
        found += _drops(state)
    return found


@lru_cache(maxsize=4)
def _dealings(catalog: Catalog) -> tuple[act.Dealt, ...]:
    """Every card dealt, in the order of `State.unseen`."""
    return tuple(act.Dealt((card,)) for card in catalog.cards)


def _blackmails(state: State) -> list[act.Blackmail]:
    roles = blackmail_roles(state)
    if roles is None:
        return []
    return [act.Blackmail(*roles, pile, place) for pile, place in _robberies(state, roles[1], Effect.BLACKMAIL)]


def _drops(state: State) -> list[act.Drop]:
    return [act.Drop(seat, part) for seat in state.seats for part in disposable(state.player(seat))]


# --- turns ---


def _turns(state: State) -> list[act.Action]:
    own = holding(state, state.on_turn)
    found: list[act.Action] = [_pass(own.seat)]
    found += picks(state, own)
    found += buys(state, own)
    found += discards(own)
    found += free_moves(state, own)
    if state.extra:
        found.append(act.Waive(own.seat))
    for card in _places(state, own, Effect.TAKEOVER):
        found += _takeovers(state, own.seat, card)
    if state.robs_again is not None:
        found += _takeovers(state, state.robs_again, None)
    if state.acted is not None:
        last = state.acted.seat
        found += _after_the_action(state, own if last == own.seat else holding(state, last))
    return found


def _after_the_action(state: State, own: Holding) -> list[act.Action]:
    """What may follow a player's main action (NWO-29, NWO-82)."""
    found: list[act.Action] = [act.AboveTheLaw(own.seat, place) for place in _places(state, own, Effect.EXTRA_ACTION)]
    if own.seat != state.on_turn:
        found += free_moves(state, own)
    return found


def _places(state: State, own: Holding, effect: Effect) -> list[Place]:
    """Where the player has a special with this effect."""
    return [place for place, pile in own.piles if state.catalog.effect(pile.cards[0]) is effect]


def _takeovers(state: State, robber: Seat, card: Place | None) -> list[act.TakeOver]:
    return [
        act.TakeOver(robber, victim, pile, card, place)
        for victim in state.seats
        if victim != robber
        for pile, place in _robberies(state, victim, Effect.TAKEOVER)
    ]


def _robberies(state: State, victim: Seat, effect: Effect) -> Iterator[tuple[act.Part, Away | None]]:
    """What may be robbed, and whether it is kept or thrown away."""
    for place, pile in state.player(victim).piles:
        if kind(state.catalog, pile.cards) is not Kind.CORPORATION:
            continue
        limit = robbery_limit(state.catalog, pile.cards[0], effect)
        for count in range(1, min(limit, len(pile)) + 1):
            part = act.Part(place) if count == len(pile) else act.Part(place, count)
            yield part, None
            yield part, AWAY
