"""What each action does to the state. Trusts its caller; total on everything `candidates` offers, legal or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.battle import (
    compare,
    drawn,
    fighter,
    fresh_deck,
    identified,
    squares_of,
    started,
    unread,
    with_fighter,
)
from companion.games.iron_sky.board import (
    lift,
    losses_to_bombardment,
    push_occupation,
    put,
    reich_losses,
    replace_army,
    uwc_losses,
    with_territory,
    with_terror,
)
from companion.games.iron_sky.catalog import ELITES, SYMBOLS, TILES, Command, Effect, Place, Resource, Side
from companion.games.iron_sky.resources import Price, card_price, gain, open_token, organise_price, pay
from companion.games.iron_sky.state import UNKNOWN_CARD, Phase, ReichPlayer, Stack, State, Territory, Todo, UwcPlayer
from companion.games.iron_sky.turn import (
    discarded,
    phase_closed_by,
    sheet_drawn,
    spend_special,
    token_turned,
    turn_ended,
)

# --- a battle ---


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


# --- actions ---


def apply(state: State, action: act.Action) -> State:
    """The next state."""
    return _EFFECTS[type(action)](state, action)


# --- set-up and end ---


def _show_operation(state: State, action: act.ShowOperation) -> State:
    player = replace(state.player(action.player), operation=action.card, fulfilled=action.fulfilled)
    state = state.with_player(player)
    shown = all(player.operation is not None for player in state.players)
    return replace(state, phase=Phase.OVER) if shown else state


def _push_meter(state: State, action: act.PushMeter) -> State:
    board = state.board(action.board)
    return state.with_board(push_occupation(board, action.position - board.occupation))


def _push_devastation(state: State, action: act.PushDevastation) -> State:
    return state.with_board(replace(state.board(action.board), devastation=action.position))


# --- cards ---


def _play(state: State, action: act.Played) -> State:
    """Paid, laid open, carried out or to be carried out; an extra Politicking symbol pays first (ISK-55, ISK-90)."""
    card, player = state.profile.cards[action.card], state.player(action.player)
    state = pay(state, player.seat, card_price(state, player, card.price, action.politics, action.adjust))
    state = state.with_player(discarded(state, state.player(player.seat), card.id))
    if card.politics:
        state = gain(state, player.seat, Resource.POLITICS, 1)
    if isinstance(action, act.TakeMarker):
        return _take_marker(state, action)
    if action.command is Command.POLITICKING:
        return gain(state, player.seat, Resource.POLITICS, 1)  # ISK-118
    left = card.number if action.command is Command.RECRUIT else 1
    todo = Todo(action.command, card.id, left, 0, action.politics, action.adjust)
    return state.with_player(replace(state.player(player.seat), todo=todo))


def _carried_out(state: State, seat: Seat) -> State:
    """The player's open command is done."""
    return state.with_player(replace(state.player(seat), todo=None))


def _take_marker(state: State, action: act.TakeMarker) -> State:
    """ISK-116, ISK-117."""
    board = state.board(action.board or state.player(action.player).board)
    if action.command is Command.REBOOT:
        return state.with_board(replace(board, jamming=None))
    if board.terror is None:
        return state
    number = state.profile.boards[board.name].territories[board.terror].number
    return with_terror(_played_to(state, action.player, f"{board.name}.{number}"), board.name, None)


def _played_to(state: State, seat: Seat, place: Place) -> State:
    """Remembers a player's first command to the sector of the open time token (ISK-172)."""
    token = open_token(state)
    if token is None or state.site(place).sector != token.sector:
        return state
    return state.with_player(replace(state.player(seat), readied=True))


def _play_special(state: State, action: act.PlaySpecial) -> State:
    card = state.profile.specials[action.card]
    state = spend_special(state, action.player, card.id, action.politics)
    if card.effect is Effect.GAIN:
        return gain(state, action.player, card.resource, card.amount)
    return state


