"""What a play does when it takes effect: one function for each kind of effect, in the order of `Play`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.inwo import resolve_hands, resolve_table
from companion.games.inwo.aims import may_cancel
from companion.games.inwo.attack import Attack
from companion.games.inwo.board import leaves_play, resource_leaves, tokens_on, with_tokens
from companion.games.inwo.card_effects import effects_of
from companion.games.inwo.card_plays import GiveTokens, Play, TakeTokens
from companion.games.inwo.card_values import Purpose, fitting, power
from companion.games.inwo.catalog import Kind, Subtype
from companion.games.inwo.continuous_effects import play_of
from companion.games.inwo.effects import Event, Mode, Role, Until
from companion.games.inwo.hands import discarded, into_hand, plots_held
from companion.games.inwo.rules_attack import replaced, withdrawn
from companion.games.inwo.state import (
    SEATS,
    Lasts,
    LinkedPlot,
    Order,
    Placed,
    Played,
    Player,
    State,
    happened,
    with_group,
)
from companion.games.inwo.strength import strengthens


def announced(state: State, played: Played) -> State:
    """A play waits for those who may cancel it; where nobody can, it takes effect at once.

    A Plot that goes to the discards waits in the middle even so: there it is told from one that is thrown away. An
    answer to another does not; what it answers lies there already, and tells.
    """
    state, played = _token_lost(state, played)
    state = replace(state, stack=(*state.stack, played))
    return state if _ends_in_the_discards(state, played) or could_be_cancelled(state, played) else resolved(state)


def _token_lost(state: State, played: Played) -> tuple[State, Played]:
    """INWO-209: as soon as a disaster is played, and before it is answered."""
    play = play_of(state, played.card, played.use)
    seat = None if played.target is None else state.controller(played.target)
    if play is None or play.attack is None or play.attack.mode is not Mode.DISASTER or seat is None:
        return state, played
    assert played.target is not None
    count = tokens_on(state, seat, played.target)
    return with_tokens(state, seat, played.target, count - 1), replace(played, took_token=count > 0)


def token_returned(state: State, played: Played) -> State:
    """Of a disaster that was cancelled, or lost its right (INWO-209)."""
    seat = None if played.target is None else state.controller(played.target)
    if seat is None or not played.took_token:
        return state
    assert played.target is not None
    return with_tokens(state, seat, played.target, tokens_on(state, seat, played.target) + 1)


def _ends_in_the_discards(state: State, played: Played) -> bool:
    card, play = state.card(played.card), play_of(state, played.card, played.use)
    return card.kind is Kind.PLOT and play is not None and not (_stays(play) or play.is_cancelling)


def is_asked(state: State) -> bool:
    """Whether what waits to take effect could be cancelled."""
    return bool(state.stack) and could_be_cancelled(state, state.stack[-1])


def could_be_cancelled(state: State, played: Played) -> bool:
    """Whether somebody could hold or have in play what cancels this (INWO-251)."""
    return any(
        may_cancel(state, seat, play, played)
        for seat in state.alive
        if seat != played.player
        for play in _cancelling(state, state.player(seat))
    )


def _cancelling(state: State, player: Player) -> Iterator[Play]:
    """What he may hold, or has in play, that cancels something."""
    yield from _plots_that_cancel(plots_held(player), state.corrected)
    for there in player.cards_in_play:
        yield from (play for play in state.effects(there).uses if play.is_cancelling)


@lru_cache(maxsize=64)
def _plots_that_cancel(cards: tuple[Piece, ...], corrected: bool) -> tuple[Play, ...]:
    """Hands and decks hardly change from play to play."""
    found = (play for card in cards for play in effects_of(card, errata=corrected).play)
    return tuple(play for play in found if play.is_cancelling)


def resolved(state: State) -> State:
    """The latest play takes effect; cancelling takes the one before it with it (INWO-252, INWO-253)."""
    *before, played = state.stack
    state = replace(state, stack=tuple(before))
    play = play_of(state, played.card, played.use)
    if play is None:
        return _laid_down(state, played)
    # What cancels another lies upon it: the topmost discard tells that it did not take effect.
    if not (_stays(play) or play.is_cancelling):
        state = _laid_down(state, played)
    for what, effect in _EFFECTS:
        if any(getattr(play, each) != getattr(_SILENT, each) for each in what.split()):
            state = effect(state, played, play)
    return _laid_down(state, played) if play.is_cancelling and not _stays(play) else state


def _on_target(effect: Callable[[State, Played, Play, str], State]) -> Effect:
    """An effect that needs something to be aimed at."""
    return lambda state, played, play: state if played.target is None else effect(state, played, play, played.target)


def _stays(play: Play) -> bool:
    return play.link or play.attack is not None or play.offer is not None


def _laid_down(state: State, played: Played) -> State:
    """A played Plot goes to its place: the middle, the discards (INWO-50, INWO-270)."""
    card = state.card(played.card)
    if card.kind is not Kind.PLOT:
        return state
    if Subtype.NWO in card.subtypes:
        replaced_orders = [order for order in state.orders if state.card(order.card).colour == card.colour]
        for order in replaced_orders:
            state = discarded(state, order.player, order.card)
        orders = tuple(order for order in state.orders if order not in replaced_orders)
        return replace(state, orders=(*orders, Order(played.card, played.player)))
    return discarded(state, played.player, played.card)


Effect = Callable[[State, Played, Play], State]


def _cancel(state: State, played: Played, play: Play) -> State:
    if state.stack:
        *before, cancelled = state.stack
        state = token_returned(replace(state, stack=tuple(before)), cancelled)
        if state.attack is not None:
            used = tuple(each for each in state.attack.used if each != (cancelled.player, cancelled.card))
            state = replaced(state, used=used)
        if state.card(cancelled.card).kind is not Kind.PLOT:
            return state
        if play.steals_cancelled:
            return into_hand(state, played.player, cancelled.card)
        return discarded(state, cancelled.player, cancelled.card)
    return action_cancelled(state, played.target)


def acting_groups(attack: Attack) -> set[Piece | None]:
    """Who leads, and who helps."""
    return {attack.attacker, *(help.card for help in attack.helps)}


def action_cancelled(state: State, card: str | None) -> State:
    """INWO-254, INWO-255: the attack itself, or a helper of it.

    An instant attack is cancelled alike (INWO-206); with another token the Group may attack again (INWO-257).
    """
    attack = state.attack
    if attack is None:
        return state
    if card in {attack.attacker, attack.card} or card is None:
        if (plot := state.attacking_plot) is not None:
            state = discarded(state, attack.player, plot)
        return withdrawn(state, back_to_hand=False)
    helps = tuple(each for each in attack.helps if each.card != card)
    return replaced(state, helps=helps, silent=())


def _link(state: State, played: Played, play: Play, target: Piece) -> State:
    return replace(state, links=(*state.links, LinkedPlot(played.card, target, played.player)))


def _last(state: State, played: Played, play: Play) -> State:
    attack = state.attack
    in_defence = bool(play.in_defence)
    untils = {each.until for each in (play.in_defence if in_defence else play.lasting)}
    for until in sorted(untils | ({Until.ATTACK} if strengthens(play) else set())):
        if until is not Until.ATTACK or attack is not None:
            lasts = Lasts(played.card, played.player, played.target, until, played.use, in_defence)
            state = replace(state, lasting=(*state.lasting, lasts))
    return state


def _attack(state: State, played: Played, play: Play, target: Piece) -> State:
    said = play.attack
    assert said is not None
    helper = next(iter(played.payers), None) if said.helper is not None else None
    frozen = power(state, target, Purpose(Role.DEFENCE, (said.mode,))) if said.instant else None
    attack = Attack(played.player, said.mode, target, card=played.card, use=played.use or 0, helper=helper)
    attack = replace(attack, frozen=frozen, spent=True, committed=True, took_token=played.took_token)
    return replace(state, attack=attack)


def _give_tokens(state: State, played: Played, play: Play) -> State:
    for gift in play.give_tokens:
        if gift.every:
            for placed in state.player(played.player).structure:
                if _gets_one(state, gift, placed):
                    state = with_group(state, played.player, placed.card, tokens=placed.tokens + 1)
        elif played.target is not None:
            seat = state.controller(played.target) or state.holder(played.target)
            if seat is not None:
                state = with_tokens(state, seat, played.target, tokens_on(state, seat, played.target) + 1)
    return state


def _gets_one(state: State, gift: GiveTokens, placed: Placed) -> bool:
    barred = (gift.empty_only and placed.tokens) or (gift.not_captured and placed.captured)
    return fitting(state, gift.to, placed.card) and not barred


def _take_tokens(state: State, played: Played, play: Play) -> State:
    for taking in play.take_tokens:
        for seat, card in _tokens_taken_from(state, played, taking):
            placed = state.player(seat).placed(card)
            if placed is not None:
                left = 0 if taking.amount is None else max(0, placed.tokens - taking.amount)
                state = with_group(state, seat, card, tokens=left)
    return state


def _tokens_taken_from(state: State, played: Played, taking: TakeTokens) -> Iterator[tuple[Seat, Piece]]:
    if not taking.every:
        if played.target is not None and (seat := state.controller(played.target)) is not None:
            yield seat, played.target
        elif played.target in SEATS:
            seat = played.target
            yield from (
                (seat, each.card) for each in state.player(seat).structure if fitting(state, taking.to, each.card)
            )
        return
    for seat, player in state.each():
        if seat == played.player or not taking.own_only:
            yield from ((seat, each.card) for each in player.structure if fitting(state, taking.to, each.card))


def _privilege(state: State, played: Played, play: Play) -> State:
    attack = state.attack
    if attack is None:
        return state
    match play.privilege:
        case "grant":
            return replaced(state, privileged=not attack.negated)
        case "negate":
            return replaced(state, privileged=False, negated=True)
        case _:
            return replaced(state, joined=(*attack.joined, played.player))


def _die(state: State, played: Played, play: Play) -> State:
    """INWO-324: a new roll replaces the old one; impossible results are the nearest possible (INWO-320)."""
    for change in play.die:
        attack = state.open_attack
        assert attack.total is not None
        if change.again:
            state = replaced(state, roll=None, total=None, silent=state.alive)
        else:
            wanted = change.value if change.value is not None else attack.total + change.amount
            state = replaced(state, total=max(2, min(12, wanted)))
    return state


def _outcome(state: State, played: Played, play: Play) -> State:
    return replaced(state, verdict=False) if state.attack is not None else state


def _relieve(state: State, played: Played, play: Play, target: Piece) -> State:
    seat = state.controller(target)
    if seat is None:
        return state
    return happened(with_group(state, seat, target, devastated=False), Event.RELIEVED, played.player, target, seat)


def _removals(state: State, played: Played, play: Play, target: Piece) -> State:
    where = "destroyed" if play.destroy_target else "hand"
    if state.card(target).kind is Kind.RESOURCE:
        return resource_leaves(state, target, where)
    return leaves_play(state, target, where, played.player)


def _orders_gone(state: State, played: Played, play: Play) -> State:
    """NW: one that was named, or all."""
    gone = [order for order in state.orders if played.target in {None, order.card}]
    for order in gone:
        state = discarded(state, order.player, order.card)
    return replace(state, orders=tuple(order for order in state.orders if order not in gone))


def _freedoms(state: State, played: Played, play: Play) -> State:
    """TO and MV: Resources and moves that cost nothing, in this turn."""
    return replace(
        state, free_takeovers=state.free_takeovers + play.takeovers, free_moves=state.free_moves + play.moves
    )


_SILENT = Play()
_EFFECTS: tuple[tuple[str, Effect], ...] = (
    ("cancels", _cancel),
    ("ties", resolve_table.tied),
    ("arrows", _on_target(resolve_table.arrows_added)),
    ("link", _on_target(_link)),
    ("attack", _on_target(_attack)),
    ("in_defence lasting boost adds", _last),
    ("give_tokens", _give_tokens),
    ("take_tokens", _take_tokens),
    ("privilege", _privilege),
    ("die", _die),
    ("fails", _outcome),
    ("relieve", _on_target(_relieve)),
    ("destroy_target return_target", _on_target(_removals)),
    ("plot_to", resolve_hands.exposed_plot),
    (
        "draw_plots draw_groups groups_for_attacker draws_of_rivals draws_of_target steals_of_target loses",
        resolve_hands.draws,
    ),
    ("discards discards_of_target exposes_all_but", resolve_hands.discards),
    ("recovers revives", _on_target(resolve_hands.returns)),
    ("unlinks", resolve_hands.unlinked),
    ("adds", _on_target(resolve_hands.second_card)),
    ("spares_gone", resolve_hands.spares_gone),
    ("agents_gone", resolve_hands.agents_gone),
    ("buried", _on_target(resolve_hands.buried)),
    ("rewrites", resolve_hands.rewritten),
    ("takes_group", _on_target(resolve_hands.taken_from_hand)),
    ("denies again", resolve_table.denied),
    ("undone", _on_target(resolve_table.undone)),
    ("acquires", _on_target(resolve_table.acquired)),
    ("unmasks", _on_target(resolve_table.unmasked)),
    ("everybody_loses", resolve_table.puppets_lost),
    ("spoils_relief", _on_target(resolve_table.relief_spoiled)),
    ("seizes", resolve_table.turn_seized),
    ("offer", resolve_table.offered),
    ("salvages", _on_target(resolve_table.salvaged)),
    ("bars", resolve_table.barred),
    ("perishes", resolve_table.perished),
    ("orders_gone", _orders_gone),
    ("takeovers moves", _freedoms),
)
"""What a play says, one of these words at least, and what that does."""
