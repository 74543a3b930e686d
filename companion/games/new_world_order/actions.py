"""What players do, and what chance and hands do for them. Flat, frozen, and written in one line by its `form`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.game import Seat
from companion.core.notation import Form
from companion.core.table import Piece


@dataclass(frozen=True, slots=True)
class Part:
    """The pile of a slot, or some of its cards: `count` of a pile of equal cards, or `cards` by name.

    Neither means the whole pile. Slot OUTSIDE (0) is what a Globalist has beside his slots: his Dividends, or the pile
    that `cards` name. `turned`: the corporation into which a President turns the pile for this buy.
    """

    slot: int
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

    form: ClassVar = "{seat}: starts with {card}[ -> {slot}]"
    card: Piece
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class Dealt(Chance):
    """A card was turned up from the deck into the market (NWO-12, NWO-20)."""

    form: ClassVar = "deal {card}"
    card: Piece


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
    """Takes cards from the market. `slot` None: onto the own pile of these cards, else into the first empty slot."""

    form: ClassVar = "{player}: take {cards}[ -> {slot}]"
    cards: tuple[Piece, ...]
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class Buy(Decision):
    """Takes a tile (two with the Illuminati's power) for the cards of own piles."""

    form: ClassVar = Form(
        "{player}: buy {tiles} with[ {paid:parts}]", {"paid": lambda _: ()}, also=("{player}: buy {tiles}",)
    )
    tiles: tuple[Piece, ...]
    paid: tuple[Part, ...]


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
    """Puts the piles of several own slots together in the first of them. No action (NWO-62)."""

    form: ClassVar = "{player}: combine {slots}"
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rearrange(Decision):
    """Moves a pile or a part of it to another own place, an empty one or onto what it belongs to. Free."""

    form: ClassVar = "{player}: move {pile:part} -> {slot}"
    pile: Part
    slot: int


@dataclass(frozen=True, slots=True)
class Swap(Decision):
    """Two own piles change places between their slots, which changes nothing that a rule knows. Free."""

    form: ClassVar = "{player}: swap {slot} and {other:slot}"
    slot: int
    other: int


@dataclass(frozen=True, slots=True)
class AboveTheLaw(Decision):
    """Plays Above the Law from a slot, after the main action: one more action in this turn (NWO-82)."""

    form: ClassVar = "{player}: above the law {slot}"
    slot: int


@dataclass(frozen=True, slots=True)
class Waive(Decision):
    """Gives up the action that Above the Law granted."""

    form: ClassVar = "{player}: waive"


@dataclass(frozen=True, slots=True)
class TakeOver(AgainstPlayer):
    """Robs cards of another player's pile with Hostile Takeover from `card` (None: the second effect of a stack).

    `slot` None: the cards go onto the own pile, else into the first empty slot, else away; AWAY: thrown away.
    """

    form: ClassVar = Form(
        "{player}: take over {victim:player}.{pile:part} {card:played_from}[ -> {slot:destination}]",
        {"card": lambda _: None},
        also=("{player}: take over {victim:player}.{pile:part}[ -> {slot:destination}]",),
    )
    card: int | None
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class Blackmail(AgainstPlayer):
    """Robs cards as the dealt Blackmail allows, and puts it aside. `slot` as in TakeOver."""

    form: ClassVar = "{player}: blackmail {victim:player}.{pile:part}[ -> {slot:destination}]"
    slot: int | None = None


@dataclass(frozen=True, slots=True)
class Drop(Decision):
    """Throws away a card or a set because Cut the Losses was dealt."""

    form: ClassVar = "{player}: drop {pile:part}"
    pile: Part


Robbery = TakeOver | Blackmail

Action = Chance | Decision
