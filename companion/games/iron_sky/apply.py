"""What each action does to the state. Trusts its caller; total on everything `candidates` offers, legal or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

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
from companion.games.iron_sky.catalog import ELITES, SYMBOLS, TILES, CardId, Command, Effect, Place, Resource, Side
from companion.games.iron_sky.resources import Price, card_price, gain, open_token, organise_price, pay
from companion.games.iron_sky.state import UNKNOWN_CARD, Phase, State, Territory, Todo
from companion.games.iron_sky.turn import discarded, phase_closed_by, sheet_drawn, token_turned, turn_ended


def apply(state: State, action: act.Action) -> State:
    """The next state. Whatever a finger had picked before is settled by it."""
    after = _EFFECTS[type(action)](state, action)
    chosen = state.picked is not None or state.opened is not None
    return (
        replace(after, picked=None, opened=None) if chosen and not isinstance(action, (act.Pick, act.Open)) else after
    )


# --- set-up and end ---


def _draw_sheet(state: State, action: act.DrawSheet) -> State:
    return sheet_drawn(state, action.seat, action.commander)


def _turn_token(state: State, action: act.TurnToken) -> State:
    return token_turned(state, action.token)


def _end_turn(state: State, action: act.EndTurn) -> State:
    return turn_ended(state, action.player, action.discard)


def _show_operation(state: State, action: act.ShowOperation) -> State:
    player = replace(state.player(action.player), operation=action.card, fulfilled=action.fulfilled)
    state = state.with_player(player)
    shown = all(player.operation is not None for player in state.players)
    return replace(state, phase=Phase.OVER) if shown else state


def _push_meter(state: State, action: act.PushMeter) -> State:
    board = state.board(action.board)
    return state.with_board(push_occupation(board, action.position - board.occupation))


# --- cards ---


def _play(state: State, action: act.Play) -> State:
    """Paid, laid open, carried out or to be carried out; an extra Politicking symbol pays first (ISK-55, ISK-90)."""
    card, player = state.profile.cards[action.card], state.player(action.player)
    state = pay(state, player.seat, card_price(state, player, card.price, action.politics, action.adjust))
    state = state.with_player(discarded(state, state.player(player.seat), card.id))
    if card.politics:
        state = gain(state, player.seat, Resource.POLITICS, 1)
    at_once = _AT_ONCE.get(action.command)
    if at_once is not None:
        return at_once(state, action)
    left = card.number if action.command is Command.RECRUIT else 1
    return replace(state, todo=Todo(player.seat, action.command, card.id, left, 0, action.politics, action.adjust))


def _politicking(state: State, action: act.Play) -> State:
    """ISK-118."""
    return gain(state, action.player, Resource.POLITICS, 1)


def _anti_terror(state: State, action: act.Play) -> State:
    board = state.board(action.board or state.player(action.player).board)
    if board.terror is None:
        return state
    number = state.profile.boards[board.name].territories[board.terror].number
    return with_terror(_played_to(state, action.player, f"{board.name}.{number}"), board.name, None)


def _reboot(state: State, action: act.Play) -> State:
    board = state.board(action.board or state.player(action.player).board)
    return state.with_board(replace(board, jamming=None))


_AT_ONCE: dict[Command, Callable[[State, act.Play], State]] = {
    Command.POLITICKING: _politicking,
    Command.ANTI_TERROR: _anti_terror,
    Command.REBOOT: _reboot,
}


def _played_to(state: State, seat: Seat, place: Place) -> State:
    """Remembers a player's first command to the sector of the open time token (ISK-172)."""
    token = open_token(state)
    if token is None or state.site(place).sector != token.sector:
        return state
    return state.with_player(replace(state.player(seat), readied=True))


def _spend_special(state: State, seat: Seat, card: CardId, politics: int) -> State:
    """The price is paid, the card leaves the hand for good (ISK-153)."""
    player = state.player(seat)
    state = pay(state, seat, card_price(state, player, state.profile.specials[card].price, politics))
    shown = discarded(state, state.player(seat), card)
    state = state.with_player(replace(shown, discard=player.discard))
    return replace(state, spent_specials=tuple(sorted({*state.spent_specials, card})))


def _play_special(state: State, action: act.PlaySpecial) -> State:
    card = state.profile.specials[action.card]
    state = _spend_special(state, action.player, card.id, action.politics)
    if card.effect is Effect.GAIN:
        return gain(state, action.player, card.resource, card.amount)
    if action.place is None:
        return state
    if card.effect is Effect.NUCLEAR:
        return _nuked(state, action.player, action.place)
    territory = replace(state.territory(action.place), improvement=card.id)
    return with_territory(state, action.place, territory)


