"""Actions in one line and positions in TOML, both ways, and what is said of those that cannot be read."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game import violation
from companion.errors import NotationError
from companion.games.new_world_order import GAME
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.state import State
from tests.games.new_world_order.tables import position
from tests.strategies import states

CATALOG = GAME.catalog
cards = st.sampled_from(list(CATALOG.cards))
tiles = st.sampled_from(list(CATALOG.tiles))
characters = st.sampled_from(list(CATALOG.characters))
seats = st.sampled_from("ABCDE")
slots = st.integers(0, 8)
some_cards = st.lists(cards, min_size=1, max_size=4).map(lambda some: tuple(sorted(some)))
parts = st.one_of(
    st.builds(act.Part, slots),
    st.builds(act.Part, slots, count=st.integers(1, 9)),
    st.builds(act.Part, slots, cards=some_cards),
    st.builds(act.Part, slots, turned=st.sampled_from(list(CATALOG.corporations))),
)
destinations = st.one_of(st.none(), st.integers(-1, 8))
places = st.integers(1, 4).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, 4 - n), st.integers(0, 4 - n)))
actions = st.one_of(
    st.builds(lambda tile, place: act.Laid(tile, *place), tiles, places),
    st.builds(act.Exchanged, tiles, tiles),
    st.builds(act.Drew, seats, characters),
    st.builds(act.Choose, seats, characters),
    st.builds(act.Started, seats, cards, st.one_of(st.none(), slots)),
    st.builds(act.Dealt, cards),
    st.builds(act.SetAside, cards),
    st.builds(act.Pick, seats, some_cards, st.one_of(st.none(), slots)),
    st.builds(
        act.Buy, seats, st.lists(tiles, min_size=1, max_size=2).map(tuple), st.lists(parts, max_size=3).map(tuple)
    ),
    st.builds(act.Discard, seats, parts),
    st.builds(act.Pass, seats),
    st.builds(act.Combine, seats, st.lists(slots, min_size=1, max_size=3).map(tuple)),
    st.builds(act.Rearrange, seats, parts, slots),
    st.builds(act.AboveTheLaw, seats, slots),
    st.builds(act.Waive, seats),
    st.builds(act.TakeOver, seats, seats, parts, st.one_of(st.none(), slots), destinations),
    st.builds(act.Blackmail, seats, seats, parts, destinations),
    st.builds(act.Drop, seats, parts),
)

SOME_STATES = [
    position(),
    position("", "", more='phase = "setup"', pyramid=""),
    position(more='phase = "deal"'),
]


@settings(max_examples=400, deadline=None)
@given(actions)
def test_every_action_is_read_as_it_was_written(action: act.Action) -> None:
    written = GAME.write_action(action)

    assert action == GAME.read_action(written)
    assert action == GAME.read_action(f"  {written.upper()} ")
    assert "\n" not in written


@settings(max_examples=250, deadline=None)
@given(st.sampled_from(SOME_STATES), actions)
def test_whatever_can_be_read_can_be_judged_and_overruled(state: State, action: act.Action) -> None:
    """A typed action may be any nonsense: it is legal or breaks a rule, and allowing it leads to a state."""
    found = violation(GAME, state, action)
    overruled = GAME.apply(state, action)

    assert found is None or str(found.reason)
    assert GAME.table(overruled).zones
    GAME.present(overruled)


@settings(max_examples=25, deadline=None)
@given(states(GAME))
def test_every_position_is_read_as_it_was_written(state: State) -> None:
    assert state == GAME.read_position(GAME.write_position(state))


@pytest.mark.parametrize("piece", [*CATALOG.cards, *CATALOG.tiles, *CATALOG.characters])
def test_every_piece_is_known_by_all_its_names(piece: str) -> None:
    """English, Estonian, the short name and the id."""
    named = CATALOG.named(piece)

    assert named is not None
    kinds = {"A: draws {}": CATALOG.characters, "exchange {0} for {0}": CATALOG.tiles, "deal {}": CATALOG.cards}
    line = next(line for line, shelf in kinds.items() if piece in shelf)
    for words in (named.en, named.et, named.short, named.id, named.en.upper()):
        assert GAME.read_action(line.format(piece)) == GAME.read_action(line.format(words))


@pytest.mark.parametrize(
    ("notation", "action"),
    [
        ("A: take 3 Construction", act.Pick("A", ("construction",) * 3)),
        ("a :TAKE 3x ehitus", act.Pick("A", ("construction",) * 3)),
        ("A: take Oil Magnate, Car Producer -> 2", act.Pick("A", ("car_producer", "oil_magnate"), 2)),
        ("A: buy Nano-bots with 1, 3", act.Buy("A", ("tile_nano_bots",), (act.Part(1), act.Part(3)))),
        ("A: buy nanobots with 1:4", act.Buy("A", ("tile_nano_bots",), (act.Part(1, count=4),))),
        ("A: buy Tile 4 and Tile 9 with 2", act.Buy("A", ("tile_04", "tile_09"), (act.Part(2),))),
        ("B: take over A.3:2 with specials -> away", act.TakeOver("B", "A", act.Part(3, count=2), 0, -1)),
        ("B: take over A.3 again", act.TakeOver("B", "A", act.Part(3), None)),
        ("lay Uued Sagedused at 4.0.0", act.Laid("tile_new_frequencies", 4, 0, 0)),
        ("A: move 4 -> 6", act.Rearrange("A", act.Part(4), 6)),
    ],
)
def test_examples(notation: str, action: act.Action) -> None:
    assert action == GAME.read_action(notation)


@pytest.mark.parametrize(
    ("notation", "says"),
    [
        ("", "expected an action such as"),
        ("A: jump", "expected an action such as"),
        ("take 3 Farm", "expected an action such as"),
        ("A: deal Farm", "expected an action such as"),
        ("F: pass", "there is no seat F"),
        ("A: take 3 Farms", "there is no piece 'Farms'"),
        ("A: take 3 Barn", "there is no piece 'Barn'"),
        ("lay Farm at 1.0.0", "a tile, not 'Farm'"),
        ("deal Tile 9", "a card of the play deck, not 'Tile 9'"),
        ("A: draws Farm", "a character, not 'Farm'"),
        ("A: buy Tile 9 with 1 as Banker", "a corporation, not 'Banker'"),
        ("A: discard first", "the number of a slot, not 'first'"),
        ("A: discard 0", "the number of a slot, not '0'"),
        ("A: move 4", "-> ' and the number"),
        ("lay Tile 9 at 1.0", "a place such as 1.0.3"),
        ("A: blackmail 3", "whose pile, such as B.3"),
        ("A: blackmail X.3", "whose pile, such as B.3"),
        ("A: blackmail BC.3", "whose pile, such as B.3"),
        ("A: take", "a name is missing"),
        ("A: take 0 Farm", "there is no piece '0 Farm'"),
        ("A: buy Tile 9 with 1:0", "at least one card after ':'"),
        ("A: pass at once", "nothing more, not 'at once'"),
        ("A: waive 3", "nothing more, not '3'"),
    ],
)
def test_what_cannot_be_read_is_named(notation: str, says: str) -> None:
    with pytest.raises(NotationError, match=says.replace(".", r"\.")):
        GAME.read_action(notation)


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ("players = 3", "players: expected a list, not 3"),
        ("[[players]]", "expected 2 to 5"),
        ("[pyramid]\nlayer3 = [1, 2]\n[[players]]\n[[players]]", "pyramid layer3: expected 2 rows of 2 tiles"),
        (
            "[pyramid]\nlayer3 = [[1, 2], [3, 4]]\n[[players]]\n[[players]]",
            "pyramid layer3: expected 2 rows of 2 tiles",
        ),
        ("market = [", "no TOML"),
        ("colour = 'red'\n[[players]]\n[[players]]", "'colour' is unknown"),
        ("[[players]]\nage = 3\n[[players]]", "players 1: 'age' is unknown"),
        ("game = 'chess'\n[[players]]\n[[players]]", "another game or version"),
        ("phase = 'noon'\n[[players]]\n[[players]]", "'noon' is unknown"),
        ("on_turn = 'C'\n[[players]]\n[[players]]", "there is no seat 'C'"),
        ("round = -1\n[[players]]\n[[players]]", "expected 0 or more"),
        ("round = true\n[[players]]\n[[players]]", "round: expected a number, not True"),
        ("market = ['11 Farm']\n[[players]]\n[[players]]", "11 of 'farm'; the play deck has 10"),
        ("market = ['Banker']\n[[players]]\n[[players]]", "1 of 'banker'; the play deck has 0"),
        ("market = ['Barn']\n[[players]]\n[[players]]", "no piece 'Barn'"),
        ("market = [3]\n[[players]]\n[[players]]", "expected names such as '3 Farm'"),
        ("market = ['']\n[[players]]\n[[players]]", "expected names such as '3 Farm'"),
        ("reserve = ['Farm']\n[[players]]\n[[players]]", "reserve: there is none"),
        ("[[players]]\ntiles = ['Tile 1']\n[[players]]\ntiles = ['Tile 1']", "2 of 'tile_01'"),
        ("[[players]]\ntiles = ['Farm']\n[[players]]", "1 of 'farm', which is no tile"),
        ("[[players]]\ncharacter = 'Farm'\n[[players]]", "'Farm' is no character"),
        ("[[players]]\ngoals = ['peace']\n[[players]]", "'peace' is no Great Goal"),
        ("[[players]]\nslots = [3]\n[[players]]", "expected piles such as"),
        ("[pyramid]\nlayer4 = [['Tile 1', '']]\n[[players]]\n[[players]]", "layer4: expected 1 rows of 1 tiles"),
        ("pyramid = 3\n[[players]]\n[[players]]", "pyramid: expected a table, not 3"),
        ("[pyramid]\nlayer5 = []\n[[players]]\n[[players]]", "'layer5' is unknown"),
        ("[[players]]\ngoals = 5\n[[players]]", "players 1, goals: expected a list, not 5"),
        ("[[players]]\ngoals = [[]]\n[[players]]", "players 1, goals: [] is no Great Goal"),
        ("[[players]]\ngoals = ['teleportation', 'Teleportatsioon']\n[[players]]", "or named twice"),
        ("[[players]]\n[[players]]\nspent = ['wit']", "players 2, spent: 'wit' is no power; use three_sets"),
        ("[[players]]\nspent = [3]\n[[players]]", "3 is no power"),
        ("[[players]]\ntriangles = ['Tile 3']\n[[players]]", "triangles: 'tile_03' is no corporation"),
        ("[[players]]\ntriangles = ['2 Farm']\n[[players]]", "or earns two (NWO-67)"),
        ("[[players]]\nstarters = ['Tile 3']\n[[players]]", "expected cards of the play deck, not tile_03"),
        ("[[players]]\nname = 5\n[[players]]", "players 1, name: expected a word, not 5"),
        ("open = ['Farm']\n[[players]]\n[[players]]", "'farm' is not resolved when dealt"),
        ("dropped = [1]\n[[players]]\n[[players]]", "dropped: 1 is no seat here"),
        ("last = 'AB'\n[[players]]\n[[players]]", "there is no seat 'AB'"),
        ("market = ['0 Farm']\n[[players]]\n[[players]]", "expected names such as '3 Farm', not '0 Farm'"),
        ("deck = 500\n[[players]]\n[[players]]", "deck: all other cards leave 182 to be dealt"),
        ("[settings]\nsnacks = 'yes'\n[[players]]\n[[players]]", "no setting 'snacks'"),
        ("[settings]\nstealAmount = 'most'\n[[players]]\n[[players]]", "cannot be 'most'"),
    ],
)
def test_a_position_that_cannot_be_read_says_where_and_why(toml: str, says: str) -> None:
    with pytest.raises(NotationError, match=re.escape(says)):
        GAME.read_position(toml)


def test_goals_are_named_in_every_language() -> None:
    """NWO-77"""
    named = [f"[[players]]\ngoals = ['{words}']\n[[players]]" for words in ("Teleportation", "Teleportatsioon")]

    assert [("teleportation",)] * 2 == [GAME.read_position(toml).player("A").goals for toml in named]


def test_names_are_never_syntax() -> None:
    """A player may be called anything."""
    name = 'Ann "the ] boss" \\ [b]\n\t\x7f'
    state = GAME.read_position(GAME.write_position(position()))
    odd = replace(state, players=(replace(state.players[0], name=name), *state.players[1:]))

    assert odd == GAME.read_position(GAME.write_position(odd))


def test_settings_travel_with_the_position() -> None:
    state = position(more='[settings]\nstealAmount = "exact"\nhouseRemove13 = "on"')

    assert {"stealAmount": "exact", "houseRemove13": "on"} == state.settings.chosen
    assert state == GAME.read_position(GAME.write_position(state))
