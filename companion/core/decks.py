"""Decks that players bring: what a game says of one, as values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.core.screen import Tone
from companion.core.table import Piece, Tag
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


class Decks(Protocol):
    """The decks that players bring to a game."""

    @property
    def blank_tags(self) -> Sequence[Tag]:
        """Labels that are on no piece yet: for the copies that players bring."""

    @property
    def deck_rules(self) -> DeckRules:
        """What a deck that a player brings may be."""

    def register_deck(self, profile: str, owner: str, tags: Sequence[Tag], cards: str = "") -> str:
        """The profile with a player's deck: the cards under these labels, or those of a list, a card a line.

        Raises CatalogError for what cannot be a deck.
        """

    def label_decks(self, profile: str) -> tuple[str, tuple[Tag, ...]]:
        """The profile in which every card of its decks has a label of its own, with these labels."""
