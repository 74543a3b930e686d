"""Checks of orders, and of what players give one another."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import (
    Resource,
    RouteKind,
    Side,
)
from companion.games.iron_sky.resources import (
    Price,
    organise_price,
    room,
)
from companion.games.iron_sky.rules_common import (
    RESOURCE,
    TITLE,
    can_pay,
    leads_from_afar,
    named,
    route_taken,
    seat_name,
)
from companion.games.iron_sky.settings import BOOK, RULING
from companion.games.iron_sky.state import State


@RULING.rule("ISK-94")
def orders_army(state: State, action: act.Organise | act.Ascend) -> Refusal | None:
    """Orders come from the commander of the board where the tiles stand (ISK-70)."""
    player = state.player(action.player)
    if state.site(action.origin).board == player.board:
        return None
    if state.house["leading_team"] == "also_orders" and leads_from_afar(state, player, action.origin):
        return None
    return refuse(
        "{name} gives no orders in {place}.",
        repair="Put the tiles back; the commander of that board may organise them.",
        name=seat_name(player),
        place=named(state, action.origin),
    )


@BOOK.rule("ISK-66", page=8)
def organise_stays(state: State, action: act.Organise) -> Refusal | None:
    """Organising on the ground never crosses to another board."""
    if route_taken(state, action).kind is RouteKind.WHITE:
        return refuse("An order does not cross to another continent.", repair="Put the tiles back; use Mobilisation.")
    return None


@BOOK.rule("ISK-67", page=8)
def organise_in_orbit(state: State, action: act.Organise) -> Refusal | None:
    """The Reich organises one sector sideways in orbit, 1 CP per tile and step; elsewhere it has no order (ISK-69)."""
    if state.player(action.player).side is Side.UWC:
        return None
    route = route_taken(state, action)
    if route.kind is not RouteKind.SIDEWAYS:
        return refuse(
            "The Reich has no order for this move.",
            repair="Put the tiles back; play Mobilisation or Assault.",
        )
    if route.steps > 1:
        return refuse("An order moves one sector sideways.", repair="Move the tiles one sector at a time.")
    return None


@BOOK.rule("ISK-64", page=8)
def organise_target(state: State, action: act.Organise) -> Refusal | None:
    """The UWC organises into own, uncontrolled and terrorised territories, never into war or to the Reich."""
    if state.site(action.to).orbit:
        return None
    territory, place = state.territory(action.to), named(state, action.to)
    if territory.at_war:
        return refuse("{place} is at war.", repair="Put the tiles back; an order starts no battle.", place=place)
    if territory.controller is Side.REICH:
        return refuse("The Reich controls {place}.", repair="Put the tiles back; use Mobilisation.", place=place)
    return None


@RULING.rule("ISK-63")
def organise_payment(state: State, action: act.Organise) -> Refusal | None:
    """Each tile is paid in Money or PP, freely mixed unless the table wants one of them."""
    uwc = state.player(action.player).side is Side.UWC
    possible = range(action.count + 1) if uwc else range(1)
    if state.house["organise_payment"] == "one_kind" and uwc:
        possible = range(0, action.count + 1, action.count)
    if action.politics not in possible:
        return refuse("This cannot be paid so.", repair="Pay 1 Money or 1 PP per tile.")
    return None


@BOOK.rule("ISK-63", page=8)
def organise_affordable(state: State, action: act.Organise) -> Refusal | None:
    """Organising costs 1 resource per tile."""
    player = state.player(action.player)
    return can_pay(player, organise_price(player, action.count, action.politics))


@BOOK.rule("ISK-68", page=8)
def ascends_by_red_route(state: State, action: act.Ascend) -> Refusal | None:
    """Reich tiles on the ground go up a red route into orbit for free."""
    if state.site(action.origin).orbit or route_taken(state, action).kind is not RouteKind.RED:
        return refuse("Only a red route leads up into orbit.", repair="Put the tiles back.")
    return None


@RULING.rule("ISK-68")
def ascends_from_war(state: State, action: act.Ascend) -> Refusal | None:
    """Tiles may ascend out of a territory at war, unless the table forbids it."""
    if state.territory(action.origin).at_war and state.house["ascent_from_war"] == "forbidden":
        return refuse("{place} is at war.", repair="Put the tiles back.", place=named(state, action.origin))
    return None


# --- sharing ---


@BOOK.rule("ISK-59", page=9)
def gift_turn(state: State, action: act.Give) -> Refusal | None:
    """Resources are shared during the own side's turn."""
    giver = state.player(action.player)
    if giver.side is not state.side:
        return refuse("It is not the turn of {side}.", repair="Put the markers back.", side=TITLE[giver.side])
    return None


@BOOK.rule("ISK-59", page=9)
def gift_kind(state: State, action: act.Give) -> Refusal | None:
    """UWC players give Money, Reich players CP; Politics points are never given."""
    giver, taker = state.player(action.player), state.player(action.to)
    if giver.side is not taker.side or giver.seat == taker.seat:
        return refuse("Resources are shared inside a side.", repair="Put the markers back.")
    shared = Resource.MONEY if giver.side is Side.UWC else Resource.COMMAND
    if action.resource is not shared or action.amount < 1:
        return refuse(
            "{resource} cannot be given away.", repair="Put the markers back.", resource=RESOURCE[action.resource]
        )
    return None


@RULING.rule("ISK-60")
def reich_gift_size(state: State, action: act.Give) -> Refusal | None:
    """A Reich player gives away 1 CP in a turn."""
    giver = state.player(action.player)
    if giver.side is Side.UWC or state.house["reich_gifts"] == "any_number" or giver.given + action.amount <= 1:
        return None
    return refuse("{name} may give 1 CP in a turn.", repair="Put the markers back.", name=seat_name(giver))


@BOOK.rule("ISK-59", page=9)
def gift_held(state: State, action: act.Give) -> Refusal | None:
    """Nobody gives more than he has."""
    return can_pay(state.player(action.player), Price(**{action.resource.value: action.amount}))


@RULING.rule("ISK-59")
def gift_fits(state: State, action: act.Give) -> Refusal | None:
    """A gift fits on the receiver's track."""
    taker = state.player(action.to)
    free = room(state, taker, action.resource)
    if action.amount <= free or state.house["gift_surplus"] == "lost":
        return None
    return refuse("{name} can take {free} more.", repair="Give {free} at most.", name=seat_name(taker), free=free)


@BOOK.rule("ISK-61", page=9)
def loan_left(state: State, action: act.TakeLoan) -> Refusal | None:
    """With two or four players the UWC may remove Loan markers from the game for 1 Money each."""
    player = state.player(action.player)
    if player.side is not Side.UWC or state.loans < 1:
        return refuse("There is no Loan marker for {name}.", repair="Put the markers back.", name=seat_name(player))
    return None


@BOOK.rule("ISK-62", page=9)
def advice_left(state: State, action: act.TakeAdvice) -> Refusal | None:
    """With two or four players the Reich may remove an Advice marker from the game for 1 CP."""
    player = state.player(action.player)
    if player.side is not Side.REICH or state.advice < 1:
        return refuse("There is no Advice marker for {name}.", repair="Put the markers back.", name=seat_name(player))
    return None


@RULING.rule("ISK-62")
def advice_once(state: State, action: act.TakeAdvice) -> Refusal | None:
    """A Reich player uses one Advice marker in a turn."""
    player = state.player(action.player)
    if player.advised and state.house["advice"] == "one_per_turn":
        return refuse("{name} has used Advice this turn.", repair="Put the marker back.", name=seat_name(player))
    return None
