"""How what somebody wants to do is reached: what to touch, told from the rules and the values of the screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import astuple
from typing import Any

from companion.conformance.touches import offered
from companion.core.game import Action
from companion.core.screen import Do, Intent, Select
from companion.core.selection import NO_SELECTION, Selection
from companion.core.table import Piece, Zone, diff

MOST_TOUCHES = 5
"""Nothing that is legal takes more."""

AnyGame = Any


def comes_to(game: AnyGame, state: Any, one: Action, other: Action) -> bool:
    """Whether it makes no difference which of the two is done."""
    if type(one) is not type(other):
        return False
    if one == other:
        return True
    after, instead = game.apply(state, one), game.apply(state, other)
    if one.player is None and Counter(map(str, astuple(one))) == Counter(map(str, astuple(other))):  # type: ignore[call-overload]
        return bool(game.present(after) == game.present(instead))  # Which of two dice fell how is no matter.
    return bool(after == instead)


def way_to(game: AnyGame, state: Any, action: Action) -> list[Intent] | None:
    """The fewest touches that do this action; None where none do, such as while somebody else is asked first."""
    found: dict[Action, list[Intent]] = {}
    for way in ways(game, state):
        done = way[-1]
        assert isinstance(done, Do), "a way ends with what is done"
        if done.action == action:
            return way
        found.setdefault(done.action, way)
    return next((way for other, way in found.items() if comes_to(game, state, other, action)), None)


def ways(game: AnyGame, state: Any) -> Iterator[list[Intent]]:
    """All that fingers can do, the nearest first, each with the touches that lead to it."""
    open_ones: list[tuple[Selection, list[Intent]]] = [(NO_SELECTION, [])]
    seen = {NO_SELECTION}
    for _ in range(MOST_TOUCHES):
        longer: list[tuple[Selection, list[Intent]]] = []
        for selection, way in open_ones:
            for intent in dict.fromkeys(offered(game.present(state, selection))):
                if isinstance(intent, Do):
                    yield [*way, intent]
                elif isinstance(intent, Select) and (picked := selection.picking(intent.pick)) not in seen:
                    seen.add(picked)
                    longer.append((picked, [*way, intent]))
        open_ones = longer


def moved(game: AnyGame, before: Any, after: Any) -> list[tuple[Piece, Zone, Zone]]:
    """Which pieces lie elsewhere then: the piece, where from and where to."""
    changes = diff(game.table(before), game.table(after))
    return [
        (gone.piece, gone.zone, come.zone)
        for gone in changes
        for come in changes
        if gone.delta < 0 < come.delta and gone.piece == come.piece
    ]


def taken(game: AnyGame, before: Any, after: Any) -> Sequence[tuple[Piece, Zone]]:
    """Which pieces lie no more where they lay."""
    return [(change.piece, change.zone) for change in diff(game.table(before), game.table(after)) if change.delta < 0]
