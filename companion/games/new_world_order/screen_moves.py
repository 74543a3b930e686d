"""Moves by touch: what is done, with which piece, and how. At most four touches for anything that is legal now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from companion.core import selection as picked
from companion.core.rules import first_broken
from companion.core.screen import Button, Do, Notice, Select, question
from companion.core.selection import Selection
from companion.core.text import NOTHING, Text, say
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.card_signs import sign
from companion.games.new_world_order.laying import tile_cell
from companion.games.new_world_order.names import tile_name
from companion.games.new_world_order.state import State

MOVE, KIND, PIECE = "move", "kind", "piece"
"""What can be picked on the way to an action: that one is to be entered, of which kind, with which piece."""

FEW = 9
"""So many ways are listed at once; of more the piece is asked for first."""

KINDS = tuple(kind for kind in act.ACTIONS if kind.title is not NOTHING)


def entry(state: State) -> Button | None:
    """The way into entering a move, where there is one besides passing; straight to what is done, where that is one."""
    kinds = dict.fromkeys(type(action) for action in _legal(state))
    if len(kinds) == 1:
        return _way(*kinds)
    return Button(say("Enter a move"), Select(picked.Pick(MOVE)), icon="hand-finger") if kinds else None


def move_question(state: State, selection: Selection) -> Notice | None:
    """What is asked next on the way to an action; None where nothing was picked, or nothing that means anything."""
    legal, kind = _legal(state), _kind(selection)
    if selection.of(MOVE) is None and kind is None:
        return None
    of_kind = [action for action in legal if type(action) is kind]
    if kind is None or not of_kind:
        kinds = dict.fromkeys(type(action) for action in legal)
        return question(say("What is done?"), map(_way, kinds), selection) if kinds else None
    if kind is act.Exchanged:
        return _exchange_question(state, [each for each in of_kind if isinstance(each, act.Exchanged)], selection)
    piece = selection.of(PIECE)
    with_piece = [action for action in of_kind if piece is not None and action.about(state) == piece.what]
    if with_piece or len(of_kind) <= FEW:
        return question(kind.title, _buttons(state, with_piece or of_kind), selection)
    return question(kind.title, _pieces(state, of_kind), selection)


def _exchange_question(state: State, exchanges: Sequence[act.Exchanged], selection: Selection) -> Notice:
    """Which of the tiles that are left, where there are several; then the one that lies there, each as it looks."""
    left = dict.fromkeys(action.tile for action in exchanges)
    piece = selection.of(PIECE)
    tile = piece.what if piece is not None and piece.what in left else next(iter(left))
    if len(left) > 1 and (piece is None or piece.what not in left):
        ways = [_tile(state, each, Select(picked.Pick(PIECE, each))) for each in left]
        return question(say("Which tile that is left changes places?"), ways, selection)
    known = state.catalog.tiles[tile]
    heading = say("{tile}, worth {points}, changes places with:", tile=tile_name(state, tile), points=known.points)
    return question(heading, [_tile(state, each.laid, Do(each)) for each in exchanges if each.tile == tile], selection)


def _tile(state: State, piece: str, intent: Do | Select) -> Button:
    return Button(tile_name(state, piece), intent, looks=tile_cell(state, piece))


def _way(kind: type[act.Action]) -> Button:
    return Button(kind.title, Select(picked.Pick(KIND, kind.__name__)), icon=kind.icon)


@lru_cache(maxsize=4)
def _legal(state: State) -> Sequence[act.Action]:
    """Kept while fingers pick their way to an action: the state stays the same."""
    return tuple(each for each in act.candidates(state) if type(each) in KINDS and _is_legal(state, each))


def _is_legal(state: State, action: act.Action) -> bool:
    """What only untold values are against is offered: they are asked once it is wished for."""
    broken = first_broken(act.RULES[type(action)], state, action)
    return broken is None or bool(broken.untold)


def _kind(selection: Selection) -> type[act.Action] | None:
    pick = selection.of(KIND)
    return next((each for each in KINDS if pick is not None and each.__name__ == pick.what), None)


def _pieces(state: State, actions: Iterable[act.Action]) -> list[Button]:
    """The pieces with which there are several ways, and of the others at once what is done with them."""
    ways: dict[str, list[act.Action]] = {}
    for action in actions:
        ways.setdefault(action.about(state), []).append(action)
    return [
        Button(
            tile_name(state, piece) if piece in state.catalog.tiles else known.name,
            Do(found[0]) if len(found) == 1 else Select(picked.Pick(PIECE, piece)),
            icon=_icon(state, piece),
            looks=tile_cell(state, piece) if piece in state.catalog.tiles else None,
        )
        for piece, found in ways.items()
        if (known := state.catalog.named(piece)) is not None
    ]


def _icon(state: State, piece: str) -> str:
    return sign(state.catalog, piece)[0] if piece in state.catalog.cards else ""


def _buttons(state: State, actions: Sequence[act.Action]) -> list[Button]:
    return [Button(_label(state, action), Do(action)) for action in actions]


def _label(state: State, action: act.Action) -> Text:
    """What was done, and where that tells two ways apart."""
    said = action.sentence(state)
    if isinstance(action, act.Laid):
        return say(
            "{said}: layer {layer}, row {row}, place {column}",
            said=said,
            layer=action.layer,
            row=action.row + 1,
            column=action.column + 1,
        )
    return said
