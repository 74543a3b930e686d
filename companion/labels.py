"""The labels of a game: on its pieces, and on the mat that it is played on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.game import Game, Options
from companion.core.table import Tag
from companion.errors import ConfigError

LABEL_MM = 20.0
"""Outer edge of the labels we print."""

SYMBOL_SHARE = 21 / 29
"""How much of a label's edge its symbol takes: the same for ours and for codes that others printed."""


def opening_state(game: Game[Any, Any], players: int | None = None) -> Any:
    """The state before set-up for so many nameless players, else for as many as can play with what they bring."""
    counts = (players,) if players else tuple(reversed(game.players))
    for count in counts:
        try:
            return game.setup(Options(tuple(f"{number}" for number in range(count))))
        except ConfigError:
            if count == counts[-1]:
                raise
    raise ConfigError(f"Nobody can play {game.title}.")


def tags_of(game: Game[Any, Any]) -> Iterator[Tag]:
    """The labels of all pieces, and of the mat for most players."""
    yield from game.piece_of
    yield from game.layout(opening_state(game)).anchors
