"""A whole position read from TOML.

What a position leaves out is as after set-up, or follows from the rest: supplies from the tiles on the boards, the
Occupation marker from control, hands and decks from the open piles. Hidden cards are counts.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import replace
from typing import Any, TypeVar

from companion.core.game import Options
from companion.errors import ConfigError, NotationError
from companion.games.iron_sky.battle import fresh_deck
from companion.games.iron_sky.board import derived_occupation
from companion.games.iron_sky.catalog import ELITES, HAND, REICH_TILES, TILE_SIDE, TILES, UWC_TILES, Profile, Side
from companion.games.iron_sky.position_schema import (
    BattleDeckEntry,
    BattleEntry,
    PlayerEntry,
    PositionEntry,
    read_entries,
)
from companion.games.iron_sky.state import (
    Battle,
    BattleDeck,
    BoardState,
    Player,
    State,
    Strike,
    Territory,
    Todo,
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
    return replace(
        state,
        battle=_battle(state, entry.battle) if entry.battle else None,
        last_battle=_battle(state, entry.last_battle) if entry.last_battle else None,
    )


def _same_profile(profile: Profile, wanted: str | None) -> None:
    if wanted not in (None, profile.digest, f"{profile.name} {profile.digest}"):
        raise NotationError(
            f"The position was made with profile '{wanted}'; this game has '{profile.name} {profile.digest}'."
        )


def _said(value: V | None, otherwise: V) -> V:
    return otherwise if value is None else value


def _with_table(state: State, entry: PositionEntry) -> State:
    pool, banks = entry.pool, entry.banks
    return replace(
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
        spent_specials=tuple(sorted(pool.spent_specials)),
        boards=tuple(_board(state, board, entry.boards.get(board.name)) for board in state.boards),
    )


def _board(state: State, board: BoardState, entry: Any) -> BoardState:
    """The board as its entry says; `entry` has fields of the copy's own territories and sectors."""
    if entry is None:
        return replace(board, occupation=derived_occupation(board), devastation=derived_occupation(board))
    facts = state.profile.boards[board.name]
    territories = [getattr(entry, f"territory_{ground.number}") for ground in facts.territories]
    orbit = [getattr(entry, f"o{sector.number}") for sector in facts.sectors]
    for ground, territory in zip(facts.territories, territories, strict=True):
        _require_two_sides(ground.name, territory)
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


def _require_two_sides(name: str, territory: Territory | None) -> None:
    if territory is not None and territory.at_war and territory.controller is TILE_SIDE[territory.frontline[0]]:
        raise NotationError(f"{name} has one side in both slots; it has one army there at most (ISK-4).")


# --- players ---

_AS_SAID = (
    "command",
    "trophies",
    "elite_trophies",
    "given",
    "advised",
    "initiative",
    "done",
    "readied",
    "operation",
    "fulfilled",
    "discard",
    "specials",
)


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
    facts = state.profile.commanders[entry.commander] if entry.commander is not None else None
    placed = any(ELITES[player.board] in stack for stack in stacks(state))
    held = _cards_held(state, entry)
    hand = _said(entry.hand, min(HAND, held))
    return replace(
        player,
        commander=entry.commander,
        money=_said(entry.money, facts.money if facts is not None else 0),
        politics=_said(entry.politics, facts.politics if facts is not None else 0),
        elite=_said(entry.elite, player.elite and not placed),
        todo=_todo(state, entry.todo) if entry.todo is not None else None,
        hand=hand,
        deck=_said(entry.deck, max(held - hand, 0)),
        battle=_battle_deck(state, entry.battle),
        supply=_said(entry.supply, _tiles_left(state, player)),
        **{name: getattr(entry, name) for name in _AS_SAID},
    )


def _cards_held(state: State, entry: PlayerEntry) -> int:
    """The command cards that are neither on the open pile nor out of the game."""
    out = sum(card in state.spent_specials for card in entry.specials)
    return deck_size(state) - len(entry.discard) - out if entry.commander is not None else 0


def _battle_deck(state: State, entry: BattleDeckEntry) -> BattleDeck:
    fresh = fresh_deck(state.choices)
    deck = _said(entry.deck, max(fresh.deck - len(entry.used), 0))
    return BattleDeck(deck, _said(entry.reserve, fresh.reserve), _said(entry.hand, fresh.hand), entry.used)


def _tiles_left(state: State, player: Player) -> int:
    """The supply that goes with the tiles on the boards."""
    tile = TILES[player.side, player.board]
    out = sum(stack.count(tile) for stack in stacks(state))
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
