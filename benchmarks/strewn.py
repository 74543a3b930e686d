"""How long `explain` takes over tables that no story explains: `python -m benchmarks.strewn [GAME...] [--tables N]`.

From positions of random games, a child sweeps everything out of 8 to 40 zones, or exchanges what lies in them. Times
are of this process's own thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from time import thread_time
from typing import Any

import click

from companion.conformance.playouts import AnyGame, playout
from companion.core.belief.search import explain
from companion.core.table import TableSnapshot
from companion.games import GAMES

GOAL = 0.3
"""Seconds at most."""

EVERY = 29
"""So many actions lie between the positions."""


def strewn(table: TableSnapshot, random: Random) -> TableSnapshot:
    zones = dict(table.zones)
    full = [zone for zone in zones if zones[zone]]
    chosen = random.sample(full, min(len(full), random.choice((8, 20, 30, 40))))
    contents = [zones[zone] for zone in chosen]
    if random.random() < 0.5:
        contents = [type(pieces)() for pieces in contents]
    random.shuffle(contents)
    return replace(table, zones={**zones, **dict(zip(chosen, contents, strict=True))})


def times(game: AnyGame, tables: int) -> Iterator[float]:
    random = Random(6)
    for players in game.players:
        states: list[Any] = [state for state, _, _ in playout(game, players, players + 20, most=1500)][
            EVERY - 1 :: EVERY
        ]
        for state in random.choices(states, k=tables):
            seen = strewn(game.table(state), random)
            began = thread_time()
            explain(game, state, seen)
            yield thread_time() - began


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(GAMES)))
@click.option("--tables", default=50, show_default=True, type=click.IntRange(1), help="For each number of players.")
def main(games: tuple[str, ...], tables: int) -> None:
    for name in games or GAMES:
        found = sorted(times(GAMES[name], tables))
        mark = "" if found[-1] <= GOAL else "  (goal missed)"
        print(f"{name}: {len(found)} tables, median {found[len(found) // 2]:.3f} s, worst {found[-1]:.3f} s{mark}")


if __name__ == "__main__":
    main()
