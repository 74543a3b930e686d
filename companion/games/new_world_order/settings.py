"""What the group decides before the game, as `settings.toml` has it, and how the game is called."""

from __future__ import annotations

from companion.core.setting_files import read_settings
from companion.core.text import named
from companion.games.new_world_order.rulebook import book

TITLE = named(en="New World Order", et="Uus Maailmakord")

SETTINGS = tuple(read_settings(__package__, book).values())
