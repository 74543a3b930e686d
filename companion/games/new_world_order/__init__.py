"""New World Order: set collection, a pyramid of tiles, open information. Rules NWO-1 to NWO-111."""

from companion.games.new_world_order.game import GAME

__all__ = ["GAME"]
