"""What loses its right while an attack is open: the attack itself, and Plots that go with a token (INWO-254, INWO-256).

A later play may give it back: so it counts nothing meanwhile, and is lost when nobody adds anything more.
"""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.core.text import Text, say
from companion.games.inwo import actions as act
from companion.games.inwo.attack import Attack
from companion.games.inwo.continuous_effects import idle_plots
from companion.games.inwo.rules_declare import no_ban, secret_from_secret, target_not_immune
from companion.games.inwo.rules_preconditions import title
from companion.games.inwo.state import State, evolve


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
