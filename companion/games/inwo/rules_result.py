"""What the roll decides: capture, destruction, devastation, or nothing (INWO-132 to INWO-165)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.games.inwo import actions as act
from companion.games.inwo.attack import Attack
from companion.games.inwo.board import (
    Destination,
    bring_in,
    devastated,
    leaves_play,
    removed,
    taken_over,
    tokens_on,
    with_resource,
    with_tokens,
)
from companion.games.inwo.card_values import fitting, power
from companion.games.inwo.continuous_effects import InForce, in_force, reaches
from companion.games.inwo.effects import Event, Mode, Result
from companion.games.inwo.geometry import arrows, as_it_lies, at_no_arrow
from companion.games.inwo.goals import counts_destroyed, own_goals
from companion.games.inwo.hands import discarded, draw_plots
from companion.games.inwo.rules_attack import (
    an_attack_is_open,
    everybody_is_done,
    the_attackers_own,
    token_was_spent,
    withdrawn,
    without_attack,
)
from companion.games.inwo.rules_declare import illegal_now, open_sides
from companion.games.inwo.rules_preconditions import Checks, nothing_waits, title
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import Placed, State, evolve, happened, with_group
from companion.games.inwo.strength import LEAST, MOST, card_attack, defender, strength


def succeeded(state: State, attack: Attack) -> bool:
    """INWO-132 to INWO-134; a card may have turned the result (INWO-323)."""
    if attack.verdict is not None:
        return attack.verdict
    return attack.total is not None and attack.total <= min(strength(state).total, MOST)


def is_decided(state: State, attack: Attack) -> bool:
    """Whether the dice lie, or there is nothing to roll for."""
    return attack.roll is not None or strength(state).total < LEAST or is_illegal(state, attack)


def is_illegal(state: State, attack: Attack) -> bool:
    """INWO-254; when the dice lie it is too late."""
    return attack.roll is None and illegal_now(state, attack) is not None


def must_be_placed(state: State, attack: Attack) -> bool:
    """A controlled Group waits for its arrow. Without one that is open it is lost."""
    if attack.mode is not Mode.CONTROL or attack.attacker is None or not succeeded(state, attack):
        return False
    return bool(open_sides(state, attack.player, attack.attacker, attack.target))


@BOOK.requires("INWO-132", "The dice have not been rolled.", repair="Roll first.")
def dice_decide(state: State, action: act.Conclude | act.Capture) -> bool:
    return state.attack is None or is_decided(state, state.attack)


@BOOK.requires("INWO-144", "{target} is controlled.", repair="Lay it at an open arrow of the attacker.")
def captured_is_placed(state: State, action: act.Conclude) -> bool:
    return state.attack is None or not must_be_placed(state, state.attack)


def conclude(state: State, action: act.Conclude) -> State:
    attack = state.open_attack
    if is_illegal(state, attack):
        return withdrawn(state, back_to_hand=False)
    return answered(state, _concluded(state, attack))


def _concluded(state: State, attack: Attack) -> State:
    """A disaster destroys only above a margin (INWO-210)."""
    if not succeeded(state, attack):
        return over(state, failed=True)
    if attack.mode is Mode.CONTROL:
        return _lost_capture(over(state, failed=False), attack)
    margin = strength(state).total - (attack.total or 0)
    said = card_attack(state, attack)
    state = over(state, failed=False)
    destroys = said is None or said.destroys_over is None or margin > said.destroys_over
    if attack.mode is Mode.DISASTER and (said is None or said.destroys_over is None or not destroys):
        return devastated(state, attack.target)
    return leaves_play(state, attack.target, "destroyed", attack.player, killed=attack.mode is Mode.ASSASSINATION)


def answered(before: State, after: State) -> State:
    """What cards do when an attack is over, each as it stood when the dice lay."""
    attack = before.open_attack
    for each in in_force(before):
        for result in each.effect.result:
            if (
                attack.mode in result.modes
                and fitting(before, result.target, attack.target)
                and _happened(before, after, each, result)
            ):
                after = _followed(before, after, each, result)
    return after


def rewards_of_relief(state: State, payers: Collection[tuple[Seat, Piece]]) -> Sequence[tuple[Seat, int]]:
    """Who draws how many Plots for having paid."""
    return [
        (each.player, result.plots)
        for each in in_force(state)
        for result in each.effect.result
        if result.on is Event.RELIEVED and each.player and each.carrier and (each.player, each.carrier) in payers
    ]


def _happened(before: State, after: State, each: InForce, result: Result) -> bool:
    attack = before.open_attack
    success, owner = succeeded(before, attack), defender(before, attack)
    attacked = owner is not None and reaches(before, each, result.scope, owner, attack.target)
    match result.on:
        case Event.DESTROYED:
            gone = attack.mode is not Mode.CONTROL and success and not after.in_play(attack.target)
            return gone and each.player in {None, attack.player}
        case Event.FAILED:
            return not success and attack.attacker is not None and each.carrier in {None, attack.attacker}
        case Event.ATTACKED:
            return attacked and after.controller(each.card) == each.player
        case Event.REPELLED:
            return attacked and not success
        case Event.ACTED:
            return each.carrier == attack.attacker or any(help.card == each.carrier for help in attack.helps)
        case Event.CRASHED:
            return each.carrier == attack.attacker and sum(attack.roll or ()) > MOST
        case Event.LOST:
            gone = attack.mode is not Mode.CONTROL and success and not after.in_play(attack.target)
            return attacked and gone
        case _:
            return False


def _followed(before: State, state: State, each: InForce, result: Result) -> State:
    attack = before.open_attack
    seat, card = each.player or attack.player, each.carrier or attack.attacker
    seat = attack.player if result.on is Event.LOST else seat
    plots = result.plots + (result.per_power * power(before, attack.target) if result.per_power else 0)
    state = draw_plots(state, seat, plots) if plots else state
    if card is not None and result.tokens:
        state = with_tokens(state, seat, card, tokens_on(state, seat, card) + result.tokens)
    if result.forever:
        gone = tuple(
            replace(each, forever=each.forever or each.card == attack.target) for each in state.player(seat).destroyed
        )
        state = evolve(state, seat, destroyed=gone)
    if card is not None and result.destroys:
        state = _fallen(state, attack, each, result, card)
    return state


def _fallen(state: State, attack: Attack, each: InForce, result: Result, card: Piece) -> State:
    """It counts for the defender; who crashed counts for those alone to whose goal whatever is destroyed counts.

    The Resource by which it crashed is not destroyed with it.
    """
    if result.uncounted:
        return leaves_play(state, card, "uncounted", state.controller(card))
    if result.on is not Event.CRASHED:
        return leaves_play(state, card, "destroyed", state.controller(attack.target))
    state = with_resource(state, attack.player, each.card, to=None)
    counts = counts_destroyed(own_goals(state, attack.player)) > 0
    return leaves_play(state, card, "destroyed" if counts else "discard", attack.player)


def _lost_capture(state: State, attack: Attack) -> State:
    """The arrow was filled meanwhile: the captured Group is discarded with what hangs below it."""
    owner = None if attack.from_hand else state.controller(attack.target)
    if owner is None:
        return discarded(state, attack.player, attack.target)
    for each in reversed(state.player(owner).subtree(attack.target)):
        state = leaves_play(state, each.card, "discard")
    return state


def over(state: State, *, failed: bool) -> State:
    """The attack is over: Plots and agents are discarded, what lasted as long as it did ends (INWO-142, INWO-169).

    A Group of the hand that was not controlled was never in play (INWO-97).
    """
    attack = state.open_attack
    for seat, plot in attack.played:
        state = discarded(state, seat, plot)
    if attack.agents is not None:
        state = discarded(state, attack.agents, attack.target)
    if state.attacking_plot is not None:
        state = discarded(state, attack.player, state.attacking_plot)
    return without_attack(state, tried=failed and attack.from_hand)


@BOOK.requires("INWO-133", "This attack has not brought {target} under control.", repair="Leave it where it was.")
def control_succeeded(state: State, action: act.Capture) -> bool:
    attack = state.attack
    return attack is None or (attack.mode is Mode.CONTROL and succeeded(state, attack))


@BOOK.check("INWO-83")
def at_an_open_arrow(state: State, action: act.Capture) -> Refusal | None:
    attack = state.attack
    if attack is None or attack.attacker is None:
        return None
    if action.side in open_sides(state, attack.player, attack.attacker, attack.target):
        return None
    refusal = refuse(
        "{attacker} has no open arrow there.",
        repair="Lay the Group at an open arrow of the attacker.",
        attacker=title(state, attack.attacker),
    )
    player = state.player(attack.player)
    if (attack.attacker, action.side) in arrows(state.evening.catalog, player.structure):
        return as_it_lies(refusal, state, (*player.structure, Placed(attack.target)))
    return at_no_arrow(refusal, state, player.placed(attack.attacker), action.side)


def capture(state: State, action: act.Capture) -> State:
    """INWO-144: with all below it, without tokens; from the hand just as well (INWO-78)."""
    attack = state.open_attack
    assert attack.attacker is not None
    before, owner = state, defender(state, attack)
    state = over(state, failed=False)
    if owner is None:
        state = bring_in(state, attack.player, attack.target, attack.attacker, action.side)
        return answered(before, with_group(state, attack.player, attack.target, captured=True))
    after = taken_over(
        state, owner, attack.target, Destination(attack.player, attack.attacker, action.side), captured=True
    )
    after = removed(after, owner, attack.player)
    return answered(before, happened(after, Event.CAPTURED, attack.player, attack.target, owner))


_DECIDED = (nothing_waits, an_attack_is_open, the_attackers_own, token_was_spent, everybody_is_done, dice_decide)
CHECKS: Checks = {
    act.Conclude: (*_DECIDED, captured_is_placed),
    act.Capture: (*_DECIDED, control_succeeded, at_an_open_arrow),
}
EFFECTS = {act.Conclude: conclude, act.Capture: capture}
