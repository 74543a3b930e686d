"""What most games do alike. A game may inherit from `BaseGame` and then only says what is its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar, cast

from companion.core.choices import Choices
from companion.core.copy_form import Declaration
from companion.core.decks import Decks
from companion.core.editor import Editor, NoEditor
from companion.core.evidence import Evidence
from companion.core.found_table import FoundTable
from companion.core.game import Action, Game, Options, OwnersCopy, Seat, Setting
from companion.core.notation import Notation
from companion.core.piece_sheet import Offer, PieceSheet
from companion.core.rules import Invariant, Rulebook, Statement, Violation, faults
from companion.core.screen import Button
from companion.core.screen_parts import Measure
from companion.core.setup_steps import SetupStep, ToLay
from companion.core.table import Change, Piece, TableSnapshot, Zone, diff
from companion.core.text import NOTHING, Text, say, verbatim
from companion.errors import ConfigError, NotationError

S = TypeVar("S")
A = TypeVar("A", bound=Action)


MOST_TRACED = 300
"""Of so many states it is kept what their candidates would change: what the searches of one look come to."""


def check_count(title: Text, players: Sequence[int], count: int) -> None:
    """Raises ConfigError where a game is not for so many."""
    if count not in players:
        *some, most = players
        expected = f"{', '.join(map(str, some))} or {most}" if some else str(most)
        raise ConfigError(f"{title} is for {expected} players, not {count}.")


def _check_names(names: Sequence[str]) -> None:
    """Raises ConfigError for players who could not be told apart."""
    for seat, name in enumerate(names, start=1):
        if not name.strip():
            raise ConfigError(f"Player {seat} has no name; give every player one.")
        if not name.isprintable():
            raise ConfigError(f"The name of player {seat} has signs that cannot be shown; write it with letters.")
        if name in names[: seat - 1]:
            raise ConfigError(f"Two players are called {name}; give each a name of his own.")


class BaseRules(ABC, Generic[S, A]):
    """Defaults for `Rules`: checked options, an untold value never asked, actions in a `Notation`, no positions."""

    __slots__ = ()

    title: Text
    players: range
    bgg_id: int | None = None
    settings: Sequence[Setting] = ()
    rulebook: Rulebook = Rulebook({})
    invariants: Sequence[Invariant[S]] = ()

    def chairs(self, options: Options) -> tuple[Text, ...]:  # noqa: ARG002
        return ()

    def initial_state(self, options: Options) -> S:
        return self.start(options.names, self.choices(options))

    def choices(self, options: Options) -> Choices:
        """What the group chose. Raises ConfigError for too many or too few players, unknown settings and choices."""
        check_count(self.title, self.players, len(options.names))
        _check_names(options.names)
        return Choices.of(self.settings, options.settings)

    @abstractmethod
    def start(self, names: tuple[str, ...], choices: Choices) -> S:
        """The state before the first chance event, for options that can be played."""

    def with_choice(self, state: S, setting: str, choice: str) -> S:
        """For states that keep the group's `choices` in a field of that name."""
        now: Choices = cast(Any, state).choices
        return self.with_choices(state, Choices.of(self.settings, {**dict(now.changed), setting: choice}))

    def with_choices(self, state: S, choices: Choices) -> S:
        """The same position at a table with these choices."""
        return cast(S, replace(cast(Any, state), choices=choices))

    def to_move(self, state: S) -> tuple[Seat, ...]:
        """For states that keep the seat that is `on_turn` in a field of that name."""
        return (cast(Any, state).on_turn,)

    def result_untold(self, state: S) -> tuple[str, ...]:  # noqa: ARG002
        return ()

    def declaration(self, state: S, question: str) -> Declaration | None:  # noqa: ARG002
        return None

    def faults(self, state: S) -> tuple[Violation, ...]:
        return faults(self.invariants, state)

    @property
    @abstractmethod
    def notation(self) -> Notation[A]: ...

    def read_action(self, notation: str) -> A:
        return self.notation.read(notation)

    def write_action(self, action: A) -> str:
        return self.notation.write(action)

    def read_position(self, notation: str) -> S:  # noqa: ARG002
        raise NotationError(f"A position of {self.title} is told by its moves.")

    def write_position(self, state: S) -> str:
        """For people who look into an error."""
        return repr(state)


class _Trace(NamedTuple, Generic[A]):
    """A candidate, and what it would change on the table."""

    action: A
    changes: tuple[Change, ...]


