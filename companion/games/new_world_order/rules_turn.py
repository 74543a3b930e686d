"""Whose turn it is, passing, and what Above the Law grants: checks and effects (NWO-22 to NWO-29, NWO-82)."""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Effect
from companion.games.new_world_order.names import place_name
from companion.games.new_world_order.phases import after_pass, next_seat
from companion.games.new_world_order.piles import delayed, on_offer
from companion.games.new_world_order.places import special_in, take
from companion.games.new_world_order.rulebook import book
from companion.games.new_world_order.stages import Acted, Granted, Phase
from companion.games.new_world_order.state import Player, State

PlayerAction = act.Pick | act.Buy | act.Discard | act.Pass | act.TakeOver | act.Waive | act.AboveTheLaw


def absent(state: State, action: act.Action) -> list[Seat]:
    """The seats named by the action at which nobody sits."""
    return [seat for seat in action.seats if seat not in state.seats]


@book.check("NWO-1")
def at_this_table(state: State, action: act.Action) -> Refusal | None:
    for seat in action.seats:
        if seat not in state.seats:
            return refuse("Nobody sits at {seat}.", repair="Name one of the players.", seat=seat)
    return None


@book.requires("NWO-70", "The game is over.", repair="Put everything back as it was.")
def not_over(state: State, action: act.Action) -> bool:
    return state.phase is not Phase.OVER


@book.requires("NWO-22", "The round has not begun.", repair="Put everything back; finish setting up and dealing first.")
def in_a_round(state: State, action: PlayerAction) -> bool:
    return state.phase is Phase.TURNS


@book.requires("NWO-23", "{who} has passed this round.", repair="Put everything back as it was.")
def not_passed(state: State, action: PlayerAction) -> bool:
    return not state.player(action.player).passed


@book.requires("NWO-22", "It is {turn}'s turn, not {who}'s.", repair="Put everything back, and let {turn} go first.")
def on_turn(state: State, action: PlayerAction) -> bool:
    return state.on_turn == action.player


@book.requires(
    "NWO-82-R1", "Passing is not the action that Above the Law grants.", repair="Act, or give the action up."
)
def no_pass_as_extra(state: State, action: act.Pass) -> bool:
    return not state.extra


@book.check("NWO-27")
def acts_before_passing(state: State, action: act.Pass) -> Refusal | None:
    # With more, all may pass at once (NWO-28); phases.ends_now sees to it that this does not go on for ever.
    player = state.player(action.player)
    if len(state.players) == 2 and not player.acted and can_act(state, player):
        return refuse(
            "With two players {who} acts at least once before passing.",
            repair="Pick, buy or discard first.",
            who=player.name,
        )
    return None


def can_act(state: State, player: Player) -> bool:
    """Whether the player could do anything but pass: throw a card away, or pick one into a slot (NWO-27-R)."""
    return bool(player.piles or on_offer(state, player))


@book.requires(
    "NWO-82",
    "Above the Law is played right after one's own action, before anybody else acts.",
    repair="Put it back into its slot.",
)
def after_the_main_action(state: State, action: act.AboveTheLaw) -> bool:
    return state.acted is not None and state.acted.seat == action.player


@book.requires("NWO-82-R3", "Above the Law has been used in this turn.", repair="Keep the other one for another turn.")
def one_law_in_a_turn(state: State, action: act.AboveTheLaw) -> bool:
    if state.choices["lawsInATurn"] == "several":
        return True
    going_on = state.on_turn == action.player and state.extra > 0
    return not going_on and state.acted != Acted(action.player, lawed=True)


@book.requires(
    "NWO-80",
    "There is no Above the Law in {place}.",
    repair="Put the cards back.",
    place=lambda _, action: place_name(action.place),
)
def holds_the_law(state: State, action: act.AboveTheLaw) -> bool:
    return bool(special_in(state, state.player(action.player), action.place, Effect.EXTRA_ACTION))


@book.requires("NWO-81", "Above the Law was taken this round.", repair="Put the cards back.")
def law_not_fresh(state: State, action: act.AboveTheLaw) -> bool:
    return not delayed(state, special_in(state, state.player(action.player), action.place, Effect.EXTRA_ACTION))


@book.requires("NWO-82-R2", "There is no extra action to give up.", repair="Act, or pass.")
def has_an_extra_action(state: State, action: act.Waive) -> bool:
    return state.extra > 0


ON_TURN = (in_a_round, not_passed, on_turn)


# --- effects ---


def _pass(state: State, action: act.Pass) -> State:
    return after_pass(state, action.player)


def _above_the_law(state: State, action: act.AboveTheLaw) -> State:
    player = state.player(action.player)
    pile = special_in(state, player, action.place, Effect.EXTRA_ACTION)
    player = take(state, player, act.Part(action.place)) if pile else player
    granted = len(pile) if state.choices["stackedSpecials"] == "bothEffects" else 1
    state = state.with_player(action.player, player, on_turn=action.player)
    return _going_on(state, Granted(granted))


def _waive(state: State, action: act.Waive) -> State:
    following = next_seat(state, action.player) or action.player
    return _going_on(replace(state, on_turn=following), Acted(action.player, lawed=True))


def _going_on(state: State, after: Acted | Granted) -> State:
    """The state in which the turn goes on after this."""
    return state if state.turn is None else replace(state, stage=replace(state.turn, after=after))


CHECKS = {
    act.Pass: (*ON_TURN, no_pass_as_extra, acts_before_passing),
    act.AboveTheLaw: (in_a_round, holds_the_law, one_law_in_a_turn, after_the_main_action, law_not_fresh),
    act.Waive: (*ON_TURN, has_an_extra_action),
}


EFFECTS = {act.Pass: _pass, act.AboveTheLaw: _above_the_law, act.Waive: _waive}
