"""A game that says what it has, and gets notation, candidates, table, editor, positions, screen and words from that."""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import product
from math import ceil
from typing import Any, ClassVar, Generic, TypeVar

from companion.core import notation_words as words
from companion.core.action import SEATS, Action, Seat
from companion.core.base_game import BaseGame
from companion.core.choices import Choices
from companion.core.declared import position
from companion.core.declared.editor import PlacementEditor
from companion.core.declared.mat import Grid, LaidPlace, Mat
from companion.core.declared.placement import Placement
from companion.core.declared.screen import present
from companion.core.declared.state import TableState
from companion.core.editor import Editor
from companion.core.game import Outcome
from companion.core.notation import Notation
from companion.core.notation_words import Word
from companion.core.piece_sheet import Offer
from companion.core.rules import Rule, Score
from companion.core.screen import Screen
from companion.core.selection import NO_SELECTION, Selection
from companion.core.table import UNREADABLE, Change, Piece, PieceShape, TableSnapshot, Tag, Zone
from companion.core.tags import default_tags, tags_of
from companion.core.text import NOTHING, Text, verbatim, worded
from companion.core.zones import PUT_AWAY, PUT_AWAY_NAME, ZoneLayout

S = TypeVar("S", bound=TableState)
A = TypeVar("A", bound=Action)

ZONES = frozenset({"zone", "laid", "empty"})
"""The kinds of words that name a zone."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece: its name, how many there are, and how it is shown.

    `value` is a short figure on it, `family` what it is one of, `icon` one of those below, `tint` a colour
    ("#rrggbb"). On a board one with a tint and no icon is a disc. `shape` is its shape, if not that of the mat.
    """

    name: Text
    copies: int = 1
    value: str = ""
    icon: str = ""
    tint: str = ""
    family: Text = NOTHING
    shape: PieceShape | None = None


