"""Declaring an attack: who attacks what, and what forbids it then and later (INWO-120 to INWO-197, INWO-254)."""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.core.text import Text, say
from companion.games.inwo import actions as act
from companion.games.inwo.attack import Attack
from companion.games.inwo.card_values import fitting
from companion.games.inwo.catalog import Side
from companion.games.inwo.continuous_effects import idle_plots, in_force, reaches
from companion.games.inwo.effects import Mode, Role, Scope
from companion.games.inwo.geometry import arrows, as_assumed, as_it_lies, fits
from companion.games.inwo.hands import is_in_hand, out_of_hand, without
from companion.games.inwo.immunity import is_ignored_between, is_immune, is_secret_from
from companion.games.inwo.rules_preconditions import (
    Checks,
    in_main_phase,
    is_illuminati,
    no_attack_under_way,
    nothing_waits,
    own_turn,
    protection,
    title,
    token_refusal,
)
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import Placed, State, evolve
from companion.games.inwo.strength import has_secret_right

# --- declaring ---


@BOOK.requires(
    "INWO-120",
    "{card} is no Group of {who}.",
    repair="Attack with an own Group.",
    card=lambda state, action: title(state, action.attacker),
)
def leads_himself(state: State, action: act.DeclareAttack) -> bool:
    return state.player(action.player).placed(action.attacker) is not None


@BOOK.check("INWO-73")
def attacker_has_a_token(state: State, action: act.DeclareAttack) -> Refusal | None:
    return token_refusal(state, action.player, action.attacker)


def comes_from_hand(state: State, action: act.DeclareAttack) -> bool:
    """A Group that nobody controls is attacked out of the attacker's hand."""
    return state.controller(action.target) is None


@BOOK.requires(
    "INWO-122",
    "{target} is an Illuminati, and nobody attacks those.",
    repair="Attack a Group that hangs below it, or another one.",
)
def no_illuminati(state: State, action: act.DeclareAttack) -> bool:
    return not is_illuminati(state, action.target)


@BOOK.requires("INWO-123", "{who} controls {target} already.", repair="Attack another Group.")
def target_can_be_attacked(state: State, action: act.DeclareAttack) -> bool:
    owner = state.controller(action.target)
    return action.mode is not Mode.CONTROL or owner != action.player


@BOOK.requires("INWO-159", "{target} is not in play.", repair="Control it, or attack a Group in play.")
def destroys_what_is_in_play(state: State, action: act.DeclareAttack) -> bool:
    """Whatever its Power (INWO-162)."""
    return action.mode is not Mode.DESTROY or not comes_from_hand(state, action)


@BOOK.requires("INWO-124", "{target} was destroyed, so no copy can be controlled.", repair="Take the card back.")
def copy_of_destroyed(state: State, action: act.DeclareAttack) -> bool:
    return not comes_from_hand(state, action) or not state.is_destroyed(action.target)


@BOOK.requires("INWO-139", "{target} is not in {who}'s hand.", repair="Attack a Group of the hand or one in play.")
def target_of_his_hand(state: State, action: act.DeclareAttack) -> bool:
    return not comes_from_hand(state, action) or is_in_hand(state, action.player, action.target)


@BOOK.requires("INWO-160", "No Group attacks itself.", repair="Choose another attacker.")
def not_itself(state: State, action: act.DeclareAttack) -> bool:
    return action.attacker != action.target


@BOOK.check("INWO-130")
def has_an_open_arrow(state: State, action: act.DeclareAttack) -> Refusal | None:
    """To destroy needs none (INWO-161)."""
    if action.mode is not Mode.CONTROL or open_sides(state, action.player, action.attacker, action.target):
        return None
    player = state.player(action.player)
    leader = player.placed(action.attacker)
    refusal = refuse(
        "{attacker} has no open control arrow.",
        repair="Attack with a Group that has one.",
        attacker=title(state, action.attacker),
    )
    refusal = as_assumed(refusal, state, () if leader is None else (leader,))
    has_one = any(card == action.attacker for card, _ in arrows(state.evening.catalog, player.structure))
    if refusal.provisional or not has_one:
        return refusal
    return as_it_lies(refusal, state, (*player.structure, Placed(action.target)))


def open_sides(state: State, seat: Seat, master: Piece, arrival: Piece) -> list[Side]:
    """The arrows of a Group at which another could lie (INWO-87)."""
    structure = state.player(seat).structure
    return [
        side
        for card, side in arrows(state.evening.catalog, structure)
        if card == master and fits(state.evening.catalog, structure, (Placed(arrival, master, side),))
    ]


@BOOK.requires(
    "INWO-310",
    "With two players nobody attacks the other before both had a turn.",
    repair="Attack a Group of the hand, or wait for the second round.",
)
def both_had_a_turn(state: State, action: act.DeclareAttack) -> bool:
    owner = state.controller(action.target)
    if len(state.players) > 2 or owner in {None, action.player}:
        return True
    return not any(player.turns < 1 for player in state.players)


@BOOK.check("INWO-27")
def target_not_protected(state: State, action: act.DeclareAttack) -> Refusal | None:
    return protection(state, action.player, state.controller(action.target))


@BOOK.requires(
    "INWO-194", "{attacker} cannot attack {target}, which is immune to it.", repair="Choose another attacker or target."
)
def target_not_immune(state: State, action: act.DeclareAttack) -> bool:
    return not is_immune(state, action.target, action.attacker)


