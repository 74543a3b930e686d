"""What is certain although nobody has told it, and what is said of what is not (issue 32, 1)."""

from __future__ import annotations

from companion.core.copy_form import Answers
from companion.games.new_world_order import GAME
from companion.games.new_world_order.game import NewWorldOrder
from companion.games.new_world_order.names import tile_name
from companion.games.new_world_order.scoring import result_untold
from companion.games.new_world_order.untold import Span, enough, exactly, step_worth, tile_worth

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


def test_a_tile_is_called_by_what_can_be_seen() -> None:
    """Issue 32, 1: by its figure once that is told, before that by where it lies; never by a number of ours."""
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

PYRAMID = """
market = []
[pyramid]
layer1 = [["Tile 1", "", "", ""], ["Tile 2", "Tile 3", "", ""], ["", "", "", ""], ["", "", "", ""]]
[[players]]
name = "Ann"
[[players]]
name = "Bob"
"""
