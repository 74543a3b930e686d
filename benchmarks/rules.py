"""How fast the rules are: `python -m benchmarks.rules [GAME...] [--playouts N] [--json]`.

For each game and number of players, over random games: the legality of one action, all legal actions, `explain` of one
change on the table (median and 99th percentile), and whole random playouts a minute on one core. The last columns say
how large the positions were. Times are of this process's own thread, so that a busy machine disturbs them less.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from random import Random
from time import thread_time
from typing import Any

import click

from companion.core.game import legal_actions, violation
from companion.core.inference import explain
from companion.games import GAMES
from tests.strategies import AnyGame, any_legal, playout, start

HEADING = (
    f"{'microseconds':18}{'':3}{'legality':>9} {'p99':>8}{'all legal':>9} {'p99':>8}{'explain':>9} {'p99':>8}"
    f"{'games/min':>10}{'actions':>9} {'candid.':>7} {'pieces':>7}"
)


@dataclass(frozen=True, slots=True)
class Figures:
    """One line of the table. Times in microseconds, median and 99th percentile."""

    game: str
    players: int
    legality: tuple[float, float]
    legal_actions: tuple[float, float]
    explain: tuple[float, float]
    playouts_a_minute: float
    actions_a_playout: float
    candidates: float
    pieces_on_the_table: float


def timed(function: Callable[[], Any]) -> float:
    """Microseconds that one call took."""
    began = thread_time()
    function()
    return (thread_time() - began) * 1e6


def spread(samples: list[float]) -> tuple[float, float]:
    return statistics.median(samples), statistics.quantiles(samples, n=100)[98]


def measure(game: AnyGame, players: int, playouts: int) -> Figures:
    """The figures of one game and number of players."""
    seconds, actions = _whole_playouts(game, players, playouts)
    one: list[float] = []
    every: list[float] = []
    story: list[float] = []
    candidates: list[int] = []
    pieces: list[int] = []
    for state, action, after in _steps(game, players, playouts):
        one.append(timed(lambda state=state, action=action: violation(game, state, action)))  # type: ignore[misc]
        every.append(timed(lambda state=state: list(legal_actions(game, state))))  # type: ignore[misc]
        seen = game.table(after)
        story.append(timed(lambda state=state, seen=seen: explain(game, state, seen)))  # type: ignore[misc]
        candidates.append(sum(1 for _ in game.candidates(state)))
        pieces.append(sum(map(len, seen.zones.values())))
    return Figures(
        game=game.name,
        players=players,
        legality=spread(one),
        legal_actions=spread(every),
        explain=spread(story),
        playouts_a_minute=60 * playouts / seconds,
        actions_a_playout=actions / playouts,
        candidates=statistics.mean(candidates),
        pieces_on_the_table=statistics.mean(pieces),
    )


def _whole_playouts(game: AnyGame, players: int, playouts: int) -> tuple[float, int]:
    """Thread seconds and actions of whole games, nothing else being done."""
    actions = 0
    began = thread_time()
    for seed in range(playouts):
        random, state = Random(seed), start(game, players)
        while (action := any_legal(game, state, random)) is not None:
            state = game.apply(state, action)
            actions += 1
    return thread_time() - began, actions


def _steps(game: AnyGame, players: int, playouts: int) -> Iterator[tuple[Any, Any, Any]]:
    """Every third step of some games: enough to measure on."""
    for seed in range(max(1, playouts // 10)):
        for number, step in enumerate(playout(game, players, seed)):
            if number % 3 == 0:
                yield step


def line(figures: Figures) -> str:
    pairs = (figures.legality, figures.legal_actions, figures.explain)
    times = "".join(f"{median:9.0f} {worst:8.0f}" for median, worst in pairs)
    size = f"{figures.actions_a_playout:9.0f} {figures.candidates:7.0f} {figures.pieces_on_the_table:7.0f}"
    return f"{figures.game:18}{figures.players:3}{times}{figures.playouts_a_minute:10.0f}{size}"


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(GAMES)))
@click.option("--playouts", default=30, show_default=True, type=click.IntRange(1))
@click.option("--json", "as_json", is_flag=True)
def main(games: tuple[str, ...], playouts: int, as_json: bool) -> None:
    """Measure the rules of the games."""
    results = [
        measure(GAMES[name], players, playouts) for name in games or tuple(GAMES) for players in GAMES[name].players
    ]
    if as_json:
        click.echo(json.dumps([asdict(figures) for figures in results], indent=2))
        return
    click.echo(HEADING)
    for figures in results:
        click.echo(line(figures))


if __name__ == "__main__":
    main()
