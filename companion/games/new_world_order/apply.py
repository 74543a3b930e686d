"""The next state after an action. Checks nothing: also an overruled action leads to a sensible state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Ability, Effect
from companion.games.new_world_order.flow import (
    after_action,
    after_deal,
    after_pass,
    after_setup,
    market_target,
    next_seat,
)
from companion.games.new_world_order.piles import (
    Kind,
    abilities,
    buying_power_together,
    first_empty,
    kind,
    numbered,
    own_pile,
    part_of,
    pile_in,
    slot_count,
    special_in,
    without,
)
from companion.games.new_world_order.pyramid import INDEX, place_of
from companion.games.new_world_order.state import AWAY, EMPTY, OUTSIDE, Pile, Player, State, evolve, less_unseen


def apply(state: State, action: act.Action) -> State:
    """What concerns nobody at this table changes nothing."""
    return state if absent(state, action) else _APPLY[type(action)](state, action)


def absent(state: State, action: act.Action) -> list[Seat]:
    """The seats named by the action at which nobody sits."""
    return [seat for seat in action.seats if seat not in state.seats]


# --- set-up and deal ---


def _laid(state: State, action: act.Laid) -> State:
    place = INDEX.get((action.layer, action.row, action.column))
    return state if place is None else after_setup(_with_tile(state, place, action.tile))


def _exchanged(state: State, action: act.Exchanged) -> State:
    place = place_of(state, action.laid)
    return state if place is None else _with_tile(state, place, action.tile)


def _with_tile(state: State, place: int, tile: Piece | None) -> State:
    return evolve(state, pyramid=(*state.pyramid[:place], tile, *state.pyramid[place + 1 :]))


def _drew(state: State, action: act.Drew) -> State:
    return _with_slots(state, action.seat, evolve(state.player(action.seat), character=action.character))


def _choose(state: State, action: act.Choose) -> State:
    return _with_slots(state, action.player, evolve(state.player(action.player), second=action.character))


def _with_slots(state: State, seat: Seat, player: Player) -> State:
    lacking = slot_count(state, player) - len(player.slots)
    return state.with_player(seat, evolve(player, slots=(*player.slots, *(EMPTY,) * lacking)))


def _started(state: State, action: act.Started) -> State:
    player = state.player(action.seat)
    player = put(state, player, (action.card,), action.slot)
    starters = (*player.starters, action.card)
    counts = less_unseen(state, action.card)
    return after_setup(state.with_player(action.seat, evolve(player, starters=starters), unseen=counts))


def _dealt(state: State, action: act.Dealt) -> State:
    unseen = less_unseen(state, action.card)
    if state.catalog.immediate(action.card):
        return evolve(state, unseen=unseen, added=True, open=(*state.open, action.card))
    if state.settings.royalty_market != "twoReserved" or len(state.market) < market_target(state):
        market = tuple(sorted((*state.market, action.card)))
        return after_deal(evolve(state, unseen=unseen, added=True, market=market))
    reserve = tuple(sorted((*state.reserve, action.card)))
    return after_deal(evolve(state, unseen=unseen, added=True, reserve=reserve))


def _set_aside(state: State, action: act.SetAside) -> State:
    lying = list(state.open)
    if action.card in lying:
        lying.remove(action.card)
    return after_deal(evolve(state, open=tuple(lying), dropped=()))


# --- a player's cards ---


def put(state: State, player: Player, cards: tuple[Piece, ...], slot: int | None, *, fresh: bool = False) -> Player:
    """The player with more cards in a slot; None for where they would be expected. Earns triangles (NWO-67)."""
    if slot is None:
        slot = expected_slot(state, player, cards)
    if slot == OUTSIDE:
        return _put_outside(state, player, cards, fresh=fresh)
    slots = [*player.slots, *(EMPTY,) * (slot - len(player.slots))]
    pile = slots[slot - 1]
    special = fresh and any(state.catalog.effect(card) is not None for card in cards)
    slots[slot - 1] = joined = Pile(tuple(sorted((*pile.cards, *cards))), fresh=pile.fresh or special)
    if _earns_triangle(state, player, joined):
        return evolve(player, slots=tuple(slots), triangles=(*player.triangles, joined.cards[0]))
    return evolve(player, slots=tuple(slots))


def expected_slot(state: State, player: Player, cards: tuple[Piece, ...]) -> int:
    """Where cards go if nothing else is said: the own pile of the same, OUTSIDE, the first empty slot, one too many."""
    sort = kind(state.catalog, cards)
    if sort in (Kind.SPECIAL, Kind.DIVIDENDS) and Ability.OUTSIDE_SPECIALS in abilities(state, player):
        return OUTSIDE
    pile = own_pile(player, cards[0]) if sort is Kind.CORPORATION else None
    if sort is Kind.DIVIDENDS:
        pile = next((slot for slot, lying in numbered(player) if kind(state.catalog, lying.cards) is sort), None)
    empty = first_empty(state, player)
    if sort is Kind.SPECIAL and empty is None:
        pile = own_pile(player, cards[0])
    return pile or empty or max(len(player.slots), slot_count(state, player)) + 1


def _put_outside(state: State, player: Player, cards: tuple[Piece, ...], *, fresh: bool) -> Player:
    lying = list(player.outside)
    for card in cards:
        if state.catalog.effect(card) is Effect.DIVIDENDS:
            joined = next((pile for pile in lying if state.catalog.effect(pile.cards[0]) is Effect.DIVIDENDS), EMPTY)
            lying = [pile for pile in lying if pile is not joined]
            lying.append(Pile(tuple(sorted((*joined.cards, card))), fresh or joined.fresh))
        else:
            lying.append(Pile((card,), fresh))
    return evolve(player, outside=tuple(sorted(lying, key=lambda pile: (pile.cards, pile.fresh))))


def _earns_triangle(state: State, player: Player, pile: Pile) -> bool:
    """Each starting corporation earns one triangle, for good and however its cards came (NWO-67, NWO-68)."""
    card = pile.cards[0] if kind(state.catalog, pile.cards) is Kind.CORPORATION else None
    if card is None or card not in player.starters or card in player.triangles:
        return False
    return len(pile) > state.catalog.corporations[card].size.full


def _take(state: State, player: Player, part: act.Part) -> Player:
    """The player without these cards."""
    if part.slot == OUTSIDE:
        gone = pile_in(state, player, OUTSIDE)
        return evolve(player, outside=tuple(pile for pile in player.outside if pile is not gone))
    if part.slot > len(player.slots):
        return player
    slots = list(player.slots)
    pile = slots[part.slot - 1]
    rest = without(pile.cards, part_of(pile, part))
    slots[part.slot - 1] = Pile(rest, pile.fresh) if rest else EMPTY
    return evolve(player, slots=tuple(slots))


def _cards(state: State, player: Player, part: act.Part) -> tuple[Piece, ...]:
    return part_of(pile_in(state, player, part.slot), part)


# --- turns ---


def _pick(state: State, action: act.Pick) -> State:
    player = put(state, state.player(action.player), action.cards, action.slot, fresh=True)
    left = without(state.market, action.cards)
    short = len(state.market) - len(left) < len(action.cards)
    reserve = without(state.reserve, without(action.cards, state.market)) if short else state.reserve
    return after_action(state, action.player, player, market=left, reserve=reserve)


def _buy(state: State, action: act.Buy) -> State:
    """Sets leave the game whole and without change (NWO-54, NWO-55, NWO-56); tiles lie open (NWO-59)."""
    player = state.player(action.player)
    for part in action.paid:
        player = _take(state, player, part)
    tiles = tuple(sorted((*player.tiles, *action.tiles)))
    spent = tuple(sorted({*player.spent, *(power.value for power in _powers_used(state, action))}))
    left = tuple(None if tile in action.tiles else tile for tile in state.pyramid)
    return after_action(state, action.player, evolve(player, tiles=tiles, spent=spent), pyramid=left)


def _powers_used(state: State, action: act.Buy) -> list[Ability]:
    """The powers that the buy needs: nothing is turned where the sets pay as they are (NWO-106, NWO-109)."""
    player = state.player(action.player)
    piles = [pile_in(state, player, part.slot) for part in action.paid]
    price = sum(state.catalog.tiles[tile].points for tile in action.tiles)
    needless = Ability.CONVERSION if buying_power_together(state, player, piles) >= price else None
    return [power for power in powers_of(action) if power is not needless]


def powers_of(action: act.Buy) -> tuple[Ability, ...]:
    """The once-per-game powers that a buy names (NWO-109)."""
    named = {
        Ability.TWO_TILES: len(action.tiles) > 1,
        Ability.THREE_SETS: len(action.paid) > 2,
        Ability.CONVERSION: any(part.turned is not None for part in action.paid),
    }
    return tuple(power for power, used in named.items() if used)


def _discard(state: State, action: act.Discard) -> State:
    return after_action(state, action.player, _take(state, state.player(action.player), action.pile))


def _pass(state: State, action: act.Pass) -> State:
    return after_pass(state, action.player)


def _combine(state: State, action: act.Combine) -> State:
    player = state.player(action.player)
    piles = [pile_in(state, player, slot) for slot in action.slots]
    for slot in action.slots:
        player = _take(state, player, act.Part(slot))
    cards = tuple(card for pile in piles for card in pile.cards)
    player = put(state, player, cards, action.slots[0], fresh=any(pile.fresh for pile in piles))
    return state.with_player(action.player, player)


def _rearrange(state: State, action: act.Rearrange) -> State:
    player = state.player(action.player)
    pile = pile_in(state, player, action.pile.slot)
    if not action.pile.whole or OUTSIDE in (action.slot, action.pile.slot):
        cards = part_of(pile, action.pile)
        player = put(state, _take(state, player, action.pile), cards, action.slot, fresh=pile.fresh)
        return state.with_player(action.player, player)
    reach = max(action.slot, action.pile.slot)
    slots = [*player.slots, *(EMPTY,) * (reach - len(player.slots))]
    here, there = action.pile.slot - 1, action.slot - 1
    slots[here], slots[there] = slots[there], slots[here]
    return state.with_player(action.player, evolve(player, slots=tuple(slots)))


def _above_the_law(state: State, action: act.AboveTheLaw) -> State:
    player, pile = _spend(state, state.player(action.player), action.slot, Effect.EXTRA_ACTION)
    granted = len(pile) if state.settings.stacked_specials == "bothEffects" else 1
    return state.with_player(action.player, player, on_turn=action.player, last=None, extra=granted, lawed=True)


def _spend(state: State, player: Player, slot: int, effect: Effect) -> tuple[Player, Pile]:
    pile = special_in(state, player, slot, effect)
    if slot == OUTSIDE:
        return evolve(player, outside=tuple(other for other in player.outside if other is not pile)), pile
    return _take(state, player, act.Part(slot)), pile


def _waive(state: State, action: act.Waive) -> State:
    return evolve(
        state, on_turn=next_seat(state, action.player) or action.player, last=action.player, extra=0, lawed=True
    )


def _take_over(state: State, action: act.TakeOver) -> State:
    both = False
    if action.card is not None:
        player, pile = _spend(state, state.player(action.player), action.card, Effect.TAKEOVER)
        state = state.with_player(action.player, player)
        both = len(pile) > 1 and state.settings.stacked_specials == "bothEffects"
    state = _rob(state, action)
    if action.card is not None and state.settings.takeover_costs_action == "yes":
        state = after_action(state, action.player, state.player(action.player))
    return evolve(state, again=action.player if both else None)


def _blackmail(state: State, action: act.Blackmail) -> State:
    card = next((card for card in state.open if state.catalog.effect(card) is Effect.BLACKMAIL), None)
    robbed = _rob(state, action)
    return robbed if card is None else _set_aside(robbed, act.SetAside(card))


def _rob(state: State, action: act.Robbery) -> State:
    victim = state.player(action.victim)
    cards = _cards(state, victim, action.pile)
    state = state.with_player(action.victim, _take(state, victim, action.pile))
    robber = state.player(action.player)
    slot = robbed_slot(state, robber, cards) if action.slot is None else action.slot
    if slot == AWAY or not cards:
        return state
    return state.with_player(action.player, put(state, robber, cards, slot))


def robbed_slot(state: State, robber: Player, cards: tuple[Piece, ...]) -> int:
    """Where robbed cards go if nothing else is said: the own pile, else the first empty slot, else away (NWO-83)."""
    pile = own_pile(robber, cards[0]) if cards else None
    return pile or first_empty(state, robber) or AWAY


def _drop(state: State, action: act.Drop) -> State:
    player = _take(state, state.player(action.player), action.pile)
    return state.with_player(action.player, player, dropped=(*state.dropped, action.player))


_APPLY: dict[type, Callable[[State, Any], State]] = {
    act.Laid: _laid,
    act.Exchanged: _exchanged,
    act.Drew: _drew,
    act.Choose: _choose,
    act.Started: _started,
    act.Dealt: _dealt,
    act.SetAside: _set_aside,
    act.Pick: _pick,
    act.Buy: _buy,
    act.Discard: _discard,
    act.Pass: _pass,
    act.Combine: _combine,
    act.Rearrange: _rearrange,
    act.AboveTheLaw: _above_the_law,
    act.Waive: _waive,
    act.TakeOver: _take_over,
    act.Blackmail: _blackmail,
    act.Drop: _drop,
}
