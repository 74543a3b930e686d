"""From the box on the shelf to the first moves, step by step: `python -m benchmarks.first_evening`.

Touches are counted on the real pages; seconds that hands take are assumed (`companion/simulation/first_evening.py`,
`companion/label_sets/pace.py`, `companion/simulation/owner.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

import click

from companion.core.screen import Touched, Typed
from companion.games import GAMES
from companion.pages.capture import Capture
from companion.simulation.first_evening import BEGINNERS, Occasion, Step, labels_of, steps
from companion.simulation.owner import printed_copy, tell_copy
from scripts.gallery.page_screens import house, navigator

GOALS = {"new_world_order": 60, "iron_sky": 75, "inwo": 30}
"""Minutes of an owner's time from switch-on until two beginners play."""

OTHERS = {"four players": Occasion(4), "the whole box": Occasion(2, whole_box=True)}


def telling(game: str, occasion: Occasion) -> tuple[int, float]:
    """Touches and minutes of telling what is printed on a simulated owner's copy, as far as the occasion needs it."""
    if GAMES[game].deck_rules is not None:
        return 0, 0.0
    rooms = house(empty=True)
    page = Capture(rooms, navigator(), game, occasion.options)
    if occasion.whole_box:
        page.capturing = rooms.copies.capturing(game)

    def touch(intent: Touched | Typed) -> None:
        if isinstance(intent, Touched):
            page.touched(intent.key, intent.value)

    tally = tell_copy(page, printed_copy(GAMES[game].copy_form), touch)
    return tally.touches, tally.minutes


def counted(game: str, occasion: Occasion) -> Sequence[Step]:
    return list(steps(GAMES[game], telling(game, occasion), occasion))


def main() -> None:
    for name, game in GAMES.items():
        rows = counted(name, BEGINNERS)
        minutes, touches = sum(row.minutes for row in rows), sum(row.touches for row in rows)
        switched_on = sum(row.minutes for row in rows if not row.aside)
        missed = "" if switched_on < GOALS[name] else "  misses its goal"
        click.echo(f"{game.title}{'touches':>{52 - len(str(game.title))}} {'minutes':>8}")
        for row in rows:
            click.echo(f"  {row.name:45s} {row.touches:4d} {row.minutes:8.1f}")
        click.echo(f"  {'all':45s} {touches:4d} {minutes:8.1f}")
        click.echo(f"  {'from switch-on':45s} {touches:4d} {switched_on:8.1f}  (goal {GOALS[name]}){missed}")
        for words, occasion in OTHERS.items():
            rows = counted(name, occasion)
            what = f"{words}: {labels_of(game, occasion)} labels"
            click.echo(f"  {what:45s} {sum(row.touches for row in rows):4d} {sum(row.minutes for row in rows):8.1f}")
        click.echo()


if __name__ == "__main__":
    main()
