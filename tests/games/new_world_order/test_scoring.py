"""The score sheet, and the best use of tiles proved against trying everything (NWO-75 to NWO-79)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.fast_dataclasses import replace
from companion.games.new_world_order import GAME
from companion.games.new_world_order.goals import GOAL_POINTS, OWN_GOAL_POINTS, assign, best_assignment
from tests.games.new_world_order.tables import position

CATALOG = GAME.catalog
TILES = list(CATALOG.tiles)
GOALS = ["", *CATALOG.goals]

tile_sets = st.lists(st.sampled_from(TILES), unique=True, max_size=11).map(lambda tiles: tuple(sorted(tiles)))


def worth(colours: tuple[str, ...], own: str) -> int:
    dream = OWN_GOAL_POINTS if own in [CATALOG.goal_of_colour[colour].id for colour in colours] else 0
    return GOAL_POINTS * len(colours) + dream


def test_of_two_goals_the_dream_is_served_and_of_equal_ones_the_first_of_the_catalogue() -> None:
    """NWO-76, NWO-77: New Frequencies with two more tiles of either of its colours serves one of the two."""
    first, second = sorted(CATALOG.tiles["tile_new_frequencies"].colours, key=list(CATALOG.colours).index)
    others = [tile for tile in TILES if tile != "tile_new_frequencies"]
    more = [[tile for tile in others if colour in CATALOG.tiles[tile].colours][:2] for colour in (first, second)]
    tiles = ("tile_new_frequencies", *more[0], *more[1])
    dreams = {colour: CATALOG.goal_of_colour[colour].id for colour in (first, second)}

    assert [first] == list(best_assignment(CATALOG, tiles, ""))
    assert [first] == list(best_assignment(CATALOG, tiles, dreams[first]))
    assert [second] == list(best_assignment(CATALOG, tiles, dreams[second]))


def by_halls_theorem(tiles: tuple[str, ...], own: str) -> list[str]:
    """The goals with the most points of all 8192 sets that the tiles can serve, however many tiles there are.

    Three tiles for each goal of a set can be found exactly when every part of the set has three tiles for each of its
    goals (Hall's theorem, each goal standing for three places). Of equal sets it is the first, the dream before all.
    """
    colours = sorted(CATALOG.colours, key=lambda colour: CATALOG.goal_of_colour[colour].id != own)
    marked = [
        sum(1 << i for i, tile in enumerate(tiles) if colour in CATALOG.tiles[tile].colours) for colour in colours
    ]
    reached, served = [0], [True]
    for goals in range(1, 1 << len(colours)):
        lowest = (goals & -goals).bit_length() - 1
        reached.append(reached[goals & (goals - 1)] | marked[lowest])
        parts = (served[goals & ~(1 << i)] for i in range(len(colours)) if goals >> i & 1)
        served.append(reached[goals].bit_count() >= 3 * goals.bit_count() and all(parts))
    sets = [[i for i in range(len(colours)) if goals >> i & 1] for goals, can_be in enumerate(served) if can_be]
    best = min(sets, key=lambda goals: (-worth(tuple(colours[i] for i in goals), own), goals))
    return [colours[i] for i in best]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(TILES), unique=True, max_size=30), st.sampled_from(GOALS))
def test_the_assignment_is_the_best_with_any_number_of_tiles(tiles: list[str], own: str) -> None:
    """NWO-77: from none to all thirty, with each of the goals as the character's dream."""
    found = best_assignment(CATALOG, tuple(sorted(tiles)), own)

    assert set(by_halls_theorem(tuple(tiles), own)) == set(found)


@settings(max_examples=150, deadline=None)
@given(tile_sets, st.sampled_from(GOALS))
def test_every_goal_has_three_tiles_of_its_own(tiles: tuple[str, ...], own: str) -> None:
    """NWO-76, NWO-77: three tiles of the colour each, and no tile twice."""
    found = best_assignment(CATALOG, tiles, own)
    used = [tile for three in found.values() for tile in three]

    assert len(set(used)) == len(used)
    assert set(used) <= set(tiles)
    assert all(
        len(three) == 3 and all(colour in CATALOG.tiles[tile].colours for tile in three)
        for colour, three in found.items()
    )


def test_all_tiles_serve_nine_goals_at_most() -> None:
    """Spec 3.3: 28 coloured tiles, three for each goal."""
    assert 9 == len(best_assignment(CATALOG, tuple(sorted(TILES)), ""))


def test_goals_that_the_tiles_cannot_serve_are_refused() -> None:
    """NWO-77: New Frequencies serves one of its two colours."""
    tiles = ("tile_03", "tile_04", "tile_08", "tile_13", "tile_new_frequencies")

    assert assign(CATALOG.tile_colours, tiles, ("dark_blue", "salmon_pink")) is None
    assert {"salmon_pink"} == set(assign(CATALOG.tile_colours, tiles, ("salmon_pink",)) or ())


def test_a_player_may_choose_other_goals_than_the_best() -> None:
    """NWO-77: and a choice that the tiles cannot serve falls back on the best one."""
    tiles = 'tiles = ["New Frequencies", "Tile 3", "Tile 13", "Tile 4", "Tile 8"]'
    chosen = position(f'{tiles}\ngoals = ["teleportation"]', "", pyramid="")
    too_many = position(f'{tiles}\ngoals = ["teleportation", "finding_life_in_space"]', "", pyramid="")

    assert ["Great Goal Teleportation"] == [
        str(line.why).split(":")[0] for line in GAME.score(chosen)[0].lines if line.points == 500
    ]
    assert 1850 == GAME.score(chosen)[0].total == GAME.score(too_many)[0].total


def test_every_line_cites_its_rule() -> None:
    """NWO-75"""
    state = position(
        'character = "Bilderberger"\ntriangles = ["Car Producer"]\ntiles = ["Tile 1", "Tile 4", "Tile 11"]', "",
        pyramid="",
    )  # fmt: skip

    assert [
        (200, "NWO-75"), (250, "NWO-75"), (300, "NWO-75"), (500, "NWO-76"), (200, "NWO-75"), (100, "NWO-67"),
        (500, "NWO-102"),
    ] == [(line.points, line.rule.id) for line in GAME.score(state)[0].lines]  # fmt: skip


def test_the_bilderbergers_bonus_is_less_among_many() -> None:
    """NWO-102: 500 with two or three players, 300 with four or five."""
    bonus = [
        GAME.score(position('character = "Bilderberger"', *[""] * (players - 1)))[0].total for players in (2, 3, 4, 5)
    ]

    assert [500, 500, 300, 300] == bonus


def test_lines_on_unconfirmed_values_say_so() -> None:
    """DESIGN 2.15: New Frequencies is printed in the rulebook, Tile 1's value is a placeholder."""
    state = position('tiles = ["New Frequencies", "Tile 1"]', "", pyramid="")

    assert {"New Frequencies": False, "the 200 tile": True} == {
        str(line.why): line.provisional for line in GAME.score(state)[0].lines
    }


def test_a_line_of_a_goal_is_as_doubtful_as_what_it_rests_on() -> None:
    """DESIGN 2.15, NWO-76: the colours of the tiles, or the goal's own; whose dream it is, is in the rulebook here."""
    tiles = ("tile_01", "tile_04", "tile_11")
    colour = next(iter(best_assignment(CATALOG, tiles, "")))
    goal = CATALOG.goal_of_colour[colour]
    dreamer = next(each for each in CATALOG.characters.values() if each.goal == goal.id)
    told = "".join(f'[[tiles]]\nid = "{tile}"\ncolours = {list(CATALOG.tiles[tile].colours)}\n' for tile in tiles)
    of_the_goal = f'[[goals]]\nid = "{goal.id}"\ncolour = "{colour}"\n'

    def doubtful(*profile: str) -> list[bool]:
        game = GAME.with_profile("".join(profile))
        state = position(f'character = "{dreamer.en}"\ntiles = ["Tile 1", "Tile 4", "Tile 11"]', "", pyramid="")
        lines = game.score(replace(state, catalog=game.catalog))[0].lines
        return [line.provisional for line in lines if line.rule.id == "NWO-76" or "dream" in str(line.why)]

    assert [True, True] == doubtful(told)
    assert [True, True] == doubtful(of_the_goal)
    assert [False, False] == doubtful(told, of_the_goal)


def test_a_dream_of_which_no_book_tells_whose_it_is_stays_doubtful() -> None:
    """NWO-76: the rulebook does not print the dream of Royalty, however well the colours are known."""
    royalty = CATALOG.characters["royalty"]
    assert royalty.provisional("goal")
    colour = next(colour for colour, goal in CATALOG.goal_of_colour.items() if goal.id == royalty.goal)
    tiles = [tile for tile in CATALOG.tiles.values() if colour in tile.colours][:3]
    told = "".join(f'[[tiles]]\nid = "{tile.id}"\ncolours = {list(tile.colours)}\n' for tile in tiles)
    game = GAME.with_profile(f'{told}[[goals]]\nid = "{royalty.goal}"\ncolour = "{colour}"\n')
    names = [tile.short for tile in tiles]
    state = position(f'character = "{royalty.en}"\ntiles = {names}', "", pyramid="")
    lines = game.score(replace(state, catalog=game.catalog))[0].lines
    of_the_goal = [line for line in lines if str(line.why).startswith("Great Goal") or "dream" in str(line.why)]

    assert [(500, False), (200, True)] == [(line.points, line.provisional) for line in of_the_goal]


def test_cards_left_over_are_worth_nothing() -> None:
    """NWO-78"""
    assert 0 == GAME.score(position('slots = ["6 Construction"]', ""))[0].total


def test_equal_points_share_the_victory() -> None:
    """NWO-79"""
    state = position('tiles = ["Tile 29"]', "", 'tiles = ["Tile 30"]', pyramid="", more='phase = "over"')
    outcome = GAME.outcome(state)

    assert outcome is not None
    assert ("A", "C") == outcome.winners


ENDED = {
    "All tiles are taken.": 'phase = "over"',
    "All cards have been dealt.": 'phase = "over"\nfinal = true',
    "Nobody acted, and no card was added.": 'phase = "over"',
}


@pytest.mark.parametrize("reason", ENDED)
def test_why_the_game_has_ended(reason: str) -> None:
    """NWO-70, NWO-71, NWO-74: the last tile, the last card, or a round in which nothing came and nobody acted."""
    left = "" if "tiles" in reason else '\nlayer4 = [["Tile 9"]]'
    outcome = GAME.outcome(position(pyramid=left, more=ENDED[reason]))

    assert outcome is not None
    assert reason == str(outcome.reason)
