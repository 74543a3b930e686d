"""The state of a game of New World Order: everything the rules need, frozen, equal by value.

Cards and tiles are kinds (pieces), not copies. What nobody has seen is counted by kind: the deck and, with house rule
B, the 13 cards taken out unseen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Any, ClassVar

from companion.core.choices import Choices
from companion.core.fast_dataclasses import KeepsHash, keeps_hash, replace
from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.new_world_order.catalog import Catalog, Effect

# --- where a game stands: set-up, deal, the turns of a round, the end; each knows what it needs, and nothing else ---


class Phase(Enum):
    """The stages by name."""

    SETUP = "setup"
    DEAL = "deal"
    TURNS = "turns"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class SetUp:
    """Pyramid, characters and starting cards are laid out."""

    phase: ClassVar = Phase.SETUP


@dataclass(frozen=True, slots=True)
class Deal:
    """The market is filled up.

    `added`: a card has been dealt. `open`: the immediate specials that are being resolved, handful by handful in the
    order in which they were dealt; a handful is sorted, since nobody sees in which order its cards came. `dropped`: who
    has thrown something away for Cut the Losses. `owed`: how many corporation cards have to come (setting replacement).
    """

    phase: ClassVar = Phase.DEAL
    added: bool = False
    open: tuple[tuple[Piece, ...], ...] = ()
    dropped: tuple[Seat, ...] = ()
    owed: int = 0


@dataclass(frozen=True, slots=True)
class Acted:
    """Who acted last, and may go on until somebody else acts (NWO-29). `lawed`: by Above the Law (NWO-82-R3)."""

    seat: Seat
    lawed: bool = False


@dataclass(frozen=True, slots=True)
class Granted:
    """How many actions Above the Law still grants the player on turn, one at least (NWO-82)."""

    actions: int = 1


@dataclass(frozen=True, slots=True)
class Turn:
    """The player on turn has to act or to pass.

    `added`: the deal of this round brought cards. `final`: this round is the last (NWO-71). `after`: what came before,
    None at the start of the round and after a pass. `again`: who may rob once more (setting stackedSpecials).
    """

    phase: ClassVar = Phase.TURNS
    added: bool = False
    final: bool = False
    after: Acted | Granted | None = None
    again: Seat | None = None


@dataclass(frozen=True, slots=True)
class Over:
    """The scores are counted. `final`: the last round was played because the deck is empty (NWO-71)."""

    phase: ClassVar = Phase.OVER
    final: bool = False


Stage = SetUp | Deal | Turn | Over
BEGINNING = SetUp()


# --- the state ---


SEATS = "ABCDE"
DISC = "disc"
TRIANGLE = "triangle"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a pile lies before its player, numbered from 1: a slot, or a Globalist's place outside them (NWO-103).

    What is laid outside finds its own place there (`piles.laid_outside`).
    """

    number: int
    outside: bool = False


class Away(Enum):
    """Where robbed cards are that lie nowhere: thrown away."""

    AWAY = "away"


AWAY = Away.AWAY


@dataclass(frozen=True, slots=True)
class Part:
    """The pile in a place, or some of its cards: `count` of a pile of equal cards, or `cards` by name.

    Neither means the whole pile. `turned`: the corporation into which a President turns the pile for this buy.
    """

    place: Place
    count: int = 0
    cards: tuple[Piece, ...] = ()
    turned: Piece | None = None

    @property
    def whole(self) -> bool:
        return not self.count and not self.cards


