"""From the box on the shelf to the first moves, step by step: `python -m benchmarks.first_evening`.

Touches are counted on the real pages; seconds that hands take are assumed (`benchmarks/first_evening_steps.py`,
`companion/label_sets/sticking_pace.py`, `benchmarks/telling_owner.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import click

from benchmarks.first_evening_steps import BEGINNERS, FirstEveningStep, Occasion, labels_of, steps
from benchmarks.telling_owner import printed_copy, tell_copy
from benchmarks.untold import Finger, UntoldPlay, eager, hidden_copy
from companion.core.printed_copy import asking, copy_form_of
from companion.core.screen import Touched, Typed
from companion.games import GAMES
from companion.pages.copy_entry import CopyEntry
from scripts.gallery.page_screens import context, navigator

TOUCHES_GOAL, BEFORE_GOAL = 60, 10
"""For values, in a whole evening and before its first move."""

GOALS = {"new_world_order": 60, "iron_sky": 75, "inwo": 30}
"""Minutes of an owner's time from switch-on until two beginners play."""

OTHERS = {"four players": Occasion(4), "the whole box": Occasion(2, whole_box=True)}


def telling(game: str, occasion: Occasion) -> tuple[int, float]:
    """Touches and minutes of telling what is printed on a simulated owner's copy, as far as the occasion needs it."""
    if GAMES[game].decks is not None:
        return 0, 0.0
    rooms = context(empty=True)
    page = CopyEntry(rooms, navigator(), game, occasion.options)
    if occasion.whole_box:
        page.capturing = rooms.copies.capturing(game)

    def touch(intent: Touched | Typed) -> None:
        if isinstance(intent, Touched):
            page.touched(intent.key, intent.value)

    tally = tell_copy(page, printed_copy(copy_form_of(GAMES[game])), touch)
    return tally.touches, tally.minutes


def counted(game: str, occasion: Occasion) -> Sequence[FirstEveningStep]:
    return list(steps(GAMES[game], telling(game, occasion), occasion))


@dataclass(frozen=True, slots=True)
class Untold:
    """Evenings begun with nothing told: the touches for values of each, those before its first move, and errors."""

    touches: tuple[int, ...]
    before: tuple[int, ...]
    verdicts: int
    wrong: tuple[str, ...]

    def line(self) -> str:
        few, average = sum(each <= TOUCHES_GOAL for each in self.touches), sum(self.touches) / len(self.touches)
        return (
            f"  {len(self.touches)} evenings begun with nothing told: touches for values {min(self.touches)} to"
            f" {max(self.touches)}, {average:.0f} on average (goal {TOUCHES_GOAL}: {few} reach it);"
            f" before the first move {max(self.before)} at most (goal {BEFORE_GOAL});"
            f" {self.verdicts} verdicts, {len(self.wrong)} wrong"
        )


def untold(name: str, evenings: int, seed: int) -> Untold | None:
    """What is asked where nobody has told anything; None for a game that asks nothing so."""
    game = GAMES[name]
    if asking(game) is game:
        return None
    played = [
        UntoldPlay(game, hidden_copy(copy_form_of(game), number), BEGINNERS.options, Finger(name), Random(number)).play(
            eager
        )
        for number in range(seed, seed + evenings)
    ]
    return Untold(
        tuple(each.touches for each in played),
        tuple(each.first_move for each in played),
        sum(each.verdicts for each in played),
        tuple(wrong for each in played for wrong in each.wrong),
    )


@click.command()
@click.option("--untold", "evenings", default=50, show_default=True, help="Evenings of each game with nothing told.")
@click.option("--seed", default=1, show_default=True)
def main(evenings: int, seed: int) -> None:
    """Count the touches and minutes of a first evening, and of evenings that begin with nothing told."""
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
        if evenings and (played := untold(name, evenings, seed)) is not None:
            click.echo(played.line())
            for wrong in played.wrong:
                click.echo(f"    {wrong}")
        click.echo()


if __name__ == "__main__":
    main()
