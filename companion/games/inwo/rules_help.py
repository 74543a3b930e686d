"""Help in an attack: aid, opposition, self-defence, agents (INWO-146 to INWO-154, INWO-168 to INWO-198, INWO-282)."""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.core.text import Text, say
from companion.games.inwo import actions as act
from companion.games.inwo.attack import Attack, Help
from companion.games.inwo.board import spend
from companion.games.inwo.card_plays import Pile
from companion.games.inwo.continuous_effects import in_force
from companion.games.inwo.effects import Mode, Role
from companion.games.inwo.hands import holds_hidden, out_of_hand
from companion.games.inwo.immunity import is_immune
from companion.games.inwo.rules_attack import (
    an_attack_is_open,
    dice_not_rolled,
    no_plot_twice,
    plots_go_with_the_token,
    plots_of_his_hand,
    replaced,
    with_plots,
)
from companion.games.inwo.rules_preconditions import (
    Checks,
    game_has_begun,
    name,
    nothing_waits,
    protection,
    title,
    token_refusal,
)
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import Owed, State, evolve
from companion.games.inwo.strength import (
    aid_rights,
    defender,
    has_full_right,
    help_points,
    helps_fully,
    is_barred,
    is_kept_out,
)

# --- help ---


@BOOK.requires("INWO-259", "The dice have been rolled.", repair="Lay it back; only the roll can be changed now.")
def in_time(state: State, action: act.GiveHelp) -> bool:
    attack = state.attack
    if attack is None or attack.roll is None:
        return True
    return any(right.late for right in aid_rights(state, attack, action.card, action.role))


def may_come_late(state: State) -> bool:
    """Whether anybody's help could."""
    return any(right.late for each in in_force(state) for right in each.effect.aid)


@BOOK.requires("INWO-153", "{card} is no Group of {who}.", repair="Help with an own Group.")
def helper_of_his(state: State, action: act.GiveHelp) -> bool:
    return state.player(action.player).placed(action.card) is not None


@BOOK.check("INWO-146")
def help_costs_a_token(state: State, action: act.GiveHelp) -> Refusal | None:
    if _helps_freely(state, action):
        return None
    return token_refusal(state, action.player, action.card)


def _helps_freely(state: State, action: act.GiveHelp) -> bool:
    attack = state.attack
    return attack is not None and any(right.free for right in aid_rights(state, attack, action.card, action.role))


@BOOK.requires(
    "INWO-125-R",
    "{who} named the helpers with the attack, and others have answered since.",
    repair="Take the attacker's token first: then more may aid it.",
)
def named_in_time(state: State, action: act.GiveHelp) -> bool:
    """In the older rules helpers are named with the attack; more of them follow when it is committed (INWO-126)."""
    attack = state.attack
    return attack is None or attack.committed or not _is_named(state, attack, action) or not _is_answered(attack)


def _is_named(state: State, attack: Attack, action: act.GiveHelp) -> bool:
    """Whether the attacker names a Group that will aid the attack, with nothing spent as yet."""
    with_the_attack = state.rule("helpers_named") == "with_the_attack"
    return with_the_attack and action.player == attack.player and not action.plots


def _is_answered(attack: Attack) -> bool:
    seats = {attack.agents, *(each.player for each in attack.helps), *(seat for seat, _ in attack.used)}
    return bool(seats - {None, attack.player})


@BOOK.requires("INWO-203", "No Group helps in an instant attack.", repair="Lay the token back.")
def instants_need_no_help(state: State, action: act.GiveHelp) -> bool:
    attack = state.attack
    if attack is None or not attack.is_instant:
        return True
    return has_full_right(state, attack, action.card, action.role)


@BOOK.requires("INWO-74", "{card} has acted in this attack.", repair="Lay its token back.")
def one_token_in_an_attack(state: State, action: act.GiveHelp) -> bool:
    attack = state.attack
    if attack is None or action.role is Role.SELF_DEFENCE:
        return True
    return action.card not in {attack.attacker, attack.helper} and attack.help_of(action.card) is None


@BOOK.requires(
    "INWO-160",
    "{card} is the target, and no Group aids an attack on itself.",
    repair="Let it defend itself, or lay its token back.",
)
def aids_no_attack_on_itself(state: State, action: act.GiveHelp) -> bool:
    return state.attack is None or action.role is not Role.AID or action.card != state.attack.target


