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


@dataclass(frozen=True, slots=True)
class PlayersAction:
    """What a player does."""

    player: Seat


# --- setting up ---


@dataclass(frozen=True, slots=True)
class Reveal(PlayersAction):
    """Turns his Illuminati over."""

    card: Piece


@dataclass(frozen=True, slots=True)
class Lead(PlayersAction):
    """Shows his lead, at an arrow of his Illuminati."""

    card: Piece
    side: Side


@dataclass(frozen=True, slots=True)
class First:
    """The dice say who begins."""

    seat: Seat
    player: None = None


# --- the turn ---


@dataclass(frozen=True, slots=True)
class DrawPlot(PlayersAction):
    """Draws a Plot."""


@dataclass(frozen=True, slots=True)
class DrawGroup(PlayersAction):
    """Draws a Group card."""


@dataclass(frozen=True, slots=True)
class TakeOver(PlayersAction):
    """Brings a Group of the hand into play at an arrow of a master, without a roll."""

    card: Piece
    master: Piece
    side: Side


@dataclass(frozen=True, slots=True)
class Acquire(PlayersAction):
    """Brings a Resource into play, by an automatic takeover or for the Illuminati's token."""

    card: Piece


@dataclass(frozen=True, slots=True)
class Proceed(PlayersAction):
    """Goes on to the next phase of the own turn."""


@dataclass(frozen=True, slots=True)
class Knock(PlayersAction):
    """Knocks."""


@dataclass(frozen=True, slots=True)
class Begin(PlayersAction):
    """Begins his turn."""


@dataclass(frozen=True, slots=True)
class Claim(PlayersAction):
    """Says that he has won; with a goal card of the hand, or without."""

    card: Piece | None = None


@dataclass(frozen=True, slots=True)
class LeaveGame(PlayersAction):
    """Leaves the game."""


# --- hands and tokens ---


@dataclass(frozen=True, slots=True)
class BuyPlot(PlayersAction):
    """Draws a Plot for the Illuminati's token or two others."""

    payers: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Expose(PlayersAction):
    """Lays a Plot of the hand open."""

    card: Piece


@dataclass(frozen=True, slots=True)
class Discard(PlayersAction):
    """Throws a card of the hand away."""

    card: Piece


@dataclass(frozen=True, slots=True)
class ReturnPlot(PlayersAction):
    """Puts a Plot back into his deck: an exposed one by name, or a hidden one."""

    card: Piece | None = None


@dataclass(frozen=True, slots=True)
class GivePlot(PlayersAction):
    """Gives a Plot to another: an exposed one by name, or a hidden one."""

    to: Seat
    card: Piece | None = None


@dataclass(frozen=True, slots=True)
class GiveGroup(PlayersAction):
    """Gives a card of the Group deck out of his hand to another."""

    to: Seat


@dataclass(frozen=True, slots=True)
class GiveResource(PlayersAction):
    to: Seat
    card: Piece


@dataclass(frozen=True, slots=True)
class RemoveToken(PlayersAction):
    """Takes a token off one of his cards without acting."""

    card: Piece


# --- structure and links ---


@dataclass(frozen=True, slots=True)
class Move(PlayersAction):
    """Moves a Group with all below it to another arrow; where several may pay for it, the token is taken afterwards."""

    card: Piece
    master: Piece
    side: Side


@dataclass(frozen=True, slots=True)
class HandOver(PlayersAction):
    """Gives a Group with all below it to another player, at an arrow there, for a token like that of a move."""

    card: Piece
    to: Seat
    master: Piece
    side: Side


@dataclass(frozen=True, slots=True)
class Link(PlayersAction):
    """Links a Resource to one of his Groups."""

    card: Piece
    to: Piece


@dataclass(frozen=True, slots=True)
class Relieve(PlayersAction):
    """Ends the devastation of a Place with the tokens of some Groups."""

    card: Piece
    payers: tuple[Piece, ...]


# --- attacks ---


@dataclass(frozen=True, slots=True)
class DeclareAttack(PlayersAction):
    """Announces an attack."""

    attacker: Piece
    mode: Mode
    target: Piece


@dataclass(frozen=True, slots=True)
class SpendToken(PlayersAction):
    """The attacker's token is taken: the attack is committed. Plots that go with it are played now."""

    plots: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class GiveHelp(PlayersAction):
    """A Group aids or opposes for its token, or the target defends itself."""

    card: Piece
    role: Role
    plots: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowAgents(PlayersAction):
    """Shows a copy of the target, to aid or to oppose."""

    role: Role


@dataclass(frozen=True, slots=True)
class CallOff(PlayersAction):
    """Calls the attack off."""


@dataclass(frozen=True, slots=True)
class NoMore(PlayersAction):
    """Has nothing (more) to add: to an attack, or to a claim."""


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
class Conclude(PlayersAction):
    """What the roll has decided is carried out."""


@dataclass(frozen=True, slots=True)
class Capture(PlayersAction):
    """The Group that was controlled is laid at an open arrow of the attacker."""

    side: Side


# --- cards ---


@dataclass(frozen=True, slots=True)
class PlayCard(PlayersAction):
    """Plays a Plot: on a target, paid for by some Groups, and in which way, by its number, if there are several."""

    card: Piece
    target: str | None = None
    payers: tuple[Piece, ...] = ()
    number: int = 1


@dataclass(frozen=True, slots=True)
class UseAbility(PlayersAction):
    """Uses an ability of a card in play, by its number if it has several."""

    card: Piece
    number: int = 1
    target: str | None = None
    payers: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class LetStand(PlayersAction):
    """What was played takes effect: nobody cancels it."""


@dataclass(frozen=True, slots=True)
class PlaySpare(PlayersAction):
    """Plays a spare Illuminati as agents against the rival of that kind."""

    card: Piece


# --- what people carry out themselves ---


@dataclass(frozen=True, slots=True)
class ByHand(PlayersAction):
    """Plays or uses a card that people carry out; what comes of it follows as actions."""

    card: Piece


@dataclass(frozen=True, slots=True)
class SetTokens(PlayersAction):
    card: Piece
    count: int


@dataclass(frozen=True, slots=True)
class SetPlots(PlayersAction):
    """How many hidden Plots a player has now."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class SetGroups(PlayersAction):
    """How many cards of the Group deck a player has in his hand now."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class AdjustStrength(PlayersAction):
    """So much more or less strength for the attack."""

    amount: int


@dataclass(frozen=True, slots=True)
class Remove(PlayersAction):
    """A card in play goes to its pile of discards or of destroyed cards, or back into a hand."""

    card: Piece
    where: str


@dataclass(frozen=True, slots=True)
class Done(PlayersAction):
    """What people carried out is done."""


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
