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
from companion.games.new_world_order.piles import Kind, kind, on_offer, robbery_limit, slot_count
from companion.games.new_world_order.places import expected_place, obstacle, places_for
from companion.games.new_world_order.pyramid import INDEX, unlaid
from companion.games.new_world_order.rules_specials import blackmail_roles
from companion.games.new_world_order.stages import Phase
from companion.games.new_world_order.state import AWAY, SLOTS, Away, Place, State

MOST_WAYS = 13


def candidates_for(state: State, evidence: Evidence) -> Iterator[act.Action]:
    """The candidates that could account for some of the changes, or that could have been forgotten before them."""
    return _candidates(SlotEvidence.in_state(state, evidence))


def chance_for(state: State, evidence: Evidence) -> Iterator[act.Action]:
    """Those of them that are chance, without a look at the others: a table of nonsense has very many."""
    return (action for action in _laid_out(SlotEvidence.in_state(state, evidence)) if action.player is None)


def _candidates(evidence: SlotEvidence) -> Iterator[act.Action]:
    state = evidence.state
    yield from _laid_out(evidence)
    if state.open:
        yield from _resolved(evidence)
    for seat in sorted(evidence.concerned):
        yield from _moved(evidence, seat)
        yield from _combined(evidence, seat)
    if state.phase is not Phase.SETUP:
        yield from _turns(evidence)


# --- set-up and deal ---


def _laid_out(evidence: SlotEvidence) -> Iterator[act.Action]:
    if evidence.state.phase is Phase.SETUP:
        yield from _setup(evidence)
    yield from _characters(evidence)
    yield from _dealt(evidence)
    yield from _set_aside(evidence)


def _setup(evidence: SlotEvidence) -> Iterator[act.Action]:
    left = set(unlaid(evidence.state))
    for zone, tiles in evidence.came.items():
        if zone.startswith("pyramid."):
            layer, row, column = (int(number) for number in zone.split(".")[1:])
            lying = evidence.state.pyramid[INDEX[layer, row, column]]
            for tile in sorted(left.intersection(tiles)):
                yield act.Laid(tile, layer, row, column) if lying is None else act.Exchanged(tile, lying)
    for seat in evidence.state.seats:
        for place, cards in evidence.came_to(seat).items():
            yield from (act.Started(seat, card, place) for card in cards if card in evidence.state.catalog.corporations)


def _characters(evidence: SlotEvidence) -> Iterator[act.Action]:
    for seat in evidence.state.seats:
        chosen = evidence.state.player(seat).character is not None
        for character in evidence.came.get(f"{seat}.character", NONE):
            if character in evidence.state.catalog.characters:
                yield act.Choose(seat, character) if chosen else act.Drew(seat, character)


def _dealt(evidence: SlotEvidence) -> Iterator[act.Action]:
    """Card by card, but in one handful those that are resolved at once: who sees them together sees no order."""
    catalog = evidence.state.catalog
    came = evidence.came.get("market", Counter()) + evidence.came.get("reserve", Counter())
    yield from (act.Dealt((card,)) for card in came if card in catalog.cards and not catalog.immediate(card))
    if handful := tuple(sorted(card for card in came.elements() if catalog.immediate(card))):
        yield act.Dealt(handful)


def _set_aside(evidence: SlotEvidence) -> Iterator[act.SetAside]:
    for card in dict.fromkeys(evidence.state.open):
        gone = card in evidence.gone.get("market", NONE) and evidence.missing("market")
        if gone and not any(evidence.gone_parts(seat) for seat in evidence.concerned):
            # With something gone from a slot the card was used: whoever set it aside first would hide that.
            yield act.SetAside(card)


def _resolved(evidence: SlotEvidence) -> Iterator[act.Action]:
    if evidence.state.open_with(Effect.CUT_LOSSES) is not None:
        for seat in sorted(evidence.concerned):
            yield from (act.Drop(seat, part) for part in evidence.gone_parts(seat))
    if evidence.state.open_with(Effect.BLACKMAIL) is None:
        return
    roles = blackmail_roles(evidence.state)
    for robber, victim in [roles] if roles is not None else _pairs_of(evidence):
        for part, place in _robbed(evidence, robber, victim):
            yield act.Blackmail(robber, victim, part, place)


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
        for place, cards in evidence.gone_from(seat).items():
            if _any(evidence, cards, Effect.EXTRA_ACTION):
                yield act.AboveTheLaw(seat, place)


