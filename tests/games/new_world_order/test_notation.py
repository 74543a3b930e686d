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
from companion.games.new_world_order.catalog import ONCE_PER_GAME, Ability
from companion.games.new_world_order.state import AWAY, Part, Place, State
from tests.games.new_world_order.tables import position
from tests.strategies import states

CATALOG = GAME.catalog
cards = st.sampled_from(list(CATALOG.cards))
tiles = st.sampled_from(list(CATALOG.tiles))
goals = st.integers(0, 4).map(lambda count: tuple(CATALOG.goals)[: 3 * count : 3])
characters = st.sampled_from(list(CATALOG.characters))
seats = st.sampled_from("ABCDE")
slots = st.builds(Place, st.integers(1, 8), st.booleans())
some_cards = st.lists(cards, min_size=1, max_size=4).map(lambda some: tuple(sorted(some)))
parts = st.one_of(
    st.builds(Part, slots),
    st.builds(Part, slots, count=st.integers(1, 9)),
    st.builds(Part, slots, cards=some_cards),
    st.builds(Part, slots, turned=st.sampled_from(list(CATALOG.corporations))),
)
destinations = st.one_of(st.none(), slots, st.just(AWAY))
places = st.integers(1, 4).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, 4 - n), st.integers(0, 4 - n)))
actions = st.one_of(
    st.builds(lambda tile, place: act.Laid(tile, *place), tiles, places),
    st.builds(act.Exchanged, tiles, tiles),
    st.builds(act.Drew, seats, characters),
    st.builds(act.Choose, seats, characters),
    st.builds(act.Started, seats, cards, st.one_of(st.none(), slots)),
    st.builds(act.Dealt, some_cards),
    st.builds(act.SetAside, cards),
    st.builds(act.Pick, seats, some_cards, st.one_of(st.none(), slots)),
    st.builds(
        act.Buy,
        seats,
        st.lists(tiles, min_size=1, max_size=2).map(tuple),
        st.lists(parts, max_size=3).map(tuple),
        st.sampled_from((None, *ONCE_PER_GAME)),
    ),
    st.builds(act.Discard, seats, parts),
    st.builds(act.Pass, seats),
    st.builds(act.Combine, seats, st.lists(slots, min_size=1, max_size=3).map(tuple)),
    st.builds(act.Rearrange, seats, parts, slots),
    st.builds(act.AboveTheLaw, seats, slots),
    st.builds(act.Waive, seats),
    st.builds(act.TakeOver, seats, seats, parts, destinations, st.one_of(st.none(), slots)),
    st.builds(act.Blackmail, seats, seats, parts, destinations),
    st.builds(act.Drop, seats, parts),
    st.builds(act.Declare, seats, goals),
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


def part(slot: int, count: int = 0) -> Part:
    return Part(Place(slot), count)


@pytest.mark.parametrize(
    ("notation", "action"),
    [
        ("A: take 3 Construction", act.Pick("A", ("construction",) * 3)),
        ("a :TAKE 3x ehitus", act.Pick("A", ("construction",) * 3)),
        ("A: take Oil Magnate, Car Producer -> 2", act.Pick("A", ("car_producer", "oil_magnate"), Place(2))),
        ("A: buy Nano-bots with 1, 3", act.Buy("A", ("tile_nano_bots",), (part(1), part(3)))),
        ("A: buy nanobots with 1:4", act.Buy("A", ("tile_nano_bots",), (part(1, 4),))),
        (
            "A: buy Tile 4 and Tile 9 with 2",
            act.Buy("A", ("tile_04", "tile_09"), (part(2),), Ability.TWO_TILES),
        ),
        (
            "A: buy Tile 4 with 1, 2, 3 by three sets",
            act.Buy("A", ("tile_04",), (part(1), part(2), part(3)), Ability.THREE_SETS),
        ),
        (
            "A: buy Tile 4 with 1, 2, 3 by no power",
            act.Buy("A", ("tile_04",), (part(1), part(2), part(3))),
        ),
        (
            "B: take over A.3:2 with specials -> away",
            act.TakeOver("B", "A", part(3, 2), AWAY, Place(1, outside=True)),
        ),
        ("B: take over A.3 again", act.TakeOver("B", "A", Part(Place(3)))),
        ("lay Uued Sagedused at 4.0.0", act.Laid("tile_new_frequencies", 4, 0, 0)),
        ("A: discard OUTSIDE 2", act.Discard("A", Part(Place(2, outside=True)))),
        ("A: move 4 -> 6", act.Rearrange("A", Part(Place(4)), Place(6))),
    ],
)
def test_examples(notation: str, action: act.Action) -> None:
    assert action == GAME.read_action(notation)


@pytest.mark.parametrize(
    ("notation", "says"),
    [
        ("", "is no action; expected one such as"),
        ("A: jump", "is no action; expected one such as"),
        ("take 3 Farm", "is no action; expected one such as"),
        ("A: deal Farm", "is no action; expected one such as"),
        ("F: pass", "there is no seat F"),
        ("A: take 3 Farms", "there is no card 'Farms'"),
        ("A: take 3 Barn", "there is no card 'Barn'"),
        ("lay Farm at 1.0.0", "there is no tile 'Farm'"),
        ("deal Tile 9", "there is no card 'Tile 9'"),
        ("A: draws Farm", "there is no character 'Farm'"),
        ("A: buy Tile 9 with 1 as Banker", "there is no corporation 'Banker'"),
        ("A: discard first", "'first' is no place before a player"),
        ("A: discard 0", "'0' is no place before a player"),
        ("A: move 4", "<seat>: move <pile> -> <place>"),
        ("lay Tile 9 at 1.0", "lay <tile> at <layer>.<row>.<column>"),
        ("A: blackmail 3", "blackmail <seat>.<pile>"),
        ("A: blackmail X.3", "there is no seat X"),
        ("A: blackmail BC.3", "blackmail <seat>.<pile>"),
        ("A: take", "expected '<seat>: take <card, ...>"),
        ("A: take 0 Farm", "there is no card '0 Farm'"),
        ("A: buy Tile 9 with 1:0", "1 to 99 cards after ':'"),
        ("A: pass at once", "expected '<seat>: pass'"),
        ("A: waive 3", "expected '<seat>: waive'"),
    ],
)
def test_what_cannot_be_read_is_named(notation: str, says: str) -> None:
    with pytest.raises(NotationError, match=re.escape(says)):
        GAME.read_action(notation)


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ("players = 3", "players: expected a list, each a table, not 3"),
        ("[[players]]", "expected 2 to 5"),
        ("[pyramid]\nlayer3 = [1, 2]\n[[players]]\n[[players]]", "pyramid, layer3 1: expected a list of 2"),
        (
            "[pyramid]\nlayer3 = [[1, 2], [3, 4]]\n[[players]]\n[[players]]",
            "pyramid, layer3 1 1: expected a tile such as 'Tile 1', not 1; pyramid, layer3 1 2",
        ),
        ("market = [", "no TOML"),
        ("colour = 'red'\n[[players]]\n[[players]]", "'colour' is unknown"),
        ("[[players]]\nage = 3\n[[players]]", "players 1: 'age' is unknown"),
        ("game = 'chess'\n[[players]]\n[[players]]", "game: expected new_world_order, not 'chess'"),
        ("phase = 'noon'\n[[players]]\n[[players]]", "phase: expected setup or deal or turns or over, not 'noon'"),
        ("on_turn = 'C'\n[[players]]\n[[players]]", "there is no seat C; seats are A to B"),
        ("round = -1\n[[players]]\n[[players]]", "round: expected a whole number from 1, not -1"),
        ("round = true\n[[players]]\n[[players]]", "round: expected a whole number, not true"),
        ("market = ['11 Farm']\n[[players]]\n[[players]]", "Too many of Farm: 11; the play deck has 10."),
        ("market = ['Banker']\n[[players]]\n[[players]]", "market 1: there is no card 'Banker'"),
        ("market = ['Barn']\n[[players]]\n[[players]]", "market 1: there is no card 'Barn'"),
        ("market = [3]\n[[players]]\n[[players]]", "market 1: expected a card + ... such as '2 Silver Mine', not 3"),
        ("market = ['']\n[[players]]\n[[players]]", "market 1: expected a card + ... such as '2 Silver Mine', not ''"),
        ("reserve = ['Farm']\n[[players]]\n[[players]]", "There is no reserve: cards are reserved for Royalty only"),
        (
            "[[players]]\ntiles = ['Tile 1']\n[[players]]\ntiles = ['Tile 1']",
            "The 200 tile lies in more than one place.",
        ),
        ("[[players]]\ntiles = ['Farm']\n[[players]]", "players 1, tiles 1: there is no tile 'Farm'"),
        ("[[players]]\ncharacter = 'Farm'\n[[players]]", "players 1, character: there is no character 'Farm'"),
        ("[[players]]\ngoals = ['peace']\n[[players]]", "players 1, goals 1: there is no Great Goal 'peace'"),
        ("[[players]]\nslots = [3]\n[[players]]", "players 1, slots 1: expected a pile such as '2 Silver Mine', not 3"),
        ("[pyramid]\nlayer4 = [['Tile 1', '']]\n[[players]]\n[[players]]", "pyramid, layer4 1: expected a list of 1"),
        ("pyramid = 3\n[[players]]\n[[players]]", "pyramid: expected a table, not 3"),
        ("[pyramid]\nlayer5 = []\n[[players]]\n[[players]]", "'layer5' is unknown"),
        ("[[players]]\ngoals = 5\n[[players]]", "players 1, goals: expected a list, each a Great Goal"),
        ("[[players]]\ngoals = [[]]\n[[players]]", "players 1, goals 1: expected a Great Goal"),
        ("[[players]]\ngoals = ['teleportation', 'Teleportatsioon']\n[[players]]", "a Great Goal is named twice"),
        ("[[players]]\n[[players]]\nspent = ['wit']", "players 2, spent 1: 'wit' is no power; expected three_sets"),
        ("[[players]]\nspent = [3]\n[[players]]", "players 1, spent 1: expected a power such as 'three_sets', not 3"),
        ("[[players]]\ntriangles = ['Tile 3']\n[[players]]", "triangles 1: there is no corporation 'Tile 3'"),
        (
            "[[players]]\ntriangles = ['Farm', 'Farm']\n[[players]]",
            "two triangles for one corporation.",
        ),
        ("[[players]]\nstarters = ['Tile 3']\n[[players]]", "starters 1: there is no card 'Tile 3'"),
        ("[[players]]\nname = 5\n[[players]]", "players 1, name: expected text in quotes, not 5"),
        ("phase = 'deal'\nopen = ['Farm']\n[[players]]\n[[players]]", "Farm is not resolved when dealt"),
        ("dropped = [1]\n[[players]]\n[[players]]", "dropped 1: expected a seat such as 'A', not 1"),
        ("last = 'AB'\n[[players]]\n[[players]]", "last: expected a seat such as 'A', not 'AB'"),
        ("market = ['0 Farm']\n[[players]]\n[[players]]", "there is no card '0 Farm'"),
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

    assert {"stealAmount": "exact", "houseRemove13": "on"} == dict(state.choices.changed)
    assert state == GAME.read_position(GAME.write_position(state))
