"""Which page stands behind which name. A new page is one line here."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.screen import Open
from companion.pages.bug_report import BugReport
from companion.pages.camera_planner import camera_planner
from companion.pages.camera_set_up import camera_set_up
from companion.pages.capture import Capture
from companion.pages.clocks import Clocks
from companion.pages.club import AllTables
from companion.pages.copies import CopiesOfGames
from companion.pages.copy_exchange import CopyExchange
from companion.pages.decks import Decks
from companion.pages.ending import EndOfEvening, ShutDown
from companion.pages.evenings import Evenings, recorded
from companion.pages.figures import Moments, MoreFigures
from companion.pages.getting_ready import GettingReady
from companion.pages.hardware_test import HardwareTest
from companion.pages.history import History
from companion.pages.home import Home
from companion.pages.house import House
from companion.pages.laying import Laying
from companion.pages.lookup import RuleArticle, WhichRules, question_page
from companion.pages.more import CameraPage, Correct, More
from companion.pages.navigator import Navigator, NothingToShow, OpenPage
from companion.pages.new_game import Seats
from companion.pages.people import People
from companion.pages.putting_right import PuttingRight
from companion.pages.replay import Replay
from companion.pages.result import Result, Sheet, Standing
from companion.pages.season import Season
from companion.pages.set_up import SetUp
from companion.pages.settings import About, HouseSettings, Tour, location_page
from companion.pages.statistics import EveningsSoFar
from companion.pages.sticking import sticking
from companion.pages.take_along import TakeAlong
from companion.pages.value_question import value_question

Make = Callable[[House, Navigator, str], OpenPage]


def _rules(house: House, navigator: Navigator, game: str) -> OpenPage:
    """The rules of the game that is played, of the named one, or the question of which."""
    if game:
        return question_page(house, navigator, game)
    if house.session is not None:
        return question_page(house, navigator, house.session.history.game.name)
    return WhichRules(house)


def _rule(house: House, navigator: Navigator, id: str) -> OpenPage:
    """A rule of the game that is played."""
    if house.session is None:
        raise NothingToShow("A rule is shown while its game is played.")
    game = house.session.history.game
    return RuleArticle(house, navigator, game.name, game.rulebook[id])


def _evening(house: House, navigator: Navigator, number: str) -> OpenPage:
    """An evening of the journal: its result, or what has happened where nothing was counted."""
    history = recorded(house, number)
    scored = history.ended_early or bool(history.game.score(history.state))
    return Result(house, navigator, number) if scored else History(house, navigator, number)


PAGES: dict[str, Make] = {
    "home": lambda house, *_: Home(house),
    "new game": Seats,
    "evenings": lambda house, *_: Evenings(house),
    "evening": _evening,
    "statistics": lambda house, _, game: EveningsSoFar(house, game),
    "club": lambda house, *_: AllTables(house),
    "more figures": MoreFigures,
    "moments": lambda house, _, game: Moments(house, game),
    "season": lambda house, navigator, _: Season(house, navigator),
    "people": lambda house, navigator, _: People(house, navigator),
    "settings": lambda house, *_: HouseSettings(house),
    "location": lambda house, navigator, _: location_page(house, navigator),
    "hardware": lambda house, *_: HardwareTest(house),
    "report": lambda house, *_: BugReport(house),
    "about": lambda house, *_: About(house),
    "getting ready": lambda house, navigator, _: GettingReady(house, navigator),
    "tour": lambda _house, navigator, _: Tour(navigator),
    "rules": _rules,
    "rule": _rule,
    "result": Result,
    "sheet": Sheet,
    "history": History,
    "replay": Replay,
    "take along": lambda house, _, number: TakeAlong(house, Standing(recorded(house, number))),
    "clock": lambda house, navigator, _: Clocks(house, navigator),
    "more": lambda house, navigator, _: More(house, navigator),
    "correct": lambda house, navigator, _: Correct(house, navigator),
    "put right": lambda house, navigator, _: PuttingRight(house, navigator),
    "lay": lambda house, navigator, _: Laying(house, navigator),
    "set up": lambda house, navigator, _: SetUp(house, navigator),
    "copies": lambda house, *_: CopiesOfGames(house),
    "copy": Capture,
    "value": lambda house, navigator, _: value_question(house, navigator),
    "copy exchange": CopyExchange,
    "decks": Decks,
    "camera": lambda house, navigator, _: CameraPage(house, navigator),
    "camera set up": camera_set_up,
    "camera planner": camera_planner,
    "sticking": sticking,
    "end": lambda house, navigator, _: EndOfEvening(house, navigator),
    "shut down": lambda house, navigator, _: ShutDown(house, navigator),
}


def page_of(asked: Open, house: House, navigator: Navigator) -> OpenPage:
    """The page that is asked for. Raises NothingToShow."""
    if asked.page not in PAGES:
        raise NothingToShow(f"There is no page '{asked.page}'.")
    return PAGES[asked.page](house, navigator, asked.about)
