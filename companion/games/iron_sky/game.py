"""Iron Sky: The Board Game as a value: rules, table and screen in one place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from companion.core.base_game import BaseGame
from companion.core.choices import Choices
from companion.core.copy_form import CopyForm
from companion.core.editor import Editor
from companion.core.evidence import Evidence
from companion.core.facts import Fact
from companion.core.found_table import FoundTable
from companion.core.game import Options, OwnersCopy
from companion.core.notation import Notation
from companion.core.setup_steps import SetupStep
from companion.core.table import Piece, PieceShape, Tag, Zone
from companion.core.tags import second_labels
from companion.core.text import Text, say
from companion.games.iron_sky import (
    apply,
    candidates,
    in_play,
    inference,
    inference_chance,
    layout,
    least_decisions,
    measures,
    names,
    notation,
    position,
    position_write,
    profile_write,
    scoring,
    screen,
    table,
    tags,
)
from companion.games.iron_sky.actions import Action
from companion.games.iron_sky.catalog import Profile
from companion.games.iron_sky.copy_form import IronSkyForm
from companion.games.iron_sky.copy_sheets import (
    BATTLE_GROUP,
    COMMAND_GROUP,
    COMMANDER_GROUP,
    OPERATION_GROUP,
    SPECIAL_GROUP,
    TOKEN_GROUP,
)
from companion.games.iron_sky.editor import TableEditor
from companion.games.iron_sky.found_table import WhatLies
from companion.games.iron_sky.initial_state import PLAYERS, chairs, initial_state, with_choices
from companion.games.iron_sky.invariants import INVARIANTS
from companion.games.iron_sky.profile import overlaid, provisional_profile
from companion.games.iron_sky.rules import rules_of
from companion.games.iron_sky.sentences import sentence
from companion.games.iron_sky.settings import BOOK, SETTINGS
from companion.games.iron_sky.setup_steps import setup_steps, to_lay
from companion.games.iron_sky.state import State
from companion.games.iron_sky.turn import to_move
from companion.games.iron_sky.untold import asked


class IronSky(BaseGame[State, Action]):
    """The game with one copy's board profile. See `companion.core.game.Game` for what each method promises."""

    name = "iron_sky"
    title = say("Iron Sky: The Board Game")
    players = PLAYERS
    bgg_id = 109077
    settings = SETTINGS
    invariants = INVARIANTS
    rulebook = BOOK

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.rules = rules_of(profile)

    apply = staticmethod(apply.apply)
    candidates = staticmethod(candidates.candidates)
    outcome = staticmethod(scoring.outcome)
    result_untold = staticmethod(scoring.result_untold)
    score = staticmethod(scoring.score)
    sentence = staticmethod(sentence)
    to_move = staticmethod(to_move)
    with_choices = staticmethod(with_choices)
    in_play = staticmethod(in_play.in_play)
    layout = staticmethod(layout.layout)
    least_decisions = staticmethod(least_decisions.least_decisions)
    pile_heights = staticmethod(table.pile_heights)
    may_change = staticmethod(inference.may_change)
    may_lie = staticmethod(table.may_lie)
    may_show = staticmethod(table.may_show)
    measures = staticmethod(measures.measures)
    table = staticmethod(table.table)
    present = staticmethod(screen.present)
    drawn_onto = staticmethod(screen.drawn_onto)
    write_position = staticmethod(position_write.write_position)

    def chairs(self, options: Options) -> tuple[Text, ...]:
        return chairs(options)

    to_lay = staticmethod(to_lay)

    def setup_steps(self, state: State) -> Sequence[SetupStep]:
        return setup_steps(state, table.table(state))

    def start(self, names: tuple[str, ...], choices: Choices) -> State:
        return initial_state(self.profile, names, choices)

    def candidates_for(self, state: State, evidence: Evidence) -> Iterator[Action]:
        return inference.candidates_for(state, evidence)

    def chance_for(self, state: State, evidence: Evidence) -> Iterator[Action]:
        return inference_chance.chance_for(state, evidence)

    # --- what depends on the copy ---

    @property
    def copy(self) -> OwnersCopy[State, Action]:
        return self

    @property
    def facts(self) -> Sequence[Fact]:
        return profile_write.facts(self.profile)

    @property
    def asking(self) -> IronSky:
        if self.profile.told is not None:
            return self
        return self.with_profile(profile_write.write_profile(asked(self.profile, self.copy_form.answers())))

    def with_profile(self, profile: str) -> IronSky:
        return IronSky(overlaid(self.profile, profile, "the profile"))

    def write_profile(self) -> str:
        return profile_write.write_profile(self.profile)

    @cached_property
    def copy_form(self) -> CopyForm:
        return IronSkyForm(self.profile)

    def shown_by_use(self, state: State) -> Mapping[str, str]:  # noqa: ARG002
        return {}

    def shown_by_look(self, before: State, after: State) -> Mapping[str, str]:  # noqa: ARG002
        return {}

    @property
    def second_tags(self) -> Mapping[Tag, Tag]:
        return second_labels(__package__)

    @property
    def piece_of(self) -> Mapping[Tag, Piece]:
        return tags.piece_of(self.profile)

    @property
    def notation(self) -> Notation[Action]:
        return notation.notation(self.profile)

    @property
    def editor(self) -> Editor[State]:
        return TableEditor()

    @property
    def found(self) -> FoundTable[State]:
        return WhatLies(self)

    def shape(self, piece: Piece) -> PieceShape:
        return layout.shape(self.profile, piece)

    def piece_name(self, piece: Piece) -> Text:
        return names.piece_name(self.profile, piece)

    def sign(self, piece: Piece) -> tuple[str, str] | None:
        return next(((icon, tint) for pieces, _, icon, tint in self._kinds if piece in pieces), ("stack-2", "#8FC1F5"))

    def family(self, piece: Piece) -> Text:
        return next((name for pieces, name, _, _ in self._kinds if piece in pieces), say("Tiles and markers"))

    @property
    def _kinds(self) -> Sequence[tuple[Collection[Piece], Text, str, str]]:
        """The printed cards by what they are, each with its icon and tint."""
        printed = self.profile
        sheets = tuple(f"sheet_{each}" for each in printed.commanders)
        return (
            (printed.cards, COMMAND_GROUP, "play-card", "#EBCB5E"),
            (printed.specials, SPECIAL_GROUP, "bolt", "#F3E6CB"),
            (printed.battle_cards, BATTLE_GROUP, "swords", "#EE8C78"),
            (printed.operations, OPERATION_GROUP, "lock", "#C39BEC"),
            (printed.tokens, TOKEN_GROUP, "clock", "#6FD0C0"),
            (sheets, COMMANDER_GROUP, "crown", "#D8A878"),
        )

    def zone_name(self, zone: Zone) -> Text:
        return names.zone_name(self.profile, zone)

    def read_position(self, notation: str) -> State:
        return position.read_position(self.profile, self.initial_state, notation)


GAME = IronSky(provisional_profile())
