"""Actions in one line, both ways: `A: take 3 Construction`, `deal Farm`, `lay Nano-bots at 1.0.3`.

Reading forgives case, spaces and the language of names: English, Estonian or the piece's id. Each action's template
stands in its class (actions/); here are its words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from companion.core.notation import Notation
from companion.core.notation_words import ANYTHING, Word, counted, list_of, named, number, one_of, seat
from companion.core.table import Piece
from companion.errors import NotationError
from companion.games.new_world_order.actions import ACTIONS, Action
from companion.games.new_world_order.catalog import Ability, Catalog, Named
from companion.games.new_world_order.state import AWAY, SEATS, Away, Part, Place

_OUTSIDE = "outside"
_BESIDE_THE_SLOTS = "specials"
"""What the first place outside the slots was called when it had no number: read, never written."""

_AWAY, _NO_GOALS = "away", "no goal"
_POWERS = {
    "no power": None,
    "two tiles": Ability.TWO_TILES,
    "three sets": Ability.THREE_SETS,
    "a turned set": Ability.CONVERSION,
}
_NUMBER = re.compile("0{0,9}[1-9][0-9]?")


@lru_cache(maxsize=16)
def notation_of(catalog: Catalog) -> Notation[Action]:
    card, part = card_word(catalog), part_word(catalog)
    tile = named("tile", spellings(catalog.tiles))
    return Notation(
        {kind: kind.form for kind in ACTIONS},
        {
            "player": seat(SEATS),
            "seat": seat(SEATS),
            "layer": number("layer", 0, 99),
            "row": number("row", 0, 99),
            "column": number("column", 0, 99),
            "tile": tile,
            "tiles": list_of(tile, " and "),
            "goals": _goals_word(catalog),
            "character": named("character", spellings(catalog.characters)),
            "card": card,
            "cards": counted(card),
            "part": part,
            "parts": list_of(part),
            "place": PLACE,
            "places": list_of(PLACE),
            "destination": _DESTINATION,
            "played_from": _PLAYED_FROM,
            "power": one_of("power", _POWERS),
        },
    )


def _goals_word(catalog: Catalog) -> Word[tuple[str, ...]]:
    """Great Goals in the order of the catalogue, or that there are none."""
    some, order = list_of(named("Great Goal", spellings(catalog.goals))), list(catalog.goals)

    def read(words: str) -> tuple[str, ...]:
        goals = () if words.casefold() == _NO_GOALS else some.read(words)
        if len(set(goals)) < len(goals):
            raise NotationError("a Great Goal is named twice")
        return tuple(sorted(goals, key=order.index))

    return Word(some.name, read, lambda goals: some.write(goals) or _NO_GOALS, ANYTHING, some.example)


@lru_cache(maxsize=16)
def card_word(catalog: Catalog) -> Word[Piece]:
    """A card of the play deck by one of its names."""
    return named("card", spellings({**catalog.corporations, **catalog.specials}))


def spellings(things: Mapping[Piece, Named]) -> dict[Piece, tuple[str, ...]]:
    """What each thing is called; it is written by its short name where the English one is unknown."""
    return {
        id: (_plain(thing), thing.short, thing.et, thing.en, id, id.removeprefix("tile_"))
        for id, thing in things.items()
    }


def _plain(thing: Named) -> str:
    return thing.short if "(" in thing.en else thing.en


def _read_place(words: str) -> Place:
    if words.casefold() == _BESIDE_THE_SLOTS:
        return Place(1, outside=True)
    area, _, number = words.casefold().rpartition(" ")
    if area.strip() not in ("", _OUTSIDE) or not _NUMBER.fullmatch(number):
        raise NotationError(f"'{words}' is no place before a player; expected one such as 3, or {_OUTSIDE} 1")
    return Place(int(number), outside=bool(area))


def _write_place(place: Place) -> str:
    return f"{_OUTSIDE} {place.number}" if place.outside else str(place.number)


PLACE = Word("place", _read_place, _write_place, ANYTHING, "3")
_DESTINATION = Word(
    "place or away",
    lambda words: AWAY if words.casefold() == _AWAY else _read_place(words),
    lambda place: _AWAY if isinstance(place, Away) else _write_place(place),
    ANYTHING,
    _AWAY,
)
_PLAYED_FROM = Word(
    "with a place, or again",
    lambda words: None if words.casefold() == "again" else _read_place(words[len("with ") :]),
    lambda place: "again" if place is None else f"with {_write_place(place)}",
    rf"again|with {ANYTHING}",
    "with 3",
)


@lru_cache(maxsize=16)
def part_word(catalog: Catalog) -> Word[Part]:
    """A pile or some of its cards: `3`, `3:2` (two of equal ones), `3:Farm+Oil Magnate`; `3 as Farm` is turned."""
    corporation = named("corporation", spellings(catalog.corporations))
    cards = list_of(card_word(catalog), "+")

    def read(words: str) -> Part:
        pile, *turned = re.split(r"\sas\s", words, maxsplit=1, flags=re.IGNORECASE)
        place, _, some = (word.strip() for word in pile.partition(":"))
        lying, into = _read_place(place), corporation.read(turned[0]) if turned else None
        if not some or some.isdecimal():
            if some and not _NUMBER.fullmatch(some):
                raise NotationError("there must be 1 to 99 cards after ':'")
            return Part(lying, count=int(some or 0), turned=into)
        return Part(lying, cards=tuple(sorted(cards.read(some))), turned=into)

    def write(part: Part) -> str:
        some = f":{part.count}" if part.count else f":{cards.write(part.cards)}" if part.cards else ""
        into = f" as {corporation.write(part.turned)}" if part.turned is not None else ""
        return f"{_write_place(part.place)}{some}{into}"

    return Word("pile", read, write, ANYTHING, "3")
