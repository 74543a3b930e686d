"""An evening from the home page to its end, by real touches in the real window: no camera, no command line."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from errno import ENOSPC
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kivy.base import EventLoop

from companion.application.application import Application
from companion.config import Settings
from companion.conformance.playouts import playout, sensible
from companion.core.clock import COUNTING, Mode, TimeControl
from companion.core.editor import PieceMove
from companion.core.game import Options
from companion.core.pages import ArticlePage, ClockPage, DoorsPage, HomePage, ListPage, SeatsPage, SleepPage, TypingPage
from companion.core.result_pages import EndPage, HistoryPage, ResultPage
from companion.core.screen import Close, Dismiss, Do, Forbidden, Open, Pass, Screen, Touched, Typed, Undo
from companion.core.text import ENGLISH, say, verbatim
from companion.games import GAMES
from companion.games.inwo.actions import TakeOver
from companion.games.inwo.catalog import Side
from companion.journal.store import JournalStore, KnownPerson
from companion.journal.table_looks import photo_of
from companion.pages.machine import NoCameras
from companion.session.game_history import GameHistory
from companion.session.messages import Tick
from companion.simulation.touch import TouchSimulator
from tests.games.inwo.evenings import begun
from ui.picture import PictureWords, flat

FIRST = next(iter(GAMES))


ARROWS_UNKNOWN = "society_for_creative_anarchism"


class Photographing(NoCameras):
    def photo(self) -> bytes:
        return b"the table"


class Room:
    """The application on a desk, and a finger."""

    def __init__(self, journal: Path) -> None:
        self.store = JournalStore(journal)
        self.application = Application(Settings(), self.store, lambda _: None, ENGLISH)
        self.application.context.copies.asks = False  # What these evenings are about is not what is printed.
        self.touch = TouchSimulator(self.application.window)
        self.now = 0.0

    def open(self, size: tuple[int, int] = (800, 480)) -> Room:
        self.application.window.open(size)
        self.application.welcome()
        return self

    @property
    def shown(self) -> object:
        return self.application.window.shown

    def taps(self, *intents: object) -> Room:
        for intent in intents:
            self.touch.tap(intent)  # type: ignore[arg-type]
        return self

    def writes(self, letters: str) -> Room:
        """Touches the keys of the keyboard on the screen."""
        for letter in letters:
            page = self.shown
            assert isinstance(page, TypingPage)
            shown = letter.upper() if any(letter.upper() in row for row in page.keys) else letter
            self.taps(Typed(shown))
        return self

    def waits(self, seconds: float) -> None:
        for _ in range(int(seconds * 4)):
            self.now += 0.25
            self.application.handle(Tick(self.now))
        self.touch.frames(1)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path / "journal.db")
    yield made
    made.application.window.close()
    made.store.close()


def begins(room: Room, *names: str) -> Room:
    """From home to the table: a game, names on the keyboard, the button."""
    room.open().taps(Open("new game", FIRST))
    for name in names:
        room.taps(Touched("sit down")).writes(name).taps(Touched("done"))
    assert isinstance(room.shown, SeatsPage)
    return room.taps(Touched("begin"))


def test_an_evening_begins_by_touch_alone(room: Room) -> None:
    begins(room, "liisa", "ott")

    assert isinstance(room.shown, Screen)
    assert ["Liisa", "Ott"] == [seat.name for seat in room.shown.seats]


@pytest.mark.usefixtures("painted")
def test_the_menu_is_one_touch_away_and_closes_with_one(room: Room) -> None:
    begins(room, "liisa", "ott").taps(Open("more"))
    assert isinstance(room.shown, DoorsPage)
    room.taps(Open("history"))
    assert isinstance(room.shown, HistoryPage)
    room.taps(Close(), Close())

    assert isinstance(room.shown, Screen)


def test_time_goes_on_on_the_clock_page_and_stands_still_when_paused(room: Room) -> None:
    begins(room, "liisa", "ott").taps(Open("more"), Open("clock"))
    room.waits(3)
    assert isinstance(room.shown, ClockPage)
    room.taps(Touched("pause"))
    room.waits(1)
    paused = room.shown
    room.waits(9)

    assert paused == room.shown
    assert isinstance(paused, ClockPage)
    assert "Paused" == str(paused.paused)


@pytest.mark.parametrize("game", GAMES)
def test_the_clocks_are_pressed_put_right_and_given_back_by_touch(room: Room, game: str) -> None:
    """Pressed with the turn, given back with a wrong press, a player's time adjusted, all in the window."""
    room.open()
    room.application.begin(game, Options(("Liisa", "Ott")), TimeControl(Mode.FISCHER), ())
    session = room.application.context.session
    assert session is not None
    history = session.history
    random = Random(1)
    for _ in range(120):
        if _may_pass(session.screen):
            break
        room.application.handle(Do(sensible(history.game, history.state, random)))
    room.touch.frames(1)
    count, (seat, *_) = len(history.played), history.game.to_move(history.state)
    left = history.clocks[seat].left
    room.taps(Open("more"), Open("clock"), Touched("change"), Touched(seat, "5"))
    assert left + 300 == history.clocks[seat].left

    room.taps(Close())
    room.waits(3)
    stood = history.clocks[seat]
    room.taps(Touched("pressed"))
    assert count + 1 == len(history.played)
    room.waits(2)
    # What a game asks next closes the clocks.
    room.touch.tap(Touched("wrong press") if isinstance(room.shown, ClockPage) else "undo")
    assert (count, stood) == (len(history.played), history.clocks[seat])


