"""Which checks each action has to pass, in the order in which a referee would speak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.rules import Rule
from companion.games.new_world_order import actions as act
from companion.games.new_world_order import rules_buy as buy
from companion.games.new_world_order import rules_cards as cards
from companion.games.new_world_order import rules_setup as setup
from companion.games.new_world_order import rules_specials as specials
from companion.games.new_world_order import rules_turn as turn

_TURN = (turn.in_a_round, turn.not_passed, turn.on_turn)

_CHECKS: Mapping[type, Sequence[Rule[Any, Any]]] = {
    act.Laid: (setup.being_built, setup.resting_on_four, setup.thousands_low, setup.top_cheap),
    act.Exchanged: (setup.being_built, setup.exchange_needed),
    act.Drew: (setup.one_character, setup.no_cardinal_for_two, setup.no_royalty_with_house_rule),
    act.Choose: (setup.illuminati_chooses_last, setup.no_cardinal_for_two, setup.no_royalty_with_house_rule),
    act.Started: (setup.named_on_the_character, setup.president_in_one_colour, setup.starting_slot),
    act.Dealt: (setup.no_refill_during_a_round, setup.market_lacks_cards, setup.in_the_deck),
    act.SetAside: (setup.lying_open,),
    act.Pick: (
        *_TURN,
        cards.in_the_market,
        cards.no_immediate,
        cards.identical_or_one_colour,
        cards.own_slot,
        cards.only_specials_outside,
        cards.has_room,
        cards.one_pile_each,
        cards.colour_set_not_full,
        cards.laid_on_single,
    ),
    act.Buy: (
        *_TURN,
        buy.in_the_pyramid,
        buy.two_tiles_for_one_set,
        buy.power_unused,
        buy.one_power_in_a_buy,
        buy.completely_free,
        buy.two_sets_at_most,
        buy.three_sets_for_the_mediamogul,
        buy.whole_sets,
        buy.has_points,
        buy.dividends_from_next_round,
        buy.colour_set_complete,
        buy.half_a_set,
        buy.conversion_of_a_usable_set,
        buy.enough_points,
    ),
    act.Discard: (*_TURN, cards.throws_a_whole_pile),
    act.Pass: (*_TURN, turn.no_pass_as_extra, turn.acts_before_passing),
    act.Combine: (cards.in_own_turn, cards.belong_together, cards.colour_set_kept, cards.single_cards),
    act.Rearrange: (
        cards.whole_pile_moves,
        cards.own_slot,
        cards.only_specials_outside,
        cards.colour_pile_not_broken,
        cards.in_own_turn,
        cards.room_for_what_moves,
        cards.one_pile_each,
    ),
    act.AboveTheLaw: (turn.in_a_round, turn.holds_the_law, turn.after_the_main_action, turn.law_not_fresh),
    act.Waive: (*_TURN, turn.has_an_extra_action),
    act.TakeOver: (
        turn.in_a_round,
        turn.not_passed,
        specials.takeover_on_turn,
        specials.holds_the_takeover,
        specials.takeover_not_fresh,
        specials.takeover_is_no_extra_action,
        specials.cardinal_is_immune,
        specials.robs_a_corporation,
        specials.takeover_amount,
        specials.room_for_the_loot,
    ),
    act.Blackmail: (
        specials.the_poorest_robs_the_richest,
        specials.robs_a_corporation,
        specials.blackmail_amount,
        specials.room_for_the_loot,
    ),
    act.Drop: (specials.losses_are_cut, cards.throws_a_whole_pile),
}

_NAMES_NOBODY = {act.Laid, act.Exchanged, act.Dealt, act.SetAside}
RULES: Mapping[type, Sequence[Rule[Any, Any]]] = {
    kind: checks if kind in _NAMES_NOBODY else (turn.at_this_table, *checks) for kind, checks in _CHECKS.items()
}
