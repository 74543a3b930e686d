"""A whole position as TOML: everything in the state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

from companion.core.toml import value as toml
from companion.games.iron_sky.catalog import SYMBOL_OF
from companion.games.iron_sky.state import Battle, BattleDeck, BoardState, Fighter, Player, State


def write_position(state: State) -> str:
    """Everything in the state, as TOML."""
    lines = ['game = "iron_sky"', f"profile = {toml(f'{state.profile.name} {state.profile.digest}')}"]
    lines += [f"phase = {toml(state.phase)}", f"side = {toml(state.side)}", f"round = {state.round}"]
    lines += [f"tokens = {toml(state.tokens)}"]
    lines += _table("settings", dict(state.choices.changed))
    lines += _table("banks", {"reich": state.bank_reich, "uwc": state.bank_uwc})
    pool = {name: getattr(state, name) for name in ("loans", "advice", "neutral", "gone", "spent_specials")}
    lines += _table("pool", pool)
    for board in state.boards:
        lines += _table(f"boards.{board.name}", _board_row(state, board))
    for player in state.players:
        lines += ["", "[[players]]", *_entries(_player_row(player))]
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
        row[f"o{sector.number}"] = " ".join(stack.tiles)
    for ground, territory in zip(facts.territories, board.territories, strict=True):
        slots: dict[str, object] = {"cc": " ".join(territory.centre.tiles), "fl": " ".join(territory.frontline.tiles)}
        extra: dict[str, object] = {"improvement": territory.improvement, "nuked": territory.nuked or None}
        row[str(ground.number)] = {key: value for key, value in {**slots, **extra}.items() if value}
    return row


def _player_row(player: Player) -> dict[str, object]:
    row = {"side": player.side} | {f.name: getattr(player, f.name) for f in fields(player)}
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
    return ["", f"[{name}]", *_entries(row)]


def _entries(row: Mapping[str, object]) -> Iterator[str]:
    return (f"{key} = {toml(value)}" for key, value in row.items())
