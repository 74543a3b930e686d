"""Boards of Iron Sky put right by hand: armies, markers and cards that lie on them."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.editor import EditRefused
from companion.core.fast_dataclasses import replace
from companion.core.table import Piece
from companion.core.text import say
from companion.games.iron_sky.catalog import ELITE_TILES, TILE_SIDE, Effect
from companion.games.iron_sky.names import piece_name
from companion.games.iron_sky.stack import Stack
from companion.games.iron_sky.state import BoardState, State, Territory


def not_there(state: State, piece: Piece) -> EditRefused:
    return EditRefused(say("{piece} does not belong there.", piece=piece_name(state.profile, piece)))


def without_last(cards: tuple[Piece, ...], card: Piece) -> tuple[Piece, ...]:
    index = len(cards) - 1 - cards[::-1].index(card)
    return (*cards[:index], *cards[index + 1 :])


def board_without(state: State, board: BoardState, spot: str, slot: Sequence[str], piece: Piece) -> BoardState:
    """The Terror and Jamming markers lie beside their player's sheet meanwhile."""
    if piece == f"terror_{board.name}":
        return replace(board, terror=None)
    if piece == f"jamming_{board.name}":
        return replace(board, jamming=None)
    if spot in ("occupation", "devastation"):
        return board
    if spot.startswith("o"):
        index = _sector(state, board, spot)
        return _with_orbit(board, index, _less(board.orbit[index], piece))
    index = _territory(state, board, spot)
    territory = board.territories[index]
    match slot:
        case ["card"]:
            return _with_territory(board, index, replace(territory, improvement=None, nuked=False))
        case ["cc"]:
            return _with_territory(board, index, replace(territory, centre=_less(territory.centre, piece)))
        case _:
            return _with_territory(board, index, replace(territory, frontline=_less(territory.frontline, piece)))


def board_with(state: State, board: BoardState, spot: str, slot: Sequence[str], piece: Piece) -> BoardState:
    if spot == "occupation":
        raise EditRefused(say("The Occupation marker follows what lies on the board. Move that instead."))
    if spot == "devastation" and piece == f"devastation_{board.name}":
        return replace(board, devastation=int(slot[0]))
    if spot.startswith("o"):
        index = _sector(state, board, spot)
        if piece == f"jamming_{board.name}":
            return replace(board, jamming=index)
        return _with_orbit(board, index, _plus(state, board.orbit[index], piece))
    if spot == "devastation":
        raise not_there(state, piece)
    index = _territory(state, board, spot)
    territory = board.territories[index]
    match slot:
        case ["card"]:
            return _with_territory(board, index, _with_card(state, territory, piece))
        case ["cc"] if piece == f"terror_{board.name}":
            return replace(board, terror=index)
        case ["cc"]:
            return _with_territory(board, index, replace(territory, centre=_plus(state, territory.centre, piece)))
        case _:
            army = _plus(state, territory.frontline, piece)
            return _with_territory(board, index, replace(territory, frontline=army))


def _with_card(state: State, territory: Territory, piece: Piece) -> Territory:
    card = state.profile.specials.get(piece)
    if card is None or not card.effect.goes_to_a_place or territory.improvement is not None or territory.nuked:
        raise not_there(state, piece)
    if card.effect is Effect.NUCLEAR:
        return replace(territory, nuked=True)
    return replace(territory, improvement=piece)


def _sector(state: State, board: BoardState, spot: str) -> int:
    numbers = [sector.number for sector in state.profile.boards[board.name].sectors]
    return numbers.index(int(spot.removeprefix("o")))


def _territory(state: State, board: BoardState, spot: str) -> int:
    return [ground.number for ground in state.profile.boards[board.name].territories].index(int(spot))


def _with_orbit(board: BoardState, index: int, stack: Stack) -> BoardState:
    return replace(board, orbit=(*board.orbit[:index], stack, *board.orbit[index + 1 :]))


def _with_territory(board: BoardState, index: int, territory: Territory) -> BoardState:
    return replace(board, territories=(*board.territories[:index], territory, *board.territories[index + 1 :]))


def _less(stack: Stack, tile: Piece) -> Stack:
    if stack.elite == tile:
        return Stack(stack.normal)
    return Stack(without_last(stack.normal, tile), stack.elite)


def _plus(state: State, stack: Stack, tile: Piece) -> Stack:
    """The tile on top of its side's, under an Elite (ISK-5, ISK-10, ISK-166)."""
    if tile not in TILE_SIDE or stack.side not in (None, TILE_SIDE[tile]):
        raise not_there(state, tile)
    if tile in ELITE_TILES:
        if stack.elite is not None:
            raise EditRefused(say("An army has one Elite tile at most."))
        return Stack(stack.normal, tile)
    return Stack((*stack.normal, tile), stack.elite)