def _nuked(state: State, seat: Seat, place: Place) -> State:
    """ISK-157: everything there is destroyed, and the territory counts for the Reich for ever."""
    uwc, reich = state.army(place, Side.UWC), state.army(place, Side.REICH)
    state = with_territory(state, place, Territory(nuked=True))
    board = state.site(place).board
    state = uwc_losses(state, uwc[::-1], state.commander_of(Side.REICH, board))
    return reich_losses(state, reich[::-1], state.player(seat))


# --- what a command needs ---


def _pick(state: State, action: act.Pick) -> State:
    return replace(state, picked=action.place, opened=None)


def _open(state: State, action: act.Open) -> State:
    return replace(state, opened=(action.player, action.what))


def _moved(state: State, side: Side, origin: Place, to: Place, count: int) -> State:
    """Tiles leave first (ISK-65), then arrive and join the forces there (ISK-92): the markers follow in this order."""
    crossing = state.atlas.crosses(origin, to) and state.house["under_elite"] == "may_leave"
    rest, tiles = lift(state, state.army(origin, side), count, leave_elite=crossing)
    return put(replace_army(state, origin, side, rest), to, side, tiles)


def _move(state: State, action: act.Move) -> State:
    player = state.player(action.player)
    if action.payer is not None:
        price = Price(money=1) if action.in_money else Price(politics=1)
        state = pay(state, action.payer, price)
    leader = state.army(action.origin, player.side)[-1:]
    state = _played_to(state, action.player, action.origin)
    state = replace(_moved(state, player.side, action.origin, action.to, action.count), todo=None)
    if not state.army(action.to, player.side.enemy):
        return state
    owner = state.owner(leader[0]) if leader and state.house["attacker_card"] == "tile_owner" else None
    return started(state, action.to, owner or state.player(action.player))


def _attack(state: State, action: act.Attack) -> State:
    return started(_played_to(state, action.player, action.place), action.place, state.player(action.player))


def _place_tile(state: State, action: act.PlaceTile) -> State:
    player = state.player(action.player)
    if action.elite:
        tile, player = ELITES[player.board], replace(player, elite=False)
    else:
        tile, player = TILES[player.side, player.board], replace(player, supply=player.supply - 1)
    state = put(_played_to(state.with_player(player), player.seat, action.place), action.place, player.side, (tile,))
    todo = state.todo
    if todo is None:
        return state
    if todo.command is Command.ASSAULT:
        return replace(state, todo=replace(todo, left=0, placed=1, base=action.place))
    left = 0 if action.elite else todo.left - 1
    return replace(state, todo=replace(todo, left=left, placed=todo.placed + 1) if left > 0 else None)


def _aid(state: State, action: act.Aid) -> State:
    tile = (TILES[Side.UWC, action.continent],)
    state = put(put(state, action.first, Side.UWC, tile), action.second, Side.UWC, tile)
    for place in (action.first, action.second):
        state = _played_to(state, action.player, place)
    return replace(state, neutral=tuple(n for n in state.neutral if n != action.continent), todo=None)


def _waive(state: State, action: act.Waive) -> State:
    return replace(state, todo=None)


def _reshuffle(state: State, action: act.Reshuffle) -> State:
    player = state.player(action.player)
    size = player.battle.unused + len(player.battle.used)
    return replace(state.with_player(replace(player, battle=fresh_deck(state.house, size))), todo=None)


def _exchange(state: State, action: act.Exchange) -> State:
    player = state.player(action.player)
    more = action.count if state.house["exchanged_cards"] == "to_deck" else 0
    size = player.battle.unused + len(player.battle.used) + more
    state = state.with_player(replace(player, battle=fresh_deck(state.house, size)))
    return replace(state.with_bank(player.side, state.bank(player.side) - more), todo=None)


def _put_terror(state: State, action: act.PutTerror) -> State:
    site = state.site(action.place)
    return replace(with_terror(_played_to(state, action.player, action.place), site.board, site.index), todo=None)


def _bombard(state: State, action: act.Bombard) -> State:
    number = state.profile.cards[state.todo.card].number if state.todo is not None else 1
    left, fallen = losses_to_bombardment(state, action.place, number)
    state = _played_to(state, action.player, action.place)
    advance = state.house["frontline_advance"] == "always"
    state = replace_army(state, action.place, Side.UWC, left, advance)
    return replace(uwc_losses(state, fallen, None), todo=None)


