"""Board profiles read from TOML.

A profile is one readable file with everything printed on one copy of the game. Each table may say its `provenance`;
what says nothing has that of the table around it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar

from companion.core import toml
from companion.core.schema import MOST_FAULTS
from companion.errors import CatalogError
from companion.games.iron_sky.catalog import (
    BattleCard,
    CommandCard,
    Commander,
    Operation,
    Profile,
    Side,
    SpecialCard,
    TimeToken,
)
from companion.games.iron_sky.profile_checks import faults
from companion.games.iron_sky.profile_schema import CommanderEntry, ProfileEntry, TokenEntry, structured
from companion.games.iron_sky.profile_write import write_profile
from companion.games.iron_sky.settings import BOARDS

C = TypeVar("C", BattleCard, SpecialCard, Operation, TimeToken)
Row = Mapping[str, Any]

PROVISIONAL_FILE = "provisional.toml"


@lru_cache(maxsize=1)
def provisional_profile() -> Profile:
    """The profile that ships: complete, playable, and made up wherever the rulebook prints nothing."""
    text = files("companion.games.iron_sky").joinpath(PROVISIONAL_FILE).read_text(encoding="utf-8")
    return read_profile(text, PROVISIONAL_FILE)


def read_profile(text: str, source: str) -> Profile:
    """A checked profile from its TOML. Raises CatalogError naming `source`, the entries and what is expected."""
    return _checked(toml.parse(text, source, CatalogError), source)


def overlaid(base: Profile, text: str, source: str) -> Profile:
    """The base with the entries of a partial profile: tables merge, lists and values replace. Raises CatalogError."""
    return _checked(_merged(_written(base), toml.parse(text, source, CatalogError)), source)


@lru_cache(maxsize=4)
def _written(profile: Profile) -> Row:
    return toml.parse(write_profile(profile), PROVISIONAL_FILE, CatalogError)


def _merged(base: Row, over: Row) -> Row:
    both = {key: value for key, value in over.items() if isinstance(value, dict) and isinstance(base.get(key), dict)}
    return {**base, **over, **{key: _merged(base[key], value) for key, value in both.items()}}


def _checked(table: Row, source: str) -> Profile:
    profile = _profile(structured(table, source), source)
    if found := list(faults(profile)):
        more = [f"And {len(found) - MOST_FAULTS} more."] if len(found) > MOST_FAULTS else []
        raise CatalogError(f"{source}: {' '.join(found[:MOST_FAULTS] + more)}")
    return profile


def _profile(entry: ProfileEntry, source: str) -> Profile:
    numbered = entry.told is not None
    profile = Profile(
        name=entry.name,
        digest="",
        boards={board: getattr(entry.boards, board) for board in BOARDS},
        white=entry.white.routes,
        white_provenance=entry.white.provenance,
        commanders={id: _commander(id, commander, numbered) for id, commander in entry.commanders.items()},
        battle_cards=_by_id(
            _cards(entry.battle_cards, BattleCard, _id("{side}_battle_card" if numbered else "{side}", numbered)),
            source,
        ),
        specials=_by_id(_cards(entry.specials, _special, _id("{side}_special", numbered)), source),
        operations=_by_id(_cards(entry.operations, Operation, _id("{side}_operation", numbered)), source),
        tokens=_by_id(map(_token, entry.tokens), source),
        told=None if entry.told is None else frozenset(entry.told),
    )
    object.__setattr__(profile, "digest", hashlib.sha256(write_profile(profile).encode()).hexdigest()[:12])
    return profile


def slug(name: str) -> str:
    """A name as an id: lower case, words joined by underscores."""
    return "_".join("".join(c if c.isalnum() else " " for c in name.lower()).split())


def _by_id(cards: Iterable[C], source: str) -> dict[str, C]:
    table: dict[str, C] = {}
    for card in cards:
        if card.id in table:
            raise CatalogError(f"{source}: '{card.id}' comes twice.")
        table[card.id] = card
    return table


def _values(entry: object) -> dict[str, Any]:
    return {field.name: getattr(entry, field.name) for field in fields(entry)}  # type: ignore[arg-type]


def _id(of: str, numbered: bool) -> str:
    """How cards are told apart: by the number on their labels where each is asked about by itself, else by name."""
    return f"{of}_{{number}}" if numbered else f"{of}_{{name}}"


def _commander(id: str, entry: CommanderEntry, numbered: bool) -> Commander:
    ids = _id(f"{id}_card" if numbered else id, numbered)
    cards = tuple(
        CommandCard(id=ids.format(number=number, name=slug(card.name)), **_values(card))
        for number, card in enumerate(entry.cards, 1)
    )
    return Commander(**{**_values(entry), "id": id, "cards": cards})


def _cards(both: object, make: Callable[..., C], id: str) -> Iterator[C]:
    """The cards of both sides, by ids of their side and name."""
    for side in Side:
        for number, entry in enumerate(getattr(both, side.value), 1):
            yield make(id=id.format(side=side.value, name=slug(entry.name), number=number), side=side, **_values(entry))


def _special(**values: Any) -> SpecialCard:
    return SpecialCard(**{**values, "resource": values["resource"] or values["pay"][0]})


def _token(entry: TokenEntry) -> TimeToken:
    sign = "plus" if entry.change > 0 else "minus"
    name = f"{entry.change:+d} sector {entry.sector}"
    return TimeToken(id=f"token_{sign}_{entry.sector}", name=name, **_values(entry))