def _may_pass(screen: Screen | None) -> bool:
    return screen is not None and any(button.key == "pass" and button.enabled for button in screen.buttons)


def test_from_what_is_forbidden_one_touch_leads_to_the_rule(room: Room) -> None:
    begins(room, "liisa", "ott")
    rule = next(iter(GAMES[FIRST].rulebook))
    room.application.window.hint(Forbidden(say("Not now."), rule.id))
    room.taps(Open("rule", rule.id))
    page = room.shown

    assert isinstance(page, ArticlePage)
    assert rule.sentence == page.paragraphs[0].words


def test_a_rule_is_found_with_the_keyboard_on_the_screen(room: Room) -> None:
    begins(room, "liisa", "ott").taps(Open("rules")).writes("half a set")
    page = room.shown
    assert isinstance(page, TypingPage)
    assert page.answers
    room.taps(page.answers[0].intent)

    assert page != room.shown


def test_a_real_keyboard_writes_as_well(room: Room) -> None:
    begins(room, "liisa", "ott").taps(Open("rules"))
    for letter in "pyramid":
        EventLoop.window.dispatch("on_key_down", ord(letter), 0, letter, [])
        EventLoop.window.dispatch("on_key_up", ord(letter), 0)
    EventLoop.window.dispatch("on_key_down", 8, 0, None, [])
    EventLoop.window.dispatch("on_key_up", 8, 0)
    room.touch.frames(1)

    assert isinstance(room.shown, TypingPage)
    assert "pyrami" == room.shown.typed


def test_escape_goes_back_and_never_out_of_the_evening(room: Room) -> None:
    begins(room, "liisa", "ott").taps(Open("more"))
    room.touch.key("escape")
    room.touch.key("escape")

    assert isinstance(room.shown, Screen)


def test_an_evening_that_was_left_is_gone_on_with(room: Room) -> None:
    begins(room, "liisa", "ott").taps(Open("more"), Open("end"), Touched("later"))
    home = room.shown
    assert isinstance(home, HomePage)
    assert home.resume is not None
    room.taps(home.resume.intent)

    assert isinstance(room.shown, Screen)
    assert ["Liisa", "Ott"] == [seat.name for seat in room.shown.seats]


def test_the_end_of_an_evening_is_asked_once_over_stopped_clocks(room: Room) -> None:
    """The answers are all in sight, what loses nothing is the last; the clocks run on from where they stood."""
    _on_turn(room).taps(Open("more"), Open("end"))
    asked = room.shown
    assert isinstance(asked, EndPage)
    assert ["Score it as it stands", "Keep it for another day", "Go on playing"] == [
        str(answer.title) for answer in asked.answers
    ]
    assert ["Liisa", "Ott"] == [str(side.title) for side in asked.standing]
    clocks = dict(_history(room).clocks)
    room.waits(4)
    assert clocks == _history(room).clocks
    room.taps(Touched("play"))
    room.waits(4)

    assert isinstance(room.shown, Screen), "one touch leads to the table"
    assert clocks != _history(room).clocks


