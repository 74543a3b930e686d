"""Playing Plots and using abilities: whose, when, on what, for which price (INWO-49 to INWO-282)."""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.core.rules import Refusal, refuse
from companion.core.text import Text, say, say_plural
from companion.games.inwo import actions as act
from companion.games.inwo.aims import suits_aim
from companion.games.inwo.answering import answered_by, answers_any, kinds_played
from companion.games.inwo.attack import Attack
from companion.games.inwo.board import is_one_each, resource_leaves, spend
from companion.games.inwo.card_plays import Denied, Play
from companion.games.inwo.card_prices import cost_paid, early_tokens_only_buy, own_payers, price_is_paid
from companion.games.inwo.card_targets import (
    CardAction,
    ability_is_aimed,
    ability_on_the_immune,
    ability_on_the_secret,
    attack_not_banned,
    hits_no_card_of_a_hand,
    is_order,
    no_play_against_the_new,
    play_in,
    plot_is_aimed,
    target_unprotected,
    use_of,
)
from companion.games.inwo.card_values import fitting, silenced
from companion.games.inwo.catalog import Kind
from companion.games.inwo.continuous_effects import InForce, holds, play_of
from companion.games.inwo.effects import NOTHING
from companion.games.inwo.goals import is_goal_card
from companion.games.inwo.hands import is_in_hand, out_of_hand, with_card
from companion.games.inwo.immunity import is_player_immune
from companion.games.inwo.resolve import announced, resolved, token_returned
from companion.games.inwo.rules_attack import replaced
from companion.games.inwo.rules_declare import privilege_refusal
from companion.games.inwo.rules_help import may_take_part
from companion.games.inwo.rules_preconditions import Checks, game_has_begun, name, title, unfinished
from companion.games.inwo.rules_result import succeeded
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import SEATS, Owed, Played, State, evolve
from companion.games.inwo.timing import belongs_to_the_announcement, follows_the_roll, goes_with_token, is_time, not_now

# --- when a card is played: the phase, the attack, and what has just happened (INWO-47, INWO-190 to INWO-192) ---


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


# --- whose ---


@BOOK.check("INWO-252")
def only_answers_meanwhile(state: State, action: CardAction) -> Refusal | None:
    """While a play waits to take effect, only what cancels it is played."""
    if (found := unfinished(state)) is not None:
        return found
    play = play_in(state, action)
    if state.stack and (play is None or not play.cancels_any(kinds_played(state, state.stack[-1]))):
        return refuse(
            "{card} waits to take effect.",
            repair="Let it stand, or cancel it.",
            card=title(state, state.stack[-1].card),
        )
    return None


@BOOK.requires("INWO-51", "{card} is not in {who}'s hand.", repair="Take it back, or write the deck anew.")
def plays_his_own(state: State, action: act.PlayCard) -> bool:
    return is_in_hand(state, action.player, action.card)


@BOOK.check("INWO-16")
def has_it_in_play(state: State, action: act.UseAbility) -> Refusal | None:
    player = state.player(action.player)
    if player.placed(action.card) is None and player.resource(action.card) is None:
        return refuse("{card} does not lie before {who}.", repair="Lay everything back.")
    if silenced(state, action.card):
        return refuse("{card} has no ability now.", repair="Lay everything back.")
    return None


@BOOK.requires(
    "INWO-49", "The companion does not know what {card} does.", repair="Carry it out by hand, or put it back."
)
def is_modelled(state: State, action: CardAction) -> bool:
    return play_in(state, action) is not None or (isinstance(action, act.PlayCard) and is_order(state, action.card))


@BOOK.check("INWO-196")
def answer_reaches(state: State, action: act.UseAbility) -> Refusal | None:
    """What is answered has taken effect so far: who is immune to the card by it is out of its reach."""
    if not state.stack or state.card(action.card).kind is Kind.RESOURCE:
        return None
    seat = state.stack[-1].player
    if seat == action.player or not is_player_immune(resolved(state), seat, action.card):
        return None
    return refuse("What {who} plays is immune to {card}.", repair="Lay everything back.", who=name(state, seat))


# --- which, and how often ---

_LAY_BACK = say("Lay everything back.")


@BOOK.requires("INWO-298", "A goal card is shown with a claim, not played.", repair="Take it back.")
def goals_are_not_played(state: State, action: act.PlayCard) -> bool:
    return not is_goal_card(state, action.card)


@BOOK.requires("INWO-271", "No New World Order is played during a privileged attack.", repair="Take it back.")
def orders_not_in_privilege(state: State, action: act.PlayCard) -> bool:
    attack = state.attack
    return attack is None or not attack.privileged or not is_order(state, action.card)


@BOOK.requires("INWO-271-R", "No New World Order is played during an instant attack.", repair="Take it back.")
def orders_not_in_instants(state: State, action: act.PlayCard) -> bool:
    attack = state.attack
    if attack is None or not attack.is_instant or state.rule("orders_in_instants") == "allowed":
        return True
    return not is_order(state, action.card)


@BOOK.requires("INWO-204", "An attack is under way.", repair="Play it when that is over.")
def one_attack_at_a_time(state: State, action: CardAction) -> bool:
    play = play_in(state, action)
    return play is None or play.attack is None or state.attack is None


@BOOK.requires("INWO-280", "{who} has used {card} in this attack.", repair="Take the copy back.")
def not_twice_in_an_attack(state: State, action: CardAction) -> bool:
    """Abilities that count once in an attack are marked like Plots."""
    attack = state.attack
    return attack is None or (action.player, action.card) not in attack.used


