"""The numbered statements of this game (statements.toml)."""

from __future__ import annotations

from companion.core.rules import Rulebook

book = Rulebook.load("companion.games.new_world_order")
