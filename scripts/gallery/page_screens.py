"""The pages beside the live table, as a house has them that plays often: for the eye, and for the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from companion.club.club_table import ClubTable
from companion.club.link import LinkStatus, Own
from companion.club.mqtt_messages import ONLINE, STATE, Outgoing, topic
from companion.club.table_snapshots import Snapshots
from companion.club.table_state import Call, ClubTableState, TablePlayer, to_payload
from companion.core.action import Seat
from companion.core.clock import Mode, TimeControl
from companion.core.editing import places_for
from companion.core.editor import FigureChange, PieceMove
from companion.core.game import Game, Options, legal_actions, violation
from companion.core.initial_layout import dealt_at_random, places_to_lay
from companion.core.journal_entries import AT_RANDOM
from companion.core.screen import Do, Open, Typed
from companion.core.table import LabelPlace, Observation, Piece, Zone
from companion.core.text import ENGLISH
from companion.games import GAMES, GROUP, Games, picture_of, with_profile
from companion.journal.saved_games import Ending
from companion.journal.store import JournalStore, SavedGame
from companion.pages.bug_report import WITHOUT, BugReport
from companion.pages.club import AllTables
from companion.pages.contents import page_of
from companion.pages.evening_draft import EveningDraft
from companion.pages.home import Home
from companion.pages.house_rules import HouseRules, search_page
from companion.pages.lookup import question_page
from companion.pages.machine import Machine, NoCameras, Sticks
from companion.pages.navigator import Navigator, OpenPage
from companion.pages.new_game import AtSeat, Seats, WhoSits
from companion.pages.page_context import PageContext
from companion.pages.people import ForgetForGood, OnePerson, WhoElse
from companion.pages.putting_right import PuttingRight
from companion.pages.putting_right_lists import AllPieces, Changes, Counted, OneCount, WhatComesHere, WhereTo
from companion.pages.replay import Replay
from companion.pages.result import Result
from companion.pages.time_choice import MoreWays, OwnTimes, TimeChoice
from companion.session.game_history import GameHistory
from companion.session.messages import EndEvening, Pause, Tick
from companion.session.session import Session
from companion.simulation.physical_table import PhysicalTable
from scripts.gallery.picture_screens import picture_pages
from scripts.gallery.view_screens import camera_pages
from scripts.gallery.wizard_screens import wizard_pages

NAMES = ("Liisa", "Ott", "Kadri", "Jaan", "Piret", "Oskar")
LONG_NAMES = (
    "Maximiliane Eva",
    "Wilhelmina Ann",
    "Bartholomew J.",
    "Anna-Kristin W",
    "Konstantin Ivo",
    "Władysława Ż.",
)
EVENING = datetime(2026, 11, 22, 19, 40, tzinfo=UTC)
FIRST = next(iter(GAMES))
CHANGED = {
    name: {setting.name: setting.choices[1] for setting in game.settings[number - 3 :]}
    for number, (name, game) in enumerate(GAMES.items())
}
FISCHER = TimeControl(Mode.FISCHER, 25 * 60.0, 5.0)

GOALS = "Great Goals", "Territories", "basic goal", "Last one left"
"""By what evenings were won, in the words of the games."""

SEED, TIED = 3, 2
"""Of evenings of chance; all win the first game's with the other."""

SOME = 60
"""Of so many legal actions one is taken."""

TO_THE_END = 3000
"""More actions than any game has."""

PUTTING_RIGHT = ("table", "where-to", "another", "all", "counted", "figure", "changes")
MID_GAME = 150

Made = tuple[str, Callable[[], object]]


class NoEvening:
    """Nothing is set going from a picture."""

    def begin(
        self, game: str, options: Options, time: TimeControl, colours: Sequence[int], position: str = ""
    ) -> None: ...
    def go_on(self, saved: SavedGame) -> None: ...
    def learn(self, game: str) -> None: ...
    def leave(self) -> None: ...
    def shut_down(self) -> None: ...
    def wear(self, preferences: Mapping[str, str]) -> None: ...


def _with_strangers(home: PageContext) -> PageContext:
    """Two games more that are listed and cannot be played."""
    strangers = [EntryPoint(name, f"{name}:GAME", GROUP) for name in ("senet", "the_royal_game_of_ur")]
    home.games = Games(lambda: [*entry_points(group=GROUP), *strangers])
    return home


