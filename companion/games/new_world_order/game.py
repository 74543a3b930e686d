"""The game as a value: `GAME`, and copies of it with an owner's profile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.core.base_game import BaseGame
from companion.core.choices import Choices
from companion.core.copy_form import CopyForm
from companion.core.editor import Editor
from companion.core.facts import Fact
from companion.core.found_table import FoundTable
from companion.core.game import OwnersCopy, Seat, Setting
from companion.core.notation import Notation
from companion.core.piece_sheet import Offer, PieceSheet
from companion.core.rules import Invariant, Rule, Rulebook
from companion.core.screen import Screen
from companion.core.selection import NO_SELECTION, Selection
from companion.core.table import Piece, PieceShape, Tag, Zone
from companion.core.tags import labels, second_labels
from companion.core.text import NOTHING, Text, say, verbatim
from companion.games.new_world_order.actions import (
    RULES,
    Action,
    apply,
    candidates,
    candidates_for,
    chance_for,
    sentence,
)
from companion.games.new_world_order.catalog import Catalog
from companion.games.new_world_order.catalog_files import ASKED, UNTOLD, facts, load, write_profile
from companion.games.new_world_order.copy_form import CHARACTERS, TILES, NewWorldOrderForm
from companion.games.new_world_order.declared_goals import declaration
from companion.games.new_world_order.editor import TableEditor
from companion.games.new_world_order.found_table import WhatLies
from companion.games.new_world_order.hints import offer, sheet
from companion.games.new_world_order.invariants import INVARIANTS
from companion.games.new_world_order.laying import setup_steps, to_lay
from companion.games.new_world_order.layout import MatLayout, layout
from companion.games.new_world_order.measures import measures
from companion.games.new_world_order.names import sign, tile_by_itself
from companion.games.new_world_order.notation import notation_of
from companion.games.new_world_order.position import read_position, write_position
from companion.games.new_world_order.pyramid import PLACES
from companion.games.new_world_order.scoring import outcome, result_untold, score
from companion.games.new_world_order.screen import present
from companion.games.new_world_order.settings import SETTINGS, TITLE, book
from companion.games.new_world_order.state import EMPTY, Player, State
from companion.games.new_world_order.table import PARTS, may_lie, may_show, shape, table, zone_name

SPECIALS = say("Special cards")
_OTHER_SIGNS: Mapping[Text, tuple[str, str]] = {TILES: ("diamond", "#F3E6CB"), CHARACTERS: ("user", "#C9BCA3")}


def piece_of() -> dict[Tag, Piece]:
    """The piece behind every label."""
    return {label.tag: label.piece for label in labels("companion.games.new_world_order", "N")}


@dataclass(frozen=True, eq=False)
class NewWorldOrder(BaseGame[State, Action]):
    """The `Game` of one catalogue: the shipped one, or that of an owner's copy."""

    catalog: Catalog = field(default_factory=load)
    name: str = "new_world_order"
    title: Text = TITLE
    players: range = range(2, 6)
    settings: Sequence[Setting] = SETTINGS
    invariants: Sequence[Invariant[State]] = INVARIANTS
    rulebook: Rulebook = book
    rules: Mapping[type[Action], Sequence[Rule[State, Action]]] = field(default_factory=lambda: RULES)
    piece_of: Mapping[Tag, Piece] = field(default_factory=piece_of)

    apply = staticmethod(apply)
    candidates = staticmethod(candidates)
    candidates_for = staticmethod(candidates_for)
    chance_for = staticmethod(chance_for)
    measures = staticmethod(measures)
    outcome = staticmethod(outcome)
    score = staticmethod(score)
    result_untold = staticmethod(result_untold)
    declaration = staticmethod(declaration)
    sentence = staticmethod(sentence)
    setup_steps = staticmethod(setup_steps)
    to_lay = staticmethod(to_lay)
    table = staticmethod(table)
    may_lie = staticmethod(may_lie)
    may_show = staticmethod(may_show)
    zone_name = staticmethod(zone_name)
    write_position = staticmethod(write_position)

    # --- what is printed ---

    @property
    def copy(self) -> OwnersCopy[State, Action]:
        return self

    def shown_by_use(self, state: State) -> Mapping[str, str]:  # noqa: ARG002
        return {}

    def shown_by_look(self, before: State, after: State) -> Mapping[str, str]:  # noqa: ARG002
        return {}

    @property
    def second_tags(self) -> Mapping[Tag, Tag]:
        return second_labels(__package__)

    @property
    def facts(self) -> Sequence[Fact]:
        return facts(self.catalog)

    def with_profile(self, profile: str) -> NewWorldOrder:
        return NewWorldOrder(load(self.write_profile(), profile))

    @property
    def asking(self) -> NewWorldOrder:
        return self.with_profile(f'{UNTOLD} = "{ASKED}"')

    def write_profile(self) -> str:
        return write_profile(self.catalog)

    @property
    def copy_form(self) -> CopyForm:
        return NewWorldOrderForm(self.catalog, self.write_profile())

    # --- the rules ---

    def start(self, names: tuple[str, ...], choices: Choices) -> State:
        slots = 7 if len(names) <= 3 else 5
        players = tuple(Player(name, (EMPTY,) * slots) for name in names)
        return State(self.catalog, choices, players, tuple(self.catalog.cards.values()), (None,) * len(PLACES))

    def to_move(self, state: State) -> tuple[Seat, ...]:
        return (state.on_turn,) if state.turn is not None else ()

    # --- the table ---

    def layout(self, state: State) -> MatLayout:
        return layout(state, self.piece_of)

    def shape(self, piece: Piece) -> PieceShape:
        return shape(self.catalog, piece)

    @property
    def editor(self) -> Editor[State]:
        return TableEditor()

    @property
    def found(self) -> FoundTable[State]:
        return WhatLies(self)

    # --- the people ---

    def present(self, state: State, selection: Selection = NO_SELECTION) -> Screen:
        return present(state, selection)

    def piece_name(self, piece: Piece) -> Text:
        if piece in self.catalog.tiles:
            return tile_by_itself(self.catalog, piece)
        known = self.catalog.named(piece)
        return PARTS.get(piece, verbatim(piece)) if known is None else known.name

    def sign(self, piece: Piece) -> tuple[str, str] | None:
        return sign(self.catalog, piece) if piece in self.catalog.cards else _OTHER_SIGNS.get(self.family(piece))

    def family(self, piece: Piece) -> Text:
        if piece in self.catalog.corporations:
            return self.catalog.colour_sets[self.catalog.corporations[piece].set].name
        kinds = ((self.catalog.specials, SPECIALS), (self.catalog.tiles, TILES), (self.catalog.characters, CHARACTERS))
        return next((name for pieces, name in kinds if piece in pieces), NOTHING)

    def sheet(self, state: State, zone: Zone, piece: Piece, /) -> PieceSheet:
        return sheet(state, zone, piece)

    def offer(self, state: State, action: Action, /) -> Offer:
        return offer(state, action)

    @property
    def notation(self) -> Notation[Action]:
        return notation_of(self.catalog)

    def read_position(self, notation: str) -> State:
        return read_position(self.catalog, notation)


GAME = NewWorldOrder()
