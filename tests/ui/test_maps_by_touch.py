"""Maps in the real window: their gauges are touched by themselves, and all their places are named alike.

Most of the time is for the tables with moves behind them.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.screen import Arrangement, Screen
from scripts.gallery import screens as gallery
from tests.ui.conftest import Touchscreen
from ui.navigation import OpenPanel
from ui.picture import PictureWords

TABLES = [name for name, _ in gallery.live_tables() if name.startswith("iron_sky")]


@pytest.fixture(params=TABLES)
def shown(request: pytest.FixtureRequest) -> Screen:
    screen = gallery.shown(request.param)
    assert isinstance(screen, Screen)
    return screen


def test_a_finger_on_a_gauge_asks_for_what_is_behind_it(small: Touchscreen, shown: Screen) -> None:
    """On the live table and where its board has the whole screen."""
    small.show(replace(shown, notice=None))
    for board in shown.boards:
        assert board.arrangement is Arrangement.MAP
        for opened in (False, True):
            if opened:
                small.touch.tap(OpenPanel(board.name))
            small.posted.clear()
            target = next(each for each in small.app.view.all_targets() if each.intent == board.gauge_intent)
            small.touch.press(*small.app.view.pixels(target.rect))
            assert [board.gauge_intent] == small.posted


def test_the_places_of_a_map_are_all_named_or_all_numbered(touchscreen: Touchscreen, shown: Screen) -> None:
    touchscreen.show(replace(shown, notice=None))  # what is said may lie over the foot of a map
    marks = touchscreen.app.view.picture.marks
    said = [mark.text for mark in marks if isinstance(mark, PictureWords)]
    for board in shown.boards:
        places = [cell for cell in board.cells if cell.short is not None]
        named = [cell for cell in places if str(cell.title) in said]
        assert len(named) in {0, len(places)}, [str(cell.title) for cell in named]
