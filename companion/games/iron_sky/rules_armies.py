"""Checks of armies that move, however they do: what is taken, and whether it may come there."""

from __future__ import annotations

from dataclasses import replace

from companion.core.rules import Refusal, refuse
from companion.core.text import say_plural
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.board import lift
from companion.games.iron_sky.catalog import LARGEST_ARMY, Place, Side
from companion.games.iron_sky.map_graph import Route
from companion.games.iron_sky.names import SUBJECT, TITLE, piece_name
from companion.games.iron_sky.rules_preconditions import named
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.stack import Stack
from companion.games.iron_sky.state import State


def moving_tiles(state: State, action: act.Marching) -> Stack:
    """The tiles that this move takes: the top ones, or those under an Elite that may stay behind (ISK-169-R)."""
    return lift(state, action)[1]


def own_army(state: State, action: act.Marching) -> Stack:
    return state.army(action.origin, state.player(action.player).side)


@BOOK.requires(
    "ISK-75",
    "{side} has no army in {place}.",
    repair="Put the tiles back and take them from where {own} has an army.",
    side=lambda state, action: SUBJECT[state.player(action.player).side],
    own=lambda state, action: TITLE[state.player(action.player).side],
    place=lambda state, action: named(state, action.origin),
)
def army_there(state: State, action: act.Marching) -> bool:
    return bool(own_army(state, action))


@BOOK.check("ISK-77")
def enough_tiles(state: State, action: act.Marching) -> Refusal | None:
    have = len(own_army(state, action))
    if action.count < 1:
        return refuse("No tile is moved.", repair="Move at least one tile.")
    if action.count > have:
        return refuse(
            say_plural(
                "{place} holds {count} tile of {side}, and {wanted} would go.",
                "{place} holds {count} tiles of {side}, and {wanted} would go.",
                have,
                place=named(state, action.origin),
                side=TITLE[state.player(action.player).side],
                wanted=action.count,
            ),
            repair="Put the tiles back and move {have} at most.",
            have=have,
        )
    return None


@BOOK.check("ISK-10")
def from_the_top(state: State, action: act.Marching) -> Refusal | None:
    if action.tile is None or action.tile == own_army(state, action).elite:
        return None  # An Elite lies on top always, and whether it may go is ISK-169's to say.
    _, taken = lift(state, replace(action, count=1, tile=None))
    top = taken.leader
    if top is None or action.tile == top:
        return None
    return refuse(
        "The {tile} was taken from under the {top}.",
        repair="Put the tile back where it was and take the {top} first.",
        tile=piece_name(state.profile, action.tile),
        top=piece_name(state.profile, top),
    )


@BOOK.requires(
    "ISK-10",
    "No {tile} stands in {place}.",
    repair="Put the tiles back and look at the stack again.",
    tile=lambda state, action: piece_name(state.profile, action.tile),
    place=lambda state, action: named(state, action.origin),
)
def tile_there(state: State, action: act.Marching) -> bool:
    return action.tile is None or action.tile in own_army(state, action).tiles


def too_large(state: State, place: Place, side: Side, arriving: int) -> bool:
    return len(state.army(place, side).normal) + arriving > LARGEST_ARMY


@BOOK.check("ISK-5")
def room_there(state: State, action: act.Marching) -> Refusal | None:
    # However they arrive (ISK-78).
    side = state.player(action.player).side
    arriving = len(moving_tiles(state, action).normal)
    if too_large(state, action.to, side, arriving):
        return no_room(state, action.to, side, arriving)
    return None


def no_room(state: State, place: Place, side: Side, arriving: int) -> Refusal:
    """What a referee says of an army that would be too large."""
    have = len(state.army(place, side).normal)
    reason = say_plural(
        "{place} would hold {count} tile; an army has {most} at most.",
        "{place} would hold {count} tiles; an army has {most} at most.",
        have + arriving,
        place=named(state, place),
        most=LARGEST_ARMY,
    )
    if have >= LARGEST_ARMY:
        return refuse(reason, repair="Put the tiles back and choose another place.")
    return refuse(reason, repair="Put back what is too much.")


@BOOK.check("ISK-157")
def not_nuked(state: State, action: act.Marching) -> Refusal | None:
    return nuked(state, action.to)


def nuked(state: State, place: Place) -> Refusal | None:
    if state.is_nuked(place):
        return refuse(
            "{place} was hit by the Nuclear weapon and is closed for ever.",
            repair="Put back what came there and choose another territory.",
            place=named(state, place),
        )
    return None


@BOOK.check("ISK-120")
def red_route_open(state: State, action: act.Marching) -> Refusal | None:
    down = state.site(action.origin).orbit and not state.site(action.to).orbit
    up = state.site(action.to).orbit and not state.site(action.origin).orbit
    sector = action.origin if down else action.to
    if (down or up) and state.is_jammed(sector):
        return refuse(
            "{sector} is jammed, and its red routes are closed.",
            repair="Put the tiles back and use another sector.",
            sector=named(state, sector),
        )
    return None


@BOOK.check("ISK-169")
def elite_stays(state: State, action: act.Marching) -> Refusal | None:
    if not state.map.crosses(action.origin, action.to):
        return None
    moved = moving_tiles(state, action)
    if moved.elite is None and len(moved) == action.count:
        return None
    return refuse(
        "The {tile} leads the army in {place} and does not leave its board.",
        repair="Put the tiles back and move the army on its own board.",
        tile=piece_name(state.profile, own_army(state, action).elite or ""),
        place=named(state, action.origin),
    )


def route_taken(state: State, action: act.Marching) -> Route:
    route = state.map.route(action.origin, action.to)
    assert route is not None, "route_exists comes first"
    return route
