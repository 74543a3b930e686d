"""What hands may have done on the boards: tiles that moved, came or fell, markers that were put somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from companion.games.iron_sky import actions as act
from companion.games.iron_sky import candidates_board
from companion.games.iron_sky.board import lift
from companion.games.iron_sky.board_evidence import BoardEvidence, place_of
from companion.games.iron_sky.catalog import ELITES, TILES, Command, Place, Resource, Side
from companion.games.iron_sky.state import Player, State

Actions = Iterator[act.Action]


# --- tiles ---


def tiles(evidence: BoardEvidence) -> Actions:
    """Moves between two places of which one changed, tiles that came from or went to a supply."""
    state = evidence.state
    yield from dict.fromkeys(_moved_or_come(evidence))
    for player in state.team(state.side):
        if player.todo is not None and evidence.touched:
            yield from _carried_out(evidence, player)


def _moved_or_come(evidence: BoardEvidence) -> Actions:
    known = set[tuple[Place, Place, Side]]()
    for place, side in sorted(evidence.touched):
        for origin, to in _pairs(evidence, place, side):
            if (origin, to, side) not in known:  # Where both ends changed, one of them tells of it.
                known.add((origin, to, side))
                yield from _marches(evidence, origin, to, side)
        yield from _arrivals(evidence, place, side)


def _marches(evidence: BoardEvidence, origin: Place, to: Place, side: Side) -> Actions:
    state = evidence.state
    size = len(state.army(origin, side))
    for player in _movers(evidence, side, origin):
        paid = evidence.all_paid(player)
        for count in {*range(1, size + 2), max(paid, 1)}:
            marches = candidates_board.marched(state, player, origin, to, count)
            orders = (*_ordered(state, player, origin, to, count), *_overpaid(evidence, player, origin, to, count))
            yield from (*orders, *marches) if player.todo is None else (*marches, *orders)
    yield from _from_below(evidence, origin, to, side)


def _from_below(evidence: BoardEvidence, origin: Place, to: Place, side: Side) -> Actions:
    """A tile that came to a place and stood under the top tile of another one (ISK-10)."""
    state = evidence.state
    army = state.army(origin, side)
    for tile in sorted((evidence.came(to) & {*army.tiles}) - {army.leader}):
        for player in _movers(evidence, side, origin):
            if player.todo is not None:
                yield act.Move(player.seat, origin, to, 1, tile=tile)
            if side is Side.REICH and state.site(to).orbit and not state.site(origin).orbit:
                yield act.Ascend(player.seat, origin, to, 1, tile)
            else:
                yield from (act.Organise(player.seat, origin, to, 1, paid, tile) for paid in _ways(player))


def _ways(player: Player) -> tuple[int, ...]:
    """One tile is paid in Money or CP, or in PP."""
    return (0, 1) if player.held(Resource.POLITICS) else (0,)


def _ordered(state: State, player: Player, origin: Place, to: Place, count: int) -> Actions:
    if player.side is Side.REICH and state.site(to).orbit and not state.site(origin).orbit:
        yield act.Ascend(player.seat, origin, to, count)
    else:
        yield from candidates_board.organised(player, origin, to, count)


def _overpaid(evidence: BoardEvidence, player: Player, origin: Place, to: Place, count: int) -> Actions:
    """More Politics points than tiles were paid."""
    paid = evidence.points_paid(player, Resource.POLITICS)
    if player.side is Side.UWC and paid > count:
        yield act.Organise(player.seat, origin, to, count, paid)


def _pairs(evidence: BoardEvidence, place: Place, side: Side) -> Iterator[tuple[Place, Place]]:
    """From here or to here, along a route or to another place that changed."""
    state = evidence.state
    if evidence.is_intact(place, side):
        return
    linked = {route.to for route in state.map.routes[place]} | {p for p, s in evidence.touched if s is side}
    for other in sorted(spot for spot in linked - {place} if not evidence.is_intact(spot, side)):
        if state.army(place, side):
            yield place, other
        if state.army(other, side):
            yield other, place


def _movers(evidence: BoardEvidence, side: Side, origin: Place) -> Iterator[Player]:
    """Whoever may command the army, or paid for it: the board's commander, the players of open commands, payers."""
    state = evidence.state
    commander = state.commander_of(side, state.site(origin).board)
    yield commander
    for mate in state.team(side):
        if mate.seat != commander.seat and (mate.todo is not None or evidence.paid(mate)):
            yield mate


