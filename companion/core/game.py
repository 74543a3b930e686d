"""What a game is, and the few functions that work for every game.

A game is a value with three sides: the rules (pure functions of an immutable state), the table (what the camera
should see and where), and the people (what the screen shows, and a notation in both ways). The core never looks inside
a state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from companion.core.facts import Fact
from companion.core.rules import Rule, RuleReference, Score, Violation
from companion.core.screen import Screen
from companion.core.table import Change, Piece, PieceShape, TableLayout, TableSnapshot, Tag, Zone
from companion.core.text import Text
from companion.errors import IllegalAction

Seat = str
"""A player's letter, `A` to `F`, clockwise from the first chair."""


class Action(Protocol):
    """One thing a player does, or chance does for him: a flat frozen dataclass.

    `player` is the seat that acts; None for chance (a card turned up, a die that fell), which hands do at the table.
    """

    @property
    def player(self) -> Seat | None: ...


S = TypeVar("S")
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class Setting:
    """A choice the group makes before the game, where the printed rules are silent or offer a variant."""

    name: str
    choices: tuple[str, ...]
    question: Text
    rule: RuleReference

    @property
    def default(self) -> str:
        return self.choices[0]


@dataclass(frozen=True, slots=True)
class Options:
    """Who plays, in clockwise order, and what the group chose. A setting that is not named has its default."""

    names: tuple[str, ...]
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The game is over: the winners (several share, none is a draw) and the rule that ended it."""

    winners: tuple[Seat, ...]
    reason: Text
    rule: RuleReference


class Game(Protocol[S, A]):
    """One game, complete. A new game is one folder with such a value and one line in the registry."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> Text: ...

    @property
    def players(self) -> range: ...

    @property
    def settings(self) -> Sequence[Setting]: ...

    @property
    def rules(self) -> Mapping[type, Sequence[Rule[S, A]]]: ...

    @property
    def piece_of(self) -> Mapping[Tag, Piece]: ...

    # --- what is printed ---

    @property
    def facts(self) -> Sequence[Fact]:
        """Every printed value that the rules use, with how it is known; each name once."""

    def with_profile(self, profile: str) -> Game[S, A]:
        """This game with what an owner's copy (TOML) says otherwise. Raises CatalogError if that cannot be right."""

    def write_profile(self) -> str:
        """All printed values as the TOML that `with_profile` reads, their provenance included."""

    # --- the rules ---

    def setup(self, options: Options) -> S:
        """The state before the first chance event. Raises ConfigError for options the game cannot be played with."""

    def candidates(self, state: S) -> Iterator[A]:
        """Everything that hands could do now, legal or not (chess: pseudo-legal); of the legal ones, all."""

    def candidates_for(self, state: S, changes: Sequence[Change]) -> Iterator[A]:
        """The candidates that account for some of the changes, and those that people forget to show, such as a pass.

        Must find every action that explains the changes, legal or not. An action that would show on the table and does
        not is left out: otherwise any broken rule could be excused by an invisible move.
        """

    def chance_for(self, state: S, changes: Sequence[Change]) -> Iterator[A]:
        """Of the candidates for the changes, those that are chance: asked for after every action of a story."""

    def apply(self, state: S, action: A) -> S:
        """The next state. Trusts its caller: total on candidates, checks nothing (`play` checks)."""

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def score(self, state: S) -> tuple[Score, ...]:
        """Each player's (or side's) score sheet as it would stand if the game ended now."""

    # --- the table ---

    def layout(self, state: S) -> TableLayout:
        """Where the zones of this game lie."""

    def shape(self, piece: Piece) -> PieceShape:
        """Size and looks of a piece, and where its label sits."""

    def table(self, state: S) -> TableSnapshot:
        """What the camera should see. Zones of which nothing is known, or which lie under others, are left out."""

    # --- the people ---

    def present(self, state: S) -> Screen:
        """What the players see. All sentences as Text."""

    def piece_name(self, piece: Piece) -> Text: ...

    def zone_name(self, zone: Zone) -> Text:
        """The zone as it goes into "put it into ...": `slot 3 of A`, `the market`."""

    def read_position(self, notation: str) -> S:
        """A state from its TOML notation. Raises NotationError."""

    def write_position(self, state: S) -> str: ...

    def read_action(self, notation: str) -> A:
        """An action from its one-line notation, such as `A: take 3 Construction`. Raises NotationError."""

    def write_action(self, action: A) -> str: ...


def violation(game: Game[S, A], state: S, action: A) -> Violation | None:
    """The first broken rule, in the order a referee would speak; None for a legal action."""
    for rule in game.rules[type(action)]:
        if (verdict := rule(state, action)) is not None:
            return verdict
    return None


def legal_actions(game: Game[S, A], state: S) -> Iterator[A]:
    """The candidates that break no rule. None once the game has an outcome."""
    if game.outcome(state) is not None:
        return iter(())
    return (action for action in game.candidates(state) if violation(game, state, action) is None)


def play(game: Game[S, A], state: S, action: A) -> S:
    """The next state, or IllegalAction: the checking door to `apply`."""
    if (found := violation(game, state, action)) is not None:
        raise IllegalAction(f"{game.write_action(action)}: {found}")
    return game.apply(state, action)


def perft(game: Game[S, A], state: S, depth: int) -> int:
    """How many sequences of `depth` legal actions there are from here."""
    if depth == 0:
        return 1
    return sum(perft(game, game.apply(state, action), depth - 1) for action in legal_actions(game, state))
