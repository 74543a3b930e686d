"""What hands may have done on the boards: tiles that moved, came or fell, markers that were put somewhere."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.iron_sky import actions as act
from companion.games.iron_sky import moves_board as moves
from companion.games.iron_sky.board import lift, pile
from companion.games.iron_sky.catalog import ELITES, TILE_BOARD, Command, Place, Side, Tile
from companion.games.iron_sky.state import Player, State
from companion.games.iron_sky.traces import Traces, place_of

Actions = Iterator[act.Action]


# --- tiles ---


def tiles(traces: Traces) -> Actions:
    """Moves between two places of which one changed, tiles that came from or went to a supply."""
    state, seen = traces.state, set[act.Action]()
    for place, side in sorted(traces.touched):
        for action in (*_marches(traces, place, side), *_arrivals(traces, place, side)):
            if action not in seen:
                seen.add(action)
                yield action
    for player in state.team(state.side):
        if player.todo is not None and traces.touched:
            yield from _carried_out(traces, player)


def _marches(traces: Traces, place: Place, side: Side) -> Actions:
    state = traces.state
    for origin, to in _pairs(traces, place, side):
        for count in range(1, len(state.army(origin, side)) + 1):
            for player in _movers(state, side, origin):
                marches = moves.marched(state, player, origin, to, count)
                orders = _ordered(state, player, origin, to, count)
                yield from (*orders, *marches) if player.todo is None else (*marches, *orders)


def _ordered(state: State, player: Player, origin: Place, to: Place, count: int) -> Actions:
    if player.side is Side.REICH and state.site(to).orbit and not state.site(origin).orbit:
        yield act.Ascend(player.seat, origin, to, count)
    else:
        yield from moves.organised(player, origin, to, count)


def _pairs(traces: Traces, place: Place, side: Side) -> Iterator[tuple[Place, Place]]:
    """From here or to here, along a route or to another place that changed."""
    state = traces.state
    linked = {route.to for route in state.atlas.routes[place]} | {p for p, s in traces.touched if s is side}
    for other in sorted(linked - {place}):
        if state.army(place, side):
            yield place, other
        if state.army(other, side):
            yield other, place


def _movers(state: State, side: Side, origin: Place) -> Iterator[Player]:
    """Whoever may command the army: the board's commander, and the players of open commands."""
    commander = state.commander_of(side, state.site(origin).board)
    yield commander
    yield from (mate for mate in state.team(side) if mate.todo is not None and mate.seat != commander.seat)


def _arrivals(traces: Traces, place: Place, side: Side) -> Actions:
    """A tile out of its supply."""
    state = traces.state
    for tile in sorted(_came(traces, place)):
        owner = state.owner(tile)
        if owner is not None and owner.side is side:
            yield act.PlaceTile(owner.seat, place, elite=tile.startswith("elite"))


def _came(traces: Traces, place: Place) -> set[Tile]:
    return {piece for zone, piece in traces.come if piece in TILE_BOARD and place_of(traces.state, zone) == place}


def _carried_out(traces: Traces, player: Player) -> Actions:
    """What an open command does to tiles besides moving them."""
    state = traces.state
    for place, side in sorted(traces.touched):
        if side is Side.UWC and not state.site(place).orbit:
            yield act.Bombard(player.seat, place)
    yield from moves.aid(state, player)


def unseen_orders(traces: Traces, player: Player) -> Actions:
    """Orders that show by their price alone: the stacks look the same afterwards, or nobody can look there."""
    for origin in moves.ordered(traces.state, player):
        for to, count in moves.organisable(traces.state, player, origin):
            if _looks_same(traces, player, origin, to, count):
                yield from moves.organised(player, origin, to, count)


def _looks_same(traces: Traces, player: Player, origin: Place, to: Place, count: int) -> bool:
    """Whether both stacks show the tile they showed before, or cannot be looked at."""
    state = traces.state
    army, target = state.army(origin, player.side), state.army(to, player.side)
    rest, moved = lift(state, army, count)
    if rest[-1:] != army[-1:] and not traces.unseen_place(origin):
        return False
    return pile(target, moved)[-1:] == target[-1:] or traces.unseen_place(to)


# --- markers ---


def markers(traces: Traces) -> Actions:
    """Terror, Jamming and Elite by where they came to; or, where that is hidden, by having left their sheet."""
    state = traces.state
    for zone, piece in sorted(traces.come):
        place = place_of(state, zone)
        kind, _, board = piece.partition("_")
        if place is not None and kind == "terror":
            yield act.PutTerror(state.commander_of(Side.REICH, board).seat, place)
        if place is not None and kind == "jamming":
            yield act.Jam(state.commander_of(Side.UWC, board).seat, place)
    yield from _hidden_markers(traces)
    if not traces.touched and any(True for _ in traces.at("battle")):
        yield from _attacks_in_place(traces)


def _hidden_markers(traces: Traces) -> Actions:
    state = traces.state
    for player in state.team(state.side):
        gone = {piece for zone, piece in traces.gone if zone == f"{player.seat}.markers"}
        for place in filter(traces.unseen_place, state.atlas.sites):
            if f"terror_{player.board}" in gone:
                yield act.PutTerror(player.seat, place)
            if f"jamming_{player.board}" in gone:
                yield act.Jam(player.seat, place)
            if ELITES[player.board] in gone:
                yield act.PlaceTile(player.seat, place, elite=True)


def _attacks_in_place(traces: Traces) -> Actions:
    """A battle without a move shows first by the cards that are turned over."""
    state = traces.state
    for player in state.team(state.side):
        if player.todo is not None and player.todo.command is Command.MOBILISATION:
            yield from (a for a in moves.mobilisations(state, player) if isinstance(a, act.Attack))
