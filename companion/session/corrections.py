"""What a label may really be on, and which action believed it when it was something else."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeVar

from companion.core.game import Action, legal_actions
from companion.core.table import Piece, Zone
from companion.core.text import Text, as_people_sort, say
from companion.session.game_history import GameHistory
from companion.session.reconciler import Reconciler

S = TypeVar("S")
A = TypeVar("A", bound=Action)

AMENDABLE = 30
"""So many actions back a corrected label may have been misread."""


def likely_pieces(
    history: GameHistory[Any, Any], reconciler: Reconciler[Any, Any], zone: Zone, believed: Piece
) -> dict[Piece, Text | None]:
    """Every piece of the game with what speaks for it, for the label in that zone that is `believed` to be on one.

    First what leaves nothing unexplained, then what is missed, then what a legal action would bring.
    """
    game, state = history.game, history.state
    missed = {change.piece for change in reconciler.sight.gap() if change.delta < 0}
    fitting, possible = set[Piece | None](), set[Piece]()
    lying = Counter(reconciler.sight.lying_in(zone))
    instead = history.amendments(len(history.played) - 1) if history.played else ()
    following = (game.apply(state, action) for action in legal_actions(game, state))
    for after in (state, *following, *(after for _, after in instead)):
        possible.update(Counter(game.table(after).zones.get(zone, ())) - lying)
        fitting.add(reconciler.stands_for(after, zone, believed))
    every = sorted(set(game.piece_of.values()), key=lambda piece: as_people_sort(str(game.piece_name(piece))))
    read = {tag for tags in reconciler.sight.reading.zones.values() for tag in tags}
    unseen = {piece for tag, piece in game.piece_of.items() if tag not in read}

    def unlikeliness(piece: Piece) -> tuple[bool, ...]:
        return piece not in unseen, piece not in fitting, piece not in missed, piece not in possible

    likely = sorted(every, key=unlikeliness)
    return {piece: _reason(piece in fitting, piece in missed, piece in possible) for piece in likely}


def _reason(fits: bool, missed: bool, possible: bool) -> Text | None:
    if fits:
        return say("then the whole table is right")
    if missed:
        return say("one is missing from where it lay")
    return say("a move could bring it here") if possible else None


def amendment(history: GameHistory[S, A], reconciler: Reconciler[S, A]) -> tuple[int, A] | None:
    """The latest action that may have been another one, so that the table now fits; with that other one."""
    newest = len(history.played) - 1
    for index in range(newest, max(-1, newest - AMENDABLE), -1):
        for action, after in history.amendments(index):
            if reconciler.fits(after):
                return index, action
    return None
