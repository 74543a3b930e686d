"""Refusals out of random evenings, and whether what they propose can be done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from companion.conformance.playouts import AnyGame, playout
from companion.core.game import legal_actions, violation
from companion.core.rules import Violation
from companion.core.text import Message, PluralMessage, Text

TRIED = 3
"""Actions of the evening that are tried at each moment of it."""

Offers = Mapping[str, tuple[type[Any] | tuple[type[Any], ...], Callable[[Any, Any], str] | None]]
"""By the words of a repair: which kinds of actions it offers (none named: any), and whose (None: anybody's)."""


def his(_: object, action: Any) -> str:
    """That of the player who was refused."""
    return str(action.player)


def refusals(
    game: AnyGame, players: int, *, seed: int, most: int, settings: dict[str, str]
) -> Iterator[tuple[Any, Any, Violation]]:
    """Position, action and what a referee says, for actions of other moments of the same random evening.

    Of each sentence and kind of action the first ones only: they cost a search for what is legal.
    """
    chance, seen = Random(seed), set[tuple[str, str, int]]()
    evening = list(playout(game, players, seed, settings=settings, most=most))
    for moment, (state, _, _) in enumerate(evening):
        for _, action, _ in chance.sample(evening, min(TRIED, len(evening))):
            found = violation(game, state, action)
            if found is not None and (key := (words_of(found.repair), type(action).__name__, moment // 40)) not in seen:
                seen.add(key)
                yield state, action, found


def words_of(repair: Text) -> str:
    """The repair as it is written, before names are filled in."""
    if isinstance(repair, PluralMessage):
        return repair.one if repair.count == 1 else repair.many
    return repair.template if isinstance(repair, Message) else str(repair)


def not_leading_on(game: AnyGame, state: Any, action: Any, found: Violation, offers: Offers) -> str:
    """What a repair proposes that cannot be done; empty if it can. "Put it back" needs anything to be legal then."""
    kinds, whose = offers.get(words_of(found.repair), ((), None))
    seat = None if whose is None else whose(state, action)
    for legal in legal_actions(game, state):
        if (kinds == () or isinstance(legal, kinds)) and seat in (None, legal.player):
            return ""
    return f"{game.write_action(action)}: {found} {found.repair}"
