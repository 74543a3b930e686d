"""What a look at the table tells of this game: what came and went by seat and slot, and what could not be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from companion.core.evidence import Evidence
from companion.core.game import Seat
from companion.core.table import Piece, Zone
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Effect
from companion.games.new_world_order.piles import outside, pile_in
from companion.games.new_world_order.state import OUTSIDE, State

NONE: Mapping[Piece, int] = {}


@dataclass(frozen=True)
class SlotEvidence(Evidence):
    """What a look at the table tells, by the seats and slots of a state."""

    state: State

    @classmethod
    def in_state(cls, state: State, evidence: Evidence) -> SlotEvidence:
        return cls(evidence.changes, evidence.raw, evidence.unseen, state)

    # --- a seat's slots ---

    def slots(self, seat: Seat, where: Mapping[Zone, Counter[Piece]]) -> dict[int, Counter[Piece]]:
        """What came or went in the seat's slots by number, beside the slots as OUTSIDE."""
        found = ((slot_of(seat, zone), pieces) for zone, pieces in where.items())
        return {slot: pieces for slot, pieces in found if slot is not None}

    def new_unread_slots(self, seat: Seat) -> dict[int, int]:
        """Slots into which labels came that cannot be read, and how many."""
        found = ((slot_of(seat, zone), self.new_unread(zone)) for zone in self.unread)
        return {slot: count for slot, count in found if slot is not None and count}

    def slot_unseen(self, seat: Seat, slot: int) -> bool:
        """Whether the camera could not look at the slot."""
        return zone_of(seat, slot) in self.unseen

    def gone_parts(self, seat: Seat) -> list[act.Part]:
        """What is gone from the seat's slots, pile by pile."""
        return list(self._gone_parts(seat))

    def _gone_parts(self, seat: Seat) -> Iterator[act.Part]:
        player = self.state.player(seat)
        for slot, cards in sorted(self.slots(seat, self.gone).items()):
            pile = pile_in(self.state, player, slot)
            missing = self.missing(zone_of(seat, slot))
            if slot == OUTSIDE:
                yield from self._gone_outside(seat, cards, missing)
                continue
            lost = tuple(sorted((cards & Counter(pile.cards)).elements()))[:missing]
            if len(lost) == len(pile) > 0:
                yield act.Part(slot)
            elif lost and len(set(pile.cards)) == 1:
                yield act.Part(slot, count=len(lost))
            elif lost:
                yield act.Part(slot, cards=lost)

    def _gone_outside(self, seat: Seat, cards: Counter[Piece], missing: int) -> Iterator[act.Part]:
        """The Dividends and the other specials that are gone from outside the slots."""
        player = self.state.player(seat)
        dividends = outside(self.state, player, Effect.DIVIDENDS)
        lost = tuple(sorted((cards & Counter(dividends.cards)).elements()))[:missing]
        if lost:
            yield act.Part(OUTSIDE) if len(lost) == len(dividends) else act.Part(OUTSIDE, cards=lost)
        for card in sorted(cards):
            if self.state.catalog.effect(card) not in (None, Effect.DIVIDENDS):
                yield act.Part(OUTSIDE, cards=(card,))

    # --- all over the table ---

    @cached_property
    def concerned(self) -> frozenset[Seat]:
        """The seats before which something changed."""
        zones = (zone.partition(".")[0] for zone in self.touched)
        return frozenset(zone for zone in zones if zone in self.state.seats)

    @cached_property
    def offered_gone(self) -> Counter[Piece]:
        """What may have left the market, less what has been seen before any player."""
        seen: Counter[Piece] = Counter()
        for seat in self.state.seats:
            for pieces in self.slots(seat, self.came).values():
                seen += pieces
        return (self.gone.get("market", Counter()) + self.gone.get("reserve", Counter())) - seen

    @cached_property
    def market_seen(self) -> bool:
        return "market" not in self.unseen

    @cached_property
    def unread_in_slots(self) -> bool:
        """Whether something that cannot be read came into somebody's slots."""
        return any(self.new_unread_slots(seat) for seat in self.state.seats)

    @cached_property
    def tiles_gone(self) -> list[Piece]:
        """Tiles that left the pyramid and have not been seen before any player."""
        gone = [
            tile
            for zone, tiles in self.gone.items()
            if zone.startswith("pyramid.") and self.missing(zone)
            for tile in tiles
        ]
        seen = {tile for seat in self.state.seats for tile in self.came.get(f"{seat}.tiles", NONE)}
        return [tile for tile in gone if tile not in seen]


def slot_of(seat: Seat, zone: Zone) -> int | None:
    """The number of a slot's zone, OUTSIDE beside the slots, None for other zones and other seats."""
    owner, _, place = zone.partition(".")
    if owner != seat or not (place.isdigit() or place == "specials"):
        return None
    return int(place) if place.isdigit() else OUTSIDE


def zone_of(seat: Seat, slot: int) -> Zone:
    return f"{seat}.specials" if slot == OUTSIDE else f"{seat}.{slot}"


def selections(pieces: Counter[Piece], count: int) -> list[tuple[Piece, ...]]:
    """The different ways to take `count` of the pieces."""
    return sorted(set(combinations(sorted(pieces.elements()), count)))
