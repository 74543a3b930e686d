"""When a card is played: the phase, the attack, and what has just happened (INWO-47, INWO-191, INWO-192)."""

from __future__ import annotations

from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.core.text import Text, say
from companion.games.inwo.card_targets import CardAction, answers, play_in
from companion.games.inwo.continuous import InForce, holds
from companion.games.inwo.effects import NOTHING, Timing
from companion.games.inwo.plays import Denied, Play
from companion.games.inwo.rules_help import may_take_part
from companion.games.inwo.rules_result import succeeded
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import Phase, State
from companion.games.inwo.values import fitting

TIMES = {
    Timing.ANY_TIME: say("{card} is not used while an attack is under way."),
    Timing.WITH_TOKEN: say("{card} is used together with the token of a Group that attacks or helps."),
    Timing.DECLARATION: say("{card} is used with the announcement of one's own attack, before anybody helps in it."),
    Timing.ATTACK: say("{card} is used in an attack, before the dice are rolled."),
    Timing.AFTER_ROLL: say("{card} is used in an attack, when the dice have been rolled."),
    Timing.ANSWER: say("{card} is used in answer to what another has just played or done."),
    Timing.TURN_START: say("{card} is used at the start of one's own turn, before the phase of Group cards."),
    Timing.RIVALS_START: say("{card} is used as the turn of a rival begins, before he has drawn."),
    Timing.RIVALS_DRAW: say("{card} is used while a rival draws, before he takes over or lays tokens."),
    Timing.OWN_MAIN: say("{card} is used in one's own main phase, while no attack is under way."),
    Timing.OWN_TURN: say("{card} is used in one's own turn."),
}
"""When a card is played, for who played it at another time."""


@BOOK.check("INWO-47")
def at_its_time(state: State, action: CardAction) -> Refusal | None:
    play = play_in(state, action)
    if play is None:
        return None
    if not _time_is_right(state, action.player, play):
        return refuse(TIMES[play.timing], repair="Take the card back until then.")
    asked = _what_is_not_so(state, action, play)
    return None if asked is None else refuse(asked, repair="Take the card back until that is so.")


def _what_is_not_so(state: State, action: CardAction, play: Play) -> Text | None:
    """What a card asks of the attack, of its roll, or of what has happened, and is not so."""
    if (said := _attack_is_not_so(state, action, play)) is not None:
        return said
    structure = state.player(action.player).structure
    if play.draw_limit and sum(fitting(state, play.draw_limit, each.card) for each in structure) < play.draw_plots:
        return say("{who} controls too few Groups of the kind for which {card} draws Plots.")
    if play.after and not any(answers(state, action.player, action.card, play, each) for each in state.latest):
        return say("{card} answers what has just happened, and nothing of the kind has.")
    held = state.player(action.player).resource(action.card)
    if play.unlinked and held is not None and held.to is not None:
        return say("{card} does this only while it is linked to no Group.")
    if _condition_is_met(state, action, play):
        return None
    return say("{card} has a condition, printed on it, that is not met now.")


def _attack_is_not_so(state: State, action: CardAction, play: Play) -> Text | None:
    attack = state.attack
    if play.succeeds is not None and (attack is None or succeeded(state, attack) != play.succeeds):
        if play.succeeds:
            return say("{card} is used when the roll has made an attack succeed.")
        return say("{card} is used when the roll has made an attack fail.")
    if play.agents_gone and (attack is None or attack.agents in {None, action.player}):
        return say("{card} is used when another player has shown agents.")
    if play.with_agents and (attack is None or attack.agents != action.player or not attack.agents_aid):
        return say("{card} is used by a player whose agents aid the attack.")
    if play.dice and (attack is None or attack.roll is None or sum(attack.roll) < play.dice):
        return say("{card} is used when the dice show {dice} or more.").fill(dice=play.dice)
    if play.not_privileged and attack is not None and attack.privileged:
        return say("{card} is not used in a privileged attack.")
    return None


def _condition_is_met(state: State, action: CardAction, play: Play) -> bool:
    held = state.player(action.player).resource(action.card)
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


@BOOK.requires("INWO-16", "A card keeps {who} out of this attack.", repair="Take the card back.")
def plays_unless_kept_out(state: State, action: CardAction) -> bool:
    return state.attack is None or action.player not in state.attack.barred or _comes_from_outside(state, action)


@BOOK.requires("INWO-191", "The attack is privileged: {who} takes no part in it.", repair="Take the card back.")
def takes_part_in_privilege(state: State, action: CardAction) -> bool:
    attack = state.attack
    return attack is None or may_take_part(state, attack, action.player) or _comes_from_outside(state, action)


def _comes_from_outside(state: State, action: CardAction) -> bool:
    """Whether those play it, too, who take no part in an attack."""
    play = play_in(state, action)
    return play is None or play.privilege is not None or play.timing is Timing.AFTER_ROLL


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
