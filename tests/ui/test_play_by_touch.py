"""Each game is played by touch alone, without a camera: whatever is legal can be reached in the real window."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.game import Action, Options, legal_actions
from companion.core.screen import Do, Intent, Screen, Select
from companion.core.selection import NO_SELECTION, Selection
from companion.games import GAMES, with_profile
from companion.session.game_history import GameHistory
from companion.session.session import Session
from companion.store import JournalStore
from scripts.playthrough import SETTING
from tests.ui.conftest import Touchscreen
from tests.ui.samples import SMALL
from ui.app import CompanionApp

ACTIONS = 10
DEEPEST, LIKELY = 3, 6
ACTION = re.compile(r"\d+ \[\d+\] (.+) => [0-9a-f]{8}")


def asked_for(screen: Screen) -> Iterator[Intent]:
    """Everything on a screen that can be touched now. A question has the screen to itself."""
    if screen.notice is not None:
        yield from (button.intent for button in screen.notice.answers if button.enabled)
        return
    yield from (button.intent for button in screen.buttons if button.enabled)
    for board in (*screen.boards, *(seat.board for seat in screen.seats)):
        yield from (cell.intent for cell in board.cells if cell.intent is not None)


def way_to(game: Any, state: Any, action: Action, selection: Selection = NO_SELECTION) -> list[Intent] | None:
    """Touches that do this action, those that sound like it tried first; None where there are none."""
    offered = list(dict.fromkeys(asked_for(game.present(state, selection))))
    if Do(action) in offered:
        return [Do(action)]
    if len(selection.path) == DEEPEST:
        return None
    said = f"{action}"
    picks = [intent for intent in offered if isinstance(intent, Select)]
    for intent in sorted(picks, key=lambda intent: (intent.pick.what or "-") not in said)[:LIKELY]:
        longer = selection.picking(intent.pick)
        if len(longer.path) > len(selection.path) and (rest := way_to(game, state, action, longer)) is not None:
            return [intent, *rest]
    return None


def chosen(game: Any, state: Any, random: Random) -> tuple[Action, list[Intent]]:
    """A legal action and the way to it. What players decide one after the other is touched in that order."""
    legal = sorted(legal_actions(game, state), key=lambda _: random.random())
    ways = ((action, way) for action in legal if (way := way_to(game, state, action)) is not None)
    return next(ways)


@pytest.mark.parametrize("name", list(GAMES))
def test_whatever_is_legal_can_be_touched(window: Touchscreen, name: str) -> None:
    game = with_profile(name, "")
    store = JournalStore(":memory:")
    history = GameHistory(game, store, store.begin(name, Options(("Ann", "Ben"), {})))
    screens: list[Screen] = []
    session: Session[Any, Any] = Session(history, screens.append, lambda _: None)
    app: CompanionApp = window.at(SMALL).app
    random, before = Random(5), app.handle
    app.handle = session.handle
    try:
        for _ in range(ACTIONS):
            action, way = chosen(game, history.state, random)
            count = len(history.played)
            for intent in way:
                app.show(screens[-1] if screens else game.present(history.state))
                window.touch.tap(intent)
            assert action == history.played[count].action
    finally:
        app.handle = before


RECORDED = {"inwo": "inwo_3", "iron_sky": "iron_sky_2", "new_world_order": "new_world_order_2"}
TRANSCRIPTS = Path(__file__).parents[1] / "playthroughs"


@pytest.mark.parametrize("name", list(GAMES))
def test_a_whole_game_is_played_by_touch_alone(window: Touchscreen, name: str) -> None:
    """Issue 14: a recorded game, every action of it touched in the real window, from the first to the last."""
    lines = (TRANSCRIPTS / f"{RECORDED[name]}.txt").read_text(encoding="utf-8").splitlines()
    people = lines[0].partition(": ")[2].split(", ")
    settings = dict(line.removeprefix(SETTING).split(" = ") for line in lines if line.startswith(SETTING))
    game, store = with_profile(name, ""), JournalStore(":memory:")
    history = GameHistory(game, store, store.begin(name, Options(tuple(people), settings)))
    recorded = [game.read_action(found[1]) for line in lines if (found := ACTION.fullmatch(line))]
    played_by_touch(window, history, recorded)

    assert recorded == [played.action for played in history.played]
    assert game.outcome(history.state) is not None


def played_by_touch(window: Touchscreen, history: GameHistory[Any, Any], actions: Sequence[Action]) -> None:
    screens: list[Screen] = []
    session: Session[Any, Any] = Session(history, screens.append, lambda _: None)
    app = window.at(SMALL).app
    before, app.handle = app.handle, session.handle
    try:
        for number, action in enumerate(actions):
            way = way_to(history.game, history.state, action)
            assert way is not None, f"{number}: nothing on the screen leads to {history.game.write_action(action)}"
            for intent in way:
                app.show(screens[-1] if screens else history.game.present(history.state))
                window.touch.tap(intent)
    finally:
        app.handle = before
