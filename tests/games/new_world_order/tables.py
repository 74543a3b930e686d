"""Positions and tables in a line or two, for the tests of this game."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.game import violation
from companion.core.table import Piece, TableSnapshot, Zone
from companion.games.new_world_order import GAME
from companion.games.new_world_order.state import State

FULL_PYRAMID = """
layer4 = [["Tile 9"]]
layer3 = [["Tile 1", "Tile 2"], ["Tile 3", "Tile 4"]]
layer2 = [["New Frequencies", "Nano-bots", "Tile 16"], ["Tile 17", "Tile 18", "Tile 29"],
          ["Tile 19", "Tile 20", "Tile 21"]]
layer1 = [["Tile 5", "Tile 6", "Tile 7", "Tile 8"], ["Tile 10", "Tile 11", "Tile 12", "Tile 13"],
          ["Tile 22", "Tile 23", "Tile 24", "Tile 25"], ["Tile 26", "Super Particle Collider", "Tile 28", "Tile 30"]]
"""

MARKET = (
    '["3 Farm", "2 Gold Mine", "Oil Magnate", "Car Producer", "Alternative Fuels", "2 Silver Mine", "Dividends 100"]'
)

DEAL = 'phase = "deal"\nround = 2\ndisc = "A"'
LEGAL = "legal"


def position(*players: str, market: str = MARKET, pyramid: str = FULL_PYRAMID, more: str = "") -> State:
    """A position in the middle of a round, A on turn. `players` are TOML lines, three empty ones if none is given."""
    tables = "".join(f"\n[[players]]\n{player}\n" for player in players or ("", "", ""))
    return GAME.read_position(f"market = {market}\n{more}\n[pyramid]{pyramid}{tables}")


def after(state: State, *notations: str) -> State:
    """The state after these actions, legal or not."""
    for notation in notations:
        state = GAME.apply(state, GAME.read_action(notation))
    return state


def verdict(state: State, notation: str) -> str:
    """The id of the broken rule, or `legal`."""
    found = violation(GAME, state, GAME.read_action(notation))
    return LEGAL if found is None else found.rule.id


def seen(state: State, **zones: Iterable[Piece]) -> TableSnapshot:
    """The state's table with other contents in some zones, `_` for `.`: `seen(state, A_1=["farm"])`."""
    changed: dict[Zone, Iterable[Piece]] = {name.replace("_", "."): pieces for name, pieces in zones.items()}
    return TableSnapshot.of({**GAME.table(state).zones, **changed})


def without(snapshot: TableSnapshot, *zones: Zone) -> TableSnapshot:
    """The same table with zones that the camera could not look at."""
    return TableSnapshot({zone: pieces for zone, pieces in snapshot.zones.items() if zone not in zones})