@BOOK.check("INWO-152")
def defends_only_itself(state: State, action: act.GiveHelp) -> Refusal | None:
    attack = state.attack
    if attack is None or (action.role is Role.SELF_DEFENCE) == (action.card == attack.target):
        return None
    if action.role is Role.SELF_DEFENCE:
        return refuse("{card} is not the target.", repair="Let it oppose.")
    return refuse(
        "{card} is the target: it defends itself, and does nothing else.",
        repair="Let it defend itself, or lay its token back.",
    )


@BOOK.check("INWO-28")
def no_interference_in_first_turn(state: State, action: act.GiveHelp | act.ShowAgents) -> Refusal | None:
    return None if state.attack is None else protection(state, action.player, state.attack.player)


@BOOK.requires("INWO-16", "A card keeps {who} out of this attack.", repair="Lay everything back.")
def not_kept_out(state: State, action: act.GiveHelp | act.ShowAgents) -> bool:
    return state.attack is None or action.player not in state.attack.barred


@BOOK.requires("INWO-190", "The attack is privileged: {who} takes no part in it.", repair="Lay everything back.")
def privileged_for_two(state: State, action: act.GiveHelp | act.ShowAgents) -> bool:
    attack = state.attack
    if attack is None or may_take_part(state, attack, action.player):
        return True
    return isinstance(action, act.GiveHelp) and any(
        right.privileged for right in aid_rights(state, attack, action.card, action.role)
    )


def may_take_part(state: State, attack: Attack, seat: Seat) -> bool:
    return not attack.privileged or seat in {attack.player, defender(state, attack), *attack.joined}


@BOOK.check("INWO-195")
def aid_not_barred(state: State, action: act.GiveHelp) -> Refusal | None:
    attack = state.attack
    if attack is None or not is_barred(state, attack, action.card, action.role):
        return None
    if action.role is Role.AID and is_immune(state, attack.target, action.card, aid=True):
        target = title(state, attack.target)
        return refuse("{target} is immune to {card}.", repair="Lay its token back.", target=target)
    return refuse("A card forbids {card} to help here.", repair="Lay its token back.")


@BOOK.requires(
    "INWO-198",
    "{card} is not Secret, and takes no part in attacks on or by Secret Groups.",
    repair="Lay its token back.",
)
def secret_help(state: State, action: act.GiveHelp) -> bool:
    attack = state.attack
    return attack is None or not is_kept_out(state, attack, Help(action.player, action.card, action.role))


@BOOK.check("INWO-147")
def aid_to_control_counts(state: State, action: act.GiveHelp) -> Refusal | None:
    attack = state.attack
    if attack is None or action.role is not Role.AID or attack.mode is not Mode.CONTROL:
        return None
    why = say("{card} shares no alignment with {target}, and has no Global Power.")
    return _gives_nothing(state, attack, action, why)


@BOOK.check("INWO-148")
def opposition_counts(state: State, action: act.GiveHelp) -> Refusal | None:
    if state.attack is None or action.role is not Role.OPPOSE:
        return None
    why = say("{card} neither shares an alignment with {target} nor is its master or puppet, and has no Global Power.")
    return _gives_nothing(state, state.attack, action, why)


@BOOK.check("INWO-149")
def aid_to_destroy_counts(state: State, action: act.GiveHelp) -> Refusal | None:
    attack = state.attack
    if attack is None or action.role is not Role.AID or attack.mode is Mode.CONTROL:
        return None
    why = say("{card} and {target} have no opposite alignments, and {card} has no Global Power.")
    return _gives_nothing(state, attack, action, why)


def _gives_nothing(state: State, attack: Attack, action: act.GiveHelp, why: Text) -> Refusal | None:
    """`why`: where its alignments do not fit. With a Plot it comes for the Plot's sake."""
    if action.plots or help_points(state, attack, action.player, action.card, action.role) > 0:
        return None
    if helps_fully(state, attack, action.card, action.role):
        return refuse("{card} has no Power to give.", repair="Lay its token back.")
    return refuse(why, repair="Lay its token back.")