def context(*, empty: bool = False, names: Sequence[str] = NAMES) -> PageContext:
    """A house with an evening of each game behind it and one that is open."""
    at = [EVENING - timedelta(days=9)]
    store = JournalStore(":memory:", lambda: at[0])
    if not empty:
        for number, (name, game) in enumerate(GAMES.items()):
            at[0] = EVENING - timedelta(days=8 - 2 * number)
            count = max(game.players)
            people = names[:count] if len(names) >= count else NAMES[:count]
            played(store, name, people, 25 + 10 * number)
            if number:
                GameHistory(with_profile(name, ""), store, store.load(store.games()[number][0])).abandon()
        at[0] = EVENING - timedelta(minutes=20)
        played(store, FIRST, (*names, *NAMES)[:3], 40)
    return PageContext(store, GAMES, NoEvening(), picture_of, Machine(now=lambda: EVENING))


def played(store: JournalStore, game: str, names: Sequence[str], moves: int, seed: int = SEED) -> GameHistory[Any, Any]:
    """An evening of people who take any legal action and think for a while."""
    saved = store.begin(game, Options(tuple(names), CHANGED[game]), "", FISCHER, range(len(names)))
    history = GameHistory(with_profile(game, ""), store, saved)
    for action, seconds, to_move, source in _random_play(game, len(names), seed).first(moves):
        history.spend(seconds, to_move)
        history.do([action], source)
    return history


class _RandomPlay:
    """What people do who take any legal action; to find what is legal takes longer than to do it, so it is kept."""

    def __init__(self, game: Game[Any, Any], count: int, seed: int) -> None:
        self._game, self._random = game, Random(seed)
        self._state = game.initial_state(Options(NAMES[:count], CHANGED[game.name]))
        self._done: list[tuple[Any, float, tuple[Seat, ...], str]] = []

    def first(self, moves: int) -> list[tuple[Any, float, tuple[Seat, ...], str]]:
        """So many actions, or fewer where the game ends before: after how many seconds of whom, and from where."""
        random = self._random
        while len(self._done) < moves and (legal := list(islice(legal_actions(self._game, self._state), SOME))):
            seconds, to_move = random.uniform(2, 40), tuple(self._game.to_move(self._state))
            action, source = random.choice(legal), random.choice(("touch", "camera"))
            self._done.append((action, seconds, to_move, source))
            self._state = self._game.apply(self._state, action)
        return self._done[:moves]


@cache
def _random_play(game: str, count: int, seed: int) -> _RandomPlay:
    return _RandomPlay(with_profile(game, ""), count, seed)


def session_of(context: PageContext, history: GameHistory[Any, Any]) -> PageContext:
    """The house while this evening is played in it."""
    session: Session[Any, Any] = Session(history, lambda _: None, lambda _: None)
    session.handle(Tick(0.0))
    context.session = session
    return context


def navigator() -> Navigator:
    def nothing(_: object) -> OpenPage:
        raise LookupError

    return Navigator(nothing, lambda _: None)


def start_pages() -> Iterator[Made]:
    yield "home", lambda: Home(context()).view()
    yield "home-empty", lambda: Home(context(empty=True)).view()
    yield "home-strangers", lambda: Home(_with_strangers(context())).view()
    yield "home-long-names", lambda: Home(context(names=LONG_NAMES)).view()
    yield from wizard_pages(partial(context, empty=True), navigator)
    for game in GAMES:
        yield f"seats-{game}", partial(seats_view, game, LONG_NAMES)
        yield f"house-rules-{game}", partial(rules_view, game)
        yield f"house-rules-found-{game}", partial(found_view, game)
    yield "seats-empty", lambda: Seats(context(empty=True), navigator(), FIRST).view()
    yield "seats-three", partial(seats_view, FIRST, NAMES[:3])
    yield "seats-who-sits", lambda: WhoSits(context(), navigator(), seats(FIRST, NAMES[:2])).view()
    yield "seats-at-seat", lambda: AtSeat(context(), navigator(), seats(FIRST), 1).view()
    yield "seats-name", typed_name
    for mode in (Mode.COUNT_UP, Mode.FISCHER, Mode.BYO_YOMI):
        yield f"clock-choice-{mode.value.replace(' ', '-')}", partial(choice_view, mode)
    yield "clock-choice-own", lambda: OwnTimes(seats(FIRST, LONG_NAMES)).view()
    yield "clock-choice-more", lambda: MoreWays(navigator(), choice(Mode.FISCHER)).view()


