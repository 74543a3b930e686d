"""What hands could do with tiles and markers on the boards: orders, and whatever carries an open command out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import Command, Place, Resource, RouteKind, Side
from companion.games.iron_sky.map_graph import Route
from companion.games.iron_sky.resources import has_emergency
from companion.games.iron_sky.rules_commands import LARGEST_EXCHANGE
from companion.games.iron_sky.rules_moves import fee_due, fee_payers
from companion.games.iron_sky.rules_preconditions import leads_from_afar
from companion.games.iron_sky.state import Player, State, Todo, UwcPlayer

Actions = Iterator[act.Action]


def territories(state: State, board: str | None = None) -> Iterator[Place]:
    return (s.place for s in state.map.sites.values() if not s.orbit and board in (None, s.board))


def sectors(state: State, board: str | None = None) -> Iterator[Place]:
    return (s.place for s in state.map.sites.values() if s.orbit and board in (None, s.board))


def armies(state: State, player: Player, board: str | None = None) -> Iterator[Place]:
    """Where the player's side has an army, on one board or on all."""
    places = (s.place for s in state.map.sites.values() if board in (None, s.board))
    return (place for place in places if state.army(place, player.side))


# --- orders ---


def orders(state: State, player: Player) -> Actions:
    for origin in ordered(state, player):
        yield from ascents(state, player, origin)
        for to, count in organisable(state, player, origin):
            yield from organised(player, origin, to, count)


def ordered(state: State, player: Player) -> Iterator[Place]:
    """The armies that take orders from this player (ISK-70, ISK-94)."""
    yield from armies(state, player, player.board)
    if state.choices["leading_team"] == "also_orders":
        afar = (place for place in armies(state, player) if state.site(place).board != player.board)
        yield from (place for place in afar if leads_from_afar(state, player, place))


def ascents(state: State, player: Player, origin: Place) -> Actions:
    if player.side is Side.REICH and not state.site(origin).orbit:
        for route in state.map.routes[origin]:
            if route.kind is RouteKind.RED:
                for count in range(1, len(state.army(origin, player.side)) + 1):
                    yield act.Ascend(player.seat, origin, route.to, count)


def organisable(state: State, player: Player, origin: Place) -> Iterator[tuple[Place, int]]:
    """Where tiles of an army could be organised to, and how many: one more than can be paid is a common slip."""
    most = min(len(state.army(origin, player.side)), _wealth(player) + 1)
    for route in state.map.routes[origin]:
        if _organises_along(player, route):
            yield from ((route.to, count) for count in range(1, most + 1))


def _wealth(player: Player) -> int:
    """What he can spend on orders."""
    if isinstance(player, UwcPlayer):
        return player.money + player.politics
    return player.held(Resource.COMMAND)


def _organises_along(player: Player, route: Route) -> bool:
    if player.side is Side.REICH:
        return route.kind is RouteKind.SIDEWAYS and route.steps <= 2
    return route.kind in (RouteKind.ORANGE, RouteKind.WHITE)


def organised(player: Player, origin: Place, to: Place, count: int) -> Actions:
    """The order with each way to pay for it; with no way, as it would be tried."""
    if isinstance(player, UwcPlayer):
        least, most = max(count - player.money, 0), min(count, player.politics)
        if least <= most:
            for politics in range(least, most + 1):
                yield act.Organise(player.seat, origin, to, count, politics)
            return
    yield act.Organise(player.seat, origin, to, count)


# --- what an open command needs ---


def continuations(state: State, player: Player, todo: Todo) -> Actions:
    """Everything that carries the command out, and waiving it."""
    match todo.command:
        case Command.MOBILISATION:
            yield from mobilisations(state, player)
        case Command.RECRUIT:
            yield from tiles(state, player)
            yield from aid(state, player)
        case Command.ASSAULT if todo.base is None:
            yield from tiles(state, player)
        case Command.ASSAULT if todo.base is not None:
            yield from marches(state, player, todo.base)
        case Command.STRATEGY:
            yield act.Reshuffle(player.seat)
            yield from (act.Exchange(player.seat, count) for count in range(1, LARGEST_EXCHANGE + 1))
        case Command.TERROR:
            yield from (act.PutTerror(player.seat, place) for place in territories(state))
        case Command.BOMBARDMENT:
            yield from (act.Bombard(player.seat, place) for place in territories(state))
        case Command.JAMMING:
            yield from (act.Jam(player.seat, place) for place in sectors(state))
        case _:
            pass
    yield act.Waive(player.seat)


def mobilisations(state: State, player: Player) -> Actions:
    for place in armies(state, player):
        if not state.site(place).orbit and state.territory(place).at_war:
            yield act.Attack(player.seat, place)
        yield from marches(state, player, place)


def marches(state: State, player: Player, origin: Place) -> Actions:
    size = len(state.army(origin, player.side))
    for route in state.map.routes[origin]:
        if player.side is Side.REICH or route.kind in (RouteKind.ORANGE, RouteKind.WHITE):
            for count in range(1, size + 1):
                yield from marched(state, player, origin, route.to, count)


def marched(state: State, player: Player, origin: Place, to: Place, count: int) -> Actions:
    """The move with each way to pay its fee, if one is due."""
    free = act.Move(player.seat, origin, to, count)
    if not fee_due(state, player, free):
        yield free
        return
    for payer in fee_payers(state, free):
        yield act.Move(player.seat, origin, to, count, payer)
        if has_emergency(state, state.player(payer)):
            yield act.Move(player.seat, origin, to, count, payer, in_money=True)


def tiles(state: State, player: Player) -> Actions:
    for site in state.map.sites.values():
        if site.board == player.board:
            yield act.PlaceTile(player.seat, site.place)
            if isinstance(player, UwcPlayer) and player.elite:
                yield act.PlaceTile(player.seat, site.place, elite=True)


def aid(state: State, player: Player) -> Actions:
    if player.side is Side.UWC:
        for continent in state.neutral:
            for first, second in combinations_with_replacement(state.map.aid[continent], 2):
                yield act.Aid(player.seat, continent, first, second)
