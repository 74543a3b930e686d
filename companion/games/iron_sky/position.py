"""A whole position read from TOML.

What a position leaves out is as after set-up, or follows from the rest: supplies from the tiles on the boards, the
Occupation marker from control, hands and decks from the open piles. Hidden cards are counts.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field, fields, make_dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar

from companion.core import notation_words as words
from companion.core.game import Options
from companion.core.notation_words import Word
from companion.core.rules import faults
from companion.core.schema import Constraint, Schema, between, some_of
from companion.errors import ConfigError, NotationError
from companion.games.iron_sky.battle import fresh_deck
from companion.games.iron_sky.board import derived_occupation
from companion.games.iron_sky.catalog import (
    ELITES,
    HAND,
    REICH_TILES,
    TERRITORIES,
    TILE_SIDE,
    TILES,
    UWC_TILES,
    CardId,
    Effect,
    Profile,
    Side,
)
from companion.games.iron_sky.invariants import PHYSICAL
from companion.games.iron_sky.names import TITLE
from companion.games.iron_sky.notation import vocabulary
from companion.games.iron_sky.profile import SQUARES
from companion.games.iron_sky.state import (
    PLAYER_OF,
    UNKNOWN_CARD,
    Army,
    Battle,
    BattleDeck,
    BoardState,
    Count,
    Fighter,
    OpenCard,
    Phase,
    Player,
    Stack,
    State,
    Strike,
    Territory,
    Tiles,
    Todo,
    UwcPlayer,
    stacks,
)
from companion.games.iron_sky.turn import deck_size

# --- what stands in its TOML ---


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


# --- reading it ---


V = TypeVar("V")


def read_position(profile: Profile, start: Callable[[Options], State], notation: str) -> State:
    """A state from its TOML. Raises NotationError naming every entry that cannot be."""
    entry = read_entries(profile, notation)
    _same_profile(profile, entry.profile)
    try:
        state = start(Options(tuple(player.name for player in entry.players), entry.settings))
    except ConfigError as error:
        raise NotationError(f"The position's settings: {error}") from error
    if unused := [board for board in entry.boards if board not in state.map.boards]:
        raise NotationError(f"The position: boards {unused[0]} is not in play; use {', '.join(state.map.boards)}.")
    state = _with_table(state, entry)
    state = replace(state, players=tuple(map(_player, [state] * len(state.players), state.players, entry.players)))
    state = replace(
        state,
        battle=_battle(state, entry.battle) if entry.battle else None,
        last_battle=_battle(state, entry.last_battle) if entry.last_battle else None,
    )
    if wrong := faults(PHYSICAL, state):
        said = " ".join(f"{fault.reason} {fault.repair} [{fault.rule}]" for fault in wrong)
        raise NotationError(f"The position: {said}")
    return state


def _same_profile(profile: Profile, wanted: str | None) -> None:
    if wanted not in (None, profile.digest, f"{profile.name} {profile.digest}"):
        raise NotationError(
            f"The position was made with profile '{wanted}'; this game has '{profile.name} {profile.digest}'."
        )


def _said(value: V | None, otherwise: V) -> V:
    return otherwise if value is None else value


def _with_table(state: State, entry: PositionEntry) -> State:
    pool, banks = entry.pool, entry.banks
    state = replace(
        state,
        phase=entry.phase,
        side=entry.side,
        round=_said(entry.round, 1 + len(entry.tokens)),
        tokens=entry.tokens,
        bank_reich=_said(banks.reich, state.bank_reich),
        bank_uwc=_said(banks.uwc, state.bank_uwc),
        loans=_said(pool.loans, state.loans),
        advice=_said(pool.advice, state.advice),
        neutral=_said(pool.neutral, state.neutral),
        gone=tuple(sorted(pool.gone)),
        boards=tuple(_board(state, board, entry.boards.get(board.name)) for board in state.boards),
    )
    return replace(state, spent_specials=tuple(sorted({*pool.spent_specials, *_laid_specials(state)})))


def _laid_specials(state: State) -> Iterator[CardId]:
    """Special commands that lie on a board: they have left their decks (ISK-153)."""
    if state.plays("special_commands"):
        yield from (card for board in state.boards for card in _improvements(board))
        nuclear = [card.id for card in state.profile.specials.values() if card.effect is Effect.NUCLEAR]
        nuked = any(territory.nuked for board in state.boards for territory in board.territories)
        yield from nuclear if nuked and len(nuclear) == 1 else ()


def _improvements(board: BoardState) -> Iterator[CardId]:
    return (territory.improvement for territory in board.territories if territory.improvement is not None)


def _board(state: State, board: BoardState, entry: Any) -> BoardState:
    """The board as its entry says; `entry` has fields of the copy's own territories and sectors."""
    if entry is None:
        return replace(board, occupation=derived_occupation(board), devastation=derived_occupation(board))
    facts = state.profile.boards[board.name]
    territories = [getattr(entry, f"territory_{ground.number}") for ground in facts.territories]
    orbit = [getattr(entry, f"o{sector.number}") for sector in facts.sectors]
    numbers, sectors = ([part.number for part in parts] for parts in (facts.territories, facts.sectors))
    read = replace(
        board,
        territories=tuple(map(_said, territories, board.territories)),
        orbit=tuple(map(_said, orbit, board.orbit)),
        terror=None if entry.terror is None else numbers.index(entry.terror),
        jamming=None if entry.jamming is None else sectors.index(entry.jamming),
    )
    occupation = _said(entry.occupation, derived_occupation(read))
    return replace(read, occupation=occupation, devastation=_said(entry.devastation, occupation))


