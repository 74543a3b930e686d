"""Positions for the tests, said shortly: `table(side="reich", america={1: "R2", 2: ("U1", "R1")})`.

A stack is `U2`, `R3` or `U1+E` in the colour of its board, or tiles by name from the bottom up. Six players with five
Command points, five Money and three Politics points each, unless said otherwise; what is not said is as after set-up.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from companion.core.belief.search import Ambiguous, Explained, Explanation, Illegal, Unexplained
from companion.core.game import Options, is_legal, violation
from companion.games.iron_sky import GAME
from companion.games.iron_sky.actions import Action
from companion.games.iron_sky.state import State

NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fritz")
COMMANDERS = {
    6: ("infantry", "artillery", "einsatzgruppen", "agent", "general", "politician"),
    4: ("infantry", "artillery", "general", "politician"),
    2: ("infantry", "politician"),
}


def stack(board: str, words: str) -> str:
    """`U2` as the names of its tiles."""
    normal, plus, _ = words.partition("+E")
    if len(normal) != 2 or normal[0] not in "UR":
        return words
    tile = f"{'uwc' if normal[0] == 'U' else 'reich'}_{board}"
    return " ".join([tile] * int(normal[1]) + [f"elite_{board}"] * bool(plus))


def table(
    players: int = 6,
    side: str = "uwc",
    phase: str = "command",
    seats: Mapping[str, Mapping[str, Any]] | None = None,
    **said: Any,
) -> State:
    """A position. Boards by name, `settings` as a mapping, other entries of the notation as they are."""
    boards = {name: said.pop(name) for name in ("america", "europe", "asia") if name in said}
    lines = [f'phase = "{phase}"', f'side = "{side}"']
    tables = {name: value for name, value in said.items() if isinstance(value, dict)}
    lines += [f"{name} = {_toml(value)}" for name, value in said.items() if name not in tables]
    for name, row in tables.items():
        lines += [f"[{name}]", *(f"{key} = {_toml(value)}" for key, value in row.items())]
    for name, row in boards.items():
        lines += [f"[boards.{name}]", *(f"{key} = {_toml(_slot(name, key, value))}" for key, value in row.items())]
    for index in range(players):
        seat = "ABCDEF"[index]
        reich = {"command": 5 if side == "reich" else 0}  # they are lost at the end of its turn (ISK-140)
        held = reich if index < players // 2 else {"money": 5, "politics": 3}
        row = {"name": NAMES[index], "commander": COMMANDERS[players][index], **held, **(seats or {}).get(seat, {})}
        lines += ["[[players]]", *(f"{key} = {_toml(value)}" for key, value in row.items())]
    return GAME.read_position("\n".join(lines))


def _slot(board: str, key: object, value: Any) -> Any:
    if isinstance(key, int):
        centre, frontline = (value, "") if isinstance(value, str) else value[:2]
        extra = {} if isinstance(value, str) else dict(*value[2:])
        return {"cc": stack(board, centre), "fl": stack(board, frontline), **extra}
    return stack(board, value) if isinstance(value, str) else value


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(part) for part in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def after(state: State, *notations: str) -> State:
    """The state after these actions, which must be legal."""
    for notation in notations:
        action = GAME.read_action(notation)
        found = violation(GAME, state, action)
        assert found is None, f"{notation}: {found}"
        state = GAME.apply(state, action)
    return state


def broken(state: State, notation: str | Action) -> str | None:
    """The id of the rule that the action breaks, None for a legal one."""
    action = GAME.read_action(notation) if isinstance(notation, str) else notation
    found = violation(GAME, state, action)
    return None if found is None else found.rule.id


def refusal(state: State, notation: str) -> str:
    """What a referee says of it: `ISK-77 No tile is moved.`, and nothing of a legal one."""
    found = violation(GAME, state, GAME.read_action(notation))
    return "" if found is None else f"{found.rule.id} {found.reason}"


def fight(attacker: str, defender: str, attack: str, defence: str) -> Iterator[str]:
    """The actions from the first card to the last symbol; symbols as in `H HH -`."""
    yield from (f"{defender}: lay deck", f"{attacker}: lay deck")
    yield from (f"symbol {defender} {symbol}" for symbol in defence.split())
    yield from (f"symbol {attacker} {symbol}" for symbol in attack.split())


def new_game(players: int, **settings: str) -> State:
    return GAME.initial_state(Options(NAMES[:players], settings))


def playout(players: int, seed: int, **settings: str) -> Iterator[tuple[State, Action | None]]:
    """A random legal game: each state with the action taken there, the last one with None.

    First the kind of action is drawn, then one of that kind, so that rare kinds happen.
    """
    chance = random.Random(seed)
    state = new_game(players, **settings)
    while GAME.outcome(state) is None:
        kinds: dict[type, list[Action]] = {}
        for action in GAME.candidates(state):
            kinds.setdefault(type(action), []).append(action)
        # Of a kind that is not drawn it is enough to know that there is one: to ask the rules is what takes long.
        able = [kind for kind, some in kinds.items() if any(is_legal(GAME, state, action) for action in some)]
        drawn = kinds[chance.choice(sorted(able, key=lambda kind: kind.__name__))]
        action = chance.choice([action for action in drawn if is_legal(GAME, state, action)])
        yield state, action
        state = GAME.apply(state, action)
    yield state, None


@cache
def played(players: int, game_type: str) -> tuple[tuple[State, Action | None], ...]:
    """One such game of so many players, played once for all that has to hold in it."""
    return tuple(playout(players, 11, game_type=game_type))


def said(explanation: Explanation[Action]) -> str:
    """An explanation in one line: its actions, and what is special about it."""
    match explanation:
        case Explained(actions, outstanding):
            notes = [f"{len(outstanding)} to do"] * bool(outstanding)
        case Illegal(actions, action, found, _):
            actions, notes = (*actions, action), [found.rule.id]
        case Ambiguous(readings):
            return " | ".join(sorted(said(reading) for reading in readings))
        case Unexplained():
            return "unexplained"
    story = "; ".join(GAME.write_action(action) for action in actions)
    return f"{story} ({', '.join(notes)})" if notes else story
