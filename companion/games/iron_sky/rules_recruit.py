"""Checks of recruiting, and of calling the army of a Neutral continent."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import Command, Side
from companion.games.iron_sky.names import board_name
from companion.games.iron_sky.rules_moves import no_room, nuked, too_large
from companion.games.iron_sky.rules_preconditions import ACTING, Checks, named, sector_price
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import Player, State, UwcPlayer


@BOOK.requires(
    "ISK-97",
    "{name} has no Recruit command to place a tile with.",
    repair="Put the tile back into the supply, and play a Recruit card first.",
    of_player=True,
)
def recruit_commanded(state: State, action: act.PlaceTile) -> bool:
    todo = state.player(action.player).todo
    return todo is not None and todo.left >= 1 and (todo.command in (Command.RECRUIT, Command.ASSAULT))


@BOOK.check("ISK-14-R")
def supply_left(state: State, action: act.PlaceTile) -> Refusal | None:
    player = state.player(action.player)
    if action.elite or player.supply > 0 or state.choices["empty_supply"] == "substitutes":
        return None
    return refuse(
        "The supply of {name} is empty.", repair="Put the tile back where it was taken from.", name=player.name
    )


@BOOK.check("ISK-165")
def elite_recruited(state: State, action: act.PlaceTile) -> Refusal | None:
    player = state.player(action.player)
    if not action.elite:
        return None
    if not (isinstance(player, UwcPlayer) and player.elite):
        return refuse(
            "The Elite tile of {name} is not beside the sheet any more.", repair="Put the tile back.", name=player.name
        )
    return _takes_whole_recruit() if player.todo is not None and player.todo.placed else None


@BOOK.check("ISK-165-R")
def elite_not_by_assault(state: State, action: act.PlaceTile) -> Refusal | None:
    return _takes_whole_recruit() if action.elite and _assaults(state.player(action.player)) else None


def _takes_whole_recruit() -> Refusal:
    return refuse(
        "The Elite tile takes a whole Recruit command of its own.",
        repair="Put the Elite tile back beside its sheet and place a normal tile.",
    )


@BOOK.check("ISK-97")
def on_own_board(state: State, action: act.PlaceTile) -> Refusal | None:
    if state.site(action.place).board != state.player(action.player).board:
        player = state.player(action.player)
        return refuse(
            "{place} is not on the board of {name}.",
            repair="Place the tile in {board}.",
            place=named(state, action.place),
            name=player.name,
            board=board_name(player.board),
        )
    return None


@BOOK.check("ISK-99")
def reich_recruits_in_orbit(state: State, action: act.PlaceTile) -> Refusal | None:
    # An Assault starts where its tile is recruited (ISK-102).
    reich = state.player(action.player).side is Side.REICH
    if reich and not state.site(action.place).orbit:
        return refuse(
            "{place} is on the ground, and the Reich recruits in orbit only.",
            repair="Place the tile in an orbit sector.",
            place=named(state, action.place),
        )
    return None


@BOOK.requires(
    "ISK-9",
    "{place} is in orbit, where the UWC has no tiles.",
    repair="Place the tile in a territory.",
    place=lambda state, action: named(state, action.place),
)
def orbit_for_reich(state: State, action: act.PlaceTile) -> bool:
    return state.player(action.player).side is not Side.UWC or not state.site(action.place).orbit


@BOOK.check("ISK-157")
def recruit_not_nuked(state: State, action: act.PlaceTile) -> Refusal | None:
    return nuked(state, action.place)


@BOOK.check("ISK-98")
def uwc_recruits_at_home(state: State, action: act.PlaceTile) -> Refusal | None:
    if state.player(action.player).side is Side.REICH:
        return None
    territory, place = state.territory(action.place), named(state, action.place)
    if territory.controller is not Side.UWC:
        return refuse(
            "The UWC does not control {place}.",
            repair="Place the tile where the UWC has control.",
            place=place,
        )
    if territory.at_war:
        return refuse(
            "{place} is at war, and the UWC recruits in quiet territories.",
            repair="Place the tile in a territory without war.",
            place=place,
        )
    return None


@BOOK.requires(
    "ISK-110",
    "The Terror marker lies in {place}, and the UWC does not recruit there.",
    repair="Put the tile elsewhere, or play Anti-terror first.",
    place=lambda state, action: named(state, action.place),
)
def no_terror_there(state: State, action: act.PlaceTile) -> bool:
    return state.player(action.player).side is not Side.UWC or not state.has_terror(action.place)


@BOOK.requires(
    "ISK-101",
    "{place} has three tiles already, so no Assault can start there.",
    repair="Place the tile elsewhere.",
    place=lambda state, action: named(state, action.place),
)
def assault_needs_room(state: State, action: act.PlaceTile) -> bool:
    player = state.player(action.player)
    return not _assaults(player) or not too_large(state, action.place, player.side, 1)


@BOOK.check("ISK-5")
def room_for_tile(state: State, action: act.PlaceTile) -> Refusal | None:
    if not action.elite and too_large(state, action.place, state.player(action.player).side, 1):
        return no_room(state, action.place, state.player(action.player).side, 1)
    return None


@BOOK.check("ISK-174")
def assault_priced(state: State, action: act.PlaceTile) -> Refusal | None:
    if not _assaults(state.player(action.player)):
        return None
    return sector_price(state, action.player, action.place, single=True)


@BOOK.check("ISK-175")
def recruit_priced(state: State, action: act.PlaceTile) -> Refusal | None:
    if _assaults(state.player(action.player)):
        return None
    return sector_price(state, action.player, action.place, single=False)


def _assaults(player: Player) -> bool:
    return player.todo is not None and player.todo.command is Command.ASSAULT


# --- aid request ---


@BOOK.check("ISK-71")
def aid_possible(state: State, action: act.Aid) -> Refusal | None:
    player = state.player(action.player)
    todo = player.todo
    if todo is None or todo.command is not Command.RECRUIT:
        return _no_unused_recruit(player)
    if player.side is not Side.UWC:
        return refuse(
            "Aid comes to the UWC, and {name} plays the Reich.", repair="Put the tiles back.", name=player.name
        )
    if action.continent not in state.neutral:
        return refuse(
            "No neutral army waits in {continent}.",
            repair="Put the tiles back.",
            continent=board_name(action.continent),
        )
    linked = state.map.aid[action.continent]
    if not any(state.site(place).board == player.board for place in linked):
        return refuse(
            "No white route leads from {continent} to the board of {name}.",
            repair="Put the tiles back.",
            continent=board_name(action.continent),
            name=player.name,
        )
    for place in (action.first, action.second):
        if place not in linked:
            return refuse(
                "No white route leads from {continent} to {place}.",
                repair="Place the tile at the other end of a white route.",
                continent=board_name(action.continent),
                place=named(state, place),
            )
    return None


def _no_unused_recruit(player: Player) -> Refusal:
    return refuse(
        "Aid takes a whole Recruit, and {name} has none.",
        repair="Put the tiles back and play Recruit first.",
        name=player.name,
    )


@BOOK.check("ISK-73")
def aid_takes_whole_recruit(state: State, action: act.Aid) -> Refusal | None:
    player = state.player(action.player)
    return _no_unused_recruit(player) if player.todo is not None and player.todo.placed else None


@BOOK.check("ISK-157")
def aid_not_nuked(state: State, action: act.Aid) -> Refusal | None:
    return nuked(state, action.first) or nuked(state, action.second)


@BOOK.requires(
    "ISK-73",
    "Both tiles go to {place}; this table sends them to two territories.",
    repair="Move one of them to another territory.",
    place=lambda state, action: named(state, action.first),
)
def aid_targets(state: State, action: act.Aid) -> bool:
    return action.first != action.second or state.choices["aid_targets"] != "different"


@BOOK.check("ISK-72")
def room_for_aid(state: State, action: act.Aid) -> Refusal | None:
    for place in (action.first, action.second):
        arriving = 2 if action.first == action.second else 1
        if too_large(state, place, Side.UWC, arriving):
            return no_room(state, place, Side.UWC, arriving)
    return None


@BOOK.check("ISK-175")
def aid_priced(state: State, action: act.Aid) -> Refusal | None:
    found = (sector_price(state, action.player, place, single=False) for place in (action.first, action.second))
    return next((refusal for refusal in found if refusal is not None), None)


CHECKS: Checks = {
    act.PlaceTile: (
        *ACTING,
        recruit_commanded,
        supply_left,
        elite_recruited,
        elite_not_by_assault,
        on_own_board,
        reich_recruits_in_orbit,
        orbit_for_reich,
        recruit_not_nuked,
        uwc_recruits_at_home,
        no_terror_there,
        assault_needs_room,
        room_for_tile,
        assault_priced,
        recruit_priced,
    ),
    act.Aid: (
        *ACTING,
        aid_possible,
        aid_takes_whole_recruit,
        aid_not_nuked,
        aid_targets,
        room_for_aid,
        aid_priced,
    ),
}
