"""Positions as TOML, both ways: forgiving for those who write them by hand, and clear about all that cannot be read.

Only `players` is needed; whatever is left out (None) has the value it has in the middle of a round. What nobody has
seen follows from all the rest: cards that left the game are listed under `gone`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from typing import Annotated, Any, Literal

from companion.core.choices import Choices
from companion.core.game import Seat
from companion.core.notation_words import Word, counted, named, one_of, seat
from companion.core.rules import faults
from companion.core.schema import Schema, at_least
from companion.core.table import Piece
from companion.errors import ConfigError, NotationError
from companion.games.new_world_order.catalog import ONCE_PER_GAME, Catalog, Effect
from companion.games.new_world_order.game_flow import leading_character
from companion.games.new_world_order.invariants import PHYSICAL
from companion.games.new_world_order.notation import card_word, spellings
from companion.games.new_world_order.piles import laid_outside, slot_count
from companion.games.new_world_order.pyramid import PLACES
from companion.games.new_world_order.settings import SETTINGS
from companion.games.new_world_order.state import (
    BEGINNING,
    EMPTY,
    SEATS,
    Acted,
    Deal,
    Granted,
    Over,
    Phase,
    Pile,
    Player,
    SetUp,
    Stage,
    State,
    Turn,
)

NEW = "(new)"
"""Marks a pile with a special that was taken this round."""

_Seat = Annotated[Seat, "seat"]
_Cards = tuple[Annotated[tuple[Piece, ...], "equal cards"], ...]
_Card = Annotated[Piece, "card"]
_Character = Annotated[Piece, "character"]
_Place = Annotated[Piece | None, "place"]
_Piles = tuple[Annotated[Pile, "pile"], ...]
_Row2 = tuple[_Place, _Place]
_Row3 = tuple[_Place, _Place, _Place]
_Row4 = tuple[_Place, _Place, _Place, _Place]


@dataclass(frozen=True, slots=True)
class _PlayerEntry:
    name: str | None = None
    character: _Character | None = None
    second: _Character | None = None
    starters: tuple[_Card, ...] | None = None
    slots: _Piles | None = None
    outside: _Piles = ()
    tiles: tuple[Annotated[Piece, "tile"], ...] | None = None
    triangles: tuple[Annotated[Piece, "corporation"], ...] | None = None
    passed: bool = False
    acted: bool = False
    spent: tuple[Annotated[str, "power"], ...] = ()
    goals: tuple[Annotated[str, "goal"], ...] | None = None


@dataclass(frozen=True, slots=True)
class _PyramidEntry:
    layer4: tuple[tuple[_Place]] | None = None
    layer3: tuple[_Row2, _Row2] | None = None
    layer2: tuple[_Row3, _Row3, _Row3] | None = None
    layer1: tuple[_Row4, _Row4, _Row4, _Row4] | None = None


@dataclass(frozen=True, slots=True)
class _PositionEntry:
    game: Literal["new_world_order"] | None = None
    version: Literal[1] | None = None
    phase: Phase | None = None
    round: Annotated[int, at_least(1)] | None = None
    on_turn: _Seat | None = None
    last: _Seat | None = None
    again: _Seat | None = None
    disc: _Seat | None = None
    extra: Annotated[int, at_least(0)] = 0
    lawed: bool = False
    added: bool = False
    final: bool = False
    market: _Cards | None = None
    reserve: _Cards = ()
    open: _Cards = ()
    dropped: tuple[_Seat, ...] = ()
    owed: Annotated[int, at_least(0)] = 0
    gone: _Cards | None = None
    deck: int | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    pyramid: _PyramidEntry | None = None
    players: tuple[_PlayerEntry, ...] = ()

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= 5:
            raise NotationError(f"players: expected 2 to 5 [[players]] tables, not {len(self.players)}")
        seats = SEATS[: len(self.players)]
        for named_seat in (self.on_turn, self.last, self.again, self.disc, *self.dropped):
            if named_seat is not None and named_seat not in seats:
                raise NotationError(f"there is no seat {named_seat}; seats are A to {seats[-1]}")
        for player in self.players:
            if player.goals is not None and len(set(player.goals)) < len(player.goals):
                raise NotationError("goals: a Great Goal is named twice")


@lru_cache(maxsize=16)
def _schema(catalog: Catalog) -> Schema:
    card, tile = card_word(catalog), named("tile", spellings(catalog.tiles))
    words: Mapping[str, Word[Any]] = {
        "seat": seat(SEATS),
        "card": card,
        "equal cards": counted(card, " + "),
        "corporation": named("corporation", spellings(catalog.corporations)),
        "character": named("character", spellings(catalog.characters)),
        "tile": tile,
        "place": _or_nothing(tile, None),
        "pile": _or_nothing(_pile(catalog, card), EMPTY),
        "power": one_of("power", {power.value: power.value for power in ONCE_PER_GAME}),
        "goal": _goal(catalog),
    }
    return Schema(NotationError, words)


def _goal(catalog: Catalog) -> Word[Piece]:
    """Written by its id."""
    return named("Great Goal", {id: (id, goal.en, goal.et, goal.short) for id, goal in catalog.goals.items()})


def _or_nothing(word: Word[Any], nothing: object) -> Word[Any]:
    """The word, or empty quotes."""
    return replace(
        word,
        read=lambda words: word.read(words) if words else nothing,
        write=lambda value: "" if value == nothing else word.write(value),
        pattern=".*",
    )


def _pile(catalog: Catalog, card: Word[Piece]) -> Word[Pile]:
    cards = counted(card, " + ")

    def read(words: str) -> Pile:
        pile = Pile(cards.read(words.removesuffix(NEW)), fresh=words.endswith(NEW))
        if pile.fresh and not any(card in catalog.specials for card in pile.cards):
            raise NotationError(f"'{words}': {NEW} is said of specials only")
        return pile

    return Word(
        "pile",
        read,
        lambda pile: f"{cards.write(pile.cards)} {NEW}" if pile.fresh else cards.write(pile.cards),
        cards.pattern,
        cards.example,
    )


# --- reading ---


def read_position(catalog: Catalog, notation: str) -> State:
    """Raises NotationError that says all that cannot be read or be in any game, and what is expected there."""
    entry = _schema(catalog).read(_PositionEntry, notation, "the position")
    bare = State(catalog, _choices(entry.settings), _named(entry.players), (), _tiles(entry.pyramid))
    phase = entry.phase or Phase.TURNS
    players = tuple(
        _player(bare, player, each, phase) for player, each in zip(bare.players, entry.players, strict=True)
    )
    state = replace(
        bare,
        players=players,
        stage=_stage(bare, entry),
        round=1 if entry.round is None else entry.round,
        on_turn=entry.on_turn or "A",
        market=_cards(entry.market),
        reserve=_cards(entry.reserve),
        disc=entry.disc,
    )
    return _checked(replace(state, unseen=_unseen(state, _cards(entry.gone))), entry.deck)


_KEYS = {
    Phase.SETUP: (),
    Phase.DEAL: ("added", "open", "dropped", "owed"),
    Phase.TURNS: ("added", "final", "last", "lawed", "extra", "again"),
    Phase.OVER: ("final",),
}
"""What a position says of each stage besides its name."""


def _stage(bare: State, entry: _PositionEntry) -> Stage:
    """The stage that these keys describe. Raises NotationError where they contradict each other."""
    phase = entry.phase or Phase.TURNS
    for name in dict.fromkeys(chain(*_KEYS.values())):
        if getattr(entry, name) and name not in _KEYS[phase]:
            raise NotationError(f"The position: phase = '{phase.value}' has no '{name}'.")
    match phase:
        case Phase.SETUP:
            return BEGINNING
        case Phase.DEAL:
            if entry.dropped and Effect.CUT_LOSSES not in map(bare.catalog.effect, chain(*entry.open)):
                raise NotationError("The position: dropped: nobody drops cards, since no Cut the Losses is open.")
            if entry.owed and bare.choices["replacement"] != "corporation":
                raise NotationError("The position: owed: any card replaces another where replacement = 'anyCard'.")
            return Deal(entry.added, entry.open, tuple(sorted(set(entry.dropped))), entry.owed)
        case Phase.TURNS:
            if entry.again is not None and bare.choices["stackedSpecials"] == "oneEffect":
                raise NotationError("The position: again: nobody robs twice where stackedSpecials = 'oneEffect'.")
            return Turn(entry.added, entry.final, _came_before(bare, entry), entry.again)
        case Phase.OVER:
            return Over(entry.final)


def _came_before(bare: State, entry: _PositionEntry) -> Acted | Granted | None:
    most = 2 if bare.choices["stackedSpecials"] == "bothEffects" else 1
    if entry.extra > most:
        raise NotationError(f"The position: extra: Above the Law grants {most} at most, not {entry.extra}.")
    if entry.extra:
        if entry.last is not None:
            raise NotationError("The position: last: nobody has acted since Above the Law granted the extra action.")
        return Granted(entry.extra)
    if entry.last is not None:
        return Acted(entry.last, entry.lawed)
    if entry.lawed:
        raise NotationError("The position: lawed: it is said of whoever acted last, and last is missing.")
    return None


def _stage_keys(stage: Stage) -> dict[str, Any]:
    """The keys that describe the stage."""
    match stage:
        case SetUp():
            return {}
        case Deal(added, open, dropped, owed):
            return {"added": added, "open": open, "dropped": dropped, "owed": owed}
        case Turn(added, final, after, again):
            keys = {"added": added, "final": final, "again": again}
            match after:
                case Acted(seat, lawed):
                    return {**keys, "last": seat, "lawed": lawed}
                case Granted(actions):
                    return {**keys, "extra": actions}
                case None:
                    return keys
        case Over(final):
            return {"final": final}


def _choices(chosen: Mapping[str, str]) -> Choices:
    try:
        return Choices.of(SETTINGS, chosen)
    except ConfigError as error:
        raise NotationError(f"The position: settings: {error}") from error


def _named(entries: Iterable[_PlayerEntry]) -> tuple[Player, ...]:
    names = (seat if entry.name is None else entry.name for seat, entry in zip(SEATS, entries, strict=False))
    return tuple(Player(name, ()) for name in names)


def _player(bare: State, player: Player, entry: _PlayerEntry, phase: Phase) -> Player:
    player = replace(player, character=entry.character, second=entry.second)
    leading, piles = leading_character(player), entry.slots or ()
    begun = leading is not None and phase is not Phase.SETUP
    named_there = bare.catalog.characters[leading or ""].starters if begun else ()
    return replace(
        player,
        slots=(*piles, *(EMPTY,) * (slot_count(bare, player) - len(piles))),
        starters=named_there if entry.starters is None else entry.starters,
        outside=laid_outside(bare, (pile for pile in entry.outside if pile)),
        tiles=tuple(sorted(entry.tiles or ())),
        triangles=entry.triangles or (),
        passed=entry.passed,
        acted=entry.acted,
        spent=tuple(sorted(entry.spent)),
        goals=entry.goals,
    )


def _tiles(entry: _PyramidEntry | None) -> tuple[Piece | None, ...]:
    layers: dict[int, Any] = {
        layer: getattr(entry, f"layer{layer}") for layer in (1, 2, 3, 4) if getattr(entry, f"layer{layer}", None)
    }
    return tuple(layers[layer][row][column] if layer in layers else None for layer, row, column in PLACES)


def _cards(groups: _Cards | None) -> tuple[Piece, ...]:
    return tuple(sorted(card for group in groups or () for card in group))


def _unseen(state: State, gone: tuple[Piece, ...]) -> tuple[int, ...]:
    """All cards, less those on the table and those that are gone."""
    seen = visible_cards(state) + Counter(gone)
    return tuple(copies - seen[card] for card, copies in state.catalog.cards.items())


def _checked(state: State, deck: int | None) -> State:
    wrong = [f"{fault.reason} {fault.repair} [{fault.rule}]" for fault in faults(PHYSICAL, state)]
    if not wrong and deck not in {None, state.deck}:
        wrong = [f"deck: all other cards leave {state.deck} to be dealt; cards out of the game are listed under gone."]
    if wrong:
        raise NotationError(f"The position: {' '.join(wrong)}")
    return state


# --- writing ---


def write_position(state: State) -> str:
    """Everything there is to say of a state, in the words that `read_position` reads."""
    changed = dict(state.choices.changed)
    entry = _PositionEntry(
        game="new_world_order",
        version=1,
        phase=state.phase,
        round=state.round,
        on_turn=state.on_turn,
        market=_grouped(state.market),
        reserve=_grouped(state.reserve),
        gone=_grouped(gone(state)),
        deck=state.deck,
        settings={name: changed[name] for name in state.choices if name in changed},
        pyramid=_PyramidEntry(**{f"layer{layer}": _rows(state, layer) for layer in (1, 2, 3, 4)}),
        players=tuple(_player_entry(player) for player in state.players),
        disc=state.disc,
        **_stage_keys(state.stage),
    )
    return _schema(state.catalog).write(entry)


def _player_entry(player: Player) -> _PlayerEntry:
    return _PlayerEntry(**{name: getattr(player, name) for name in _PlayerEntry.__dataclass_fields__})


def _grouped(cards: Sequence[Piece]) -> _Cards:
    return tuple((card,) * count for card, count in sorted(Counter(cards).items()))


def _rows(state: State, layer: int) -> Any:
    size = 5 - layer
    tiles = [tile for place, tile in zip(PLACES, state.pyramid, strict=True) if place[0] == layer]
    return tuple(tuple(tiles[row * size : (row + 1) * size]) for row in range(size))


def gone(state: State) -> tuple[Piece, ...]:
    """The cards that left the game: all there are, less those to be seen and those never seen."""
    rest = Counter(state.catalog.cards)
    rest.subtract(dict(zip(state.catalog.cards, state.unseen, strict=True)))
    rest.subtract(visible_cards(state))
    return tuple(sorted((+rest).elements()))


def visible_cards(state: State) -> Counter[Piece]:
    """All play cards lying on the table."""
    seen = Counter((*state.market, *state.reserve, *state.open))
    for player in state.players:
        for pile in (*player.slots, *player.outside):
            seen.update(pile.cards)
    return seen
