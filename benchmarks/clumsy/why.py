"""Why this? One trial again, with what each look may have meant: `python -m benchmarks.clumsy.why SET SEED NUMBER`.

SEED and NUMBER are those of the trial: the seed of its run, and its line in the run's `--output`, from 0. Under each
look stand the three cheapest explanations of the table, with what speaks against each (`core/belief/cost.py`).
"""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import click

from benchmarks.clumsy.__main__ import ATTEMPTS, NEXT_SEED, Choice, plan
from benchmarks.clumsy.behaviours import SETS
from benchmarks.clumsy.judge import Verdict
from benchmarks.clumsy.people import People
from benchmarks.clumsy.trial import trial
from companion.games import GAMES
from companion.session.thinking import Work


class Explained(People):
    """People whose transcript says what each look might have meant."""

    def _explain(self, work: Work) -> Future[Any]:
        done = super()._explain(work)
        for number, line in enumerate(self.session.why_this(), 1):
            self.note(f"    {number}. {line}")
        return done


@click.command()
@click.argument("behaviours", metavar="SET", type=click.Choice(list(SETS)))
@click.argument("seed", type=int)
@click.argument("number", type=int)
def main(behaviours: str, seed: int, number: int) -> None:
    """Tell a trial again, with the three best explanations of each look."""
    planned = next(plan(Choice(seed=seed, behaviours=behaviours), [number]))
    for again in range(ATTEMPTS):
        own = planned.seed + again * NEXT_SEED
        people = Explained(GAMES[planned.game], planned.players, own, planned.behaviour)
        found = trial(people, SETS[planned.behaviours][planned.family][planned.behaviour])
        if isinstance(found, Verdict):
            click.echo("\n".join(found.notes))
            return
    raise click.ClickException("No position was found in which that behaviour is possible.")


if __name__ == "__main__":
    main()
