"""Positions of a declared game put right by hand: pieces go anywhere, and what no label shows is set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, fields, replace
from typing import TYPE_CHECKING, Any

from companion.core.action import SEATS, Seat
from companion.core.editor import EditRefused, Figure, Store, TakeAndPut, number, yes_or_no
from companion.core.table import Piece, Zone
from companion.core.text import Text, say, verbatim

if TYPE_CHECKING:
    from companion.core.declared.game import DeclaredGame

BOX = "box"


class PlacementEditor(TakeAndPut[Any]):
    """What does not lie on the table is in the box. A number by player is a figure for each of them: `laid.A`."""

    def __init__(self, game: DeclaredGame[Any, Any]) -> None:
        self._game = game

    def stores(self, state: Any) -> Mapping[Zone, Store]:
        kinds = self._game.pieces.items()
        left = tuple(piece for piece, kind in kinds if state.placement.count(piece) < kind.copies)
        return {BOX: Store(say("the box"), left)}

    def take(self, state: Any, zone: Zone, piece: Piece) -> Any:
        return state if zone == BOX else replace(state, placement=state.placement.taken(piece, zone))

    def put(self, state: Any, zone: Zone, piece: Piece) -> Any:
        if zone == BOX:
            return state
        name, place = self._game.piece_name(piece), self._game.zone_name(zone)
        if not self._game.may_lie(state, zone, piece):
            raise EditRefused(say("{piece} cannot lie there: {zone}.", piece=name, zone=place))
        if not self._game.has_room(state, zone):
            raise EditRefused(say("There is no room for {piece} there: {zone}.", piece=name, zone=place))
        return replace(state, placement=state.placement.put(piece, zone))

    def figures(self, state: Any) -> Sequence[Figure]:
        people = {seat: verbatim(state.name(seat)) for seat in state.seats}
        turn = Figure("on_turn", say("Whose turn"), state.on_turn, people)
        return (turn, *(figure for field in fields(state) for figure in _figures(field, getattr(state, field.name))))

    def with_figure(self, state: Any, name: str, value: str) -> Any:
        field, _, seat = name.partition(".")
        now = getattr(state, field)
        if seat:
            at = SEATS.index(seat)
            return replace(state, **{field: (*now[:at], int(value), *now[at + 1 :])})
        if isinstance(now, bool):
            return replace(state, **{field: value == "yes"})
        return replace(state, **{field: int(value) if isinstance(now, int) else value})


def _figures(field: Field[Any], value: Any) -> Iterator[Figure]:
    if isinstance(value, tuple) and value and all(type(each) is int for each in value):
        for seat, each in zip(SEATS, value, strict=False):
            yield _figure(field, f"{field.name}.{seat}", each, seat)
    elif isinstance(value, int):
        yield _figure(field, field.name, value, None)


def _figure(field: Field[Any], name: str, value: int, seat: Seat | None) -> Figure:
    title: Text = field.metadata.get("title", verbatim(field.name.replace("_", " ")))
    if isinstance(value, bool):
        return yes_or_no(name, title, value, seat)
    return number(name, title, value, field.metadata.get("most", 20), seat)
