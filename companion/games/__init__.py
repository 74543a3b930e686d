"""The registry of games: a new game is one folder and one name here. A game is loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from companion.core import printed_copy

if TYPE_CHECKING:
    from companion.core.game import Game

NAMES = ("new_world_order", "iron_sky", "inwo")


class _Games(Mapping[str, "Game[Any, Any]"]):
    """The registered games by name."""

    def __getitem__(self, name: str) -> Game[Any, Any]:
        if name not in NAMES:
            raise KeyError(name)
        return _loaded(name)

    def __contains__(self, name: object) -> bool:
        return name in NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


@cache
def _loaded(name: str) -> Game[Any, Any]:
    return cast("Game[Any, Any]", import_module(f"{__name__}.{name}").GAME)


GAMES = _Games()


def picture_of(name: str) -> str:
    """The file with the game's picture, 8:5, for the home page; empty where it has none."""
    path = Path(__file__).with_name(name) / "picture.png"
    return str(path) if path.exists() else ""


def with_profile(name: str, profile: str) -> Game[Any, Any]:
    """A registered game, played with an owner's profile unless that is empty. Raises CatalogError."""
    return printed_copy.with_profile(GAMES[name], profile) if profile else GAMES[name]
