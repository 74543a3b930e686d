"""What an attack goes on with: nobody adds anything, the dice, and the end where hands have nothing to choose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from companion.games.inwo import actions as act
from companion.games.inwo import candidates
from companion.games.inwo.attack import Attack
from companion.games.inwo.rules import apply, broken, rests_on_untold
from companion.games.inwo.rules_attack import waiting_for
from companion.games.inwo.rules_result import is_decided
from companion.games.inwo.state import State


def nobody_adds(state: State) -> Sequence[act.Action]:
    """The attacker's token is taken if it was not, nobody has anything to add, and what needs no roll is over."""
    attack = state.open_attack
    spent: list[act.Action] = [] if attack.spent or attack.attacker is None else [act.SpendToken(attack.player)]
    after = reduce(apply, spent, state)
    return carried_out(state, [*spent, *(act.NoMore(seat) for seat in waiting_for(after))])


def carried_out(state: State, actions: Sequence[act.Action]) -> Sequence[act.Action]:
    """With the end of the attack, where these decide it and hands have nothing to choose."""
    after = reduce(apply, actions, state)
    attack = after.attack
    if attack is None or not is_decided(after, attack):
        return actions
    ends = endings(after, attack)
    return [*actions, *ends] if len(ends) == 1 and broken(after, ends[0]) is None else actions


def legal_of(state: State, ways: Iterable[act.Action]) -> list[act.Action]:
    return [way for way in ways if broken(state, way) is None]


def endings(state: State, attack: Attack) -> list[act.Action]:
    captures = [a for a in candidates.attack_actions(state) if isinstance(a, act.Capture)]
    legal = [*legal_of(state, captures), *legal_of(state, [act.Conclude(attack.player)])]
    return [*legal, *(way for way in captures if rests_on_untold(state, way))]


def thrown(state: State, dice: tuple[int, int]) -> Sequence[act.Action]:
    """Whoever throws the dice of an attack says that its token is taken and nobody adds anything more. INWO-157.

    Everybody at the table sees it, and it is said of all alike; one Undo takes it back.
    """
    if state.attack is None or state.attack.roll is not None:
        return ()
    now, actions = state, [*nobody_adds(state), act.Roll(*dice)]
    for action in actions:
        if broken(now, action) is not None:
            return ()
        now = apply(now, action)
    return actions
