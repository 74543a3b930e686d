"""Board profiles: TOML to `Profile` and back, and every printed value by its place.

A profile is one readable file with everything printed on one copy of the game. Each table may say its `provenance`;
what says nothing has that of the table around it.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar

from companion.core.facts import Fact, Provenance, toml
from companion.errors import CatalogError
from companion.games.iron_sky.catalog import (
    SYMBOL_OF,
    SYMBOLS,
    BattleCard,
    BoardFacts,
    Command,
    CommandCard,
    Commander,
    Effect,
    Ground,
    MeterStep,
    Operation,
    OrbitSector,
    Profile,
    Resource,
    Side,
    SpecialCard,
    Square,
    TimeToken,
)
from companion.games.iron_sky.profile_checks import faults
from companion.games.iron_sky.settings import BOARDS

T = TypeVar("T")
Row = Mapping[str, Any]

PROVISIONAL_FILE = "provisional.toml"


@lru_cache(maxsize=1)
def provisional_profile() -> Profile:
    """The profile that ships: complete, playable, and made up wherever the rulebook prints nothing."""
    text = files("companion.games.iron_sky").joinpath(PROVISIONAL_FILE).read_text(encoding="utf-8")
    return read_profile(text, PROVISIONAL_FILE)


def read_profile(text: str, source: str) -> Profile:
    """A checked profile from its TOML. Raises CatalogError naming `source`, the entry and what is expected."""
    return _checked(_parsed(text, source), source)


def overlaid(base: Profile, text: str, source: str) -> Profile:
    """The base with the entries of a partial profile: tables merge, lists and values replace. Raises CatalogError."""
    return _checked(_merged(tomllib.loads(write_profile(base)), _parsed(text, source)), source)


def _parsed(text: str, source: str) -> Row:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CatalogError(f"{source} is not TOML: {error}.") from error


def _merged(base: Row, over: Row) -> Row:
    both = {key: value for key, value in over.items() if isinstance(value, dict) and isinstance(base.get(key), dict)}
    return {**base, **over, **{key: _merged(base[key], value) for key, value in both.items()}}


def _checked(table: Row, source: str) -> Profile:
    try:
        profile = _profile(table)
    except (KeyError, ValueError, TypeError) as error:
        raise CatalogError(f"{source}: {error}; compare with {PROVISIONAL_FILE}.") from error
    if found := list(faults(profile)):
        raise CatalogError(f"{source}: {found[0]}")
    return profile


def _profile(table: Row) -> Profile:
    base = Provenance(table.get("provenance", Provenance.PROVISIONAL))
    _only(table, "name provenance boards white commanders battle_cards specials operations tokens", "the profile")
    white = _need(table, "white", "the profile")
    profile = Profile(
        name=str(_need(table, "name", "the profile")),
        digest="",
        boards={board: _board(_need(table["boards"], board, "boards"), board, base) for board in BOARDS},
        white=tuple((str(start), str(end)) for start, end in white["routes"]),
        white_provenance=_provenance(white, base),
        commanders={id: _commander(id, row, base) for id, row in table["commanders"].items()},
        battle_cards=_by_id(_cards(table, "battle_cards", _battle_card, base)),
        specials=_by_id(_cards(table, "specials", _special, base)),
        operations=_by_id(_cards(table, "operations", _operation, base)),
        tokens=_by_id(_token(row, base) for row in table["tokens"]),
    )
    object.__setattr__(profile, "digest", hashlib.sha256(write_profile(profile).encode()).hexdigest()[:12])
    return profile


def _need(row: Row, key: str, where: str) -> Any:
    if key not in row:
        raise ValueError(f"'{key}' is missing in {where}")
    return row[key]


def _only(row: Row, known: str, where: str) -> None:
    for key in row:
        if key not in known.split():
            raise ValueError(f"unknown entry '{key}' in {where}")


def _provenance(row: Row, base: Provenance) -> Provenance:
    return Provenance(row.get("provenance", base))


def _by_id(cards: Iterator[T]) -> dict[str, T]:
    table: dict[str, T] = {}
    for card in cards:
        id = str(card.id)  # type: ignore[attr-defined]
        if id in table:
            raise ValueError(f"'{id}' comes twice")
        table[id] = card
    return table


def slug(name: str) -> str:
    """A name as an id: lower case, words joined by underscores."""
    return "_".join("".join(c if c.isalnum() else " " for c in name.lower()).split())


def _board(row: Row, board: str, base: Provenance) -> BoardFacts:
    _only(row, "provenance territories orange sectors meter", f"board {board}")
    own = _provenance(row, base)
    return BoardFacts(
        territories=tuple(
            _made(Ground, {**t, "provenance": _provenance(t, own)}, f"territory of {board}") for t in row["territories"]
        ),
        orange=tuple((int(one), int(other)) for one, other in row["orange"]),
        sectors=tuple(
            OrbitSector(int(s["number"]), tuple(s["red"]), _provenance(s, own)) for s in _need(row, "sectors", board)
        ),
        meter=tuple(
            _made(MeterStep, {**m, "provenance": _provenance(m, own)}, f"meter of {board}") for m in row["meter"]
        ),
        provenance=own,
    )


def _made(kind: type[T], row: Row, where: str) -> T:
    """A value of the kind from exactly its fields, each of the type it is declared with."""
    names = [f.name for f in fields(kind)]  # type: ignore[arg-type]
    _only(row, " ".join(names), where)
    for name in names:
        _need(row, name, where)
    types = {f.name: str(f.type) for f in fields(kind)}  # type: ignore[arg-type]
    for name, value in row.items():
        if types[name] in ("int", "str", "bool") and type(value).__name__ != types[name]:
            raise ValueError(f"'{name}' of {where} is {value!r}, expected {types[name]}")
    return kind(**row)


def _commander(id: str, row: Row, base: Provenance) -> Commander:
    _only(row, "provenance name side money politics reward cards", f"commander {id}")
    own = _provenance(row, base)
    return Commander(
        id=id,
        name=str(_need(row, "name", f"commander {id}")),
        side=Side(row["side"]),
        money=int(row["money"]),
        politics=int(row["politics"]),
        reward=Resource(row["reward"]),
        cards=tuple(_command_card(id, card, own) for card in row["cards"]),
        provenance=own,
    )


def _command_card(commander: str, row: Row, base: Provenance) -> CommandCard:
    _only(row, "provenance name commands price pay number politics copies", f"a card of {commander}")
    return CommandCard(
        id=f"{commander}_{slug(_need(row, 'name', f'a card of {commander}'))}",
        name=str(row["name"]),
        commands=tuple(Command(command) for command in row["commands"]),
        price=int(row["price"]),
        pay=tuple(Resource(resource) for resource in row["pay"]),
        number=int(row.get("number", 0)),
        politics=bool(row.get("politics", False)),
        copies=int(row["copies"]),
        provenance=_provenance(row, base),
    )


def _cards(table: Row, key: str, make: Any, base: Provenance) -> Iterator[Any]:
    for side in Side:
        yield from (make(side, row, base) for row in table[key][side.value])


def _battle_card(side: Side, row: Row, base: Provenance) -> BattleCard:
    _only(row, "provenance name tactic attack defence copies", f"a battle card of {side.value}")
    return BattleCard(
        id=f"{side.value}_{slug(row['name'])}",
        name=str(row["name"]),
        side=side,
        tactic=str(row["tactic"]),
        attack=squares(row["attack"]),
        defence=squares(row["defence"]),
        copies=int(row["copies"]),
        provenance=_provenance(row, base),
    )


def squares(symbols: str) -> tuple[Square, ...]:
    """The squares I to III from three symbols with blanks between: `-`, `H`, `HH`, `B`, `BH` or `BHH`."""
    words = symbols.split()
    if len(words) != 3 or any(word not in SYMBOLS for word in words):
        raise ValueError(f"'{symbols}' is not three of {' '.join(SYMBOLS)}")
    return tuple(SYMBOLS[word] for word in words)


def _special(side: Side, row: Row, base: Provenance) -> SpecialCard:
    _only(row, "provenance name price pay effect resource amount", f"a special command of {side.value}")
    return SpecialCard(
        id=f"{side.value}_special_{slug(row['name'])}",
        name=str(row["name"]),
        side=side,
        price=int(row["price"]),
        pay=tuple(Resource(resource) for resource in row["pay"]),
        effect=Effect(row["effect"]),
        resource=Resource(row.get("resource", row["pay"][0])),
        amount=int(row.get("amount", 0)),
        provenance=_provenance(row, base),
    )


def _operation(side: Side, row: Row, base: Provenance) -> Operation:
    _only(row, "provenance name vp", f"a secret operation of {side.value}")
    id = f"{side.value}_operation_{slug(row['name'])}"
    return Operation(id, str(row["name"]), side, int(row["vp"]), _provenance(row, base))


def _token(row: Row, base: Provenance) -> TimeToken:
    _only(row, "provenance change sector copies", "a time token")
    change, sector = int(row["change"]), int(row["sector"])
    sign = "plus" if change > 0 else "minus"
    name = f"{change:+d} sector {sector}"
    return TimeToken(f"token_{sign}_{sector}", name, change, sector, int(row["copies"]), _provenance(row, base))


def write_profile(profile: Profile) -> str:
    """The profile's TOML, complete: reading it gives an equal profile."""
    lines = [f"name = {_toml(profile.name)}", ""]
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
        return toml(" ".join(SYMBOL_OF[square] for square in value))
    return toml(value)


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
