"""What holds in every state of every legal game, whatever the table settings (spec 9.3)."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.conformance.playouts import playout
from companion.games.new_world_order import GAME
from companion.games.new_world_order.game_flow import market_target
from companion.games.new_world_order.piles import Kind, kind, slot_count
from companion.games.new_world_order.position import gone, visible_cards
from companion.games.new_world_order.pyramid import OVER, UNDER
from companion.games.new_world_order.state import State
from tests.strategies import some_settings

CATALOG = GAME.catalog


def check(state: State) -> None:
    unseen = Counter(dict(zip(CATALOG.cards, state.unseen, strict=True)))
    on_table = visible_cards(state)

    # Every card is in exactly one place: never seen, on the table, or out of the game.
    assert Counter(CATALOG.cards) == unseen + on_table + Counter(gone(state))
    assert all(count >= 0 for count in state.unseen)
    assert 182 == state.deck + state.hidden + on_table.total() + len(gone(state))

    tiles = [tile for tile in state.pyramid if tile is not None]
    taken = [tile for player in state.players for tile in player.tiles]
    assert len(set(tiles + taken)) == len(tiles) + len(taken) <= 30

    # Nothing hangs in the air: under every tile lie four, as long as tiles are only taken from on top.
    assert all(
        state.pyramid[below] is not None
        for i, tile in enumerate(state.pyramid)
        if tile is not None
        for below in UNDER[i]
    )
    assert len(OVER) == len(state.pyramid)

    assert len(state.market) <= 15
    assert state.phase.value != "deal" or len(state.market) <= max(market_target(state), 15)
    for seat in state.seats:
        check_player(state, seat)


def check_player(state: State, seat: str) -> None:
    player = state.player(seat)
    kinds = [kind(CATALOG, pile.cards) for pile in player.slots]
    corporations = [pile.cards[0] for pile, sort in zip(player.slots, kinds, strict=True) if sort is Kind.CORPORATION]

    assert Kind.MIXED not in kinds
    assert len(player.slots) == slot_count(state, player) or player.character is None
    assert len(set(corporations)) == len(corporations)
    assert len(player.triangles) == len(set(player.triangles)) <= 3
    assert set(player.triangles) <= set(player.starters)
    assert all(CATALOG.effect(pile.cards[0]) is not None for pile in player.slots if pile.fresh)


@settings(max_examples=12, deadline=None)
@given(st.integers(2, 5), st.integers(0, 2**32 - 1), some_settings(GAME))
def test_in_every_state_of_every_legal_game(players: int, seed: int, chosen: dict[str, str]) -> None:
    lost: Counter[str] = Counter()
    for state, _, after in playout(GAME, players, seed, settings=chosen):
        check(after)
        assert () == GAME.faults(after)
        assert after.round >= state.round
        assert not lost - Counter(gone(after)), "what is gone stays gone"
        lost = Counter(gone(after))
        for before, now in zip(state.players, after.players, strict=True):
            assert set(before.tiles) <= set(now.tiles), "points on tiles only grow"
            assert set(before.triangles) <= set(now.triangles)
