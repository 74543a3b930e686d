"""Checks of whose turn it is, of passing, and of the action that Above the Law grants (NWO-22 to NWO-29, NWO-82)."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.apply import absent
from companion.games.new_world_order.catalog import Effect
from companion.games.new_world_order.piles import delayed, dividends_lie, on_offer, special_in
from companion.games.new_world_order.settings import book, ruling
from companion.games.new_world_order.state import Phase, Player, State

PlayerAction = act.Pick | act.Buy | act.Discard | act.Pass | act.TakeOver | act.Waive | act.AboveTheLaw


@book.rule("NWO-1")
def at_this_table(state: State, action: act.Action) -> Refusal | None:
    """Two to five play; nobody else acts."""
    if nobody := absent(state, action):
        return refuse("Nobody sits at {seat}.", repair="Name one of the players.", seat=nobody[0])
    return None


@book.rule("NWO-22")
def in_a_round(state: State, action: PlayerAction) -> Refusal | None:
    """Actions are taken in a round, after the market has been dealt and before the game is over."""
    if state.phase is Phase.OVER:
        return refuse("The game is over.", repair="Put everything back as it was.")
    if state.phase is not Phase.TURNS:
        return refuse("The round has not begun.", repair="Put it back; finish setting up and dealing first.")
    return None


@book.rule("NWO-23")
def not_passed(state: State, action: PlayerAction) -> Refusal | None:
    """Whoever has passed takes no further turn in the round."""
    if state.player(action.player).passed:
        return refuse(
            "{who} has passed this round.",
            repair="Put it back; {who} plays again next round.",
            who=state.player(action.player).name,
        )
    return None


@book.rule("NWO-22")
def on_turn(state: State, action: PlayerAction) -> Refusal | None:
    """The players act in turn, one action each."""
    if state.on_turn != action.player:
        return refuse(
            "It is {turn}'s turn, not {who}'s.",
            repair="Put it back; it is {turn}'s turn.",
            who=state.player(action.player).name,
            turn=state.player(state.on_turn).name,
        )
    return None


@book.rule("NWO-82")
def no_pass_as_extra(state: State, action: act.Pass) -> Refusal | None:
    """Above the Law grants one more action of the three kinds; passing is none."""
    if state.extra:
        return refuse("Passing is not the action that Above the Law grants.", repair="Act, or give the action up.")
    return None


@book.rule("NWO-27")
def acts_before_passing(state: State, action: act.Pass) -> Refusal | None:
    """With two players each acts at least once in a round before passing."""
    # With more, all may pass at once (NWO-28); flow.ends_now sees to it that this does not go on for ever.
    player = state.player(action.player)
    if len(state.players) == 2 and not player.acted and can_act(state, player):
        return refuse(
            "With two players {who} acts at least once before passing.",
            repair="Pick, buy or discard first.",
            who=player.name,
        )
    return None


def can_act(state: State, player: Player) -> bool:
    """Whether the player has any legal action besides passing: a card to throw away, or one to pick into a slot."""
    return any(player.slots) or dividends_lie(state, player) or bool(on_offer(state, player))


@book.rule("NWO-82")
def after_the_main_action(state: State, action: act.AboveTheLaw) -> Refusal | None:
    """Above the Law is played right after the main action, once in a turn."""
    if state.phase is not Phase.TURNS or state.last != action.player:
        return refuse("Above the Law is played after one's main action.", repair="Put it back into its slot.")
    if state.lawed:
        return refuse("Above the Law has been used in this turn.", repair="Keep the other one for another turn.")
    return None


@book.rule("NWO-80")
def holds_the_law(state: State, action: act.AboveTheLaw) -> Refusal | None:
    """Above the Law gives one more action in the same turn."""
    if not special_in(state, state.player(action.player), action.slot, Effect.EXTRA_ACTION):
        return refuse("There is no Above the Law in that place.", repair="Put the cards back.")
    return None


@book.rule("NWO-81")
def law_not_fresh(state: State, action: act.AboveTheLaw) -> Refusal | None:
    """A special can be used from the round after it was taken."""
    if delayed(state, special_in(state, state.player(action.player), action.slot, Effect.EXTRA_ACTION)):
        return refuse("Above the Law was taken this round.", repair="Put it back; it can be used next round.")
    return None


@ruling.rule("NWO-82")
def has_an_extra_action(state: State, action: act.Waive) -> Refusal | None:
    """Only an action that Above the Law granted can be given up."""
    if not state.extra:
        return refuse("There is no extra action to give up.", repair="Pass instead.")
    return None
