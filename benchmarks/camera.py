"""How well random games are followed by a camera that does not see everything: `python -m benchmarks.camera [GAME...]`.

Each action of random games with each number of players in turn is looked at once: 2 % of the labels unreadable, and in
one look of three a hand that hides 40 to 160 mm each way. Counted: right conclusions, questions, wrong conclusions, and
actions that left nothing to be seen (a pass). The goals: nothing wrong in any game, and 99 % right without asking where
every piece that matters lies open, 98 % where hands and decks hide most of them. Where armies are stacks of which only
the top shows, several actions leave one picture, and asking is the right answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import click

from benchmarks.looks import onlooker
from companion.conformance.playouts import AnyGame, playout
from companion.games import GAMES

RIGHT = {"new_world_order": 0.99, "inwo": 0.98}


def conclusions(game: AnyGame, first: int = 0) -> Iterator[str]:
    """Endless conclusions, one for each action of game after game from number `first` on."""
    eyes, number = onlooker(game), first
    while True:
        random, players = Random(number), game.players[number % len(game.players)]
        for state, _, after in playout(game, players, seed=1000 + number):
            yield eyes.conclusion(state, after, random)
        number += 1


def count(game: AnyGame, looks: int, first: int = 0) -> Counter[str]:
    """How many conclusions of each kind there were until `looks` of them said something."""
    found: Counter[str] = Counter()
    for said in conclusions(game, first):
        found[said] += 1
        if found.total() - found["nothing"] >= looks:
            break
    return found


def line(name: str, found: Counter[str]) -> str:
    told = found.total() - found["nothing"]
    right = found["right"] / told
    least = RIGHT.get(name, 0.0)
    goals = "" if right >= least and not found["wrong"] else f"   << goal: {least:.0%} right, nothing wrong"
    return (
        f"{name:18}{told:8} conclusions: {found['right']} right ({right:.2%} without asking), "
        f"{found['asks']} questions, {found['wrong']} wrong; {found['nothing']} actions left nothing to see{goals}"
    )


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(GAMES)))
@click.option("--looks", default=10_000, show_default=True, type=click.IntRange(1))
@click.option("--first", default=0, show_default=True, help="Number of the first game: other games for another count.")
def main(games: tuple[str, ...], looks: int, first: int) -> None:
    """Count right, asking and wrong conclusions over random games."""
    for name in games or tuple(GAMES):
        click.echo(line(name, count(GAMES[name], looks, first)))


if __name__ == "__main__":
    main()
