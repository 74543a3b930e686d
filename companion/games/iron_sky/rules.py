"""Which checks an action passes, in the order in which a referee would speak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.rules import Refusal, Rule, Violation, refuse
from companion.games.iron_sky import actions as act
from companion.games.iron_sky import rules_battle as battle
from companion.games.iron_sky import rules_cards as cards
from companion.games.iron_sky import rules_commands as commands
from companion.games.iron_sky import rules_common as common
from companion.games.iron_sky import rules_fingers as fingers
from companion.games.iron_sky import rules_moves as moves
from companion.games.iron_sky import rules_orders as orders
from companion.games.iron_sky import rules_recruit as recruit
from companion.games.iron_sky import rules_specials as specials
from companion.games.iron_sky import rules_turn as turn
from companion.games.iron_sky.apply import apply
from companion.games.iron_sky.board import derived_occupation
from companion.games.iron_sky.catalog import Command
from companion.games.iron_sky.moves_board import continuations
from companion.games.iron_sky.names import board_name
from companion.games.iron_sky.settings import BOOK, RULING
from companion.games.iron_sky.state import State


@BOOK.rule("ISK-38", page=7)
def meter_right(state: State, action: act.PushMeter) -> Refusal | None:
    """The Occupation marker stands where the board says: one step for each territory that counts for the Reich."""
    board = state.board(action.board)
    wanted = derived_occupation(board)
    if action.position != wanted:
        return refuse(
            "The Blitz meter of {board} shows {position}; it should be {wanted}.",
            repair="Put the Occupation marker so that {wanted} positions are free on the Reich's side.",
            board=board_name(action.board),
            position=action.position,
            wanted=wanted,
        )
    if board.occupation == wanted:
        return refuse("The Blitz meter is right already.", repair="Leave the marker where it is.")
    return None


@BOOK.rule("ISK-46", page=7)
def was_done(state: State, action: act.Resume) -> Refusal | None:
    """While the side's Command phase lasts, a player who was done may go on."""
    if not state.player(action.player).done:
        return refuse("{name} is not done.", repair="Go on.", name=common.seat_name(state.player(action.player)))
    return None


@RULING.rule("ISK-57")
def could_be_used(state: State, action: act.Waive) -> Refusal | None:
    """A command is carried out as far as it can be, where the table forbids commands without effect."""
    todo = state.player(action.player).todo
    if todo is None or todo.placed or state.house["empty_commands"] == "allowed" or not _usable(state, action.player):
        return None
    return refuse(
        "{command} can still be carried out.", repair="Carry it out.", command=common.COMMAND_NAME[todo.command]
    )


@RULING.rule("ISK-103")
def assault_moves(state: State, action: act.Waive) -> Refusal | None:
    """The move of an Assault may be waived, unless the table insists on it and it is possible."""
    todo = state.player(action.player).todo
    if todo is None or todo.base is None or state.house["assault_move"] == "may_be_waived":
        return None
    if not _usable(state, action.player):
        return None
    return refuse(
        "This table makes the move of an Assault.", repair="Move one to three tiles from the new tile's place."
    )


@RULING.rule("ISK-97")
def recruits_all(state: State, action: act.Waive) -> Refusal | None:
    """Fewer tiles than the card shows may be placed, unless the table wants as many as possible."""
    todo = state.player(action.player).todo
    if todo is None or todo.command is not Command.RECRUIT or state.house["recruit_fewer"] == "allowed":
        return None
    if not _usable(state, action.player):
        return None
    return refuse("More tiles can be placed.", repair="Place as many as the card shows.")


@RULING.rule("ISK-57")
def leads_somewhere(state: State, action: act.Play) -> Refusal | None:
    """A command that nothing could carry out is not played, where the table forbids commands without effect."""
    if state.house["empty_commands"] == "allowed":
        return None
    after = apply(state, action)
    if after.player(action.player).todo is None or _usable(after, action.player):
        return None
    return refuse(
        "{command} would do nothing now.",
        repair="Take the card back; this table forbids commands without effect.",
        command=common.COMMAND_NAME[action.command],
    )


def _usable(state: State, seat: str) -> bool:
    """Whether the open command can do anything but be waived."""
    player = state.player(seat)
    if player.todo is None:
        return False
    ways = continuations(state, player, player.todo)
    return any(broken(state, way) is None for way in ways if not isinstance(way, (act.Waive, act.Pick, act.Open)))


FREE = (*common.ACTING, common.nothing_open)
"""Before a new command or order."""

ARRIVAL = (common.red_route_open, common.not_nuked, common.elite_stays, common.room_there)

PRICED = (commands.target_discounted, commands.target_charged)
"""What an open time token makes of a command with a target."""

