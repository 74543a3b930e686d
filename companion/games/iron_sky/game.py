"""Iron Sky: The Board Game as a value: rules, table and screen in one place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.facts import Fact
from companion.core.game import Options, Outcome, Setting
from companion.core.rules import Rule, Score, Violation
from companion.core.screen import Screen
from companion.core.table import Change, Piece, PieceShape, TableLayout, TableSnapshot, Tag, Zone
from companion.core.text import Text, say
from companion.games.iron_sky import moves
from companion.games.iron_sky.actions import Action
from companion.games.iron_sky.apply import apply
from companion.games.iron_sky.catalog import Profile
from companion.games.iron_sky.checks import faults
from companion.games.iron_sky.clues import candidates_for
from companion.games.iron_sky.clues_chance import chance_for
from companion.games.iron_sky.layout import layout, shape
from companion.games.iron_sky.names import piece_name, zone_name
from companion.games.iron_sky.notation import read_action, write_action
from companion.games.iron_sky.position import read_position
from companion.games.iron_sky.position_write import write_position
from companion.games.iron_sky.profile import overlaid, provisional_profile
from companion.games.iron_sky.profile_write import facts, write_profile
from companion.games.iron_sky.rules import RULES
from companion.games.iron_sky.scoring import outcome, score
from companion.games.iron_sky.screen import present
from companion.games.iron_sky.settings import SETTINGS
from companion.games.iron_sky.setup import PLAYERS, setup
from companion.games.iron_sky.state import State
from companion.games.iron_sky.table import table
from companion.games.iron_sky.tags import piece_of

TITLE = say("Iron Sky: The Board Game")


@dataclass(frozen=True, slots=True)
class IronSky:
    """The game with one copy's board profile. See `companion.core.game.Game` for what each method promises."""

    profile: Profile
    name: str = "iron_sky"
    title: Text = TITLE
    players: range = PLAYERS
    settings: Sequence[Setting] = SETTINGS

    def with_profile(self, profile: str) -> IronSky:
        return replace(self, profile=overlaid(self.profile, profile, "the profile"))

    def write_profile(self) -> str:
        return write_profile(self.profile)

    @property
    def facts(self) -> Sequence[Fact]:
        return facts(self.profile)

    @property
    def rules(self) -> Mapping[type, Sequence[Rule[State, Any]]]:
        return RULES

    def setup(self, options: Options) -> State:
        return setup(self.profile, options)

    def candidates(self, state: State) -> Iterator[Action]:
        return moves.candidates(state)

    def apply(self, state: State, action: Action) -> State:
        return apply(state, action)

    def outcome(self, state: State) -> Outcome | None:
        return outcome(state)

    def score(self, state: State) -> tuple[Score, ...]:
        return score(state)

    def faults(self, state: State) -> tuple[Violation, ...]:
        """Everything that cannot be in a position that people entered."""
        return faults(state)

    def candidates_for(self, state: State, changes: Sequence[Change]) -> Iterator[Action]:
        return candidates_for(state, changes)

    def chance_for(self, state: State, changes: Sequence[Change]) -> Iterator[Action]:
        return chance_for(state, changes)

    @property
    def piece_of(self) -> Mapping[Tag, Piece]:
        return piece_of(self.profile)

    def layout(self, state: State) -> TableLayout:
        return layout(state)

    def shape(self, piece: Piece) -> PieceShape:
        return shape(self.profile, piece)

    def table(self, state: State) -> TableSnapshot:
        return table(state)

    def present(self, state: State) -> Screen:
        return present(state)

    def piece_name(self, piece: Piece) -> Text:
        return piece_name(self.profile, piece)

    def zone_name(self, zone: Zone) -> Text:
        return zone_name(self.profile, zone)

    def read_position(self, notation: str) -> State:
        return read_position(self.profile, notation)

    def write_position(self, state: State) -> str:
        return write_position(state)

    def read_action(self, notation: str) -> Action:
        return read_action(self.profile, notation)

    def write_action(self, action: Action) -> str:
        return write_action(self.profile, action)


GAME = IronSky(provisional_profile())
