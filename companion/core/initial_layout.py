"""Telling what lies on the table place by place, and dealing it at random for those who only try the game out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.core.game import Action, Game, is_legal, is_possible
from companion.core.setup_steps import LayingChoice, ToLay

AnyGame = Game[Any, Any]

MOST = 500
"""More pieces than any set-up has."""


def places_to_lay(game: AnyGame, state: Any) -> Iterator[ToLay]:
    """The places that can be filled now, each with what may lie there by the rules."""
    for place in game.to_lay(state):
        if ways := tuple(_legal(game, state, place.ways)):
            yield replace(place, ways=ways)


def _legal(game: AnyGame, state: Any, ways: Sequence[LayingChoice]) -> Iterator[LayingChoice]:
    for way in ways:
        if way.action is None:
            if among := tuple(_legal(game, state, way.ways)):
                yield replace(way, ways=among)
        elif is_possible(game, state, way.action):
            yield way


def certain(game: AnyGame, state: Any) -> Action | None:
    """What need not be asked: the one thing that may lie in a place."""
    for place in places_to_lay(game, state):
        only = place.ways[0].action if len(place.ways) == 1 and not place.asks else None
        if only is not None and is_legal(game, state, only):
            return only
    return None


def dealt_at_random(game: AnyGame, state: Any, choose: Callable[[int], int]) -> tuple[Action, ...]:
    """All that is still to be laid, each piece as likely as there are copies of it; `choose` is below a number."""
    actions: list[Action] = []
    while len(actions) < MOST and (place := next(places_to_lay(game, state), None)) is not None:
        copies = [way for way in place.ways for _ in range(max(1, way.looks.count))]
        way = copies[choose(len(copies))]
        action = way.ways[choose(len(way.ways))].action if way.action is None else way.action
        assert action is not None, "a way leads to an action"
        actions.append(action)
        state = game.apply(state, action)
    return tuple(actions)
