"""Compares the referees with the second ones of the tests, which are written from the rules alone, many times over.

`python -m scripts.reckon battles --seeds 100000`: what was compared, and where the two differ.
"""

from __future__ import annotations

from collections import Counter
from importlib import import_module

import click

RECKONED = {
    "battles": "tests.games.iron_sky.test_reckoner",
    "ends": "tests.games.iron_sky.test_reckoner_end",
    "purchases": "tests.games.new_world_order.test_reckoner",
}
"""What is judged twice, and the test that does it."""


@click.command()
@click.argument("what", type=click.Choice(list(RECKONED)))
@click.option("--seeds", default=100_000, show_default=True, help="How many random positions.")
@click.option("--first", default=1_000, show_default=True)
def main(what: str, seeds: int, first: int) -> None:
    """Judge random positions twice and count the differences."""
    difference = import_module(RECKONED[what]).difference
    counted: Counter[str] = Counter()
    different = [found for seed in range(first, first + seeds) if (found := difference(seed, counted))]
    for found in different[:5]:
        click.echo(found)
    told = ", ".join(f"{count} {name}" for name, count in counted.most_common())
    click.echo(f"{what}: {seeds} positions, {len(different)} different; compared: {told}")
    raise SystemExit(bool(different))


if __name__ == "__main__":
    main()
