"""Actions read off the table: the few candidates that could account for what changed, built from the evidence.

The whole tree of possible actions is never searched: where a card appeared, where a pile shrank and which tile is gone
say what may have happened, legal or not. Where the camera could not look or a label could not be read, each way in
which it may have been is a candidate, so that people are asked rather than told something wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from companion.core.evidence import Evidence
from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Effect
from companion.games.new_world_order.evidence import NONE, SlotEvidence, selections, zone_of
from companion.games.new_world_order.inference_buys import bought, tiles_taken
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
from companion.games.new_world_order.slots import expected_slot
from companion.games.new_world_order.state import AWAY, OUTSIDE, Phase, State

MOST_WAYS = 13


def candidates_for(state: State, evidence: Evidence) -> Iterator[act.Action]:
    """The candidates that could account for some of the changes, or that could have been forgotten before them."""
    return _candidates(SlotEvidence.in_state(state, evidence))


def _candidates(evidence: SlotEvidence) -> Iterator[act.Action]:
    state = evidence.state
    if state.phase is Phase.SETUP:
        yield from _setup(evidence)
    yield from _dealt(evidence)
    if state.open:
        yield from _resolved(evidence)
    for seat in sorted(evidence.concerned):
        yield from _moved(evidence, seat)
        yield from _combined(evidence, seat)
    if state.phase is not Phase.SETUP:
        yield from _turns(evidence)


# --- set-up and deal ---


def _setup(evidence: SlotEvidence) -> Iterator[act.Action]:
    left = set(unlaid(evidence.state))
    for zone, tiles in evidence.came.items():
        if zone.startswith("pyramid."):
            layer, row, column = (int(number) for number in zone.split(".")[1:])
            lying = evidence.state.pyramid[INDEX[layer, row, column]]
            for tile in sorted(left.intersection(tiles)):
                yield act.Laid(tile, layer, row, column) if lying is None else act.Exchanged(tile, lying)
    for seat in evidence.state.seats:
        chosen = evidence.state.player(seat).character is not None
        for character in evidence.came.get(f"{seat}.character", NONE):
            if character in evidence.state.catalog.characters:
                yield act.Choose(seat, character) if chosen else act.Drew(seat, character)
        for slot, cards in evidence.slots(seat, evidence.came).items():
            yield from (act.Started(seat, card, slot) for card in cards if card in evidence.state.catalog.corporations)


def _dealt(evidence: SlotEvidence) -> Iterator[act.Action]:
    for zone in ("market", "reserve"):
        cards = evidence.came.get(zone, NONE)
        yield from (act.Dealt(card) for card in cards if card in evidence.state.catalog.cards)


def _resolved(evidence: SlotEvidence) -> Iterator[act.Action]:
    card = evidence.state.open[0]
    set_aside = card in evidence.gone.get("market", NONE) and evidence.missing("market")
    if set_aside and not any(evidence.gone_parts(seat) for seat in evidence.concerned):
        # With something gone from a slot the card was used: whoever set it aside first would hide that.
        yield act.SetAside(card)
    if evidence.state.catalog.effect(card) is Effect.CUT_LOSSES:
        for seat in sorted(evidence.concerned):
            yield from (act.Drop(seat, part) for part in evidence.gone_parts(seat))
        return
    roles = blackmail_roles(evidence.state)
    for robber, victim in [roles] if roles is not None else _pairs_of(evidence):
        for part, slot in _robbed(evidence, robber, victim):
            yield act.Blackmail(robber, victim, part, slot)


def _pairs_of(evidence: SlotEvidence) -> Iterator[tuple[Seat, Seat]]:
    seats = evidence.state.seats
    return (
        (robber, victim) for robber in seats for victim in seats if robber != victim and victim in evidence.concerned
    )


# --- turns ---


def _turns(evidence: SlotEvidence) -> Iterator[act.Action]:
    state = evidence.state
    for seat in state.seats:
        if seat in evidence.concerned or seat == state.on_turn:
            yield from _picked(evidence, seat)
            yield from bought(evidence, seat)
        if seat in evidence.concerned:
            yield from _thrown_away(evidence, seat)
        yield from _taken_over(evidence, seat)
    yield from _law(evidence)
    yield from _passed(evidence)


def _passed(evidence: SlotEvidence) -> Iterator[act.Action]:
    state = evidence.state
    passing = {zone.partition(".")[0] for zone in evidence.came if zone.endswith(".disc")}
    if evidence.concerned - {state.on_turn} or evidence.came.get("market"):
        passing.add(state.on_turn)
        if state.extra:
            yield act.Waive(state.on_turn)
    yield from (act.Pass(seat) for seat in sorted(passing))


def _law(evidence: SlotEvidence) -> Iterator[act.Action]:
    """Above the Law: its card has left its place."""
    for seat in sorted(evidence.concerned):
        for slot, cards in evidence.slots(seat, evidence.gone).items():
            if _any(evidence, cards, Effect.EXTRA_ACTION):
                yield act.AboveTheLaw(seat, slot)


def _any(evidence: SlotEvidence, cards: Iterable[Piece], effect: Effect) -> bool:
    return any(evidence.state.catalog.effect(card) is effect for card in cards)


def _thrown_away(evidence: SlotEvidence, seat: Seat) -> Iterator[act.Discard]:
    if not tiles_taken(evidence, seat):
        yield from (act.Discard(seat, part) for part in evidence.gone_parts(seat))


# --- picks ---


def _picked(evidence: SlotEvidence, seat: Seat) -> Iterator[act.Pick]:
    came, unread = evidence.slots(seat, evidence.came), evidence.new_unread_slots(seat)
    for slot in sorted({*came, *unread}):
        yield from (act.Pick(seat, cards, slot) for cards in _taken(evidence, seat, slot))
    if seat == evidence.state.on_turn and not evidence.unread_in_slots and not came:
        for cards in _left_the_market(evidence):
            yield from (act.Pick(seat, cards, slot) for slot in _unseen_places(evidence, seat, cards))


def _taken(evidence: SlotEvidence, seat: Seat, slot: int) -> list[tuple[Piece, ...]]:
    """The cards that may have come from the market into this slot: the readable ones, and each guess at the others."""
    offered = Counter(on_offer(evidence.state, evidence.state.player(seat)))
    moved: Counter[Piece] = Counter()
    for other, cards in evidence.slots(seat, evidence.gone).items():
        if evidence.missing(zone_of(seat, other)):
            moved += cards
    came = evidence.slots(seat, evidence.came).get(slot, Counter())
    readable = tuple(sorted(((came - moved) & offered).elements()))
    count = evidence.new_unread_slots(seat).get(slot, 0)
    if not count:
        return [readable] if readable else []
    pool = evidence.offered_gone & offered if evidence.market_seen else offered - Counter(readable)
    ways = [tuple(sorted((*readable, *cards))) for cards in selections(pool, min(count, 4))]
    fitting = [cards for cards in ways if kind(evidence.state.catalog, cards) is not Kind.MIXED]
    return (fitting or ways)[:MOST_WAYS]


def _left_the_market(evidence: SlotEvidence) -> list[tuple[Piece, ...]]:
    """The cards that left the market and have not been seen since, as picks."""
    count = evidence.missing("market") + evidence.missing("reserve")
    ways = selections(evidence.offered_gone, count) if 0 < count <= 4 else [tuple(evidence.offered_gone.elements())]
    whole = [cards for cards in ways if cards and kind(evidence.state.catalog, cards) is not Kind.MIXED]
    if whole or not count:
        return whole[:MOST_WAYS]
    return [(card,) * number for card, number in sorted(evidence.offered_gone.items())]


def _unseen_places(evidence: SlotEvidence, seat: Seat, cards: tuple[Piece, ...]) -> list[int | None]:
    """Where the cards may lie unseen: where they are expected, else in the first hidden place they may go to."""
    state, player = evidence.state, evidence.state.player(seat)
    expected = expected_slot(state, player, cards)
    empty = (slot for slot in range(1, slot_count(state, player) + 1) if not pile_in(state, player, slot))
    hidden = next((slot for slot in empty if evidence.slot_unseen(seat, slot)), None)
    places: list[int | None] = [None]
    if hidden is not None and expected != hidden and evidence.state.catalog.effect(cards[0]) is not None:
        places.append(hidden)  # specials may lie apart from their equals, and inside the slots
    elif not evidence.slot_unseen(seat, expected) and not pile_in(state, player, expected):
        places = [hidden]
    joined = [
        slot
        for slot, pile in numbered(player)
        if evidence.slot_unseen(seat, slot) and slot != expected and _belong(evidence, (*pile.cards, *cards))
    ]
    return [*places, *joined]


def _belong(evidence: SlotEvidence, cards: tuple[Piece, ...]) -> bool:
    return kind(evidence.state.catalog, tuple(sorted(cards))) is not Kind.MIXED


# --- moves inside a seat, and between seats ---


def _moved(evidence: SlotEvidence, seat: Seat) -> Iterator[act.Action]:
    gone, player = evidence.slots(seat, evidence.gone), evidence.state.player(seat)
    parts, came = evidence.gone_parts(seat), evidence.slots(seat, evidence.came)
    for slot, cards in came.items():
        sources = [part for part in parts if part.slot != slot and gone[part.slot] & cards]
        lying = pile_in(evidence.state, player, slot).cards
        if lying and sources and all(part.whole for part in sources) and slot != OUTSIDE:
            yield act.Combine(seat, (slot, *(part.slot for part in sources)))
        if len(sources) > 1 and all(part.whole for part in sources):
            yield act.Combine(seat, tuple(part.slot for part in sources))
        for part in sources:
            if part.whole and lying and slot != OUTSIDE:
                if slot in gone and part.slot != OUTSIDE and (part.slot < slot or part.slot not in came):
                    yield act.Swap(seat, min(part.slot, slot), max(part.slot, slot))
            else:
                yield act.Rearrange(seat, part, slot)
    if not evidence.came:
        alone = [part for part in parts if part.whole or part.slot == OUTSIDE]
        for slot in _out_of_sight(evidence, seat):
            yield from (act.Rearrange(seat, part, slot) for part in alone if part.slot != slot)


def _out_of_sight(evidence: SlotEvidence, seat: Seat) -> list[int]:
    """Where a pile may have come to lie unread or unseen: the first hidden empty slot stands for all of them."""
    player = evidence.state.player(seat)
    empty = (
        slot for slot in range(1, slot_count(evidence.state, player) + 1) if not pile_in(evidence.state, player, slot)
    )
    hidden = next((slot for slot in empty if evidence.slot_unseen(seat, slot)), None)
    places = [*evidence.new_unread_slots(seat), *([] if hidden is None else [hidden])]
    return [*places, OUTSIDE] if evidence.slot_unseen(seat, OUTSIDE) else places


def _combined(evidence: SlotEvidence, seat: Seat) -> Iterator[act.Combine]:
    """Own piles that belong together, where each of their slots has changed or could not be seen."""
    player = evidence.state.player(seat)
    changed = {
        *evidence.slots(seat, evidence.gone),
        *evidence.slots(seat, evidence.came),
        *evidence.new_unread_slots(seat),
    }
    open_to_doubt = [
        (slot, pile) for slot, pile in numbered(player) if slot in changed or evidence.slot_unseen(seat, slot)
    ]
    for size in (2, 3):
        for group in combinations(open_to_doubt, size):
            slots = tuple(slot for slot, _ in group)
            together = tuple(card for _, pile in group for card in pile.cards)
            if changed.intersection(slots) and _belong(evidence, together):
                yield from (act.Combine(seat, (slot, *(s for s in slots if s != slot))) for slot in slots)


def _taken_over(evidence: SlotEvidence, victim: Seat) -> Iterator[act.TakeOver]:
    for robber in evidence.state.seats:
        if robber == victim:
            continue
        cards = list(_takeover_places(evidence, robber))
        if evidence.state.again == robber:
            cards.append(None)
        for part, slot in _robbed(evidence, robber, victim) if cards else ():
            yield from (act.TakeOver(robber, victim, part, card, slot) for card in cards)
        if played := [card for card in cards if card in evidence.slots(robber, evidence.gone)]:
            for part in _hidden_piles(evidence, victim):
                yield from (act.TakeOver(robber, victim, part, card, AWAY) for card in played)


def _hidden_piles(evidence: SlotEvidence, victim: Seat) -> Iterator[act.Part]:
    """The most that may have been robbed of each pile that could not be seen."""
    for slot, pile in numbered(evidence.state.player(victim)):
        if evidence.slot_unseen(victim, slot) and kind(evidence.state.catalog, pile.cards) is Kind.CORPORATION:
            limit = robbery_limit(evidence.state.catalog, pile.cards[0], Effect.TAKEOVER)
            yield act.Part(slot) if limit >= len(pile) else act.Part(slot, count=limit)


def _takeover_places(evidence: SlotEvidence, robber: Seat) -> Iterator[int | None]:
    """Where the Hostile Takeover is or was: a place from which one is gone, else any place with one."""
    player = evidence.state.player(robber)
    places = [slot for slot, pile in numbered(player) if _any(evidence, pile.cards, Effect.TAKEOVER)]
    if outside(evidence.state, player, Effect.TAKEOVER):
        places.append(OUTSIDE)
    gone = [slot for slot in places if slot in evidence.slots(robber, evidence.gone)]
    yield from gone or places


def _robbed(evidence: SlotEvidence, robber: Seat, victim: Seat) -> Iterator[tuple[act.Part, int | None]]:
    """What the victim lost, and where it came to lie before the robber; AWAY, or None where nobody could see it."""
    player = evidence.state.player(robber)
    for part in evidence.gone_parts(victim):
        gone = evidence.slots(victim, evidence.gone)[part.slot]
        places: list[int | None] = [
            slot for slot, cards in evidence.slots(robber, evidence.came).items() if cards & gone
        ]
        places.extend(evidence.new_unread_slots(robber))
        if doubtful := [
            slot for slot in evidence.slots(robber, evidence.gone) if evidence.unread.get(zone_of(robber, slot))
        ]:
            # The card that was played is gone from there, and what cannot be read may be the loot.
            places.extend([*doubtful, AWAY])
        hidden = any(evidence.slot_unseen(robber, slot) for slot in range(1, slot_count(evidence.state, player) + 1))
        yield from ((part, slot) for slot in places or ([AWAY, None] if hidden else [AWAY]))
    yield from _robbed_unseen(evidence, robber, victim)


def _robbed_unseen(evidence: SlotEvidence, robber: Seat, victim: Seat) -> Iterator[tuple[act.Part, int]]:
    """What came to the robber and may be from a pile of the victim that could not be seen."""
    for slot, pile in numbered(evidence.state.player(victim)):
        if evidence.slot_unseen(victim, slot):
            for place, cards in evidence.slots(robber, evidence.came).items():
                count = cards[pile.cards[0]]
                if count:
                    yield act.Part(slot) if count == len(pile) else act.Part(slot, count=count), place
