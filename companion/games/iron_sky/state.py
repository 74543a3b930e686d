"""Everything the rules need to know, as frozen values.

Hidden things are counts (ISK-177): a hand, a command deck, a battle deck and a bank are numbers; open piles name their
cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, ClassVar, Self

from companion.core.choices import Choices
from companion.core.fast_dataclasses import KeepsHash, keeps_hash, replace
from companion.core.game import Seat
from companion.core.schema import at_least, between, some_of
from companion.core.text import say
from companion.errors import NotationError
from companion.games.iron_sky.catalog import (
    BATTLE_DECK,
    ELITE_TILES,
    SYMBOLS,
    TILE_BOARD,
    TILE_SIDE,
    CardId,
    Command,
    Place,
    Profile,
    Resource,
    Side,
    Square,
    Tile,
)
from companion.games.iron_sky.map_graph import MapGraph, Site
from companion.games.iron_sky.settings import BOOK, plays

# --- armies ---


Tiles = tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Stack:
    """The normal tiles from the bottom up, and the Elite on top of them if there is one (ISK-166).

    Only normal ones count against the largest army (ISK-165).
    """

    normal: Tiles = ()
    elite: Tile | None = None

    @classmethod
    def of(cls, tiles: Iterable[Tile]) -> Stack:
        """The stack of these tiles, from the bottom up. Raises NotationError for what can be no army."""
        *below, top = tuple(tiles) or (None,)
        if top is None:
            return cls()
        if len({TILE_SIDE[tile] for tile in (*below, top)}) > 1:
            raise NotationError(f"{say('an army has tiles of one side')} [{BOOK['ISK-5']}]")
        if ELITE_TILES.intersection(below):
            raise NotationError(f"{say('an army has one Elite tile at most, and it lies on top')} [{BOOK['ISK-166']}]")
        return cls(tuple(below), top) if top in ELITE_TILES else cls((*below, top))

    def __len__(self) -> int:
        return len(self.normal) + (self.elite is not None)

    @property
    def tiles(self) -> Tiles:
        """All of them from the bottom up."""
        return self.normal if self.elite is None else (*self.normal, self.elite)

    @property
    def leader(self) -> Tile | None:
        """The tile on top, which is the one that can be seen (ISK-11)."""
        return self.elite or (self.normal[-1] if self.normal else None)

    @property
    def side(self) -> Side | None:
        """Whose army it is; None of an empty place."""
        if self.normal:
            return TILE_SIDE[self.normal[0]]
        return None if self.elite is None else TILE_SIDE[self.elite]

    def joined_by(self, arriving: Stack) -> Stack:
        """Arrivals go on top and lead (ISK-11), but go under an Elite tile (ISK-10, ISK-166)."""
        return Stack(self.normal + arriving.normal, arriving.elite or self.elite)

    def lifted(self, count: int, *, leaving_elite: bool = False) -> tuple[Stack, Stack]:
        """What stays and what goes when so many tiles are taken off the top (ISK-10)."""
        if self.elite is None or leaving_elite or count < 1:
            cut = max(len(self.normal) - count, 0)
            return Stack(self.normal[:cut], self.elite), Stack(self.normal[cut:])
        cut = max(len(self.normal) - count + 1, 0)
        return Stack(self.normal[:cut]), Stack(self.normal[cut:], self.elite)

    def lifted_from(self, tile: Tile, count: int) -> tuple[Stack, Stack]:
        """As `lifted`, when hands took this tile, and what is under it, from below others (ISK-10 forbids it)."""
        if tile not in self.normal:
            return self.lifted(count)
        above = self.normal[::-1].index(tile)
        reached = len(self.normal) - above
        cut = max(reached - count, 0)
        return Stack(self.normal[:cut] + self.normal[reached:], self.elite), Stack(self.normal[cut:reached])

    def losing(self, count: int) -> tuple[Stack, Tiles]:
        """What stays when so many normal tiles fall from the top, and these, the first to fall first."""
        cut = max(len(self.normal) - count, 0)
        return Stack(self.normal[:cut], self.elite), self.normal[cut:][::-1]


# --- the state ---


UNKNOWN_CARD: CardId = "?"
"""A battle card whose symbols were entered by hand."""

SEATS = "ABCDEF"
_INDEX = {seat: index for index, seat in enumerate(SEATS)}

Count = Annotated[int, at_least(0)]
Army = Annotated[Stack, "army"]
NO_ARMY = Stack()
OpenCard = Annotated[CardId, "open_card"]
"""Annotations say how a position spells a value (see `position_schema`); this one is a battle card or UNKNOWN_CARD."""


class Phase(StrEnum):
    """SHEETS: commanders are drawn. TOKEN: a time token is to be turned. SECRETS: operations are shown."""

    SHEETS = "sheets"
    COMMAND = "command"
    END_OF_TURN = "end_of_turn"
    TOKEN = "token"
    SECRETS = "secrets"
    OVER = "over"


class Slot(StrEnum):
    CENTRE = "cc"
    FRONTLINE = "fl"


@keeps_hash
@dataclass(frozen=True, slots=True)
class Territory(KeepsHash):
    """Two slots, and what lies on them for good."""

    centre: Army = field(default=NO_ARMY, metadata={"key": "cc"})
    frontline: Army = field(default=NO_ARMY, metadata={"key": "fl"})
    improvement: Annotated[CardId, "special"] | None = None
    nuked: bool = False

    def stack(self, slot: Slot) -> Stack:
        return self.centre if slot is Slot.CENTRE else self.frontline

    def with_stack(self, slot: Slot, stack: Stack) -> Territory:
        return replace(self, centre=stack) if slot is Slot.CENTRE else replace(self, frontline=stack)

    @property
    def controller(self) -> Side | None:
        """ISK-6: whoever has an army in the Command Centre."""
        return self.centre.side

    @property
    def at_war(self) -> bool:
        """ISK-8: an army in both slots; they are always of two sides."""
        return bool(self.centre and self.frontline)

    def slot_of(self, side: Side) -> Slot | None:
        """ISK-4: where the side's only army of this territory stands."""
        if self.centre.side is side:
            return Slot.CENTRE
        if self.frontline.side is side:
            return Slot.FRONTLINE
        return None


