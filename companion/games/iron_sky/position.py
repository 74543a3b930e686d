"""A whole position as TOML, both ways.

What a position leaves out is as after set-up, or follows from the rest: supplies from the tiles on the boards, the
Occupation marker from control, hands and decks from the open piles. Hidden cards are counts. Writing says everything.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from companion.core.game import Options
from companion.errors import ConfigError, NotationError
from companion.games.iron_sky.battle import fresh_deck
from companion.games.iron_sky.board import derived_occupation
from companion.games.iron_sky.catalog import (
    ELITES,
    HAND,
    REICH_TILES,
    SYMBOL_OF,
    SYMBOLS,
    TERRITORIES,
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
)
from companion.games.iron_sky.turn import deck_size

Row = Mapping[str, Any]

_TOP = [
    "game",
    "profile",
    "phase",
    "side",
    "round",
    "tokens",
    "banks",
    "pool",
    "settings",
    "picked",
    "opened",
    "battle",
    "last_battle",
    "boards",
    "players",
]
_NUMBERS = ["money", "politics", "command", "trophies", "elite_trophies", "given", "advised"]
_FLAGS = ["elite", "initiative", "done", "readied"]


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
    except (KeyError, ValueError, TypeError, AttributeError, IndexError, StopIteration) as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError(f"The position has an entry that cannot be read: {error}.") from error


def _state(profile: Profile, table: Row) -> State:
    _only(table, _TOP, "the position")
    if table.get("game", "iron_sky") != "iron_sky":
        raise NotationError(f"This is a position of {table['game']}, not of iron_sky.")
    _same_profile(profile, table)
    players = table.get("players", [])
    state = setup(profile, Options(tuple(str(row.get("name", "")) for row in players), table.get("settings", {})))
    pool, banks = table.get("pool", {}), table.get("banks", {})
    state = replace(
        state,
        phase=Phase(table.get("phase", Phase.COMMAND)),
        side=Side(table.get("side", Side.REICH)),
        round=int(table.get("round", 1 + len(table.get("tokens", [])))),
        tokens=tuple(table.get("tokens", ())),
        bank_reich=int(banks.get("reich", state.bank_reich)),
        bank_uwc=int(banks.get("uwc", state.bank_uwc)),
        loans=int(pool.get("loans", state.loans)),
        advice=int(pool.get("advice", state.advice)),
        neutral=tuple(pool.get("neutral", state.neutral)),
        gone=tuple(sorted(pool.get("gone", ()))),
        spent_specials=tuple(sorted(pool.get("spent_specials", ()))),
        boards=tuple(_board(profile, board, table.get("boards", {}).get(board.name, {})) for board in state.boards),
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


def _only(row: Row, known: list[str], where: str) -> None:
    for key in row:
        if key not in known:
            raise NotationError(f"Unknown entry '{key}' in {where}; expected some of {', '.join(known)}.")


# --- boards ---


def _board(profile: Profile, board: BoardState, row: Row) -> BoardState:
    facts = profile.boards[board.name]
    numbers = {str(ground.number): index for index, ground in enumerate(facts.territories)}
    sectors = {f"o{sector.number}": index for index, sector in enumerate(facts.sectors)}
    _only(row, ["occupation", "devastation", "terror", "jamming", *numbers, *sectors], f"board {board.name}")
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
    occupation = _on_meter(row.get("occupation", derived_occupation(read)), board.name)
    devastation = _on_meter(row.get("devastation", occupation), board.name)
    return replace(read, occupation=occupation, devastation=devastation)


def _on_meter(value: object, board: str) -> int:
    if not isinstance(value, int) or not 0 <= value <= TERRITORIES:
        raise NotationError(f"A meter marker of {board} stands at {value}; expected 0 to {TERRITORIES}.")
    return value


def _territory(row: Row, where: str) -> Territory:
    _only(row, ["cc", "fl", "improvement", "nuked"], where)
    centre, frontline = _stack(row.get("cc", ""), None, where), _stack(row.get("fl", ""), None, where)
    if centre and frontline and TILE_SIDE[centre[0]] is TILE_SIDE[frontline[0]]:
        raise NotationError(f"{where} has one side in both slots; it has one army there at most (ISK-4).")
    return Territory(centre, frontline, row.get("improvement"), bool(row.get("nuked", False)))


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
    known = [f.name for f in fields(Player)]
    _only(row, known, f"player {player.seat}")
    for name in ("seat", "side", "board"):
        if name in row and row[name] != getattr(player, name):
            raise NotationError(
                f"Player {index + 1} has {name} '{row[name]}'; seats go clockwise, so it is '{getattr(player, name)}'."
            )
    commander = row.get("commander")
    if commander is not None and state.profile.commanders[commander].side is not player.side:
        raise NotationError(f"{commander} is no commander of the {player.side.value} side.")
    facts = state.profile.commanders[commander] if commander is not None else None
    said: dict[str, Any] = {"money": facts.money, "politics": facts.politics} if facts is not None else {}
    said.update({name: int(row[name]) for name in _NUMBERS if name in row})
    said["elite"] = player.elite and not any(ELITES[player.board] in stack for stack in stacks(state))
    said.update({name: bool(row[name]) for name in _FLAGS if name in row})
    player = replace(player, commander=commander, **said)
    todo = _todo(row["todo"]) if "todo" in row else None
    player = replace(player, operation=row.get("operation"), fulfilled=row.get("fulfilled"), todo=todo)
    player = _with_cards(state, player, row)
    return replace(player, supply=int(row.get("supply", _tiles_left(state, player))))


def _with_cards(state: State, player: Player, row: Row) -> Player:
    discard = tuple(row.get("discard", ()))
    specials = tuple(row.get("specials", ()))
    out = sum(card in state.spent_specials for card in specials)
    held = deck_size(state) - len(discard) - out if player.commander is not None else 0
    hand = int(row.get("hand", min(HAND, held)))
    battle = _battle_deck(state, row.get("battle", {}))
    deck = int(row.get("deck", held - hand))
    return replace(player, discard=discard, specials=specials, hand=hand, deck=deck, battle=battle)


def _battle_deck(state: State, row: Row) -> BattleDeck:
    _only(row, [f.name for f in fields(BattleDeck)], "a battle deck")
    used = tuple(row.get("used", ()))
    fresh = fresh_deck(state.house)
    deck = int(row.get("deck", fresh.deck - len(used)))
    return BattleDeck(deck, int(row.get("reserve", fresh.reserve)), int(row.get("hand", fresh.hand)), used)


def _tiles_left(state: State, player: Player) -> int:
    """The supply that goes with the tiles on the boards."""
    tile = TILES[player.side, player.board]
    out = sum(stack.count(tile) for stack in stacks(state))
    return (REICH_TILES if player.side is Side.REICH else UWC_TILES) - out


def stacks(state: State) -> Iterator[Stack]:
    """Every army on the boards."""
    for board in state.boards:
        yield from board.orbit
        for territory in board.territories:
            yield territory.centre
            yield territory.frontline


# --- what is under way ---


def _todo(row: Row) -> Todo:
    _only(row, [f.name for f in fields(Todo)], "todo")
    return Todo(**{**row, "command": Command(row["command"])})


def _battle(row: Row) -> Battle:
    _only(row, [f.name for f in fields(Battle)], "battle")
    return Battle(
        place=row["place"],
        attacker=_fighter(row["attacker"]),
        defender=_fighter(row["defender"]),
        shift=row.get("shift"),
        fortress=row.get("fortress"),
        square=int(row.get("square", 0)),
        strikes=tuple(
            Strike(int(a), int(d), tuple(mine.split()), tuple(theirs.split()))
            for a, d, mine, theirs in row.get("strikes", ())
        ),
    )


def _fighter(row: Row) -> Fighter:
    _only(row, [f.name for f in fields(Fighter)], "a fighter")
    squares = row.get("squares")
    read = {**row, "entered": tuple(row.get("entered", ())), "replaced": tuple(row.get("replaced", ()))}
    return Fighter(**{**read, "squares": None if squares is None else tuple(SYMBOLS[s] for s in squares.split())})


# --- writing ---


def write_position(state: State) -> str:
    """Everything in the state, as TOML."""
    lines = ['game = "iron_sky"', f"profile = {_text(f'{state.profile.name} {state.profile.digest}')}"]
    lines += [f"phase = {_text(state.phase)}", f"side = {_text(state.side)}", f"round = {state.round}"]
    lines += [f"tokens = {_value(state.tokens)}"]
    if state.picked is not None:
        lines.append(f"picked = {_text(state.picked)}")
    if state.opened is not None:
        lines.append(f"opened = {_value(state.opened)}")
    lines += _table("settings", dict(state.house.changed))
    lines += _table("banks", {"reich": state.bank_reich, "uwc": state.bank_uwc})
    pool = {name: getattr(state, name) for name in ("loans", "advice", "neutral", "gone", "spent_specials")}
    lines += _table("pool", pool)
    for board in state.boards:
        lines += _table(f"boards.{board.name}", _board_row(state, board))
    for player in state.players:
        lines += ["", "[[players]]", *(_pair(name, value) for name, value in _player_row(player).items())]
    for name in ("battle", "last_battle"):
        battle = getattr(state, name)
        if battle is not None:
            lines += _table(name, _battle_row(battle))
    return "\n".join(lines) + "\n"


def _board_row(state: State, board: BoardState) -> dict[str, object]:
    facts = state.profile.boards[board.name]
    row: dict[str, object] = {"occupation": board.occupation, "devastation": board.devastation}
    if board.terror is not None:
        row["terror"] = facts.territories[board.terror].number
    if board.jamming is not None:
        row["jamming"] = facts.sectors[board.jamming].number
    for sector, stack in zip(facts.sectors, board.orbit, strict=True):
        row[f"o{sector.number}"] = " ".join(stack)
    for ground, territory in zip(facts.territories, board.territories, strict=True):
        slots: dict[str, object] = {"cc": " ".join(territory.centre), "fl": " ".join(territory.frontline)}
        extra: dict[str, object] = {"improvement": territory.improvement, "nuked": territory.nuked or None}
        row[str(ground.number)] = {key: value for key, value in {**slots, **extra}.items() if value}
    return row


def _player_row(player: Player) -> dict[str, object]:
    row = {f.name: getattr(player, f.name) for f in fields(player)}
    row["battle"] = {f.name: getattr(player.battle, f.name) for f in fields(BattleDeck)}
    row["todo"] = _given(player.todo) if player.todo is not None else None
    return {name: value for name, value in row.items() if value is not None}


def _given(value: object) -> dict[str, object]:
    """The fields that are not None."""
    named: dict[str, object] = {f.name: getattr(value, f.name) for f in fields(value)}  # type: ignore[arg-type]
    return {name: part for name, part in named.items() if part is not None}


def _battle_row(battle: Battle) -> dict[str, object]:
    row = _given(battle)
    row["attacker"], row["defender"] = _fighter_row(battle.attacker), _fighter_row(battle.defender)
    row["strikes"] = [
        [s.attacker_square, s.defender_square, " ".join(s.attacker_losses), " ".join(s.defender_losses)]
        for s in battle.strikes
    ]
    return row


def _fighter_row(fighter: Fighter) -> dict[str, object]:
    row = _given(fighter)
    if fighter.squares is not None:
        row["squares"] = " ".join(SYMBOL_OF[square] for square in fighter.squares)
    return row


def _table(name: str, row: Mapping[str, object]) -> list[str]:
    return ["", f"[{name}]", *(_pair(key, value) for key, value in row.items())]


def _pair(key: str, value: object) -> str:
    return f"{key} = {_value(value)}"


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(int(value))
        case str():
            return _text(value)
        case dict():
            inside = ", ".join(_pair(key, part) for key, part in value.items())
            return f"{{ {inside} }}" if inside else "{}"
        case tuple() | list():
            return "[" + ", ".join(_value(part) for part in value) + "]"
        case _:
            raise TypeError(f"{value!r} has no notation")


def _text(words: str) -> str:
    escaped = "".join(c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08X}" for c in str(words))
    return f'"{escaped}"'
