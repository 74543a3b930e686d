"""What a game is, and the few functions that work for every game.

A game is a value with three sides: `Rules` (pure functions of an immutable state, and a notation in both ways), `Table`
(what the camera should see and where) and `Presentation` (what people see and read). A function asks for the side that
it needs. The core never looks inside a state.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Generic, Protocol, TypeVar, cast

from companion.core.action import Action, Seat
from companion.core.copy_form import CopyForm, Declaration
from companion.core.decks import Decks
from companion.core.editor import Editor
from companion.core.evidence import Evidence
from companion.core.facts import Fact
from companion.core.found_table import FoundTable
from companion.core.piece_sheet import Offer, PieceSheet
from companion.core.rules import Rule, Rulebook, Score, Source, Statement, Violation, first_broken
from companion.core.screen import Button, Screen
from companion.core.screen_parts import Measure
from companion.core.selection import NO_SELECTION, Selection
from companion.core.setup_steps import SetupStep, ToLay
from companion.core.table import Change, Piece, PieceShape, TableLayout, TableSnapshot, Tag, Zone
from companion.core.text import NOTHING, Text, say
from companion.errors import CompanionError

__all__ = [
    "Action",
    "Game",
    "IllegalAction",
    "LegalActions",
    "Options",
    "Outcome",
    "Seat",
    "Setting",
    "is_legal",
    "legal_actions",
    "perft",
    "play",
    "violation",
]

S = TypeVar("S")
A = TypeVar("A", bound=Action)
S_contra = TypeVar("S_contra", contravariant=True)
A_contra = TypeVar("A_contra", bound=Action, contravariant=True)


@dataclass(frozen=True, slots=True)
class Options:
    """Who plays, in clockwise order, and what the group chose. A setting that is not named has its default."""

    names: tuple[str, ...]
    settings: Mapping[str, str] = field(default_factory=dict)


def always(_: Options) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Setting:
    """A choice the group makes before the game, where the printed rules are silent or offer a variant.

    `answers` are its choices by id, the usual one first, each in the words that answer `question`. `matters` tells
    whether the choice can make a difference to an evening with these people and these other choices.
    """

    name: str
    title: Text
    question: Text
    answers: Mapping[str, Text]
    rule: Statement
    group: Text
    matters: Callable[[Options], bool] = always

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(self.answers)

    @property
    def default(self) -> str:
        return next(iter(self.answers))

    @property
    def may_be_decided(self) -> bool:
        """Whether the table may decide it in the evening: where the rules are silent, not how the game is laid out."""
        return self.rule.source is Source.RULING

    def decided(self, choice: str) -> Text:
        """What the table decided about it in the evening, as it is cited from then on."""
        return say("Decided this evening: {title}: {answer}.", title=self.title, answer=self.answers[choice])

    def chosen(self, options: Options) -> str:
        """The group's choice, or the usual one."""
        return options.settings.get(self.name, self.default)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The game is over: the winners (several share, none is a draw) and the rule that ended it.

    `goal` is by what they won, where the game has goals; it has nothing to be filled in.
    """

    winners: tuple[Seat, ...]
    reason: Text
    rule: Statement
    goal: Text = NOTHING


class Rules(Protocol[S, A]):
    """How a game goes: pure functions of an immutable state, and a notation for states and actions."""

    def __hash__(self) -> int:
        """Games are told apart as objects: what is remembered of a state is remembered with its game."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> Text: ...

    @property
    def players(self) -> range: ...

    @property
    def bgg_id(self) -> int | None:
        """Its number at boardgamegeek.com; None where that is not known."""

    @property
    def settings(self) -> Sequence[Setting]: ...

    @property
    def rulebook(self) -> Rulebook:
        """The numbered statements, in every language in which they are written."""

    @property
    def rules(self) -> Mapping[type, Sequence[Rule[S, A]]]: ...

    def chairs(self, options: Options) -> tuple[Text, ...]:
        """What each chair plays, clockwise, such as its side; empty where all are alike. For any number of people."""

    def initial_state(self, options: Options) -> S:
        """The state before the first chance event. Raises ConfigError for options the game cannot be played with."""

    def with_choice(self, state: S, setting: str, choice: str) -> S:
        """The state as it stands, played on with another choice of a setting that `may_be_decided`.

        Raises ConfigError for what is no setting or no choice of it.
        """

    def candidates(self, state: S) -> Iterator[A]:
        """Everything that hands could do now, legal or not (chess: pseudo-legal); of the legal ones, all."""

    def apply(self, state: S, action: A) -> S:
        """The next state. Trusts its caller: total on candidates, checks nothing (`play` checks)."""

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def to_move(self, state: S) -> tuple[Seat, ...]:
        """The seats whose clocks run: who has something to decide now. Asked often, so it has to be quick."""

    def score(self, state: S) -> tuple[Score, ...]:
        """Each player's (or side's) score sheet as it would stand if the game ended now."""

    def result_untold(self, state: S) -> tuple[str, ...]:
        """Printed values that nobody has told and that decide who has won, the first to ask first.

        Questions of `copy_form`, and before those of which it spares the people most, a `declaration`. Nothing while
        play goes on; until they are told there is no outcome.
        """

    def declaration(self, state: S, question: str) -> Declaration | None:
        """What people declare rather than read off a piece, where the question is such a one."""

    def faults(self, state: S) -> tuple[Violation, ...]:
        """Everything that cannot be in a position that people wrote down."""

    def read_position(self, notation: str) -> S:
        """A state from its TOML notation. Raises NotationError."""

    def write_position(self, state: S) -> str: ...

    def read_action(self, notation: str) -> A:
        """An action from its one-line notation, such as `A: take 3 Construction`. Raises NotationError."""

    def write_action(self, action: A) -> str: ...


