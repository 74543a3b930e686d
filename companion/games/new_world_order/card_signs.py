"""What the pieces of New World Order look like on a screen: an icon in a tint for each colour set, and for specials."""

from __future__ import annotations

from companion.core.table import Piece
from companion.games.new_world_order.catalog import Catalog

SET_SIGNS = {
    "mines": ("pick", "#8FB4F2"),
    "building": ("building-bank", "#D8A878"),
    "energy": ("gas-station", "#EBCB5E"),
    "arms": ("dice-5", "#EE8C78"),
    "science": ("flask-2", "#6FD0C0"),
    "media": ("broadcast", "#C39BEC"),
    "farming": ("wheat", "#A3D07A"),
}
"""Icon and tint; ink on each of them has a contrast of 7.7 or more."""

SPECIAL_SIGN = ("bolt", "#F3E6CB")


def sign(catalog: Catalog, card: Piece) -> tuple[str, str]:
    """The icon and the tint of a card."""
    return SET_SIGNS.get(catalog.set_of(card) or "", SPECIAL_SIGN)
