"""Which page stands behind which name. A new page is one line here."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.screen import Open
from companion.pages.bug_report import BugReport
from companion.pages.camera_set_up import camera_planner, camera_set_up
from companion.pages.clocks import Clocks
from companion.pages.club import AllTables
from companion.pages.copies import CopiesOfGames, CopyExchange
from companion.pages.copy_entry import CopyEntry
from companion.pages.decks import DeckOwners
from companion.pages.ending import EndOfEvening, ShutDown, audited_result
from companion.pages.getting_ready import GettingReady
from companion.pages.hardware_test import HardwareTest, Wiring
from companion.pages.history import History, SavedEvenings, recorded
from companion.pages.home import Home
from companion.pages.keepsake import TakeAlong
from companion.pages.label_sticking import sticking
from companion.pages.lookup import RuleArticle, WhichRules, question_page
from companion.pages.navigator import Navigator, NothingToShow, OpenPage
from companion.pages.new_game import Seats
from companion.pages.page_context import PageContext
from companion.pages.people import People
from companion.pages.picture_sources import ScoreWhatLies
from companion.pages.putting_right import PuttingRight
from companion.pages.record_only import RecordOnly, only_readable
from companion.pages.replay import Replay
from companion.pages.result import Result, ScoreSheet, ScoreStandings
from companion.pages.settings import About, HouseSettings, Tour, location_page
from companion.pages.setup_guide import Laying, SetupGuide
from companion.pages.showing_cards import showing_cards
from companion.pages.statistics import EveningsSoFar, Moments, MoreStatistics, Season
from companion.pages.strip_set_up import StripSetUp, strip_walk
from companion.pages.table_menu import CameraMenu, Correct, TableMenu
from companion.pages.value_question import value_question

Make = Callable[[PageContext, Navigator, str], OpenPage]


def _rules(context: PageContext, navigator: Navigator, game: str) -> OpenPage:
    """The rules of the game that is played, of the named one, or the question of which."""
    if game:
        return question_page(context, navigator, game)
    if context.session is not None:
        return question_page(context, navigator, context.session.history.game.name)
    return WhichRules(context)


def _rule(context: PageContext, navigator: Navigator, id: str) -> OpenPage:
    """A rule of the game that is played."""
    if context.session is None:
        raise NothingToShow("A rule is shown while its game is played.")
    game = context.session.history.game
    return RuleArticle(context, navigator, game.name, game.rulebook[id])


def _evening(context: PageContext, navigator: Navigator, number: str) -> OpenPage:
    """An evening of the journal: its result, or what has happened where nothing was counted."""
    if number and (why_not := only_readable(context, number)) is not None:
        return RecordOnly(context, number, why_not)
    history = recorded(context, number)
    scored = history.ended_early or bool(history.game.score(history.state))
    return Result(context, navigator, number) if scored else History(context, navigator, number)


def _result(context: PageContext, navigator: Navigator, number: str) -> OpenPage:
    """Of an evening of the journal, or of the one that is played: before its end is a result, the table is compared."""
    return Result(context, navigator, number) if number else audited_result(context, navigator)


PAGES: dict[str, Make] = {
    "home": lambda context, *_: Home(context),
    "new game": Seats,
    "evenings": lambda context, *_: SavedEvenings(context),
    "evening": _evening,
    "statistics": lambda context, _, game: EveningsSoFar(context, game),
    "club": lambda context, *_: AllTables(context),
    "more figures": MoreStatistics,
    "moments": lambda context, _, game: Moments(context, game),
    "season": lambda context, navigator, _: Season(context, navigator),
    "people": lambda context, navigator, _: People(context, navigator),
    "settings": lambda context, *_: HouseSettings(context),
    "location": lambda context, navigator, _: location_page(context, navigator),
    "hardware": lambda context, *_: HardwareTest(context),
    "wiring": lambda context, *_: Wiring(context),
    "strip": lambda context, *_: StripSetUp(context),
    "strip walk": strip_walk,
    "report": lambda context, *_: BugReport(context),
    "about": lambda context, *_: About(context),
    "getting ready": lambda context, navigator, _: GettingReady(context, navigator),
    "tour": lambda _context, navigator, _: Tour(navigator),
    "rules": _rules,
    "rule": _rule,
    "result": _result,
    "sheet": lambda context, navigator, number: ScoreSheet(navigator, ScoreStandings(recorded(context, number))),
    "score picture": lambda context, navigator, _: ScoreWhatLies(context, navigator),
    "history": History,
    "replay": Replay,
    "take along": lambda context, _, number: TakeAlong(context, ScoreStandings(recorded(context, number))),
    "clock": lambda context, navigator, _: Clocks(context, navigator),
    "more": lambda context, navigator, _: TableMenu(context, navigator),
    "correct": lambda context, navigator, _: Correct(context, navigator),
    "put right": lambda context, navigator, _: PuttingRight(context, navigator),
    "lay": lambda context, navigator, _: Laying(context, navigator),
    "set up": lambda context, navigator, _: SetupGuide(context, navigator),
    "copies": lambda context, *_: CopiesOfGames(context),
    "copy": CopyEntry,
    "value": lambda context, navigator, _: value_question(context, navigator),
    "copy exchange": CopyExchange,
    "decks": DeckOwners,
    "camera": lambda context, navigator, _: CameraMenu(context, navigator),
    "camera set up": camera_set_up,
    "camera planner": camera_planner,
    "sticking": sticking,
    "cards": showing_cards,
    "end": lambda context, navigator, _: EndOfEvening(context, navigator),
    "shut down": lambda context, navigator, _: ShutDown(context, navigator),
}


def page_of(asked: Open, context: PageContext, navigator: Navigator) -> OpenPage:
    """The page that is asked for. Raises NothingToShow."""
    if asked.page not in PAGES:
        raise NothingToShow(f"There is no page '{asked.page}'.")
    return PAGES[asked.page](context, navigator, asked.about)