def seats_view(game: str, names: Sequence[str]) -> object:
    return seats(game, names).view()


def rules_view(game: str) -> object:
    return HouseRules(GAMES[game], navigator(), seats(game)).view()


def choice_view(mode: Mode) -> object:
    return choice(mode).view()


def found_view(game: str) -> object:
    """The house rules that have a word of the first one's title."""
    page = search_page(GAMES[game], navigator(), seats(game), fixed=False)
    page.line = str(GAMES[game].settings[0].title).split()[0]
    return page.view()


def seats(game: str, names: Sequence[str] = NAMES) -> Seats:
    page = Seats(context(empty=True), navigator(), game)
    draft = EveningDraft(game, (), CHANGED[game], FISCHER)
    for name in names[: max(GAMES[game].players)]:
        draft = draft.seated(name)
    page.draft = draft
    return page


def choice(mode: Mode) -> TimeChoice:
    page = seats(FIRST)
    made = TimeChoice(navigator(), page)
    made.touched("way", mode.value)
    return made


def typed_name() -> object:
    flow = navigator()
    page = AtSeat(context(), flow, seats(FIRST), 1)
    flow.push(page)
    page.touched("name", "")
    for letter in ("backspace",) * 3 + tuple("anna-ma"):
        flow.handle(Typed(letter))
    assert flow.top is not None
    return flow.top.view()


def evening_pages() -> Iterator[Made]:
    for game, rules in GAMES.items():
        most = max(rules.players)
        yield f"result-{game}", partial(opened, "result", game, LONG_NAMES[:most], TO_THE_END)
        yield f"sheet-{game}", partial(opened, "sheet", game, LONG_NAMES[:most], TO_THE_END)
        yield f"take-along-{game}", partial(opened, "take along", game, LONG_NAMES[:most], TO_THE_END)
        yield f"history-{game}", partial(opened, "history", game, NAMES[:most], 150)
        yield f"replay-{game}", partial(replayed, game, LONG_NAMES[:most], 150)
        yield f"replay-{game}-broken", partial(replayed, game, LONG_NAMES[:most], 150, broken=True)
        yield f"correct-{game}", partial(opened, "correct", game, NAMES[:most], 40)
        for shown in PUTTING_RIGHT:
            yield f"put-right-{game}-{shown}", partial(putting_right, game, NAMES[:most], shown)
        yield f"set-up-{game}", partial(opened, "set up", game, NAMES[: min(rules.players)], 0)
        yield f"lay-{game}", partial(opened, "lay", game, NAMES[: min(rules.players)], 0)
        yield f"clock-{game}-{most}", partial(opened, "clock", game, LONG_NAMES[:most], 45)
    for count in (2, 3):
        yield f"clock-{FIRST}-{count}", partial(opened, "clock", FIRST, LONG_NAMES[:count], 120)
    yield "set-up-another-mat", partial(opened, "set up", FIRST, NAMES[:3], 0, mat_fits=False)
    for count in (12, 28, 36, 42):
        yield f"lay-{FIRST}-{count}", partial(laying, count)
    yield "exchanging", exchanging
    yield "clock-paused", paused
    yield "result-under-way", partial(opened, "result", FIRST, NAMES[:3], 300)
    yield "result-tie", tie
    for game, rules in GAMES.items():
        yield f"end-{game}", partial(opened, "end", game, LONG_NAMES[: max(rules.players)], 300)
        yield f"result-ended-early-{game}", partial(ended_early, game)
    yield from picture_pages(
        partial(context, empty=True),
        navigator,
        lambda home, game: played(home.store, game, LONG_NAMES[: max(GAMES[game].players)], MID_GAME),
    )
    yield "history-empty", partial(opened, "history", FIRST, NAMES[:3], 0)
    for page in (
        "more",
        "camera",
        "end",
        "shut down",
        "settings",
        "people",
        "hardware",
        "report",
        "tour",
        "about",
        "evenings",
        "copies",
    ):
        yield page.replace(" ", "-"), lambda page=page: page_of(Open(page), lived_in(), navigator()).view()  # type: ignore[misc]
    yield "report-written", report_written
    yield "evenings-none", lambda: page_of(Open("evenings"), context(empty=True), navigator()).view()
    for game in GAMES:
        for page in ("statistics", "more figures", "moments", "season"):
            yield f"{page.replace(' ', '-')}-{game}", partial(statistics, game, page)
    yield "which-month", which_month
    yield "broken-rules", broken_rules
    yield "location", lambda: page_of(Open("location"), context(), navigator()).view()
    yield "person", speaker
    yield "club", lambda: AllTables(of_club(full=True)).view()
    yield "club-empty", lambda: AllTables(of_club(full=False)).view()
    yield "home-of-a-club", lambda: Home(of_club(full=True)).view()
    yield "more-of-a-club", more_of_a_club
    yield "person-who-else", lambda: WhoElse(context(names=LONG_NAMES), navigator(), NAMES[0]).view()
    yield "person-forget", lambda: ForgetForGood(context(names=LONG_NAMES), navigator(), LONG_NAMES[0]).view()
    yield "people-none", lambda: page_of(Open("people"), context(empty=True), navigator()).view()


