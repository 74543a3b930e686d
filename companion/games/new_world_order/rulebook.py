"""The numbered statements of this game (statements.toml)."""

from __future__ import annotations

from companion.core.rules import Rulebook

book = Rulebook.load(
    "companion.games.new_world_order",
    who=lambda state, action: state.player(action.player).name,
    turn=lambda state, _: state.player(state.on_turn).name,
)
