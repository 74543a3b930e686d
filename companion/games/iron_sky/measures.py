"""The position's own figures behind a refusal: where routes lead, how many tiles lie there, what can be paid."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.rules import Statement
from companion.core.screen_parts import Measure, meant_first
from companion.core.text import say, say_plural
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import TRACKS, Place, RouteKind, Side
from companion.games.iron_sky.map_graph import Route
from companion.games.iron_sky.names import RESOURCE
from companion.games.iron_sky.resources import organise_price
from companion.games.iron_sky.state import Player, State
from companion.games.iron_sky.untold import known_routes

ABOUT_ROUTES, ABOUT_TILES = {"ISK-12"}, {"ISK-10", "ISK-80"}


def measures(state: State, action: act.Action, broken: Statement) -> tuple[Measure, ...]:
    """Of tiles that go somewhere the routes there are, and what lies at both ends; of an Organise order its price."""
    if not isinstance(action, act.Marching):
        return ()
    player = state.player(action.player)
    if broken.id in ABOUT_ROUTES:
        return tuple(_routes(state, player, action))
    price = tuple(_price(player, action)) if isinstance(action, act.Organise) else ()
    return meant_first((*_ends(state, player, action), *price))


def _routes(state: State, player: Player, action: act.Marching) -> Iterator[Measure]:
    """Where one cannot go, and everywhere one can."""
    yield Measure(state.site(action.to).name, False, say("no route"), icon="route", meant=True)
    for route in known_routes(state.map, action.origin):
        if _is_open(player, route) and route.to != action.to:
            yield Measure(state.site(route.to).name, True, say("a route leads there"), icon="route")


def _is_open(player: Player, route: Route) -> bool:
    """Red routes and the ways in orbit are the Reich's (ISK-84)."""
    return player.side is Side.REICH or route.kind not in (RouteKind.RED, RouteKind.SIDEWAYS)


def _ends(state: State, player: Player, action: act.Marching) -> Iterator[Measure]:
    there = len(state.army(action.origin, player.side).tiles)
    lie = say_plural("{count} own tile", "{count} own tiles", there)
    enough = there >= action.count
    yield Measure(state.site(action.origin).name, enough, lie, icon="stack-2", meant=not enough)
    if not state.site(action.to).orbit:
        yield _target(state, player, action.to)


def _target(state: State, player: Player, place: Place) -> Measure:
    match state.territory(place).controller:
        case None:
            held, own = say("nobody holds it"), True
        case Side.REICH as side:
            held, own = say("the Reich holds it"), player.side is side
        case Side.UWC as side:
            held, own = say("the UWC holds it"), player.side is side
    return Measure(state.site(place).name, own, held, icon="flag", meant=True)


def _price(player: Player, action: act.Organise) -> Iterator[Measure]:
    price = organise_price(player, action.count, action.politics)
    for track in TRACKS[player.side]:
        if needed := price.of(track):
            held = player.held(track)
            enough = held >= needed
            verdict = say("can pay") if enough else say("too little")
            has = say("{has} of {needed}", has=held, needed=needed)
            yield Measure(RESOURCE[track], enough, verdict, has, "coins", meant=not enough)
