"""What stands in a board profile's TOML. Whether a value can be right, `profile_checks` says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from companion.core.constraints import Constraint, at_least
from companion.core.facts import Provenance
from companion.core.notation_words import Word
from companion.core.schema import Schema
from companion.errors import CatalogError, NotationError
from companion.games.iron_sky.catalog import SYMBOLS, BoardFacts, Command, Effect, Name, Resource, Side, Square

Squares = Annotated[tuple[Square, ...], "squares"]
Resources = Annotated[tuple[Resource, ...], Constraint("some of money, politics and command", bool)]
Count = Annotated[int, at_least(0)]


@dataclass(frozen=True, slots=True)
class BoardEntries:
    america: BoardFacts
    europe: BoardFacts
    asia: BoardFacts
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class WhiteRoutes:
    routes: tuple[tuple[str, str], ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class CommandCardEntry:
    name: Name
    commands: tuple[Command, ...]
    price: int
    pay: Resources
    copies: int
    provenance: Provenance
    number: Count = 0
    politics: bool = False


@dataclass(frozen=True, slots=True)
class CommanderEntry:
    name: Name
    side: Side
    money: int
    politics: int
    reward: Resource
    cards: tuple[CommandCardEntry, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class BattleCardEntry:
    name: Name
    tactic: str
    attack: Squares
    defence: Squares
    copies: int
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class SpecialEntry:
    name: Name
    price: int
    pay: Resources
    effect: Effect
    provenance: Provenance
    resource: Resource | None = None
    amount: Count = 0


@dataclass(frozen=True, slots=True)
class OperationEntry:
    name: Name
    vp: Count
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class TokenEntry:
    change: int
    sector: int
    copies: int
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class BattleCards:
    reich: tuple[BattleCardEntry, ...]
    uwc: tuple[BattleCardEntry, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Specials:
    reich: tuple[SpecialEntry, ...]
    uwc: tuple[SpecialEntry, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Operations:
    reich: tuple[OperationEntry, ...]
    uwc: tuple[OperationEntry, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class ProfileEntry:
    name: Name
    boards: BoardEntries
    white: WhiteRoutes
    commanders: Mapping[str, CommanderEntry]
    battle_cards: BattleCards
    specials: Specials
    operations: Operations
    tokens: tuple[TokenEntry, ...]
    provenance: Provenance
    told: tuple[str, ...] | None = None


def read_squares(words: str) -> tuple[Square, ...]:
    """The squares I to III from three symbols with blanks between: `-`, `H`, `HH`, `B`, `BH` or `BHH`."""
    symbols = words.split()
    if len(symbols) != 3 or not set(symbols) <= set(SYMBOLS):
        raise NotationError(f"'{words}' are no squares; expected three of {', '.join(SYMBOLS)} with blanks between")
    return tuple(SYMBOLS[symbol] for symbol in symbols)


SQUARES: Word[Any] = Word("row of squares", read_squares, str, ".*", "H B -")
_SCHEMA = Schema(CatalogError, {"squares": SQUARES})


def structured(table: Mapping[str, Any], source: str) -> ProfileEntry:
    """Raises CatalogError that names everything in the table that cannot be read."""
    entries = _inheriting(table, Provenance.PROVISIONAL.value)
    if isinstance(entries.get("commanders"), dict):
        del entries["commanders"]["provenance"]
    return _SCHEMA.structure(ProfileEntry, entries, source)


def _inheriting(entries: Any, base: object) -> Any:
    """The entries, each table with the provenance of the one around it where it says nothing."""
    if isinstance(entries, list):
        return [_inheriting(entry, base) for entry in entries]
    if not isinstance(entries, Mapping):
        return entries
    own = entries.get("provenance", base)
    known = own if own in tuple(Provenance) else base
    return {**{key: _inheriting(entry, known) for key, entry in entries.items()}, "provenance": own}
