"""Checks of Mobilisation and Assault: who may move what, where to, and at what fee."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.board import lift
from companion.games.iron_sky.catalog import (
    LARGEST_ARMY,
    TILE_BOARD,
    Command,
    Place,
    RouteKind,
    Side,
)
from companion.games.iron_sky.resources import (
    Price,
    has_emergency,
)
from companion.games.iron_sky.rules_common import (
    TITLE,
    Marching,
    can_pay,
    leads_from_afar,
    named,
    route_taken,
    seat_name,
    sector_price,
)
from companion.games.iron_sky.settings import BOOK, RULING
from companion.games.iron_sky.state import Player, State, normal_tiles

ORBIT_STEPS = 2


@BOOK.rule("ISK-76", page=10)
def move_commanded(state: State, action: act.Move) -> Refusal | None:
    """A Mobilisation moves one army once, an Assault moves from its fresh tile; both may cross (ISK-88)."""
    todo = state.player(action.player).todo
    if todo is None or todo.command not in (Command.MOBILISATION, Command.ASSAULT):
        return refuse(
            "{name} has no Mobilisation or Assault for this move.",
            repair="Put the tiles back and play the card first.",
            name=seat_name(state.player(action.player)),
        )
    return None


@BOOK.rule("ISK-100", page=12)
def assault_base(state: State, action: act.Move) -> Refusal | None:
    """An Assault places its tile first and moves from that place."""
    todo = state.player(action.player).todo
    if todo is None or todo.command is not Command.ASSAULT or todo.base == action.origin:
        return None
    if todo.base is None:
        return refuse(
            "The Assault's own tile is not placed yet.", repair="Put the tiles back and place the tile first."
        )
    return refuse(
        "An Assault moves from {base}, where its tile was placed.",
        repair="Put the tiles back and move from {base}.",
        base=named(state, todo.base),
    )


@BOOK.rule("ISK-94", page=11)
def commands_army(state: State, action: act.Move) -> Refusal | None:
    """An army obeys the commander of its board and, for a Mobilisation, the owner of its leading team."""
    return _mobilised_by(state, state.player(action.player), action.origin)


def _mobilised_by(state: State, player: Player, place: Place) -> Refusal | None:
    if state.site(place).board == player.board:
        return None
    mobilised = player.todo is not None and player.todo.command is Command.MOBILISATION
    if mobilised and leads_from_afar(state, player, place):
        return None
    return refuse(
        "{name} does not command the army in {place}.",
        repair="Put the tiles back; the commander of that board may move them.",
        name=seat_name(player),
        place=named(state, place),
    )


@BOOK.rule("ISK-12", page=5)
def route_exists(state: State, action: Marching) -> Refusal | None:
    """Tiles follow a printed route; red routes (ISK-84) and orbit are for the Reich only."""
    route = state.atlas.route(action.origin, action.to)
    uwc = state.player(action.player).side is Side.UWC
    if route is None or (uwc and route.kind in (RouteKind.RED, RouteKind.SIDEWAYS)):
        return refuse(
            "No route leads {side} from {origin} to {to}.",
            repair="Put the tiles back and follow a printed route.",
            side=TITLE[state.player(action.player).side],
            origin=named(state, action.origin),
            to=named(state, action.to),
        )
    return None


@RULING.rule("ISK-86")
def orbit_distance(state: State, action: act.Move) -> Refusal | None:
    """A Mobilisation moves an army in orbit one or two sectors sideways."""
    route = route_taken(state, action)
    if route.kind is not RouteKind.SIDEWAYS:
        return None
    exact = state.house["orbit_steps"] == "exactly_two"
    if route.steps > ORBIT_STEPS or (exact and route.steps != ORBIT_STEPS):
        return refuse(
            "That is {steps} sectors sideways; a Mobilisation goes {most}.",
            repair="Put the tiles back and move them {most} sectors.",
            steps=route.steps,
            most=ORBIT_STEPS,
        )
    full = [place for place in route.via if normal_tiles(state.orbit(place)) >= LARGEST_ARMY]
    if full and state.house["orbit_passage"] == "blocked_when_full":
        return refuse("{place} is full.", repair="Put the tiles back.", place=named(state, full[0]))
    return None


@BOOK.rule("ISK-89", page=11)
def crossing_fee(state: State, action: act.Move) -> Refusal | None:
    """The UWC pays 1 PP for each command that crosses to another continent; owner or receiver pays."""
    player = state.player(action.player)
    if not fee_due(state, player, action.origin, action.to, action.count):
        if action.payer is not None:
            return refuse("No fee is due for this move.", repair="Put the marker back.")
        return None
    if action.payer is None or action.payer not in fee_payers(state, player, action.origin, action.to, action.count):
        return refuse(
            "The fee of 1 PP is paid by the owner of the tiles or by the player who receives them.",
            repair="Let one of them move his marker, or put the tiles back.",
        )
    payer = state.player(action.payer)
    if action.in_money and not has_emergency(state, payer):
        return refuse(
            "{name} has no State of emergency to pay the fee in Money.",
            repair="Pay 1 PP.",
            name=seat_name(payer),
        )
    return can_pay(payer, Price(money=1) if action.in_money else Price(politics=1))


def fee_due(state: State, player: Player, origin: Place, to: Place, count: int) -> bool:
    """Whether this move costs the UWC its intercontinental fee (ISK-89, ISK-91)."""
    if player.side is Side.REICH or not state.atlas.crosses(origin, to):
        return False
    home = state.site(to).board
    moved = state.army(origin, player.side)[-count:]
    going_home = all(TILE_BOARD[tile] == home for tile in moved)
    return not (going_home and state.house["homeward_fee"] == "free_home")


def fee_payers(state: State, player: Player, origin: Place, to: Place, count: int) -> tuple[str, ...]:
    """The original owners of the tiles and the receiver (ISK-89)."""
    crossing = state.house["under_elite"] == "may_leave"
    _, moved = lift(state, state.army(origin, player.side), count, leave_elite=crossing)
    owners = [owner.seat for owner in map(state.owner, moved) if owner is not None]
    receiver = state.commander_of(player.side, state.site(to).board).seat
    return tuple(dict.fromkeys((*owners, receiver)))


@BOOK.rule("ISK-174", page=19)
def origin_priced(state: State, action: act.Move) -> Refusal | None:
    """For Mobilisation and Assault the origin decides whether the time token changes the price."""
    todo = state.player(action.player).todo
    if todo is not None and todo.command is Command.ASSAULT:
        return None
    return sector_price(state, action.player, action.origin, single=True)


@BOOK.rule("ISK-81", page=10)
def battle_in_place(state: State, action: act.Attack) -> Refusal | None:
    """A battle without a move needs a Mobilisation and a territory at war."""
    todo = state.player(action.player).todo
    if todo is None or todo.command is not Command.MOBILISATION:
        return refuse(
            "{name} has no Mobilisation for a battle.",
            repair="Play the card first.",
            name=seat_name(state.player(action.player)),
        )
    if state.site(action.place).orbit or not state.territory(action.place).at_war:
        return refuse("{place} is not at war.", repair="Choose a territory at war.", place=named(state, action.place))
    return _mobilised_by(state, state.player(action.player), action.place)


@BOOK.rule("ISK-174", page=19)
def attack_priced(state: State, action: act.Attack) -> Refusal | None:
    """A battle in place counts as played to its territory's sector."""
    return sector_price(state, action.player, action.place, single=True)
