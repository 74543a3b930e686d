"""Checks of Mobilisation and Assault: who may move what, where to, and at what fee."""

from __future__ import annotations

from dataclasses import replace

from companion.core.rules import Refusal, refuse
from companion.core.text import or_list, say_plural
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.board import lift
from companion.games.iron_sky.catalog import LARGEST_ARMY, TILE_BOARD, Command, Place, RouteKind, Side
from companion.games.iron_sky.map_graph import Route
from companion.games.iron_sky.names import SUBJECT, TITLE, piece_name
from companion.games.iron_sky.resources import Price, has_emergency
from companion.games.iron_sky.rules_preconditions import (
    ACTING,
    Checks,
    can_pay,
    commanded,
    leads_from_afar,
    named,
    sector_price,
)
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import Player, Stack, State

# --- armies that go somewhere ---


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


# --- moves ---


ORBIT_STEPS = 2


@BOOK.check("ISK-76", of_player=True)
def move_commanded(state: State, action: act.Move) -> Refusal | None:
    # Both may cross to another board (ISK-88, ISK-103).
    todo = state.player(action.player).todo
    if todo is None or todo.command not in (Command.MOBILISATION, Command.ASSAULT):
        return refuse(
            "{name} has played no Mobilisation or Assault for this move.",
            repair="Put the tiles back and play the card first.",
        )
    return None


@BOOK.check("ISK-100")
def assault_base(state: State, action: act.Move) -> Refusal | None:
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


@BOOK.check("ISK-94")
def commands_army(state: State, action: act.Move | act.Attack) -> Refusal | None:
    player = state.player(action.player)
    place = action.place if isinstance(action, act.Attack) else action.origin
    if state.site(place).board == player.board or leads_from_afar(state, player, place):
        return None
    return refuse(
        "{name} does not command the army in {place}.",
        repair="Put the tiles back; the commander of that board may move them.",
        name=player.name,
        place=named(state, place),
    )


@BOOK.check("ISK-12")
def route_exists(state: State, action: act.Marching) -> Refusal | None:
    # Red routes are the Reich's, in both directions (ISK-84, ISK-85).
    route = state.map.route(action.origin, action.to)
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


def _sectors_sideways(state: State, action: act.Marching) -> int:
    route = route_taken(state, action)
    return route.steps if route.kind is RouteKind.SIDEWAYS else 0


@BOOK.check("ISK-86")
def orbit_reach(state: State, action: act.Move) -> Refusal | None:
    steps = _sectors_sideways(state, action)
    return _too_far(state, action, steps) if steps > ORBIT_STEPS else None


@BOOK.check("ISK-86-R1")
def orbit_steps(state: State, action: act.Move) -> Refusal | None:
    if state.choices["orbit_steps"] == "one_or_two":
        return None
    if not 0 < _sectors_sideways(state, action) < ORBIT_STEPS:
        return None
    return refuse(
        "{to} is the next sector to {origin}; at this table a Mobilisation goes two sectors sideways.",
        repair="Put the tiles back, or move them two sectors.",
        origin=named(state, action.origin),
        to=named(state, action.to),
    )


def _too_far(state: State, action: act.Move, steps: int) -> Refusal:
    return refuse(
        say_plural(
            "From {origin} to {to} it is {count} sector sideways, and a Mobilisation goes two at most.",
            "From {origin} to {to} it is {count} sectors sideways, and a Mobilisation goes two at most.",
            steps,
            origin=named(state, action.origin),
            to=named(state, action.to),
        ),
        repair="Put the tiles back, or move them two sectors at most.",
    )


@BOOK.check("ISK-86-R2")
def orbit_passage(state: State, action: act.Move) -> Refusal | None:
    if state.choices["orbit_passage"] == "free":
        return None
    full = [place for place in route_taken(state, action).via if len(state.orbit(place).normal) >= LARGEST_ARMY]
    if full:
        return refuse(
            "{place} is full, and this table lets nobody pass a full sector.",
            repair="Put the tiles back.",
            place=named(state, full[0]),
        )
    return None


# --- the fee for crossing ---


@BOOK.check("ISK-89")
def fee_paid(state: State, action: act.Move) -> Refusal | None:
    player = state.player(action.player)
    if _pays(player) and _goes_home(state, player, action):
        return None
    return _fee(state, action, due=_pays(player) and state.map.crosses(action.origin, action.to))


