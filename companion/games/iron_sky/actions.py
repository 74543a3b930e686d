"""Everything players and chance do, one flat frozen class each, with the line of notation and the label it has.

`player` is the seat that acts. Chance events have None there and name in `seat` whom they happen to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, ClassVar, TypeVar, dataclass_transform

from companion.core.game import Seat
from companion.core.text import Message, say
from companion.errors import NotationError
from companion.games.iron_sky.catalog import REMOVALS, CardId, Command, Place, Resource, Tile


class Action:
    """What all actions have. A new one is a class here; a check, an effect and a candidate in the modules of these."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def player(self) -> Seat | None: ...


A = TypeVar("A", bound=Action)

FORMS: dict[type[Action], str] = {}
"""The notation of each action, see `companion.core.notation`."""

LABELS: dict[type[Action], Message] = {}
"""What a button with the action says, over its fields; of the others `labels` computes it."""


@dataclass_transform(frozen_default=True)
def action(form: str, label: Message | None = None) -> Callable[[type[A]], type[A]]:
    """Makes a class an action that is written in this form."""

    def decorate(kind: type[A]) -> type[A]:
        made = dataclass(frozen=True, slots=True)(kind)
        FORMS[made] = form
        if label is not None:
            LABELS[made] = label
        return made

    return decorate


# --- chance: hands turn something up, the rules follow ---


@action("sheet {seat:player} {commander}")
class DrawSheet(Action):
    """A seat is dealt a commander sheet (ISK-16)."""

    seat: Seat
    commander: str
    player: ClassVar[None] = None


@action("turn {token}")
class TurnToken(Action):
    """The top time token is turned: an ordinary one by its kind, or `end` (ISK-142)."""

    token: str
    player: ClassVar[None] = None


@action("reveal {seat:player} {card:battle_card}", say("{card}"))
class Reveal(Action):
    """A laid battle card is turned over and its face known (ISK-123)."""

    seat: Seat
    card: CardId
    player: ClassVar[None] = None


@action("symbol {seat:player} {symbol}")
class Symbol(Action):
    """The next symbol, I to III, of a laid battle card is entered by hand."""

    seat: Seat
    symbol: str
    player: ClassVar[None] = None


@action("compare", say("Compare squares"))
class Compare(Action):
    """The next pair of squares is compared and both losses removed (ISK-125)."""

    player: ClassVar[None] = None


@action("meter {board} {position}", say("Meter of {board} to {position}"))
class PushMeter(Action):
    """An Occupation marker that stands wrong is put right (ISK-38)."""

    board: str
    position: int
    player: ClassVar[None] = None


@action("devastation {board} {position}", say("Devastation of {board} to {position}"))
class PushDevastation(Action):
    """A Devastation marker is put somewhere by hand: only the Occupation marker pushes it (ISK-42)."""

    board: str
    position: int
    player: ClassVar[None] = None


# --- the Command phase: cards ---


# What names more comes first: a line that no form can read is refused by the first that nearly could.


@action("{player}: play {card}[ as {command:removal}][ with {politics:number} PP][ token {adjust}][ on {board}]")
class TakeMarker(Action):
    """A command card that takes a marker off a board at once: Anti-terror its Terror, Reboot its Jamming marker.

    It is paid as any `Play`. `board` is where hands reach for the marker, when it is not the player's own.
    """

    player: Seat
    card: CardId
    command: Command
    politics: int = 0
    adjust: int = 0
    board: str | None = None

    def __post_init__(self) -> None:
        if self.command not in REMOVALS:
            raise NotationError(f"{self.command.title()} takes no marker from a board; write no 'on' and no board")


@action("{player}: play {card}[ as {command}][ with {politics:number} PP][ token {adjust}]")
class Play(Action):
    """A command card is shown and paid: `politics` of the price in PP, the rest in Money (Reich: in CP).

    `adjust` is what the open time token changes for this command, -1, 0 or +1 (ISK-172, ISK-173).
    """

    player: Seat
    card: CardId
    command: Command
    politics: int = 0
    adjust: int = 0

    def __post_init__(self) -> None:
        if self.command in REMOVALS:
            raise NotationError(f"{self.command.title()} takes a marker from a board")


@action("{player}: special {card:placed_special} at {place}[ with {politics:number} PP]")
class PlaySpecialAt(Action):
    """A special command is shown, paid and laid to a territory: an improvement, or the Nuclear weapon."""

    player: Seat
    card: CardId
    place: Place
    politics: int = 0


@action("{player}: special {card:plain_special}[ with {politics:number} PP]")
class PlaySpecial(Action):
    """A special command is shown, paid and carried out at once; it goes to no place."""

    player: Seat
    card: CardId
    politics: int = 0


Played = Play | TakeMarker
PlayedSpecial = PlaySpecial | PlaySpecialAt


@action("{player}: move {count:number} {origin:place} -> {to:place}[ taking {tile}][ fee {payer:player}[ {in_money}]]")
class Move(Action):
    """Tiles go with a Mobilisation or an Assault. `payer` pays the fee for crossing (ISK-89), `in_money` by ISK-90.

    Tiles go from the top; `tile` is the uppermost that went where hands took another one (ISK-10).
    """

    player: Seat
    origin: Place
    to: Place
    count: int
    payer: Seat | None = None
    in_money: bool = False
    tile: Tile | None = None


