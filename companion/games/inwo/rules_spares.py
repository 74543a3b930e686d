"""A spare copy of a rival's Illuminati, as agents (INWO-282)."""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.core.rules import Refusal, refuse
from companion.games.inwo import actions as act
from companion.games.inwo.card_plays import Pile
from companion.games.inwo.hands import out_of_hand
from companion.games.inwo.rules_preconditions import Checks, game_has_begun
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import Owed, State, evolve


@BOOK.check("INWO-282")
def spare_of_a_rival(state: State, action: act.PlaySpare) -> Refusal | None:
    player = state.player(action.player)
    rivals = {state.player(seat).illuminati for seat in state.alive if seat != action.player}
    if action.card == player.illuminati:
        return refuse("{who} plays {card} too, and has no agents against that.", repair="Put it back.")
    if action.card in player.agents:
        return refuse("{who} has such an agent already, and needs no second one.", repair="Put it back.")
    if action.card not in rivals:
        return refuse("No rival plays {card}.", repair="Put it back.")
    if not (player.plots and action.card in player.unseen_plots):
        return refuse("{who} does not hold {card}.", repair="Put it back.")
    return None


def play_spare(state: State, action: act.PlaySpare) -> State:
    """Its price are the top cards of both decks, as far as these have any (INWO-52)."""
    state = out_of_hand(state, action.player, action.card)
    due = (Owed(action.player, pile) for pile in (Pile.PLOT_DECK, Pile.GROUP_DECK))
    state = replace(state, owed=(*state.owed, *due))
    return evolve(state, action.player, agents=(*state.player(action.player).agents, action.card))


CHECKS: Checks = {act.PlaySpare: (game_has_begun, spare_of_a_rival)}
EFFECTS = {act.PlaySpare: play_spare}
