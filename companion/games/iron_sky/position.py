"""A whole position read from TOML.

What a position leaves out is as after set-up, or follows from the rest: supplies from the tiles on the boards, the
Occupation marker from control, hands and decks from the open piles. Hidden cards are counts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.forms import TABLE, require_forms
from companion.core.game import Options
from companion.errors import ConfigError, NotationError
from companion.games.iron_sky import position_forms as forms
from companion.games.iron_sky.battle import fresh_deck
from companion.games.iron_sky.board import derived_occupation
from companion.games.iron_sky.catalog import (
    ELITES,
    HAND,
    REICH_TILES,
    SYMBOLS,
    TILE_SIDE,
    TILES,
    UWC_TILES,
    Command,
    Profile,
    Side,
)
from companion.games.iron_sky.position_names import require_known_names
from companion.games.iron_sky.setup import setup
from companion.games.iron_sky.state import (
    Battle,
    BattleDeck,
    BoardState,
    Fighter,
    Phase,
    Player,
    Stack,
    State,
    Strike,
    Territory,
    Todo,
    stacks,
)
from companion.games.iron_sky.turn import deck_size

Row = Mapping[str, Any]


def read_position(profile: Profile, notation: str) -> State:
    """A state from its TOML. Raises NotationError saying which entry and what is expected."""
    try:
        table = tomllib.loads(notation)
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f"The position is not TOML: {error}.") from error
    try:
        return _state(profile, table)
    except ConfigError as error:
        raise NotationError(f"The position's settings: {error}") from error


def _state(profile: Profile, table: Row) -> State:
    require_forms(table, forms.POSITION, "the position")
    if table.get("game", "iron_sky") != "iron_sky":
        raise NotationError(f"This is a position of {table['game']}, not of iron_sky.")
    _same_profile(profile, table)
    players = table.get("players", [])
    state = setup(profile, Options(tuple(str(row.get("name", "")) for row in players), table.get("settings", {})))
    pool, banks, boards = table.get("pool", {}), table.get("banks", {}), table.get("boards", {})
    require_forms(pool, forms.POOL, "the pool")
    require_forms(banks, forms.BANKS, "the banks")
    require_forms(boards, dict.fromkeys(state.atlas.boards, TABLE), "the boards")
    state = replace(
        state,
        phase=Phase(table.get("phase", Phase.COMMAND)),
        side=Side(table.get("side", Side.REICH)),
        round=table.get("round", 1 + len(table.get("tokens", []))),
        tokens=tuple(table.get("tokens", ())),
        bank_reich=banks.get("reich", state.bank_reich),
        bank_uwc=banks.get("uwc", state.bank_uwc),
        loans=pool.get("loans", state.loans),
        advice=pool.get("advice", state.advice),
        neutral=tuple(pool.get("neutral", state.neutral)),
        gone=tuple(sorted(pool.get("gone", ()))),
        spent_specials=tuple(sorted(pool.get("spent_specials", ()))),
        boards=tuple(_board(profile, board, boards.get(board.name, {})) for board in state.boards),
        picked=table.get("picked"),
        opened=tuple(table["opened"]) if "opened" in table else None,
    )
    state = replace(state, players=tuple(_player(state, index, row) for index, row in enumerate(players)))
    state = replace(
        state,
        battle=_battle(table["battle"]) if "battle" in table else None,
        last_battle=_battle(table["last_battle"]) if "last_battle" in table else None,
    )
    require_known_names(state)
    return state


def _same_profile(profile: Profile, table: Row) -> None:
    wanted = table.get("profile", profile.digest)
    if wanted not in (profile.digest, f"{profile.name} {profile.digest}"):
        raise NotationError(
            f"The position was made with profile '{wanted}'; this game has '{profile.name} {profile.digest}'."
        )


# --- boards ---


def _board(profile: Profile, board: BoardState, row: Row) -> BoardState:
    facts = profile.boards[board.name]
    numbers = {str(ground.number): index for index, ground in enumerate(facts.territories)}
    sectors = {f"o{sector.number}": index for index, sector in enumerate(facts.sectors)}
    require_forms(row, forms.board(facts), f"board {board.name}")
    territories, orbit = list(board.territories), list(board.orbit)
    for key, value in row.items():
        if key in numbers:
            territories[numbers[key]] = _territory(value, f"{board.name} {key}")
        elif key in sectors:
            orbit[sectors[key]] = _stack(value, Side.REICH, f"{board.name} {key}")
    terror, jamming = row.get("terror"), row.get("jamming")
    read = replace(
        board,
        territories=tuple(territories),
        orbit=tuple(orbit),
        terror=None if terror is None else numbers[str(terror)],
        jamming=None if jamming is None else sectors[f"o{jamming}"],
    )
    occupation = row.get("occupation", derived_occupation(read))
    return replace(read, occupation=occupation, devastation=row.get("devastation", occupation))


def _territory(row: Row, where: str) -> Territory:
    require_forms(row, forms.TERRITORY, where)
    centre, frontline = _stack(row.get("cc", ""), None, where), _stack(row.get("fl", ""), None, where)
    if centre and frontline and TILE_SIDE[centre[0]] is TILE_SIDE[frontline[0]]:
        raise NotationError(f"{where} has one side in both slots; it has one army there at most (ISK-4).")
    return Territory(centre, frontline, row.get("improvement"), row.get("nuked", False))


def _stack(words: str, side: Side | None, where: str) -> Stack:
    """Tiles from the bottom up, with blanks between."""
    stack = tuple(words.split())
    for tile in stack:
        if tile not in TILE_SIDE:
            raise NotationError(f"'{tile}' in {where} is no tile; expected one such as '{TILES[Side.UWC, 'asia']}'.")
    sides = {TILE_SIDE[tile] for tile in stack}
    if len(sides) > 1 or (side is not None and sides - {side}):
        raise NotationError(
            f"'{words}' in {where}: an army has tiles of one side, in orbit of the Reich (ISK-5, ISK-9)."
        )
    return stack


# --- players ---


def _player(state: State, index: int, row: Row) -> Player:
    player = state.players[index]
    require_forms(row, forms.PLAYER, f"player {player.seat}")
    for name in ("seat", "side", "board"):
        if name in row and row[name] != getattr(player, name):
            raise NotationError(
                f"Player {index + 1} has {name} '{row[name]}'; seats go clockwise, so it is '{getattr(player, name)}'."
            )
    commander = row.get("commander")
    own = [one.id for one in state.profile.commanders.values() if one.side is player.side]
    if commander is not None and commander not in own:
        raise NotationError(f"'{commander}' is no commander of player {player.seat}; expected {' or '.join(own)}.")
    facts = state.profile.commanders[commander] if commander is not None else None
    said: dict[str, Any] = {"money": facts.money, "politics": facts.politics} if facts is not None else {}
    said.update({name: row[name] for name in forms.PLAYER_COUNTS if name in row})
    said["elite"] = player.elite and not any(ELITES[player.board] in stack for stack in stacks(state))
    said.update({name: row[name] for name in forms.PLAYER_FLAGS if name in row})
    player = replace(player, commander=commander, **said)
    todo = _todo(state, row["todo"]) if "todo" in row else None
    player = replace(player, operation=row.get("operation"), fulfilled=row.get("fulfilled"), todo=todo)
    player = _with_cards(state, player, row)
    return replace(player, supply=row.get("supply", _tiles_left(state, player)))


def _with_cards(state: State, player: Player, row: Row) -> Player:
    discard = tuple(row.get("discard", ()))
    specials = tuple(row.get("specials", ()))
    out = sum(card in state.spent_specials for card in specials)
    held = deck_size(state) - len(discard) - out if player.commander is not None else 0
    hand = row.get("hand", min(HAND, held))
    battle = _battle_deck(state, row.get("battle", {}))
    deck = row.get("deck", max(held - hand, 0))
    return replace(player, discard=discard, specials=specials, hand=hand, deck=deck, battle=battle)


def _battle_deck(state: State, row: Row) -> BattleDeck:
    require_forms(row, forms.BATTLE_DECK, "a battle deck")
    used = tuple(row.get("used", ()))
    fresh = fresh_deck(state.house)
    deck = row.get("deck", max(fresh.deck - len(used), 0))
    return BattleDeck(deck, row.get("reserve", fresh.reserve), row.get("hand", fresh.hand), used)


def _tiles_left(state: State, player: Player) -> int:
    """The supply that goes with the tiles on the boards."""
    tile = TILES[player.side, player.board]
    out = sum(stack.count(tile) for stack in stacks(state))
    return (REICH_TILES if player.side is Side.REICH else UWC_TILES) - out


# --- what is under way ---


def _todo(state: State, row: Row) -> Todo:
    require_forms(row, forms.TODO, "todo", needed=("command", "card"))
    command, card = Command(row["command"]), state.profile.cards.get(row["card"])
    if card is not None and command not in card.commands:
        raise NotationError(f"'{card.id}' does not show {command.value}; expected {' or '.join(card.commands)}.")
    return Todo(**{**row, "command": command})


def _battle(row: Row) -> Battle:
    require_forms(row, forms.BATTLE, "a battle", needed=("place", "attacker", "defender"))
    return Battle(
        place=row["place"],
        attacker=_fighter(row["attacker"]),
        defender=_fighter(row["defender"]),
        shift=row.get("shift"),
        fortress=row.get("fortress"),
        square=row.get("square", 0),
        strikes=tuple(
            Strike(a, d, tuple(mine.split()), tuple(theirs.split())) for a, d, mine, theirs in row.get("strikes", ())
        ),
    )


def _fighter(row: Row) -> Fighter:
    require_forms(row, forms.FIGHTER, "a fighter", needed=("player",))
    squares = row.get("squares")
    read = {**row, "entered": tuple(row.get("entered", ())), "replaced": tuple(row.get("replaced", ()))}
    return Fighter(**{**read, "squares": None if squares is None else tuple(SYMBOLS[s] for s in squares.split())})
