"""How a game lets positions be put right by hand, outside the rules: what can be put where, what no label shows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from companion.core.action import Seat
from companion.core.table import Piece, Zone
from companion.core.text import Text, say, verbatim
from companion.errors import CompanionError

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class PieceMove:
    """One piece lies elsewhere. A zone is one of the table's, or that of a `Store`."""

    piece: Piece
    source: Zone
    target: Zone


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A figure is another."""

    name: str
    value: str


Edit = PieceMove | FigureChange


@dataclass(frozen=True, slots=True)
class TableEdit:
    """What people put right together; to the history it is an action of nobody."""

    edits: tuple[Edit, ...]
    player: None = None


@dataclass(frozen=True, slots=True)
class Store:
    """Where pieces are that no camera sees: a box, a deck, a hand; which of them lie there may be unknown.

    `pieces` are those that can be fetched from there, each kind once. One that is not `listed` is not offered among all
    places: people know of it only by what comes to light there.
    """

    name: Text
    pieces: tuple[Piece, ...] = ()
    listed: bool = True


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that no label shows: whose turn it is, a count. `choices` are its values in words, in order.

    `seat` is whose it is.
    """

    name: str
    title: Text
    value: str
    choices: Mapping[str, Text]
    seat: Seat | None = None

    @property
    def is_number(self) -> bool:
        return all(choice.isdecimal() for choice in self.choices)

    def neighbour(self, step: int) -> str | None:
        """The value so many steps further; None beyond the ends."""
        values = list(self.choices)
        at = values.index(self.value) + step if self.value in values else 0
        return values[at] if 0 <= at < len(values) else None


def number(name: str, title: Text, value: int, most: int, seat: Seat | None = None) -> Figure:
    """A count from 0. What is already beyond the limits can be kept."""
    values = range(min(0, value), max(most, value) + 1)
    return Figure(name, title, str(value), {str(each): verbatim(str(each)) for each in values}, seat)


def yes_or_no(name: str, title: Text, value: bool, seat: Seat | None = None) -> Figure:
    return Figure(name, title, "yes" if value else "no", {"yes": say("yes"), "no": say("no")}, seat)


class EditRefused(CompanionError, ValueError):
    """What people want to put right cannot be; `reason` says why."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Editor(Protocol[S]):
    """How positions of a game are changed by hand. Each function raises EditRefused for what can never be."""

    def stores(self, state: S) -> Mapping[Zone, Store]:
        """The places of pieces that do not lie in sight. Their names are no names of zones of the table."""

    def first(self, state: S) -> Sequence[Edit]:
        """What has to be said before any piece can be moved."""

    def move(self, state: S, piece: Piece, source: Zone, target: Zone) -> S:
        """The position with the piece elsewhere. It lies in the source, and both zones are there."""

    def figures(self, state: S) -> Sequence[Figure]:
        """What no label shows, the most important first."""

    def with_figure(self, state: S, name: str, value: str) -> S:
        """The position with another value of a figure, one of its choices."""

    def settled(self, before: S, state: S) -> S:
        """The position with what follows by itself, such as that the turns begin when all is dealt."""


class TakeAndPut(ABC, Generic[S]):
    """An editor of a game in which a piece that is moved takes nothing along."""

    def stores(self, state: S) -> Mapping[Zone, Store]:  # noqa: ARG002
        return {}

    def first(self, state: S) -> Sequence[Edit]:  # noqa: ARG002
        return ()

    def move(self, state: S, piece: Piece, source: Zone, target: Zone) -> S:
        return self.put(self.take(state, source, piece), target, piece)

    @abstractmethod
    def take(self, state: S, zone: Zone, piece: Piece) -> S:
        """The position without the piece that lies there; as it is where it is never away, such as a marker."""

    @abstractmethod
    def put(self, state: S, zone: Zone, piece: Piece) -> S:
        """The position with the piece there. Raises EditRefused."""

    def figures(self, state: S) -> Sequence[Figure]:  # noqa: ARG002
        return ()

    def with_figure(self, state: S, name: str, value: str) -> S:  # noqa: ARG002
        raise LookupError(name)

    def settled(self, before: S, state: S) -> S:  # noqa: ARG002
        return state


class NoEditor(TakeAndPut[S]):
    """Of a game whose positions nobody puts right by hand."""

    def take(self, state: S, zone: Zone, piece: Piece) -> S:  # noqa: ARG002
        raise EditRefused(say("In this game nothing can be put elsewhere by hand."))

    def put(self, state: S, zone: Zone, piece: Piece) -> S:  # noqa: ARG002
        raise EditRefused(say("In this game nothing can be put elsewhere by hand."))
