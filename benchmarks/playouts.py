"""Random legal games, as the conformance of any game plays them."""

from companion.conformance.playouts import NAMES, NOW_AND_THEN, AnyGame, any_legal, playout, sensible, start

__all__ = ["NAMES", "NOW_AND_THEN", "AnyGame", "any_legal", "playout", "sensible", "start"]
