"""What is said of a card or a tile that a finger touches, and what each move with it brings."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.core.game import Options, legal_actions
from companion.core.piece_sheet import PieceSheet
from companion.core.screen import Do, Drag, Inspect, NoticeKind
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory
from companion.session.messages import Tick
from companion.session.replies import Prompt
from companion.session.session import Session
from companion.session.touched_piece import what_brings_it_there, what_to_do_with_it
from tests.games.new_world_order.tables import position

GAME = GAMES["new_world_order"]
POSITION = """
game = "new_world_order"
on_turn = "A"
market = ["2 Farm", "Gold Mine"]

[pyramid]
layer4 = [["Tile 8"]]
layer3 = [["Nano-bots", "New Frequencies"], ["Tile 3", "Tile 16"]]

[[players]]
name = "Ann"
slots = ["6 Construction", "2 Gold Mine", "", "", "", "", ""]
tiles = ["Tile 1"]

[[players]]
name = "Ben"
slots = ["", "", "", "", "", "", ""]
"""


def touched(zone: str, piece: str, position: str = POSITION) -> tuple[PieceSheet, list[str]]:
    """The sheet, and its ways with what they bring."""
    prompt = what_to_do_with_it(GAME, GAME.read_position(position), Inspect(zone, piece))
    sheet = prompt.notice.detail
    assert isinstance(sheet, PieceSheet), str(prompt.notice.heading)
    return sheet, [f"{way.title}, {way.second}" for way in sheet.offers]


def test_a_card_that_lies_in_the_market_twice() -> None:
    sheet, ways = touched("market", "farm")

    assert ("Farm", "2 of them lie in the market.", "Ann has none") == (
        str(sheet.name),
        str(sheet.remark),
        str(sheet.own),
    )
    assert [
        "Take it, into a free slot: 1 card, worth 10",
        "Take 2 of them, into a free slot: 2 cards, worth 40",
    ] == ways


def test_its_ladder_says_from_which_card_on_it_pays() -> None:
    sheet, _ = touched("market", "farm")

    assert [(10, False), (40, False), (100, True)] == [(int(step.value), step.counts) for step in sheet.steps[:3]]
    assert ["half", "full"] == [str(step.note) for step in sheet.steps if str(step.note)]


def test_a_card_that_makes_a_pile_pay() -> None:
    sheet, ways = touched("market", "gold_mine")

    assert "Ann has 2" == str(sheet.own)
    assert ["Take it, onto its pile: 3 cards, worth 240, can pay"] == ways


def test_a_pile_of_ones_own_is_thrown_away() -> None:
    _, ways = touched("A.2", "gold_mine")

    assert "Throw it away, " in ways


def test_a_tile_says_what_it_costs_and_with_what_it_is_bought() -> None:
    sheet, ways = touched("pyramid.4.0.0", "tile_08")

    assert str(sheet.remark).startswith("It costs 250, and Ann can pay up to ")
    assert ways
    assert all(way.startswith("Buy it, Ann bought") for way in ways)


@pytest.mark.parametrize(
    ("zone", "piece", "why"),
    [
        ("pyramid.3.0.0", "tile_nano_bots", "Other tiles lie on it."),
        ("pyramid.4.0.0", "tile_08", "It costs 250, and Ann can pay up to 0."),
    ],
)
def test_where_nothing_can_be_done_the_reason_is_said(zone: str, piece: str, why: str) -> None:
    poor = POSITION.replace('"6 Construction", "2 Gold Mine"', '"", ""')
    state = GAME.read_position(poor)
    notice = what_to_do_with_it(GAME, state, Inspect(zone, piece)).notice

    assert (NoticeKind.REFUSED, None) == (notice.kind, notice.detail)
    assert why == str(notice.lines[0])


def test_the_clock_runs_on_and_a_way_is_done_at_once(tmp_path: Path) -> None:
    with JournalStore(tmp_path / "journal.db") as store:
        history = GameHistory(GAME, store, store.begin(GAME.name, Options(("Ann", "Ben"))))
        session = Session(history, lambda _: None, lambda _: None)
        random = Random(1)
        while "Take it" not in _answers(session):
            session.handle(Do(random.choice(list(legal_actions(GAME, history.state)))))
            for card in GAME.table(history.state).zones.get("market", ())[:1]:
                session.handle(Inspect("market", card))
        spent = sum(clock.spent for clock in history.clocks.values())
        for second in range(5):
            session.handle(Tick(float(second)))
        assert 4.0 == sum(clock.spent for clock in history.clocks.values()) - spent
        screen = session.screen
        assert screen is not None
        assert screen.notice is not None
        session.handle(screen.notice.answers[0].intent)

        assert "Pick" == type(history.played[-1].action).__name__


def _answers(session: Session[object, object]) -> list[str]:
    notice = None if session.screen is None else session.screen.notice
    return [] if notice is None else [str(answer.label) for answer in notice.answers]


def test_a_pile_that_is_drawn_onto_a_tile_pays_for_it() -> None:
    """NWO-30: six Construction cards pay 400; two Gold Mine are below half of their set and pay nothing."""
    state = GAME.read_position(POSITION)

    bought = what_brings_it_there(GAME, state, Drag("A.1", "construction", "pyramid.4.0.0"))
    assert "A: buy Tile 8 with 1" == (str(bought.notice) if isinstance(bought, Prompt) else GAME.write_action(bought))
    refused = what_brings_it_there(GAME, state, Drag("A.2", "gold_mine", "pyramid.4.0.0"))
    assert isinstance(refused, Prompt)
    assert NoticeKind.REFUSED == refused.notice.kind


def test_a_drag_of_or_onto_a_covered_tile_is_refused_by_names() -> None:
    """NWO-50: what lies beneath others is no place that the camera sees, and has its name all the same."""
    onto = what_brings_it_there(GAME, position(), Drag("market", "farm", "pyramid.1.2.1"))
    away = what_brings_it_there(GAME, position(), Drag("pyramid.1.2.1", "tile_23", "A.tiles"))

    for refused, named in ((onto, "Farm"), (away, "the 600 tile")):
        assert isinstance(refused, Prompt)
        assert named in str(refused.notice.heading)
        assert "pyramid." not in str(refused.notice.heading)
