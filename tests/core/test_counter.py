"""A game that is data alone: people tell the points, the camera reads what lies where."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from pathlib import Path

import pytest

from companion.core.belief.search import Explained, explain
from companion.core.declared.counter import CounterGame, CounterState, Write, counter_game
from companion.core.declared.counter_sheet import read_sheet
from companion.core.game import Options, is_legal, legal_actions, violation
from companion.core.screen import Cell, Do, Place, Select, Tone
from companion.core.selection import NO_SELECTION, Pick
from companion.core.table import PieceShape, TableSnapshot
from companion.errors import CatalogError, NotationError

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
        (YACHT + "categories.x = { title = 'X', most = 200 }", "a category has 1 to 200 numbers"),
        (YACHT + "categories.x = { title = 'X', most = -1 }", "a category has 1 to 200 numbers"),
        (YACHT + "categories.x = { title = 'X', most = 1, values = [1] }", "a category has either `most` or `values`"),
        (YACHT.replace("[1, 4]", "[3, 2]"), "`players` are the fewest and the most, up to 6"),
        (YACHT + "pieces.x = { title = 'X' }", "pieces need zones to lie in"),
        (YACHT + "zones.x = { title = 'X' }", "zones need pieces"),
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


GARDEN = """
title = "Garden"
players = [2, 4]
wins = "least"
categories.weeds = { title = "Weeds", most = 45, step = 5, times = 0 }
categories.sun = { title = "Sun", values = [7], times = 2 }
categories.rain = { title = "Rain", most = 2 }
categories.frost = { title = "Frost", most = 2 }
pieces.bean = { title = "Bean", copies = 2, points = 1, size = [20, 30] }
pieces.stone = { title = "Stone" }
zones.heap = { title = "the heap", pile = true, row = 2 }
zones.bed = { title = "the bed", columns = 2, rows = 2 }
zones.sack = { title = "the sack of {seat}", each = true, row = 3 }
zones.shed = { title = "the shed", row = 2 }
"""


@pytest.fixture
def garden() -> CounterGame:
    return CounterGame("garden", "garden", read_sheet(GARDEN, "garden"))


def after(game: CounterGame, *told: str) -> CounterState:
    actions = (game.read_action(each) for each in told)
    return reduce(game.apply, actions, game.initial_state(Options(("Ann", "Ben"))))


class TestCounter:
    def test_its_zones_lie_in_their_rows_and_those_of_the_players_before_them(self, garden: CounterGame) -> None:
        assert [["bed"], ["heap", "shed"]] == [[each.zone for each in row] for row in garden.mat.rows]
        assert ["sack"] == [each.zone for each in garden.mat.seat]
        assert range(2, 5) == garden.players
        assert (PieceShape(20, 30), PieceShape(30, 30)) == (garden.shape("bean"), garden.shape("stone"))

    def test_without_pieces_there_is_a_table_and_no_place_for_any(self, yacht: CounterGame) -> None:
        state = yacht.initial_state(Options(("Ann", "Ben")))

        assert (["table"], []) == ([each.zone for row in yacht.mat.rows for each in row], [*yacht.layout_zones(state)])

    def test_its_labels_are_made_where_none_ship(self, garden: CounterGame) -> None:
        assert {"bean": 2, "stone": 1} == Counter(garden.piece_of.values())

    def test_what_can_be_written_and_how_often(self, garden: CounterGame) -> None:
        """C-1: as often as one likes, twice, or once; C-2: what the sheet names."""
        state = after(garden, "A: 5 for Weeds", "A: 7 for Sun", "A: 0 for Rain")
        ways = Counter((each.player, each.category) for each in garden.candidates(state) if isinstance(each, Write))

        assert {("A", "weeds"): 10, ("A", "sun"): 1, ("A", "frost"): 3} == {
            way: count for way, count in ways.items() if way[0] == "A"
        }
        wrote = garden.read_action("B: 5 for Weeds")
        assert ("Ben wrote 5 for Weeds", "5") == (
            str(garden.sentence(state, wrote)),
            str(garden.offer(state, wrote).title),
        )
        assert {"weeds": 10, "sun": 1, "rain": 3, "frost": 3} == {
            way[1]: count for way, count in ways.items() if way[0] == "B"
        }
        assert is_legal(garden, state, garden.read_action("A: 45 for Weeds"))
        assert not is_legal(garden, state, garden.read_action("A: 44 for Weeds"))
        assert not is_legal(garden, after(garden, *["A: 7 for Sun"] * 2), garden.read_action("A: 7 for Sun"))

    def test_what_can_come_go_and_move(self, garden: CounterGame) -> None:
        """C-3, C-4: a move first, which is one thing; no more come than there are; what lies nowhere cannot leave."""
        state = after(garden, "Bean -> bed", "Bean -> bed")
        moves = [str(garden.write_action(each)) for each in garden.candidates(state) if each.player is None]

        assert [
            *(f"bean: bed -> {zone}" for zone in ("A.sack", "heap", "shed", "B.sack")),
            *(f"stone -> {zone}" for zone in ("A.sack", "bed", "heap", "shed", "B.sack")),
            "bean off bed",
            "the game is over",
        ] == moves
        broken = [
            violation(garden, state, garden.read_action(told)) for told in ("Stone off bed", "Stone: bed -> heap")
        ]
        assert ["C-4", "C-4"] == [each.rule.id for each in broken if each is not None]
        leaves = garden.read_action("Bean off bed")
        assert is_legal(garden, state, leaves)
        assert ("Bean left the bed", "Bean leaves the bed") == (
            str(garden.sentence(state, leaves)),
            str(garden.offer(state, leaves).title),
        )

    def test_least_points_win_when_people_end_it(self, garden: CounterGame) -> None:
        """C-6: a sheet on which something is written as often as one likes is never full."""
        full = [
            f"{seat}: {points}" for seat in "AB" for points in ("7 for Sun", "7 for Sun", "0 for Rain", "0 for Frost")
        ]
        state = after(garden, *full, "B: 5 for Weeds", "Bean -> A.sack")

        assert None is garden.outcome(state)
        outcome = garden.outcome(garden.apply(state, garden.read_action("the game is over")))
        assert outcome is not None
        assert (("A",), "People ended the game.") == (outcome.winners, str(outcome.reason))
        assert [15, 19] == [sheet.total for sheet in garden.score(state)]

    def test_a_sheet_is_full_when_all_have_written_all(self, yacht: CounterGame) -> None:
        told = [f"{seat}: {points}" for seat in "AB" for points in ("3 for Ones", "20 for Choice", "50 for Yacht")]

        assert None is yacht.outcome(after(yacht, *told[:-1]))
        assert yacht.outcome(after(yacht, *told)) is not None

    def test_a_position_of_nobody_s_category_is_refused(self, yacht: CounterGame) -> None:
        for player, category in (("A", "twos"), ("C", "ones")):
            entry = f'sheet = [{{ player = "{player}", category = "{category}", points = 1 }}]'
            with pytest.raises(NotationError, match="there are ones, choice, yacht"):
                yacht.read_position(f'names = ["Ann", "Ben"]\n{entry}')


class TestSheetOnTheScreen:
    def test_of_whoever_is_on_turn_beside_the_places_and_of_the_others_before_them(self, garden: CounterGame) -> None:
        state = after(garden, "B: 5 for Weeds", "B: 10 for Weeds", "A: 7 for Sun")
        assert "B" == state.on_turn
        screen = garden.present(state)
        sheet, before = screen.boards[-1], {seat.seat: seat.board for seat in screen.seats}

        assert (["bed", "heap", "shed", "sheet"], "Score sheet of Ben") == (
            [board.name for board in screen.boards],
            str(sheet.title),
        )
        assert (3, 2, 7.5) == (sheet.width, sheet.height, sheet.weight)
        assert ["0,0 Weeds 15 asked", "1,0 Sun lit asked", "2,0 Rain lit asked", "0,1 Frost lit asked"] == [
            written(cell) for cell in sheet.cells
        ]
        assert ["0,1 Weeds lit asked", "1,1 Sun 7 asked", "2,1 Rain lit asked", "0,2 Frost lit asked"] == [
            written(cell) for cell in before["A"].cells[1:]
        ]
        assert [(3, 3), (1, 1)] == [(before[seat].width, before[seat].height) for seat in "AB"]

    def test_without_pieces_there_is_the_sheet_alone(self, yacht: CounterGame) -> None:
        screen = yacht.present(after(yacht, "B: 3 for Ones"))

        assert [["sheet"], ["alone", "alone"]] == [
            [board.name for board in screen.boards],
            [seat.place.value for seat in screen.seats],
        ]
        assert ["0,0 Ones 3", "1,0 Choice lit asked", "2,0 Yacht lit asked"] == [
            written(cell) for cell in screen.seats[1].board.cells
        ]

    def test_when_it_is_over_nothing_is_asked(self, garden: CounterGame) -> None:
        (*_, sheet) = garden.present(after(garden, "A: 7 for Sun", "the game is over")).boards

        assert ["0,0 Weeds", "1,0 Sun", "2,0 Rain", "0,1 Frost"] == [written(cell) for cell in sheet.cells]

    def test_an_only_number_is_an_only_answer(self, garden: CounterGame) -> None:
        asked = garden.present(after(garden), NO_SELECTION.picking(Pick("sheet", "sun", "B"))).notice
        written_twice = after(garden, "B: 7 for Sun", "B: 7 for Sun")

        assert asked is not None
        assert ("Ben: how many points for Sun?", ["7", "Back"]) == (
            str(asked.heading),
            [str(answer.label) for answer in asked.answers],
        )
        assert None is garden.present(written_twice, NO_SELECTION.picking(Pick("sheet", "sun", "B"))).notice

    def test_twenty_numbers_are_offered_at_once(self) -> None:
        """One more, and lots of twenty are."""
        for most, answers in ((19, 20), (20, 2)):
            game = CounterGame("yacht", "yacht", read_sheet(YACHT.replace("most = 30", f"most = {most}"), "yacht"))
            notice = game.present(after(game), NO_SELECTION.picking(Pick("sheet", "choice", "A"))).notice
            assert notice is not None
            assert answers + 1 == len(notice.answers)


def written(cell: Cell) -> str:
    """Where a category is, what is written for it, and whether a touch asks for more."""
    marks = (cell.value, "lit" * cell.lit, "asked" * isinstance(cell.intent, Select))
    assert (cell.tone is Tone.DIM) is not bool(cell.value)
    return " ".join((f"{cell.x:g},{cell.y:g}", str(cell.title), *filter(None, marks)))


@pytest.mark.parametrize(
    "toml",
    [
        YACHT.replace("[1, 4]", "[6, 6]"),
        YACHT.replace("[1, 4]", "[1, 1]"),
        YACHT + "categories.x = { title = 'X', most = 199 }",
        YACHT + "categories.x = { title = 'X', most = 0 }",
        YACHT + "categories.x = { title = 'X', most = 1, step = 2 }",
    ],
)
def test_what_is_just_right_is_counted(toml: str) -> None:
    assert read_sheet(toml, "counter.toml")