def test_an_evening_that_is_scored_as_it_stands_comes_to_its_result_and_stays_in_the_list(room: Room) -> None:
    _on_turn(room).waits(90)
    room.taps(Open("more"), Open("end"), Touched("abandon"))
    assert isinstance(room.shown, ResultPage)
    assert "ended early after" in str(room.shown.second)
    spent, points = _notes(room.shown), {str(rank.title): rank.total for rank in room.shown.ranks}
    assert "2 minutes" in spent
    room.taps(Touched("new evening"))
    assert isinstance(room.shown, HomePage)
    assert room.shown.resume is None
    room.application.begin(FIRST, Options(("Ann", "Ben")), COUNTING, ())
    room.waits(4)
    room.application.leave()
    room.taps(Open("evenings"))
    assert isinstance(room.shown, ListPage)
    row = room.shown.groups[1].rows[0]
    assert "ended early" == str(row.right)
    assert "Liisa {Liisa} and Ott {Ott}".format(**points) in str(row.second)
    assert "2 minutes" in str(row.second)
    room.taps(row.intent)

    assert isinstance(room.shown, ResultPage)
    assert spent == _notes(room.shown), "the clocks of a later evening leave these alone"
    assert "ended early after 2 minutes" in str(room.shown.second)
    room.taps(Close())
    assert isinstance(room.shown, ListPage)


def test_the_end_is_taken_back_from_its_result(room: Room) -> None:
    _on_turn(room).taps(Open("more"), Open("end"), Touched("abandon"))
    clocks = dict(_history(room).clocks)
    room.waits(4)
    assert clocks == _history(room).clocks, "nobody's clock runs any more"
    assert room.store.latest() is None
    room.taps("undo")
    room.waits(4)

    assert isinstance(room.shown, Screen)
    assert clocks != _history(room).clocks
    assert room.store.latest() is not None


@pytest.mark.parametrize("full", [False, True])
def test_a_picture_is_kept_of_the_table_as_it_was_left(
    room: Room, monkeypatch: pytest.MonkeyPatch, *, full: bool
) -> None:
    """Once, when the evening ends; a disk that is full ends nothing but the picture."""
    context = room.application.context
    context.machine = replace(context.machine, cameras=Photographing())
    _on_turn(room)
    folder = room.store.folder
    assert folder is not None
    if full:
        monkeypatch.setattr(Path, "write_bytes", _no_space)
    evening = _history(room).id
    room.taps(Open("more"), Open("end"))
    room.waits(1)
    assert "" == photo_of(folder, evening), "an evening that goes on has none"
    room.taps(Touched("abandon"))
    room.waits(1)

    assert isinstance(room.shown, ResultPage)
    kept = photo_of(folder, evening)
    assert (b"" if full else b"the table") == (Path(kept).read_bytes() if kept else b"")


def _no_space(path: Path, data: bytes) -> int:
    raise OSError(ENOSPC, os.strerror(ENOSPC))


def test_an_edge_at_which_a_group_lay_by_mistake_shows_nothing(room: Room) -> None:
    """INWO-83: it was put right by hand, which is no taking back."""
    app = room.application
    app.context.copies.asks = True  # no demonstration
    lying = [*begun("a_fan_of_resources")[:5], TakeOver("A", "bill_clinton", ARROWS_UNKNOWN, Side.BOTTOM)]
    app.begin("inwo", Options(("Ann", "Bob")), COUNTING, ())
    history = _history(room)
    history.do(lying, "touch", "INWO-84")
    assert history.game.shown_by_use(history.state)
    history.put_right((PieceMove("bill_clinton", f"A.{ARROWS_UNKNOWN}.{Side.BOTTOM}", "A.groups"),), "touch")
    app.leave()

    assert {} == app.context.copies.log("inwo").answers


def _on_turn(room: Room) -> Room:
    """An evening of two that has been laid out: somebody's clock runs."""
    begins(room, "liisa", "ott")
    random = Random(1)
    while not (history := _history(room)).game.to_move(history.state):
        room.application.handle(Do(sensible(history.game, history.state, random)))
    return room


def _history(room: Room) -> GameHistory[Any, Any]:
    assert room.application.context.session is not None
    return room.application.context.session.history


def _notes(page: ResultPage) -> list[str]:
    return [str(rank.note) for rank in page.ranks]


def test_light_colours_are_worn_at_once_and_kept(room: Room) -> None:
    room.open().taps(Open("settings"), Touched("theme", "light"))

    assert "#EFE8DA" == room.application.window.view.picture.ground
    assert {"theme": "light"} == room.store.preferences()


def test_home_cannot_be_closed(room: Room) -> None:
    room.open().application.handle(Dismiss())
    room.touch.frames(1)

    assert isinstance(room.shown, HomePage)


def test_the_display_sleeps_when_nobody_touches_it_and_a_touch_wakes_it(room: Room) -> None:
    room.open().taps(Open("settings"), Touched("sleep", "10"), Close())
    home = room.shown
    for at in (0.0, 599.0, 601.0):
        room.application.handle(Tick(at))
    assert isinstance(room.shown, SleepPage)
    room.touch.press(400, 240)

    assert home == room.shown, "the touch that wakes does nothing else"


