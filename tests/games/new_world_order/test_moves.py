"""No legal action is left out: whatever can be written down and breaks no rule leads where a candidate leads."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.looks import apart_from_slots
from companion.conformance.playouts import sensible, start
from companion.core.game import legal_actions, violation
from companion.games.new_world_order import GAME
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Ability
from companion.games.new_world_order.purchases import power_needed
from companion.games.new_world_order.pyramid import free_tiles
from companion.games.new_world_order.state import AWAY, SLOTS, Part, Place, State
from tests.games.new_world_order.tables import position
from tests.strategies import some_settings

PLACES = (*SLOTS[:9], Place(1, outside=True), Place(2, outside=True))
"""Every slot of the largest table, one too many, and two places outside the slots."""


def everything(state: State) -> Iterator[act.Action]:
    """What can be written down about cards and tiles in this position, sensible or not."""
    yield from (act.SetAside(card) for card in state.open)
    for seat in state.seats:
        yield from (act.Pass(seat), act.Waive(seat))
        yield from (act.AboveTheLaw(seat, place) for place in PLACES)
        yield from (act.Combine(seat, slots) for size in (2, 3) for slots in combinations(SLOTS[:8], size))
        for part in parts(state, seat):
            yield from (act.Discard(seat, part), act.Drop(seat, part))
            yield from (act.Rearrange(seat, part, place) for place in PLACES)
        yield from robberies(state, seat)
    if state.turn is not None:
        yield from picks(state)
        yield from buys(state)


def parts(state: State, seat: str) -> Iterator[Part]:
    """Every pile of the player, and every part of one."""
    yield from map(Part, PLACES)
    for place, pile in state.player(seat).piles:
        yield from (Part(place, count=count) for count in range(1, len(pile.cards)))
        yield from (Part(place, cards=(card,)) for card in dict.fromkeys(pile.cards))


def robberies(state: State, robber: str) -> Iterator[act.Action]:
    cards = (None, *PLACES) if state.on_turn == robber else (None,)
    for victim in state.seats:
        for part, slot in product(parts(state, victim), (None, AWAY)):
            if state.open:
                yield act.Blackmail(robber, victim, part, slot)
            yield from (act.TakeOver(robber, victim, part, slot, card) for card in cards)


def picks(state: State) -> Iterator[act.Pick]:
    offered = (*state.market, *state.reserve)
    kinds = sorted(set(offered))
    cards = [(card,) * count for card in kinds for count in range(1, offered.count(card) + 1)]
    cards += [some for size in (2, 3) for some in combinations(kinds, size)]
    for some, slot in product(cards, (None, *PLACES)):
        yield act.Pick(state.on_turn, some, slot)


def buys(state: State) -> Iterator[act.Buy]:
    """Free tiles with every payment of up to three piles, one of which may be turned into any corporation there is."""
    slots = [place for place, _ in state.player(state.on_turn).piles]
    payments = [tuple(map(Part, some)) for size in (1, 2, 3) for some in combinations(slots, size)]
    piles = {pile.cards[0] for pile in state.player(state.on_turn).slots if pile}
    corporations = sorted(piles & state.catalog.corporations.keys())
    payments += [
        (Part(one, turned=card), Part(other)) for one, other in permutations(slots, 2) for card in corporations
    ]
    lying = [tile for tile in state.pyramid if tile is not None]
    for tile, paid in product(free_tiles(state), payments):
        yield act.Buy(state.on_turn, (tile,), paid, power_needed((tile,), paid))
        if len(paid) == 1:
            pairs = ((tile, other) for other in lying if other != tile)
            yield from (act.Buy(state.on_turn, pair, paid, Ability.TWO_TILES) for pair in pairs)


@settings(max_examples=10, deadline=None)
@given(st.integers(2, 5), st.integers(0, 2**32 - 1), some_settings(GAME), st.integers(0, 300))
def test_no_legal_action_is_left_out(players: int, seed: int, chosen: dict[str, str], steps: int) -> None:
    """Apart from the numbers of slots, and moves that change nothing."""
    random, state = Random(seed), start(GAME, players, chosen)
    for _ in range(60 + steps):
        action = sensible(GAME, state, random)
        if action is None:
            return
        state = GAME.apply(state, action)
    here = apart_from_slots(state)
    reached = {here, *(apart_from_slots(GAME.apply(state, action)) for action in legal_actions(GAME, state))}
    left_out = [
        GAME.write_action(action)
        for action in everything(state)
        if violation(GAME, state, action) is None and apart_from_slots(GAME.apply(state, action)) not in reached
    ]

    assert [] == left_out, GAME.write_position(state)


def test_a_power_that_is_not_needed_may_be_named() -> None:
    """NWO-106: every way to pay for the tile that breaks no rule is listed."""
    state = position('character = "President"\nslots = ["6 Construction", "3 Global Media", "2 Farm"]', "", "")
    bought = [GAME.write_action(action) for action in legal_actions(GAME, state) if isinstance(action, act.Buy)]

    assert [
        "A: buy Tile 9 with 1",
        "A: buy Tile 9 with 1 as Farm, 3",
        "A: buy Tile 9 with 1 as Global Media, 2",
        "A: buy Tile 9 with 1, 2",
        "A: buy Tile 9 with 2",
        "A: buy Tile 9 with 2 as Construction, 1",
    ] == sorted(bought)
