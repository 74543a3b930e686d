"""From the box on the shelf to the first moves, step by step: `python -m benchmarks.first_evening`.

Touches are counted on the real pages; seconds that hands take are assumed (`companion/simulation/first_evening.py`,
`companion/simulation/owner.py`). Printing and cutting are not counted.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from companion.games import GAMES
from companion.simulation.first_evening import steps
from tests.capture.test_telling_a_copy import told

GOALS = {"new_world_order": 60, "iron_sky": 75, "inwo": 30}
"""Minutes of an owner's time."""


def telling(game: str) -> tuple[int, float]:
    """Touches and minutes of telling what is printed on a simulated owner's copy."""
    if GAMES[game].deck_rules is not None:
        return 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        _, tally = told(game, Path(folder), tonight=True)
    return tally.touches, tally.minutes


def main() -> None:
    for name, game in GAMES.items():
        rows = list(steps(game, telling(name)))
        minutes, touches = sum(row.minutes for row in rows), sum(row.touches for row in rows)
        missed = "" if minutes < GOALS[name] else "  misses its goal"
        click.echo(f"{game.title}{'touches':>{52 - len(str(game.title))}} {'minutes':>8}")
        for row in rows:
            click.echo(f"  {row.name:45s} {row.touches:4d} {row.minutes:8.1f}")
        click.echo(f"  {'all':45s} {touches:4d} {minutes:8.1f}  (goal {GOALS[name]}){missed}\n")


if __name__ == "__main__":
    main()