# --- players ---

_AS_SAID = ("trophies", "initiative", "done", "readied", "operation", "fulfilled", "discard")
_OF_SIDE = {
    side: tuple(f.name for f in fields(kind) if f.name not in Player.__dataclass_fields__)
    for side, kind in PLAYER_OF.items()
}
"""What only players of one side have."""


def _player(state: State, player: Player, entry: PlayerEntry) -> Player:
    for name in ("seat", "side", "board"):
        if (said := getattr(entry, name)) not in (None, getattr(player, name)):
            raise NotationError(
                f"Player {player.seat} has {name} '{said}'; seats go clockwise, so it is '{getattr(player, name)}'."
            )
    own = [one.id for one in state.profile.commanders.values() if one.side is player.side]
    if entry.commander is not None and entry.commander not in own:
        raise NotationError(
            f"'{entry.commander}' is no commander of player {player.seat}; expected {' or '.join(own)}."
        )
    specials = _specials(state, player, entry)
    held = _cards_held(state, entry, specials)
    hand = _said(entry.hand, min(HAND, held))
    return replace(
        _with_tracks(state, player, entry),
        commander=entry.commander,
        todo=_todo(state, entry.todo) if entry.todo is not None else None,
        hand=hand,
        deck=_said(entry.deck, max(held - hand, 0)),
        battle=_battle_deck(state, entry.battle),
        supply=_said(entry.supply, _tiles_left(state, player)),
        specials=specials,
        **{name: getattr(entry, name) for name in _AS_SAID},
    )


def _with_tracks(state: State, player: Player, entry: PlayerEntry) -> Player:
    """What players of his side have, as said; else as after set-up."""
    for name in _OF_SIDE[player.side.enemy]:
        if getattr(entry, name):
            raise NotationError(f"Player {player.seat} is of {TITLE[player.side]}, which has no '{name}'.")
    if isinstance(player, UwcPlayer):
        facts = state.profile.commanders[entry.commander] if entry.commander is not None else None
        placed = any(ELITES[player.board] == stack.elite for stack in stacks(state))
        start = (facts.money, facts.politics) if facts is not None else (0, 0)
        player = replace(player, money=start[0], politics=start[1], elite=player.elite and not placed)
    said = {name: getattr(entry, name) for name in _OF_SIDE[player.side]}
    return replace(player, **{name: value for name, value in said.items() if value is not None})


def _specials(state: State, player: Player, entry: PlayerEntry) -> tuple[CardId, ...]:
    """Those that are said to be his, and the improvements of his side on his board: he laid them (ISK-155)."""
    cards = state.profile.specials
    laid = _improvements(state.board(player.board)) if state.plays("special_commands") else ()
    own = (card for card in laid if cards[card].side is player.side)
    return tuple(dict.fromkeys((*entry.specials, *own)))


def _cards_held(state: State, entry: PlayerEntry, specials: tuple[CardId, ...]) -> int:
    """The command cards that are neither on the open pile nor out of the game."""
    out = sum(card in state.spent_specials for card in specials)
    return deck_size(state) - len(entry.discard) - out if entry.commander is not None else 0


def _battle_deck(state: State, entry: BattleDeckEntry) -> BattleDeck:
    fresh = fresh_deck(state.choices)
    deck = _said(entry.deck, max(fresh.deck - len(entry.used), 0))
    return BattleDeck(deck, _said(entry.reserve, fresh.reserve), _said(entry.hand, fresh.hand), entry.used)


def _tiles_left(state: State, player: Player) -> int:
    """The supply that goes with the tiles on the boards."""
    tile = TILES[player.side, player.board]
    out = sum(stack.tiles.count(tile) for stack in stacks(state))
    return (REICH_TILES if player.side is Side.REICH else UWC_TILES) - out


# --- what is under way ---


def _todo(state: State, todo: Todo) -> Todo:
    card = state.profile.cards[todo.card]
    if todo.command not in card.commands:
        raise NotationError(f"'{card.id}' does not show {todo.command.value}; expected {' or '.join(card.commands)}.")
    if todo.base is not None:
        _require(state.map.sites, todo.base, "place")
    return todo


def _battle(state: State, entry: BattleEntry) -> Battle:
    _require(state.map.sites, entry.place, "place")
    for one in (entry.attacker, entry.defender):
        _require([player.seat for player in state.players], one.player, "player")
    strikes = tuple(Strike(*strike) for strike in entry.strikes)
    decided = (entry.shift, entry.fortress, entry.square)
    return Battle(entry.place, entry.attacker, entry.defender, *decided, strikes)


def _require(known: Container[str], name: str, what: str) -> None:
    if name not in known:
        raise NotationError(f"The position names '{name}', which is no {what} of this game.")
