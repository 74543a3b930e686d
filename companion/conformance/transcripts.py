"""Golden games: a complete random game in notation, replayed word for word.

After each action stand the number of legal actions and a digest of the position; a whole position now and then; the
score sheets at the end. So every change of the rules that touches a game shows as a difference.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.conformance.material import GOLDEN, folder_of
from companion.conformance.playouts import NAMES, AnyGame, sensible, start
from companion.core.game import legal_actions

WHOLE_POSITION_EVERY = 100
SETTING = "# setting: "


def digest(game: AnyGame, state: Any) -> str:
    """Eight characters that tell whether two positions are the same."""
    return hashlib.sha256(game.write_position(state).encode()).hexdigest()[:8]


def moves(
    game: AnyGame, players: int, seed: int, settings: dict[str, str], seldom: tuple[str, ...] = ()
) -> Iterator[str]:
    """A random game in notation; kinds of action named in `seldom` are left out mostly."""
    random, state = Random(seed), start(game, players, settings)
    while (action := sensible(game, state, random, seldom=seldom)) is not None:
        yield game.write_action(action)
        state = game.apply(state, action)


def transcript(game: AnyGame, players: int, actions: Iterator[str], settings: dict[str, str]) -> Iterator[str]:
    """The lines of the transcript of a game that is given by its settings and actions."""
    state = start(game, players, settings)
    yield f"# {game.name}, {players} players: {', '.join(NAMES[:players])}"
    yield from (f"{SETTING}{name} = {choice}" for name, choice in settings.items())
    for number, notation in enumerate(actions, start=1):
        count = sum(1 for _ in legal_actions(game, state))
        state = game.apply(state, game.read_action(notation))
        yield f"{number} [{count}] {notation} => {digest(game, state)}"
        if number % WHOLE_POSITION_EVERY == 0:
            yield from (f"    {line}" for line in game.write_position(state).splitlines() if line)
    outcome = game.outcome(state)
    for sheet in game.score(state):
        yield f"= {sheet.player} {sheet.total}"
        yield from (f"    {line.points} {line.why} {line.rule.id}" for line in sheet.lines)
    yield f"= {'nobody' if outcome is None else ' '.join(outcome.winners)}"


_ACTION = re.compile(r"\d+ \[\d+\] (.+) => [0-9a-f]{8}")


def recorded(game: AnyGame, players: int) -> Sequence[str]:
    """The lines of the golden game for so many players; none where none was written down."""
    file = folder_of(game, GOLDEN) / f"{game.name}_{players}.txt"
    return file.read_text(encoding="utf-8").splitlines() if file.is_file() else ()


def differing(game: AnyGame, players: int, lines: Sequence[str]) -> str | None:
    """The first line that no longer comes out so, with what comes instead; None where all do."""
    actions = (found[1] for line in lines if (found := _ACTION.fullmatch(line)))
    chosen = (line.removeprefix(SETTING).split(" = ") for line in lines if line.startswith(SETTING))
    replayed = transcript(game, players, actions, dict(chosen))
    for number, (was, now) in enumerate(zip(lines, [*replayed, *[""] * len(lines)], strict=False), 1):
        if was != now:
            return f"line {number}: {was!r}, and now {now!r}"
    return None


def write_golden(game: AnyGame, seed: int = 1) -> Iterator[str]:
    """Plays and writes down a game for each number of players; yields the files."""
    folder = folder_of(game, GOLDEN)
    folder.mkdir(parents=True, exist_ok=True)
    for players in game.players:
        lines = transcript(game, players, moves(game, players, seed, {}), {})
        file = folder / f"{game.name}_{players}.txt"
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        yield str(file)
