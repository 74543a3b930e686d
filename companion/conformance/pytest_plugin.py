"""The pytest plugin that asks of each game what its tier promises: of those that `--game` names, or of all.

A test of this package takes `game`, `table` (a game with its fewest players, and with its most) or `any_table` (with
every number of players). Its module's `TIER` says of which games it is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from companion.core.game import Game

PACKAGE = "companion.conformance."


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--game", action="append", default=[], metavar="NAME", help="ask the conformance of this game only"
    )


def games_of(config: pytest.Config) -> list[str]:
    from companion.games import GAMES

    return config.getoption("--game") or list(GAMES)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if not metafunc.function.__module__.startswith(PACKAGE):
        return
    asked = [name for name in games_of(metafunc.config) if _promises(name, metafunc.function.__globals__["TIER"])]
    for fixture, tables in (("any_table", _any_table), ("table", _ends)):
        if fixture in metafunc.fixturenames:
            found = [(game, players) for game in map(_game, asked) for players in tables(game)]
            metafunc.parametrize(fixture, found, ids=[f"{game.name}-{players}" for game, players in found])
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", list(map(_game, asked)), ids=asked)


def _game(name: str) -> Game[Any, Any]:
    """One that cannot be played ends the run with its sentence."""
    from companion.errors import GameError
    from companion.games import GAMES

    try:
        return GAMES[name]
    except GameError as error:
        raise pytest.UsageError(str(error)) from error


def _promises(name: str, tier: Any) -> bool:
    from companion.games import GAMES

    _game(name)
    return GAMES.packages[name].quality().tier.promises(tier)


def _any_table(game: Game[Any, Any]) -> list[int]:
    return list(game.players)


def _ends(game: Game[Any, Any]) -> list[int]:
    """What is promised of every state and action is looked at with the fewest players and the most."""
    return sorted({min(game.players), max(game.players)})
