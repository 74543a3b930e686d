"""Board profiles read from TOML.

A profile is one readable file with everything printed on one copy of the game. Each table may say its `provenance`;
what says nothing has that of the table around it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Any, TypeVar

from companion.core import toml
from companion.core.facts import Fact, Provenance
from companion.core.notation_words import Word
from companion.core.schema import MOST_FAULTS, Constraint, Schema, at_least
from companion.errors import CatalogError, NotationError
from companion.games.iron_sky.catalog import (
    SYMBOL_OF,
    SYMBOLS,
    BattleCard,
    BoardFacts,
    Command,
    CommandCard,
    Commander,
    Effect,
    Name,
    Operation,
    Profile,
    Resource,
    Side,
    SpecialCard,
    Square,
    TimeToken,
)
from companion.games.iron_sky.profile_checks import faults
from companion.games.iron_sky.settings import BOARDS

# --- what stands in its TOML ---


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


# --- writing it, and its facts ---


def write_profile(profile: Profile) -> str:
    """The profile's TOML, complete: reading it gives an equal profile."""
    told = [] if profile.told is None else [f"told = {_toml(sorted(profile.told))}"]
    lines = [f"name = {_toml(profile.name)}", *told, ""]
    for board, facts in profile.boards.items():
        lines += [f"[boards.{board}]", f"provenance = {_toml(facts.provenance)}"]
        lines += [f"orange = {_toml([list(pair) for pair in facts.orange])}"]
        for key in ("territories", "sectors", "meter"):
            lines += [f"{key} = [", *(f"    {_inline(row)}," for row in getattr(facts, key)), "]"]
        lines.append("")
    white = [list(pair) for pair in profile.white]
    lines += ["[white]", f"provenance = {_toml(profile.white_provenance)}", f"routes = {_toml(white)}", ""]
    for commander in profile.commanders.values():
        lines.append(f"[commanders.{commander.id}]")
        lines += [
            f"{f.name} = {_toml(getattr(commander, f.name))}"
            for f in fields(Commander)
            if f.name not in ("id", "cards")
        ]
        lines += ["cards = [", *(f"    {_inline(card)}," for card in commander.cards), "]", ""]
    for key in ("battle_cards", "specials", "operations"):
        lines.append(f"[{key}]")
        for side in Side:
            cards = [card for card in getattr(profile, key).values() if card.side is side]
            lines += [f"{side.value} = [", *(f"    {_inline(card)}," for card in cards), "]"]
        lines.append("")
    lines += [f"[[tokens]]\n{_lines(token)}\n" for token in profile.tokens.values()]
    return "\n".join(lines)


_COMPUTED = {CommandCard: {"id"}, BattleCard: {"id", "side"}, SpecialCard: {"id", "side"}, Operation: {"id", "side"}}
_COMPUTED_TOKEN = {"id", "name"}


def _pairs(value: Any) -> Iterator[tuple[str, str]]:
    hidden = _COMPUTED_TOKEN if isinstance(value, TimeToken) else _COMPUTED.get(type(value), set())
    for f in fields(value):
        if f.name not in hidden:
            yield f.name, _toml(getattr(value, f.name))


def _inline(value: Any) -> str:
    return "{ " + ", ".join(f"{name} = {text}" for name, text in _pairs(value)) + " }"


def _lines(value: Any) -> str:
    return "\n".join(f"{name} = {text}" for name, text in _pairs(value))


def _toml(value: Any) -> str:
    """As TOML; the squares of a battle card as their symbols."""
    if isinstance(value, tuple) and value and isinstance(value[0], Square):
        return toml.value(" ".join(SYMBOL_OF[square] for square in value))
    return toml.value(value)


@lru_cache(maxsize=8)
def facts(profile: Profile) -> tuple[Fact, ...]:
    """Every printed value of the copy by its place, such as `america.3.vp`."""
    return tuple(_facts(profile))


def _facts(profile: Profile) -> Iterator[Fact]:
    for board, printed in profile.boards.items():
        orange = _toml(sorted(sorted(pair) for pair in printed.orange))
        yield Fact(f"{board}.orange", orange, printed.provenance)
        for ground in printed.territories:
            yield from _facts_of(f"{board}.{ground.number}", ground)
        for sector in printed.sectors:
            yield from _facts_of(f"{board}.o{sector.number}", sector)
        for position, step in enumerate(printed.meter):
            yield from _facts_of(f"{board}.meter.{position}", step)
    yield Fact("white.routes", _toml(sorted(list(pair) for pair in profile.white)), profile.white_provenance)
    for group in (profile.commanders, profile.cards, profile.battle_cards, profile.specials, profile.operations):
        for id, value in group.items():
            yield from _facts_of(id, value)
    for id, token in profile.tokens.items():
        yield from _facts_of(id, token)


def _facts_of(where: str, value: Any) -> Iterator[Fact]:
    for f in fields(value):
        part = getattr(value, f.name)
        if f.name not in ("id", "cards", "provenance") and not is_dataclass(part):
            yield Fact(f"{where}.{f.name}", _toml(part), value.provenance)


# --- reading it ---


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