whole_pile = lru_cache(maxsize=256)(Part)
"""The part that is all of a pile; looking it up is quicker than making it."""


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of one slot, sorted. `fresh`: a special in it was taken this round (NWO-81)."""

    cards: tuple[Piece, ...] = ()
    fresh: bool = False

    def __bool__(self) -> bool:
        return bool(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def top(self) -> Piece:
        """One of its cards, "" where there is none."""
        return self.cards[0] if self.cards else ""


EMPTY = Pile()
SLOTS = tuple(Place(number) for number in range(1, 129))
"""The slots in order: more than anybody has, since an overruled card may lie in one too many."""


@keeps_hash
@dataclass(frozen=True, slots=True)
class Player(KeepsHash):
    """One player. `character` is what he drew, `second` what an Illuminati chose; `starters` his starting corporations.

    `outside` are a Globalist's specials beside his slots: one pile of Dividends, every other card alone. `triangles`
    are the starting corporations that earned one (NWO-67). `spent` are once-per-game powers used. `goals`: the Great
    Goals he wants counted, None for the best assignment (NWO-77).
    """

    name: str
    slots: tuple[Pile, ...]
    character: Piece | None = None
    second: Piece | None = None
    starters: tuple[Piece, ...] = ()
    outside: tuple[Pile, ...] = ()
    tiles: tuple[Piece, ...] = ()
    triangles: tuple[Piece, ...] = ()
    passed: bool = False
    acted: bool = False
    spent: tuple[str, ...] = ()
    goals: tuple[str, ...] | None = None

    def pile(self, place: Place) -> Pile:
        """The pile that lies there, EMPTY if there is none."""
        piles = self.outside if place.outside else self.slots
        return piles[place.number - 1] if place.number <= len(piles) else EMPTY

    @property
    def piles(self) -> list[tuple[Place, Pile]]:
        """All piles with their places, those in slots first."""
        found = [(place, pile) for place, pile in zip(SLOTS, self.slots, strict=False) if pile.cards]
        if self.outside:
            found += [(Place(number, outside=True), pile) for number, pile in enumerate(self.outside, start=1)]
        return found

    @property
    def next_outside(self) -> Place:
        """The number that is free for one more pile outside the slots."""
        return Place(len(self.outside) + 1, outside=True)


@keeps_hash
@dataclass(frozen=True, slots=True)
class State(KeepsHash):
    """The whole game.

    `unseen`: copies of each card nobody has seen, in the order of `Catalog.cards`. `pyramid`: the tile on each place of
    `pyramid.PLACES`, None where there is none. `on_turn`: whose turn it is, or will be when the market is filled.
    """

    catalog: Catalog = field(compare=False, repr=False)
    choices: Choices
    players: tuple[Player, ...]
    unseen: tuple[int, ...]
    pyramid: tuple[Piece | None, ...]
    stage: Stage = BEGINNING
    round: int = 1
    market: tuple[Piece, ...] = ()
    reserve: tuple[Piece, ...] = ()
    on_turn: Seat = "A"
    disc: Seat | None = None

    @property
    def seats(self) -> str:
        return SEATS[: len(self.players)]

    def player(self, seat: Seat) -> Player:
        return self.players[SEATS.index(seat)]

    def with_player(self, seat: Seat, player: Player, **changes: Any) -> State:
        index = SEATS.index(seat)
        return replace(self, players=(*self.players[:index], player, *self.players[index + 1 :]), **changes)

    @property
    def hidden(self) -> int:
        """Cards taken out of the deck unseen (house rule B, NWO-16)."""
        return 13 if self.choices["houseRemove13"] == "on" else 0

    @property
    def deck(self) -> int:
        """Cards left to deal."""
        return max(0, sum(self.unseen) - self.hidden)

    @property
    def phase(self) -> Phase:
        return self.stage.phase

    @property
    def turn(self) -> Turn | None:
        """What there is to know of a turn, None between rounds."""
        return self.stage if isinstance(self.stage, Turn) else None

    @property
    def open(self) -> tuple[Piece, ...]:
        """The immediate specials that lie open, those first that were dealt first."""
        return tuple(card for handful in self._handfuls for card in handful)

    @property
    def due(self) -> tuple[Piece, ...]:
        """Those of them whose turn it is to be resolved: the first handful, or by table setting any (NWO-85-R)."""
        return self.open if self.choices["immediateOrder"] == "any" else next(iter(self._handfuls), ())

    @property
    def _handfuls(self) -> tuple[tuple[Piece, ...], ...]:
        return self.stage.open if isinstance(self.stage, Deal) else ()

    def due_with(self, effect: Effect) -> Piece | None:
        """One with that effect whose turn it is."""
        return self._first_with(effect, self.due)

    def open_with(self, effect: Effect) -> Piece | None:
        """One with that effect that lies open, be it its turn or not."""
        return self._first_with(effect, self.open)

    def _first_with(self, effect: Effect, cards: tuple[Piece, ...]) -> Piece | None:
        return next((card for card in cards if self.catalog.effect(card) is effect), None)

    @property
    def acted(self) -> Acted | None:
        """Who acted last and may still go on."""
        return self.stage.after if isinstance(self.stage, Turn) and isinstance(self.stage.after, Acted) else None

    @property
    def extra(self) -> int:
        """How many actions Above the Law still grants the player on turn."""
        return self.stage.after.actions if isinstance(self.stage, Turn) and isinstance(self.stage.after, Granted) else 0

    @property
    def robs_again(self) -> Seat | None:
        """Who may rob once more with the second effect of a stack."""
        return self.stage.again if isinstance(self.stage, Turn) else None

    def unseen_of(self, card: Piece) -> int:
        return self.unseen[self.catalog.card_index[card]]


def less_unseen(state: State, card: Piece) -> tuple[int, ...]:
    """The unseen counts once one more copy of `card` has been seen; none falls below zero."""
    index = state.catalog.card_index[card]
    counts = state.unseen
    return (*counts[:index], max(0, counts[index] - 1), *counts[index + 1 :])
