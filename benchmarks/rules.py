"""How fast the rules are: `python -m benchmarks.rules [GAME...] [--playouts N] [--slowest] [--json]`.

For each game and number of players, over random games: the legality of one action, all legal actions, `explain` of one
change on the table, `revise` of clumsy tables, and of every look at the table in some clumsy evenings (median and 99th
percentile), and whole random playouts a minute on one core; then the same by how many pieces lie on the table. Times
are of this process's own thread, so that a busy machine disturbs them less; of several measures of the playouts the
quickest counts, for the same reason. A figure that misses its goal is marked.
"""

from __future__ import annotations

import json
import statistics
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random
from time import thread_time
from typing import Any

import click

from benchmarks import slowest_looks
from benchmarks.clumsy.behaviours import SETS
from benchmarks.clumsy.people import People
from benchmarks.clumsy.trial import trial
from companion.appliance.memory import settle
from companion.conformance.playouts import AnyGame, any_legal, playout, start
from companion.core.belief.hypothesis import OpenAction
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.revision import revise
from companion.core.belief.search import explain
from companion.core.game import legal_actions, violation
from companion.core.table import TableSnapshot, diff
from companion.games import GAMES

EXPLAIN_GOAL = 50_000.0
"""Microseconds that `explain` and `revise` may take for 99 tables of 100."""

PLAYOUTS_GOAL = {"new_world_order": 2000.0, "inwo": 1000.0}
"""Random playouts a minute, for the games that have such a goal."""

ROUNDS = 3
"""How often whole playouts are measured; each round begins with states and caches as the one before left them."""

OPEN = 3
"""So many of the latest actions only the camera saw."""

STEPS_A_GAME = 3
"""Every so many steps of a game one is measured by itself."""

BEHAVIOURS = [each for families in SETS.values() for family in families.values() for each in family.items()]
EVENINGS_SEED = 7_000_000

HEADING = (
    f"{'':18}{'legality':>9} {'p99':>8}{'all legal':>10} {'p99':>8}{'explain':>9} {'p99':>8}{'revise':>9} {'p99':>8}"
    f"{'evenings':>9} {'p99':>8}{'games/min':>10}{'actions':>9}{'candid.':>9}{'pieces':>8}"
)


@dataclass(frozen=True, slots=True)
class Step:
    """What one step of a random game cost, in microseconds, and how large the position was."""

    legality: float
    legal_actions: float
    explain: float
    revise: float
    candidates: int
    pieces: int


@dataclass(frozen=True, slots=True)
class Figures:
    """One line of the table: of some steps the medians and 99th percentiles, in microseconds, and their sizes."""

    steps: int
    legality: tuple[float, float]
    legal_actions: tuple[float, float]
    explain: tuple[float, float]
    revise: tuple[float, float]
    candidates: float
    pieces: float


@dataclass(frozen=True, slots=True)
class Table:
    """What was measured for one game and number of players. `by_pieces` has a third of the steps in each line.

    `evenings` are the median and the 99th percentile of the looks of clumsy evenings, in microseconds.
    """

    game: str
    players: int
    all: Figures
    by_pieces: tuple[Figures, ...]
    evenings: tuple[float, float]
    playouts_a_minute: float
    actions_a_playout: float

    @property
    def missed(self) -> list[str]:
        """The goals that these figures miss."""
        least = PLAYOUTS_GOAL.get(self.game, 0.0)
        slow = [f"at least {least:.0f} playouts a minute"] if self.playouts_a_minute < least else []
        times = {"explain": self.all.explain, "revise": self.all.revise, "evenings": self.evenings}
        late = [f"{name} p99 under {EXPLAIN_GOAL / 1000:.0f} ms" for name in times if times[name][1] >= EXPLAIN_GOAL]
        return slow + late


def measure(game: AnyGame, players: int, playouts: int, evenings: int) -> Table:
    """The figures of one game and number of players."""
    rounds = [_whole_playouts(game, players, playouts) for _ in range(ROUNDS)]
    settle()  # as the companion does once it has started
    steps = sorted(_steps(game, players, playouts), key=lambda step: step.pieces)
    third = len(steps) // 3
    return Table(
        game=game.name,
        players=players,
        all=figures(steps),
        by_pieces=tuple(figures(part) for part in (steps[:third], steps[third:-third], steps[-third:])),
        evenings=spread([look for number in range(evenings) for look in _looks(game, players, number)]),
        playouts_a_minute=60 * playouts / min(seconds for seconds, _ in rounds),
        actions_a_playout=rounds[0][1] / playouts,
    )


def _looks(game: AnyGame, players: int, number: int) -> Sequence[float]:
    """What each look took in one clumsy evening, of a behaviour that may prove impossible in its position."""
    name, behaviour = Random(players).sample(BEHAVIOURS, len(BEHAVIOURS))[number % len(BEHAVIOURS)]
    people = People(game, players, EVENINGS_SEED + number, name)
    trial(people, behaviour)
    return people.looks


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