class Table(Protocol[S, A]):
    """What the camera should see and where, and which actions leave what it saw."""

    @property
    def piece_of(self) -> Mapping[Tag, Piece]: ...

    def in_play(self, state: S) -> Collection[Piece] | None:
        """The pieces that may come up in this game, by its players and what they chose; None where all may."""

    def layout(self, state: S) -> TableLayout:
        """Where the zones of this game lie."""

    def shape(self, piece: Piece) -> PieceShape:
        """Size and looks of a piece, and where its label sits."""

    def table(self, state: S) -> TableSnapshot:
        """What the camera should see. Zones of which nothing is known, or which lie under others, are left out."""

    def setup_steps(self, state: S) -> Sequence[SetupStep]:
        """How the game is laid out on the table, step by step; `state` is the one before anything happened."""

    def to_lay(self, state: S) -> Iterator[ToLay]:
        """The places that hands fill before play goes on, in order, with what may lie there, legal or not.

        None while players decide; what lies hidden is not asked.
        """

    def thrown(self, state: S, dice: tuple[int, int], /) -> Sequence[A]:
        """What two dice say that have come to rest in their place: legal one after the other, the throw last.

        Nothing where nobody throws any now.
        """

    def pile_heights(self, state: S) -> Mapping[Zone, int]:
        """How many pieces lie in each zone of which only the topmost shows, where a move may change nothing else.

        They are the same zones in every state of an evening.
        """

    @property
    def editor(self) -> Editor[S]:
        """How people put a position right that has drifted apart from the table."""

    @property
    def found(self) -> FoundTable[S]:
        """How a position is made of what is found on a table that nobody has followed."""

    def candidates_for(self, state: S, evidence: Evidence, /) -> Iterator[A]:
        """The candidates that account for some of what was seen, and those that people forget to show, such as a pass.

        Must find every action that explains the evidence, legal or not. An action that would show on the table and does
        not is left out: otherwise any broken rule could be excused by an invisible move.
        """

    def chance_for(self, state: S, evidence: Evidence, /) -> Iterator[A]:
        """Of the candidates for the evidence, those that are chance: asked for after every action of a story."""

    def may_show(self, state: S, seen: TableSnapshot, /) -> bool:
        """Whether the table could look like this, nothing left to do, at any time after that state.

        Only what a glance tells, such as a marker that is on no field of its track. True promises nothing; False
        spares a search.
        """

    def least_decisions(self, state: S, changes: Sequence[Change], /) -> int:
        """A lower bound of how many decisions, legal or not, make these changes, with what chance brings among them.

        Asked of every story of a search, so it has to be quick; 0 promises nothing.
        """

    def may_lie(self, state: S, zone: Zone, piece: Piece, /) -> bool:
        """Whether any action, legal or not, could ever bring the piece into the zone. True promises nothing."""

    def may_change(self, state: S, action: A, zone: Zone, piece: Piece, /) -> bool:
        """Whether the action, if it is legal, could change how many of the piece lie in the zone.

        With `UNREADABLE`, whether it could change anything there, be it only how high a pile is. Only what its fields
        tell. True promises nothing; False spares trying it out.
        """


class Presentation(Protocol[S_contra, A_contra]):
    """What people see and read. All sentences as Text."""

    def present(self, state: S_contra, selection: Selection = NO_SELECTION) -> Screen:
        """What the players see. All sentences as Text. A selection that means nothing here is ignored."""

    def sentence(self, state: S_contra, action: A_contra) -> Text:
        """The action for people, in the past and without a full stop: `Ann took 2 Farm`.

        Total on whatever `read_action` reads; `state` is the one before it, and only gives names.
        """

    def piece_name(self, piece: Piece) -> Text: ...

    def zone_name(self, zone: Zone) -> Text:
        """The zone as it goes into "put it into ...": `slot 3 of A`, `the market`."""

    def sign(self, piece: Piece) -> tuple[str, str] | None:
        """An icon (`companion/typefaces/icons.csv`) and its tint ("#rrggbb") for a piece; None where it has none."""

    def family(self, piece: Piece) -> Text:
        """What the piece is one of, such as `Plots`, where people look for one among many; no words where nothing."""

    def sheet(self, state: S_contra, zone: Zone, piece: Piece, /) -> PieceSheet:
        """What is to be said of a piece that somebody touches there; what can be done with it is found elsewhere."""

    def offer(self, state: S_contra, action: A_contra, /) -> Offer:
        """A legal or illegal action as something to choose: `Take two Farms`."""

    def drawn_onto(self, state: S_contra, source: Zone, piece: Piece, target: Zone, /) -> Sequence[Button]:
        """What a piece that a finger draws onto another does to that one, such as to attack it; `Do` for each way."""

    def measures(self, state: S_contra, action: A_contra, broken: Statement, /) -> Sequence[Measure]:
        """What the position has beside what a broken rule asks for, what is meant by the action first."""


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

    def shown_by_look(self, before: S, after: S) -> Mapping[str, str]:
        """As `shown_by_use`: what only a camera shows that has seen the table become so."""