def _arrivals(evidence: BoardEvidence, place: Place, side: Side) -> Actions:
    """A tile out of its supply."""
    state = evidence.state
    for tile in sorted(evidence.came(place)):
        owner = state.owner(tile)
        if owner is not None and owner.side is side:
            yield act.PlaceTile(owner.seat, place, elite=tile.startswith("elite"))


def _carried_out(evidence: BoardEvidence, player: Player) -> Actions:
    """What an open command does to tiles besides moving them."""
    state = evidence.state
    for place, side in sorted(evidence.touched):
        if side is Side.UWC and not state.site(place).orbit:
            yield act.Bombard(player.seat, place)
    yield from candidates_board.aid(state, player)


def aid_sent(evidence: BoardEvidence) -> Actions:
    """A Neutral continent's tiles where they came to; which of two came first does not show."""
    state = evidence.state
    for continent in state.neutral:
        tile = TILES[Side.UWC, continent]
        if ("pool", tile) in evidence.gone:
            places = sorted(place for place in state.map.sites if tile in evidence.came(place))
            for player in state.team(Side.UWC):
                pairs = combinations_with_replacement(places, 2)
                yield from (act.Aid(player.seat, continent, first, second) for first, second in pairs)


def unseen_orders(evidence: BoardEvidence, player: Player) -> Actions:
    """Orders that show by their price alone: the stacks look the same afterwards, or nobody can look there."""
    state, side = evidence.state, player.side
    for origin in candidates_board.ordered(state, player):
        is_alone = len(state.army(origin, side)) == 1 and not evidence.unseen_place(origin)
        if is_alone or evidence.is_intact(origin, side):
            continue  # What leads here cannot stay the same.
        for to, count in candidates_board.organisable(state, player, origin):
            if not evidence.is_intact(to, side) and _looks_same(evidence, player, origin, to, count):
                yield from candidates_board.organised(player, origin, to, count)


def _looks_same(evidence: BoardEvidence, player: Player, origin: Place, to: Place, count: int) -> bool:
    """Whether both stacks show the tile they showed before, or cannot be looked at."""
    state = evidence.state
    army, target = state.army(origin, player.side), state.army(to, player.side)
    rest, moved = lift(state, act.Organise(player.seat, origin, to, count))
    if rest.leader != army.leader and not evidence.unseen_place(origin):
        return False
    return target.joined_by(moved).leader == target.leader or evidence.unseen_place(to)


# --- markers ---


def markers(evidence: BoardEvidence) -> Actions:
    """Terror, Jamming and Elite by where they came to; or, where that is hidden, by having left their sheet."""
    state = evidence.state
    for zone, piece in sorted(evidence.come):
        place = place_of(state, zone)
        kind, _, board = piece.partition("_")
        if place is not None and kind == "terror":
            yield act.PutTerror(state.commander_of(Side.REICH, board).seat, place)
        if place is not None and kind == "jamming":
            yield act.Jam(state.commander_of(Side.UWC, board).seat, place)
    yield from _hidden_markers(evidence)
    if not evidence.touched and any(True for _ in evidence.at("battle")):
        yield from _attacks_in_place(evidence)


def _hidden_markers(evidence: BoardEvidence) -> Actions:
    state = evidence.state
    for player in state.team(state.side):
        gone = {piece for zone, piece in evidence.gone if zone == f"{player.seat}.markers"}
        for place in filter(evidence.unseen_place, state.map.sites):
            if f"terror_{player.board}" in gone:
                yield act.PutTerror(player.seat, place)
            if f"jamming_{player.board}" in gone:
                yield act.Jam(player.seat, place)
            if ELITES[player.board] in gone:
                yield act.PlaceTile(player.seat, place, elite=True)


def _attacks_in_place(evidence: BoardEvidence) -> Actions:
    """A battle without a move shows first by the cards that are turned over."""
    state = evidence.state
    for player in state.team(state.side):
        if player.todo is not None and player.todo.command is Command.MOBILISATION:
            yield from (a for a in candidates_board.mobilisations(state, player) if isinstance(a, act.Attack))