def _any(evidence: SlotEvidence, cards: Iterable[Piece], effect: Effect) -> bool:
    return any(evidence.state.catalog.effect(card) is effect for card in cards)


def _thrown_away(evidence: SlotEvidence, seat: Seat) -> Iterator[act.Discard]:
    if not tiles_taken(evidence, seat):
        yield from (act.Discard(seat, part) for part in evidence.gone_parts(seat))


# --- picks ---


def _picked(evidence: SlotEvidence, seat: Seat) -> Iterator[act.Pick]:
    came, unread = evidence.came_to(seat), evidence.new_unread_places(seat)
    for place in sorted({*came, *unread}):
        yield from (act.Pick(seat, cards, place) for cards in _taken(evidence, seat, place))
    if seat == evidence.state.on_turn and not evidence.unread_in_slots and not came:
        for cards in _left_the_market(evidence):
            yield from (act.Pick(seat, cards, place) for place in _unseen_places(evidence, seat, cards))


def _taken(evidence: SlotEvidence, seat: Seat, place: Place) -> list[tuple[Piece, ...]]:
    """The cards that may have come from the market to this place: the readable ones, and each guess at the others."""
    offered = Counter(on_offer(evidence.state, evidence.state.player(seat)))
    moved: Counter[Piece] = Counter()
    for other, cards in evidence.gone_from(seat).items():
        if evidence.missing(zone_of(seat, other)):
            moved += cards
    came = evidence.came_to(seat).get(place, Counter())
    readable = tuple(sorted(((came - moved) & offered).elements()))
    count = evidence.new_unread_places(seat).get(place, 0)
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


def _unseen_places(evidence: SlotEvidence, seat: Seat, cards: tuple[Piece, ...]) -> list[Place | None]:
    """Where the cards may lie unseen: where they are expected, and in the hidden places where they may lie."""
    state, player = evidence.state, evidence.state.player(seat)
    expected, *others = places_for(state, player, cards) or [expected_place(state, player, cards)]
    hidden = _hidden_empty(evidence, seat)
    opens = obstacle(state, player, cards, hidden) is None if hidden is not None else False
    places: list[Place | None] = [None]
    if hidden is not None and opens and expected != hidden and kind(state.catalog, cards) is not Kind.CORPORATION:
        places.append(hidden)  # specials may lie apart from their equals, and inside the slots
    elif not evidence.place_unseen(seat, expected) and not player.pile(expected):
        places = [hidden]
    return [*places, *(place for place in others if player.pile(place) and evidence.place_unseen(seat, place))]


def _hidden_empty(evidence: SlotEvidence, seat: Seat) -> Place | None:
    """The first hidden empty slot: it stands for all of them."""
    player = evidence.state.player(seat)
    own = SLOTS[: slot_count(evidence.state, player)]
    return next((slot for slot in own if not player.pile(slot) and evidence.place_unseen(seat, slot)), None)


# --- moves inside a seat, and between seats ---


def _moved(evidence: SlotEvidence, seat: Seat) -> Iterator[act.Action]:
    gone, player = evidence.gone_from(seat), evidence.state.player(seat)
    parts, came = evidence.gone_parts(seat), evidence.came_to(seat)
    for place, cards in came.items():
        sources = [part for part in parts if part.place != place and gone[part.place] & cards]
        lying = player.pile(place).cards
        if lying and sources and all(part.whole for part in sources):
            yield act.Combine(seat, (place, *(part.place for part in sources)))
        if len(sources) > 1 and all(part.whole for part in sources):
            yield act.Combine(seat, tuple(part.place for part in sources))
        for part in sources:
            if part.whole and lying:
                if place in gone and not part.place.outside and (part.place < place or part.place not in came):
                    yield act.Swap(seat, min(part.place, place), max(part.place, place))
            else:
                yield act.Rearrange(seat, part, place)
    if not evidence.came:
        alone = [part for part in parts if part.whole or part.place.outside]
        for place in _out_of_sight(evidence, seat):
            yield from (act.Rearrange(seat, part, place) for part in alone if part.place != place)


def _out_of_sight(evidence: SlotEvidence, seat: Seat) -> list[Place]:
    """Where a pile may have come to lie unread or unseen."""
    hidden, outside = _hidden_empty(evidence, seat), evidence.state.player(seat).next_outside
    places = [*evidence.new_unread_places(seat), *([] if hidden is None else [hidden])]
    return [*places, outside] if evidence.place_unseen(seat, outside) else places


