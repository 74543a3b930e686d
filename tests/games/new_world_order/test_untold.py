"""What is certain although nobody has told it, and what is said of what is not."""

from __future__ import annotations

import pytest

from companion.core.choices import Choices
from companion.core.copy_form import Answers
from companion.core.game import Options, violation
from companion.core.screen import Touched, Undo, ValueAsked
from companion.core.text import say
from companion.games import GAMES
from companion.games.new_world_order import GAME
from companion.games.new_world_order.game import NewWorldOrder
from companion.games.new_world_order.names import tile_name
from companion.games.new_world_order.scoring import result_untold
from companion.games.new_world_order.state import State
from companion.games.new_world_order.untold import Span, enough, exactly, step_name, step_worth, tile_worth
from companion.journal.store import JournalStore
from companion.owners_copy.house_copies import Copies
from companion.pages.value_question import ValueQuestion, value_question
from companion.session.game_history import GameHistory
from companion.session.messages import Tick
from companion.session.session import Session
from scripts.gallery.page_screens import context, navigator

ASKING = GAME.asking


def told(answers: Answers) -> NewWorldOrder:
    """The game with these answers and no others."""
    return ASKING.with_profile(ASKING.copy_form.profile(answers))


def test_a_step_lies_between_those_that_are_told() -> None:
    """NWO-40: the values grow with every card."""
    catalog = told({"corporations.farm.ladder.2": "60", "corporations.farm.ladder.5": "290"}).catalog
    farm = catalog.corporations["farm"]

    assert exactly(60) == step_worth(catalog, farm, 2)
    assert Span(61, 288, ("corporations.farm.ladder.3",)) == step_worth(catalog, farm, 3)
    assert Span(291, 990, ("corporations.farm.ladder.6",)) == step_worth(catalog, farm, 6)


def test_a_step_near_those_that_are_told_is_one_touch() -> None:
    """NWO-40: of the tens between its neighbours each has a key; of all that it might be, its hundred comes first."""
    room = context(empty=True)
    room.copies = Copies(GAMES, asks=True)
    room.copies.capturing(GAME.name).learn(
        {"corporations.farm.ladder.2": "60", "corporations.farm.ladder.4": "150", "corporations.farm.ladder.6": "154"}
    )

    def keys(corporation: str, count: int) -> list[tuple[str, str]]:
        asked = ValueAsked((step_name(corporation, count),), say("Why"))
        page = ValueQuestion(room, navigator(), GAME.name, asked).view()
        offered = [key.intent for key in (*page.keys, *page.ranges)]
        return [(intent.key, intent.value) for intent in offered if isinstance(intent, Touched)]

    assert [("tell", str(ten)) for ten in range(70, 150, 10)] == keys("farm", 3)
    assert [("tell", str(value)) for value in (151, 152, 153)] == keys("farm", 5)
    assert [("hundred", str(low)) for low in range(0, 1000, 100)] == keys("silver_mine", 3)


def test_nothing_is_asked_of_what_is_enough_anyhow() -> None:
    """NWO-53: at least 300 pay a price of at most 300; that it is too little is said by known figures alone."""
    assert () == enough(Span(300, 400, ("pile",)), Span(200, 300, ("tile",)))
    assert ("tile", "pile") == enough(Span(299, 400, ("pile",)), Span(200, 300, ("tile",)))
    assert ("pile",) == enough(Span(100, 150, ("pile",)), exactly(200))
    assert () == enough(exactly(100), exactly(200))


def test_a_worth_of_which_all_tiles_are_told_is_no_other_tiles() -> None:
    """Spec 9.2: one tile of 350, two of 1000 and so on: what is left bounds the rest."""
    before = tile_worth(ASKING.catalog, "tile_09")
    after = told({f"tiles.tile_{number:02}.points": "200" for number in (1, 2, 3)}).catalog

    assert (200, ("tiles.tile_09.points",)) == (before.least, before.questions)
    assert 250 == tile_worth(after, "tile_09").least


def test_who_has_won_is_asked_where_untold_tiles_decide_it_and_the_sheet_says_which() -> None:
    """NWO-75, NWO-79: nobody leads for certain; no placeholder is counted."""
    state = ASKING.read_position(OVER)

    assert ("tiles.tile_01.points", "tiles.tile_02.points") == result_untold(state)
    assert ASKING.outcome(state) is None
    ann, _ = ASKING.score(state)
    assert (0, True) == (ann.total, ann.provisional)
    assert ["the tile: nobody has told yet what it is worth"] == [str(line.why) for line in ann.lines]
    ended = told({"tiles.tile_01.points": "250", "tiles.tile_02.points": "200"}).read_position(OVER)
    assert () == result_untold(ended)
    outcome = ASKING.outcome(ended)
    assert outcome is not None
    assert ("A",) == outcome.winners


