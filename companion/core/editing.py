"""Corrections of any game's position: done, said, tidied up, judged, and as they stand in the journal.

What holds of every position is asked of the game's invariants, so that nothing that cannot be is ever played on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from companion.core.editor import Edit, EditRefused, Figure, FigureChange, PieceMove, Store
from companion.core.game import Game, Rules, Table, legal_actions
from companion.core.heights import NO_HEIGHTS, Height
from companion.core.table import Change, Piece, Zone, diff
from companion.core.text import Text, say, verbatim
from companion.errors import NotationError

AnyGame = Game[Any, Any]

MOST_WRITTEN = 2_800
"""Characters of one correction: an entry of the journal has to lie in one piece in a page of 4,096 bytes."""

_INTO, _BECOMES, _OF = " -> ", " = ", ": "


@lru_cache(maxsize=8)
def stores_of(game: Any, state: Any) -> Mapping[Zone, Store]:
    """The game's stores in this position, as they are asked for again and again while it is shown."""
    stores: Mapping[Zone, Store] = game.editor.stores(state)
    return stores


def lying(game: AnyGame, state: Any) -> dict[Zone, tuple[Piece, ...]]:
    """What lies where, in sight and in stores."""
    stores = stores_of(game, state).items()
    return {**game.table(state).zones, **{zone: store.pieces for zone, store in stores}}


def place_name(game: AnyGame, state: Any, zone: Zone) -> Text:
    store = stores_of(game, state).get(zone)
    return game.zone_name(zone) if store is None else store.name


def edited(game: AnyGame, state: Any, edits: Sequence[Edit]) -> Any:
    """The position after all of them, in order. Raises EditRefused for the first that cannot be."""
    for edit in edits:
        state = _one_edited(game, state, edit)
    return state


def _one_edited(game: AnyGame, state: Any, edit: Edit) -> Any:
    if isinstance(edit, FigureChange):
        figure = figure_of(game, state, edit.name)
        if figure is None or edit.value not in figure.choices:
            raise EditRefused(say("That cannot be set now."))
        return game.editor.with_figure(state, edit.name, edit.value)
    places = lying(game, state)
    if edit.piece not in places.get(edit.source, ()):
        name = place_name(game, state, edit.source)
        raise EditRefused(say("{piece} is not in {zone}.", piece=game.piece_name(edit.piece), zone=name))
    if edit.target not in places:
        name = place_name(game, state, edit.target)
        raise EditRefused(say("Nothing can be put into {zone} now.", zone=name))
    if edit.source == edit.target:
        return state
    return game.editor.move(state, edit.piece, edit.source, edit.target)


def places_for(game: AnyGame, state: Any, piece: Piece, source: Zone) -> Iterator[Zone]:
    """Where a piece from there could be put."""
    for target in lying(game, state):
        if target != source:
            try:
                game.editor.move(state, piece, source, target)
            except EditRefused:
                continue
            yield target


def pieces_for(game: AnyGame, state: Any, target: Zone) -> Iterator[PieceMove]:
    """What could be put there out of stores."""
    for zone, store in stores_of(game, state).items():
        for piece in store.pieces if zone != target else ():
            try:
                game.editor.move(state, piece, zone, target)
            except EditRefused:
                continue
            yield PieceMove(piece, zone, target)


def as_seen(
    game: AnyGame, state: Any, changes: Sequence[Change], heights: Mapping[Zone, Height] = NO_HEIGHTS
) -> tuple[Edit, ...]:
    """The moves of single pieces that make these changes of the table, as far as they can be told and be done.

    What lay between the old top of a pile and its new one has gone where another pile has grown, if that is but one.
    """
    first = tuple(game.editor.first(state)) if changes else ()
    before, state = state, edited(game, state, first)
    changes = _yet_to_make(changes, diff(game.table(before), game.table(state)))
    found = tuple(_as_changed(game, state, changes))
    stays = {(change.zone, change.piece) for change in changes if change.delta > 0}
    return (*first, *found, *_as_high(game, edited(game, state, found), heights, stays))


def _yet_to_make(changes: Sequence[Change], made: Sequence[Change]) -> Sequence[Change]:
    """What is left of these changes when those have been made."""
    left = {(change.zone, change.piece): change.delta for change in changes}
    for change in made:
        left[change.zone, change.piece] = left.get((change.zone, change.piece), 0) - change.delta
    return [Change(zone, piece, delta) for (zone, piece), delta in left.items() if delta]


def _as_changed(game: AnyGame, state: Any, changes: Sequence[Change]) -> Iterator[PieceMove]:
    gone = [(change.zone, change.piece) for change in changes for _ in range(-change.delta)]
    for change in changes:
        for _ in range(change.delta):
            stores = stores_of(game, state)
            was_beneath = change.zone in stores and change.piece in stores[change.zone].pieces
            hidden = [] if was_beneath else [(zone, change.piece) for zone in stores]
            for zone, piece in [lay for lay in (*gone, *hidden) if lay[1] == change.piece]:
                move = PieceMove(piece, zone, change.zone)
                try:
                    state = edited(game, state, (move,))
                except EditRefused:
                    continue
                yield move
                if (zone, piece) in gone:
                    gone.remove((zone, piece))
                break


