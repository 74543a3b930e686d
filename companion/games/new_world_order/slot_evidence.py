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
from companion.games.new_world_order.piles import slot_count
from companion.games.new_world_order.pyramid import place_of
from companion.games.new_world_order.state import SLOTS, Part, Phase, Place, State

NONE: Mapping[Piece, int] = {}
_OUTSIDE = "specials"
"""The name of the zone beside a seat's slots."""


@dataclass(frozen=True)
class SlotEvidence(Evidence):
    """What a look at the table tells, by the seats and places of a state."""

    state: State

    @classmethod
    def in_state(cls, state: State, evidence: Evidence) -> SlotEvidence:
        return cls(evidence.changes, evidence.raw, evidence.unseen, state)

    # --- a seat's places ---

    def came_to(self, seat: Seat) -> Mapping[Place, Counter[Piece]]:
        """What came to the seat's places; what came outside the slots lies in the next place there."""
        return self._came[seat]

    def gone_from(self, seat: Seat) -> Mapping[Place, Counter[Piece]]:
        """What is gone from the seat's places; outside the slots what may be used goes first."""
        return self._gone[seat]

    @cached_property
    def _came(self) -> Mapping[Seat, Mapping[Place, Counter[Piece]]]:
        return {seat: dict(self._by_place(seat, self.came)) for seat in self.state.seats}

    @cached_property
    def _gone(self) -> Mapping[Seat, Mapping[Place, Counter[Piece]]]:
        return {seat: dict(self._lost(seat)) for seat in self.state.seats}

    def _lost(self, seat: Seat) -> Iterator[tuple[Place, Counter[Piece]]]:
        player = self.state.player(seat)
        for zone_place, gone in self._by_place(seat, self.gone):
            if not zone_place.outside:
                yield zone_place, gone & Counter(player.pile(zone_place).cards)
                continue
            left = gone.copy()
            for place, pile in player.piles:
                if place.outside and (lost := left & Counter(pile.cards)):
                    yield place, lost
                    left -= lost

    def _by_place(self, seat: Seat, where: Mapping[Zone, Counter[Piece]]) -> Iterator[tuple[Place, Counter[Piece]]]:
        places = ((self._place_of(seat, zone), cards) for zone, cards in where.items())
        return ((place, cards) for place, cards in places if place is not None)

    def _place_of(self, seat: Seat, zone: Zone) -> Place | None:
        """The slot of this zone, the next place outside the slots, None for other zones and other seats."""
        owner, _, place = zone.partition(".")
        if owner != seat or not (place.isdigit() or place == _OUTSIDE):
            return None
        return Place(int(place)) if place.isdigit() else self.state.player(seat).next_outside

    def new_unread_places(self, seat: Seat) -> dict[Place, int]:
        """Places into which labels came that cannot be read, and how many."""
        found = ((self._place_of(seat, zone), self.new_unread(zone)) for zone in self.unread)
        return {place: count for place, count in found if place is not None and count}

    def place_unseen(self, seat: Seat, place: Place) -> bool:
        """Whether the camera could not look at the place."""
        return zone_of(seat, place) in self.unseen

    def gone_parts(self, seat: Seat) -> list[Part]:
        """What is gone from the seat's places, pile by pile."""
        return list(self._gone_parts(seat))

    def _gone_parts(self, seat: Seat) -> Iterator[Part]:
        for place, cards in sorted(self.gone_from(seat).items()):
            pile = self.state.player(seat).pile(place)
            lost = tuple(sorted(cards.elements()))[: self.missing(zone_of(seat, place))]
            if len(lost) == len(pile) > 0:
                yield Part(place)
            elif lost and len(set(pile.cards)) == 1:
                yield Part(place, count=len(lost))
            elif lost:
                yield Part(place, cards=lost)

    def hidden_empty(self, seat: Seat) -> Place | None:
        """The seat's first empty slot that could not be seen: it stands for all of them."""
        player = self.state.player(seat)
        own = SLOTS[: slot_count(self.state, player)]
        return next((slot for slot in own if not player.pile(slot) and self.place_unseen(seat, slot)), None)

    def tiles_taken(self, seat: Seat) -> list[Piece]:
        """The tiles that came to the seat from the pyramid, or left it for nobody knows where while he is on turn."""
        zone = f"{seat}.tiles"
        taken = sorted(tile for tile in self.came.get(zone, NONE) if place_of(self.state, tile) is not None)
        unread = self.new_unread(zone)
        if self.tiles_gone and (unread or seat == self.state.on_turn):
            taken.extend(self.tiles_gone[: max(1, unread)])
        return taken

    # --- all over the table ---

    @cached_property
    def acting(self) -> list[Seat]:
        """The seats that may have acted, before which something changed or whose turn it is; none in the set-up."""
        if self.state.phase is Phase.SETUP:
            return []
        return [seat for seat in self.state.seats if seat in self.concerned or seat == self.state.on_turn]

    @cached_property
    def concerned(self) -> frozenset[Seat]:
        """The seats before which something changed."""
        zones = (zone.partition(".")[0] for zone in self.touched)
        return frozenset(zone for zone in zones if zone in self.state.seats)

    @cached_property
    def play_went_on(self) -> bool:
        """Whether something changed that somebody else, or a deal, has done since."""
        return bool(self.concerned - {self.state.on_turn} or self.came.get("market"))

    @cached_property
    def offered_gone(self) -> Counter[Piece]:
        """What may have left the market, less what has been seen before any player."""
        seen: Counter[Piece] = Counter()
        for seat in self.state.seats:
            for pieces in self.came_to(seat).values():
                seen += pieces
        return (self.gone.get("market", Counter()) + self.gone.get("reserve", Counter())) - seen

    @cached_property
    def market_seen(self) -> bool:
        return "market" not in self.unseen

    @cached_property
    def unread_in_slots(self) -> bool:
        """Whether something that cannot be read came into somebody's slots."""
        return any(self.new_unread_places(seat) for seat in self.state.seats)

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


def zone_of(seat: Seat, place: Place) -> Zone:
    return f"{seat}.{_OUTSIDE}" if place.outside else f"{seat}.{place.number}"


def selections(pieces: Counter[Piece], count: int) -> list[tuple[Piece, ...]]:
    """The different ways to take `count` of the pieces."""
    return sorted(set(combinations(sorted(pieces.elements()), count)))