def _steps(game: AnyGame, players: int, playouts: int) -> Iterator[Step]:
    for seed in range(max(1, playouts // 10)):
        random, latest = Random(seed), deque[OpenAction[Any, Any]](maxlen=OPEN)
        for number, (state, action, after) in enumerate(playout(game, players, seed)):
            if number % STEPS_A_GAME == 0:
                yield _step(game, [*latest, OpenAction(state, action)], after, random)
            latest.append(OpenAction(state, action))


def _step(game: AnyGame, latest: Sequence[OpenAction[Any, Any]], after: Any, random: Random) -> Step:
    state, action = latest[-1].before, latest[-1].action
    seen = game.table(after)
    clumsy = _clumsily(game.table(state), seen, random)
    return Step(
        legality=timed(lambda: violation(game, state, action)),
        legal_actions=timed(lambda: list(legal_actions(game, state))),
        explain=timed(lambda: explain(game, state, seen)),
        revise=timed(lambda: revise(game, state, latest[:-1], Sighting(clumsy, clumsy, Hidden()), hasty=True)),
        candidates=sum(1 for _ in game.candidates(state)),
        pieces=sum(map(len, seen.zones.values())),
    )


def _clumsily(before: TableSnapshot, after: TableSnapshot, random: Random) -> TableSnapshot:
    """The change half made, or made with a piece elsewhere taken up, or with one laid astray."""
    zones = {zone: list(pieces) for zone, pieces in after.zones.items()}
    for change in random.sample(changes := diff(before, after), len(changes) // 2):
        if change.zone in before.zones:
            zones[change.zone] = list(before.zones[change.zone])
    lying = [zone for zone, pieces in zones.items() if pieces]
    kind = random.choice(("half made", "taken up", "astray"))
    if lying and kind != "half made":
        piece = zones[source := random.choice(lying)].pop()
        if kind == "astray":
            zones[random.choice([zone for zone in zones if zone != source])].append(piece)
    return TableSnapshot.of(zones)


def timed(function: Callable[[], Any]) -> float:
    """Microseconds that one call took."""
    began = thread_time()
    function()
    return (thread_time() - began) * 1e6


def figures(steps: Sequence[Step]) -> Figures:
    return Figures(
        steps=len(steps),
        legality=spread([step.legality for step in steps]),
        legal_actions=spread([step.legal_actions for step in steps]),
        explain=spread([step.explain for step in steps]),
        revise=spread([step.revise for step in steps]),
        candidates=statistics.mean(step.candidates for step in steps),
        pieces=statistics.mean(step.pieces for step in steps),
    )


def spread(samples: list[float]) -> tuple[float, float]:
    """Median and 99th percentile; of few samples that is no more than the longest."""
    return statistics.median(samples), statistics.quantiles(samples, n=100, method="inclusive")[98]


def lines(table: Table) -> Iterator[str]:
    evening, evening99 = table.evenings
    rate = f"{evening:9.0f} {evening99:8.0f}{table.playouts_a_minute:10.0f}{table.actions_a_playout:9.0f}"
    missed = f"   << goal missed: {', '.join(table.missed)}" if table.missed else ""
    yield _line(f"{table.players} players", table.all, rate) + missed
    for name, part in zip(("fewest pieces", "more", "most pieces"), table.by_pieces, strict=True):
        yield _line(f"  {name}", part, " " * 19)


def _line(name: str, part: Figures, rate: str) -> str:
    (one, one99), (every, every99) = part.legality, part.legal_actions
    times = f"{one:9.0f} {one99:8.0f}{every:10.0f} {every99:8.0f}"
    times += "".join(f"{median:9.0f} {late:8.0f}" for median, late in (part.explain, part.revise))
    return f"{name:18}{times}{rate}{part.candidates:9.0f}{part.pieces:8.0f}"


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(GAMES)))
@click.option("--playouts", default=30, show_default=True, type=click.IntRange(1))
@click.option("--evenings", default=40, show_default=True, type=click.IntRange(1), help="Clumsy ones, of all sets.")
@click.option("--slowest", is_flag=True, help="Only the looks that have taken longest, and what they ask the rules.")
@click.option("--json", "as_json", is_flag=True)
def main(games: tuple[str, ...], playouts: int, evenings: int, slowest: bool, as_json: bool) -> None:
    """Measure the rules of the games."""
    if slowest:
        settle()
        for line in slowest_looks.lines():
            click.echo(line)
        return
    tables = []
    for name in games or tuple(GAMES):
        if not as_json:
            click.echo(f"{name}: microseconds, median and 99th percentile\n{HEADING}")
        for players in GAMES[name].players:
            tables.append(measure(GAMES[name], players, playouts, evenings))
            if not as_json:
                click.echo("\n".join(lines(tables[-1])))
    if as_json:
        click.echo(json.dumps([{**asdict(table), "missed": table.missed} for table in tables], indent=2))


if __name__ == "__main__":
    main()
