"""What is printed on the 412 cards of the base set, and what an owner's copy says otherwise.

The shipped values (`cards.csv`) are public: read from published lists and transcriptions of the cards. Which edges
carry the arrows no such list says: these are provisional until an owner writes them down.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cache, cached_property
from importlib.resources import files
from typing import Annotated, Any

from companion.core import toml
from companion.core.facts import Fact, Provenance
from companion.core.schema import at_least, between
from companion.core.table import Piece
from companion.core.text import Text, named
from companion.errors import CatalogError


class Kind(StrEnum):
    """By their backs and faces (INWO-3, INWO-4)."""

    ILLUMINATI = "illuminati"
    ORGANIZATION = "organization"
    PLACE = "place"
    PERSONALITY = "personality"
    RESOURCE = "resource"
    PLOT = "plot"


GROUPS = frozenset({Kind.ORGANIZATION, Kind.PLACE, Kind.PERSONALITY})
"""What a structure consists of besides its Illuminati (INWO-6)."""


class Subtype(StrEnum):
    """What kind of Plot or Resource a card is, by its label."""

    GOAL = "goal"
    NWO = "nwo"
    DISASTER = "disaster"
    ASSASSINATION = "assassination"
    INSTANT = "instant"
    OTHER = "other"
    ARTIFACT = "artifact"
    GADGET = "gadget"


class Side(StrEnum):
    """An edge of a card as it is held to be read."""

    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"


Trait = str
"""An alignment, an attribute, a kind, a subtype or a card's own id: what filters of effects ask for."""

ALIGNMENTS: tuple[Trait, ...] = (
    "Government",
    "Corporate",
    "Liberal",
    "Conservative",
    "Peaceful",
    "Violent",
    "Straight",
    "Weird",
    "Criminal",
    "Fanatic",
)
OPPOSITE: Mapping[Trait, Trait] = {
    **dict(zip(ALIGNMENTS[0:8:2], ALIGNMENTS[1:8:2], strict=True)),
    **dict(zip(ALIGNMENTS[1:8:2], ALIGNMENTS[0:8:2], strict=True)),
    "Fanatic": "Fanatic",
}
"""INWO-8. Criminal has no opposite."""

ATTRIBUTES: tuple[Trait, ...] = (
    "Bank",
    "Church",
    "Coastal",
    "Communist",
    "Computer",
    "Green",
    "Huge",
    "Magic",
    "Media",
    "Nation",
    "Science",
    "Secret",
    "Space",
)
COLOURS: tuple[Trait, ...] = ("Blue", "Red", "Yellow")
"""Of New World Orders: of each colour one may lie in the middle (INWO-270)."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `power` is None where the card itself tells it; of a disaster or an assassination it is the attack's.

    `action`: how many tokens a Resource gets each turn. `outgoing` are the edges with control arrows, `incoming` the
    edge that lies at the master's. What is printed on it is INWO-7; a Global Power that is not printed is 0 (INWO-12).
    `doubtful` are the values of which public lists say different things, `told` those of them that an owner has told.
    `laid` are edges at which tables have left puppets before anybody told where the arrows are, `hung` is the edge by
    which a camera has seen it hang from a master.
    """

    id: Piece
    name: str
    kind: Kind
    subtypes: tuple[Subtype, ...] = ()
    power: Annotated[int, between(0, 30)] | None = None
    global_power: Annotated[int, between(0, 30)] = 0
    resistance: Annotated[int, between(0, 30)] | None = None
    alignments: tuple[Trait, ...] = ()
    attributes: tuple[Trait, ...] = ()
    incoming: Side | None = None
    outgoing: tuple[Side, ...] = ()
    action: Annotated[int, at_least(0)] = 0
    unique: bool = False
    rarity: str = ""
    provenance: Provenance = Provenance.PUBLIC
    arrows: Provenance = Provenance.PROVISIONAL
    doubtful: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    laid: tuple[Side, ...] = ()
    hung: Side | None = None

    def known(self, name: str) -> Provenance:
        """How sure one of its printed values is."""
        if name in self.doubtful:
            return Provenance.PROVISIONAL
        if name in self.told:
            return Provenance.OWNER
        return self.arrows if name in _ARROWS else self.provenance

    @property
    def title(self) -> Text:
        return named(en=self.name)

    @property
    def is_group(self) -> bool:
        return self.kind in GROUPS

    @property
    def in_group_deck(self) -> bool:
        """By its back (INWO-3)."""
        return self.is_group or self.kind is Kind.RESOURCE

    @property
    def colour(self) -> Trait | None:
        """Of a New World Order."""
        return next((trait for trait in self.attributes if trait in COLOURS), None)

    @property
    def traits(self) -> frozenset[Trait]:
        """All by which an effect may ask for this card, as it is printed.

        Attributes do nothing by themselves (INWO-11).
        """
        return frozenset((self.id, self.kind, *self.subtypes, *self.alignments, *self.attributes))


