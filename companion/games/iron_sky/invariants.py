"""What holds of every position: of one that people entered or corrected, and of every state of a game."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.rules import Invariant
from companion.games.iron_sky import invariants_board as board
from companion.games.iron_sky import invariants_cards as cards
from companion.games.iron_sky import invariants_turn as turn
from companion.games.iron_sky.state import State

PHYSICAL: Sequence[Invariant[State]] = (
    board.orbit_is_for_the_reich,
    board.each_side_has_one_slot,
    board.elites_are_single,
    turn.no_battle_in_orbit,
    turn.sides_fight,
)
"""What no table can look like: a position that says so is not read at all."""

INVARIANTS: Sequence[Invariant[State]] = (
    *PHYSICAL,
    board.meters_follow_boards,
    board.devastation_is_pushed_along,
    board.centres_are_taken_at_once,
    board.terror_leaves_conquered_ground,
    board.nuked_ground_is_empty,
    board.elites_stay_at_home,
    board.armies_are_small,
    board.improvements_lie_on_boards,
    board.improvements_leave_with_their_side,
    board.nuclear_weapons_are_counted,
    board.uwc_tiles_are_all_there,
    board.elite_tiles_are_all_there,
    board.reich_tiles_are_all_there,
    board.neutral_tiles_are_all_there,
    board.pool_is_small,
    board.supplies_are_not_below_nothing,
    cards.cards_lie_with_their_commanders,
    cards.discards_are_printed,
    cards.command_cards_are_all_there,
    cards.battle_cards_are_all_there,
    cards.battle_cards_are_printed,
    cards.specials_are_dealt_by_twos,
    cards.specials_are_unique,
    cards.operations_are_of_their_side,
    cards.hands_are_small,
    cards.battle_decks_are_whole,
    cards.reserves_are_single,
    cards.battle_hands_are_small,
    cards.specials_are_in_use,
    cards.specials_are_of_their_side,
    cards.operations_are_shown_at_the_end,
    turn.rounds_follow_tokens,
    turn.tokens_are_printed,
    turn.end_comes_in_time,
    turn.random_end_comes_in_time,
    turn.commanders_are_unique,
    turn.tracks_end,
    turn.both_fighters_have_armies,
    turn.commander_defends,
    turn.active_side_attacks,
    turn.cards_are_laid_before_they_are_turned,
    turn.fortress_stands,
    turn.commanders_are_drawn,
    turn.tokens_follow_the_uwc,
    turn.end_comes_late,
    turn.random_end_comes_late,
    turn.secrets_are_in_use,
    turn.phases_end_when_all_are_done,
    turn.command_points_are_lost,
    turn.commands_are_open_in_their_phase,
    turn.open_cards_are_their_players_own,
    turn.recruits_are_counted,
    turn.assaults_start_at_home,
    turn.initiative_is_in_use,
    turn.readiness_is_in_use,
)
