"""The closing audit: where the table, as it lies at the end, differs from what is about to be the result.

Each disagreement is asked of people once, the weightiest first: the one that changes who is ahead, or by how much.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from companion.core.action import Seat
from companion.core.editing import AnyGame, as_seen, corrected, edited, objection, places_for, stores_of
from companion.core.editor import Edit, EditRefused, PieceMove
from companion.core.heights import Height
from companion.core.table import Change, Piece, TableSnapshot, Zone, as_if_done, diff

MOST_PLACES = 3
"""So many places are offered for a piece that is not seen where it should lie; further ones take the whole table."""

Points = Mapping[str, int]
"""By whom or what side is scored."""


@dataclass(frozen=True, slots=True)
class WayToSettle:
    """It lies in `zone` after all; the `edits` say so to the game. `points` is what everybody gains or loses by them.

    `decides`: somebody else is ahead then, or has won.
    """

    zone: Zone
    edits: tuple[Edit, ...]
    points: Points
    decides: bool


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One piece that lies otherwise than the game has it.

    The game has it in `zone`, or nowhere in sight: then that is None. The camera sees it in `seen`; None where it does
    not see it. `ways` are what it may be instead, without any where only people can say.
    """

    piece: Piece
    zone: Zone | None
    seen: Zone | None
    ways: tuple[WayToSettle, ...]
    weight: tuple[int, ...] = ()

    @property
    def key(self) -> tuple[Piece, Zone | None, Zone | None]:
        """The same while it is about the same piece in the same places."""
        return self.piece, self.zone, self.seen


@dataclass(frozen=True, slots=True)
class ClosingLook:
    """One look at the table as it lies at the end, to be held against any state.

    Pieces that may lie `buried` under others are not missing, nor is what hands have yet to do. The places that are
    `not_compared` were out of sight, or wait for hands.
    """

    seen: TableSnapshot
    heights: Mapping[Zone, Height] = field(default_factory=dict)
    buried: frozenset[tuple[Zone, Piece]] = frozenset()
    pending: tuple[Change, ...] = ()
    not_compared: tuple[Zone, ...] = ()

    def disagreements(self, game: AnyGame, state: Any) -> tuple[Disagreement, ...]:
        """What lies otherwise than in that state, the weightiest first."""
        gap = diff(game.table(state), as_if_done(self.seen, self.pending))
        first = tuple(game.editor.first(state)) if gap else ()
        moves = [edit for edit in as_seen(game, state, gap, self.heights) if isinstance(edit, PieceMove)]
        left = [
            change
            for change in _left(game, state, (*first, *moves), gap)
            if change.delta > 0 or (change.zone, change.piece) not in self.buried
        ]
        found = [*_moved(game, state, first, moves), *_without_a_move(game, state, first, left)]
        return tuple(sorted(found, key=lambda each: each.weight, reverse=True))


def _left(game: AnyGame, state: Any, edits: Sequence[Edit], gap: Sequence[Change]) -> list[Change]:
    """What the moves do not make of the differences."""
    made = diff(game.table(state), game.table(edited(game, state, edits)))
    left = {(change.zone, change.piece): change.delta for change in gap}
    for change in made:
        if (change.zone, change.piece) in left:
            left[change.zone, change.piece] -= change.delta
    return [Change(zone, piece, delta) for (zone, piece), delta in left.items() if delta]


def _moved(game: AnyGame, state: Any, first: tuple[Edit, ...], moves: Sequence[PieceMove]) -> Iterator[Disagreement]:
    """What lies in another place; what is possible only together is one question."""
    together: list[PieceMove] = []
    for move in moves:
        if (way := _way(game, state, move.target, (*first, move))) is not None:
            yield _asked(move.piece, move.source, move.target, (way,))
        else:
            together.append(move)
    if together:
        move = together[0]
        way = _way(game, state, move.target, (*first, *together))
        yield _asked(move.piece, move.source, move.target, () if way is None else (way,))


def _without_a_move(
    game: AnyGame,
    state: Any,
    first: tuple[Edit, ...],
    left: Sequence[Change],
) -> Iterator[Disagreement]:
    """What is missing, and may be in a place out of sight; what is too many, and can have come from nowhere."""
    stores = stores_of(game, state)
    for change in left:
        if change.delta < 0:
            places = [zone for zone in places_for(game, state, change.piece, change.zone) if zone in stores]
            found = (_way(game, state, zone, (*first, PieceMove(change.piece, change.zone, zone))) for zone in places)
            ways = tuple(way for way in found if way is not None)[:MOST_PLACES]
            yield _asked(change.piece, change.zone, None, ways)
        else:
            yield _asked(change.piece, None, change.zone, ())


def _way(game: AnyGame, state: Any, zone: Zone, edits: tuple[Edit, ...]) -> WayToSettle | None:
    """None where that could be no position of the game."""
    try:
        after = corrected(game, state, edits)
    except EditRefused:
        return None
    if objection(game, state, after) is not None:
        return None
    before, now = points_of(game, state), points_of(game, after)
    gained = {who: now.get(who, 0) - had for who, had in before.items()}
    return WayToSettle(
        zone, edits, gained, _is_reordered(before, now) or _winners(game, state) != _winners(game, after)
    )


def points_of(game: AnyGame, state: Any) -> Points:
    return {sheet.player: sheet.total for sheet in game.score(state)}


def _winners(game: AnyGame, state: Any) -> tuple[Seat, ...]:
    outcome = game.outcome(state)
    return () if outcome is None else outcome.winners


def _asked(piece: Piece, zone: Zone | None, seen: Zone | None, ways: tuple[WayToSettle, ...]) -> Disagreement:
    """What changes the order comes before what changes points; what only people can say may change anything."""
    weights = [(int(way.decides), sum(map(abs, way.points.values()))) for way in ways]
    return Disagreement(piece, zone, seen, ways, max(weights, default=(1, 0)))


def _is_reordered(before: Points, now: Points) -> bool:
    """Whether somebody passes somebody else, or draws level."""
    return any(
        _sign(before[one] - before[other]) != _sign(now[one] - now[other]) for one, other in combinations(before, 2)
    )


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
