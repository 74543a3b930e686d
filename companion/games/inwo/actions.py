"""Everything that happens at the table, as values.

A decision belongs to a player; chance (the seat that begins, a roll of the dice) belongs to nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.action import Seat
from companion.core.table import Piece
from companion.games.inwo.catalog import Side
from companion.games.inwo.effects import Mode, Role

# --- setting up ---


@dataclass(frozen=True, slots=True)
class Reveal:
    """Turns his Illuminati over."""

    player: Seat
    card: Piece


@dataclass(frozen=True, slots=True)
class Lead:
    """Shows his lead, at an arrow of his Illuminati."""

    player: Seat
    card: Piece
    side: Side


@dataclass(frozen=True, slots=True)
class First:
    """The dice say who begins."""

    seat: Seat
    player: None = None


# --- the turn ---


@dataclass(frozen=True, slots=True)
class DrawPlot:
    player: Seat


@dataclass(frozen=True, slots=True)
class DrawGroup:
    player: Seat


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Brings a Group of the hand into play at an arrow of a master, without a roll."""

    player: Seat
    card: Piece
    master: Piece
    side: Side


@dataclass(frozen=True, slots=True)
class Acquire:
    """Brings a Resource into play, by an automatic takeover or for the Illuminati's token."""

    player: Seat
    card: Piece


@dataclass(frozen=True, slots=True)
class Proceed:
    """Goes on to the next phase of the own turn."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Knock:
    player: Seat


@dataclass(frozen=True, slots=True)
class Begin:
    player: Seat


@dataclass(frozen=True, slots=True)
class Claim:
    """Says that he has won; with a goal card of the hand, or without."""

    player: Seat
    card: Piece | None = None


@dataclass(frozen=True, slots=True)
class LeaveGame:
    player: Seat


# --- hands and tokens ---


@dataclass(frozen=True, slots=True)
class BuyPlot:
    """Draws a Plot for the Illuminati's token or two others."""

    player: Seat
    payers: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Expose:
    """Lays a Plot of the hand open."""

    player: Seat
    card: Piece


@dataclass(frozen=True, slots=True)
class Discard:
    """Throws a card of the hand away."""

    player: Seat
    card: Piece


@dataclass(frozen=True, slots=True)
class ReturnPlot:
    """Puts a Plot back into his deck: an exposed one by name, or a hidden one."""

    player: Seat
    card: Piece | None = None


@dataclass(frozen=True, slots=True)
class GivePlot:
    """Gives a Plot to another: an exposed one by name, or a hidden one."""

    player: Seat
    to: Seat
    card: Piece | None = None


@dataclass(frozen=True, slots=True)
class GiveGroup:
    """Gives a card of the Group deck out of his hand to another."""

    player: Seat
    to: Seat


@dataclass(frozen=True, slots=True)
class GiveResource:
    player: Seat
    to: Seat
    card: Piece


@dataclass(frozen=True, slots=True)
class RemoveToken:
    """Takes a token off one of his cards without acting."""

    player: Seat
    card: Piece


# --- structure and links ---


@dataclass(frozen=True, slots=True)
class Move:
    """Moves a Group with all below it to another arrow; where several may pay for it, the token is taken afterwards."""

    player: Seat
    card: Piece
    master: Piece
    side: Side


@dataclass(frozen=True, slots=True)
class HandOver:
    """Gives a Group with all below it to another player, at an arrow there, for a token like that of a move."""

    player: Seat
    card: Piece
    to: Seat
    master: Piece
    side: Side


@dataclass(frozen=True, slots=True)
class Link:
    """Links a Resource to one of his Groups."""

    player: Seat
    card: Piece
    to: Piece


@dataclass(frozen=True, slots=True)
class Relieve:
    """Ends the devastation of a Place with the tokens of some Groups."""

    player: Seat
    card: Piece
    payers: tuple[Piece, ...]