@keeps_hash
@dataclass(frozen=True, slots=True)
class BoardState(KeepsHash):
    """A board in play. `terror` and `jamming` are indices of a territory and a sector; the markers 0 to 7."""

    name: str
    territories: tuple[Territory, ...]
    orbit: tuple[Stack, ...]
    terror: int | None = None
    jamming: int | None = None
    occupation: int = 0
    devastation: int = 0


@dataclass(frozen=True, slots=True)
class BattleDeck:
    """A player's battle cards: face down in deck, Reserve and hand; face up, oldest first, in the used pile."""

    deck: int = BATTLE_DECK - 1
    reserve: int = 1
    hand: int = 0
    used: tuple[CardId, ...] = ()

    @property
    def unused(self) -> int:
        return self.deck + self.reserve + self.hand


@dataclass(frozen=True, slots=True)
class Todo:
    """A command that is paid and not yet carried out. `base` is the place of the fresh tile of an Assault."""

    command: Command
    card: Annotated[CardId, "card"]
    left: Count = 0
    placed: Count = 0
    politics: Count = 0
    adjust: Annotated[int, between(-1, 1)] = 0
    base: Annotated[Place, "place"] | None = None


@keeps_hash
@dataclass(frozen=True, slots=True)
class Player(KeepsHash):
    """One seat: what it has on either side. `trophies` are Reich tiles; `specials` those known to be in his cards.

    `todo` is the command he has paid for: players of a side may each have one open at the same time (ISK-46).
    """

    side: ClassVar[Side]
    seat: Seat
    name: str
    board: str
    commander: str | None = None
    hand: int = 0
    deck: int = 0
    discard: tuple[CardId, ...] = ()
    specials: tuple[CardId, ...] = ()
    battle: BattleDeck = BattleDeck()
    supply: int = 0
    trophies: int = 0
    initiative: bool = False
    done: bool = False
    readied: bool = False
    operation: CardId | None = None
    fulfilled: bool | None = None
    todo: Todo | None = None

    def held(self, resource: Resource) -> int:
        """Where his marker stands; 0 for what his side has no track of."""
        return getattr(self, resource, 0)

    def with_held(self, **tracks: int) -> Self:
        """With markers of his own tracks elsewhere."""
        return replace(self, **tracks)


@keeps_hash
@dataclass(frozen=True, slots=True)
class ReichPlayer(Player):
    """`elite_trophies` are destroyed Elite tiles; `given` and `advised` count what he did with CP in this turn."""

    side: ClassVar[Side] = Side.REICH
    command: int = 0
    elite_trophies: int = 0
    given: int = 0
    advised: int = 0


@keeps_hash
@dataclass(frozen=True, slots=True)
class UwcPlayer(Player):
    """`elite`: whether his Elite tile lies beside his sheet."""

    side: ClassVar[Side] = Side.UWC
    money: int = 0
    politics: int = 0
    elite: bool = False


PLAYER_OF: Mapping[Side, type[ReichPlayer | UwcPlayer]] = {kind.side: kind for kind in (ReichPlayer, UwcPlayer)}


NO_SQUARE = -1
"""Of a strike that no pair of squares did: what a lone hit on an Elite army takes when the battle ends (ISK-167)."""


