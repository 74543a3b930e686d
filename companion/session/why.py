"""Why this? The cheapest explanations of a table, with what speaks against each: for developers and bug reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TypeVar

from companion.core.belief.cost import Cost, Shortfall
from companion.core.belief.hypothesis import Either, Finding, Hypothesis, OpenAction, Unfinished
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.revision import cheapest_findings
from companion.core.belief.search import Ambiguous, Illegal, Unexplained
from companion.core.game import Action, Game
from companion.core.journal_entries import CAMERA
from companion.session.game_history import GameHistory
from companion.session.open_actions import OpenActions
from companion.session.recorded_actions import is_action

S = TypeVar("S")
A = TypeVar("A", bound=Action)


def in_lines(game: Game[S, A], told: Iterable[tuple[Cost, Finding[A]]]) -> Iterator[str]:
    """A line for each of the explanations, in notation."""
    for cost, found in told:
        yield f"{_told(game, found)} ({_against(cost) or 'nothing speaks against it'})"


def _told(game: Game[S, A], found: Finding[A]) -> str:
    match found:
        case Hypothesis() | Unfinished():
            back = f"{found.taken_back} taken back; " if found.taken_back else ""
            held = found.held if isinstance(found, Hypothesis) else ()
            away = "".join(f", {change.piece} of {change.zone} held" for change in held)
            return back + _in_notation(game, found.actions) + away
        case Either(stories):
            return ", or ".join(_told(game, each) for each in stories)
        case Ambiguous(readings):
            return ", or ".join(_in_notation(game, each.actions) for each in readings)
        case Illegal():
            return _in_notation(game, (*found.actions, found.action))
        case Unexplained():
            return "no action"


def _in_notation(game: Game[S, A], actions: Sequence[A]) -> str:
    return "; ".join(map(game.write_action, actions)) or "nothing more"


def _against(cost: Cost) -> str:
    shortfall = [cost.shortfall.name.lower().replace("_", " ")] if cost.shortfall else []
    counted = cost._replace(shortfall=Shortfall.NONE)._asdict().items()
    return ", ".join([*shortfall, *(f"{name} {count}" for name, count in counted if count)])


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
    yield from in_lines(game, cheapest_findings(game, states[number - 1], latest, Sighting(table, table, Hidden())))
