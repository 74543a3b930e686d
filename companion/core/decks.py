"""Decks that players bring: what a game says of one, as values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from companion.core.screen import Tone
from companion.core.table import Piece, Tag
from companion.core.text import Text
from companion.errors import CatalogError

if TYPE_CHECKING:
    from companion.core.game import Game


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


def decks_of(game: Game[Any, Any]) -> Decks:
    """Raises CatalogError in games to which nobody brings a deck."""
    if game.decks is None:
        raise CatalogError(f"Nobody brings a deck to {game.title}.")
    return game.decks


def blank_tags_of(game: Game[Any, Any]) -> Sequence[Tag]:
    """Labels that are on no piece yet; none in games to which nobody brings a deck."""
    return () if game.decks is None else game.decks.blank_tags
