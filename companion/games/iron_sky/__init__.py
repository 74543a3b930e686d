"""Iron Sky: The Board Game."""

from companion.games.iron_sky.game import GAME

__all__ = ["GAME"]
