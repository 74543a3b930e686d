"""Which function draws which value. A new kind of screen is one line here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core import pages
from companion.core.picture_pages import ScoredPicturePage
from companion.core.result_pages import EndPage, HistoryPage, ReplayPage, ResultPage, SheetPage
from companion.core.screen import Screen
from companion.core.setup_steps import LayingPage, SetupPage
from companion.core.statistics_pages import FiguresPage, StatisticsPage
from companion.core.value_pages import CopyEntryPage, CountPage, ValuePage
from companion.core.wizard_page import WizardPage
from ui.drawing import Drawing
from ui.screens import (
    camera,
    clocks,
    club,
    ending,
    history,
    laying,
    lists,
    live,
    putting_right,
    replay,
    result,
    scored_picture,
    start,
    statistics,
    typing,
    value,
    value_pads,
    wizard,
)

DRAWN_BY: dict[type, Callable[[Drawing, Any], None]] = {
    Screen: live.draw,
    pages.SplashPage: start.draw_splash,
    pages.SleepPage: start.draw_sleep,
    pages.HomePage: start.draw_home,
    pages.SeatsPage: start.draw_seats,
    pages.TimePage: start.draw_time,
    pages.ListPage: lists.draw_list,
    pages.DoorsPage: lists.draw_doors,
    pages.ArticlePage: lists.draw_article,
    pages.TypingPage: typing.draw,
    pages.ClockPage: clocks.draw,
    EndPage: ending.draw_end,
    ResultPage: result.draw_result,
    SheetPage: result.draw_sheet,
    StatisticsPage: statistics.draw_statistics,
    pages.ClubPage: club.draw_club,
    FiguresPage: statistics.draw_figures,
    HistoryPage: history.draw_history,
    ReplayPage: replay.draw_replay,
    pages.PuttingRightPage: putting_right.draw,
    SetupPage: history.draw_setup,
    LayingPage: laying.draw,
    CopyEntryPage: value_pads.draw,
    ValuePage: value.draw,
    CountPage: value_pads.draw_count,
    pages.CameraPage: camera.draw_camera,
    pages.PlanPage: camera.draw_plan,
    ScoredPicturePage: scored_picture.draw,
    WizardPage: wizard.draw_wizard,
}


def draw(d: Drawing, shown: object) -> None:
    """Draw a value that can be shown. Raises KeyError if nothing draws its kind."""
    DRAWN_BY[type(shown)](d, shown)
