"""Board profiles read from TOML.

A profile is one readable file with everything printed on one copy of the game. Each table may say its `provenance`;
what says nothing has that of the table around it.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar

from companion.core.facts import Provenance
from companion.core.forms import Form, require_forms
from companion.errors import CatalogError, NotationError
from companion.games.iron_sky import profile_forms as forms
from companion.games.iron_sky.catalog import (
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
from companion.games.iron_sky.profile_write import write_profile
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
    except NotationError as error:
        raise CatalogError(f"{source}: {error} Compare with {PROVISIONAL_FILE}.") from error
    if found := list(faults(profile)):
        raise CatalogError(f"{source}: {found[0]}")
    return profile


def _profile(table: Row) -> Profile:
    _require(table, forms.PROFILE, "the profile")
    base = Provenance(table.get("provenance", Provenance.PROVISIONAL))
    boards, white = table["boards"], table["white"]
    _require(boards, forms.BOARDS, "the boards")
    _require(white, forms.WHITE, "the white routes")
    profile = Profile(
        name=table["name"],
        digest="",
        boards={board: _board(boards[board], board, base) for board in BOARDS},
        white=tuple((start, end) for start, end in white["routes"]),
        white_provenance=_provenance(white, base),
        commanders={id: _commander(id, row, base) for id, row in table["commanders"].items()},
        battle_cards=_by_id(_cards(table, "battle_cards", _battle_card, base)),
        specials=_by_id(_cards(table, "specials", _special, base)),
        operations=_by_id(_cards(table, "operations", _operation, base)),
        tokens=_by_id(_token(row, base) for row in table["tokens"]),
    )
    object.__setattr__(profile, "digest", hashlib.sha256(write_profile(profile).encode()).hexdigest()[:12])
    return profile


def _require(row: object, needed: Mapping[str, Form], where: str, optional: Mapping[str, Form] | None = None) -> None:
    """Everything that is needed, and nothing but what is known, in its form; the provenance need not be said."""
    known = {**needed, **(optional or {})}
    require_forms(row, known, where, needed=[key for key in needed if key != "provenance"])


def _provenance(row: Row, base: Provenance) -> Provenance:
    return Provenance(row.get("provenance", base))


def _by_id(cards: Iterator[T]) -> dict[str, T]:
    table: dict[str, T] = {}
    for card in cards:
        id = str(card.id)  # type: ignore[attr-defined]
        if id in table:
            raise NotationError(f"'{id}' comes twice.")
        table[id] = card
    return table


def slug(name: str) -> str:
    """A name as an id: lower case, words joined by underscores."""
    return "_".join("".join(c if c.isalnum() else " " for c in name.lower()).split())


def _board(row: Row, board: str, base: Provenance) -> BoardFacts:
    _require(row, forms.BOARD, f"board {board}")
    own = _provenance(row, base)
    return BoardFacts(
        territories=tuple(_ground(ground, board, own) for ground in row["territories"]),
        orange=tuple((one, other) for one, other in row["orange"]),
        sectors=tuple(_sector(sector, board, own) for sector in row["sectors"]),
        meter=tuple(_meter_step(step, board, own) for step in row["meter"]),
        provenance=own,
    )


def _ground(row: Row, board: str, base: Provenance) -> Ground:
    _require(row, forms.GROUND, f"a territory of {board}")
    return Ground(**{**row, "provenance": _provenance(row, base)})


def _sector(row: Row, board: str, base: Provenance) -> OrbitSector:
    _require(row, forms.SECTOR, f"an orbit sector of {board}")
    return OrbitSector(row["number"], tuple(row["red"]), _provenance(row, base))


def _meter_step(row: Row, board: str, base: Provenance) -> MeterStep:
    _require(row, forms.METER_STEP, f"the meter of {board}")
    return MeterStep(**{**row, "provenance": _provenance(row, base)})


def _commander(id: str, row: Row, base: Provenance) -> Commander:
    _require(row, forms.COMMANDER, f"commander {id}")
    own = _provenance(row, base)
    return Commander(
        id=id,
        name=row["name"],
        side=Side(row["side"]),
        money=row["money"],
        politics=row["politics"],
        reward=Resource(row["reward"]),
        cards=tuple(_command_card(id, card, own) for card in row["cards"]),
        provenance=own,
    )


def _command_card(commander: str, row: Row, base: Provenance) -> CommandCard:
    _require(row, forms.COMMAND_CARD, f"a card of {commander}", forms.COMMAND_CARD_MAY_SAY)
    return CommandCard(
        id=f"{commander}_{slug(row['name'])}",
        name=row["name"],
        commands=tuple(Command(command) for command in row["commands"]),
        price=row["price"],
        pay=tuple(Resource(resource) for resource in row["pay"]),
        number=row.get("number", 0),
        politics=row.get("politics", False),
        copies=row["copies"],
        provenance=_provenance(row, base),
    )


def _cards(table: Row, key: str, make: Callable[[Side, Row, Provenance], T], base: Provenance) -> Iterator[T]:
    _require(table[key], forms.SIDES, key)
    for side in Side:
        yield from (make(side, row, base) for row in table[key][side.value])


def _battle_card(side: Side, row: Row, base: Provenance) -> BattleCard:
    _require(row, forms.BATTLE_CARD, f"a battle card of {side.value}")
    return BattleCard(
        id=f"{side.value}_{slug(row['name'])}",
        name=row["name"],
        side=side,
        tactic=row["tactic"],
        attack=squares(row["attack"]),
        defence=squares(row["defence"]),
        copies=row["copies"],
        provenance=_provenance(row, base),
    )


def squares(symbols: str) -> tuple[Square, ...]:
    """The squares I to III from three symbols with blanks between: `-`, `H`, `HH`, `B`, `BH` or `BHH`."""
    words = symbols.split()
    if len(words) != 3 or any(word not in SYMBOLS for word in words):
        raise NotationError(f"'{symbols}' is not three of {' '.join(SYMBOLS)}.")
    return tuple(SYMBOLS[word] for word in words)


def _special(side: Side, row: Row, base: Provenance) -> SpecialCard:
    _require(row, forms.SPECIAL, f"a special command of {side.value}", forms.SPECIAL_MAY_SAY)
    return SpecialCard(
        id=f"{side.value}_special_{slug(row['name'])}",
        name=row["name"],
        side=side,
        price=row["price"],
        pay=tuple(Resource(resource) for resource in row["pay"]),
        effect=Effect(row["effect"]),
        resource=Resource(row.get("resource", row["pay"][0])),
        amount=row.get("amount", 0),
        provenance=_provenance(row, base),
    )


def _operation(side: Side, row: Row, base: Provenance) -> Operation:
    _require(row, forms.OPERATION, f"a secret operation of {side.value}")
    id = f"{side.value}_operation_{slug(row['name'])}"
    return Operation(id, row["name"], side, row["vp"], _provenance(row, base))


def _token(row: Row, base: Provenance) -> TimeToken:
    _require(row, forms.TOKEN, "a time token")
    change, sector = row["change"], row["sector"]
    sign = "plus" if change > 0 else "minus"
    name = f"{change:+d} sector {sector}"
    return TimeToken(f"token_{sign}_{sector}", name, change, sector, row["copies"], _provenance(row, base))
