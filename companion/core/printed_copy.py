"""What any game is asked of an owner's copy and of decks; one that has neither has nothing to tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from companion.core.action import Action
from companion.core.copy_form import CopyForm, NoForm
from companion.core.decks import Decks
from companion.core.facts import Fact
from companion.core.game import Game
from companion.core.table import Tag
from companion.errors import CatalogError

S = TypeVar("S")
A = TypeVar("A", bound=Action)


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


def shown_by_look(game: Game[S, A], before: S, after: S) -> Mapping[str, str]:
    """As `shown_by_use`: what only a camera shows that has seen the table become so."""
    return {} if game.copy is None else game.copy.shown_by_look(before, after)


def decks_of(game: Game[Any, Any]) -> Decks:
    """Raises CatalogError in games to which nobody brings a deck."""
    if game.decks is None:
        raise CatalogError(f"Nobody brings a deck to {game.title}.")
    return game.decks


def blank_tags_of(game: Game[Any, Any]) -> Sequence[Tag]:
    """Labels that are on no piece yet; none in games to which nobody brings a deck."""
    return () if game.decks is None else game.decks.blank_tags
