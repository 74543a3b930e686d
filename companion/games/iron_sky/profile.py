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
    own = toml.parse(write_profile(base), PROVISIONAL_FILE, CatalogError)
    return _checked(_merged(own, toml.parse(text, source, CatalogError)), source)


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
    profile = Profile(
        name=entry.name,
        digest="",
        boards={board: getattr(entry.boards, board) for board in BOARDS},
        white=entry.white.routes,
        white_provenance=entry.white.provenance,
        commanders={id: _commander(id, commander) for id, commander in entry.commanders.items()},
        battle_cards=_by_id(_cards(entry.battle_cards, BattleCard, "{side}_{name}"), source),
        specials=_by_id(_cards(entry.specials, _special, "{side}_special_{name}"), source),
        operations=_by_id(_cards(entry.operations, Operation, "{side}_operation_{name}"), source),
        tokens=_by_id(map(_token, entry.tokens), source),
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


def _commander(id: str, entry: CommanderEntry) -> Commander:
    cards = tuple(CommandCard(id=f"{id}_{slug(card.name)}", **_values(card)) for card in entry.cards)
    return Commander(**{**_values(entry), "id": id, "cards": cards})


def _cards(both: object, make: Callable[..., C], id: str) -> Iterator[C]:
    """The cards of both sides, by ids of their side and name."""
    for side in Side:
        for entry in getattr(both, side.value):
            yield make(id=id.format(side=side.value, name=slug(entry.name)), side=side, **_values(entry))


def _special(**values: Any) -> SpecialCard:
    return SpecialCard(**{**values, "resource": values["resource"] or values["pay"][0]})


def _token(entry: TokenEntry) -> TimeToken:
    sign = "plus" if entry.change > 0 else "minus"
    name = f"{entry.change:+d} sector {entry.sector}"
    return TimeToken(id=f"token_{sign}_{entry.sector}", name=name, **_values(entry))
