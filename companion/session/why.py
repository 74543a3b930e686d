"""Why this? The cheapest explanations of a table, with what speaks against each: for developers and bug reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import TypeVar

from companion.core.belief.cost import Cost
from companion.core.belief.hypothesis import Hypothesis, OpenAction
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.revision import cheapest_hypotheses
from companion.core.game import Action, Game
from companion.core.journal_entries import CAMERA
from companion.session.game_history import GameHistory
from companion.session.open_actions import OpenActions
from companion.session.recorded_actions import is_action

S = TypeVar("S")
A = TypeVar("A", bound=Action)


def in_lines(game: Game[S, A], told: Iterable[tuple[Cost, Hypothesis[A]]]) -> Iterator[str]:
    """A line for each of the explanations, in notation."""
    for cost, each in told:
        against = ", ".join(f"{name} {count}" for name, count in cost._asdict().items() if count)
        back = f"{each.taken_back} taken back; " if each.taken_back else ""
        done = back + ("; ".join(map(game.write_action, each.actions)) or "nothing more")
        held = "".join(f", {change.piece} of {change.zone} held" for change in each.held)
        yield f"{done}{held} ({against or 'nothing speaks against it'})"


def why_then(history: GameHistory[S, A], number: int) -> Iterator[str]:
    """What the table as it lay after an action of those that stand, the first is 1, might have meant before it.

    A journal keeps no looks: the whole table counts as in sight, and nothing as known of what is under it.
    """
    game, played = history.game, history.played
    states = [*(each.before for each in played), history.state]
    seen = [*takewhile(lambda each: each.source == CAMERA, reversed(played[: number - 1]))]
    opened = [OpenAction(each.before, each.action) for each in reversed(seen) if is_action(each.action)]
    still = OpenActions()
    still.make(each.action for each in opened)
    table = game.table(states[number])
    latest = opened[len(opened) - still.count :]
    yield from in_lines(game, cheapest_hypotheses(game, states[number - 1], latest, Sighting(table, table, Hidden())))
