"""What the actions of a battle do to the state."""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.battle import compare, drawn, fighter, identified, squares_of, unread, with_fighter
from companion.games.iron_sky.catalog import SYMBOLS
from companion.games.iron_sky.state import UNKNOWN_CARD, State
from companion.games.iron_sky.turn import spend_special


def boost(state: State, action: act.Boost) -> State:
    state = spend_special(state, action.player, action.card, action.politics)
    battle = state.battle
    if battle is None:
        return state
    return replace(state, battle=with_fighter(battle, replace(fighter(battle, action.player), boosted=True)))


def lay(state: State, action: act.Lay) -> State:
    battle, player = state.battle, state.player(action.player)
    if battle is None:
        return state
    state = state.with_player(replace(player, battle=drawn(player.battle, action.source)))
    return replace(state, battle=with_fighter(battle, replace(fighter(battle, player.seat), source=action.source)))


def reveal(state: State, action: act.Reveal) -> State:
    if unread(state, action.seat) is not None:
        return identified(state, action.seat, action.card)
    battle = state.battle
    if battle is None:
        return state
    shown = replace(
        fighter(battle, action.seat),
        card=action.card,
        squares=squares_of(state, battle, action.seat, action.card),
        entered=(),
    )
    return replace(state, battle=with_fighter(battle, shown))


def symbol(state: State, action: act.Symbol) -> State:
    battle = state.battle
    if battle is None:
        return state
    one = fighter(battle, action.seat)
    entered = (*one.entered, action.symbol)
    if len(entered) < 3:
        return replace(state, battle=with_fighter(battle, replace(one, entered=entered)))
    known = tuple(SYMBOLS[symbol] for symbol in entered)
    return replace(state, battle=with_fighter(battle, replace(one, card=UNKNOWN_CARD, squares=known, entered=())))


def fortress(state: State, action: act.Fortress) -> State:
    battle, player = state.battle, state.player(action.player)
    if battle is None:
        return state
    if not action.use:
        return replace(state, battle=replace(battle, fortress=False))
    defender = battle.defender
    replaced = (*defender.replaced, defender.card or UNKNOWN_CARD)
    defender = replace(defender, replaced=replaced, card=None, squares=None, source="deck")
    state = state.with_player(replace(player, battle=drawn(player.battle, "deck")))
    return replace(state, battle=replace(battle, fortress=True, defender=defender))


def shift(state: State, action: act.Shift) -> State:
    if state.battle is None:
        return state
    if action.direction:
        state = state.with_player(replace(state.player(action.player), initiative=False))
    return replace(state, battle=replace(state.battle, shift=action.direction)) if state.battle else state


def compared(state: State, action: act.Compare) -> State:
    return compare(state, state.battle) if state.battle is not None else state
