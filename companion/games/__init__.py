"""The registry of games: a new game is one folder and one line here."""

from typing import Any

from companion.core.game import Game
from companion.games import iron_sky, new_world_order

GAMES: dict[str, Game[Any, Any]] = {
    "new_world_order": new_world_order.GAME,
    "iron_sky": iron_sky.GAME,
}


def with_profile(name: str, profile: str) -> Game[Any, Any]:
    """A registered game, played with an owner's profile unless that is empty. Raises CatalogError."""
    return GAMES[name].with_profile(profile) if profile else GAMES[name]
