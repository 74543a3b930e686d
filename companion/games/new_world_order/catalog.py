"""What is printed on the components, with the source of every fact.

The rulebook does not print everything: facts whose source is PROVISIONAL are placeholders that satisfy all known facts,
so that a game can be run; they are marked wherever they are shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cached_property
from typing import Annotated

from companion.core.facts import Provenance
from companion.core.schema import PRINTED_NAME, Constraint
from companion.core.table import Piece
from companion.core.text import Text, named, say
from companion.errors import CatalogError

TINT = Constraint("a colour such as '#1d2f8f'", lambda words: re.fullmatch("#[0-9a-f]{6}", words) is not None)


class Size(Enum):
    """A corporation's class (NWO 1.3): cards of a full set, copies in the game, cards of half a set."""

    CHEAP = (6, 10, 3)
    MEDIUM = (5, 8, 3)
    EXPENSIVE = (4, 6, 2)

    def __init__(self, full: int, copies: int, half: int) -> None:
        self.full = full
        self.copies = copies
        self.half = half


class Effect(Enum):
    """What a special card does."""

    DIVIDENDS = "dividends"
    EXTRA_ACTION = "extra_action"
    TAKEOVER = "takeover"
    BLACKMAIL = "blackmail"
    CUT_LOSSES = "cut_losses"

    @property
    def immediate(self) -> bool:
        """Resolved when dealt and never taken (NWO-85)."""
        return self is Effect.BLACKMAIL or self is Effect.CUT_LOSSES


class Ability(Enum):
    """A character's power, NWO-100 to NWO-108."""

    EXTRA_SLOT = "extra_slot"
    LARGE_MARKET = "large_market"
    END_BONUS = "end_bonus"
    OUTSIDE_SPECIALS = "outside_specials"
    COLOUR_200 = "colour_200"
    THREE_SETS = "three_sets"
    CONVERSION = "conversion"
    TWO_TILES = "two_tiles"
    IMMUNE = "immune"


ONCE_PER_GAME = (Ability.THREE_SETS, Ability.CONVERSION, Ability.TWO_TILES)
"""The powers that are used within one purchase of a game (NWO-109)."""


_UNTOLD = " (name unknown)"
_DESCRIBED = {
    "Tile": say("Tile {number}"),
    "colour": say("colour {number}"),
    "Cardinal's medium": say("Cardinal’s medium corporation"),
    "Cardinal's expensive": say("Cardinal’s expensive corporation"),
}
"""What is said of things whose printed name nobody has told yet: our own words, and so in every language."""


def _described(name: str) -> Text | None:
    """What stands for a name that is not known; None for one that is."""
    words, untold, _ = name.partition(_UNTOLD)
    kind, _, number = words.rpartition(" ")
    return _DESCRIBED[kind].fill(number=number) if untold and kind in _DESCRIBED else None


@dataclass(frozen=True, slots=True)
class Named:
    """Anything with printed names. `sources` tells the provenance of single facts by their name."""

    id: Piece
    en: Annotated[str, PRINTED_NAME]
    et: Annotated[str, PRINTED_NAME]
    short: Annotated[str, PRINTED_NAME]
    sources: Mapping[str, Annotated[Provenance, "provenance"]] = field(compare=False, metadata={"key": "source"})
    short_et: Annotated[str, PRINTED_NAME] = ""

    def __post_init__(self) -> None:
        facts = [each.name for each in fields(self)]
        if strange := [name for name in self.sources if name not in facts]:
            raise CatalogError(f"source names '{strange[0]}'; use {', '.join(facts)}")

    @property
    def name(self) -> Text:
        described = _described(self.en)
        return named(en=self.en, et=self.et) if described is None else described

    @property
    def short_name(self) -> Text:
        """For small places; where Estonian has no short name, what is not in brackets."""
        described = _described(self.en)
        if described is not None and str(described) == self.short:
            return described
        return named(en=self.short, et=self.short_et or self.et.partition(" (")[0])

    def provisional(self, *facts: str) -> bool:
        """Whether any of these facts is only a placeholder."""
        return any(self.sources.get(fact, Provenance.PROVISIONAL) is Provenance.PROVISIONAL for fact in facts)


