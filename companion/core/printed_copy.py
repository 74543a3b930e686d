"""What is printed on an owner's copy, where the rules use it: its values, and the game played with what he tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from companion.core.action import Action
from companion.core.copy_form import CopyForm, NoForm
from companion.core.facts import Fact
from companion.core.table import Tag
from companion.errors import CatalogError

if TYPE_CHECKING:
    from companion.core.game import Game

S = TypeVar("S")
A = TypeVar("A", bound=Action)


class OwnersCopy(Protocol[S, A]):
    """The printed values of one copy of a game."""

    @property
    def facts(self) -> Sequence[Fact]:
        """Every printed value that the rules use, with how it is known; each name once."""

    @property
    def asking(self) -> Game[S, A]:
        """This game with nothing assumed: an untold value is asked when it decides something (`Refusal.untold`).

        The game itself where nothing is ever assumed, or nothing is printed that nobody knows.
        """

    def with_profile(self, profile: str) -> Game[S, A]:
        """This game with what an owner's copy (TOML) says otherwise. Raises CatalogError if that cannot be right."""

    def write_profile(self) -> str:
        """All printed values as the TOML that `with_profile` reads, their provenance included."""

    @property
    def copy_form(self) -> CopyForm:
        """What an owner is asked about his copy, and what the sums say of his answers."""

    @property
    def second_tags(self) -> Mapping[Tag, Tag]:
        """The labels of a second copy of this game, by those of the first; empty where none ship."""

    def shown_by_use(self, state: S) -> Mapping[str, str]:
        """What a table shows that nobody has told of the copy, as answers beside those of its `copy_form`."""


def with_profile(game: Game[S, A], profile: str) -> Game[S, A]:
    """The game with what an owner's copy (TOML) says. Raises CatalogError if that cannot be right."""
    if game.copy is not None:
        return game.copy.with_profile(profile)
    if profile.strip():
        raise CatalogError(f"{game.title} has no printed values; take the profile away.")
    return game


def profile_of(game: Game[S, A]) -> str:
    """All its printed values as TOML; nothing where none are used."""
    return "" if game.copy is None else game.copy.write_profile()


def asking(game: Game[S, A]) -> Game[S, A]:
    """The game with nothing assumed."""
    return game if game.copy is None else game.copy.asking


def copy_form_of(game: Game[S, A]) -> CopyForm:
    """What an owner is asked about his copy; a form without sheets where nothing is printed."""
    return NoForm() if game.copy is None else game.copy.copy_form


def second_tags_of(game: Game[S, A]) -> Mapping[Tag, Tag]:
    """The labels of a second copy by those of the first; empty where none ship."""
    return {} if game.copy is None else game.copy.second_tags


def facts_of(game: Game[S, A]) -> Sequence[Fact]:
    """Every printed value that the rules use."""
    return () if game.copy is None else game.copy.facts


def shown_by_use(game: Game[S, A], state: S) -> Mapping[str, str]:
    """What a table shows that nobody has told of the copy, as answers."""
    return {} if game.copy is None else game.copy.shown_by_use(state)
