"""What would it take? Bounds on what is still reachable: never too low, and at the end no higher than they must be."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.conformance.playouts import sensible, start
from companion.core.game import legal_actions
from companion.games.new_world_order import GAME
from companion.games.new_world_order.hints import goals_begun, prospects
from companion.games.new_world_order.state import State
from tests.games.new_world_order.tables import FULL_PYRAMID, position
from tests.strategies import some_settings


def lying(*tiles: str) -> str:
    """A pyramid of which only these tiles are left, side by side."""
    row = [*tiles, "", "", "", ""][:4]
    return f"\nlayer1 = {[row, *[[''] * 4] * 3]}\n"


def test_everything_that_is_left() -> None:
    """All tiles, the goals they make, three triangles."""
    state = position(
        'character = "Philanthropist"\ntiles = ["Tile 3", "Tile 13"]', 'tiles = ["Tile 29"]',
        pyramid=lying("New Frequencies"),
    )  # fmt: skip
    mine, other = prospects(state)

    assert (500, 500 + 350 + 500 + 200 + 300, 501) == (mine.now, mine.most, mine.needed)
    assert {"finding_life_in_space": 1} == mine.goals
    assert (1000, 0) == (other.now, other.needed)


def test_who_has_passed_in_the_last_round_has_what_he_has() -> None:
    rest = FULL_PYRAMID.replace("Tile 29", "")
    done, playing = prospects(position('tiles = ["Tile 29"]\npassed = true', "", more="final = true", pyramid=rest))

    assert (1000, 1000) == (done.now, done.most)
    assert playing.now < playing.most


def test_no_goal_is_near_that_the_tiles_left_cannot_serve() -> None:
    """NWO-77: New Frequencies serves the goal that is reached, unless Tile 16 is taken in its place."""
    tiles = 'tiles = ["New Frequencies", "Tile 3", "Tile 13", "Tile 8"]'
    one_left = position(tiles, "", pyramid=lying("Tile 4"))
    two_left = position(tiles, "", pyramid=lying("Tile 4", "Tile 16"))

    assert 2 == goals_begun(one_left, one_left.player("A"))["teleportation"]
    assert {} == prospects(one_left)[0].goals
    assert {"teleportation": 2} == prospects(two_left)[0].goals


def test_no_goal_is_near_whose_tile_nobody_can_pay() -> None:
    rich = position('tiles = ["Tile 3", "Tile 13"]\nslots = ["6 Construction"]', "", pyramid=lying("Tile 16"),
                    market="[]", more="final = true")  # fmt: skip
    poor = position('tiles = ["Tile 3", "Tile 13"]\nslots = ["5 Construction"]', "", pyramid=lying("Tile 16"),
                    market="[]", more="final = true")  # fmt: skip

    assert {"finding_life_in_space": 1} == prospects(rich)[0].goals
    assert {} == prospects(poor)[0].goals


# Last rounds: the cards of A, who is on turn; the market; the tiles that are left; the most that A can end with.
ENDGAMES = {
    "one set pays for the dearer tile only": ('slots = ["6 Construction"]', "[]", ("Nano-bots", "Tile 9"), 400),
    "two sets pay for both": ('slots = ["6 Construction", "4 Global Media"]', "[]", ("Nano-bots", "Tile 28"), 1100),
    "the third tile of a goal": (
        'tiles = ["Tile 3", "Tile 13"]\nslots = ["6 Construction"]', "[]", ("Tile 16",), 500 + 400 + 500
    ),
    "the third tile of a goal is too dear": (
        'tiles = ["Tile 3", "Tile 13"]\nslots = ["6 Construction"]', "[]", ("Tile 25",), 500
    ),
    "two tiles short of a goal, with one set": (
        'tiles = ["Tile 3"]\nslots = ["4 Oil Magnate"]', "[]", ("Tile 13", "Tile 16"), 200 + 400
    ),
    "a tile serves one of two goals": (
        'tiles = ["Tile 3", "Tile 13", "Tile 4", "Tile 8"]\nslots = ["6 Construction"]', "[]", ("New Frequencies",),
        1000 + 350 + 500,
    ),
    "a triangle from the market": ('character = "Cardinal"\nslots = ["5 Farm"]', '["2 Farm"]', ("Tile 30",), 100),
    "a card too few for a triangle": ('character = "Cardinal"\nslots = ["5 Farm"]', '["Farm"]', ("Tile 30",), 0),
    "three sets, once": (
        'character = "Mediamogul"\nslots = ["3 Silver Mine", "3 Farm", "3 Casino Chain"]', "[]", ("Tile 4",), 250
    ),
    "a set turned into another corporation": (
        'character = "President"\nslots = ["6 Silver Mine", "Global Media"]', "[]", ("Tile 30",), 1000
    ),
    "no other corporation to turn a set into": (
        'character = "President"\nslots = ["6 Silver Mine"]', "[]", ("Tile 30",), 0
    ),
    "two tiles for one set": (
        'character = "Illuminati"\nsecond = "Banker"\nslots = ["4 Global Media"]', "[]", ("Nano-bots", "Tile 9"), 700
    ),
    "Dividends of this round": (
        'slots = ["6 Construction", "Dividends 100 (new)"]', '["Dividends 200"]', ("Tile 19",), 0
    ),
    "Dividends of an earlier round": ('slots = ["6 Construction", "Dividends 100"]', "[]", ("Tile 19",), 500),
    "a colour set with a card of the market": (
        'slots = ["3 Farm", "Silver Mine", "Gold Mine"]', '["Diamond Mine"]', ("Tile 1",), 200
    ),
    "single cards of no complete colour set": (
        'slots = ["3 Farm", "Silver Mine", "Gold Mine"]', '["Gold Mine"]', ("Tile 1",), 0
    ),
    "a robbery brings what is lacking": ('slots = ["Hostile Takeover", "3 Farm"]', "[]", ("Tile 9",), 300),
    "nothing is robbed without the card": ('slots = ["3 Farm"]', "[]", ("Tile 9",), 0),
}  # fmt: skip


@pytest.mark.parametrize("name", ENDGAMES)
def test_in_an_endgame_as_much_as_trying_everything_brings(name: str) -> None:
    mine, market, tiles, expected = ENDGAMES[name]
    state = endgame(mine, market, tiles)

    assert expected == most_by_trying(state)
    assert expected == prospects(state)[0].most


def endgame(mine: str, market: str, tiles: Iterable[str]) -> State:
    """B has passed and holds three Farms; nothing is dealt any more (NWO-71)."""
    theirs = 'passed = true\nslots = ["3 Farm"]'
    return position(mine, theirs, pyramid=lying(*tiles), market=market, more="final = true")


def most_by_trying(state: State) -> int:
    """The most points with which A ends, over every legal way to play on, whoever plays."""
    seen, to_do, most = {state}, [state], 0
    while to_do:
        here = to_do.pop()
        if GAME.outcome(here) is not None:
            most = max(most, GAME.score(here)[0].total)
        for action in legal_actions(GAME, here):
            if (after := GAME.apply(here, action)) not in seen:
                seen.add(after)
                to_do.append(after)
    return most


TILES = [tile.en for tile in GAME.catalog.tiles.values()]
CHARACTERS = [character.en for character in GAME.catalog.characters.values()]
CARDS = ("Gold Mine", "Oil Magnate", "Silver Mine", "Construction")


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(CHARACTERS),
    st.lists(st.sampled_from(CARDS), max_size=6),
    st.permutations(TILES),
    st.integers(0, 4),
    st.integers(1, 3),
)
def test_no_endgame_brings_more_than_was_possible(
    character: str, cards: list[str], tiles: list[str], taken: int, left: int
) -> None:
    """Trying everything from random last rounds: up to four of the cards in own slots, two in the market."""
    piles = [f"{cards[:4].count(card)} {card}" for card in sorted(set(cards[:4]))]
    mine = f"character = {character!r}\nslots = {[*piles, '3 Global Media']}\ntiles = {tiles[:taken]}"
    state = endgame(mine, str(cards[4:]), tiles[-left:])

    assert most_by_trying(state) <= prospects(state)[0].most


@settings(max_examples=5, deadline=None)
@given(st.integers(2, 5), st.integers(0, 2**32 - 1), some_settings(GAME))
def test_nobody_ends_with_more_than_was_ever_possible(players: int, seed: int, chosen: dict[str, str]) -> None:
    """Whole games, with any table settings: what was said at any step holds at the end."""
    random, state, least = Random(seed), start(GAME, players, chosen), [10**6] * players
    while (action := sensible(GAME, state, random, seldom=("Discard", "AboveTheLaw"))) is not None:
        state = GAME.apply(state, action)
        if state.turn is not None:
            least = [min(bound, prospect.most) for bound, prospect in zip(least, prospects(state), strict=True)]

    assert all(sheet.total <= bound for sheet, bound in zip(GAME.score(state), least, strict=True))
