"""Everything players and chance do, one flat frozen class each.

`player` is the seat that acts. Chance events have None there and name in `seat` whom they happen to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.game import Seat
from companion.games.iron_sky.catalog import CardId, Command, Place, Resource

# --- chance: hands turn something up, the rules follow ---


@dataclass(frozen=True, slots=True)
class DrawSheet:
    """A seat is dealt a commander sheet (ISK-16)."""

    seat: Seat
    commander: str
    player: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class TurnToken:
    """The top time token is turned: an ordinary one by its kind, or `end` (ISK-142)."""

    token: str
    player: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Reveal:
    """A laid battle card is turned over and its face known (ISK-123)."""

    seat: Seat
    card: CardId
    player: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Symbol:
    """The next symbol, I to III, of a laid battle card is entered by hand."""

    seat: Seat
    symbol: str
    player: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Compare:
    """The next pair of squares is compared and both losses removed (ISK-125)."""

    player: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class PushMeter:
    """Hands put an Occupation marker to a position; only where the board says it belongs (ISK-38)."""

    board: str
    position: int
    player: ClassVar[None] = None


# --- the Command phase: cards ---


@dataclass(frozen=True, slots=True)
class Play:
    """A command card is shown and paid: `politics` of the price in PP, the rest in Money (Reich: in CP).

    `adjust` is what the open time token changes for this command, -1, 0 or +1 (ISK-172, ISK-173). `board` is where
    an Anti-terror or a Reboot takes a marker from, when hands reach for another than the player's own.
    """

    player: Seat
    card: CardId
    command: Command
    politics: int = 0
    adjust: int = 0
    board: str | None = None


@dataclass(frozen=True, slots=True)
class PlaySpecial:
    """A special command is shown, paid and carried out; `place` for improvements and the Nuclear weapon."""

    player: Seat
    card: CardId
    place: Place | None = None
    politics: int = 0


@dataclass(frozen=True, slots=True)
class Pick:
    """A finger chooses where the next move starts; nothing on the table changes."""

    player: Seat
    place: Place


@dataclass(frozen=True, slots=True)
class Open:
    """A finger opens a choice: `cards`, `gifts`, or a card by its id; nothing on the table changes."""

    player: Seat
    what: str


@dataclass(frozen=True, slots=True)
class Move:
    """Tiles go with a Mobilisation or an Assault. `payer` pays the fee for crossing (ISK-89), `in_money` by ISK-90."""

    player: Seat
    origin: Place
    to: Place
    count: int
    payer: Seat | None = None
    in_money: bool = False


@dataclass(frozen=True, slots=True)
class Attack:
    """A Mobilisation starts a battle without a move (ISK-81)."""

    player: Seat
    place: Place


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """One tile from the supply is recruited, or the Elite tile instead (ISK-97, ISK-165)."""

    player: Seat
    place: Place
    elite: bool = False


@dataclass(frozen=True, slots=True)
class Aid:
    """A Recruit command brings the two tiles of a Neutral continent (ISK-71)."""

    player: Seat
    continent: str
    first: Place
    second: Place


@dataclass(frozen=True, slots=True)
class Waive:
    """The rest of a command is not used (ISK-57, ISK-97, ISK-103)."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Strategy change A: all own battle cards make a new deck (ISK-104)."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Exchange:
    """Strategy change B: some own battle cards are exchanged with the bank (ISK-105)."""

    player: Seat
    count: int


@dataclass(frozen=True, slots=True)
class PutTerror:
    player: Seat
    place: Place


@dataclass(frozen=True, slots=True)
class Bombard:
    player: Seat
    place: Place


@dataclass(frozen=True, slots=True)
class Jam:
    player: Seat
    place: Place


# --- the Command phase: orders and sharing ---


@dataclass(frozen=True, slots=True)
class Organise:
    """Tiles go one step for 1 resource each; `politics` of the price in PP (ISK-63, ISK-67)."""

    player: Seat
    origin: Place
    to: Place
    count: int
    politics: int = 0


@dataclass(frozen=True, slots=True)
class Ascend:
    """Reich tiles go up a red route into orbit (ISK-68)."""

    player: Seat
    origin: Place
    to: Place
    count: int


@dataclass(frozen=True, slots=True)
class Give:
    """Money (UWC) or CP (Reich) for a team mate (ISK-59, ISK-60)."""

    player: Seat
    to: Seat
    amount: int
    resource: Resource


@dataclass(frozen=True, slots=True)
class TakeLoan:
    player: Seat


@dataclass(frozen=True, slots=True)
class TakeAdvice:
    player: Seat


@dataclass(frozen=True, slots=True)
class Done:
    """A player wants no more commands and orders (ISK-143)."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Resume:
    """A player who was done goes on, while his side's Command phase lasts (ISK-46)."""

    player: Seat


# --- a battle ---


@dataclass(frozen=True, slots=True)
class Boost:
    """Elite operation is played before battle cards are chosen (ISK-154)."""

    player: Seat
    card: CardId
    politics: int = 0


@dataclass(frozen=True, slots=True)
class Lay:
    """A battle card is laid face down, from `deck`, `reserve` or (controlled battle) `hand`."""

    player: Seat
    source: str


@dataclass(frozen=True, slots=True)
class Fortress:
    """The defender swaps his revealed card for the top of his deck, or keeps it (ISK-158)."""

    player: Seat
    use: bool


@dataclass(frozen=True, slots=True)
class Shift:
    """The attacker shifts his card left (-1) or right (1) by Initiative, or lets it lie (0) (ISK-161)."""

    player: Seat
    direction: int


# --- the end ---


@dataclass(frozen=True, slots=True)
class EndTurn:
    """One command card may be discarded, then hands are filled (ISK-139, ISK-141)."""

    player: Seat
    discard: CardId | None = None


@dataclass(frozen=True, slots=True)
class ShowOperation:
    """A secret operation is shown, and people say whether its goal was reached (ISK-164)."""

    player: Seat
    card: CardId
    fulfilled: bool


Action = (
    DrawSheet
    | TurnToken
    | Reveal
    | Symbol
    | Compare
    | PushMeter
    | Play
    | PlaySpecial
    | Pick
    | Open
    | Move
    | Attack
    | PlaceTile
    | Aid
    | Waive
    | Reshuffle
    | Exchange
    | PutTerror
    | Bombard
    | Jam
    | Organise
    | Ascend
    | Give
    | TakeLoan
    | TakeAdvice
    | Done
    | Resume
    | Boost
    | Lay
    | Fortress
    | Shift
    | EndTurn
    | ShowOperation
)