@dataclass(frozen=True, slots=True)
class Correction:
    """What an owner's copy of a card says, and use has shown of it; None where that is what the shipped list does."""

    power: Annotated[int, between(0, 30)] | None = None
    global_power: Annotated[int, between(0, 30)] | None = None
    resistance: Annotated[int, between(0, 30)] | None = None
    alignments: tuple[str, ...] | None = None
    attributes: tuple[str, ...] | None = None
    incoming: Side | None = None
    outgoing: tuple[Side, ...] | None = None
    action: Annotated[int, at_least(0)] | None = None
    unique: bool | None = None
    provenance: Provenance | None = None
    arrows: Provenance | None = None
    doubtful: tuple[str, ...] | None = None
    laid: tuple[Side, ...] | None = None
    hung: Side | None = None


_ARROWS = ("incoming", "outgoing")
_OF_VALUES = {"provenance", "arrows", "doubtful", "laid", "hung"}
_VALUES = tuple(entry.name for entry in fields(Correction) if entry.name not in _OF_VALUES)


def corrected(card: Card, correction: Correction) -> Card:
    """The card with what an owner says; values he changes are his, unless he says how they are known."""
    said = {name: getattr(correction, name) for name in _VALUES if getattr(correction, name) is not None}
    changed = {name for name, value in said.items() if value != getattr(card, name)}
    arrows = Provenance.OWNER if changed & set(_ARROWS) else card.arrows
    values = Provenance.OWNER if changed - set(_ARROWS) else card.provenance
    doubtful = correction.doubtful or tuple(name for name in card.doubtful if name not in said)
    told = (*card.told, *(name for name in card.doubtful if name not in doubtful))
    laid, hung = correction.laid or card.laid, correction.hung or card.hung
    incoming = said.setdefault("incoming", hung or card.incoming)
    if card.is_group and "outgoing" not in said:
        # INWO-83: three at the most, at other edges than the incoming one; what use has shown is surer.
        edges = dict.fromkeys((*laid, *card.outgoing))
        said["outgoing"] = tuple(side for side in edges if side != incoming)[:3]
    return replace(
        card,
        **said,
        provenance=correction.provenance or values,
        arrows=correction.arrows or arrows,
        doubtful=doubtful,
        told=told,
        laid=laid,
        hung=hung,
    )


@dataclass(frozen=True)
class Catalog:
    """All cards by id. Raises CatalogError for what cannot be printed on a card."""

    cards: Mapping[Piece, Card] = field(hash=False)

    def __post_init__(self) -> None:
        if wrong := [sentence for card in self.cards.values() for sentence in _wrong(card)]:
            raise CatalogError(" ".join(wrong))

    def __getitem__(self, id: Piece) -> Card:
        return self.cards[id]

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(fact for card in self.cards.values() for fact in _facts(card))

    def corrected(self, corrections: Mapping[Piece, Correction]) -> Catalog:
        """Raises CatalogError for a card that there is not, or a value that cannot be."""
        if unknown := [id for id in corrections if id not in self.cards]:
            raise CatalogError(f"cards: there is no card {', '.join(unknown)}; ids are those of `companion profile`.")
        return Catalog({**self.cards, **{id: corrected(self.cards[id], said) for id, said in corrections.items()}})