@lru_cache(maxsize=MOST_TRACED)
def _traces(game: Any, state: Any, *, of_chance: bool = False) -> tuple[_Trace[Any], ...]:
    """What each candidate would change: tried out once, however often one look at the table asks for it."""
    actions = [action for action in game.candidates(state) if action.player is None or not of_chance]
    before = game.table(state)
    return tuple(_Trace(action, diff(before, game.table(game.apply(state, action)))) for action in actions)


def _leaving(traces: Iterable[_Trace[A]], evidence: Evidence) -> Iterator[A]:
    """Those that would change some of what has changed, or nothing that can be seen."""
    for action, changes in traces:
        if not changes or any(map(evidence.shows, changes)):
            yield action


class BaseTable(Generic[S, A]):
    """Defaults for `Table`: everything lies open and is tried out, nothing is ruled out beforehand."""

    __slots__ = ()

    def thrown(self, state: S, dice: tuple[int, int], /) -> Sequence[A]:  # noqa: ARG002
        return ()

    def in_play(self, state: S) -> Collection[Piece] | None:  # noqa: ARG002
        return None

    def setup_steps(self, state: S) -> Sequence[SetupStep]:
        """One step with everything that the rules want on the table."""
        game = cast(Game[S, A], self)
        zones = {zone: len(pieces) for zone, pieces in game.table(state).zones.items() if pieces}
        if not zones:
            return ()
        heading = say("Lay out the pieces")
        return (SetupStep(say("Pieces"), heading, (say("Each place shows what goes there."),), zones),)

    def to_lay(self, state: S) -> Iterator[ToLay]:  # noqa: ARG002
        return iter(())

    def pile_heights(self, state: S, /) -> Mapping[Zone, int]:  # noqa: ARG002
        return {}

    @property
    def editor(self) -> Editor[S]:
        return NoEditor()

    @property
    def found(self) -> FoundTable[S]:
        return FoundTable(cast(Game[S, Any], self))

    def candidates_for(self, state: S, evidence: Evidence, /) -> Iterator[A]:
        """The candidates that would change what has changed, or nothing that can be seen.

        Every candidate is tried out, once for each state; a game with many knows better which leave which traces.
        """
        return _leaving(_traces(self, state), evidence)

    def chance_for(self, state: S, evidence: Evidence, /) -> Iterator[A]:
        return _leaving(_traces(self, state, of_chance=True), evidence)

    def may_show(self, state: S, seen: TableSnapshot, /) -> bool:  # noqa: ARG002
        return True

    def least_decisions(self, state: S, changes: Sequence[Change], /) -> int:  # noqa: ARG002
        return 0

    def may_lie(self, state: S, zone: Zone, piece: Piece, /) -> bool:  # noqa: ARG002
        return True

    def may_change(self, state: S, action: A, zone: Zone, piece: Piece, /) -> bool:  # noqa: ARG002
        return True


class BasePresentation(ABC, Generic[S, A]):
    """Defaults for `Presentation`: pieces and zones by the names that they have in the rules."""

    __slots__ = ()

    @abstractmethod
    def sentence(self, state: S, action: A) -> Text:
        """The action for people."""

    def piece_name(self, piece: Piece) -> Text:
        return verbatim(piece)

    def zone_name(self, zone: Zone) -> Text:
        return verbatim(zone)

    def sign(self, piece: Piece) -> tuple[str, str] | None:  # noqa: ARG002
        return None

    def family(self, piece: Piece) -> Text:  # noqa: ARG002
        return NOTHING

    def sheet(self, state: S, zone: Zone, piece: Piece, /) -> PieceSheet:  # noqa: ARG002
        icon, tint = self.sign(piece) or ("", "")
        return PieceSheet(self.piece_name(piece), icon=icon, tint=tint)

    def offer(self, state: S, action: A, /) -> Offer:
        return Offer(self.sentence(state, action))

    def drawn_onto(self, state: S, source: Zone, piece: Piece, target: Zone, /) -> Sequence[Button]:  # noqa: ARG002
        return ()

    def measures(self, state: S, action: A, broken: Statement, /) -> Sequence[Measure]:  # noqa: ARG002
        return ()


class BaseGame(BaseRules[S, A], BaseTable[S, A], BasePresentation[S, A]):
    """Defaults for a `Game`: those of its sides, nothing printed that the rules use, no decks that players bring.

    Functions of the state alone are taken in as they stand: `apply = staticmethod(apply)`.
    """

    __slots__ = ()

    @property
    def copy(self) -> OwnersCopy[S, A] | None:
        return None

    @property
    def decks(self) -> Decks | None:
        return None
