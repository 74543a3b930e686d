"""The screen of a declared game: a board for each place, what can be done as buttons, and touches on free places."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from companion.core.declared.mat import Grid, LaidPlace
from companion.core.game import legal_actions, violation
from companion.core.screen import (
    Board,
    Button,
    Cell,
    Do,
    Inspect,
    Intent,
    Notice,
    Screen,
    SeatView,
    Select,
    Tone,
    forbidden,
    question,
)
from companion.core.screen import (
    Place as Seated,
)
from companion.core.screen_parts import BoardLink, KeyFigure, LinkKind, Shape, TokenCounters
from companion.core.selection import Pick, Selection
from companion.core.table import Piece, Zone
from companion.core.text import NOTHING, Opening, Text, say, say_plural, with_names

if TYPE_CHECKING:
    from companion.core.declared.game import DeclaredGame

    AnyDeclared = DeclaredGame[Any, Any]

KIND, PLACE = "kind", "place"
"""What is picked: a kind of action by the name of its class, a free place. Then fields of an action by their names."""

MOST_AT_ONCE = 12
"""More actions of a kind are chosen field by field."""

APART = 0.2
"""Between two places before a player, in pieces."""

There = Mapping[Zone, Sequence[Any]]
"""What can be done by a touch on a free place."""


def present(game: AnyDeclared, state: Any, selection: Selection) -> Screen:
    """A touch on a piece asks what is done with it; one on a free place does what alone can be done there."""
    legal: list[Any] = list(legal_actions(game, state))
    over = game.outcome(state)
    there = _by_free_place(game, state, legal)
    laid = game.mat.places(len(state.names))
    boards = tuple(_board(game, state, place, there) for place in laid if place.seat is None)
    seats = tuple(_seat(game, state, seat, laid, there) for seat in state.seats)
    return Screen(
        title=game.title,
        status=_named(state, game.status(state) if over is None else over.reason),
        seats=seats if game.mat.seat else tuple(_at_the_edge(seats, boards)),
        boards=boards,
        buttons=tuple(_buttons(game, state, legal)),
        notice=_asked(game, state, selection, legal, there),
    )


# --- what lies there ---


def _seat(game: AnyDeclared, state: Any, seat: str, laid: Sequence[LaidPlace], there: There) -> SeatView:
    total = next((score.total for score in game.score(state) if score.player == seat), None)
    return SeatView(
        seat,
        state.name(seat),
        tuple(_facts(state, seat)),
        _before(game, state, seat, [place for place in laid if place.seat == seat], there),
        on_turn=game.outcome(state) is None and seat in game.to_move(state),
        score=None if total is None else KeyFigure(say_plural("point", "points", total), str(total)),
    )


def _at_the_edge(seats: Sequence[SeatView], boards: Sequence[Board]) -> Iterator[SeatView]:
    """Players before whom nothing lies leave their room to the largest board."""
    board = max(boards, key=lambda board: board.width * board.height)
    for number, seat in enumerate(seats):
        far = number < (len(seats) + 1) // 2
        yield replace(seat, place=Seated.ABOVE if far else Seated.BELOW, at=board.name)


def _facts(state: Any, seat: str) -> Iterator[KeyFigure]:
    """The numbers by player that have a title."""
    for field in fields(state):
        value = getattr(state, field.name)
        if "title" in field.metadata and isinstance(value, tuple):
            yield KeyFigure(field.metadata["title"], str(value[state.seats.index(seat)]))


def _before(game: AnyDeclared, state: Any, seat: str, places: Sequence[LaidPlace], there: There) -> Board:
    """What lies before a player, place beside place."""
    left, cells = 0.0, list[Cell]()
    for place in places:
        cells += _cells(game, state, place, there, left)
        left += place.place.columns + APART
    high = max((place.place.rows for place in places), default=1)
    return Board(seat, NOTHING, max(left - APART, 1.0), high, tuple(cells))


def _board(game: AnyDeclared, state: Any, place: LaidPlace, there: There) -> Board:
    cells = tuple(_cells(game, state, place, there))
    columns, rows = place.place.columns, place.place.rows
    title = Opening(place.title)
    return Board(cells[0].zone or "", title, columns, rows, cells, weight=columns, links=tuple(_lines(place)))


def _lines(place: LaidPlace) -> Iterator[BoardLink]:
    """From the middle of a point to that of another."""
    at = {zone: (column + 0.5, row + 0.5) for zone, column, row in place.cells()}
    for start, end in sorted(place.place.joined) if isinstance(place.place, Grid) else ():
        yield BoardLink(LinkKind.ROUTE, at[start], at[end])


def _cells(game: AnyDeclared, state: Any, place: LaidPlace, there: There, left: float = 0.0) -> Iterator[Cell]:
    if isinstance(place.place, Grid):
        for zone, column, row in place.cells():
            pieces = state.placement[zone]
            if pieces:
                yield _standing(_lying(game, zone, (pieces[-1], len(pieces)), column, row))
            else:
                yield _free(zone, there, column, row, game.zone_name(zone))
        return
    ((zone, _, _),) = place.cells()
    pieces, columns = state.placement[zone], place.place.columns
    room = columns * place.place.rows
    shown = _shown(pieces, 1 if place.place.pile else room)
    # A board says what it is; of the places before a player a single one says so itself.
    name = _named(state, place.title) if room == 1 and place.seat is not None else None
    for at in range(max(room, len(shown))):
        x, y = left + at % columns, at // columns
        if at < len(shown):
            yield replace(_lying(game, zone, shown[at], x, y), detail=name)
        else:
            yield _free(zone, there, x, y, name or NOTHING)


def _named(state: Any, title: Text) -> Text:
    return with_names(title, dict(zip(state.seats, state.names, strict=True)))


def _shown(pieces: Sequence[Piece], room: int) -> Sequence[tuple[Piece, int]]:
    """Each piece in its place; equal ones together where there is not room for all, and of a pile the topmost."""
    if len(pieces) <= room:
        return [(piece, 1) for piece in pieces]
    return [(pieces[-1], len(pieces))] if room == 1 else [*Counter(pieces).items()]


def _lying(game: AnyDeclared, zone: Zone, lying: tuple[Piece, int], column: float, row: float) -> Cell:
    piece, count = lying
    icon, tint = game.sign(piece) or ("", "")
    return Cell(
        game.piece_name(piece),
        column,
        row,
        value=game.value_of(piece),
        tints=(tint,) if tint else (),
        icon=icon,
        count=count,
        zone=zone,
        intent=Inspect(zone, piece),
        pieces=(piece,),
    )


def _standing(cell: Cell) -> Cell:
    """On a point of a board: a kind that has a colour and no icon is a disc."""
    if cell.icon or not cell.tints:
        return cell
    return replace(cell, counters=TokenCounters(Shape.DISC, cell.tints[0], cell.count))


def _free(zone: Zone, there: There, column: float, row: float, name: Text) -> Cell:
    ways = there.get(zone, ())
    intent: Intent | None = Do(ways[0]) if len(ways) == 1 else Select(Pick(PLACE, zone)) if ways else None
    return Cell(name, column, row, tone=Tone.DIM, zone=zone, intent=intent, lit=bool(ways))


# --- what can be done ---


def _by_free_place(game: AnyDeclared, state: Any, legal: Sequence[Any]) -> There:
    """Of the legal actions those that name one place only, in which nothing lies."""
    found = defaultdict(list)
    for action in legal:
        named = game.zones_in(action)
        if len(named) == 1 and not state.placement[named[0]]:
            found[named[0]].append(action)
    return found


def _buttons(game: AnyDeclared, state: Any, legal: Sequence[Any]) -> Iterator[Button]:
    """One for each kind of action with a title that can be done; what has no choice in it is there always."""
    over = game.outcome(state) is not None
    for kind in game.actions:
        if over or kind.title == NOTHING:
            continue
        if {field.name for field in fields(kind)} <= {"player"}:
            action = kind() if "player" not in kind.__dataclass_fields__ else kind(state.on_turn)
            broken = violation(game, state, action)
            yield Button(kind.title, Do(action), kind.key, broken is None, forbidden(broken), icon=kind.icon)
        elif any(type(action) is kind for action in legal):
            yield Button(kind.title, Select(Pick(KIND, kind.__name__)), kind.key, icon=kind.icon)


def _asked(game: AnyDeclared, state: Any, selection: Selection, legal: Sequence[Any], there: There) -> Notice | None:
    """What is picked next: one of the actions that agree with what was picked, field by field where they are many."""
    kind, place = selection.of(KIND), selection.of(PLACE)
    heading: Text
    if place is not None:
        ways, heading = there.get(place.what, ()), say("What is done there?")
    elif kind is not None:
        ways = [action for action in legal if type(action).__name__ == kind.what]
        heading = type(ways[0]).title if ways else NOTHING
    else:
        return None
    for pick in selection.path:
        fitting = [action for action in ways if str(getattr(action, pick.kind, None)) == pick.what]
        ways = fitting or ways
    return question(heading, _choices(game, state, ways), selection) if ways else None


def _choices(game: AnyDeclared, state: Any, ways: Sequence[Any]) -> Iterator[Button]:
    names = [field.name for field in fields(ways[0])] if len(ways) > MOST_AT_ONCE else []
    for name in names:
        if any(getattr(action, name, None) is None for action in ways):
            continue  # Another kind of action has no such field, and chance no player.
        values = dict.fromkeys(getattr(action, name) for action in ways)
        if 1 < len(values) < len(ways):
            yield from (Button(game.word_for(state, value), Select(Pick(name, str(value)))) for value in values)
            return
    icons = {type(action).icon for action in ways}
    for action in ways:
        yield Button(game.offer(state, action).title, Do(action), icon=type(action).icon if len(icons) > 1 else "")
