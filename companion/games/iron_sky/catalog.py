"""What is printed on the components, as values: boards, routes, meters, commanders, cards, tokens.

The rulebook prints almost none of it, so it all comes from a *board profile* (`profile.py` reads and writes one, and
`provisional.toml` ships one that is marked as such). Places are strings: `america.3` is a territory, `america.o2` an
orbit sector.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Annotated, ClassVar

from companion.core.facts import Provenance
from companion.core.schema import PRINTED_NAME
from companion.core.text import Message, Text, named, say
from companion.games.iron_sky.settings import BOARDS

Place = str
Tile = str
CardId = str

Name = Annotated[str, PRINTED_NAME]

TERRITORIES = 7
METER_POSITIONS = TERRITORIES + 1
CARDS_PER_COMMANDER = 15
BATTLE_CARDS_PER_SIDE = 48
BATTLE_DECK = 10
OPERATIONS_PER_SIDE = 8
ORDINARY_TOKENS = 9
UWC_TILES = 15
REICH_TILES = 20
HAND = 5
LARGEST_ARMY = 3
TRACK = 8
MOST_POINTS, MOST_METER_POINTS = 12, 30
"""No more victory points stand on a territory or a secret operation, and on a Blitz meter."""


class Side(StrEnum):
    REICH = "reich"
    UWC = "uwc"

    @property
    def enemy(self) -> Side:
        return Side.UWC if self is Side.REICH else Side.REICH


class Command(StrEnum):
    MOBILISATION = "mobilisation"
    RECRUIT = "recruit"
    ASSAULT = "assault"
    STRATEGY = "strategy"
    TERROR = "terror"
    BOMBARDMENT = "bombardment"
    REBOOT = "reboot"
    ANTI_TERROR = "anti_terror"
    POLITICKING = "politicking"
    JAMMING = "jamming"


REMOVALS = (Command.ANTI_TERROR, Command.REBOOT)
"""Commands that take a marker from the board."""

NUMBERED = frozenset({Command.RECRUIT, Command.BOMBARDMENT})
"""Commands beside which a number stands."""

SIDE_COMMANDS: Mapping[Side, frozenset[Command]] = {
    Side.REICH: frozenset(Command) - {Command.ANTI_TERROR, Command.POLITICKING, Command.JAMMING},
    Side.UWC: frozenset(Command) - {Command.TERROR, Command.BOMBARDMENT, Command.REBOOT},
}


class Resource(StrEnum):
    MONEY = "money"
    POLITICS = "politics"
    COMMAND = "command"


TRACKS: Mapping[Side, tuple[Resource, ...]] = {
    Side.REICH: (Resource.COMMAND,),
    Side.UWC: (Resource.MONEY, Resource.POLITICS),
}
"""What a commander's sheet counts."""


class Effect(StrEnum):
    """What a special command does. BY_HAND: not known to the companion, people carry it out."""

    GAIN = "gain"
    INCOME = "income"
    EMERGENCY = "emergency"
    FORTRESS = "fortress"
    NUCLEAR = "nuclear"
    ELITE_OPERATION = "elite_operation"
    BY_HAND = "by_hand"

    @property
    def is_improvement(self) -> bool:
        return self in (Effect.INCOME, Effect.EMERGENCY, Effect.FORTRESS)

    @property
    def goes_to_a_place(self) -> bool:
        return self.is_improvement or self is Effect.NUCLEAR


class RouteKind(Enum):
    ORANGE = "ground route"
    WHITE = "intercontinental route"
    RED = "orbit route"
    SIDEWAYS = "sideways in orbit"


TILES: Mapping[tuple[Side, str], Tile] = {(side, board): f"{side.value}_{board}" for side in Side for board in BOARDS}
ELITES: Mapping[str, Tile] = {board: f"elite_{board}" for board in BOARDS}
TILE_BOARD: Mapping[Tile, str] = {tile: board for (_, board), tile in TILES.items()} | {
    tile: board for board, tile in ELITES.items()
}
TILE_SIDE: Mapping[Tile, Side] = {tile: side for (side, _), tile in TILES.items()} | dict.fromkeys(
    ELITES.values(), Side.UWC
)
ELITE_TILES = frozenset(ELITES.values())


PART = ":"
"""What stands before the name of a single route in a question that is a part of the one about all of them."""

NUMBER_ONLY = "#"
"""How the name begins of a card of which nobody has told what stands on it: the number on its label follows."""


class Printed:
    """What has a printed name."""

    __slots__ = ()

    name: str
    _with_number: ClassVar[Message | None] = None

    @property
    def printed_name(self) -> Text:
        """The name as players read it; until that is told, what can be seen."""
        if self._with_number is not None and self.name.startswith(NUMBER_ONLY):
            return self._with_number.fill(number=self.name.removeprefix(NUMBER_ONLY))
        return named(self.name)


MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class Ground(Printed):
    """A printed territory."""

    number: int
    name: Name
    vp: int
    sector: int
    flag: bool
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class OrbitSector:
    """A printed orbit sector; `red` are the numbers of the territories below its orbit routes."""

    number: int
    red: tuple[int, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class MeterStep:
    """What is printed at one position of a Blitz meter: both incomes and both victory point values."""

    money: int
    politics: int
    command: int
    uwc_vp: int
    reich_vp: int
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class BoardFacts:
    territories: tuple[Ground, ...]
    orange: tuple[tuple[int, int], ...]
    sectors: tuple[OrbitSector, ...]
    meter: tuple[MeterStep, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class CommandCard(Printed):
    """A kind of command card. Two commands are a double command; `politics` is an extra Politicking symbol."""

    _with_number = say("command card {number}")

    id: CardId
    name: str
    commands: tuple[Command, ...]
    price: int
    pay: tuple[Resource, ...]
    number: int
    politics: bool
    copies: int
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Commander(Printed):
    id: str
    name: str
    side: Side
    money: int
    politics: int
    reward: Resource
    cards: tuple[CommandCard, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class SpecialCard(Printed):
    """A special command; `resource` and `amount` belong to the effects GAIN and INCOME."""

    _with_number = say("special command {number}")

    id: CardId
    name: str
    side: Side
    price: int
    pay: tuple[Resource, ...]
    effect: Effect
    resource: Resource
    amount: int
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Square:
    """One square of a battle card: how many tiles it hits, and whether it blocks."""

    hits: int = 0
    block: bool = False


SYMBOLS: Mapping[str, Square] = {
    "-": Square(),
    "H": Square(1),
    "HH": Square(2),
    "B": Square(0, True),
    "BH": Square(1, True),
    "BHH": Square(2, True),
}
"""A square may show a block and a hit (ISK-138)."""

SYMBOL_OF: Mapping[Square, str] = {square: symbol for symbol, square in SYMBOLS.items()}


@dataclass(frozen=True, slots=True)
class BattleCard(Printed):
    _with_number = say("battle card {number}")

    id: CardId
    name: str
    side: Side
    tactic: str
    attack: tuple[Square, ...]
    defence: tuple[Square, ...]
    copies: int
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Operation(Printed):
    """A secret operation; people say at the end whether its goal was reached."""

    _with_number = say("secret operation {number}")

    id: CardId
    name: str
    side: Side
    vp: int
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class TimeToken(Printed):
    """An ordinary time token: what it does to prices in which sector."""

    id: str
    name: str
    change: int
    sector: int
    copies: int
    provenance: Provenance

    @property
    def printed_name(self) -> Text:
        """What it does, in the reader's language."""
        change = f"{self.change:+d}".replace("-", MINUS)
        return say("token {change} for sector {sector}", change=change, sector=self.sector)


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """All printed facts of one copy of the game. Two profiles are equal when their digests are.

    `told`: the questions that have been answered, where all others are asked when they decide something. Each card has
    an id of its own then, by the number on its label. None: what nobody has told is played with as it is made up.
    """

    name: str
    digest: str
    boards: Mapping[str, BoardFacts]
    white: tuple[tuple[Place, Place], ...]
    white_provenance: Provenance
    commanders: Mapping[str, Commander]
    battle_cards: Mapping[CardId, BattleCard]
    specials: Mapping[CardId, SpecialCard]
    operations: Mapping[CardId, Operation]
    tokens: Mapping[str, TimeToken]
    told: frozenset[str] | None = None
    cards: Mapping[CardId, CommandCard] = field(init=False)
    hand_cards: Mapping[CardId, CommandCard | SpecialCard] = field(init=False)

    def __post_init__(self) -> None:
        cards = {card.id: card for commander in self.commanders.values() for card in commander.cards}
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "hand_cards", {**cards, **self.specials})

    def is_untold(self, question: str) -> bool:
        """Whether that has to be asked before anything may rest on it: neither it is told nor what it is a part of."""
        return self.told is not None and self.told.isdisjoint((question, question.partition(PART)[0]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Profile) and other.digest == self.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<Profile {self.name} {self.digest}>"


def question_about(card: CardId, value: str) -> str:
    """The question about a value of a card that has an id of its own: `general_card_7` is asked as `general_card.7`."""
    deck, _, number = card.rpartition("_")
    return f"{deck}.{number}.{value}"


def territory_place(board: str, number: int) -> Place:
    return f"{board}.{number}"


def sector_place(board: str, number: int) -> Place:
    return f"{board}.o{number}"
