"""A whole position read from TOML.

What a position leaves out is as after set-up, or follows from the rest: supplies from the tiles on the boards, the
Occupation marker from control, hands and decks from the open piles. Hidden cards are counts.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar

from companion.core.game import Options
from companion.core.rules import faults
from companion.errors import ConfigError, NotationError
from companion.games.iron_sky.battle import fresh_deck
from companion.games.iron_sky.board import derived_occupation
from companion.games.iron_sky.catalog import ELITES, HAND, REICH_TILES, TILES, UWC_TILES, CardId, Effect, Profile, Side
from companion.games.iron_sky.invariants import PHYSICAL
from companion.games.iron_sky.names import TITLE
from companion.games.iron_sky.position_schema import (
    BattleDeckEntry,
    BattleEntry,
    PlayerEntry,
    PositionEntry,
    read_entries,
)
from companion.games.iron_sky.state import (
    PLAYER_OF,
    Battle,
    BattleDeck,
    BoardState,
    Player,
    State,
    Strike,
    Todo,
    UwcPlayer,
    stacks,
)
from companion.games.iron_sky.turn import deck_size

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
