"""What a label may really be on, and which action believed it when it was something else."""

from __future__ import annotations

from typing import Any, TypeVar

from companion.core.game import Action, legal_actions
from companion.core.table import Piece, Zone
from companion.core.text import Text, say
from companion.session.game_history import GameHistory
from companion.session.reconciler import Reconciler

S = TypeVar("S")
A = TypeVar("A", bound=Action)

AMENDABLE = 30
"""So many actions back a corrected label may have been misread."""


def likely_pieces(
    history: GameHistory[Any, Any], reconciler: Reconciler[Any, Any], zone: Zone
) -> dict[Piece, Text | None]:
    """Every piece of the game with what speaks for it: first what is missed, then what a legal action would bring."""
    game, state = history.game, history.state
    missed = {change.piece for change in reconciler.gap() if change.delta < 0}
    possible = {
        piece
        for after in (state, *(game.apply(state, action) for action in legal_actions(game, state)))
        for piece in game.table(after).zones.get(zone, ())
    }
    every = sorted(set(game.piece_of.values()), key=lambda piece: str(game.piece_name(piece)))
    likely = sorted(every, key=lambda piece: (piece not in missed, piece not in possible))
    return {piece: _reason(piece in missed, piece in possible) for piece in likely}


def _reason(missed: bool, possible: bool) -> Text | None:
    if missed:
        return say("one is missing where it lay")
    return say("a move could bring it here") if possible else None


def amendment(history: GameHistory[S, A], reconciler: Reconciler[S, A]) -> tuple[int, A] | None:
    """The latest action that may have been another one, so that the table now fits; with that other one."""
    newest = len(history.played) - 1
    for index in range(newest, max(-1, newest - AMENDABLE), -1):
        for action, after in history.amendments(index):
            if reconciler.fits(after):
                return index, action
    return None