@dataclass(frozen=True, slots=True)
class ColourSet(Named):
    tint: Annotated[str, TINT] = "#000000"


PRINTED_STEPS: Mapping[tuple[Piece, int], int] = {("construction", 6): 400}
"""What the rulebook says of single steps of ladders (spec 9.2, K1)."""


@dataclass(frozen=True, slots=True)
class Corporation(Named):
    """`steps` are the numbers of cards of which the worth is told while that of others is not."""

    set: str = ""
    size: Annotated[Size, "size"] = Size.CHEAP
    ladder: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()

    def knows(self, count: int) -> bool:
        """Whether the worth of so many cards is no placeholder."""
        return count in self.steps or PRINTED_STEPS.get((self.id, count)) is not None or not self.provisional("ladder")


@dataclass(frozen=True, slots=True)
class Special(Named):
    copies: int = 0
    points: int = 0
    effect: Effect = Effect.DIVIDENDS


@dataclass(frozen=True, slots=True)
class Colour(Named):
    tint: Annotated[str, TINT] = "#000000"
    tiles: int = 0


@dataclass(frozen=True, slots=True)
class Goal(Named):
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Tile(Named):
    points: int = 0
    colours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Character(Named):
    number: int = 0
    ability: Ability = Ability.IMMUNE
    starters: tuple[Piece, ...] = ()
    goal: str = ""


@dataclass(frozen=True, eq=False)
class Components:
    """All components by kind and id, in catalogue order."""

    colour_sets: Mapping[Piece, ColourSet]
    corporations: Mapping[Piece, Corporation]
    specials: Mapping[Piece, Special]
    colours: Mapping[Piece, Colour]
    goals: Mapping[Piece, Goal]
    tiles: Mapping[Piece, Tile]
    characters: Mapping[Piece, Character]


@dataclass(frozen=True, eq=False)
class Catalog(Components):
    """The components of one copy of the game. Compared by identity: two catalogues are two copies."""

    restart: bool
    """How a pile beyond its full set counts (NWO-41): True when its ladder starts again, False when slots are added."""
    asked: bool = False
    """Whether what nobody has told is asked when it decides something; else its placeholder is played with."""

    def unknown(self, thing: Named, *facts: str) -> bool:
        """Whether any of these facts has to be asked before anything may rest on it."""
        return self.asked and thing.provisional(*facts)

    @cached_property
    def tile_colours(self) -> Mapping[Piece, tuple[str, ...]]:
        """The two colours of each tile; none where nobody has told them and they would have to be asked."""
        return {
            id: () if tile.points != 1000 and self.unknown(tile, "colours") else tile.colours
            for id, tile in self.tiles.items()
        }

    @cached_property
    def cards(self) -> dict[Piece, int]:
        """How many copies of each card the play deck has before starting cards are taken: 182 in all."""
        copies = {corporation.id: corporation.size.copies for corporation in self.corporations.values()}
        return copies | {special.id: special.copies for special in self.specials.values()}

    @cached_property
    def card_index(self) -> dict[Piece, int]:
        return {card: index for index, card in enumerate(self.cards)}

    @cached_property
    def goal_of_colour(self) -> dict[str, Goal]:
        return {goal.colour: goal for goal in self.goals.values()}

    @cached_property
    def members(self) -> dict[str, tuple[Piece, ...]]:
        """The three corporations of each colour set."""
        return {
            name: tuple(corporation.id for corporation in self.corporations.values() if corporation.set == name)
            for name in self.colour_sets
        }

    def named(self, piece: Piece) -> Named | None:
        """The component behind a piece, None for the disc, the triangle and strangers."""
        for shelf in (self.corporations, self.specials, self.tiles, self.characters):
            if piece in shelf:
                return shelf[piece]
        return None

    def effect(self, piece: Piece) -> Effect | None:
        special = self.specials.get(piece)
        return special.effect if special is not None else None

    def immediate(self, piece: Piece) -> bool:
        """Whether the card is a special that is resolved when dealt (NWO-85)."""
        special = self.specials.get(piece)
        return special is not None and special.effect.immediate

    def set_of(self, piece: Piece) -> str | None:
        corporation = self.corporations.get(piece)
        return corporation.set if corporation is not None else None
