"""Who acts, and what an action is to the core: a value of the game's own, with the seat that it belongs to."""

from __future__ import annotations

from typing import Protocol

Seat = str
"""A player's letter, `A` to `F`, clockwise from the first chair."""

SEATS = "ABCDEF"


class Action(Protocol):
    """One thing a player does, or chance does for him: a flat frozen dataclass.

    `player` is the seat that acts; None for chance (a card turned up, a die that fell), which hands do at the table.
    """

    @property
    def player(self) -> Seat | None: ...


def stands_alone(action: Action) -> bool:
    """Whether it is taken back by itself: what a player did, or chance that people enter (`told`), such as a roll."""
    return action.player is not None or getattr(action, "told", False)
