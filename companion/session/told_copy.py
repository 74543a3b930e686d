"""What an owner tells of his copy while an evening is played with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from companion.core.copy_form import sound
from companion.core.game import Action, Game
from companion.core.printed_copy import copy_form_of, with_profile
from companion.errors import CompanionError

S = TypeVar("S")
A = TypeVar("A", bound=Action)

A_LINE = 12
"""So many values are written into one entry: a row of the journal has to lie in one piece."""


class TooLate(CompanionError):
    """What was told cannot count this evening."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(
            f"What you told counts from the next evening on: with it, move {number} of this one would not have been"
            f" possible. {reason}"
        )


def as_told(game: Game[S, A], told: Mapping[str, str]) -> Game[S, A]:
    """The game with what an owner has told of his copy."""
    if not told:
        return game
    form = copy_form_of(game)
    return with_profile(game, form.profile(sound(form, told)))
