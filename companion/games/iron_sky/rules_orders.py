"""Checks of orders, of what players give one another, and of being done."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.rules import Refusal, Rule, refuse
from companion.core.text import say, say_plural
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import Resource, RouteKind, Side
from companion.games.iron_sky.names import RESOURCE, SUBJECT, TITLE, amount
from companion.games.iron_sky.resources import Price, organise_price, room
from companion.games.iron_sky.rules_moves import (
    army_there,
    elite_stays,
    enough_tiles,
    from_the_top,
    not_nuked,
    red_route_open,
    room_there,
    route_exists,
    route_taken,
    tile_there,
)
from companion.games.iron_sky.rules_preconditions import (
    ACTING,
    FREE,
    Checks,
    can_pay,
    command_phase,
    leads_from_afar,
    named,
    no_battle,
    on_turn,
)
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import Player, ReichPlayer, State

Order = act.Organise | act.Ascend


def _side(state: State, action: Order | act.Give) -> Side:
    return state.player(action.player).side


def _requires_a_commander(id: str) -> Callable[[Callable[[State, Order], bool]], Rule[State, Order]]:
    return BOOK.requires(
        id,
        "{place} is on the board of {commander}; {name} gives no orders there.",
        repair="Put the tiles back; {commander} may give the order.",
        name=lambda state, action: state.player(action.player).name,
        commander=lambda state, action: _commander(state, action).name,
        place=lambda state, action: named(state, action.origin),
    )


def _commander(state: State, action: Order) -> Player:
    return state.commander_of(_side(state, action), state.site(action.origin).board)


@_requires_a_commander("ISK-70")
def orders_from_commander(state: State, action: Order) -> bool:
    player = state.player(action.player)
    return state.site(action.origin).board == player.board or leads_from_afar(state, player, action.origin)


@_requires_a_commander("ISK-94-R")
def leading_team_orders(state: State, action: Order) -> bool:
    at_home = state.site(action.origin).board == state.player(action.player).board
    return at_home or state.choices["leading_team"] == "also_orders"


@BOOK.check("ISK-66")
def organise_stays(state: State, action: act.Organise) -> Refusal | None:
    if _side(state, action) is Side.UWC and route_taken(state, action).kind is RouteKind.WHITE:
        return refuse(
            "From {origin} to {to} leads a white route, and an order does not cross to another continent.",
            repair="Put the tiles back; a Mobilisation leads there.",
            **_way(state, action),
        )
    return None


@BOOK.check("ISK-69")
def reich_orders_in_orbit(state: State, action: act.Organise) -> Refusal | None:
    if _side(state, action) is Side.REICH and route_taken(state, action).kind is not RouteKind.SIDEWAYS:
        return refuse(
            "The Reich orders tiles sideways in orbit and up, not from {origin} to {to}.",
            repair="Put the tiles back; a Mobilisation leads there.",
            **_way(state, action),
        )
    return None


@BOOK.check("ISK-67")
def one_sector_sideways(state: State, action: act.Organise) -> Refusal | None:
    steps = route_taken(state, action).steps
    if _side(state, action) is Side.REICH and steps > 1:
        return refuse(
            say_plural(
                "From {origin} to {to} it is {count} sector sideways; an order goes one.",
                "From {origin} to {to} it is {count} sectors sideways; an order goes one.",
                steps,
                **_way(state, action),
            ),
            repair="Put the tiles back and move them one sector for each order.",
        )
    return None


def _way(state: State, action: Order) -> Mapping[str, object]:
    return {"origin": named(state, action.origin), "to": named(state, action.to)}


@BOOK.check("ISK-64")
def organise_target(state: State, action: act.Organise) -> Refusal | None:
    if state.site(action.to).orbit:
        return None
    territory, place = state.territory(action.to), named(state, action.to)
    if territory.at_war:
        return refuse(
            "{place} is at war, and an order starts no battle.",
            repair="Put the tiles back; a Mobilisation leads there.",
            place=place,
        )
    if territory.controller is Side.REICH:
        return refuse(
            "The Reich controls {place}, and an order starts no battle.",
            repair="Put the tiles back; a Mobilisation leads there.",
            place=place,
        )
    return None


@BOOK.check("ISK-63")
def organise_payment(state: State, action: act.Organise) -> Refusal | None:
    if _side(state, action) is Side.REICH or action.politics <= action.count:
        return None
    return refuse(
        say_plural(
            "{count} tile costs {count} in Money or Politics points, not {paid}.",
            "{count} tiles cost {count} in Money or Politics points, not {paid}.",
            action.count,
            paid=amount(Resource.POLITICS, action.politics),
        ),
        repair="Pay 1 Money or 1 PP for each tile.",
    )


@BOOK.requires(
    "ISK-67", "The Reich has no Politics points; its orders cost Command points.", repair="Pay 1 CP for each tile."
)
def reich_organise_payment(state: State, action: act.Organise) -> bool:
    return _side(state, action) is not Side.REICH or not action.politics


@BOOK.requires(
    "ISK-63-R",
    "{money} and {politics} were paid; this table pays all tiles of an order alike.",
    repair="Pay all in Money, or all in Politics points.",
    money=lambda _, action: amount(Resource.MONEY, action.count - action.politics),
    politics=lambda _, action: amount(Resource.POLITICS, action.politics),
)
def organise_in_one_kind(state: State, action: act.Organise) -> bool:
    return state.choices["organise_payment"] != "one_kind" or action.politics in (0, action.count)


@BOOK.check("ISK-63")
def organise_affordable(state: State, action: act.Organise) -> Refusal | None:
    return _affordable(state, action, Side.UWC)


@BOOK.check("ISK-67")
def reich_organise_affordable(state: State, action: act.Organise) -> Refusal | None:
    return _affordable(state, action, Side.REICH)


def _affordable(state: State, action: act.Organise, side: Side) -> Refusal | None:
    player = state.player(action.player)
    return can_pay(player, organise_price(player, action.count, action.politics)) if player.side is side else None


@BOOK.check("ISK-68")
def ascends_by_red_route(state: State, action: act.Ascend) -> Refusal | None:
    if state.site(action.origin).orbit or route_taken(state, action).kind is not RouteKind.RED:
        return refuse(
            "Tiles go up by a red route, and none leads up from {origin} to {to}.",
            repair="Put the tiles back and follow a printed red route.",
            **_way(state, action),
        )
    return None


@BOOK.requires(
    "ISK-68-R",
    "{place} is at war, and this table lets nobody ascend out of a war.",
    repair="Put the tiles back.",
    place=lambda state, action: named(state, action.origin),
)
def ascends_from_war(state: State, action: act.Ascend) -> bool:
    return not state.territory(action.origin).at_war or state.choices["ascent_from_war"] != "forbidden"


# --- sharing ---


@BOOK.check("ISK-59", of_player=True)
def gift_turn(state: State, action: act.Give) -> Refusal | None:
    giver = state.player(action.player)
    if giver.side is Side.UWC and state.side is not Side.UWC:
        return refuse(
            "It is the turn of {side}; {name} gives in the turn of the UWC.",
            repair="Put the markers back.",
            side=TITLE[state.side],
            name=giver.name,
        )
    return None


@BOOK.check("ISK-59")
def uwc_gives_money(state: State, action: act.Give) -> Refusal | None:
    return _gift_kind(state, action, Side.UWC, Resource.MONEY)


@BOOK.check("ISK-60")
def reich_gives_command_points(state: State, action: act.Give) -> Refusal | None:
    return _gift_kind(state, action, Side.REICH, Resource.COMMAND)


def _gift_kind(state: State, action: act.Give, side: Side, shared: Resource) -> Refusal | None:
    giver, taker = state.player(action.player), state.player(action.to)
    if giver.side is not side:
        return None
    values = {"name": giver.name, "taker": taker.name, "side": SUBJECT[side], "shared": RESOURCE[shared]}
    if action.to == action.player:
        return refuse("A gift goes to another player of the side, and {name} is the giver.", repair=_BACK, **values)
    if taker.side is not side:
        return refuse("{name} and {taker} are on different sides.", repair=_BACK, **values)
    if action.resource is not shared:
        return refuse(
            "{side} shares {shared} only; {kind} cannot be given away.",
            repair=_BACK,
            **values,
            kind=RESOURCE[action.resource],
        )
    if action.amount < 1:
        return refuse("A gift is 1 at least.", repair="Give something, or go on.")
    return None


_BACK = say("Put the markers back.")


@BOOK.check("ISK-60-R")
def reich_gift_size(state: State, action: act.Give) -> Refusal | None:
    giver = state.player(action.player)
    if not isinstance(giver, ReichPlayer) or state.choices["reich_gifts"] == "any_number":
        return None
    if giver.given + action.amount <= 1:
        return None
    return refuse(
        "That makes {given} CP that {name} gives away in this turn; this table allows 1.",
        repair=_BACK,
        name=giver.name,
        given=giver.given + action.amount,
    )


@BOOK.check("ISK-59")
def gift_held(state: State, action: act.Give) -> Refusal | None:
    return _held(state, action, Side.UWC)


@BOOK.check("ISK-60")
def reich_gift_held(state: State, action: act.Give) -> Refusal | None:
    return _held(state, action, Side.REICH)


def _held(state: State, action: act.Give, side: Side) -> Refusal | None:
    giver = state.player(action.player)
    return can_pay(giver, Price(**{action.resource.value: action.amount})) if giver.side is side else None


@BOOK.check("ISK-59-R")
def gift_fits(state: State, action: act.Give) -> Refusal | None:
    taker = state.player(action.to)
    free = room(state, taker, action.resource)
    if action.amount <= free or state.choices["gift_surplus"] == "lost":
        return None
    return refuse(
        "{name} gets {given} and has room for {free}.",
        repair="Put back what is too much.",
        name=taker.name,
        given=amount(action.resource, action.amount),
        free=free,
    )


@BOOK.check("ISK-61", of_player=True)
def loan_left(state: State, action: act.TakeLoan) -> Refusal | None:
    player = state.player(action.player)
    if player.side is not Side.UWC:
        return refuse("Loan markers are for the UWC, not for {name}.", repair=_BACK, name=player.name)
    return None if state.loans > 0 else refuse("No Loan marker is left.", repair=_BACK)


@BOOK.check("ISK-62", of_player=True)
def advice_left(state: State, action: act.TakeAdvice) -> Refusal | None:
    player = state.player(action.player)
    if player.side is not Side.REICH:
        return refuse("Advice markers are for the Reich, not for {name}.", repair=_BACK, name=player.name)
    return None if state.advice > 0 else refuse("No Advice marker is left.", repair=_BACK)


@BOOK.check("ISK-62-R", of_player=True)
def advice_once(state: State, action: act.TakeAdvice) -> Refusal | None:
    player = state.player(action.player)
    if isinstance(player, ReichPlayer) and player.advised and state.choices["advice"] == "one_per_turn":
        return refuse(
            "{name} has used an Advice marker in this turn; this table allows one.",
            repair="Put the marker back.",
            name=player.name,
        )
    return None


# --- being done ---


@BOOK.check("ISK-143-R", of_player=True)
def was_done(state: State, action: act.Resume) -> Refusal | None:
    player = state.player(action.player)
    return (
        None
        if player.done
        else refuse("{name} is not done.", repair="Go on: nothing has to be put back.", name=player.name)
    )


# A gift is no card: it may be made between the steps of a command (ISK-52-R).
CHECKS: Checks = {
    act.Organise: (
        *FREE,
        army_there,
        orders_from_commander,
        leading_team_orders,
        enough_tiles,
        tile_there,
        from_the_top,
        route_exists,
        organise_stays,
        reich_orders_in_orbit,
        one_sector_sideways,
        not_nuked,
        organise_target,
        elite_stays,
        room_there,
        organise_payment,
        reich_organise_payment,
        organise_in_one_kind,
        organise_affordable,
        reich_organise_affordable,
    ),
    act.Ascend: (
        *FREE,
        army_there,
        orders_from_commander,
        leading_team_orders,
        enough_tiles,
        tile_there,
        from_the_top,
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
        reich_gift_held,
        gift_fits,
    ),
    act.TakeLoan: (*ACTING, loan_left),
    act.TakeAdvice: (*ACTING, advice_left, advice_once),
    act.Done: FREE,
    act.Resume: (on_turn, command_phase, no_battle, was_done),
}
