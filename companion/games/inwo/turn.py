"""Whose clock runs: who has something to decide now."""

from __future__ import annotations

from companion.core.game import Seat
from companion.games.inwo.board import next_seat
from companion.games.inwo.goals import outcome
from companion.games.inwo.rules_attack import waiting_for
from companion.games.inwo.state import Phase, State


def to_move(state: State) -> tuple[Seat, ...]:
    if state.is_setup:
        return _setting_up(state)
    if outcome(state) is not None:
        return ()
    if state.owed:
        return tuple(sorted({each.player for each in state.owed}))
    if state.stack:
        return tuple(seat for seat in state.alive if seat != state.stack[-1].player)
    if state.attack is not None:
        attack = state.attack
        waits = attack.spent and attack.roll is None and attack.attacker is not None
        return (waiting_for(state) or (attack.player,)) if waits or attack.attacker is None else (attack.player,)
    if state.claims:
        return waiting_for(state)
    if state.phase is Phase.KNOCKED:
        return (next_seat(state),)
    return (state.on_turn,)


def _setting_up(state: State) -> tuple[Seat, ...]:
    match state.phase:
        case Phase.ILLUMINATI:
            return tuple(seat for seat, player in state.each() if player.illuminati is None)
        case Phase.LEADS:
            return tuple(seat for seat, player in state.each() if player.lead is None)
        case _:
            return state.seats