@action("{player}: attack {place}", say("battle in {place}"))
class Attack(Action):
    """A Mobilisation starts a battle without a move (ISK-81)."""

    player: Seat
    place: Place


@action("{player}: place [{elite} ]{place}")
class PlaceTile(Action):
    """One tile from the supply is recruited, or the Elite tile instead (ISK-97, ISK-165)."""

    player: Seat
    place: Place
    elite: bool = False


@action(
    "{player}: aid {continent:board} -> {first:place}, {second:place}", say("aid from {continent}: {first}, {second}")
)
class Aid(Action):
    """A Recruit command brings the two tiles of a Neutral continent (ISK-71)."""

    player: Seat
    continent: str
    first: Place
    second: Place


@action("{player}: waive")
class Waive(Action):
    """The rest of a command is not used (ISK-57, ISK-97-R, ISK-103-R)."""

    player: Seat


@action("{player}: shuffle battle cards", say("Shuffle all own battle cards"))
class Reshuffle(Action):
    """Strategy change A: all own battle cards make a new deck (ISK-104)."""

    player: Seat


@action("{player}: exchange {count:number} battle cards")
class Exchange(Action):
    """Strategy change B: some own battle cards are exchanged with the bank (ISK-105)."""

    player: Seat
    count: int


@action("{player}: terror {place}", say("{place}"))
class PutTerror(Action):
    """Terror puts its marker into a Command Centre (ISK-107)."""

    player: Seat
    place: Place


@action("{player}: bombard {place}", say("{place}"))
class Bombard(Action):
    """A Bombardment removes UWC tiles (ISK-114)."""

    player: Seat
    place: Place


@action("{player}: jam {place}", say("{place}"))
class Jam(Action):
    """Jamming puts its marker into an orbit sector (ISK-119)."""

    player: Seat
    place: Place


# --- the Command phase: orders and sharing ---


@action("{player}: organise {count:number} {origin:place} -> {to:place}[ taking {tile}][ with {politics:number} PP]")
class Organise(Action):
    """Tiles go one step for 1 resource each; `politics` of the price in PP (ISK-63, ISK-67); `tile` as in a `Move`."""

    player: Seat
    origin: Place
    to: Place
    count: int
    politics: int = 0
    tile: Tile | None = None


@action("{player}: ascend {count:number} {origin:place} -> {to:place}[ taking {tile}]", say("up: {count} to {to}"))
class Ascend(Action):
    """Reich tiles go up a red route into orbit (ISK-68); `tile` as in a `Move`."""

    player: Seat
    origin: Place
    to: Place
    count: int
    tile: Tile | None = None


@action("{player}: give {amount:number} {resource} to {to:player}", say("give {amount} {resource} to {to}"))
class Give(Action):
    """Money (UWC) or CP (Reich) for a team mate (ISK-59, ISK-60)."""

    player: Seat
    to: Seat
    amount: int
    resource: Resource


@action("{player}: loan", say("Loan: 1 Money"))
class TakeLoan(Action):
    """A Loan marker leaves the game for 1 Money (ISK-61)."""

    player: Seat


@action("{player}: advice", say("Advice: 1 CP"))
class TakeAdvice(Action):
    """An Advice marker leaves the game for 1 CP (ISK-62)."""

    player: Seat


@action("{player}: done", say("{player} is done"))
class Done(Action):
    """A player wants no more commands and orders (ISK-143)."""

    player: Seat


@action("{player}: resume", say("{player} goes on"))
class Resume(Action):
    """A player who was done goes on, while his side's Command phase lasts (ISK-143-R)."""

    player: Seat


Marching = Move | Organise | Ascend


# --- a battle ---


@action("{player}: boost {card:special}[ with {politics:number} PP]")
class Boost(Action):
    """Elite operation is played before battle cards are chosen (ISK-154)."""

    player: Seat
    card: CardId
    politics: int = 0


@action("{player}: lay {source}")
class Lay(Action):
    """A battle card is laid face down, from `deck`, `reserve` or (controlled battle) `hand`."""

    player: Seat
    source: str


@action("{player}: {use:fortress}")
class Fortress(Action):
    """The defender swaps his revealed card for the top of his deck, or keeps it (ISK-158)."""

    player: Seat
    use: bool


@action("{player}: shift {direction:shift}")
class Shift(Action):
    """The attacker shifts his card left (-1) or right (1) by Initiative, or lets it lie (0) (ISK-161)."""

    player: Seat
    direction: int


# --- the end ---


@action("{player}: end turn[, discard {discard:hand_card}]")
class EndTurn(Action):
    """One command card may be discarded, then hands are filled (ISK-139, ISK-141)."""

    player: Seat
    discard: CardId | None = None


@action("{player}: operation {card:operation} {fulfilled}")
class ShowOperation(Action):
    """A secret operation is shown, and people say whether its goal was reached (ISK-164)."""

    player: Seat
    card: CardId
    fulfilled: bool


def fields_of(kind: str) -> Mapping[type[Action], tuple[str, ...]]:
    """For each action, its fields that are declared to be of this kind, such as `Place`."""
    return {
        action: tuple(f.name for f in fields(action) if str(f.type).startswith(kind))  # type: ignore[arg-type]
        for action in FORMS
    }
