"""The labels of a game: on its pieces, and on the mat that it is played on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.game import Game, Options
from companion.core.table import Tag

LABEL_MM = 20.0
"""Outer edge of the labels we print."""


def opening_state(game: Game[Any, Any], players: int | None = None) -> Any:
    """The state before set-up for so many nameless players, else for as many as can play."""
    return game.setup(Options(tuple(f"{number}" for number in range(players or max(game.players)))))


def tags_of(game: Game[Any, Any]) -> Iterator[Tag]:
    """The labels of all pieces, and of the mat for most players."""
    yield from game.piece_of
    yield from game.layout(opening_state(game)).anchors
