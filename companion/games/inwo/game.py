"""The game as a value: `GAME`, and copies of it for an evening's decks, labels and corrections."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.core.base_game import BaseGame
from companion.core.choices import Choices
from companion.core.decks import DeckRules, Decks
from companion.core.editor import Editor
from companion.core.facts import Fact
from companion.core.found_table import FoundTable
from companion.core.game import OwnersCopy, Setting
from companion.core.notation import Notation
from companion.core.rules import Invariant, Rule, Rulebook
from companion.core.table import Piece, PieceShape, Tag, Zone
from companion.core.text import NOTHING, Text
from companion.games.inwo import (
    deck_files,
    inference,
    measures,
    names,
    notation,
    position,
    screen,
    table,
)
from companion.games.inwo.actions import Action
from companion.games.inwo.attack_steps import thrown
from companion.games.inwo.candidates import candidates
from companion.games.inwo.catalog import Kind
from companion.games.inwo.copy_form import GROUP_NAMES, ICONS, TINTS, InwoForm, shown_by_look, shown_by_use
from companion.games.inwo.deck_rules import rules_of_decks
from companion.games.inwo.decks import (
    RECOMMENDED_SIZE,
    Deck,
    DeckEvening,
    check_sizes,
    default_evening,
    read_evening,
    write_evening,
)
from companion.games.inwo.editor import TableEditor
from companion.games.inwo.found_table import WhatLies
from companion.games.inwo.goals import outcome, score
from companion.games.inwo.invariants import INVARIANTS
from companion.games.inwo.layout import layout
from companion.games.inwo.rules import RULES, apply
from companion.games.inwo.screen_attack import drawn_onto
from companion.games.inwo.sentences import sentence
from companion.games.inwo.settings import BOOK, SETTINGS, TITLE
from companion.games.inwo.setup_steps import setup_steps, to_lay
from companion.games.inwo.state import Phase, Player, State
from companion.games.inwo.tags import second_tags
from companion.games.inwo.turn import to_move


@dataclass(frozen=True, eq=False)
class Inwo(BaseGame[State, Action]):
    """The `Game` of one evening. See `companion.core.game.Game` for what each method promises."""

    evening: DeckEvening = field(default_factory=default_evening)
    name: str = "inwo"
    title: Text = TITLE
    players: range = range(2, 7)
    bgg_id: int | None = 1552
    settings: Sequence[Setting] = SETTINGS
    invariants: Sequence[Invariant[State]] = INVARIANTS
    rulebook: Rulebook = BOOK
    rules: Mapping[type, Sequence[Rule[State, Action]]] = field(default_factory=lambda: RULES)

    apply = staticmethod(apply)
    candidates = staticmethod(candidates)
    candidates_for = staticmethod(inference.candidates_for)
    chance_for = staticmethod(inference.chance_for)
    layout = staticmethod(layout)
    outcome = staticmethod(outcome)
    score = staticmethod(score)
    sentence = staticmethod(sentence)
    setup_steps = staticmethod(setup_steps)
    shown_by_look = staticmethod(shown_by_look)
    shown_by_use = staticmethod(shown_by_use)
    to_lay = staticmethod(to_lay)
    to_move = staticmethod(to_move)
    may_change = staticmethod(inference.may_change)
    may_lie = staticmethod(table.may_lie)
    least_decisions = staticmethod(inference.least_decisions)
    may_show = staticmethod(table.may_show)
    measures = staticmethod(measures.measures)
    pile_heights = staticmethod(table.pile_heights)
    thrown = staticmethod(thrown)
    table = staticmethod(table.table)
    present = staticmethod(screen.present)
    drawn_onto = staticmethod(drawn_onto)
    write_position = staticmethod(position.write_position)

    # --- what is printed ---

    @property
    def copy(self) -> OwnersCopy[State, Action]:
        return self

    @property
    def facts(self) -> Sequence[Fact]:
        return self.evening.catalog.facts

    @property
    def piece_of(self) -> Mapping[Tag, Piece]:
        return self.evening.labels

    @property
    def asking(self) -> Inwo:
        return self

    def with_profile(self, profile: str) -> Inwo:
        return replace(self, evening=read_evening(self.evening, profile))

    def write_profile(self) -> str:
        return write_evening(self.evening)

    @property
    def copy_form(self) -> InwoForm:
        return InwoForm(self.evening)

    def in_play(self, state: State) -> Collection[Piece]:  # noqa: ARG002
        """The cards of the decks, and all that is no card."""
        others = (piece for piece in self.piece_of.values() if piece not in self.evening.catalog.cards)
        return {*self.copy_form.in_decks, *others}

    @property
    def second_tags(self) -> Mapping[Tag, Tag]:
        return second_tags()

    @property
    def decks(self) -> Decks:
        return self

    @property
    def blank_tags(self) -> Sequence[Tag]:
        return deck_files.blank_tags(self.evening.labels)

    @property
    def deck_rules(self) -> DeckRules:
        return rules_of_decks(self.evening.catalog)

    def register_deck(self, profile: str, owner: str, tags: Sequence[Tag], cards: str = "") -> str:
        if cards:
            return deck_files.listed(self.evening, profile, owner, cards)
        return deck_files.registered(self.evening, profile, owner, tags)

    def label_decks(self, profile: str) -> tuple[str, tuple[Tag, ...]]:
        return deck_files.labelled(self.evening, profile)

    # --- the rules ---

    def start(self, names: tuple[str, ...], choices: Choices) -> State:
        decks = self.evening.decks_of(names)
        check_sizes(decks, RECOMMENDED_SIZE if choices["deck_size"] == "45" else None)
        players = tuple(self._player(name, deck) for name, deck in zip(names, decks, strict=True))
        return State(players, Phase.ILLUMINATI, evening=self.evening, choices=choices)

    def _player(self, name: str, deck: Deck) -> Player:
        catalog = self.evening.catalog
        return Player(
            name,
            unseen_plots=tuple(sorted(deck.of(catalog, Kind.PLOT, Kind.ILLUMINATI))),
            unseen_groups=tuple(sorted(card for card in deck.cards if catalog[card].in_group_deck)),
        )

    # --- the table ---

    def shape(self, piece: Piece) -> PieceShape:
        return table.shape(self.evening, piece)

    @property
    def editor(self) -> Editor[State]:
        return TableEditor()

    @property
    def found(self) -> FoundTable[State]:
        return WhatLies(self)

    # --- the people ---

    @property
    def notation(self) -> Notation[Action]:
        return notation.notation(self.evening)

    def sign(self, piece: Piece) -> tuple[str, str] | None:
        card = self.evening.catalog.cards.get(piece)
        return None if card is None else (ICONS.get(card.kind, "building"), TINTS[card.kind])

    def family(self, piece: Piece) -> Text:
        card = self.evening.catalog.cards.get(piece)
        return NOTHING if card is None else GROUP_NAMES[card.kind]

    def piece_name(self, piece: Piece) -> Text:
        return self.evening[piece].title

    def zone_name(self, zone: Zone) -> Text:
        return names.zone_name(self.evening, zone)

    def read_position(self, notation: str) -> State:
        return position.read_position(self.evening, notation)


GAME = Inwo()
