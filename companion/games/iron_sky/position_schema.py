"""What may stand in a position's TOML; what is left out is None, and follows from the rest (see `position`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, make_dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal

from companion.core import notation_words as words
from companion.core.constraints import Constraint, between, some_of
from companion.core.notation_words import Word
from companion.core.schema import Schema
from companion.errors import NotationError
from companion.games.iron_sky.catalog import TERRITORIES, TILE_SIDE, TILES, Profile, Side
from companion.games.iron_sky.notation import vocabulary
from companion.games.iron_sky.profile_schema import SQUARES
from companion.games.iron_sky.stack import Stack, Tiles
from companion.games.iron_sky.state import (
    UNKNOWN_CARD,
    Army,
    Count,
    Fighter,
    OpenCard,
    Phase,
    Territory,
    Todo,
)

MeterPosition = Annotated[int, between(0, TERRITORIES)]
Fallen = Annotated[Tiles, "tiles"]
Special = Annotated[str, "special"]


@dataclass(frozen=True, slots=True)
class BattleDeckEntry:
    deck: Count | None = None
    reserve: Count | None = None
    hand: Count | None = None
    used: tuple[OpenCard, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    seat: str | None = None
    name: str = ""
    side: Side | None = None
    board: str | None = None
    commander: Annotated[str, "commander"] | None = None
    money: Count | None = None
    politics: Count | None = None
    command: Count | None = None
    hand: Count | None = None
    deck: Count | None = None
    discard: tuple[Annotated[str, "hand_card"], ...] = ()
    specials: tuple[Special, ...] = ()
    battle: BattleDeckEntry = BattleDeckEntry()
    supply: int | None = None
    elite: bool | None = None
    trophies: Count = 0
    elite_trophies: Count | None = None
    initiative: bool = False
    done: bool = False
    given: Count | None = None
    advised: Count | None = None
    readied: bool = False
    operation: Annotated[str, "operation"] | None = None
    fulfilled: bool | None = None
    todo: Todo | None = None


@dataclass(frozen=True, slots=True)
class BattleEntry:
    place: Annotated[str, "place"]
    attacker: Fighter
    defender: Fighter
    shift: Annotated[int, between(-1, 1)] | None = None
    fortress: bool | None = None
    square: Annotated[int, between(0, 3)] = 0
    strikes: tuple[tuple[int, int, Fallen, Fallen], ...] = ()


@dataclass(frozen=True, slots=True)
class PoolEntry:
    loans: Count | None = None
    advice: Count | None = None
    neutral: tuple[Annotated[str, "board"], ...] | None = None
    gone: tuple[Annotated[str, some_of(*TILE_SIDE)], ...] = ()
    spent_specials: tuple[Special, ...] = ()


@dataclass(frozen=True, slots=True)
class BankEntry:
    reich: int | None = None
    uwc: int | None = None


@dataclass(frozen=True)
class PositionEntry:
    game: Literal["iron_sky"] = "iron_sky"
    profile: str | None = None
    phase: Phase = Phase.COMMAND
    side: Side = Side.REICH
    round: Count | None = None
    tokens: tuple[Annotated[str, "ordinary_token"], ...] = ()
    banks: BankEntry = BankEntry()
    pool: PoolEntry = PoolEntry()
    settings: Mapping[str, str] = field(default_factory=dict)
    battle: BattleEntry | None = None
    last_battle: BattleEntry | None = None
    players: tuple[PlayerEntry, ...] = ()
    boards: Mapping[Annotated[str, "board"], Any] = field(default_factory=dict)


def read_entries(profile: Profile, notation: str) -> PositionEntry:
    """Raises NotationError that names everything that cannot be read."""
    return _schema(profile).read(_position_entry(profile), notation, "The position")


@lru_cache(maxsize=8)
def _schema(profile: Profile) -> Schema:
    """Kept, since a schema works out how to read a type when it first does."""
    faces = words.named("battle card", {card: (card,) for card in (UNKNOWN_CARD, *profile.battle_cards)})
    return Schema(NotationError, {**vocabulary(profile), **_WORDS, "open_card": faces})


@lru_cache(maxsize=8)
def _position_entry(profile: Profile) -> type[PositionEntry]:
    """The form of a position on this copy's boards, which have orbit sectors of their own numbers."""
    sectors = sorted({sector.number for facts in profile.boards.values() for sector in facts.sectors})
    sector = Annotated[int, Constraint("the number of a sector", sectors.__contains__)]
    kinds: dict[str, Any] = {
        "occupation": MeterPosition | None,
        "devastation": MeterPosition | None,
        "terror": Annotated[int, between(1, TERRITORIES, "the number of a territory")] | None,
        "jamming": sector | None,
        **{f"territory_{number}": Territory | None for number in range(1, TERRITORIES + 1)},
        **{f"o{number}": Army | None for number in sectors},
    }
    parts = [
        (name, kind, field(default=None, metadata={"key": name.removeprefix("territory_")}))
        for name, kind in kinds.items()
    ]
    board = make_dataclass("BoardEntry", parts, frozen=True)
    boards: Any = ("boards", Mapping[Annotated[str, "board"], board], field(default_factory=dict))  # type: ignore[valid-type]
    return make_dataclass("PositionEntry", [boards], bases=(PositionEntry,), frozen=True)


_TILE = TILES[Side.UWC, "asia"]


def _tiles(said: str) -> Tiles:
    """Tiles from the bottom up, with blanks between."""
    stack = tuple(said.split())
    for tile in stack:
        if tile not in TILE_SIDE:
            raise NotationError(f"there is no tile '{tile}'; expected one such as '{_TILE}'")
    return stack


_WORDS: Mapping[str, Word[Any]] = {
    "army": Word("stack of tiles", lambda said: Stack.of(_tiles(said)), lambda army: " ".join(army.tiles), ".*", _TILE),
    "tiles": Word("row of tiles", _tiles, " ".join, ".*", _TILE),
    "squares": SQUARES,
}