def give_help(state: State, action: act.GiveHelp) -> State:
    """In whosever turn it is (INWO-40). Whom a card lets into a privileged attack, ends the privilege (INWO-191)."""
    attack = state.open_attack
    free = _helps_freely(state, action)
    keeps = any(right.keeps for right in aid_rights(state, attack, action.card, action.role))
    if not keeps and not may_take_part(state, attack, action.player):
        attack = replace(attack, privileged=False, negated=True)
        state = replace(state, attack=attack)
    state = state if free else spend(state, action.player, [action.card])
    before = attack.help_of(action.card) if action.role is Role.SELF_DEFENCE else None
    if before is not None:
        more = replace(before, tokens=before.tokens + 1)
        helps = tuple(more if each == before else each for each in attack.helps)
    else:
        helps = (*attack.helps, Help(action.player, action.card, action.role, 0 if free else 1))
    committed = attack.committed or (action.player == attack.player and not _is_named(state, attack, action))
    return with_plots(
        replaced(state, helps=helps, silent=(), committed=committed),
        action.player,
        action.card,
        action.plots,
    )


# --- agents ---


@BOOK.requires("INWO-168", "{who} holds no copy of {target}.", repair="Take the card back.")
def holds_a_copy(state: State, action: act.ShowAgents) -> bool:
    """Immunity does not stop agents (INWO-171)."""
    return state.attack is None or holds_hidden(state, action.player, state.attack.target)


@BOOK.check("INWO-169")
def agents_once(state: State, action: act.ShowAgents) -> Refusal | None:
    attack = state.attack
    if attack is None:
        return None
    if attack.agents is not None:
        return refuse(
            "{who} has shown agents in this attack, and one card of them serves in it.",
            repair="Take the card back.",
            who=name(state, attack.agents),
        )
    if action.player == defender(state, attack):
        return refuse(
            "{who} controls {target}; agents are cards of those who do not.",
            repair="Take the card back; the Group itself may defend itself.",
        )
    return None


@BOOK.requires("INWO-170", "Against an attack from a hand, agents of others oppose.", repair="Take the card back.")
def agents_against_a_hand(state: State, action: act.ShowAgents) -> bool:
    attack = state.attack
    return attack is None or not attack.from_hand or (action.role is not Role.AID and action.player != attack.player)


@BOOK.requires("INWO-172", "Agents take no part in instant attacks.", repair="Take the card back.")
def no_agents_in_instants(state: State, action: act.ShowAgents) -> bool:
    return state.attack is None or not state.attack.is_instant


def show_agents(state: State, action: act.ShowAgents) -> State:
    """The card lies open until the attack is over, and is discarded then (INWO-169)."""
    attack = state.open_attack
    state = out_of_hand(state, action.player, attack.target)
    committed = attack.committed or action.player == attack.player
    return replaced(
        state,
        agents=action.player,
        agents_aid=action.role is Role.AID,
        committed=committed,
        silent=(),
    )


# --- a spare copy of a rival's Illuminati (INWO-282) ---


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


_OPEN = (nothing_waits, an_attack_is_open, dice_not_rolled)
CHECKS: Checks = {
    act.GiveHelp: (
        nothing_waits,
        an_attack_is_open,
        in_time,
        no_interference_in_first_turn,
        not_kept_out,
        privileged_for_two,
        helper_of_his,
        named_in_time,
        aids_no_attack_on_itself,
        defends_only_itself,
        one_token_in_an_attack,
        instants_need_no_help,
        help_costs_a_token,
        aid_not_barred,
        secret_help,
        plots_of_his_hand,
        plots_go_with_the_token,
        no_plot_twice,
        aid_to_control_counts,
        opposition_counts,
        aid_to_destroy_counts,
    ),
    act.ShowAgents: (
        *_OPEN,
        no_interference_in_first_turn,
        not_kept_out,
        privileged_for_two,
        no_agents_in_instants,
        agents_once,
        agents_against_a_hand,
        holds_a_copy,
    ),
    act.PlaySpare: (game_has_begun, spare_of_a_rival),
}
EFFECTS = {
    act.GiveHelp: give_help,
    act.ShowAgents: show_agents,
    act.PlaySpare: play_spare,
}