_CHECKS: Mapping[type, Sequence[Rule[State, Any]]] = {
    act.DrawSheet: (turn.sheet_free,),
    act.TurnToken: (turn.time_for_token, turn.token_possible),
    act.Reveal: (battle.time_to_reveal, battle.card_exists, battle.symbols_agree),
    act.Symbol: (battle.time_to_reveal, battle.symbol_known),
    act.Compare: (battle.time_to_compare,),
    act.PushMeter: (meter_right,),
    act.Play: (
        *FREE,
        cards.own_deck,
        cards.in_hand,
        cards.printed_command,
        cards.paid_in,
        cards.token_applies,
        cards.own_terror,
        cards.own_jamming,
        cards.token_charged,
        cards.card_affordable,
        cards.has_effect,
        leads_somewhere,
    ),
    act.PlaySpecial: (
        *FREE,
        specials.specials_in_use,
        specials.special_at_hand,
        specials.boost_in_battle,
        specials.improvement_site,
        specials.one_improvement,
        specials.nuclear_target,
        specials.special_paid_in,
        specials.special_affordable,
    ),
    act.Pick: (*common.ACTING, fingers.pickable),
    act.Open: (common.on_turn, common.not_done, common.in_board_order, fingers.openable),
    act.Move: (
        *common.ACTING,
        moves.move_commanded,
        moves.assault_base,
        common.army_there,
        moves.commands_army,
        common.enough_tiles,
        moves.route_exists,
        moves.orbit_distance,
        *ARRIVAL,
        moves.origin_priced,
        moves.crossing_fee,
    ),
    act.Attack: (*common.ACTING, moves.battle_in_place, moves.attack_priced),
    act.PlaceTile: (
        *common.ACTING,
        recruit.recruit_commanded,
        recruit.supply_left,
        recruit.elite_recruited,
        recruit.on_own_board,
        recruit.reich_recruits_in_orbit,
        recruit.uwc_recruits_at_home,
        recruit.no_terror_there,
        recruit.assault_needs_room,
        recruit.room_for_tile,
        recruit.recruit_priced,
    ),
    act.Aid: (*common.ACTING, recruit.aid_possible, recruit.aid_targets, recruit.room_for_aid, recruit.aid_priced),
    act.Waive: (*common.ACTING, commands.something_open, assault_moves, recruits_all, could_be_used),
    act.Reshuffle: (*common.ACTING, commands.strategy_played),
    act.Exchange: (*common.ACTING, commands.strategy_played, commands.exchange_size),
    act.PutTerror: (*common.ACTING, commands.terror_target, commands.terror_on_ruins, *PRICED),
    act.Bombard: (*common.ACTING, commands.bombardment_target, commands.bombarded_slot, *PRICED),
    act.Jam: (*common.ACTING, commands.jamming_target, commands.jamming_again, *PRICED),
    act.Organise: (
        *FREE,
        common.army_there,
        orders.orders_army,
        common.enough_tiles,
        moves.route_exists,
        orders.organise_stays,
        orders.organise_in_orbit,
        common.not_nuked,
        orders.organise_target,
        common.elite_stays,
        common.room_there,
        orders.organise_payment,
        orders.organise_affordable,
    ),
    act.Ascend: (
        *FREE,
        common.army_there,
        orders.orders_army,
        common.enough_tiles,
        moves.route_exists,
        orders.ascends_by_red_route,
        *ARRIVAL,
        orders.ascends_from_war,
    ),
    act.Give: (
        orders.gift_turn,
        *common.ACTING,
        orders.gift_kind,
        orders.reich_gift_size,
        orders.gift_held,
        orders.gift_fits,
    ),
    act.TakeLoan: (*common.ACTING, orders.loan_left),
    act.TakeAdvice: (*common.ACTING, orders.advice_left, orders.advice_once),
    act.Done: (*common.ACTING, common.nothing_open),
    act.Resume: (common.on_turn, common.command_phase, common.no_battle, was_done),
    act.Boost: (
        specials.specials_in_use,
        battle.boost_moment,
        specials.special_at_hand,
        specials.special_paid_in,
        specials.special_affordable,
    ),
    act.Lay: (battle.fights, battle.defender_first, battle.card_source),
    act.Fortress: (battle.fortress_moment,),
    act.Shift: (battle.initiative_moment,),
    act.EndTurn: (common.on_turn, turn.end_of_turn),
    act.ShowOperation: (turn.operation_shown,),
}
RULES: Mapping[type, Sequence[Rule[State, Any]]] = {
    action: (common.in_play, *checks) for action, checks in _CHECKS.items()
}


def broken(state: State, action: act.Action) -> Violation | None:
    """The first rule the action breaks, for whoever has no `Game` at hand."""
    for rule in RULES[type(action)]:
        found = rule(state, action)
        if found is not None:
            return found
    return None
