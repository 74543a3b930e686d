"""Checks of orders, of what players give one another, and of being done."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import Resource, RouteKind, Side
from companion.games.iron_sky.names import RESOURCE, TITLE
from companion.games.iron_sky.resources import Price, organise_price, room
from companion.games.iron_sky.rules_common import (
    ACTING,
    FREE,
    Checks,
    army_there,
    can_pay,
    command_phase,
    elite_stays,
    enough_tiles,
    leads_from_afar,
    named,
    no_battle,
    not_nuked,
    on_turn,
    red_route_open,
    room_there,
    route_taken,
)
from companion.games.iron_sky.rules_moves import route_exists
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import State

Order = act.Organise | act.Ascend


def _side(state: State, action: Order | act.Give) -> Side:
    return state.player(action.player).side


@BOOK.check("ISK-70")
def orders_from_commander(state: State, action: Order) -> Refusal | None:
    player = state.player(action.player)
    at_home = state.site(action.origin).board == player.board
    return None if at_home or leads_from_afar(state, player, action.origin) else _no_orders(state, action)


@BOOK.check("ISK-94-R")
def leading_team_orders(state: State, action: Order) -> Refusal | None:
    at_home = state.site(action.origin).board == state.player(action.player).board
    return None if at_home or state.choices["leading_team"] == "also_orders" else _no_orders(state, action)


def _no_orders(state: State, action: Order) -> Refusal:
    return refuse(
        "{name} gives no orders in {place}.",
        repair="Put the tiles back; the commander of that board may organise them.",
        name=state.player(action.player).name,
        place=named(state, action.origin),
    )


@BOOK.check("ISK-66")
def organise_stays(state: State, action: act.Organise) -> Refusal | None:
    if route_taken(state, action).kind is RouteKind.WHITE:
        return refuse("An order does not cross to another continent.", repair="Put the tiles back; use Mobilisation.")
    return None


@BOOK.check("ISK-69")
def reich_orders_in_orbit(state: State, action: act.Organise) -> Refusal | None:
    if _side(state, action) is Side.REICH and route_taken(state, action).kind is not RouteKind.SIDEWAYS:
        return refuse(
            "The Reich has no order for this move.",
            repair="Put the tiles back; play Mobilisation or Assault.",
        )
    return None


@BOOK.check("ISK-67")
def one_sector_sideways(state: State, action: act.Organise) -> Refusal | None:
    if _side(state, action) is Side.REICH and route_taken(state, action).steps > 1:
        return refuse("An order moves one sector sideways.", repair="Move the tiles one sector at a time.")
    return None


@BOOK.check("ISK-64")
def organise_target(state: State, action: act.Organise) -> Refusal | None:
    if state.site(action.to).orbit:
        return None
    territory, place = state.territory(action.to), named(state, action.to)
    if territory.at_war:
        return refuse("{place} is at war.", repair="Put the tiles back; an order starts no battle.", place=place)
    if territory.controller is Side.REICH:
        return refuse("The Reich controls {place}.", repair="Put the tiles back; use Mobilisation.", place=place)
    return None


@BOOK.check("ISK-63")
def organise_payment(state: State, action: act.Organise) -> Refusal | None:
    possible = range(action.count + 1) if _side(state, action) is Side.UWC else (0,)
    return None if action.politics in possible else _not_paid_so()


@BOOK.check("ISK-63-R")
def organise_in_one_kind(state: State, action: act.Organise) -> Refusal | None:
    if state.choices["organise_payment"] == "one_kind" and action.politics not in (0, action.count):
        return _not_paid_so()
    return None


def _not_paid_so() -> Refusal:
    return refuse("This cannot be paid so.", repair="Pay 1 Money or 1 PP per tile.")


@BOOK.check("ISK-63")
def organise_affordable(state: State, action: act.Organise) -> Refusal | None:
    player = state.player(action.player)
    return can_pay(player, organise_price(player, action.count, action.politics))


@BOOK.check("ISK-68")
def ascends_by_red_route(state: State, action: act.Ascend) -> Refusal | None:
    if state.site(action.origin).orbit or route_taken(state, action).kind is not RouteKind.RED:
        return refuse("Only a red route leads up into orbit.", repair="Put the tiles back.")
    return None


@BOOK.check("ISK-68-R")
def ascends_from_war(state: State, action: act.Ascend) -> Refusal | None:
    if state.territory(action.origin).at_war and state.choices["ascent_from_war"] == "forbidden":
        return refuse("{place} is at war.", repair="Put the tiles back.", place=named(state, action.origin))
    return None


# --- sharing ---


@BOOK.check("ISK-59")
def gift_turn(state: State, action: act.Give) -> Refusal | None:
    if _side(state, action) is not state.side:
        return refuse("It is not the turn of {side}.", repair="Put the markers back.", side=TITLE[_side(state, action)])
    return None


@BOOK.check("ISK-59")
def uwc_gives_money(state: State, action: act.Give) -> Refusal | None:
    return _gift_kind(state, action, Side.UWC, Resource.MONEY)


@BOOK.check("ISK-60")
def reich_gives_command_points(state: State, action: act.Give) -> Refusal | None:
    return _gift_kind(state, action, Side.REICH, Resource.COMMAND)


def _gift_kind(state: State, action: act.Give, side: Side, shared: Resource) -> Refusal | None:
    if _side(state, action) is not side:
        return None
    if state.player(action.to).side is not side or action.to == action.player:
        return refuse("Resources are shared inside a side.", repair="Put the markers back.")
    if action.resource is not shared or action.amount < 1:
        return refuse(
            "{resource} cannot be given away.", repair="Put the markers back.", resource=RESOURCE[action.resource]
        )
    return None


@BOOK.check("ISK-60-R")
def reich_gift_size(state: State, action: act.Give) -> Refusal | None:
    giver = state.player(action.player)
    if giver.side is Side.UWC or state.choices["reich_gifts"] == "any_number" or giver.given + action.amount <= 1:
        return None
    return refuse("{name} may give 1 CP in a turn.", repair="Put the markers back.", name=giver.name)


@BOOK.check("ISK-59")
def gift_held(state: State, action: act.Give) -> Refusal | None:
    return can_pay(state.player(action.player), Price(**{action.resource.value: action.amount}))


@BOOK.check("ISK-59-R")
def gift_fits(state: State, action: act.Give) -> Refusal | None:
    taker = state.player(action.to)
    free = room(state, taker, action.resource)
    if action.amount <= free or state.choices["gift_surplus"] == "lost":
        return None
    return refuse("{name} can take {free} more.", repair="Give {free} at most.", name=taker.name, free=free)


@BOOK.check("ISK-61")
def loan_left(state: State, action: act.TakeLoan) -> Refusal | None:
    player = state.player(action.player)
    if player.side is not Side.UWC or state.loans < 1:
        return refuse("There is no Loan marker for {name}.", repair="Put the markers back.", name=player.name)
    return None


@BOOK.check("ISK-62")
def advice_left(state: State, action: act.TakeAdvice) -> Refusal | None:
    player = state.player(action.player)
    if player.side is not Side.REICH or state.advice < 1:
        return refuse("There is no Advice marker for {name}.", repair="Put the markers back.", name=player.name)
    return None


@BOOK.check("ISK-62-R")
def advice_once(state: State, action: act.TakeAdvice) -> Refusal | None:
    player = state.player(action.player)
    if player.advised and state.choices["advice"] == "one_per_turn":
        return refuse("{name} has used Advice this turn.", repair="Put the marker back.", name=player.name)
    return None


# --- being done ---


@BOOK.check("ISK-143-R")
def was_done(state: State, action: act.Resume) -> Refusal | None:
    player = state.player(action.player)
    return None if player.done else refuse("{name} is not done.", repair="Go on.", name=player.name)


# A gift is no card: it may be made between the steps of a command (ISK-52-R).
CHECKS: Checks = {
    act.Organise: (
        *FREE,
        army_there,
        orders_from_commander,
        leading_team_orders,
        enough_tiles,
        route_exists,
        organise_stays,
        reich_orders_in_orbit,
        one_sector_sideways,
        not_nuked,
        organise_target,
        elite_stays,
        room_there,
        organise_payment,
        organise_in_one_kind,
        organise_affordable,
    ),
    act.Ascend: (
        *FREE,
        army_there,
        orders_from_commander,
        leading_team_orders,
        enough_tiles,
        route_exists,
        ascends_by_red_route,
        red_route_open,
        not_nuked,
        elite_stays,
        room_there,
        ascends_from_war,
    ),
    act.Give: (
        gift_turn,
        *ACTING,
        uwc_gives_money,
        reich_gives_command_points,
        reich_gift_size,
        gift_held,
        gift_fits,
    ),
    act.TakeLoan: (*ACTING, loan_left),
    act.TakeAdvice: (*ACTING, advice_left, advice_once),
    act.Done: FREE,
    act.Resume: (on_turn, command_phase, no_battle, was_done),
}