def _play_special_at(state: State, action: act.PlaySpecialAt) -> State:
    card = state.profile.specials[action.card]
    state = spend_special(state, action.player, card.id, action.politics)
    if card.effect is Effect.NUCLEAR:
        return _nuked(state, action.player, action.place)
    territory = replace(state.territory(action.place), improvement=card.id)
    return with_territory(state, action.place, territory)


def _nuked(state: State, seat: Seat, place: Place) -> State:
    """ISK-157: everything there is destroyed, and the territory counts for the Reich for ever."""
    uwc, reich = state.army(place, Side.UWC), state.army(place, Side.REICH)
    state = with_territory(state, place, Territory(nuked=True))
    board = state.site(place).board
    state = uwc_losses(state, uwc.tiles, state.commander_of(Side.REICH, board))
    return reich_losses(state, reich.tiles, state.player(seat))


# --- what a command needs ---


def _moved(state: State, side: Side, action: act.Marching) -> State:
    """Tiles leave first (ISK-65), then arrive and join the forces there (ISK-92): ISK-42-R."""
    rest, tiles = lift(state, action)
    return put(replace_army(state, action.origin, side, rest), action.to, side, tiles)


def _move(state: State, action: act.Move) -> State:
    """What is met is fought by whoever played the card, or by the owner of the leading team (ISK-95, ISK-95-R)."""
    player = state.player(action.player)
    if action.payer is not None:
        price = Price(money=1) if action.in_money else Price(politics=1)
        state = pay(state, action.payer, price)
    leader = state.army(action.origin, player.side).leader
    state = _played_to(state, action.player, action.origin)
    state = _carried_out(_moved(state, player.side, action), action.player)
    if not state.army(action.to, player.side.enemy):
        return state
    owner = state.owner(leader) if leader is not None and state.choices["attacker_card"] == "tile_owner" else None
    return started(state, action.to, owner or state.player(action.player))


def _attack(state: State, action: act.Attack) -> State:
    state = _carried_out(_played_to(state, action.player, action.place), action.player)
    return started(state, action.place, state.player(action.player))


def _place_tile(state: State, action: act.PlaceTile) -> State:
    player = state.player(action.player)
    if isinstance(player, UwcPlayer) and action.elite:
        tile, player = ELITES[player.board], replace(player, elite=False)
    else:
        tile, player = TILES[player.side, player.board], replace(player, supply=player.supply - 1)
    state = _played_to(state.with_player(player), player.seat, action.place)
    state = put(state, action.place, player.side, Stack.of([tile]))
    player = state.player(action.player)
    return state.with_player(replace(player, todo=_left_to_place(player.todo, action))) if player.todo else state


def _left_to_place(todo: Todo, action: act.PlaceTile) -> Todo | None:
    """What is left of a Recruit or an Assault after this tile."""
    if todo.command is Command.ASSAULT:
        return replace(todo, left=0, placed=1, base=action.place)
    left = 0 if action.elite else todo.left - 1
    return replace(todo, left=left, placed=todo.placed + 1) if left > 0 else None


def _aid(state: State, action: act.Aid) -> State:
    tile = Stack((TILES[Side.UWC, action.continent],))
    state = put(put(state, action.first, Side.UWC, tile), action.second, Side.UWC, tile)
    for place in (action.first, action.second):
        state = _played_to(state, action.player, place)
    state = replace(state, neutral=tuple(n for n in state.neutral if n != action.continent))
    return _carried_out(state, action.player)


def _reshuffle(state: State, action: act.Reshuffle) -> State:
    player = state.player(action.player)
    size = player.battle.unused + len(player.battle.used)
    return state.with_player(replace(player, battle=fresh_deck(state.choices, size), todo=None))