class AtTheEnd(NewWorldOrder):
    """Begins where the game is over."""

    def start(self, names: tuple[str, ...], choices: Choices) -> State:
        return self.read_position(ENDED)


@pytest.fixture
def ended() -> State:
    """Nobody has told any colours; Ann has 600 and Bob 750, and three tiles each."""
    points = dict(zip(["01", "02", "03", "04", "05", "06"], [200, 200, 200, 250, 250, 250], strict=True))
    game = told({f"tiles.tile_{tile}.points": str(worth) for tile, worth in points.items()})
    return game.read_position(ENDED)


def test_who_has_won_is_asked_by_great_goals_rather_than_by_the_colours_of_every_tile(ended: State) -> None:
    """NWO-77: whoever is behind declares first; once it is certain the leader is not asked."""
    assert ("declared.A", "tiles.tile_01.colours") == result_untold(ended)[:2]
    none = ASKING.apply(ended, ASKING.read_action("A: declare no goal"))
    assert () == result_untold(none)

    one = ASKING.apply(ended, ASKING.read_action("A: declare Teleportation"))
    assert "declared.B" == result_untold(one)[0]
    both = ASKING.apply(one, ASKING.read_action("B: declare Alien invasion"))
    outcome = ASKING.outcome(both)
    assert outcome is not None
    assert ("B",) == outcome.winners
    ann, bob = ASKING.score(both)
    assert (1100, 1250, False) == (ann.total, bob.total, ann.provisional or bob.provisional)
    assert "Great Goal Teleportation, as Ann has declared" == str(ann.lines[-1].why)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("A: declare Teleportation, Alien invasion", "do not make these Great Goals"),
        ("A: declare Finding life in space", "do not make these Great Goals"),
        ("A: declare Teleportation", ""),
        ("A: declare Alien invasion", ""),
    ],
)
def test_what_is_told_of_colours_rules_goals_out(ended: State, line: str, says: str) -> None:
    """NWO-76, NWO-77: three tiles for each goal; Teleportation is known to be led to by salmon pink, as one tile is."""
    colour = {goal.id: goal.colour for goal in ASKING.catalog.goals.values()}["teleportation"]
    game = told({"tiles.tile_01.colours": f"{colour} red"})
    refused = violation(game, game.read_position(ENDED), game.read_action(line))

    assert says in ("" if refused is None else str(refused.reason))
    assert bool(says) is (refused is not None)


def test_goals_are_declared_on_a_page_and_it_can_be_undone(ended: State) -> None:
    """NWO-77: several in the order of the catalogue; the journal has what was declared, and the copy learns nothing."""
    store, room = JournalStore(":memory:"), context(empty=True)
    room.copies = Copies(GAMES, asks=True)
    game = AtTheEnd(ended.catalog)
    history = GameHistory(game, store, store.begin(game.name, Options(("Ann", "Bob"))))
    room.session = session = Session(history, lambda _: None, lambda _: None)
    session.handle(Tick(0.0))

    page = value_question(room, navigator())
    assert "Which Great Goals does Ann have?" == str(page.view().title)
    page.touched("choice", "teleportation")

    assert ["A: declare Teleportation"] == [game.write_action(played.action) for played in history.played]
    assert {} == room.copies.log(game.name).answers
    session.handle(Undo())
    assert [] == list(history.played)
    page = value_question(room, navigator())
    assert Touched("by piece") in [button.intent for button in page.view().buttons]
    page.touched("by piece", "")
    assert "tiles.tile_01.colours" == page.question.name


def test_a_tile_is_called_by_what_can_be_seen() -> None:
    """By its figure once that is told, before that by where it lies; never by a number of ours."""
    state = ASKING.read_position(PYRAMID)

    assert "the tile in the first row" == str(tile_name(state, "tile_01"))
    assert "the tile in the second row, place 2 from the left" == str(tile_name(state, "tile_03"))
    named = told({"tiles.tile_01.points": "400"}).read_position(PYRAMID)
    assert "the 400 tile" == str(tile_name(named, "tile_01"))


OVER = """
phase = "over"
market = []
[[players]]
name = "Ann"
tiles = ["Tile 1"]
[[players]]
name = "Bob"
tiles = ["Tile 2"]
"""

ENDED = """
phase = "over"
market = []
[[players]]
name = "Ann"
tiles = ["Tile 1", "Tile 2", "Tile 3"]
[[players]]
name = "Bob"
tiles = ["Tile 4", "Tile 5", "Tile 6"]
"""

PYRAMID = """
market = []
[pyramid]
layer1 = [["Tile 1", "", "", ""], ["Tile 2", "Tile 3", "", ""], ["", "", "", ""], ["", "", "", ""]]
[[players]]
name = "Ann"
[[players]]
name = "Bob"
"""
