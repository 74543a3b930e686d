"""Refusals out of random evenings, and whether what they propose can be done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from benchmarks.playouts import AnyGame, playout
from companion.core.game import legal_actions, violation
from companion.core.rules import Violation

TRIED = 4
"""Actions of the evening that are tried at each moment of it."""


def refusals(game: AnyGame, players: int, seed: int, most: int, settings: dict[str, str]) -> Iterator[Any]:
    """Position, action and what a referee says, for actions of other moments of the same random evening."""
    chance = Random(seed)
    evening = list(playout(game, players, seed, settings=settings, most=most))
    for state, _, _ in evening:
        for _, action, _ in chance.sample(evening, min(TRIED, len(evening))):
            found = violation(game, state, action)
            if found is not None:
                yield state, action, found


def not_leading_on(game: AnyGame, found: Violation, state: Any, action: Any, offers: Mapping[str, Any]) -> str:
    """What a repair proposes that cannot be done; empty if it can. `offers`: kinds of actions by the repair's words.

    "Put it back" leads on if anything can be done at all.
    """
    kinds, whose = offers.get(str(getattr(found.repair, "template", "")), ((), None))
    seat = None if whose is None else whose(state, action)
    for legal in legal_actions(game, state):
        if (not kinds or isinstance(legal, kinds)) and seat in (None, getattr(legal, "player", None)):
            return ""
    return f"{game.write_action(action)}: {found} {found.repair}"