def _combined(evidence: SlotEvidence, seat: Seat) -> Iterator[act.Combine]:
    """Own piles that belong together, where each of their slots has changed or could not be seen."""
    player = evidence.state.player(seat)
    changed = {*evidence.gone_from(seat), *evidence.came_to(seat), *evidence.new_unread_places(seat)}
    open_to_doubt = [
        (place, pile)
        for place, pile in player.piles
        if not place.outside and (place in changed or evidence.place_unseen(seat, place))
    ]
    for size in (2, 3):
        for group in combinations(open_to_doubt, size):
            places = tuple(place for place, _ in group)
            together = tuple(sorted(card for _, pile in group for card in pile.cards))
            if changed.intersection(places) and kind(evidence.state.catalog, together) is not Kind.MIXED:
                yield from (act.Combine(seat, (first, *(p for p in places if p != first))) for first in places)


def _taken_over(evidence: SlotEvidence, victim: Seat) -> Iterator[act.TakeOver]:
    for robber in evidence.state.seats:
        if robber == victim:
            continue
        cards = list(_takeover_places(evidence, robber))
        if evidence.state.robs_again == robber:
            cards.append(None)
        for part, place in _robbed(evidence, robber, victim):
            # Who has no Hostile Takeover may have used something else for one, if what he took lies before him.
            mistaken = [] if place in (None, AWAY) else [*evidence.gone_from(robber), None]
            yield from (act.TakeOver(robber, victim, part, card, place) for card in cards or mistaken)
        if played := [card for card in cards if card in evidence.gone_from(robber)]:
            for part in _hidden_piles(evidence, victim):
                yield from (act.TakeOver(robber, victim, part, card, AWAY) for card in played)


def _hidden_piles(evidence: SlotEvidence, victim: Seat) -> Iterator[act.Part]:
    """The most that may have been robbed of each pile that could not be seen."""
    for place, pile in evidence.state.player(victim).piles:
        if evidence.place_unseen(victim, place) and kind(evidence.state.catalog, pile.cards) is Kind.CORPORATION:
            limit = robbery_limit(evidence.state.catalog, pile.cards[0], Effect.TAKEOVER)
            yield act.Part(place) if limit >= len(pile) else act.Part(place, count=limit)


def _takeover_places(evidence: SlotEvidence, robber: Seat) -> Iterator[Place | None]:
    """Where the Hostile Takeover is or was: a place from which one is gone, else any place with one."""
    piles = evidence.state.player(robber).piles
    places = [place for place, pile in piles if _any(evidence, pile.cards, Effect.TAKEOVER)]
    gone = [place for place in places if place in evidence.gone_from(robber)]
    yield from gone or places


def _robbed(evidence: SlotEvidence, robber: Seat, victim: Seat) -> Iterator[tuple[act.Part, Place | Away | None]]:
    """What the victim lost, and where it came to lie before the robber; AWAY, or None where nobody could see it."""
    player = evidence.state.player(robber)
    for part in evidence.gone_parts(victim):
        gone = evidence.gone_from(victim)[part.place]
        places: list[Place | Away | None] = [place for place, cards in evidence.came_to(robber).items() if cards & gone]
        places.extend(evidence.new_unread_places(robber))
        if doubtful := [place for place in evidence.gone_from(robber) if evidence.unread.get(zone_of(robber, place))]:
            # The card that was played is gone from there, and what cannot be read may be the loot.
            places.extend([*doubtful, AWAY])
        hidden = any(evidence.place_unseen(robber, slot) for slot in SLOTS[: slot_count(evidence.state, player)])
        yield from ((part, place) for place in places or ([AWAY, None] if hidden else [AWAY]))
    yield from _robbed_unseen(evidence, robber, victim)


def _robbed_unseen(evidence: SlotEvidence, robber: Seat, victim: Seat) -> Iterator[tuple[act.Part, Place]]:
    """What came to the robber and may be from a pile of the victim that could not be seen."""
    for source, pile in evidence.state.player(victim).piles:
        if evidence.place_unseen(victim, source):
            for place, cards in evidence.came_to(robber).items():
                count = cards[pile.cards[0]]
                if count:
                    yield act.Part(source) if count == len(pile) else act.Part(source, count=count), place
