"""Which pieces an evening needs: of the boards that are played on, and of the optional rules that are used."""

from __future__ import annotations

from companion.core.table import Piece
from companion.games.iron_sky.catalog import ELITE_TILES, TILES, Side
from companion.games.iron_sky.settings import BOARDS
from companion.games.iron_sky.state import State
from companion.games.iron_sky.tags import piece_of


def in_play(state: State) -> frozenset[Piece]:
    """Any commander can be drawn and any battle card taken from the bank (ISK-16, ISK-20), so all of these may come up.

    Of a Neutral continent only UWC tiles do (ISK-33).
    """
    left_out = _left_out(state)
    return frozenset(piece for piece in piece_of(state.profile).values() if piece not in left_out)


def _left_out(state: State) -> set[Piece]:
    profile, pieces = state.profile, set(piece_of(state.profile).values())
    unplayed = set(BOARDS) - {board.name for board in state.boards}
    out = {piece for piece in pieces if piece.partition("_")[2] in unplayed}
    out -= {TILES[Side.UWC, board] for board in state.neutral}
    if not state.plays("special_commands"):
        out |= profile.specials.keys()
    if not state.plays("secret_operations"):
        out |= profile.operations.keys()
    if not state.plays("initiative"):
        out.add("initiative")
    if not (state.plays("elite_troops") or state.plays("special_commands")):
        out |= ELITE_TILES
    return out
