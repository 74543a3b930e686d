"""What a finger opens on the screen itself, without asking the session: an area, a player, a sheet."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OpenPanel:
    """Show this over the table: a board's or a player's name, or that of a sheet."""

    name: str


@dataclass(frozen=True, slots=True)
class Shut:
    """Back to what was shown before."""


Step = OpenPanel | Shut

SAID = "said"
"""The whole of a saying that has only a line on the table."""

TABLE = "table"
"""The live table, where an attack or a battle stands over it."""

ACTIONS = "actions"
"""The sheet with everything that can be done now and has no button of its own."""

OTHERS = "others"
"""The answers to a broken rule that are seldom given."""
