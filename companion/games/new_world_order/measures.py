"""The position's own figures behind a refusal: what was paid of what a tile costs, what each pile can do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.rules import Statement
from companion.core.screen_parts import Measure, Pips, meant_first
from companion.core.text import NOTHING, Text, say, say_plural, verbatim
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.actions.buy import price_of, purchase_of
from companion.games.new_world_order.names import place_name, sign
from companion.games.new_world_order.piles import (
    Kind,
    delayed,
    full_set,
    half_reached,
    kind,
    points,
    slot_count,
    usable,
)
from companion.games.new_world_order.places import obstacle
from companion.games.new_world_order.state import SLOTS, Pile, State

ABOUT_THE_SUM = {"NWO-53", "NWO-107-R"}


def measures(state: State, action: act.Action, broken: Statement) -> tuple[Measure, ...]:
    """Of a buy the sum and what each pile can pay; of cards that are laid, which slots take them."""
    match action:
        case act.Buy():
            sums = [_sum(state, action)] if broken.id in ABOUT_THE_SUM else []
            return (*sums, *meant_first(_piles(state, action)))
        case act.Pick():
            return meant_first(_slots(state, action))
        case _:
            return ()


def _sum(state: State, action: act.Buy) -> Measure:
    paid, price = purchase_of(state, action).worth, price_of(state, action.tiles)
    short = say_plural("{count} point too few", "{count} points too few", max(0, price - paid))
    title = say_plural("This set is worth", "These sets are worth", len(action.paid))
    worth = say("{has} of {needed}", has=paid, needed=price)
    return Measure(title, paid >= price, short, worth, "coins", meant=True)


def _piles(state: State, action: act.Buy) -> Iterator[Measure]:
    player, paid = state.player(action.player), {part.place for part in action.paid}
    for place, pile in player.piles:
        worth = points(state, player, pile.cards)
        can_pay = usable(state, pile)
        yield replace(
            _lying(state, pile),
            enough=can_pay,
            verdict=say("can pay") if can_pay else _why_not(state, pile),
            value=verbatim(str(worth)) if worth else NOTHING,
            meant=place in paid,
        )


def _why_not(state: State, pile: Pile) -> Text:
    if kind(state.catalog, pile.cards) is Kind.CORPORATION and not half_reached(state.catalog, pile.cards):
        half = state.catalog.corporations[pile.cards[0]].size.half
        return say_plural("not yet: from {count} card on", "not yet: from {count} cards on", half)
    if delayed(state, pile):
        return say("from the next round on")
    return say("cannot pay")


def _slots(state: State, action: act.Pick) -> Iterator[Measure]:
    player = state.player(action.player)
    for place in SLOTS[: slot_count(state, player)]:
        fits = obstacle(state, player, action.cards, place) is None
        pile = player.pile(place)
        there = _lying(state, pile) if pile.cards else Measure(place_name(place), fits, say("empty"))
        yield replace(
            there, enough=fits, verdict=say("fits") if fits else say("does not fit"), meant=place == action.place
        )


def _lying(state: State, pile: Pile) -> Measure:
    """What lies there, as people know it again."""
    first = pile.cards[0]
    icon, tint = sign(state.catalog, first)
    named = state.catalog.named(first)
    name = named.name if named is not None else verbatim(first)
    if kind(state.catalog, pile.cards) is Kind.COLOUR:
        name = state.catalog.colour_sets[state.catalog.set_of(first) or ""].name
    full = full_set(state, pile)
    bars = Pips(len(pile.cards), full) if full else None
    return Measure(name, True, say("can pay"), icon=icon, tint=tint, pips=bars)
