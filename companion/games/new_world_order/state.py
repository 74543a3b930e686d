"""The state of a game of New World Order: everything the rules need, frozen, equal by value.

Cards and tiles are kinds (pieces), not copies. What nobody has seen is counted by kind: the deck and, with house rule
B, the 13 cards taken out unseen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from enum import Enum
from operator import attrgetter
from typing import Any, TypeVar

from companion.core.choices import Choices
from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.new_world_order.catalog import Catalog

SEATS = "ABCDE"
OUTSIDE = 0
"""The number of a Globalist's place outside the slots, which are numbered from 1 (NWO-103)."""

AWAY = -1
"""As a place for robbed cards: thrown away."""

DISC = "disc"
TRIANGLE = "triangle"


V = TypeVar("V")


_FIELDS: dict[type, tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]] = {}


def evolve(value: V, **changes: Any) -> V:
    """What `dataclasses.replace` does, in half the time: playouts and inference make states by the thousand."""
    make: Callable[..., V] = type(value)
    known = _FIELDS.get(type(value))
    if known is None:
        names = [each.name for each in fields(value)]  # type: ignore[arg-type]
        known = _FIELDS[type(value)] = attrgetter(*names), {name: index for index, name in enumerate(names)}
    values, index = known
    arguments = list(values(value))
    for name, changed in changes.items():
        arguments[index[name]] = changed
    return make(*arguments)


class Phase(Enum):
    """SETUP: pyramid, characters, starting cards. DEAL: the market is being filled. TURNS: a round. OVER: scoring."""

    SETUP = "setup"
    DEAL = "deal"
    TURNS = "turns"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of one slot, sorted. `fresh`: a special in it was taken this round (NWO-81)."""

    cards: tuple[Piece, ...] = ()
    fresh: bool = False

    def __bool__(self) -> bool:
        return bool(self.cards)

    def __len__(self) -> int:
        return len(self.cards)


EMPTY = Pile()


@dataclass(frozen=True, slots=True)
class Player:
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


@dataclass(frozen=True, slots=True)
class State:
    """The whole game.

    `unseen`: copies of each card nobody has seen, in the order of `Catalog.cards`. `pyramid`: the tile on each place of
    `pyramid.PLACES`, None where there is none. `open`: immediate specials lying in the market, in order of appearance.
    `last`: who made the latest main action and may still act on it; `extra`: actions that Above the Law still grants
    the player on turn; `lawed`: it was used in this turn; `again`: who may rob once more (setting stackedSpecials).
    `added`: the deal of this round brought cards. `final`: this round is the last (NWO-71).
    """

    catalog: Catalog = field(compare=False, repr=False)
    choices: Choices
    players: tuple[Player, ...]
    unseen: tuple[int, ...]
    pyramid: tuple[Piece | None, ...]
    phase: Phase = Phase.SETUP
    round: int = 1
    market: tuple[Piece, ...] = ()
    reserve: tuple[Piece, ...] = ()
    open: tuple[Piece, ...] = ()
    dropped: tuple[Seat, ...] = ()
    on_turn: Seat = "A"
    last: Seat | None = None
    extra: int = 0
    lawed: bool = False
    again: Seat | None = None
    disc: Seat | None = None
    added: bool = False
    final: bool = False

    @property
    def seats(self) -> str:
        return SEATS[: len(self.players)]

    def player(self, seat: Seat) -> Player:
        return self.players[SEATS.index(seat)]

    def with_player(self, seat: Seat, player: Player, **changes: Any) -> State:
        index = SEATS.index(seat)
        return evolve(self, players=(*self.players[:index], player, *self.players[index + 1 :]), **changes)

    @property
    def hidden(self) -> int:
        """Cards taken out of the deck unseen (house rule B, NWO-16)."""
        return 13 if self.choices["houseRemove13"] == "on" else 0

    @property
    def deck(self) -> int:
        """Cards left to deal."""
        return max(0, sum(self.unseen) - self.hidden)

    @property
    def turning(self) -> bool:
        return self.phase is Phase.TURNS

    def unseen_of(self, card: Piece) -> int:
        return self.unseen[self.catalog.card_index[card]]


def less_unseen(state: State, card: Piece) -> tuple[int, ...]:
    """The unseen counts once one more copy of `card` has been seen; none falls below zero."""
    index = state.catalog.card_index[card]
    counts = state.unseen
    return (*counts[:index], max(0, counts[index] - 1), *counts[index + 1 :])
