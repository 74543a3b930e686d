"""The decks of a house, card by card as they were scanned or picked; on disk at every card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.core import toml
from companion.core.copy_form import listed, parts
from companion.core.game import Game
from companion.core.printed_copy import decks_of
from companion.core.screen import Tone
from companion.core.table import Piece, Tag
from companion.owners_copy.answer_log import AnswerLog

LABEL = "label "
"""How the name of an entry begins that says on which card a blank label is."""

DECK = "deck "


class DeckDrafts:
    """A card is kept as its piece, with the label by which it was scanned if it was: no label counts twice."""

    def __init__(self, game: Game[Any, Any], log: AnswerLog) -> None:
        self._game, self._log = game, log

    @property
    def owners(self) -> tuple[str, ...]:
        """Who has a deck here, in the order in which they were begun."""
        return tuple(name.removeprefix(DECK) for name, cards in self._log.answers.items() if cards and _is_deck(name))

    def cards(self, owner: str) -> tuple[Piece, ...]:
        return tuple(_piece(card) for card in self._cards(owner))

    def sizes(self, but: str = "") -> Mapping[str, int]:
        """How many cards each deck has, one left out."""
        return {owner: len(self._cards(owner)) for owner in self.owners if owner != but}

    def labels(self, owner: str) -> frozenset[Tag]:
        """The labels by which cards of a deck were scanned."""
        return frozenset(tag for card in self._cards(owner) if (tag := card.partition("@")[2]))

    def labels_shared(self, owner: str) -> Mapping[str, int]:
        """How many labels of this deck are in another one too, by whose that is."""
        own = self.labels(owner)
        shared = {other: len(own & self.labels(other)) for other in self.owners if other != owner}
        return {other: count for other, count in shared.items() if count}

    @property
    def bound(self) -> Mapping[Tag, Piece]:
        """On which cards the blank labels are, as far as somebody has said it."""
        return {name.removeprefix(LABEL): card for name, card in self._log.answers.items() if name.startswith(LABEL)}

    def add(self, owner: str, cards: Iterable[tuple[Piece, Tag]]) -> None:
        """Cards with their labels, an empty one where a card was picked from a list. Raises JournalError."""
        new = [f"{piece}@{tag}" if tag else piece for piece, tag in cards]
        self._keep(owner, (*self._cards(owner), *new))

    def take_out(self, owner: str, piece: Piece) -> None:
        """One of these cards, a picked one first."""
        cards = list(self._cards(owner))
        found = sorted((card for card in cards if _piece(card) == piece), key=lambda card: "@" in card)
        if found:
            cards.remove(found[0])
            self._keep(owner, cards)

    def discard(self, owner: str) -> None:
        self._keep(owner, ())

    def bind(self, tag: Tag, piece: Piece) -> None:
        """This blank label is on that card."""
        self._log.append([(f"{LABEL}{tag}", piece)])

    def take_back(self) -> None:
        self._log.take_back()

    def is_sound(self, owner: str) -> bool:
        """Whether it can be played with."""
        decks = self._game.decks
        if decks is None:
            return False
        remarks = decks.deck_rules.judge(self.cards(owner), self.sizes(owner))
        return all(remark.tone is not Tone.BAD for remark in remarks)

    def profile(self) -> str:
        """The decks that can be played with, and the labels, as the game's profile; empty where there are none."""
        sound = [owner for owner in self.owners if self.is_sound(owner)]
        labels = {tag: str(self._game.piece_name(piece)) for tag, piece in self.bound.items()}
        profile = toml.document({"labels": labels}) if labels else ""
        for owner in sound:
            names = "\n".join(str(self._game.piece_name(piece)) for piece in self.cards(owner))
            profile = decks_of(self._game).register_deck(profile, owner, (), names)
        return profile

    def _cards(self, owner: str) -> tuple[str, ...]:
        return parts(self._log.answers.get(f"{DECK}{owner}", ""))

    def _keep(self, owner: str, cards: Iterable[str]) -> None:
        self._log.append([(f"{DECK}{owner}", listed(cards))])


def _is_deck(name: str) -> bool:
    return name.startswith(DECK)


def _piece(card: str) -> Piece:
    return card.partition("@")[0]