def replayed(game: str, names: Sequence[str], moves: int, *, broken: bool = False) -> object:
    """An evening again, at its end; `broken` by something that the rules forbid and the table allowed."""
    home = context(empty=True)
    history = played(home.store, game, names, moves)
    if broken:
        moves, wrong, rule = next(_forbidden(history))
        history = played(home.store, game, names, moves)
        history.do([wrong], "camera", rule)
    page = Replay(home, navigator(), history.id)
    page.touched("show", str(len(history.played)))
    return page.view()


def _forbidden(history: GameHistory[Any, Any]) -> Iterator[tuple[int, Any, str]]:
    """What somebody could have done against a rule: after how many moves, and against which."""
    for moves, each in enumerate(history.played):
        for action in history.game.candidates(each.before):
            if action.player is not None and (found := violation(history.game, each.before, action)):
                yield moves, action, found.rule.id


def statistics(game: str, page: str = "statistics") -> object:
    return page_of(Open(page, game), _after_twenty_evenings(game), navigator()).view()


def which_month() -> object:
    flow = navigator()
    page_of(Open("season"), _after_twenty_evenings(FIRST), flow).touched("from", "")
    assert flow.top is not None
    return flow.top.view()


def broken_rules() -> object:
    home = _after_twenty_evenings(FIRST)
    random, book = Random(SEED), [*GAMES[FIRST].rulebook.statements]
    for id, *_ in home.store.games():
        home.store.refused(id, random.choice("ABC"), random.choice(book[:7]))
    home.store.prefer("rules broken", "on")
    flow = navigator()
    page_of(Open("more figures", FIRST), home, flow).touched("rules", "")
    assert flow.top is not None
    return flow.top.view()


def _after_twenty_evenings(game: str) -> PageContext:
    """Nobody played them: how they ended is drawn by lot."""
    home, random = context(empty=True), Random(SEED)
    for _ in range(20):
        names = random.sample(LONG_NAMES, random.choice(list(GAMES[game].players)))
        saved = home.store.begin(game, Options(tuple(names)), colours=[LONG_NAMES.index(each) for each in names])
        sheets = GAMES[game].score(GAMES[game].initial_state(saved.options))
        points = tuple((sheet.player, random.randrange(0, 40) * 50) for sheet in sheets)
        spent = tuple((seat, random.uniform(600, 4000)) for seat in "ABCDEF"[: len(names)])
        winner = random.choice("ABCDEF"[: len(names)])
        how = Ending((winner,), points, seconds=random.uniform(3000, 9000), spent=spent, goal=random.choice(GOALS))
        home.store.end(saved.id, how)
    return home


def speaker() -> object:
    page = OnePerson(context(names=LONG_NAMES), navigator(), LONG_NAMES[0])
    page.touched("language", "fi")
    page.touched("language", "et")
    page.touched("hand", "left")
    return page.view()


