"""When a card is played: the phase, the attack, and what has just happened (INWO-47, INWO-190 to INWO-192)."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.core.text import Text, say
from companion.games.inwo.answering import answers_any
from companion.games.inwo.card_plays import Denied, Play
from companion.games.inwo.card_targets import CardAction, play_in
from companion.games.inwo.card_values import fitting
from companion.games.inwo.continuous_effects import InForce, holds
from companion.games.inwo.effects import NOTHING
from companion.games.inwo.rules_declare import privilege_refusal
from companion.games.inwo.rules_help import may_take_part
from companion.games.inwo.rules_result import succeeded
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import State
from companion.games.inwo.timing import follows_the_roll, goes_with_token, is_time, not_now


@BOOK.check("INWO-47")
def at_its_time(state: State, action: CardAction) -> Refusal | None:
    play = play_in(state, action)
    if play is None:
        return None
    if not is_time(state, action.player, play):
        return refuse(not_now(play), repair="Take the card back until then.")
    asked = _what_is_not_so(state, action, play)
    return None if asked is None else refuse(asked, repair="Take the card back until that is so.")


def _what_is_not_so(state: State, action: CardAction, play: Play) -> Text | None:
    """What a card asks of the attack, of its roll, or of what has happened, and is not so."""
    if (said := _attack_is_not_so(state, action, play)) is not None:
        return said
    structure = state.player(action.player).structure
    if play.draw_limit and sum(fitting(state, play.draw_limit, each.card) for each in structure) < play.draw_plots:
        return say("{who} controls too few Groups of the kind for which {card} draws Plots.")
    if not answers_any(state, action.player, action.card, play):
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
    if play.when is None or goes_with_token(play):
        return True
    source = InForce(action.card, action.player, action.card if held is None else held.to, NOTHING)
    return holds(state, play.when, source, lambda wanted, card: fitting(state, wanted, card))


@BOOK.requires("INWO-192", "After the roll only cards that change it are played.", repair="Put {card} back.")
def only_dice_after_the_roll(state: State, action: CardAction) -> bool:
    attack, play = state.attack, play_in(state, action)
    changes_it = play is not None and follows_the_roll(play)
    return attack is None or attack.roll is None or changes_it or bool(state.stack)


@BOOK.requires("INWO-16", "A card keeps {who} out of this attack.", repair="Take the card back.")
def plays_unless_kept_out(state: State, action: CardAction) -> bool:
    return state.attack is None or action.player not in state.attack.barred or _comes_from_outside(state, action)


@BOOK.requires("INWO-190", "The attack is privileged: {who} takes no part in it.", repair="Take the card back.")
def takes_part_in_privilege(state: State, action: CardAction) -> bool:
    attack = state.attack
    return attack is None or may_take_part(state, attack, action.player) or _comes_from_outside(state, action)


def _comes_from_outside(state: State, action: CardAction) -> bool:
    """Whether those play it, too, who take no part in an attack."""
    play = play_in(state, action)
    return play is None or play.privilege is not None or follows_the_roll(play)


@BOOK.requires("INWO-191", "The privilege of this attack was negated for good.", repair="Take {card} back.")
def privilege_is_not_gone(state: State, action: CardAction) -> bool:
    """What was negated does not come back."""
    return state.attack is None or not state.attack.negated or not _grants(state, action)


@BOOK.check("INWO-202")
def privilege_not_banned(state: State, action: CardAction) -> Refusal | None:
    attack = state.attack
    return None if attack is None or not _grants(state, action) else privilege_refusal(state, attack)


def _grants(state: State, action: CardAction) -> bool:
    play = play_in(state, action)
    return play is not None and play.privilege == "grant"


@BOOK.requires(
    "INWO-42", "{who} does nothing in this turn but to draw and to lay tokens.", repair="Take the card back."
)
def not_denied(state: State, action: CardAction) -> bool:
    """Who may only draw and lay tokens in his turn plays nothing but answers."""
    return Denied.MAIN not in state.turn_used or state.on_turn != action.player or bool(state.stack)
