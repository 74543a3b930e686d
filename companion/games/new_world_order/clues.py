"""Actions read off the table: the few candidates that could account for what changed, built from the traces.

The whole tree of possible actions is never searched: where a card appeared, where a pile shrank and which tile is gone
say what may have happened, legal or not. Where the camera could not look or a label could not be read, each way in
which it may have been is a candidate, so that people are asked rather than told something wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from companion.core.game import Seat
from companion.core.table import Change, Piece
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.apply import expected_slot
from companion.games.new_world_order.catalog import Effect
from companion.games.new_world_order.clues_buy import bought, tiles_taken
from companion.games.new_world_order.piles import (
    Kind,
    kind,
    numbered,
    on_offer,
    outside,
    pile_in,
    robbery_limit,
    slot_count,
)
from companion.games.new_world_order.pyramid import INDEX, unlaid
from companion.games.new_world_order.rules_specials import blackmail_roles
from companion.games.new_world_order.state import AWAY, OUTSIDE, Phase, State
from companion.games.new_world_order.traces import NONE, Traces, selections, zone_of

MOST_WAYS = 13


def candidates_for(state: State, changes: Sequence[Change]) -> Iterator[act.Action]:
    """The candidates that could account for some of the changes, or that could have been forgotten before them."""
    traces = Traces(state, changes)
    if state.phase is Phase.SETUP:
        yield from _setup(traces)
    yield from _dealt(traces)
    if state.open:
        yield from _resolved(traces)
    for seat in sorted(traces.concerned):
        yield from _moved(traces, seat)
        yield from _combined(traces, seat)
    if state.phase is not Phase.SETUP:
        yield from _turns(traces)


# --- set-up and deal ---


def _setup(traces: Traces) -> Iterator[act.Action]:
    left = set(unlaid(traces.state))
    for zone, tiles in traces.came.items():
        if zone.startswith("pyramid."):
            layer, row, column = (int(number) for number in zone.split(".")[1:])
            lying = traces.state.pyramid[INDEX[layer, row, column]]
            for tile in sorted(left.intersection(tiles)):
                yield act.Laid(tile, layer, row, column) if lying is None else act.Exchanged(tile, lying)
    for seat in traces.state.seats:
        chosen = traces.state.player(seat).character is not None
        for character in traces.came.get(f"{seat}.character", NONE):
            if character in traces.state.catalog.characters:
                yield act.Choose(seat, character) if chosen else act.Drew(seat, character)
        for slot, cards in traces.slots(seat, traces.came).items():
            yield from (act.Started(seat, card, slot) for card in cards if card in traces.state.catalog.corporations)


def _dealt(traces: Traces) -> Iterator[act.Action]:
    for zone in ("market", "reserve"):
        cards = traces.came.get(zone, NONE)
        yield from (act.Dealt(card) for card in cards if card in traces.state.catalog.cards)


def _resolved(traces: Traces) -> Iterator[act.Action]:
    card = traces.state.open[0]
    set_aside = card in traces.gone.get("market", NONE) and traces.missing("market")
    if set_aside and not any(traces.gone_parts(seat) for seat in traces.concerned):
        # With something gone from a slot the card was used: whoever set it aside first would hide that.
        yield act.SetAside(card)
    if traces.state.catalog.effect(card) is Effect.CUT_LOSSES:
        for seat in sorted(traces.concerned):
            yield from (act.Drop(seat, part) for part in traces.gone_parts(seat))
        return
    roles = blackmail_roles(traces.state)
    for robber, victim in [roles] if roles is not None else _pairs_of(traces):
        for part, slot in _robbed(traces, robber, victim):
            yield act.Blackmail(robber, victim, part, slot)


def _pairs_of(traces: Traces) -> Iterator[tuple[Seat, Seat]]:
    seats = traces.state.seats
    return ((robber, victim) for robber in seats for victim in seats if robber != victim and victim in traces.concerned)


# --- turns ---


def _turns(traces: Traces) -> Iterator[act.Action]:
    state = traces.state
    for seat in state.seats:
        if seat in traces.concerned or seat == state.on_turn:
            yield from _picked(traces, seat)
            yield from bought(traces, seat)
        if seat in traces.concerned:
            yield from _thrown_away(traces, seat)
        yield from _taken_over(traces, seat)
    yield from _law(traces)
    yield from _passed(traces)


def _passed(traces: Traces) -> Iterator[act.Action]:
    state = traces.state
    passing = {zone.partition(".")[0] for zone in traces.came if zone.endswith(".disc")}
    if traces.concerned - {state.on_turn} or traces.came.get("market"):
        passing.add(state.on_turn)
        if state.extra:
            yield act.Waive(state.on_turn)
    yield from (act.Pass(seat) for seat in sorted(passing))


def _law(traces: Traces) -> Iterator[act.Action]:
    """Above the Law: its card has left its place."""
    for seat in sorted(traces.concerned):
        for slot, cards in traces.slots(seat, traces.gone).items():
            if _any(traces, cards, Effect.EXTRA_ACTION):
                yield act.AboveTheLaw(seat, slot)


def _any(traces: Traces, cards: Iterable[Piece], effect: Effect) -> bool:
    return any(traces.state.catalog.effect(card) is effect for card in cards)


def _thrown_away(traces: Traces, seat: Seat) -> Iterator[act.Discard]:
    if not tiles_taken(traces, seat):
        yield from (act.Discard(seat, part) for part in traces.gone_parts(seat))


# --- picks ---


def _picked(traces: Traces, seat: Seat) -> Iterator[act.Pick]:
    came, unread = traces.slots(seat, traces.came), traces.new_unread_slots(seat)
    for slot in sorted({*came, *unread}):
        yield from (act.Pick(seat, cards, slot) for cards in _taken(traces, seat, slot))
    if seat == traces.state.on_turn and not traces.unread_in_slots and not came:
        for cards in _left_the_market(traces):
            yield from (act.Pick(seat, cards, slot) for slot in _unseen_places(traces, seat, cards))


def _taken(traces: Traces, seat: Seat, slot: int) -> list[tuple[Piece, ...]]:
    """The cards that may have come from the market into this slot: the readable ones, and each guess at the others."""
    offered = Counter(on_offer(traces.state, traces.state.player(seat)))
    moved: Counter[Piece] = Counter()
    for other, cards in traces.slots(seat, traces.gone).items():
        if traces.missing(zone_of(seat, other)):
            moved += cards
    came = traces.slots(seat, traces.came).get(slot, Counter())
    readable = tuple(sorted(((came - moved) & offered).elements()))
    count = traces.new_unread_slots(seat).get(slot, 0)
    if not count:
        return [readable] if readable else []
    pool = traces.offered_gone & offered if traces.market_seen else offered - Counter(readable)
    ways = [tuple(sorted((*readable, *cards))) for cards in selections(pool, min(count, 4))]
    fitting = [cards for cards in ways if kind(traces.state.catalog, cards) is not Kind.MIXED]
    return (fitting or ways)[:MOST_WAYS]


def _left_the_market(traces: Traces) -> list[tuple[Piece, ...]]:
    """The cards that left the market and have not been seen since, as picks."""
    count = traces.missing("market") + traces.missing("reserve")
    ways = selections(traces.offered_gone, count) if 0 < count <= 4 else [tuple(traces.offered_gone.elements())]
    whole = [cards for cards in ways if cards and kind(traces.state.catalog, cards) is not Kind.MIXED]
    if whole or not count:
        return whole[:MOST_WAYS]
    return [(card,) * number for card, number in sorted(traces.offered_gone.items())]


def _unseen_places(traces: Traces, seat: Seat, cards: tuple[Piece, ...]) -> list[int | None]:
    """Where the cards may lie unseen: where they are expected, else in the first hidden place they may go to."""
    state, player = traces.state, traces.state.player(seat)
    expected = expected_slot(state, player, cards)
    empty = (slot for slot in range(1, slot_count(state, player) + 1) if not pile_in(state, player, slot))
    hidden = next((slot for slot in empty if traces.hidden(seat, slot)), None)
    places: list[int | None] = [None]
    if hidden is not None and expected != hidden and traces.state.catalog.effect(cards[0]) is not None:
        places.append(hidden)  # specials may lie apart from their equals, and inside the slots
    elif not traces.hidden(seat, expected) and not pile_in(state, player, expected):
        places = [hidden]
    joined = [
        slot
        for slot, pile in numbered(player)
        if traces.hidden(seat, slot) and slot != expected and _belong(traces, (*pile.cards, *cards))
    ]
    return [*places, *joined]


def _belong(traces: Traces, cards: tuple[Piece, ...]) -> bool:
    return kind(traces.state.catalog, tuple(sorted(cards))) is not Kind.MIXED


# --- moves inside a seat, and between seats ---


def _moved(traces: Traces, seat: Seat) -> Iterator[act.Action]:
    gone, player = traces.slots(seat, traces.gone), traces.state.player(seat)
    parts = traces.gone_parts(seat)
    for slot, cards in traces.slots(seat, traces.came).items():
        sources = [part for part in parts if part.slot != slot and gone[part.slot] & cards]
        lying = pile_in(traces.state, player, slot).cards
        if lying and sources and all(part.whole for part in sources) and slot != OUTSIDE:
            yield act.Combine(seat, (slot, *(part.slot for part in sources)))
        if len(sources) > 1 and all(part.whole for part in sources):
            yield act.Combine(seat, tuple(part.slot for part in sources))
        for part in sources:
            if not part.whole or not lying or slot in gone:
                yield act.Rearrange(seat, part, slot)
    if not traces.came:
        for slot in _out_of_sight(traces, seat):
            yield from (act.Rearrange(seat, part, slot) for part in parts if part.whole and part.slot != slot)


def _out_of_sight(traces: Traces, seat: Seat) -> list[int]:
    """Where a pile may have come to lie unread or unseen: the first hidden empty slot stands for all of them."""
    player = traces.state.player(seat)
    empty = (slot for slot in range(1, slot_count(traces.state, player) + 1) if not pile_in(traces.state, player, slot))
    hidden = next((slot for slot in empty if traces.hidden(seat, slot)), None)
    places = [*traces.new_unread_slots(seat), *([] if hidden is None else [hidden])]
    return [*places, OUTSIDE] if traces.hidden(seat, OUTSIDE) else places


def _combined(traces: Traces, seat: Seat) -> Iterator[act.Combine]:
    """Own piles that belong together, where each of their slots has changed or could not be seen."""
    player = traces.state.player(seat)
    changed = {*traces.slots(seat, traces.gone), *traces.slots(seat, traces.came), *traces.new_unread_slots(seat)}
    open_to_doubt = [(slot, pile) for slot, pile in numbered(player) if slot in changed or traces.hidden(seat, slot)]
    for size in (2, 3):
        for group in combinations(open_to_doubt, size):
            slots = tuple(slot for slot, _ in group)
            together = tuple(card for _, pile in group for card in pile.cards)
            if changed.intersection(slots) and _belong(traces, together):
                yield from (act.Combine(seat, (slot, *(s for s in slots if s != slot))) for slot in slots)


def _taken_over(traces: Traces, victim: Seat) -> Iterator[act.TakeOver]:
    for robber in traces.state.seats:
        if robber == victim:
            continue
        cards = list(_takeover_places(traces, robber))
        if traces.state.again == robber:
            cards.append(None)
        for part, slot in _robbed(traces, robber, victim) if cards else ():
            yield from (act.TakeOver(robber, victim, part, card, slot) for card in cards)
        if played := [card for card in cards if card in traces.slots(robber, traces.gone)]:
            for part in _hidden_piles(traces, victim):
                yield from (act.TakeOver(robber, victim, part, card, AWAY) for card in played)


def _hidden_piles(traces: Traces, victim: Seat) -> Iterator[act.Part]:
    """The most that may have been robbed of each pile that could not be seen."""
    for slot, pile in numbered(traces.state.player(victim)):
        if traces.hidden(victim, slot) and kind(traces.state.catalog, pile.cards) is Kind.CORPORATION:
            limit = robbery_limit(traces.state.catalog, pile.cards[0], Effect.TAKEOVER)
            yield act.Part(slot) if limit >= len(pile) else act.Part(slot, count=limit)


def _takeover_places(traces: Traces, robber: Seat) -> Iterator[int | None]:
    """Where the Hostile Takeover is or was: a place from which one is gone, else any place with one."""
    player = traces.state.player(robber)
    places = [slot for slot, pile in numbered(player) if _any(traces, pile.cards, Effect.TAKEOVER)]
    if outside(traces.state, player, Effect.TAKEOVER):
        places.append(OUTSIDE)
    gone = [slot for slot in places if slot in traces.slots(robber, traces.gone)]
    yield from gone or places


def _robbed(traces: Traces, robber: Seat, victim: Seat) -> Iterator[tuple[act.Part, int | None]]:
    """What the victim lost, and where it came to lie before the robber; AWAY, or None where nobody could see it."""
    player = traces.state.player(robber)
    for part in traces.gone_parts(victim):
        gone = traces.slots(victim, traces.gone)[part.slot]
        places: list[int | None] = [slot for slot, cards in traces.slots(robber, traces.came).items() if cards & gone]
        places.extend(traces.new_unread_slots(robber))
        if doubtful := [slot for slot in traces.slots(robber, traces.gone) if traces.unread.get(zone_of(robber, slot))]:
            # The card that was played is gone from there, and what cannot be read may be the loot.
            places.extend([*doubtful, AWAY])
        hidden = any(traces.hidden(robber, slot) for slot in range(1, slot_count(traces.state, player) + 1))
        yield from ((part, slot) for slot in places or ([AWAY, None] if hidden else [AWAY]))
    yield from _robbed_unseen(traces, robber, victim)


def _robbed_unseen(traces: Traces, robber: Seat, victim: Seat) -> Iterator[tuple[act.Part, int]]:
    """What came to the robber and may be from a pile of the victim that could not be seen."""
    for slot, pile in numbered(traces.state.player(victim)):
        if traces.hidden(victim, slot):
            for place, cards in traces.slots(robber, traces.came).items():
                count = cards[pile.cards[0]]
                if count:
                    yield act.Part(slot) if count == len(pile) else act.Part(slot, count=count), place