@dataclass(frozen=True, slots=True)
class Strike:
    """What one pair of squares did, for the screen: losses as tiles, in the order they fell."""

    attacker_square: int
    defender_square: int
    attacker_losses: Tiles
    defender_losses: Tiles


@dataclass(frozen=True, slots=True)
class Fighter:
    """One side of a battle. `card` and `squares` once shown; `entered` collects symbols entered by hand."""

    player: Annotated[Seat, "player"]
    source: Annotated[str, "source"] | None = None
    card: OpenCard | None = None
    squares: Annotated[tuple[Square, ...], "squares"] | None = None
    entered: tuple[Annotated[str, some_of(*SYMBOLS)], ...] = ()
    replaced: tuple[OpenCard, ...] = ()
    boosted: bool = False
    hits: Count = 0


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle under way. `square` counts the pairs already compared; decisions are None until taken."""

    place: Place
    attacker: Fighter
    defender: Fighter
    shift: int | None = None
    fortress: bool | None = None
    square: int = 0
    strikes: tuple[Strike, ...] = ()


@keeps_hash
@dataclass(frozen=True, slots=True)
class State(KeepsHash):
    """The whole game. `tokens` are the ordinary time tokens turned so far, the open one last."""

    map: MapGraph
    choices: Choices
    players: tuple[Player, ...]
    boards: tuple[BoardState, ...]
    phase: Phase = Phase.SHEETS
    side: Side = Side.REICH
    round: int = 1
    tokens: tuple[str, ...] = ()
    bank_reich: int = 0
    bank_uwc: int = 0
    loans: int = 0
    advice: int = 0
    neutral: tuple[str, ...] = ()
    gone: tuple[Tile, ...] = ()
    spent_specials: tuple[CardId, ...] = ()
    battle: Battle | None = None
    last_battle: Battle | None = None

    @property
    def profile(self) -> Profile:
        return self.map.profile

    def plays(self, option: str) -> bool:
        """Whether an optional rule is in use."""
        return plays(self.choices, option)

    def player(self, seat: Seat) -> Player:
        return self.players[_INDEX[seat]]

    def with_player(self, player: Player) -> State:
        index = _INDEX[player.seat]
        return replace(self, players=(*self.players[:index], player, *self.players[index + 1 :]))

    def board(self, name: str) -> BoardState:
        for board in self.boards:
            if board.name == name:
                return board
        raise KeyError(name)

    def with_board(self, changed: BoardState) -> State:
        return replace(self, boards=tuple(changed if board.name == changed.name else board for board in self.boards))

    def site(self, place: Place) -> Site:
        return self.map.sites[place]

    def territory(self, place: Place) -> Territory:
        site = self.map.sites[place]
        return self.board(site.board).territories[site.index]

    def orbit(self, place: Place) -> Stack:
        site = self.map.sites[place]
        return self.board(site.board).orbit[site.index]

    def army(self, place: Place, side: Side) -> Stack:
        """The side's tiles at a place; empty where it has none."""
        site = self.map.sites[place]
        board = self.board(site.board)
        if site.orbit:
            return board.orbit[site.index] if side is Side.REICH else NO_ARMY
        territory = board.territories[site.index]
        if territory.centre.side is side:
            return territory.centre
        return territory.frontline if territory.frontline.side is side else NO_ARMY

    def commander_of(self, side: Side, board: str) -> Player:
        """ISK-7: the player of the side who sits at the board."""
        return next(player for player in self.players if player.board == board and player.side is side)

    def team(self, side: Side) -> Iterator[Player]:
        return (player for player in self.players if player.side is side)

    def owner(self, tile: Tile) -> Player | None:
        """The player whose supply the tile came from; None for a tile of a Neutral continent."""
        side, board = TILE_SIDE[tile], TILE_BOARD[tile]
        return next((player for player in self.players if player.board == board and player.side is side), None)

    def has_terror(self, place: Place) -> bool:
        site = self.map.sites[place]
        return not site.orbit and self.board(site.board).terror == site.index

    def is_jammed(self, place: Place) -> bool:
        site = self.map.sites[place]
        return site.orbit and self.board(site.board).jamming == site.index

    def is_nuked(self, place: Place) -> bool:
        return not self.map.sites[place].orbit and self.territory(place).nuked

    def bank(self, side: Side) -> int:
        return self.bank_reich if side is Side.REICH else self.bank_uwc

    def with_bank(self, side: Side, count: int) -> State:
        return replace(self, bank_reich=count) if side is Side.REICH else replace(self, bank_uwc=count)


def stacks(state: State) -> Iterator[Stack]:
    """Every army on the boards."""
    for board in state.boards:
        yield from board.orbit
        for territory in board.territories:
            yield territory.centre
            yield territory.frontline