@BOOK.check("INWO-80")
def once_only(state: State, action: CardAction) -> Refusal | None:
    play = play_in(state, action)
    used = state.player(action.player).used
    if play is None:
        return None
    if play.times_a_turn and used.count(_this_turn(action)) >= play.times_a_turn:
        said = say_plural(
            "{card} is used once in a turn, and has been.",
            "{card} is used {count} times in a turn, and has been.",
            play.times_a_turn,
        )
        return refuse(said, repair=_LAY_BACK)
    if play.once_on_each and action.target in SEATS and _this_game(action) in state.player(action.target).used:
        return refuse(
            "{card} has been used on {who} before, and works once on each.",
            repair=_LAY_BACK,
            who=name(state, action.target),
        )
    if play.once_a_game and _this_game(action) in used:
        return refuse("{card} has been used before, and works once in a game.", repair=_LAY_BACK)
    return None


def _this_turn(action: CardAction) -> str:
    return f"turn {action.card}"


def _this_game(action: CardAction) -> str:
    return f"game {action.card} {use_of(action) or 0}"


@BOOK.check("INWO-63")
def one_in_play(state: State, action: act.PlayCard) -> Refusal | None:
    play = play_in(state, action)
    others = [link for link in state.links if link.card == action.card]
    if play is None or not others:
        return None
    if play.one_in_game:
        return refuse("One {card} lies in play, and there is never more than one.", repair="Take the copy back.")
    if play.arrows and any(link.to == action.target for link in others):
        return refuse(
            "{target} has one {card}, and no Group has two.", repair="Take the copy back, or play it on another Group."
        )
    if is_one_each(state, action.card) and any(state.controller(link.to) == action.player for link in others):
        return refuse("{who} has one {card} in play, and no player has two.", repair="Take the copy back.")
    return None


def play_card(state: State, action: act.PlayCard) -> State:
    play = play_in(state, action)
    state = out_of_hand(state, action.player, action.card)
    return _announced(state, action, play)


def use_ability(state: State, action: act.UseAbility) -> State:
    return _announced(state, action, play_in(state, action))


def _announced(state: State, action: CardAction, play: Play | None) -> State:
    cost = None if play is None else cost_paid(state, action, play)
    if play is not None and cost is not None:
        state = spend(state, action.player, (*own_payers(state, action, cost), *action.payers))
        marks = [_this_turn(action)] * bool(play.times_a_turn) + [_this_game(action)] * play.once_a_game
        state = evolve(state, action.player, used=tuple(sorted((*state.player(action.player).used, *marks))))
        if play.once_on_each and action.target in SEATS:
            hit = state.player(action.target)
            state = evolve(state, action.target, used=tuple(sorted((*hit.used, _this_game(action)))))
        state = answered_by(state, action.player, action.card, play)
        state = replace(state, owed=(*state.owed, *(Owed(action.player, pile) for pile in cost.discards)))
        if state.attack is not None and not state.stack:
            state = replaced(state, silent=(), **_committing(state.attack, action, play))
        if cost.itself:
            state = resource_leaves(state, action.card, "discard")
    return announced(state, Played(action.player, action.card, use_of(action), action.target, action.payers))


def _committing(attack: Attack, action: CardAction, play: Play) -> dict[str, object]:
    """INWO-126: the attacker's own Plots commit the attack, those that belong to its announcement excepted."""
    used = (*attack.used, (action.player, action.card))
    if not isinstance(action, act.PlayCard):
        return {"used": used} if play.once_an_attack else {}
    commits = attack.player == action.player and not belongs_to_the_announcement(play)
    return {"committed": attack.committed or commits, "used": used}


@BOOK.requires("INWO-251", "Nothing waits to take effect.", repair="Go on with the game.")
def something_was_played(state: State, action: act.LetStand) -> bool:
    return bool(state.stack)


def let_stand(state: State, action: act.LetStand) -> State:
    """A Plot that has become illegal meanwhile returns to the hand, exposed (INWO-256)."""
    *before, played = state.stack
    play = play_of(state, played.card, played.use)
    waited = replace(state, stack=tuple(before))
    is_plot = state.card(played.card).kind is Kind.PLOT
    if play is None or not is_plot or suits_aim(waited, played.player, play, played.target):
        return resolved(state)
    exposed = with_card(state.player(played.player).exposed, played.card)
    return evolve(token_returned(waited, played), played.player, exposed=exposed)


_PLAYED = (
    game_has_begun,
    only_answers_meanwhile,
)
_TIMES = (
    at_its_time,
    only_dice_after_the_roll,
    plays_unless_kept_out,
    takes_part_in_privilege,
    privilege_is_not_gone,
    not_denied,
    one_attack_at_a_time,
)
_PRICES = (
    target_unprotected,
    no_play_against_the_new,
    attack_not_banned,
    privilege_not_banned,
    early_tokens_only_buy,
    price_is_paid,
)
CHECKS: Checks = {
    act.PlayCard: (
        *_PLAYED,
        goals_are_not_played,
        plays_his_own,
        is_modelled,
        orders_not_in_privilege,
        orders_not_in_instants,
        not_twice_in_an_attack,
        one_in_play,
        *_TIMES,
        once_only,
        hits_no_card_of_a_hand,
        plot_is_aimed,
        *_PRICES,
    ),
    act.UseAbility: (
        *_PLAYED,
        has_it_in_play,
        is_modelled,
        not_twice_in_an_attack,
        *_TIMES,
        ability_on_the_immune,
        ability_on_the_secret,
        answer_reaches,
        once_only,
        hits_no_card_of_a_hand,
        ability_is_aimed,
        *_PRICES,
    ),
    act.LetStand: (game_has_begun, something_was_played),
}
EFFECTS = {
    act.PlayCard: play_card,
    act.UseAbility: use_ability,
    act.LetStand: let_stand,
}
