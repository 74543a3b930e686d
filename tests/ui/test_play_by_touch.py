"""Each game is played by touch alone, without a camera: whatever is legal can be reached in the real window."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest

from companion.conformance.touches import offered
from companion.conformance.transcripts import SETTING
from companion.core.game import Action, Options, violation
from companion.core.screen import Do, Intent, Screen, Select
from companion.core.selection import NO_SELECTION, Selection
from companion.games import GAMES, with_profile
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory
from companion.session.session import Session
from tests.ui.conftest import Touchscreen
from tests.ui.samples import SMALL

DEEPEST, LIKELY = 4, 6
TRANSCRIPTS = Path(__file__).parents[1] / "playthroughs"


def way_to(
    game: Any, state: Any, action: Action, later: tuple[Action, ...], selection: Selection = NO_SELECTION
) -> list[Intent] | None:
    """Touches that do this action, and at most those with it that come `later` next; None where there are none.

    Those that sound like it are tried first.
    """
    offers = list(dict.fromkeys(offered(game.present(state, selection))))
    if (doing := next((intent for intent in offers if _does(game, state, intent, action, later)), None)) is not None:
        return [doing]
    if len(selection.path) == DEEPEST:
        return None
    picks = [intent for intent in offers if isinstance(intent, Select)]
    for intent in sorted(picks, key=lambda intent: _unlikeliness(intent, action))[:LIKELY]:
        longer = selection.picking(intent.pick)
        if len(longer.path) > len(selection.path) and (rest := way_to(game, state, action, later, longer)) is not None:
            return [intent, *rest]
    return None


def _does(game: Any, state: Any, intent: Intent, action: Action, later: tuple[Action, ...]) -> bool:
    """Whether it comes to the same: no screen asks for a slot where there is only one that it can be."""
    if (
        not isinstance(intent, Do)
        or type(intent.action) is not type(action)
        or intent.then != later[: len(intent.then)]
    ):
        return False
    done, meant = game.apply(state, intent.action), game.apply(state, action)
    if action.player is None and Counter(astuple(intent.action)) == Counter(astuple(action)):
        return bool(game.present(done) == game.present(meant))  # Which of two dice fell how is no matter to anybody.
    return bool(done == meant)


def _unlikeliness(intent: Select, action: Action) -> tuple[bool, ...]:
    """Whoever knows what he wants touches first what sounds like it."""
    pick, said = intent.pick, f"{action!r}".lower()
    return (pick.what or "-") not in said, pick.kind not in said, pick.seat not in (None, action.player)


ACTION = re.compile(r"\d+ \[\d+\] (.+) => [0-9a-f]{8}")
ENDS, WHOLE = 6, 10_000
"""So many actions at each end of a game are touched in the window; all of them take minutes. That whatever is legal can
be touched in between too is said by companion/conformance/test_counter."""

AT_ONCE = 6
"""What so many decide at once is touched in the order in which the screen asks them."""


@pytest.mark.parametrize("most", [ENDS, pytest.param(WHOLE, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", GAMES)
def test_a_game_begins_and_ends_by_touch_alone(window: Touchscreen, name: str, most: int) -> None:
    """A recorded game, touched in the real window at its beginning and at its end, and its result."""
    lines = (TRANSCRIPTS / f"{name}_2.txt").read_text(encoding="utf-8").splitlines()
    people = lines[0].partition(": ")[2].split(", ")
    settings = dict(line.removeprefix(SETTING).split(" = ") for line in lines if line.startswith(SETTING))
    game, store = with_profile(name, ""), JournalStore(":memory:")
    history = GameHistory(game, store, store.begin(name, Options(tuple(people), settings)))
    left = [game.read_action(found[1]) for line in lines if (found := ACTION.fullmatch(line))]
    screens: list[Screen] = []
    session: Session[Any, Any] = Session(history, screens.append, lambda _: None)
    app = window.at(SMALL).app
    before, app.handle = app.handle, session.handle
    try:
        count = len(left)
        while left:
            if most <= count - len(left) and most < len(left):
                session.handle(Do(left.pop(0)))
                continue
            action, way = _next_touched(game, history.state, left[:AT_ONCE])
            for done in (action, *_with_it(way[-1])):
                left.remove(done)
            for intent in way:
                app.show(screens[-1] if screens else game.present(history.state))
                window.touch.tap(intent)
    finally:
        app.handle = before

    notice = screens[-1].notice
    assert game.outcome(history.state) is not None
    assert notice is not None
    assert ["The result"] == [str(answer.label) for answer in notice.answers]


def _next_touched(game: Any, state: Any, actions: Sequence[Action]) -> tuple[Action, list[Intent]]:
    legal = ((n, action) for n, action in enumerate(actions, 1) if violation(game, state, action) is None)
    ways = ((action, way_to(game, state, action, (*actions[n:],))) for n, action in legal)
    return next((action, way) for action, way in ways if way is not None)


def _with_it(intent: Intent) -> Sequence[Any]:
    return intent.then if isinstance(intent, Do) else ()
