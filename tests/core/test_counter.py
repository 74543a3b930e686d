"""A game that is data alone: people tell the points, the camera reads what lies where."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.belief.search import Explained, explain
from companion.core.declared.counter import CounterGame, counter_game
from companion.core.declared.counter_sheet import read_sheet
from companion.core.game import Options, is_legal, legal_actions, violation
from companion.core.screen import Do, Place, Select
from companion.core.selection import NO_SELECTION
from companion.core.table import TableSnapshot
from companion.errors import CatalogError

YACHT = """
title = "Yacht"
players = [1, 4]
categories.ones = { title = "Ones", most = 5 }
categories.choice = { title = "Choice", most = 30 }
categories.yacht = { title = "Yacht", values = [0, 50] }
"""
COINS = """
title = "Coins"
players = [2, 3]
pieces.copper = { title = "Copper", copies = 3 , points = 1 }
pieces.silver = { title = "Silver", points = 5 }
zones.bank = { title = "the bank", columns = 4 }
zones.purse = { title = "the coins of {seat}", each = true, columns = 4 }
"""


@pytest.fixture
def yacht() -> CounterGame:
    return CounterGame("yacht", "yacht", read_sheet(YACHT, "yacht"))


@pytest.fixture
def coins() -> CounterGame:
    return CounterGame("coins", "coins", read_sheet(COINS, "coins"))


def test_c_1_a_category_is_written_once(yacht: CounterGame) -> None:
    state = yacht.initial_state(Options(("Ann", "Ben")))
    again = yacht.read_action("A: 4 for Ones")
    state = yacht.apply(state, yacht.read_action("A: 3 for Ones"))

    broken = violation(yacht, state, again)
    assert broken is not None
    assert ("C-1", "Ann has written Ones already.") == (broken.rule.id, str(broken.reason))
    assert is_legal(yacht, state, yacht.read_action("B: 4 for Ones"))


def test_c_2_a_category_is_worth_what_the_sheet_names(yacht: CounterGame) -> None:
    state = yacht.initial_state(Options(("Ann", "Ben")))

    broken = violation(yacht, state, yacht.read_action("A: 49 for Yacht"))
    assert broken is not None
    assert ("C-2", "Yacht cannot be worth 49.") == (broken.rule.id, str(broken.reason))


def test_c_6_a_full_sheet_ends_the_game_and_most_points_win(yacht: CounterGame) -> None:
    state = yacht.initial_state(Options(("Ann", "Ben")))
    for told in ("3 for Ones", "20 for Choice", "50 for Yacht"):
        state = yacht.apply(state, yacht.read_action(f"A: {told}"))
        state = yacht.apply(state, yacht.read_action(f"B: {told.replace('20', '21')}"))

    outcome = yacht.outcome(state)
    assert outcome is not None
    assert (("B",), "The whole sheet is written.") == (outcome.winners, str(outcome.reason))
    assert [73, 74] == [sheet.total for sheet in yacht.score(state)]
    assert [] == list(legal_actions(yacht, state))
    assert state == yacht.read_position(yacht.write_position(state))


def test_c_5_what_lies_before_a_player_counts(coins: CounterGame) -> None:
    state = coins.initial_state(Options(("Ann", "Ben")))
    for told in ("Copper -> A.purse", "Copper -> A.purse", "Silver -> bank", "Silver: bank -> B.purse"):
        state = coins.apply(state, coins.read_action(told))

    assert [2, 5] == [sheet.total for sheet in coins.score(state)]
    assert ["2 × Copper"] == [str(line.why) for line in coins.score(state)[0].lines]


def test_c_3_there_are_no_more_pieces_than_there_are(coins: CounterGame) -> None:
    state = coins.initial_state(Options(("Ann", "Ben")))
    state = coins.apply(state, coins.read_action("Silver -> bank"))

    broken = violation(coins, state, coins.read_action("Silver -> bank"))
    assert broken is not None
    assert "C-3" == broken.rule.id


def test_the_camera_reads_several_pieces_at_once(coins: CounterGame) -> None:
    """Whatever lies where is what people did: nobody is asked."""
    state = coins.initial_state(Options(("Ann", "Ben")))
    seen = TableSnapshot.of({**coins.table(state).zones, "bank": ["copper", "silver"], "A.purse": ["copper"]})

    story = explain(coins, state, seen)

    assert isinstance(story, Explained)
    for action in story.actions:
        state = coins.apply(state, action)
    assert seen == coins.table(state)


def test_a_touch_on_a_category_asks_for_its_points_and_many_are_asked_in_lots(yacht: CounterGame) -> None:
    state = yacht.initial_state(Options(("Ann", "Ben")))
    screen = yacht.present(state)
    (board,) = screen.boards

    assert "Score sheet of Ann" == str(board.title)
    assert {Place.ALONE} == {seat.place for seat in screen.seats}
    few, many = board.cells[0].intent, board.cells[1].intent
    assert isinstance(few, Select)
    assert isinstance(many, Select)
    notice = yacht.present(state, NO_SELECTION.picking(few.pick)).notice
    assert notice is not None
    assert ("Ann: how many points for Ones?", 7) == (str(notice.heading), len(notice.answers))
    lots = yacht.present(state, NO_SELECTION.picking(many.pick)).notice
    assert lots is not None
    assert ["0 to 19", "20 to 30", "Back"] == [str(answer.label) for answer in lots.answers]
    lot = lots.answers[1].intent
    assert isinstance(lot, Select)
    last = yacht.present(state, NO_SELECTION.picking(many.pick).picking(lot.pick)).notice
    assert last is not None
    assert Do(yacht.read_action("A: 20 for Choice")) == last.answers[0].intent


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ('title = "X"\nplayers = [2, 3]', "a counter has categories, or pieces that count"),
        (YACHT.replace("[1, 4]", "[1, 7]"), "`players` are the fewest and the most, up to 6"),
        (YACHT + "categories.x = { title = 'X' }", "a category has either `most` or `values`"),
        (YACHT + "categories.x = { title = 'X', most = 1000 }", "take a larger `step`"),
        (YACHT + "pieces.x = { title = 'X' }", "pieces need zones to lie in"),
    ],
)
def test_what_cannot_be_counted_is_said(toml: str, says: str) -> None:
    with pytest.raises(CatalogError, match=says):
        read_sheet(toml, "counter.toml")


def test_a_package_without_code_is_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With rules of its own, to be looked up beside ours."""
    (tmp_path / "only_data").mkdir()
    (tmp_path / "only_data" / "counter.toml").write_text(YACHT)
    (tmp_path / "only_data" / "statements.toml").write_text('[Y-1]\ntext = "Five dice."\nsource = "rulebook"\n')
    monkeypatch.syspath_prepend(tmp_path)

    game = counter_game("only_data", "only_data")

    assert "Yacht" == str(game.title)
    assert {"Y-1", "C-1"} <= {statement.id for statement in game.rulebook}
