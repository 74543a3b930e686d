"""Decks that players bring: what a game says of one, as values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.core.screen import Tone
from companion.core.table import Piece
from companion.core.text import Text


@dataclass(frozen=True, slots=True)
class DeckRemark:
    """What a rule says of a deck, with its numbers: it fits (GOOD), is not yet right (ATTENTION), cannot be (BAD)."""

    sentence: Text
    tone: Tone


@dataclass(frozen=True)
class DeckRules:
    """The cards a deck may have, each under the words for its kind, and what the rules say of one.

    `judge` is given the cards, and how many cards the others' decks have, by their owners.
    """

    cards: Mapping[Piece, Text]
    judge: Callable[[Sequence[Piece], Mapping[str, int]], Sequence[DeckRemark]]
