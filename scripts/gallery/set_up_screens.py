"""Laying a game out, seen by a camera: before any label is on a piece, and half-way, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

from companion.core.screen import Open, Touched
from companion.core.table import LabelPlace, Observation
from companion.games import GAMES
from companion.pages.contents import page_of
from companion.simulation.physical_table import PhysicalTable
from scripts.gallery.page_screens import NAMES, Made, context, navigator, played, session_of

HALF = 0.6
"""So much of what is to be laid out lies there."""


def set_up_pages() -> Iterator[Made]:
    yield "set-up-labels", partial(set_up, next(iter(GAMES)), 0.0)
    for game, rules in GAMES.items():
        steps = rules.setup_steps(played(context(empty=True).store, game, NAMES[: min(rules.players)], 0).state)
        for number in range(len(steps)):
            yield f"set-up-seen-{game}-{number + 1}", partial(set_up, game, HALF, number + 1)


def set_up(game: str, share: float, step: int | None = None) -> object:
    """The page at that step, when so much of the table lies there."""
    home = context(empty=True)
    history = played(home.store, game, NAMES[: min(GAMES[game].players)], 0)
    session_of(home, history)
    table = PhysicalTable(history.game, history.game.layout(history.state))
    table.make(history.game.table(history.state))
    lying = [LabelPlace(each.tag, each.label) for each in table.visible()]
    home.playing().handle(Observation(tuple(islice(lying, round(share * len(lying))))))
    page = page_of(Open("set up"), home, navigator())
    if step is not None:
        intent = Touched("step", str(step))
        page.touched(intent.key, intent.value)
    return page.view()