def of_club(*, full: bool) -> PageContext:
    """A house in a club of twelve tables with the longest names; three want a referee, one of them is told he comes."""
    home = context(names=LONG_NAMES)
    club = ClubTable("a0", "Table 1", NoLink(full), Snapshots(ENGLISH, names=True), now=EVENING.timestamp)
    home.machine = replace(home.machine, club=club)
    for number in range(12 if full else 0):
        state = topic(f"a{number}", STATE), to_payload(club_state(number))
        for heard in (state, (topic(f"a{number}", ONLINE), b"offline" if number == 6 else b"online")):
            club.tables, _ = club.tables.hear(*heard)
    club.answer("a2")
    return home


def club_state(number: int) -> ClubTableState:
    """A table of a club, as different from the others as can be."""
    game = GAMES[list(GAMES)[number % len(GAMES)]]
    players = tuple(
        TablePlayer(
            "" if number % 4 == 1 else LONG_NAMES[seat],
            seat,
            None if number % 5 == 4 else 350 + 1150 * seat,
            4000.0 - 90 * seat,
            -1 if seat == number % 3 else 0,
        )
        for seat in range(min(max(game.players), len(LONG_NAMES)) if number != 5 else 0)
    )
    since = EVENING.timestamp() - 75 * number * number
    call = Call(1, since) if number in (2, 3, 8) else None
    name = f"Table {number + 1}" if number else "The large table by the window, upstairs"
    played = bool(players)
    title = str(game.title) if played else ""
    return ClubTableState(
        name, EVENING.timestamp(), game.name if played else "", title, players, number == 4, number == 7, call
    )


class NoLink:
    """The broker of a picture."""

    def __init__(self, there: bool) -> None:
        self.status = LinkStatus.CONNECTED if there else LinkStatus.AWAY

    def put(self, *messages: Outgoing, own: Own) -> None: ...
    def heard(self) -> Iterator[tuple[str, bytes]]:
        return iter(())


def more_of_a_club() -> object:
    """The menu over a game whose players have called the referee."""
    home = of_club(full=True)
    session_of(home, played(home.store, FIRST, LONG_NAMES[:3], 20))
    assert home.machine.club is not None
    home.machine.club.call = Call(1, EVENING.timestamp() - 250)
    return page_of(Open("more"), home, navigator()).view()


def laying(count: int) -> object:
    """So many pieces lie there, and the next is asked about."""
    home = context(empty=True)
    history = played(home.store, FIRST, NAMES[:3], 0)
    session_of(home, history)
    dealt = dealt_at_random(history.game, history.state, Random(6).randrange)
    history.do(dealt[:count], AT_RANDOM)
    return page_of(Open("lay"), home, navigator()).view()


def exchanging() -> object:
    """A tile that cannot lie so high changes places: which of those that lie there."""
    home = context(empty=True)
    history = played(home.store, FIRST, NAMES[:3], 0)
    while not (place := next(places_to_lay(history.game, history.state))).asks:
        way = min(place.ways, key=lambda way: int(way.looks.value) % 1000)
        history.do([way.action], "touch")
    session = session_of(home, history).playing()
    for word in ("Enter", "Exchange"):
        assert session.screen is not None
        notice = session.screen.notice
        offered = session.screen.buttons if notice is None else notice.answers
        session.handle(next(button.intent for button in offered if word in str(button.label)))
    assert session.screen is not None
    assert session.screen.notice is not None
    session.handle(session.screen.notice.answers[0].intent)
    return session.screen


def ended_early(game: str) -> object:
    home = context(empty=True)
    session_of(home, played(home.store, game, NAMES[:2], 200)).playing().handle(EndEvening())
    return page_of(Open("result"), home, navigator()).view()


class Looking(NoCameras):
    """A camera over the table."""

    def __init__(self, mat_fits: bool = True) -> None:
        self.mat_fits = mat_fits

    def has_pictures(self) -> bool:
        return True


def report_written() -> object:
    home = lived_in()
    path = Path("/var/lib/companion/reports/report-2026-11-22.zip")
    sticks = Sticks(mounted=list)
    home.machine = replace(home.machine, cameras=Looking(), report=lambda *_: path, sticks=sticks)
    page = BugReport(home)
    page.touched(WITHOUT, "")
    return page.view()


def lived_in() -> PageContext:
    """The house with an evening under way."""
    home = context()
    return session_of(home, played(home.store, FIRST, NAMES[:3], 120))


def opened(page: str, game: str, names: Sequence[str], moves: int, **table: bool) -> object:
    """That page over an evening."""
    return open_page(page, game, names, moves, **table).view()


