"""What the game is called, its numbered statements, and what the group decides before it (`settings.toml`)."""

from __future__ import annotations

from companion.core.rules import Rulebook
from companion.core.setting_files import read_settings
from companion.core.text import named

book = Rulebook.load(
    "companion.games.new_world_order",
    who=lambda state, action: state.player(action.player).name,
    turn=lambda state, _: state.player(state.on_turn).name,
)

"""The numbered statements of this game (`statements.toml`)."""

TITLE = named(en="New World Order", et="Uus Maailmakord")

SETTINGS = tuple(read_settings(__package__, book).values())
