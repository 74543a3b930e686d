"""What holds of every position: of one that people entered or corrected, and of every state of a game."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.rules import Invariant, invariants_in
from companion.games.iron_sky import invariants_board as board
from companion.games.iron_sky import invariants_cards as cards
from companion.games.iron_sky import invariants_turn as turn
from companion.games.iron_sky.state import State

PHYSICAL: Sequence[Invariant[State]] = (
    board.orbit_is_for_the_reich,
    board.each_side_has_one_slot,
    board.elites_are_single,
    turn.no_battle_in_orbit,
    turn.sides_fight,
)
"""What no table can look like: a position that says so is not read at all."""

_ALL = invariants_in({**vars(board), **vars(cards), **vars(turn)})

INVARIANTS: Sequence[Invariant[State]] = (*PHYSICAL, *(each for each in _ALL if each not in PHYSICAL))