@BOOK.requires(
    "INWO-197",
    "{target} is Secret; {attacker} is not.",
    repair="Attack with an Illuminati or a Secret Group, or attack another.",
)
def secret_from_secret(state: State, action: act.DeclareAttack) -> bool:
    attack = Attack(action.player, action.mode, action.target, action.attacker)
    reaches_it = has_secret_right(state, attack, action.attacker, Role.ATTACK)
    return not is_secret_from(state, action.target, action.attacker) or reaches_it


@BOOK.check("INWO-166")
def no_ban(state: State, action: act.DeclareAttack) -> Refusal | None:
    return ban_refusal(state, action.player, action.mode, action.target, action.attacker)


def privilege_refusal(state: State, attack: Attack) -> Refusal | None:
    """Some are immune to privileged attacks alone."""
    owner = state.controller(attack.target)
    for each in in_force(state):
        for ban in each.effect.ban:
            if ban.privileged and attack.mode in ban.modes and reaches(state, each, ban.scope, owner, attack.target):
                return refuse(
                    "{card} forbids privileged attacks on {target}.",
                    repair="Take the card back.",
                    card=title(state, each.card),
                    target=title(state, attack.target),
                )
    return None


def ban_refusal(state: State, seat: Seat, mode: Mode, target: Piece, attacker: Piece | None) -> Refusal | None:
    """What a card forbids: to be attacked in this way, or to attack so."""
    for each in in_force(state):
        for ban in each.effect.ban:
            if mode not in ban.modes or ban.privileged or ban.by not in {None, state.player(seat).illuminati}:
                continue
            if ban.as_target:
                owner = state.controller(target)
                bound = reaches(state, each, ban.scope, owner, target) and fitting(state, ban.who, target)
                other = attacker
            else:
                bound = attacker is not None and fitting(state, ban.who, attacker)
                bound = (bound or attacker is None) and each.player is not None
                bound = bound and reaches(state, each, ban.scope, seat, attacker or each.carrier or "")
                other = target
            ignored = attacker is not None and is_ignored_between(state, each, attacker, target)
            if bound and not ignored and (other is None or fitting(state, ban.other, other)):
                return refuse(
                    "{card} forbids this attack on {target}.",
                    repair="Choose another attack.",
                    card=title(state, each.card),
                    target=title(state, target),
                )
    return None


@BOOK.check("INWO-166")
def takeover_not_banned(state: State, action: act.TakeOver) -> Refusal | None:
    """Who may not control such a Group may not take it over either."""
    for each in in_force(state):
        for ban in each.effect.ban:
            bound = not ban.as_target and Mode.CONTROL in ban.modes and each.player == action.player
            if bound and ban.scope is Scope.OWN and fitting(state, ban.other, action.card):
                return refuse(
                    "{card} forbids to control {target}.",
                    repair="Take the card back.",
                    card=title(state, each.card),
                    target=title(state, action.card),
                )
    return None


def declare(state: State, action: act.DeclareAttack) -> State:
    from_hand = comes_from_hand(state, action)
    if from_hand and action.target not in state.tried:
        state = out_of_hand(state, action.player, action.target)
    state = replace(state, tried=without(state.tried, action.target)) if from_hand else state
    return replace(
        state,
        attack=Attack(action.player, action.mode, action.target, action.attacker, from_hand=from_hand),
    )


# --- what loses its right while an attack is open (INWO-254, INWO-256) ---
# A later play may give it back: so it counts nothing meanwhile, and is lost when nobody adds anything more.


def illegal_now(state: State, attack: Attack) -> Text | None:
    """Why nobody could make the attack any more."""
    if not attack.from_hand and state.controller(attack.target) is None:
        return say("{card} has left play.", card=title(state, attack.target))
    lead = attack.attacker
    if lead is None:
        return None
    if state.player(attack.player).placed(lead) is None:
        return say("{card} has left play.", card=title(state, lead))
    declared = act.DeclareAttack(attack.player, lead, attack.mode, attack.target)
    found = (rule(state, declared) for rule in (target_not_immune, secret_from_secret, no_ban))
    return next((broken.reason for broken in found if broken is not None), None)


def without_illegal_plots(state: State) -> State:
    """Plots that do not go with their Group any more return to the hand, exposed (INWO-256).

    Not where the whole attack is illegal: then the attacker's are lost (INWO-254).
    """
    attack = state.open_attack
    idle = idle_plots(state) if illegal_now(state, attack) is None else ()
    for plot in idle:
        exposed = tuple(sorted((*state.player(plot.player).exposed, plot.card)))
        state = evolve(state, plot.player, exposed=exposed)
    gone = [(plot.player, plot.card) for plot in idle]
    kept = tuple(each for each in attack.played if each not in gone)
    lasting = tuple(each for each in state.lasting if each not in idle)
    return replace(state, attack=replace(attack, played=kept), lasting=lasting)


CHECKS: Checks = {
    act.DeclareAttack: (
        nothing_waits,
        no_attack_under_way,
        own_turn,
        in_main_phase,
        leads_himself,
        no_illuminati,
        not_itself,
        target_can_be_attacked,
        destroys_what_is_in_play,
        copy_of_destroyed,
        target_of_his_hand,
        attacker_has_a_token,
        has_an_open_arrow,
        both_had_a_turn,
        target_not_protected,
        target_not_immune,
        secret_from_secret,
        no_ban,
    ),
}
EFFECTS = {
    act.DeclareAttack: declare,
}