@BOOK.check("ISK-91")
def homeward_fee(state: State, action: act.Move) -> Refusal | None:
    player = state.player(action.player)
    if not _pays(player) or not _goes_home(state, player, action):
        return None
    return _fee(state, action, due=state.choices["homeward_fee"] == "always")


def _fee(state: State, action: act.Move, due: bool) -> Refusal | None:
    if due and action.payer is None:
        return refuse(
            "Nobody has paid the fee of 1 PP for going to another continent.",
            repair="Let {payers} pay 1 PP, or put the tiles back.",
            payers=or_list(state.player(seat).name for seat in fee_payers(state, action)),
        )
    if action.payer is not None and not due:
        return refuse(
            "{name} pays a fee, and none is due for this move.",
            repair="Put the marker of {name} back.",
            name=state.player(action.payer).name,
        )
    return None


@BOOK.check("ISK-89")
def fee_payer(state: State, action: act.Move) -> Refusal | None:
    if action.payer is None:
        return None
    if action.payer in (payers := fee_payers(state, action)):
        return None
    return refuse(
        "{name} neither owns the tiles nor receives them, and cannot pay the fee.",
        repair="Let {payers} pay it, or put the tiles back.",
        name=state.player(action.payer).name,
        payers=or_list(state.player(seat).name for seat in payers),
    )


@BOOK.requires(
    "ISK-90",
    "{name} has no State of emergency to pay the fee in Money.",
    repair="Pay 1 PP.",
    name=lambda state, action: state.player(action.payer).name,
)
def fee_in_money(state: State, action: act.Move) -> bool:
    return action.payer is None or not action.in_money or has_emergency(state, state.player(action.payer))


@BOOK.check("ISK-89")
def fee_affordable(state: State, action: act.Move) -> Refusal | None:
    if action.payer is None:
        return None
    return can_pay(state.player(action.payer), Price(money=1) if action.in_money else Price(politics=1))


def _pays(player: Player) -> bool:
    return player.side is Side.UWC


def _goes_home(state: State, player: Player, action: act.Move) -> bool:
    """Whether all the tiles cross to the board they come from."""
    if not state.map.crosses(action.origin, action.to):
        return False
    moved = state.army(action.origin, player.side).tiles[-action.count :]
    return all(TILE_BOARD[tile] == state.site(action.to).board for tile in moved)


def fee_due(state: State, player: Player, action: act.Move) -> bool:
    """Whether this move costs the UWC its intercontinental fee (ISK-89, ISK-91)."""
    if not _pays(player) or not state.map.crosses(action.origin, action.to):
        return False
    return state.choices["homeward_fee"] == "always" or not _goes_home(state, player, action)


def fee_payers(state: State, action: act.Move) -> tuple[str, ...]:
    """The original owners of the tiles and the receiver (ISK-89)."""
    _, moved = lift(state, action)
    owners = [owner.seat for owner in map(state.owner, moved.tiles) if owner is not None]
    receiver = state.commander_of(state.player(action.player).side, state.site(action.to).board).seat
    return tuple(dict.fromkeys((*owners, receiver)))


@BOOK.check("ISK-174")
def origin_priced(state: State, action: act.Move) -> Refusal | None:
    todo = state.player(action.player).todo
    if todo is not None and todo.command is Command.ASSAULT:
        return None
    return sector_price(state, action.player, action.origin, single=True)


# --- a battle in place ---


@BOOK.check("ISK-81")
def battle_in_place(state: State, action: act.Attack) -> Refusal | None:
    if (found := commanded(state, action, Command.MOBILISATION)) is not None:
        return found
    if state.site(action.place).orbit or not state.territory(action.place).at_war:
        return refuse(
            "{place} is not at war, so no battle begins there without a move.",
            repair="Choose a territory with an army in both slots, or move an army into the battle.",
            place=named(state, action.place),
        )
    return None


@BOOK.check("ISK-174")
def attack_priced(state: State, action: act.Attack) -> Refusal | None:
    return sector_price(state, action.player, action.place, single=True)


CHECKS: Checks = {
    act.Move: (
        *ACTING,
        move_commanded,
        assault_base,
        army_there,
        commands_army,
        enough_tiles,
        tile_there,
        from_the_top,
        route_exists,
        orbit_reach,
        orbit_steps,
        orbit_passage,
        red_route_open,
        not_nuked,
        elite_stays,
        room_there,
        origin_priced,
        fee_paid,
        homeward_fee,
        fee_payer,
        fee_in_money,
        fee_affordable,
    ),
    act.Attack: (*ACTING, battle_in_place, commands_army, attack_priced),
}