def open_page(page: str, game: str, names: Sequence[str], moves: int, *, mat_fits: bool = True) -> OpenPage:
    home = context(empty=True)
    home.machine = replace(home.machine, cameras=Looking(mat_fits))
    history = played(home.store, game, names, moves)
    session_of(home, history)
    if page in ("correct", "put right"):
        table = PhysicalTable(history.game, history.game.layout(history.state))
        table.make(history.game.table(history.state))
        home.playing().handle(Observation(tuple(LabelPlace(each.tag, each.label) for each in table.visible())))
    return page_of(Open(page), home, navigator())


def putting_right(game: str, names: Sequence[str], shown: str) -> object:
    """A table that is put right, with something changed already, and the lists that open over it."""
    page = open_page("put right", game, names, MID_GAME)
    assert isinstance(page, PuttingRight)
    flow = navigator()
    page.change([FigureChange(each.name, [*each.choices][-1]) for each in page.game.editor.figures(page.state)[:1]])
    zone, piece = _most_at_home(page.game, page.state)
    match shown:
        case "where-to":
            return WhereTo(page, flow, piece, zone).view()
        case "another":
            return WhatComesHere(page, flow, zone, piece).view()
        case "all":
            return AllPieces(page, flow).view()
        case "counted":
            return Counted(page, flow).view()
        case "figure":
            figures = page.game.editor.figures(page.state)
            return OneCount(page, flow, next(each.name for each in figures if each.is_number)).view()
        case "changes":
            targets = [*places_for(page.game, page.state, piece, zone)]
            page.change([PieceMove(piece, zone, targets[-1])])
            page.change(
                [FigureChange(each.name, [*each.choices][-1]) for each in page.game.editor.figures(page.state)[:4]]
            )
            return Changes(page, flow).view()
        case _:
            return page.view()


@cache
def _most_at_home(game: Game[Any, Any], state: Any) -> tuple[Zone, Piece]:
    """The piece that could lie in the most other places, and where it lies."""
    lying = [(zone, piece) for zone, pieces in game.table(state).zones.items() for piece in pieces]
    return max(lying, key=lambda place: len(list(places_for(game, state, place[1], place[0]))))


def paused() -> object:
    home = context(empty=True)
    session_of(home, played(home.store, FIRST, NAMES[:4], 120))
    home.playing().handle(Pause())
    return page_of(Open("clock"), home, navigator()).view()


def tie() -> object:
    """An evening that all have won: they pass as soon as they may."""
    home, random = context(empty=True), Random(TIED)
    history = played(home.store, FIRST, NAMES[:3], 0)
    game = history.game
    while legal := list(islice(legal_actions(game, history.state), SOME)):
        ways = (button.intent for button in game.present(history.state).buttons if button.key == "pass")
        passing = (way.action for way in ways if isinstance(way, Do) and way.action in legal)
        history.spend(random.uniform(2, 40), game.to_move(history.state))
        history.do([next(passing, random.choice(legal))], "touch")
    return Result(session_of(home, history), navigator(), "").view()


def rules_pages() -> Iterator[Made]:
    for game, rules in GAMES.items():
        question = next(iter(rules.rulebook)).text
        yield f"rule-answer-{game}", partial(answered, game, question)
    yield "rules-typing", partial(asked, FIRST, "half a set")
    yield "rules-nothing", partial(asked, FIRST, "xyzzy qwfp")
    yield "which-rules", lambda: page_of(Open("rules"), context(empty=True), navigator()).view()


def asked(game: str, question: str) -> object:
    page = question_page(context(empty=True), navigator(), game)
    for letter in question:
        page.typed(letter)
    return page.view()


def answered(game: str, question: str) -> object:
    home, flow = context(empty=True), navigator()
    session_of(home, played(home.store, game, NAMES[: max(GAMES[game].players)], 0))
    page = question_page(home, flow, game)
    for letter in question:
        page.typed(letter)
    page.touched("done", "")
    assert flow.top is not None
    return flow.top.view()


def table_pages() -> Iterator[Made]:
    yield from camera_pages(partial(context, empty=True), navigator)


PAGES: list[Callable[[], Iterator[Made]]] = [start_pages, evening_pages, rules_pages, table_pages]
