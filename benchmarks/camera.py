"""How well random games are followed by a camera that does not see everything: `python -m benchmarks.camera [LOOKS]`.

Each action of random games of New World Order for two to five players is looked at once: 2 % of the labels unreadable,
and in one look of three a hand that hides 40 to 160 mm each way. Counted: right conclusions, questions, wrong
conclusions, and actions that left nothing to be seen (a pass).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import click

from companion.games import GAMES
from tests.games.new_world_order.test_camera import conclusion
from tests.strategies import playout


def conclusions() -> Iterator[str]:
    """Endless conclusions, one for each action of games for two to five players in turn."""
    game, number = GAMES["new_world_order"], 0
    while True:
        random, players = Random(number), 2 + number % 4
        for state, _, after in playout(game, players, seed=1000 + number):
            yield conclusion(state, after, random)
        number += 1


@click.command()
@click.argument("looks", default=10_000, type=click.IntRange(1))
def main(looks: int) -> None:
    """Print how many conclusions of each kind there were until LOOKS of them said something."""
    found: Counter[str] = Counter()
    for said in conclusions():
        found[said] += 1
        if found.total() - found["nothing"] >= looks:
            break
    told = found.total() - found["nothing"]
    click.echo(
        f"{told} conclusions: {found['right']} right ({found['right'] / told:.2%} without asking), "
        f"{found['asks']} questions, {found['WRONG']} wrong; {found['nothing']} actions left nothing to see"
    )


if __name__ == "__main__":
    main()