def _jam(state: State, action: act.Jam) -> State:
    site = state.site(action.place)
    state = _played_to(state, action.player, action.place)
    return replace(state.with_board(replace(state.board(site.board), jamming=site.index)), todo=None)


# --- orders, sharing ---


def _organise(state: State, action: act.Organise) -> State:
    player = state.player(action.player)
    state = pay(state, player.seat, organise_price(player, action.count, action.politics))
    return _moved(state, player.side, action.origin, action.to, action.count)


def _ascend(state: State, action: act.Ascend) -> State:
    return _moved(state, Side.REICH, action.origin, action.to, action.count)


def _give(state: State, action: act.Give) -> State:
    giver = state.player(action.player)
    state = pay(state, giver.seat, Price(**{action.resource.value: action.amount}))
    if action.resource is Resource.COMMAND:
        state = state.with_player(replace(state.player(giver.seat), given=giver.given + action.amount))
    return gain(state, action.to, action.resource, action.amount)


def _take_loan(state: State, action: act.TakeLoan) -> State:
    return gain(replace(state, loans=max(state.loans - 1, 0)), action.player, Resource.MONEY, 1)


def _take_advice(state: State, action: act.TakeAdvice) -> State:
    player = state.player(action.player)
    state = state.with_player(replace(player, advised=player.advised + 1))
    return gain(replace(state, advice=max(state.advice - 1, 0)), player.seat, Resource.COMMAND, 1)


def _done(state: State, action: act.Done) -> State:
    return phase_closed_by(state, state.player(action.player))


def _resume(state: State, action: act.Resume) -> State:
    return state.with_player(replace(state.player(action.player), done=False))


# --- battle ---


def _boost(state: State, action: act.Boost) -> State:
    state = _spend_special(state, action.player, action.card, action.politics)
    battle = state.battle
    if battle is None:
        return state
    return replace(state, battle=with_fighter(battle, replace(fighter(battle, action.player), boosted=True)))


def _lay(state: State, action: act.Lay) -> State:
    battle, player = state.battle, state.player(action.player)
    if battle is None:
        return state
    state = state.with_player(replace(player, battle=drawn(player.battle, action.source)))
    return replace(state, battle=with_fighter(battle, replace(fighter(battle, player.seat), source=action.source)))


def _reveal(state: State, action: act.Reveal) -> State:
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


def _symbol(state: State, action: act.Symbol) -> State:
    battle = state.battle
    if battle is None:
        return state
    one = fighter(battle, action.seat)
    entered = (*one.entered, action.symbol)
    if len(entered) < 3:
        return replace(state, battle=with_fighter(battle, replace(one, entered=entered)))
    known = tuple(SYMBOLS[symbol] for symbol in entered)
    return replace(state, battle=with_fighter(battle, replace(one, card=UNKNOWN_CARD, squares=known, entered=())))


def _fortress(state: State, action: act.Fortress) -> State:
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


def _shift(state: State, action: act.Shift) -> State:
    if state.battle is None:
        return state
    if action.direction:
        state = state.with_player(replace(state.player(action.player), initiative=False))
    return replace(state, battle=replace(state.battle, shift=action.direction)) if state.battle else state


def _compare(state: State, action: act.Compare) -> State:
    return compare(state, state.battle) if state.battle is not None else state


_EFFECTS: dict[type, Callable[[State, Any], State]] = {
    act.DrawSheet: _draw_sheet,
    act.TurnToken: _turn_token,
    act.EndTurn: _end_turn,
    act.ShowOperation: _show_operation,
    act.PushMeter: _push_meter,
    act.Play: _play,
    act.PlaySpecial: _play_special,
    act.Pick: _pick,
    act.Open: _open,
    act.Move: _move,
    act.Attack: _attack,
    act.PlaceTile: _place_tile,
    act.Aid: _aid,
    act.Waive: _waive,
    act.Reshuffle: _reshuffle,
    act.Exchange: _exchange,
    act.PutTerror: _put_terror,
    act.Bombard: _bombard,
    act.Jam: _jam,
    act.Organise: _organise,
    act.Ascend: _ascend,
    act.Give: _give,
    act.TakeLoan: _take_loan,
    act.TakeAdvice: _take_advice,
    act.Done: _done,
    act.Resume: _resume,
    act.Boost: _boost,
    act.Lay: _lay,
    act.Reveal: _reveal,
    act.Symbol: _symbol,
    act.Fortress: _fortress,
    act.Shift: _shift,
    act.Compare: _compare,
}