class Game(Rules[S, A], Table[S, A], Presentation[S, A], Protocol[S, A]):
    """One game, complete. A new game is one folder with such a value and one line in the registry."""

    @property
    def copy(self) -> OwnersCopy[S, A] | None:
        """What is printed on a copy of it; None where nothing is printed that the rules use."""

    @property
    def decks(self) -> Decks | None:
        """The decks that players bring; None in games to which nobody brings one."""


def violation(game: Rules[S, A], state: S, action: A) -> Violation | None:
    """The first broken rule, in the order a referee would speak; None for a legal action."""
    return first_broken(game.rules[type(action)], state, action)


def is_legal(game: Rules[S, A], state: S, action: A) -> bool:
    """Whether the action breaks no rule; quicker than `violation`, which words why not."""
    for rule in game.rules[type(action)]:  # noqa: SIM110  asked thousands of times for one look at the table
        if rule.check(state, action) is not None:
            return False
    return True


def is_possible(game: Rules[S, A], state: S, action: A) -> bool:
    """Whether the action is legal, or would be asked about: an untold value decides it, and nothing breaks before."""
    refusals = (rule.check(state, action) for rule in game.rules[type(action)])
    first = next((refusal for refusal in refusals if refusal is not None), None)
    return first is None or bool(first.untold)


def may_be_legal(game: Rules[S, A], state: S, action: A) -> bool:
    """Whether nothing is against the action but, at most, printed values that nobody has told."""
    refusals = (rule.check(state, action) for rule in game.rules[type(action)])
    return all(refusal is None or refusal.provisional for refusal in refusals)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LegalActions(Generic[S, A]):
    """The legal actions of a state, found as they are asked for: iterable, counted, `action in legal_actions(...)`.

    Membership asks the rules alone, so it also holds for a legal action that `candidates` spells in another way.
    """

    game: Rules[S, A]
    state: S

    def __iter__(self) -> Iterator[A]:
        if self.game.outcome(self.state) is None:
            for action in self.game.candidates(self.state):
                if is_legal(self.game, self.state, action):
                    yield action

    def __contains__(self, action: object) -> bool:
        return type(action) in self.game.rules and _objection(self.game, self.state, cast(A, action)) is None

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def count(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        some = [self.game.write_action(action) for action in islice(self, _SHOWN + 1)]
        return f"<LegalActions ({'; '.join(some[:_SHOWN])}{'; ...' if len(some) > _SHOWN else ''})>"


_SHOWN = 20
"""So many actions stand in the repr of LegalActions."""


def legal_actions(game: Rules[S, A], state: S) -> LegalActions[S, A]:
    """The candidates that break no rule. None once the game has an outcome."""
    return LegalActions(game, state)


def _objection(game: Rules[S, A], state: S, action: A) -> Violation | None:
    """Why an action may not be played: the game is over, or a rule is broken. None for a legal action."""
    if (ended := game.outcome(state)) is not None:
        return Violation("game_over", ended.rule, ended.reason, say("Set up a new game."))
    return violation(game, state, action)


class IllegalAction(CompanionError, ValueError):
    """An action the rules forbid was about to be applied; `position` is the state in the game's TOML."""

    def __init__(self, notation: str, action: Action, violation: Violation, position: str) -> None:
        super().__init__(f"{notation}: {violation}")
        self.action, self.violation, self.position = action, violation, position
        self.add_note(f"Position:\n{position}")


def play(game: Rules[S, A], state: S, action: A) -> S:
    """The next state: the checking door to `apply`. Raises IllegalAction, which carries action and position."""
    if (found := _objection(game, state, action)) is not None:
        raise IllegalAction(game.write_action(action), action, found, game.write_position(state))
    return game.apply(state, action)


def perft(game: Rules[S, A], state: S, depth: int) -> int:
    """How many sequences of `depth` legal actions there are from here."""
    if depth == 0:
        return 1
    return sum(perft(game, game.apply(state, action), depth - 1) for action in legal_actions(game, state))
