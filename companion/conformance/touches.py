"""Which actions fingers can compose, told from the screens' values alone: no window is opened."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from companion.core.game import Action, Game, violation
from companion.core.screen import Do, Intent, NoticeKind, Pad, RollChart, RunningSum, Screen, Select
from companion.core.selection import NO_SELECTION, Selection

MOST_TOUCHES = 4
"""Nothing that is legal takes more; most takes three at most."""


def offered(screen: Screen) -> Iterator[Intent]:
    """What can be touched; a question has the screen to itself, under one with a drawing lies the table."""
    notice = screen.notice
    asks = notice is not None and (notice.kind is not NoticeKind.SAYING or len(notice.answers) > 2)
    if notice is not None:
        yield from (answer.intent for answer in notice.answers if answer.enabled)
        if isinstance(notice.detail, Pad):
            yield from (key.intent for row in notice.detail.rows for key in row.keys if key.enabled)
            if notice.detail.instead is not None:
                yield notice.detail.instead.intent
        if isinstance(notice.detail, RunningSum):
            yield from (key.intent for key in notice.detail.sums if key.enabled)
        if isinstance(notice.detail, RollChart):
            yield from (key.intent for key in notice.detail.sums if key.enabled)
            yield notice.detail.instead.intent
    if not asks:
        yield from (button.intent for button in screen.buttons if button.enabled)
    if not asks or (notice is not None and notice.detail is not None):
        for board in (*screen.boards, *(seat.board for seat in screen.seats)):
            if board.gauge_intent is not None:
                yield board.gauge_intent
            yield from (cell.intent for cell in board.cells if cell.intent is not None)


def composable(game: Game[Any, Any], state: Any) -> dict[Action, int]:
    """Every action that touches lead to in this state, with the fewest touches that it takes."""
    found: dict[Action, int] = {}
    open_ones: Sequence[Selection] = (NO_SELECTION,)
    seen = {NO_SELECTION}
    for touches in range(1, MOST_TOUCHES + 1):
        longer: list[Selection] = []
        for selection in open_ones:
            for intent in dict.fromkeys(offered(game.present(state, selection))):
                if isinstance(intent, Do):
                    found.setdefault(intent.action, touches)
                elif isinstance(intent, Select) and (picked := selection.picking(intent.pick)) not in seen:
                    seen.add(picked)
                    longer.append(picked)
        open_ones = longer
    return found


def out_of_reach(game: Game[Any, Any], state: Any, legal: Sequence[Action]) -> list[Action]:
    """Of the legal actions those that no touches lead to, nor to one after which everybody sees the same.

    No screen asks for a slot where all that it can be are alike.
    """
    reached = composable(game, state)
    missing = [action for action in legal if action not in reached]
    return [
        action
        for action in missing
        if not _is_asked_in_turn(game, state, action, legal, reached) and not _is_alike(game, state, action, reached)
    ]


def _is_asked_in_turn(
    game: Game[Any, Any], state: Any, action: Action, legal: Sequence[Action], reached: Collection[Action]
) -> bool:
    """Whether somebody else is asked the same now and this one stays legal: it is asked as soon as that is answered."""
    asked = {_of(other) for other in reached}
    own = {type(other) for other in legal if _of(other) == _of(action)}
    if len(asked) != 1 or _of(action) in asked or not {type(other) for other in reached} <= own:
        return False
    return any(violation(game, game.apply(state, other), action) is None for other in reached)


def _of(action: Action) -> Any:
    """Whose it is; what chance deals to a player is his too."""
    return action.player or getattr(action, "seat", None)


def _is_alike(game: Game[Any, Any], state: Any, action: Action, reached: Iterable[Action]) -> bool:
    alike = [game.apply(state, other) for other in reached if type(other) is type(action)]
    after = game.apply(state, action)
    if action.player is None:  # Which of two dice fell how is no matter to anybody.
        return any(game.present(after) == game.present(other) for other in alike)
    return after in alike
