"""Decks in an evening's profile: registered by their labels or from a list, each card with a label of its own.

Every function takes the profile as text and gives it back as text: what people wrote stays, but for its comments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.core.notation_words import counted
from companion.core.table import Piece, Tag
from companion.core.tags import readable
from companion.errors import CatalogError, NotationError
from companion.games.inwo.decks import DeckEntry, DeckEvening, DeckProfile, grouped, profile_schema, read_evening
from companion.games.inwo.tags import tag_of


def blank_tags(labels: Mapping[Tag, Piece]) -> list[Tag]:
    """The labels of this game that are on no card."""
    return sorted(tag for tag in set(tag_of().values()) if tag not in labels)


def registered(evening: DeckEvening, profile: str, owner: str, tags: Iterable[Tag]) -> str:
    """The profile with a deck of the cards under these labels, each label once. Raises CatalogError.

    A deck of the same owner is replaced, so that a deck can be read again; others keep their seats.
    """
    labels = read_evening(evening, profile).labels
    seen = sorted(set(tags) & set(tag_of().values()))
    if blank := [readable(tag) for tag in seen if tag not in labels]:
        raise CatalogError(
            f"labels: {', '.join(blank)} is on no card yet; write under [labels] on which card it is glued."
        )
    return with_deck(evening, profile, owner, [labels[tag] for tag in seen])


def listed(evening: DeckEvening, profile: str, owner: str, lines: str) -> str:
    """The profile with a deck of the cards in a list, a card a line, copies as `3 Hoax!`. Raises CatalogError."""
    cards: list[Piece] = []
    word = counted(evening.words["card"], " + ")
    for number, line in enumerate(lines.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                cards += word.read(line.strip())
            except NotationError as error:
                raise CatalogError(f"line {number} of the list: {error}.") from error
    return with_deck(evening, profile, owner, cards)


def with_deck(evening: DeckEvening, profile: str, owner: str, cards: Iterable[Piece]) -> str:
    """The profile with this deck. Raises CatalogError with what no deck can be."""
    entry = profile_schema().read(DeckProfile, profile, "the profile")
    deck = DeckEntry(owner, tuple(grouped(sorted(cards))))
    known = [each.name for each in entry.decks]
    decks = (
        tuple(deck if each.name == owner else each for each in entry.decks) if owner in known else (*entry.decks, deck)
    )
    text = profile_schema().write(DeckProfile(entry.cards, entry.labels, decks))
    read_evening(evening, text)
    return text


def labelled(evening: DeckEvening, profile: str) -> tuple[str, tuple[Tag, ...]]:
    """The profile in which every card of its decks has a label of its own, and those labels. Raises CatalogError.

    The first copy of a card wears the label that is shipped for it, every further one a blank label.
    """
    entry = profile_schema().read(DeckProfile, profile, "the profile")
    labels = read_evening(evening, profile).labels
    wanted = Counter(card for deck in entry.decks for some in deck.cards for card in some)
    of_card: dict[Piece, list[Tag]] = {card: [] for card in wanted}
    for tag, card in sorted(labels.items()):
        if card in of_card:
            of_card[card].append(tag)
    blank = blank_tags(labels)[::-1]
    said: dict[str, Piece] = {}
    for card, count in wanted.items():
        for _ in range(count - len(of_card[card])):
            if not blank:
                raise CatalogError("labels: there are more copies of cards than blank labels; make the decks smaller.")
            of_card[card].append(blank.pop())
            said[readable(of_card[card][-1])] = card
    tags = tuple(tag for card, count in wanted.items() for tag in of_card[card][:count])
    return (_with_labels(entry, said) if said else profile), tags


def _with_labels(entry: DeckProfile, said: Mapping[str, Piece]) -> str:
    return profile_schema().write(DeckProfile(entry.cards, {**entry.labels, **said}, entry.decks))