# --- attacks ---


@dataclass(frozen=True, slots=True)
class DeclareAttack:
    """Announces an attack."""

    player: Seat
    attacker: Piece
    mode: Mode
    target: Piece


@dataclass(frozen=True, slots=True)
class SpendToken:
    """The attacker's token is taken: the attack is committed. Plots that go with it are played now."""

    player: Seat
    plots: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class GiveHelp:
    """A Group aids or opposes for its token, or the target defends itself."""

    player: Seat
    card: Piece
    role: Role
    plots: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowAgents:
    """Shows a copy of the target, to aid or to oppose."""

    player: Seat
    role: Role


@dataclass(frozen=True, slots=True)
class CallOff:
    player: Seat


@dataclass(frozen=True, slots=True)
class NoMore:
    """Has nothing (more) to add: to an attack, or to a claim."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice of the attack."""

    told: ClassVar[bool] = True
    first: int
    second: int
    player: None = None


@dataclass(frozen=True, slots=True)
class RollInAll:
    """The dice of the attack, of which only the sum was told."""

    told: ClassVar[bool] = True
    total: int
    player: None = None


@dataclass(frozen=True, slots=True)
class Conclude:
    """What the roll has decided is carried out."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Capture:
    """The Group that was controlled is laid at an open arrow of the attacker."""

    player: Seat
    side: Side


# --- cards ---


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Plays a Plot: on a target, paid for by some Groups, and in which way, by its number, if there are several."""

    player: Seat
    card: Piece
    target: str | None = None
    payers: tuple[Piece, ...] = ()
    number: int = 1


@dataclass(frozen=True, slots=True)
class UseAbility:
    """Uses an ability of a card in play, by its number if it has several."""

    player: Seat
    card: Piece
    number: int = 1
    target: str | None = None
    payers: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class LetStand:
    """What was played takes effect: nobody cancels it."""

    player: Seat


@dataclass(frozen=True, slots=True)
class PlaySpare:
    """Plays a spare Illuminati as agents against the rival of that kind."""

    player: Seat
    card: Piece


# --- what people carry out themselves ---


@dataclass(frozen=True, slots=True)
class ByHand:
    """Plays or uses a card that people carry out; what comes of it follows as actions."""

    player: Seat
    card: Piece


@dataclass(frozen=True, slots=True)
class SetTokens:
    player: Seat
    card: Piece
    count: int


@dataclass(frozen=True, slots=True)
class SetPlots:
    """How many hidden Plots a player has now."""

    player: Seat
    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class SetGroups:
    """How many cards of the Group deck a player has in his hand now."""

    player: Seat
    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class AdjustStrength:
    """So much more or less strength for the attack."""

    player: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class Remove:
    """A card in play goes to its pile of discards or of destroyed cards, or back into a hand."""

    player: Seat
    card: Piece
    where: str


@dataclass(frozen=True, slots=True)
class Done:
    """What people carried out is done."""

    player: Seat


Rolled = Roll | RollInAll
Chance = First | Rolled
SetUpDecision = Reveal | Lead
TurnDecision = DrawPlot | DrawGroup | TakeOver | Acquire | Proceed | Knock | Begin | Claim | LeaveGame
HandDecision = BuyPlot | Expose | Discard | ReturnPlot | GivePlot | GiveGroup | GiveResource | RemoveToken
StructureDecision = Move | HandOver | Link | Relieve
AttackDecision = DeclareAttack | SpendToken | GiveHelp | ShowAgents | CallOff | NoMore | Conclude | Capture
CardDecision = PlayCard | UseAbility | LetStand | PlaySpare
ByHandDecision = ByHand | SetTokens | SetPlots | SetGroups | AdjustStrength | Remove | Done
Decision = (
    SetUpDecision | TurnDecision | HandDecision | StructureDecision | AttackDecision | CardDecision | ByHandDecision
)
Action = Decision | Chance
