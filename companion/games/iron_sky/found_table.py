"""Positions of Iron Sky out of what lies on a table: of armies only the topmost tile is seen, of trophies none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.editor import EditRefused, Figure, number, yes_or_no
from companion.core.fast_dataclasses import replace
from companion.core.found_table import FoundTable, Together, Unseen
from companion.core.rules import Violation
from companion.core.table import Piece, TableSnapshot, Zone
from companion.core.text import say
from companion.games.iron_sky.board import TROPHY_STACK, derived_occupation
from companion.games.iron_sky.catalog import ELITES, HAND, METER_POSITIONS, REICH_TILES, TILE_BOARD, TILES, Side
from companion.games.iron_sky.editor import TableEditor
from companion.games.iron_sky.names import SUBJECT, piece_name
from companion.games.iron_sky.settings import BOARDS
from companion.games.iron_sky.state import BoardState, Phase, Player, ReichPlayer, Stack, State, UwcPlayer
from companion.games.iron_sky.turn import deck_size

SHOWN_CHECKS = frozenset(
    {
        "meters_follow_boards",
        "devastation_is_pushed_along",
        "centres_are_taken_at_once",
        "terror_leaves_conquered_ground",
        "nuked_ground_is_empty",
        "orbit_is_for_the_reich",
        "each_side_has_one_slot",
        "elites_are_single",
        "elites_stay_at_home",
        "improvements_lie_on_boards",
        "improvements_leave_with_their_side",
        "commanders_are_unique",
        "operations_are_of_their_side",
        "specials_are_of_their_side",
    }
)
"""What can be seen to hold; the others count what lies in piles, hands and decks."""

NOBODY = "-"

_LAID_BESIDE = ("battle", "used", "discard")


class WhatLies(FoundTable[State]):
    """An army is as much as its topmost tile shows: control is all that counts."""

    def begun(self, state: State) -> State:
        boards = tuple(
            replace(
                board,
                territories=tuple(replace(each, centre=Stack()) for each in board.territories),
                orbit=tuple(Stack() for _ in board.orbit),
            )
            for board in state.boards
        )
        players = tuple(_gathered(state, player) for player in state.players)
        return replace(state, boards=boards, players=players, loans=0, advice=0, neutral=(), phase=Phase.COMMAND)

    def counts(self, zone: Zone) -> bool:
        board, _, place = zone.partition(".")
        return board in BOARDS or place == "operation"

    def put(self, state: State, zone: Zone, piece: Piece) -> State:
        first, _, spot = zone.partition(".")
        if first in BOARDS:
            return self._on_board(state, first, spot, zone, piece)
        if zone == "tokens":
            return replace(state, phase=Phase.OVER) if piece == "token_end" else replace(state, tokens=(piece,))
        if spot.startswith(_LAID_BESIDE):
            return state
        if spot == "operation":
            return _with_operation(state, state.player(first), piece)
        return TableEditor().put(state, zone, piece)

    def _on_board(self, state: State, name: str, spot: str, zone: Zone, piece: Piece) -> State:
        meter, _, position = spot.partition(".")
        if meter == "occupation" and piece == f"occupation_{name}":
            return state.with_board(replace(state.board(name), occupation=int(position)))
        if piece in TILE_BOARD:
            state = _out_of_supply(state, piece)
        return TableEditor().put(state, zone, piece)

    def resumed(self, state: State, seen: TableSnapshot) -> State:
        """Hands are full, and of a discard pile the topmost card is known."""
        for player in state.players:
            discard = tuple(
                card for card in seen.zones.get(f"{player.seat}.discard", ()) if card in state.profile.cards
            )
            left = deck_size(state) - len(discard)
            hand = min(HAND, left)
            state = state.with_player(replace(player, discard=discard, hand=hand, deck=left - hand))
        return TableEditor().settled(state, state)

    def complete(self, state: State) -> State:
        return replace(state, phase=Phase.OVER)

    def unseen(self, state: State, seen: TableSnapshot) -> Sequence[Unseen]:
        return tuple(
            Unseen((f"{meter}_{board.name}",), 1, _meter(board, meter))
            for board in state.boards
            for meter in ("devastation", "occupation")
            if not any(f"{meter}_{board.name}" in seen.zones.get(zone, ()) for zone in _meter(board, meter))
        )

    def figures(self, state: State) -> Sequence[Together]:
        """What no label shows, and who is where none was read: nothing else tells of a tile there, which counts."""
        asked = say("Are there whole stacks of trophies, or is the label of an army covered?")
        return (Together("hidden", asked, (*_figures(state), *_empty(state))),)

    def with_figure(self, state: State, name: str, value: str) -> State:
        seat, _, what = name.partition(".")
        if seat in BOARDS:
            return state if value == NOBODY else self.put(state, f"{name}.cc", TILES[Side(value), seat])
        player = state.player(seat)
        if what == "stacks":
            return state.with_player(replace(player, trophies=TROPHY_STACK * int(value)))
        if what == "elites" and isinstance(player, ReichPlayer):
            return state.with_player(replace(player, elite_trophies=int(value)))
        return state.with_player(replace(player, fulfilled=value == "yes"))

    def faults(self, state: State) -> tuple[Violation, ...]:
        return tuple(fault for fault in super().faults(state) if fault.check in SHOWN_CHECKS)


def _meter(board: BoardState, meter: str) -> tuple[Zone, ...]:
    """Its positions, the one where it belongs by the board first."""
    now = derived_occupation(board)
    positions = sorted(range(METER_POSITIONS), key=lambda position: abs(position - now))
    return tuple(f"{board.name}.{meter}.{position}" for position in positions)


def _gathered(state: State, player: Player) -> Player:
    """With all his tiles in his supply."""
    board = state.board(player.board)
    tile = TILES[player.side, player.board]
    lying = [*board.orbit, *(stack for each in board.territories for stack in (each.centre, each.frontline))]
    count = sum(stack.tiles.count(tile) for stack in lying)
    return replace(player, supply=player.supply + count)


def _out_of_supply(state: State, tile: Piece) -> State:
    owner = state.owner(tile)
    if owner is None:
        return state
    if tile == ELITES.get(owner.board) and isinstance(owner, UwcPlayer):
        return state.with_player(replace(owner, elite=False))
    return state.with_player(replace(owner, supply=max(0, owner.supply - 1)))


def _with_operation(state: State, player: Player, piece: Piece) -> State:
    card = state.profile.operations.get(piece)
    if card is None or player.operation is not None:
        raise EditRefused(say("{piece} does not belong there.", piece=piece_name(state.profile, piece)))
    return state.with_player(replace(player, operation=piece))


def _empty(state: State) -> Iterator[Figure]:
    """The territories where nothing was read."""
    for board in state.boards:
        for ground, territory in zip(state.profile.boards[board.name].territories, board.territories, strict=True):
            if territory.controller is None and not territory.nuked:
                sides = {side.value: SUBJECT[side] for side in Side if (side, board.name) in TILES}
                name = f"{board.name}.{ground.number}"
                yield Figure(
                    name, say("Who is in {place}", place=ground.printed_name), NOBODY, {NOBODY: say("nobody"), **sides}
                )


def _figures(state: State) -> Iterator[Figure]:
    """Trophies count for the side, so a side is asked once; a secret operation that lies open may have failed."""
    uwc = next(state.team(Side.UWC)).seat
    title = say("Whole stacks of trophies of the UWC, {size} in each", size=TROPHY_STACK)
    yield number(f"{uwc}.stacks", title, 0, REICH_TILES * len(state.boards) // TROPHY_STACK)
    if state.plays("elite_troops"):
        reich = next(state.team(Side.REICH)).seat
        yield number(f"{reich}.elites", say("Elite tiles that the Reich has destroyed"), 0, len(state.boards))
    for player in state.players:
        if player.operation is not None:
            card = state.profile.operations[player.operation]
            title = say("{seat} has fulfilled {card}", seat=player.seat, card=card.printed_name)
            yield yes_or_no(f"{player.seat}.fulfilled", title, bool(player.fulfilled))