def _exchange(state: State, action: act.Exchange) -> State:
    """ISK-105-R1: the deck keeps its size, or grows where the table shuffles the old cards in."""
    player = state.player(action.player)
    more = action.count if state.choices["exchanged_cards"] == "to_deck" else 0
    size = player.battle.unused + len(player.battle.used) + more
    state = state.with_player(replace(player, battle=fresh_deck(state.choices, size), todo=None))
    return state.with_bank(player.side, state.bank(player.side) - more)


def _put_terror(state: State, action: act.PutTerror) -> State:
    site = state.site(action.place)
    state = _carried_out(_played_to(state, action.player, action.place), action.player)
    return with_terror(state, site.board, site.index)


def _bombard(state: State, action: act.Bombard) -> State:
    todo = state.player(action.player).todo
    number = state.profile.cards[todo.card].number if todo is not None else 1
    left, fallen = losses_to_bombardment(state, action.place, number)
    state = _played_to(state, action.player, action.place)
    advance = state.choices["frontline_advance"] == "always"
    state = replace_army(state, action.place, Side.UWC, left, advance)
    return _carried_out(uwc_losses(state, fallen, None), action.player)


def _jam(state: State, action: act.Jam) -> State:
    site = state.site(action.place)
    state = _played_to(state, action.player, action.place)
    state = state.with_board(replace(state.board(site.board), jamming=site.index))
    return _carried_out(state, action.player)


# --- orders, sharing ---


def _organise(state: State, action: act.Organise) -> State:
    player = state.player(action.player)
    state = pay(state, player.seat, organise_price(player, action.count, action.politics))
    return _moved(state, player.side, action)


def _give(state: State, action: act.Give) -> State:
    giver = state.player(action.player)
    state = pay(state, giver.seat, Price(**{action.resource.value: action.amount}))
    if isinstance(giver := state.player(giver.seat), ReichPlayer):
        state = state.with_player(replace(giver, given=giver.given + action.amount))
    return gain(state, action.to, action.resource, action.amount)


def _take_loan(state: State, action: act.TakeLoan) -> State:
    return gain(replace(state, loans=max(state.loans - 1, 0)), action.player, Resource.MONEY, 1)


def _take_advice(state: State, action: act.TakeAdvice) -> State:
    player = state.player(action.player)
    if isinstance(player, ReichPlayer):
        state = state.with_player(replace(player, advised=player.advised + 1))
    return gain(replace(state, advice=max(state.advice - 1, 0)), player.seat, Resource.COMMAND, 1)


_EFFECTS: dict[type, Callable[[State, Any], State]] = {
    act.DrawSheet: lambda s, a: sheet_drawn(s, a.seat, a.commander),
    act.TurnToken: lambda s, a: token_turned(s, a.token),
    act.EndTurn: lambda s, a: turn_ended(s, a.player, a.discard),
    act.ShowOperation: _show_operation,
    act.PushMeter: _push_meter,
    act.PushDevastation: _push_devastation,
    act.Play: _play,
    act.TakeMarker: _play,
    act.PlaySpecial: _play_special,
    act.PlaySpecialAt: _play_special_at,
    act.Move: _move,
    act.Attack: _attack,
    act.PlaceTile: _place_tile,
    act.Aid: _aid,
    act.Waive: lambda s, a: _carried_out(s, a.player),
    act.Reshuffle: _reshuffle,
    act.Exchange: _exchange,
    act.PutTerror: _put_terror,
    act.Bombard: _bombard,
    act.Jam: _jam,
    act.Organise: _organise,
    act.Ascend: lambda s, a: _moved(s, Side.REICH, a),
    act.Give: _give,
    act.TakeLoan: _take_loan,
    act.TakeAdvice: _take_advice,
    act.Done: lambda s, a: phase_closed_by(s, s.player(a.player)),
    act.Resume: lambda s, a: s.with_player(replace(s.player(a.player), done=False)),
    act.Boost: boost,
    act.Lay: lay,
    act.Reveal: reveal,
    act.Symbol: symbol,
    act.Fortress: fortress,
    act.Shift: shift,
    act.Compare: compared,
}
