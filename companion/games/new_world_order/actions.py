"""What players do, and what chance and hands do for them. Flat, frozen, and written in one line by its `form`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.game import Seat
from companion.core.notation import Form
from companion.core.table import Piece
from companion.games.new_world_order.catalog import Ability
from companion.games.new_world_order.state import Away, Place


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


class Chance:
    """What happens rather than is decided: hands do it for nobody in particular."""

    __slots__ = ()
    form: ClassVar[str | Form]

    @property
    def player(self) -> None:
        return None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players whom the action names."""
        return ()


@dataclass(frozen=True, slots=True)
class ForSeat(Chance):
    """What chance or the set-up does for one player."""

    seat: Seat

    @property
    def seats(self) -> tuple[Seat, ...]:
        return (self.seat,)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a player does."""

    form: ClassVar[str | Form]
    player: Seat

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players whom the action names."""
        return (self.player,)


@dataclass(frozen=True, slots=True)
class AgainstPlayer(Decision):
    """What a player does to a pile of somebody else."""

    victim: Seat
    pile: Part

    @property
    def seats(self) -> tuple[Seat, ...]:
        return (self.player, self.victim)


@dataclass(frozen=True, slots=True)
class Laid(Chance):
    """A tile was laid on a place of the pyramid (NWO-3)."""

    form: ClassVar = "lay {tile} at {layer}.{row}.{column}"
    tile: Piece
    layer: int
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Exchanged(Chance):
    """A tile that fits nowhere any more took the place of a laid one, which is to be laid instead (NWO-4)."""

    form: ClassVar = "exchange {tile} for {laid:tile}"
    tile: Piece
    laid: Piece


@dataclass(frozen=True, slots=True)
class Drew(ForSeat):
    """A player drew a character (NWO-7)."""

    form: ClassVar = "{seat}: draws {character}"
    character: Piece


@dataclass(frozen=True, slots=True)
class Started(ForSeat):
    """A player's starting card was laid into a slot, None for the first empty one (NWO-9, NWO-10)."""

    form: ClassVar = "{seat}: starts with {card}[ -> {place}]"
    card: Piece
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Dealt(Chance):
    """Cards were turned up from the deck into the market (NWO-12, NWO-20).

    Several are a handful of which nobody saw in which order they came (NWO-85-R).
    """

    form: ClassVar = "deal {cards}"
    cards: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class SetAside(Chance):
    """An immediate special was taken off the table: nobody uses it, or nobody uses it further (NWO-85)."""

    form: ClassVar = "set aside {card}"
    card: Piece


@dataclass(frozen=True, slots=True)
class Choose(Decision):
    """An Illuminati chooses one of the characters left over (NWO-8)."""

    form: ClassVar = "{player}: chooses {character}"
    character: Piece


@dataclass(frozen=True, slots=True)
class Pick(Decision):
    """Takes cards from the market. `place` None: the first of `places_for`, where they are expected."""

    form: ClassVar = "{player}: take {cards}[ -> {place}]"
    cards: tuple[Piece, ...]
    place: Place | None = None


def power_needed(tiles: tuple[Piece, ...], paid: tuple[Part, ...]) -> Ability | None:
    """The power without which nobody takes these tiles for these piles: what goes without saying in a notation."""
    if len(paid) > 2:
        return Ability.THREE_SETS
    if any(part.turned is not None for part in paid):
        return Ability.CONVERSION
    return Ability.TWO_TILES if len(tiles) > 1 else None


@dataclass(frozen=True, slots=True)
class Buy(Decision):
    """Takes a tile (two with the Illuminati's power) for the cards of own piles. `power`: the one that is used."""

    form: ClassVar = Form(
        "{player}: buy {tiles}[ with {paid:parts}][ by {power}]",
        {"paid": lambda _: (), "power": lambda said: power_needed(said["tiles"], said.get("paid", ()))},
        also=("{player}: buy {tiles} with",),
    )
    tiles: tuple[Piece, ...]
    paid: tuple[Part, ...]
    power: Ability | None = None


@dataclass(frozen=True, slots=True)
class Discard(Decision):
    """Throws away a pile to free its slot."""

    form: ClassVar = "{player}: discard {pile:part}"
    pile: Part


@dataclass(frozen=True, slots=True)
class Pass(Decision):
    """Takes no further part in the round."""

    form: ClassVar = "{player}: pass"


@dataclass(frozen=True, slots=True)
class Combine(Decision):
    """Puts the piles of several own places together in the first of them. No action (NWO-62)."""

    form: ClassVar = "{player}: combine {places}"
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Rearrange(Decision):
    """Moves a pile or a part of it to another own place, an empty one or onto what it belongs to. Free."""

    form: ClassVar = "{player}: move {pile:part} -> {place}"
    pile: Part
    place: Place


@dataclass(frozen=True, slots=True)
class Swap(Decision):
    """Two own piles change places between their slots, which changes nothing that a rule knows. Free."""

    form: ClassVar = "{player}: swap {place} and {other:place}"
    place: Place
    other: Place


@dataclass(frozen=True, slots=True)
class AboveTheLaw(Decision):
    """Plays Above the Law from a place, after the main action: one more action in this turn (NWO-82)."""

    form: ClassVar = "{player}: above the law {place}"
    place: Place


@dataclass(frozen=True, slots=True)
class Waive(Decision):
    """Gives up the action that Above the Law granted."""

    form: ClassVar = "{player}: waive"


@dataclass(frozen=True, slots=True)
class TakeOver(AgainstPlayer):
    """Robs cards of another player's pile with Hostile Takeover from `card` (None: the second effect of a stack).

    `place` None: the cards go onto the own pile, else into the first empty slot, else away.
    """

    form: ClassVar = Form(
        "{player}: take over {victim:player}.{pile:part} {card:played_from}[ -> {place:destination}]",
        {"card": lambda _: None},
        also=("{player}: take over {victim:player}.{pile:part}[ -> {place:destination}]",),
    )
    card: Place | None
    place: Place | Away | None = None


@dataclass(frozen=True, slots=True)
class Blackmail(AgainstPlayer):
    """Robs cards as the dealt Blackmail allows, and puts it aside. `place` as in TakeOver."""

    form: ClassVar = "{player}: blackmail {victim:player}.{pile:part}[ -> {place:destination}]"
    place: Place | Away | None = None


@dataclass(frozen=True, slots=True)
class Drop(Decision):
    """Throws away a card or a set because Cut the Losses was dealt."""

    form: ClassVar = "{player}: drop {pile:part}"
    pile: Part


Robbery = TakeOver | Blackmail

Action = Chance | Decision
