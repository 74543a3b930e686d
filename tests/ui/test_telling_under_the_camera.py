"""Telling a copy in the real window: a card laid under the simulated camera is asked about, its picture beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from companion.application.application import Application
from companion.cameras.sources import SIMULATOR, EveningCamera
from companion.cameras.table_watch import WatchedTable
from companion.cameras.view_inspector import ViewInspector
from companion.config import Settings
from companion.core.clock import COUNTING
from companion.core.game import Options, legal_actions
from companion.core.journal_entries import Did, learnt
from companion.core.screen import Close, Do, Open, Screen, Touched
from companion.core.table import TableSnapshot
from companion.core.text import ENGLISH
from companion.core.value_pages import CopyEntryPage, ValuePage
from companion.games import GAMES, with_profile
from companion.games.new_world_order.actions import Laid, Pass
from companion.games.new_world_order.pyramid import TOP
from companion.journal.store import JournalStore
from companion.label_sets.piece_labels import opening_state
from companion.pages.copy_entry import CopyEntry
from companion.session.game_history import GameHistory
from companion.session.messages import Tick
from companion.session.told_copy import TooLate
from companion.simulation.physical_table import PhysicalTable, table_camera
from companion.simulation.touch import TouchSimulator

FIRST = next(iter(GAMES))


@pytest.fixture
def application(tmp_path: Path) -> Iterator[Application]:
    with JournalStore(tmp_path / "journal.db") as store:
        made = Application(Settings(), store, lambda _: None, ENGLISH)
        made.window.open((800, 480))
        made.welcome()
        yield made
        made.window.close()


def test_the_card_under_the_camera_is_told_by_touches_and_kept(application: Application, tmp_path: Path) -> None:
    """Real frames, the real reader, the real window; what was told is on the disk at every value."""
    game = GAMES[FIRST]
    layout = game.layout(opening_state(game))
    table = PhysicalTable(game, layout)
    camera = table_camera(table, lambda: ())
    watched = WatchedTable(game, layout, Settings(), lambda: camera)
    inspector = ViewInspector(watched, EveningCamera(SIMULATOR, Settings(), lambda: camera))
    touch = TouchSimulator(application.window)
    for intent in (Open("settings"), Open("copies"), Open("copy", FIRST)):
        touch.tap(intent)

    table.make(TableSnapshot({"market": ("oil_magnate",)}))
    frame = camera.read()
    assert frame is not None
    application.handle(inspector.inspect(frame))
    touch.frames(2)
    page = application.window.shown
    assert isinstance(page, CopyEntryPage)
    assert "Oil Magnate" == str(page.heading)
    assert "seen" == str(page.seen)
    assert page.photo is not None
    assert min(page.photo.width, page.photo.height) > 60
    assert 60 < max(page.photo.pixels) - min(page.photo.pixels), "it is a picture of something"

    for key, value in (("digit", "1"), ("digit", "2"), ("digit", "5"), ("digit", "4"), ("digit", "0"), ("enter", "")):
        touch.tap(Touched(key, value))
    told = (tmp_path / "copies" / f"{FIRST}.told").read_text(encoding="utf-8").splitlines()
    assert [
        '[["corporations.oil_magnate.ladder.1", "125"]]',
        '[["corporations.oil_magnate.ladder.2", "40"]]',
    ] == told
    assert "The values of Oil Magnate grow with every card" in " ".join(application.window.view.words())


def plays(application: Application, *names: str) -> None:
    application.begin(FIRST, Options(names), COUNTING, range(len(names)))
    application.handle(Tick(0.0))


def tells_a_ladder(touch: TouchSimulator, values: tuple[str, ...]) -> None:
    for value in values:
        for digit in value:
            touch.tap(Touched("digit", digit))
        if len(value) < 3:
            touch.tap(Touched("enter"))


def test_what_is_told_in_the_middle_of_an_evening_counts_at_once(application: Application, tmp_path: Path) -> None:
    """The journal has it beside the moves; a power cut later it still counts."""
    plays(application, "Ann", "Ben")
    touch = TouchSimulator(application.window)
    application.handle(Open("copy", FIRST))
    page = application.navigator.top
    assert isinstance(page, CopyEntry)
    page.capturing.go_to("corporations.farm")
    application.navigator.refresh()
    touch.frames(2)
    tells_a_ladder(touch, ("11", "44", "88", "170", "250", "340"))
    touch.tap(Close())

    assert isinstance(application.window.shown, Screen)
    session = application.context.session
    assert session is not None
    assert (11, 44, 88, 170, 250, 340) == session.history.state.catalog.corporations["farm"].ladder
    with JournalStore(tmp_path / "journal.db") as store:
        saved = store.latest()
        assert saved is not None
        again = GameHistory(with_profile(FIRST, saved.profile), store, saved, read_only=True)
        assert (11, 44, 88, 170, 250, 340) == again.state.catalog.corporations["farm"].ladder


def test_what_would_undo_the_evening_counts_from_the_next_one_on(application: Application) -> None:
    """Nothing that was played is taken back by what is told later: here a payment that these values do not allow."""
    plays(application, "Ann", "Ben")
    session = application.context.session
    assert session is not None
    history = session.history
    history.do(list(islice(legal_actions(history.game, history.state), 1)), "touch")
    history._played[0] = replace(history.played[0], action=Pass("F"))

    with pytest.raises(TooLate, match="counts from the next evening on: with it, move 1"):
        history.learn({f"corporations.farm.ladder.{count}": str(11 * count) for count in range(1, 7)}, "touch")
    assert {} == learnt(history.entries)


CHEAP = "tile_01"
"""A tile of which no rulebook says what it is worth."""


def lays_all_but_the_top(application: Application) -> None:
    session = application.context.session
    assert session is not None
    game, history = session.history.game, session.history
    while history.state.pyramid.count(None) > 1:
        laid = [each for each in legal_actions(game, history.state) if isinstance(each, Laid) and each.tile != CHEAP]
        dearest_first = max(laid, key=lambda each: history.state.catalog.tiles[each.tile].points)
        application.handle(Do(dearest_first))


def test_a_value_is_asked_when_it_decides_and_play_goes_on_by_itself(application: Application, tmp_path: Path) -> None:
    """NWO-4: nobody has told anything; what is laid on top is asked for with one touch, and lies there then."""
    plays(application, "Ann", "Ben")
    touch = TouchSimulator(application.window)
    session = application.context.session
    assert session is not None
    assert session.history.game.copy_form.answers() == {}
    lays_all_but_the_top(application)
    assert application.navigator.top is None, "nothing was asked before it decided something"

    application.handle(Do(Laid(CHEAP, 4, 0, 0)))
    touch.frames(2)
    page = application.window.shown
    assert isinstance(page, ValuePage)
    assert "The top of the pyramid may be worth 300 at most." == str(page.why)
    touch.tap(Touched("choice", "300"))

    after = application.context.session
    assert after is not None
    assert CHEAP == after.history.state.pyramid[TOP]
    assert isinstance(application.window.shown, Screen)
    told = (tmp_path / "copies" / f"{FIRST}.told").read_text(encoding="utf-8").splitlines()
    assert [f'[["tiles.{CHEAP}.points", "300"]]'] == told


def test_what_is_not_told_stays_a_question_with_three_ways_out(application: Application) -> None:
    """NWO-4: whoever has no time lets it be so, which the journal marks, or puts it back."""
    plays(application, "Ann", "Ben")
    touch = TouchSimulator(application.window)
    session = application.context.session
    assert session is not None
    lays_all_but_the_top(application)
    application.handle(Do(Laid(CHEAP, 4, 0, 0)))
    touch.frames(2)

    touch.tap(Close())
    screen = application.window.shown
    assert isinstance(screen, Screen)
    assert screen.notice is not None
    labels = [str(answer.label) for answer in screen.notice.answers]
    assert ["Tell it", "Let it be so, tell it later", "Put it back"] == labels
    touch.tap(screen.notice.answers[1].intent)
    assert CHEAP == session.history.state.pyramid[TOP]
    (done,) = [entry.event for entry in session.history.entries if isinstance(entry.event, Did)][-1:]
    assert "NWO-4" == done.overruled