def test_a_button_that_works_gets_its_tick_and_does_nothing_else(room: Room) -> None:
    context = room.application.context
    context.machine = replace(context.machine, buttons=("undo",))
    room.open().taps(Open("settings"), Open("hardware"))
    room.application.handle(Undo())
    page = room.shown

    assert isinstance(page, ListPage)
    assert ["", "works", "", ""] == [str(row.right) for row in page.groups[0].rows]


def test_what_was_wrong_at_the_start_is_said_with_the_evening(room: Room) -> None:
    room.application.found_wrong += [verbatim("The settings are broken."), verbatim("There is no lamp.")]
    room.open()
    room.application.begin(FIRST, Options(("Ann", "Ben")), COUNTING, ())

    session = room.application.context.session
    assert session is not None
    assert session.screen is not None
    assert session.screen.notice is not None
    notice = session.screen.notice
    assert "The settings are broken. There is no lamp." in " ".join(map(str, (notice.heading, *notice.lines)))
    assert [] == room.application.found_wrong, "it is said once"


def test_what_the_table_showed_of_a_copy_is_known_in_the_next_evening(room: Room) -> None:
    """INWO-83: an edge at which a Group was left, until that is undone."""
    inwo, app = GAMES["inwo"], room.application
    app.context.copies.asks = True  # no demonstration
    lying = [*begun("a_fan_of_resources")[:5], TakeOver("A", "bill_clinton", ARROWS_UNKNOWN, Side.BOTTOM)]
    for undone in (True, False):
        app.begin("inwo", Options(("Ann", "Bob")), COUNTING, ())
        _history(room).do(lying, "touch", "INWO-84")
        if undone:
            _history(room).undo("touch")
        app.leave()
        shown = {} if undone else {f"{ARROWS_UNKNOWN}.laid_bottom": "yes"}
        assert shown == app.context.copies.log("inwo").answers
    app.begin("inwo", Options(("Ann", "Bob")), COUNTING, ())

    assert Side.BOTTOM not in inwo.evening.catalog[ARROWS_UNKNOWN].outgoing  # type: ignore[attr-defined]
    assert Side.BOTTOM in _history(room).game.evening.catalog[ARROWS_UNKNOWN].outgoing


def test_the_table_turns_to_whoever_is_on_turn_in_his_language_with_the_buttons_at_his_hand(tmp_path: Path) -> None:
    """The screen lies between Liisa, who is left-handed and reads Estonian, and Ott, who reads Polish."""
    store = JournalStore(tmp_path / "journal.db")
    store.remember(KnownPerson("Liisa", 0, ("et",), left_handed=True))
    store.remember(KnownPerson("Ott", 1, ("pl", "en"), left_handed=False))
    for name, value in (("facing", "2"), ("buttons", "own"), ("own language", "on")):
        store.prefer(name, value)
    saved = store.begin(FIRST, Options(("Liisa", "Ott"), {}))
    history = GameHistory(GAMES[FIRST], store, saved)
    for _, action, after in playout(GAMES[FIRST], 2, seed=1):
        history.do([action], "touch")
        passed = GAMES[FIRST].read_action(f"{GAMES[FIRST].to_move(after)[0]}: pass") if _may_pass_in(after) else None
        if passed is not None and _may_pass_in(GAMES[FIRST].apply(after, passed)):
            break
    store.close()
    room = Room(tmp_path / "journal.db").open()
    room.application.go_on(room.store.load(saved.id))
    room.waits(0.5)
    window, seen = room.application.window, dict[str, tuple[int, bool, str]]()
    for _ in range(2):
        room.touch.frames(3)
        screen, picture = room.shown, window.view.picture
        assert isinstance(screen, Screen)
        rules = next(target for target in picture.targets if target.intent == Open("rules"))
        at_left = rules.rect.centre[0] < picture.width / 2
        written = {mark.text for mark in flat(picture.marks) if isinstance(mark, PictureWords)}
        spoken = {"Reeglid": "et", "Zasady": "pl"}[(written & {"Reeglid", "Zasady"}).pop()]
        seen[next(seat.name for seat in screen.seats if seat.on_turn)] = window._turned, at_left, spoken
        if folder := os.environ.get("PICTURES"):
            window.picture(Path(folder) / f"turned-{spoken}.png")
        room.application.handle(Pass())
    room.application.window.turn(0)  # the toolkit has one window, for the tests that follow as well
    room.application.window.close()
    room.store.close()
    assert {"Liisa": (0, True, "et"), "Ott": (180, False, "pl")} == seen


def _may_pass_in(state: Any) -> bool:
    shown = GAMES[FIRST].present(state)
    return shown.notice is None and _may_pass(shown)
