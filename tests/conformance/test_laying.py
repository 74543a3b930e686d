"""What hands lay on the table before play goes on, told or dealt at random: 8 deals for each number of players."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.playouts import start
from companion.core.game import is_legal
from companion.core.initial_layout import certain, dealt_at_random, places_to_lay
from companion.games import GAMES

DEALS = [(name, players) for name, game in GAMES.items() for players in game.players]


@pytest.mark.parametrize(("name", "players"), DEALS)
def test_what_is_dealt_at_random_is_legal_and_leaves_nothing_to_lay(name: str, players: int) -> None:
    game = GAMES[name]
    for seed in range(8):
        state = start(game, players)
        for action in dealt_at_random(game, state, Random(seed).randrange):
            assert is_legal(game, state, action)
            state = game.apply(state, action)
        assert next(places_to_lay(game, state), None) is None
        assert certain(game, state) is None


@pytest.mark.parametrize(("name", "players"), DEALS)
def test_of_each_place_it_is_asked_what_lies_there_and_no_two_answers_are_alike(name: str, players: int) -> None:
    game = GAMES[name]
    state = start(game, players)
    random = Random(players)
    while (place := next(places_to_lay(game, state), None)) is not None:
        assert str(place.heading)
        looks = [(str(way.looks.title), way.looks.value, way.looks.tints) for way in place.ways]
        assert len(looks) == len(set(looks))
        way = random.choice(place.ways)
        among = random.choice(way.ways).action if way.action is None else way.action
        assert among is not None
        before, state = state, game.apply(state, among)
        assert before != state, "what is said of a place changes what lies there"
