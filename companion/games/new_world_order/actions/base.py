"""What an action has, all in its class: fields, notation, checks, effect, candidates, traces, sentence."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.game import Seat
from companion.core.notation import Form
from companion.core.rules import Refusal, Rule, ValueOf, refuse
from companion.core.table import Piece
from companion.core.text import NOTHING, Text, and_list, worded
from companion.games.new_world_order.names import counted_names, part_name, piece_name, place_name, who
from companion.games.new_world_order.settings import book
from companion.games.new_world_order.slot_evidence import SlotEvidence
from companion.games.new_world_order.state import Phase, State

WORDS: Mapping[str, ValueOf] = {
    "who": lambda state, action: who(state, action.seats[0]),
    "victim": lambda state, action: who(state, action.victim),
    "tile": lambda state, action: piece_name(state, action.tile),
    "laid": lambda state, action: piece_name(state, action.laid),
    "character": lambda state, action: piece_name(state, action.character),
    "card": lambda state, action: piece_name(state, action.card),
    "cards": lambda state, action: and_list(counted_names(state, action.cards)),
    "tiles": lambda state, action: and_list(piece_name(state, tile) for tile in action.tiles),
    "pile": lambda state, action: part_name(state, action.player, action.pile),
    "paid": lambda state, action: and_list(part_name(state, action.player, part) for part in action.paid),
    "place": lambda _, action: place_name(action.place),
    "other": lambda _, action: place_name(action.other),
    "goals": lambda state, action: and_list(state.catalog.goals[goal].name for goal in action.goals),
    "places": lambda _, action: and_list(map(place_name, action.places)),
}
"""What the words in braces of a sentence are: the names of what the action's fields mean."""


class _Action(ABC):
    """Flat, frozen, and written in one line by its `form`.

    `rules`: what it has to keep, in the order in which a referee would speak, after what is asked of every action.
    `phases`: in which it may be legal. `title` and `icon` offer it in the menu, where it has a title.
    """

    __slots__ = ()
    form: ClassVar[str | Form]
    rules: ClassVar[Sequence[Rule[Any, Any]]]
    phases: ClassVar[Sequence[Phase]] = (Phase.TURNS,)
    title: ClassVar[Text] = NOTHING
    icon: ClassVar[str] = ""
    words: ClassVar[Mapping[str, ValueOf]] = WORDS

    @property
    @abstractmethod
    def seats(self) -> tuple[Seat, ...]:
        """The players whom the action names."""

    @abstractmethod
    def apply(self, state: State) -> State:
        """The next state. Checks nothing."""

    @property
    @abstractmethod
    def said(self) -> Text:
        """What was done, for people; `words` say what its words in braces are."""

    def sentence(self, state: State) -> Text:
        """What was done, with names; `state` is the one before it, and any other gives fewer words."""
        return worded(self.said, self.words, state, self)

    @staticmethod
    def candidates(state: State) -> Iterable[Action]:
        """All of this kind that the rules might allow in one of its phases.

        Left out is what changes nothing that the rules know: which of several empty slots a pile lies in, and moving a
        pile to another one.
        """
        return ()

    @staticmethod
    @abstractmethod
    def seen(evidence: SlotEvidence) -> Iterable[Action]:
        """Those of this kind, legal or not, whose traces a look shows, and those that people forget to show."""

    def about(self, state: State) -> Piece:
        """The piece with which it is found in the menu."""
        named = filter(None, (getattr(self, name, None) for name in ("tile", "tiles", "card", "cards", "character")))
        found = next(named, "")
        return found if isinstance(found, str) else str(found[0])


class Chance(_Action):
    """What happens rather than is decided: hands do it for nobody in particular."""

    __slots__ = ()

    @property
    def player(self) -> None:
        return None

    @property
    def seats(self) -> tuple[Seat, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class ForSeat(Chance):
    """What chance or the set-up does for one player."""

    seat: Seat

    @property
    def seats(self) -> tuple[Seat, ...]:
        return (self.seat,)


@dataclass(frozen=True, slots=True)
class Decision(_Action):
    """What a player does."""

    player: Seat

    @property
    def seats(self) -> tuple[Seat, ...]:
        return (self.player,)


Action = Chance | Decision


# --- what is asked of many actions ---


def absent(state: State, action: Action) -> list[Seat]:
    """The seats named by the action at which nobody sits."""
    return [seat for seat in action.seats if seat not in state.seats]


@book.check("NWO-1")
def at_this_table(state: State, action: Action) -> Refusal | None:
    for seat in action.seats:
        if seat not in state.seats:
            return refuse("Nobody sits at {seat}.", repair="Name one of the players.", seat=seat)
    return None


@book.requires("NWO-70", "The game is over.", repair="Put everything back as it was.")
def not_over(state: State, action: Action) -> bool:
    return state.phase is not Phase.OVER


@book.requires("NWO-22", "The round has not begun.", repair="Put everything back; finish setting up and dealing first.")
def in_a_round(state: State, action: Decision) -> bool:
    return state.phase is Phase.TURNS


@book.requires("NWO-23", "{who} has passed this round.", repair="Put everything back as it was.")
def not_passed(state: State, action: Decision) -> bool:
    return not state.player(action.player).passed


@book.requires("NWO-22", "It is {turn}'s turn, not {who}'s.", repair="Put everything back, and let {turn} go first.")
def on_turn(state: State, action: Decision) -> bool:
    return state.on_turn == action.player


ON_TURN = (in_a_round, not_passed, on_turn)