def _as_high(
    game: AnyGame, state: Any, heights: Mapping[Zone, Height], stays: Collection[tuple[Zone, Piece]]
) -> Iterator[PieceMove]:
    """Moves from piles that are too high to the only one that has grown, where one kind of piece alone can have gone.

    `stays` are the pieces that are the tops now.
    """
    grown = set[Zone]()
    while True:
        now = game.pile_heights(state)
        told = {zone: height for zone, height in heights.items() if zone in now}
        high = [zone for zone, height in told.items() if now[zone] > height.most]
        low = [zone for zone, height in told.items() if now[zone] < height.least]
        low = low or [zone for zone in grown if now[zone] < told[zone].most]
        if not high or len(low) != 1:
            return
        ways = [
            PieceMove(piece, high[0], low[0])
            for piece in stores_of(game, state)[high[0]].pieces
            if (high[0], piece) not in stays and low[0] in places_for(game, state, piece, high[0])
        ]
        if len(ways) != 1:
            return
        yield ways[0]
        grown.add(low[0])
        state = edited(game, state, ways)


def figure_of(game: Table[Any, Any], state: Any, name: str) -> Figure | None:
    return next((each for each in game.editor.figures(state) if each.name == name), None)


def corrected(game: AnyGame, state: Any, edits: Sequence[Edit]) -> Any:
    """The position that is played on after all of them. Raises EditRefused."""
    return game.editor.settled(state, edited(game, state, edits))


def objection(game: Rules[Any, Any], before: Any, after: Any) -> Text | None:
    """What cannot be in the position after a correction; what could not be before it either may stay."""
    known = {str(fault.reason) for fault in game.faults(before)}
    for fault in game.faults(after):
        if str(fault.reason) not in known:
            return say("{sentence} {next_sentence}", sentence=fault.reason, next_sentence=fault.repair)
    if game.outcome(after) is None and not legal_actions(game, after):
        return say("Nobody could do anything then. Say whose turn it is, and what is being done.")
    return None


def tidied(game: AnyGame, state: Any, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """The same corrections in as few as they need: what was moved twice is said once, what is as it was not at all."""
    short = tuple(_merged(game, state, edits))
    try:
        if _looks(game, edited(game, state, short)) == _looks(game, edited(game, state, edits)):
            return short
    except EditRefused:
        pass  # Their order matters, as where two pieces have changed places.
    return tuple(edits)


def _looks(game: AnyGame, state: Any) -> dict[Zone, list[Piece]]:
    return {zone: sorted(pieces) for zone, pieces in lying(game, state).items()}


def _merged(game: AnyGame, state: Any, edits: Sequence[Edit]) -> Sequence[Edit]:
    merged: list[Edit] = []
    for edit in edits:
        if isinstance(edit, FigureChange):
            merged = [each for each in merged if not (isinstance(each, FigureChange) and each.name == edit.name)]
            figure = figure_of(game, state, edit.name)
            if figure is None or figure.value != edit.value:
                merged.append(edit)
            continue
        earlier = next(
            (
                number
                for number, each in enumerate(merged)
                if isinstance(each, PieceMove) and (each.piece, each.target) == (edit.piece, edit.source)
            ),
            None,
        )
        if earlier is None:
            merged.append(edit)
            continue
        came = merged.pop(earlier)
        assert isinstance(came, PieceMove)
        if came.source != edit.target:
            merged.insert(earlier, PieceMove(edit.piece, came.source, edit.target))
    return merged


def sentence(game: AnyGame, state: Any, edit: Edit) -> Text:
    """What was changed; `state` is one in which it has a meaning. Without a full stop."""
    if isinstance(edit, FigureChange):
        figure = figure_of(game, state, edit.name)
        if figure is None:
            return say("Something that no longer counts was set")
        value = figure.choices.get(edit.value, verbatim(edit.value))
        if figure.seat is None:
            return say("{figure}: {value}", figure=figure.title, value=value)
        return say("{seat}, {figure}: {value}", seat=figure.seat, figure=figure.title, value=value)
    return say(
        "{piece} moved from {source} to {target}",
        piece=game.piece_name(edit.piece),
        source=place_name(game, state, edit.source),
        target=place_name(game, state, edit.target),
    )


# --- as it stands in the journal ---


def write_edit(edit: Edit) -> str:
    """`tile_16: A.tiles -> B.tiles`, `round = 3`."""
    if isinstance(edit, FigureChange):
        return f"{edit.name}{_BECOMES}{edit.value}"
    return f"{edit.piece}{_OF}{edit.source}{_INTO}{edit.target}"


def read_edit(written: str) -> Edit:
    """Raises NotationError."""
    piece, found, way = written.partition(_OF)
    source, into, target = way.partition(_INTO)
    if found and into and piece and source and target:
        return PieceMove(piece, source, target)
    name, becomes, value = written.partition(_BECOMES)
    if becomes and name and value:
        return FigureChange(name, value)
    raise NotationError(f"'{written}' is no correction; expected 'piece: zone -> zone' or 'figure = value'")


def is_too_long(edits: Sequence[Edit]) -> bool:
    """Whether these are more than one entry of the journal holds."""
    return sum(len(write_edit(edit)) + 4 for edit in edits) > MOST_WRITTEN
