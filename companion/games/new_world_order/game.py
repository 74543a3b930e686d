"""The game as a value: `GAME`, and copies of it with an owner's profile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.core.facts import Fact
from companion.core.game import Options, Outcome, Setting
from companion.core.rules import Rule, Score, Violation
from companion.core.screen import Screen
from companion.core.table import Change, Piece, PieceShape, TableSnapshot, Tag, Zone
from companion.core.text import Text, say, verbatim
from companion.errors import ConfigError
from companion.games.new_world_order import table as table_side
from companion.games.new_world_order.actions import Action
from companion.games.new_world_order.apply import apply
from companion.games.new_world_order.catalog import Catalog
from companion.games.new_world_order.catalog_load import load
from companion.games.new_world_order.catalog_write import facts, write_profile
from companion.games.new_world_order.checks import faults
from companion.games.new_world_order.clues import candidates_for
from companion.games.new_world_order.layout import Mat, layout
from companion.games.new_world_order.moves import candidates
from companion.games.new_world_order.notation import Notation
from companion.games.new_world_order.position import read_position
from companion.games.new_world_order.position_write import write_position
from companion.games.new_world_order.pyramid import PLACES
from companion.games.new_world_order.rules import RULES
from companion.games.new_world_order.scoring import outcome, score
from companion.games.new_world_order.screen import present
from companion.games.new_world_order.settings import SETTINGS, Settings
from companion.games.new_world_order.state import DISC, EMPTY, TRIANGLE, Player, State
from companion.games.new_world_order.tags import piece_of

PLAYERS = range(2, 6)
_TITLE = say("New World Order")


@dataclass(frozen=True)
class NewWorldOrder:
    """The `Game` of one catalogue: the shipped one, or that of an owner's copy."""

    catalog: Catalog = field(default_factory=load)
    name: str = "new_world_order"
    title: Text = _TITLE
    players: range = PLAYERS
    settings: Sequence[Setting] = SETTINGS
    rules: Mapping[type, Sequence[Rule[State, Action]]] = field(default_factory=lambda: RULES)
    piece_of: Mapping[Tag, Piece] = field(default_factory=piece_of)

    # --- what is printed ---

    @property
    def facts(self) -> Sequence[Fact]:
        return facts(self.catalog)

    def with_profile(self, profile: str) -> NewWorldOrder:
        return NewWorldOrder(load(self.write_profile(), profile))

    def write_profile(self) -> str:
        return write_profile(self.catalog)

    # --- the rules ---

    def setup(self, options: Options) -> State:
        if len(options.names) not in PLAYERS:
            raise ConfigError(f"New World Order is for 2 to 5 players, not {len(options.names)} (NWO-1).")
        settings = Settings.of(options.settings)
        slots = 7 if len(options.names) <= 3 else 5
        players = tuple(Player(name, (EMPTY,) * slots) for name in options.names)
        return State(self.catalog, settings, players, tuple(self.catalog.cards.values()), (None,) * len(PLACES))

    def faults(self, state: State) -> tuple[Violation, ...]:
        """Everything that cannot be in a position that people wrote down."""
        return faults(state)

    def candidates(self, state: State) -> Iterator[Action]:
        return candidates(state)

    def candidates_for(self, state: State, changes: Sequence[Change]) -> Iterator[Action]:
        return candidates_for(state, changes)

    def chance_for(self, state: State, changes: Sequence[Change]) -> Iterator[Action]:
        return (action for action in candidates_for(state, changes) if action.player is None)

    def apply(self, state: State, action: Action) -> State:
        return apply(state, action)

    def outcome(self, state: State) -> Outcome | None:
        return outcome(state)

    def score(self, state: State) -> tuple[Score, ...]:
        return score(state)

    # --- the table ---

    def layout(self, state: State) -> Mat:
        return layout(state, self.piece_of)

    def table(self, state: State) -> TableSnapshot:
        return table_side.table(state)

    def shape(self, piece: Piece) -> PieceShape:
        """How a piece looks from above, for pictures of the table."""
        return table_side.shape(self.catalog, piece)

    # --- the people ---

    def present(self, state: State) -> Screen:
        return present(state)

    def zone_name(self, zone: Zone) -> Text:
        return table_side.zone_name(zone)

    def piece_name(self, piece: Piece) -> Text:
        named = self.catalog.named(piece)
        if named is not None:
            return named.name
        return {DISC: say("starting-player disc"), TRIANGLE: say("triangle")}.get(piece, verbatim(piece))

    def read_position(self, notation: str) -> State:
        return read_position(self.catalog, notation)

    def write_position(self, state: State) -> str:
        return write_position(state)

    def read_action(self, notation: str) -> Action:
        return Notation(self.catalog).read(notation)

    def write_action(self, action: Action) -> str:
        return Notation(self.catalog).write(action)


GAME = NewWorldOrder()
