"""When a card is played: the phase, the attack, and what has just happened (INWO-47, INWO-191, INWO-192)."""

from __future__ import annotations

from companion.core.game import Seat
from companion.games.inwo.card_targets import CardAction, answers, play_in
from companion.games.inwo.continuous import InForce, holds
from companion.games.inwo.effects import NOTHING, Timing
from companion.games.inwo.plays import Denied, Play
from companion.games.inwo.rules_help import may_take_part
from companion.games.inwo.rules_result import succeeded
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import Phase, State
from companion.games.inwo.values import fitting


@BOOK.requires("INWO-47", "{card} is not played at this time.", repair="Put it back.")
def at_its_time(state: State, action: CardAction) -> bool:
    play = play_in(state, action)
    return play is None or (_time_is_right(state, action.player, play) and _is_so(state, action, play))


def _is_so(state: State, action: CardAction, play: Play) -> bool:
    """Whether what the card asks of the attack, and of its roll, is so."""
    attack = state.attack
    if play.succeeds is not None and (attack is None or succeeded(state, attack) != play.succeeds):
        return False
    if play.agents_gone and (attack is None or attack.agents in {None, action.player}):
        return False
    if play.with_agents and (attack is None or attack.agents != action.player or not attack.agents_aid):
        return False
    if play.dice and (attack is None or attack.roll is None or sum(attack.roll) < play.dice):
        return False
    structure = state.player(action.player).structure
    if play.draw_limit and sum(fitting(state, play.draw_limit, each.card) for each in structure) < play.draw_plots:
        return False
    if play.after and not any(answers(state, action.player, action.card, play, each) for each in state.latest):
        return False
    held = state.player(action.player).resource(action.card)
    if play.not_privileged and attack is not None and attack.privileged:
        return False
    if play.unlinked and held is not None and held.to is not None:
        return False
    if play.when is None or play.timing is Timing.WITH_TOKEN:
        return True
    source = InForce(action.card, action.player, action.card if held is None else held.to, NOTHING)
    return holds(state, play.when, source, lambda wanted, card: fitting(state, wanted, card))


def _time_is_right(state: State, seat: Seat, play: Play) -> bool:
    attack = state.attack
    rolled = attack is not None and attack.roll is not None
    match play.timing:
        case Timing.ANY_TIME:
            return not (play.not_in_attack and attack is not None)
        case Timing.WITH_TOKEN:  # by itself it is played in defence
            return bool(play.in_defence)
        case Timing.DECLARATION:
            fresh = attack is not None and not (attack.committed or attack.helps)
            return fresh and attack is not None and attack.player == seat
        case Timing.ATTACK:
            return attack is not None and not rolled
        case Timing.AFTER_ROLL:
            return rolled
        case Timing.ANSWER:
            return bool(state.stack) or (attack is not None and not rolled and "action" in play.cancels)
        case _:
            return _turn_is_right(state, seat, play.timing)


def _turn_is_right(state: State, seat: Seat, timing: Timing) -> bool:
    own, phase = state.on_turn == seat, state.phase
    match timing:
        case Timing.TURN_START:
            return own and phase is Phase.PLOTS
        case Timing.RIVALS_START:
            return not own and phase is Phase.PLOTS and not state.turn_used
        case Timing.RIVALS_DRAW:
            return not own and phase in {Phase.PLOTS, Phase.GROUPS}
        case Timing.OWN_MAIN:
            return own and phase is Phase.MAIN and state.attack is None
        case _:
            return own


@BOOK.requires("INWO-192", "After the roll only cards that change it are played.", repair="Put {card} back.")
def only_dice_after_the_roll(state: State, action: CardAction) -> bool:
    attack, play = state.attack, play_in(state, action)
    changes_it = play is not None and play.timing is Timing.AFTER_ROLL
    return attack is None or attack.roll is None or changes_it or bool(state.stack)


@BOOK.requires("INWO-191", "The attack is privileged: {who} takes no part in it.", repair="Take the card back.")
def takes_part_in_privilege(state: State, action: CardAction) -> bool:
    attack, play = state.attack, play_in(state, action)
    if attack is None or may_take_part(state, attack, action.player) or play is None:
        return True
    return play.privilege is not None or play.timing is Timing.AFTER_ROLL


@BOOK.requires("INWO-191", "The privilege of this attack was negated for good.", repair="Take {card} back.")
def privilege_is_not_gone(state: State, action: CardAction) -> bool:
    """What was negated does not come back."""
    attack, play = state.attack, play_in(state, action)
    return attack is None or not attack.negated or play is None or (play.privilege != "grant")


@BOOK.requires(
    "INWO-42", "{who} does nothing in this turn but to draw and to lay tokens.", repair="Take the card back."
)
def not_denied(state: State, action: CardAction) -> bool:
    """Who may only draw and lay tokens in his turn plays nothing but answers."""
    return Denied.MAIN not in state.turn_used or state.on_turn != action.player or bool(state.stack)
