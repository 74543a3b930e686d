"""Checks of recruiting, and of calling the army of a Neutral continent."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import (
    Command,
    Side,
)
from companion.games.iron_sky.rules_common import (
    named,
    seat_name,
    sector_price,
    too_large,
)
from companion.games.iron_sky.settings import BOOK, RULING
from companion.games.iron_sky.state import Player, State


@BOOK.rule("ISK-97", page=12)
def recruit_commanded(state: State, action: act.PlaceTile) -> Refusal | None:
    """Recruit places as many tiles as it shows, Assault one."""
    todo = state.player(action.player).todo
    if todo is None or todo.left < 1 or todo.command not in (Command.RECRUIT, Command.ASSAULT):
        return refuse(
            "{name} has no tile to place.",
            repair="Put the tile back into the supply and play the card first.",
            name=seat_name(state.player(action.player)),
        )
    return None


@RULING.rule("ISK-14")
def supply_left(state: State, action: act.PlaceTile) -> Refusal | None:
    """With an empty supply nothing can be placed."""
    player = state.player(action.player)
    if action.elite or player.supply > 0 or state.house["empty_supply"] == "substitutes":
        return None
    return refuse("The supply of {name} is empty.", repair="Put the tile back.", name=seat_name(player))


@BOOK.rule("ISK-165", page=19)
def elite_recruited(state: State, action: act.PlaceTile) -> Refusal | None:
    """A whole Recruit command places the Elite tile instead of any normal tiles."""
    if not action.elite:
        return None
    player = state.player(action.player)
    if not player.elite:
        return refuse("{name} has no Elite tile beside his sheet.", repair="Put the tile back.", name=seat_name(player))
    if player.todo is None or player.todo.command is not Command.RECRUIT or player.todo.placed:
        return refuse("The Elite tile takes a whole Recruit command.", repair="Put the Elite tile back.")
    return None


@BOOK.rule("ISK-97", page=12)
def on_own_board(state: State, action: act.PlaceTile) -> Refusal | None:
    """Tiles are recruited onto the player's own board."""
    if state.site(action.place).board != state.player(action.player).board:
        return refuse("That is another player's board.", repair="Put the tile to a place of the own board.")
    return None


@BOOK.rule("ISK-99", page=12)
def reich_recruits_in_orbit(state: State, action: act.PlaceTile) -> Refusal | None:
    """The Reich recruits, and starts an Assault (ISK-102), in orbit, never on the ground."""
    reich = state.player(action.player).side is Side.REICH
    if reich and not state.site(action.place).orbit:
        return refuse("The Reich recruits in orbit only.", repair="Put the tile to an orbit sector.")
    return None


@BOOK.rule("ISK-98", page=12)
def uwc_recruits_at_home(state: State, action: act.PlaceTile) -> Refusal | None:
    """The UWC recruits in Command Centres it controls, without war, Terror or nuclear ruins."""
    player, site = state.player(action.player), state.site(action.place)
    if player.side is Side.REICH:
        return None
    if site.orbit:
        return refuse("The UWC has no tiles in orbit.", repair="Put the tile to a territory.")
    territory, place = state.territory(action.place), named(state, action.place)
    if territory.controller is not Side.UWC:
        return refuse(
            "The UWC does not control {place}.", repair="Put the tile to a controlled territory.", place=place
        )
    if territory.at_war:
        return refuse("{place} is at war.", repair="Put the tile to a quiet territory.", place=place)
    return None


@BOOK.rule("ISK-110", page=13)
def no_terror_there(state: State, action: act.PlaceTile) -> Refusal | None:
    """The UWC does not recruit where the Terror marker lies."""
    if state.player(action.player).side is Side.UWC and state.has_terror(action.place):
        return refuse(
            "The Terror marker lies in {place}.",
            repair="Put the tile elsewhere, or play Anti-terror first.",
            place=named(state, action.place),
        )
    return None


@BOOK.rule("ISK-101", page=12)
def assault_needs_room(state: State, action: act.PlaceTile) -> Refusal | None:
    """An Assault is impossible where three tiles stand already."""
    player = state.player(action.player)
    if _assaults(player) and too_large(state, action.place, player.side, 1):
        return refuse("{place} is full.", repair="Place the tile elsewhere.", place=named(state, action.place))
    return None


@BOOK.rule("ISK-5", page=10)
def room_for_tile(state: State, action: act.PlaceTile) -> Refusal | None:
    """An army has three tiles at most; the Elite may be the fourth."""
    if not action.elite and too_large(state, action.place, state.player(action.player).side, 1):
        return refuse("{place} is full.", repair="Put the tile elsewhere.", place=named(state, action.place))
    return None


@BOOK.rule("ISK-175", page=19)
def recruit_priced(state: State, action: act.PlaceTile) -> Refusal | None:
    """A discount needs all tiles in the sector; one tile there is enough for the surcharge."""
    return sector_price(state, action.player, action.place, single=_assaults(state.player(action.player)))


def _assaults(player: Player) -> bool:
    return player.todo is not None and player.todo.command is Command.ASSAULT


# --- aid request ---


@BOOK.rule("ISK-71", page=8)
def aid_possible(state: State, action: act.Aid) -> Refusal | None:
    """With a Recruit command the UWC calls the two tiles of a Neutral continent along its white routes."""
    player = state.player(action.player)
    todo = player.todo
    if todo is None or todo.command is not Command.RECRUIT or todo.placed:
        return refuse("{name} has no unused Recruit.", repair="Play Recruit first.", name=seat_name(player))
    if action.continent not in state.neutral or player.side is not Side.UWC:
        return refuse("No neutral army waits there.", repair="Put the tiles back.")
    linked = state.atlas.aid[action.continent]
    if not any(state.site(place).board == player.board for place in linked):
        return refuse(
            "No white route links {name} with that continent.", repair="Put the tiles back.", name=seat_name(player)
        )
    for place in (action.first, action.second):
        if place not in linked or state.is_nuked(place):
            return refuse(
                "No white route brings aid to {place}.",
                repair="Put the tile to a territory at the other end of a white route.",
                place=named(state, place),
            )
    return None


@RULING.rule("ISK-73")
def aid_targets(state: State, action: act.Aid) -> Refusal | None:
    """Both neutral tiles may go to the same territory, unless the table wants different ones."""
    if action.first == action.second and state.house["aid_targets"] == "different":
        return refuse("This table sends the two tiles to different territories.", repair="Move one of them.")
    return None


@BOOK.rule("ISK-72", page=8)
def room_for_aid(state: State, action: act.Aid) -> Refusal | None:
    """The largest army holds for aid as well."""
    for place in (action.first, action.second):
        arriving = 2 if action.first == action.second else 1
        if too_large(state, place, Side.UWC, arriving):
            return refuse("{place} has no room.", repair="Choose another territory.", place=named(state, place))
    return None


@BOOK.rule("ISK-175", page=19)
def aid_priced(state: State, action: act.Aid) -> Refusal | None:
    """Aid is played with a Recruit and priced like one."""
    found = (sector_price(state, action.player, place, single=False) for place in (action.first, action.second))
    return next((refusal for refusal in found if refusal is not None), None)
