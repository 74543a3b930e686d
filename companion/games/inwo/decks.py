"""What an evening is played with: the catalogue, the players' decks, and which label is on which card.

All three are the evening's profile (TOML), which the journal keeps: an owner's corrections of the catalogue under
`[cards]`, labels under `[labels]`, and the decks in the order of the seats under `[[decks]]`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib.resources import files
from typing import Annotated, Any

from companion.core.notation_words import Word, counted, named
from companion.core.schema import PRINTED_NAME, Schema
from companion.core.table import Piece, Tag
from companion.errors import CatalogError, ConfigError
from companion.games.inwo.catalog import Card, Catalog, Correction, Kind, shipped
from companion.games.inwo.tags import shipped_labels, tag_of

RECOMMENDED_SIZE = 45
"""INWO-2."""
MOST_CARDS = 200


@dataclass(frozen=True, slots=True)
class Deck:
    """A player's cards, equal ones together: his Illuminati, his Plots, his Groups and Resources."""

    name: str
    cards: tuple[Piece, ...]

    def of(self, catalog: Catalog, *kinds: Kind) -> tuple[Piece, ...]:
        return tuple(card for card in self.cards if catalog[card].kind in kinds)


@dataclass(frozen=True, eq=False)
class DeckEvening:
    """An evening's profile as values. Compared by identity: one evening is one value."""

    catalog: Catalog
    decks: tuple[Deck, ...]
    labels: Mapping[Tag, Piece] = field(default_factory=shipped_labels)

    def __post_init__(self) -> None:
        if wrong := [sentence for deck in self.decks for sentence in self._wrong(deck)]:
            raise CatalogError(" ".join(wrong))

    def __getitem__(self, card: Piece) -> Card:
        return self.catalog[card]

    def deck(self, seat: int) -> Deck:
        """The deck of a seat by its number: the table's own, else one of the six to begin with."""
        return self.decks[seat] if seat < len(self.decks) else sample_decks()[seat]

    def decks_of(self, names: Sequence[str]) -> list[Deck]:
        """The decks that these people brought; where nobody's name is on one, those of their seats."""
        own = {deck.name: deck for deck in self.decks if deck.name in names}
        if not own:
            return [self.deck(seat) for seat in range(len(names))]
        return [own.get(name, sample_decks()[seat]) for seat, name in enumerate(names)]

    @cached_property
    def words(self) -> Mapping[str, Word[Any]]:
        return card_words(self.catalog)

    def _wrong(self, deck: Deck) -> Iterator[str]:
        """INWO-2, INWO-20: a deck has an Illuminati and a Group to lead; labels are enough for it."""
        kinds = Counter(self.catalog[card].kind for card in deck.cards)
        if not kinds[Kind.ILLUMINATI]:
            yield f"decks: {deck.name} has no Illuminati; a deck has one at least."
        if not any(self.catalog[card].is_group for card in deck.cards):
            yield f"decks: {deck.name} has no Group; a deck has one at least, which leads."
        if len(deck.cards) > MOST_CARDS:
            yield f"decks: {deck.name} has {len(deck.cards)} cards; {MOST_CARDS} are the most."


def check_sizes(decks: Sequence[Deck], wanted: int | None) -> None:
    """INWO-2: all decks are of one size, 45 where the table wants that. Raises ConfigError with the numbers.

    INWO-2-R.
    """
    sizes = {len(deck.cards) for deck in decks}
    if len(sizes) > 1 or (wanted is not None and sizes != {wanted}):
        told = ", ".join(f"{deck.name} has {len(deck.cards)}" for deck in decks)
        size = f"{wanted} cards" if wanted is not None else "as many cards as the others"
        raise ConfigError(f"Every deck needs {size}: {told}. Change the decks, or the setting 'deck_size'.")


def card_words(catalog: Catalog) -> Mapping[str, Word[Any]]:
    """How cards are written: by their names."""

    def word(name: str, cards: Iterable[Card]) -> Word[Piece]:
        return named(name, {card.id: (card.name, card.id) for card in cards})

    every = catalog.cards.values()
    return {
        "card": word("card", every),
        "illuminati": word("Illuminati", (card for card in every if card.kind is Kind.ILLUMINATI)),
        "group": word("Group", (card for card in every if card.is_group)),
        "plot": word("Plot", (card for card in every if card.kind is Kind.PLOT)),
        "resource": word("Resource", (card for card in every if card.kind is Kind.RESOURCE)),
    }


# --- profiles ---


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """A deck as it is written: equal cards by their number."""

    name: Annotated[str, PRINTED_NAME]
    cards: tuple[Annotated[tuple[Piece, ...], "cards"], ...]


@dataclass(frozen=True, slots=True)
class DeckProfile:
    """A profile as it is written."""

    cards: Mapping[str, Correction] = field(default_factory=dict)
    labels: Mapping[str, Annotated[Piece, "card"]] = field(default_factory=dict)
    decks: tuple[DeckEntry, ...] = ()


@cache
def profile_schema() -> Schema:
    card = card_words(shipped())["card"]
    return Schema(CatalogError, {"card": card, "cards": counted(card, " + ")})


def read_evening(evening: DeckEvening, profile: str) -> DeckEvening:
    """The evening with what a profile says. Raises CatalogError naming the first entry that cannot be right."""
    entry = profile_schema().read(DeckProfile, profile, "the profile")
    if unknown := [label for label in entry.labels if label not in tag_of()]:
        raise CatalogError(f"labels: {', '.join(unknown)} is no label of this game; read it again.")
    said = {tag_of()[label]: card for label, card in entry.labels.items()}
    return replace(
        evening,
        catalog=evening.catalog.corrected(entry.cards),
        decks=tuple(_deck(one) for one in entry.decks) or evening.decks,
        labels={**evening.labels, **said} if said else evening.labels,
    )


def write_evening(evening: DeckEvening) -> str:
    """Everything that `read_evening` reads: every printed value, the labels that are not as shipped, the decks."""
    corrections = {card.id: _correction(card) for card in evening.catalog.cards.values()}
    labels = {tag: card for tag, card in evening.labels.items() if shipped_labels().get(tag) != card}
    decks = tuple(DeckEntry(deck.name, tuple(grouped(deck.cards))) for deck in evening.decks)
    return profile_schema().write(DeckProfile(corrections, labels, decks))


def _correction(card: Card) -> Correction:
    printed = card.is_group or card.kind is Kind.ILLUMINATI
    return Correction(
        power=card.power,
        global_power=card.global_power if printed else None,
        resistance=card.resistance,
        alignments=card.alignments or None,
        attributes=card.attributes or None,
        incoming=card.incoming,
        outgoing=card.outgoing or None,
        action=card.action or None,
        unique=card.unique or None,
        provenance=card.provenance,
        arrows=card.arrows,
        doubtful=card.doubtful or None,
        laid=card.laid or None,
        hung=card.hung,
    )


def _deck(entry: DeckEntry) -> Deck:
    return Deck(entry.name, tuple(sorted(card for some in entry.cards for card in some)))


def grouped(cards: Iterable[Piece]) -> Iterator[tuple[Piece, ...]]:
    """Equal cards together."""
    for card, count in Counter(cards).items():
        yield (card,) * count


@cache
def sample_decks() -> tuple[Deck, ...]:
    """The six decks to begin with."""
    text = files(__package__).joinpath("decks.toml").read_text(encoding="utf-8")
    return tuple(map(_deck, profile_schema().read(DeckProfile, text, "decks.toml").decks))


@cache
def default_evening() -> DeckEvening:
    return DeckEvening(shipped(), ())