def _facts(card: Card) -> Iterator[Fact]:
    for name in _VALUES:
        value = getattr(card, name)
        if value is not None and (card.is_group or card.kind is Kind.ILLUMINATI or value):
            yield Fact(f"{card.id}.{name}", toml.value(value), card.known(name))


def _wrong(card: Card) -> Iterator[str]:
    """What contradicts INWO-5, INWO-8, INWO-9 or INWO-83."""
    for trait in card.alignments:
        if trait not in ALIGNMENTS:
            yield f"{card.name}: {trait} is no alignment; there are {', '.join(ALIGNMENTS)}."
        elif trait != "Fanatic" and OPPOSITE.get(trait) in card.alignments:
            yield f"{card.name} cannot be both {trait} and {OPPOSITE[trait]}."
    for trait in card.attributes:
        if trait not in ATTRIBUTES and trait not in COLOURS:
            yield f"{card.name}: {trait} is no attribute; there are {', '.join(ATTRIBUTES)}."
    for traits in (card.alignments, card.attributes, card.outgoing):
        if len(set(traits)) < len(traits):
            yield f"{card.name} names {max(traits, key=traits.count)} twice."
    if card.is_group and (card.incoming is None or card.incoming in card.outgoing or len(card.outgoing) > 3):
        yield f"{card.name} needs one incoming arrow and at most three outgoing ones, at edges of their own."
    if card.kind is Kind.ILLUMINATI and (len(card.outgoing) != 4 or card.alignments):
        yield f"{card.name} is an Illuminati: it has four outgoing arrows and no alignment."


@cache
def shipped() -> Catalog:
    """The base set, checked against the sums that are published: cards by kind and by rarity."""
    text = files(__package__).joinpath("cards.csv").read_text(encoding="utf-8")
    cards = {row["id"]: _card(row) for row in csv.DictReader(text.splitlines())}
    catalog = Catalog(cards)
    for what, expected in ((_kind, _COUNTS), (_rarity, _RARITIES)):
        if (found := Counter(map(what, cards.values()))) != expected:
            raise CatalogError(f"cards.csv: there should be {dict(expected)} cards, and there are {dict(found)}.")
    return catalog


def _kind(card: Card) -> str:
    return card.subtypes[0] if card.kind is Kind.PLOT else card.kind


def _rarity(card: Card) -> str:
    return card.rarity


_COUNTS = Counter(
    illuminati=9,
    organization=118,
    place=27,
    personality=22,
    resource=36,
    goal=10,
    nwo=15,
    disaster=13,
    assassination=5,
    instant=1,
    other=156,
)
_RARITIES = Counter(common=200, uncommon=100, rare=100, illuminati=9, promo=3)


def _card(row: Mapping[str, Any]) -> Card:
    def parts(name: str) -> list[str]:
        return [part for part in row[name].split(";") if part]

    return Card(
        id=row["id"],
        name=row["name"],
        kind=Kind(row["kind"]),
        subtypes=tuple(map(Subtype, parts("subtype"))),
        power=int(row["power"]) if row["power"] else None,
        global_power=int(row["global_power"] or 0),
        resistance=int(row["resistance"]) if row["resistance"] else None,
        alignments=tuple(parts("alignments")),
        attributes=tuple(parts("attributes")),
        incoming=Side(row["incoming"]) if row["incoming"] else None,
        outgoing=tuple(map(Side, parts("outgoing"))),
        action=int(row["action"]),
        unique=row["unique"] == "yes",
        rarity=row["rarity"],
        doubtful=tuple(parts("doubtful")),
    )