class DeclaredGame(BaseGame[S, A], Generic[S, A]):
    """A game whose state is a `TableState`: it declares `state`, `mat`, `pieces` and `actions`.

    It writes `outcome` and `score`, and the checks of its actions. Whatever else is not good enough is overridden.
    """

    name: str
    state: ClassVar[type[Any]]
    mat: Mat
    pieces: Mapping[Piece, Kind]
    actions: Sequence[type[Any]]
    placement: Placement = Placement()
    """What lies on the table from the start, such as `Placement({"a1": ("white",)})`."""

    words: Mapping[str, Word[Any]] = {}
    """The game's own kinds of words, by their names in the templates."""

    most_moved: int = 0
    """A decision moves so many pieces at most, counted where each goes and where it comes; 0 where nobody knows.

    What chance moves is a decision of nobody: leave it 0 in games in which chance moves anything.
    """

    # --- the rules ---

    def start(self, names: tuple[str, ...], choices: Choices) -> S:
        placement = Placement(self.placement, self.mat.layout(len(names)).piles)
        found: S = self.state(names=names, choices=choices, placement=placement)
        return found

    def to_move(self, state: S) -> tuple[Seat, ...]:
        """The seat that is `on_turn`, while the game goes on."""
        return (state.on_turn,) if self.outcome(state) is None else ()

    @cached_property
    def rules(self) -> Mapping[type, Sequence[Rule[S, Any]]]:
        """Those of each kind of action."""
        return {kind: kind.rules for kind in self.actions}

    @cached_property
    def notation(self) -> Notation[A]:
        """The `form` of each kind of action, with the words of `words` beside the usual ones."""
        zone = words.named("place", {zone: (zone,) for zone in self._places})
        kinds = {piece: (piece, str(kind.name)) for piece, kind in self.pieces.items()}
        known: dict[str, Word[Any]] = dict.fromkeys(sorted(ZONES), zone)
        known |= {"player": words.seat(SEATS[: max(self.players)]), "number": words.number()}
        known |= {"piece": words.named("piece", kinds), **self.words}
        return Notation({kind: kind.form for kind in self.actions}, known)

    @property
    def zones(self) -> Collection[Zone]:
        """Every zone that rules know, at the fullest table."""
        return self._places

    @cached_property
    def _places(self) -> Mapping[Zone, LaidPlace]:
        """By zone in which place it is."""
        return {zone: place for place in self.mat.places(max(self.players)) for zone, _, _ in place.cells()}

    def apply(self, state: S, action: A) -> S:
        """The action's own."""
        after: S = action.apply(state)  # type: ignore[attr-defined]
        return after

    def candidates(self, state: S) -> Iterator[A]:
        """Of each kind its own, or whatever the words of its `form` can mean."""
        for kind in self.actions:
            own = kind.candidates(state)
            yield from self._meant(state, kind) if own is None else own

    def _meant(self, state: S, kind: type[Any]) -> Iterator[A]:
        """Whatever the words of such an action can mean: pieces are those that lie where it takes one."""
        named = self.notation.words_of(kind)
        values = {field: self._values(state, word) for field, word in named.items()}
        sources = [field for field, word in named.items() if word == "laid"]
        pieces = [field for field, word in named.items() if word == "piece"]
        for chosen in product(*values.values()):
            action = dict(zip(values, chosen, strict=True))
            lying = [piece for field in sources for piece in state.placement[action[field]]]
            if not sources or all(action[field] in lying for field in pieces):
                yield kind(**action)

    def _values(self, state: S, word: str) -> Sequence[Any]:
        zones = [zone for place in self.mat.places(len(state.names)) for zone, _, _ in place.cells()]
        match word:
            case "player":
                return state.seats
            case "zone":
                return zones
            case "laid":
                return [zone for zone in zones if state.placement[zone]]
            case "empty":
                return [zone for zone in zones if not state.placement[zone]]
            case "piece":
                return list(self.pieces)
            case _:
                raise NotImplementedError(f"{self.name}: say the candidates of actions with the word {word!r}.")

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None: ...

    @abstractmethod
    def score(self, state: S) -> tuple[Score, ...]: ...

    def read_position(self, notation: str) -> S:
        """The fields of the state as TOML."""
        found: S = position.read(self, notation)
        return found

    def write_position(self, state: S) -> str:
        """The fields of the state as TOML, but for those that have their defaults."""
        return position.write(state)

    # --- the table ---

    @cached_property
    def piece_of(self) -> Mapping[Tag, Piece]:
        """By the table `tags.csv` beside the game; labels for a first try where there is none."""
        shipped = tags_of(sys.modules[type(self).__module__].__package__ or "")
        each = (piece for piece, kind in self.pieces.items() for _ in range(kind.copies))
        return default_tags(each) if shipped is None else shipped

    def layout(self, state: S) -> ZoneLayout:
        """By `mat`, for so many players."""
        return self.mat.layout(len(state.names))

    def shape(self, piece: Piece) -> PieceShape:
        """The kind's own, or that of the mat."""
        return self.pieces[piece].shape or self.mat.shape

    def table(self, state: S) -> TableSnapshot:
        """The `placement` in the zones of the mat; of a pile the topmost piece."""
        areas = self.layout(state).areas
        return TableSnapshot(
            {
                zone: state.placement[zone][-1:] if area.pile else tuple(sorted(state.placement[zone]))
                for zone, area in areas.items()
                if zone != PUT_AWAY
            }
        )

    def pile_heights(self, state: S, /) -> Mapping[Zone, int]:
        """Of each pile of the mat, by the `placement`."""
        return {zone: len(state.placement[zone]) for zone in self.layout(state).piles if zone != PUT_AWAY}

    @property
    def editor(self) -> Editor[S]:
        """Pieces go wherever they may lie and have room; what no label shows is set; all else is in the box."""
        return PlacementEditor(self)

    def may_show(self, state: S, seen: TableSnapshot, /) -> bool:
        """Whether each piece that is seen may lie there."""
        return all(
            piece == UNREADABLE or self.may_lie(state, zone, piece)
            for zone, pieces in seen.zones.items()
            for piece in pieces
        )

    def may_lie(self, state: S, zone: Zone, piece: Piece, /) -> bool:  # noqa: ARG002
        """Whether the place `holds` such pieces."""
        place = self._places.get(zone)
        return place is None or place.place.holds is None or piece in place.place.holds

    def has_room(self, state: S, zone: Zone) -> bool:
        """Whether one more piece can lie there."""
        room = self._places[zone].room
        return room is None or len(state.placement[zone]) < room

    def least_decisions(self, state: S, changes: Sequence[Change], /) -> int:  # noqa: ARG002
        """By `most_moved`."""
        return ceil(sum(abs(change.delta) for change in changes) / self.most_moved) if self.most_moved else 0

    # --- the people ---

    def present(self, state: S, selection: Selection = NO_SELECTION) -> Screen:
        """A board for each place of the mat, what lies before each player, a button for each titled kind of action."""
        return present(self, state, selection)

    def status(self, state: S) -> Text:  # noqa: ARG002
        """What is to be done now, in a few words; it stands beside whose turn it is."""
        return NOTHING

    def sentence(self, state: S, action: A) -> Text:
        """What the kind of action has `said`."""
        return self._worded(state, action, type(action).said)  # type: ignore[attr-defined]

    def offer(self, state: S, action: A, /) -> Offer:
        """What the kind of action has to `offer`, or the sentence."""
        kind: Any = type(action)
        told = self.sentence(state, action) if kind.offer == NOTHING else self._worded(state, action, kind.offer)
        return Offer(told, icon=kind.icon)

    def _worded(self, state: S, action: A, text: Text) -> Text:
        names = {field.name: _of_field(self, field.name) for field in fields(action)}  # type: ignore[arg-type]
        return worded(text, names, state, action)

    def word_for(self, state: S, value: Any) -> Text:
        """What a field of an action means, for people: a player, a piece, a place, or what stands there."""
        if value in self.pieces:
            return self.piece_name(value)
        if value in self._places:
            return self.zone_name(value)
        return verbatim(state.name(value) if value in {*state.seats} else str(value))

    def zones_in(self, action: A) -> Sequence[Zone]:
        """The places that an action names."""
        named = self.notation.words_of(type(action))
        return [getattr(action, field) for field, word in named.items() if word in ZONES]

    def piece_name(self, piece: Piece) -> Text:
        """The name of its kind."""
        return self.pieces[piece].name

    def zone_name(self, zone: Zone) -> Text:
        """The title of a spread; the points of a board go by their own names."""
        if zone == PUT_AWAY:
            return PUT_AWAY_NAME
        place = self._places[zone]
        return verbatim(zone.rpartition(".")[2]) if isinstance(place.place, Grid) else place.title

    def sign(self, piece: Piece) -> tuple[str, str] | None:
        """Icon and tint of its kind."""
        kind = self.pieces[piece]
        return (kind.icon, kind.tint) if kind.icon or kind.tint else None

    def family(self, piece: Piece) -> Text:
        """That of its kind."""
        return self.pieces[piece].family

    def value_of(self, piece: Piece) -> str:
        """The short figure on it."""
        return self.pieces[piece].value


def _of_field(game: DeclaredGame[Any, Any], field: str) -> Callable[[Any, Any], Text]:
    return lambda state, action: game.word_for(state, getattr(action, field))
